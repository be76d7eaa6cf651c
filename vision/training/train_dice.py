"""Trains a dice net: ``python -m vision.training.train_dice --out DIR [--dice any] [--seed N] [--examples N] ...``.

Draws the examples, trains, calibrates, scores on examples of other seeds, and writes ``dice_net.onnx`` (of the kit's
dice) or ``any_dice_net.onnx`` (of dice of any make), with a ``.json`` of the same name (what it was made from, and its
scores) beside it. With the defaults, some twenty minutes on two idle cores.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.dice.net import ALL_ANSWERS, ANSWERS, NO_DIE, DiceNet
from vision.dice.windows import FINE_WINDOW_PX, WINDOW_PX
from vision.numbers import normalised
from vision.training.any_dice_samples import make_any_dice_examples
from vision.training.dice_samples import DiceExamples, make_dice_examples
from vision.training.scores import as_table, best_temperature, score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

CONTINUED_RATE = 1.5e-3
"""Peak of the learning rate for a net that has learnt already."""
OFFSET_WEIGHT = 20.0
"""Of the squared offset, in window sides, in the loss."""
_CHUNK = 1000
"""Examples drawn at once."""


@dataclass(frozen=True)
class Recipe:
    """What the two nets do not have in common."""

    name: str
    answers: int
    side_px: int
    """Of its windows."""
    width: int
    """Channels of its last layers."""
    batch: int
    peak_rate: float
    recolours: bool
    """Whether the channels of examples are swapped at times."""
    make: Callable[[int, int], DiceExamples]
    """Examples of a seed, so many."""


RECIPES = {
    "kit": Recipe("dice_net", ANSWERS, WINDOW_PX, 56, 256, 4e-3, recolours=False, make=make_dice_examples),
    "any": Recipe(
        "any_dice_net", ALL_ANSWERS, FINE_WINDOW_PX, 64, 128, 3e-3, recolours=True, make=make_any_dice_examples
    ),
}


class DiceModel(nn.Module):
    """(N, 3, S, S) as ``vision.numbers.normalised`` gives them -> (N, answers + 2)."""

    def __init__(self, recipe: Recipe) -> None:
        """Random weights."""
        super().__init__()
        self.recipe = recipe
        width = recipe.width
        self.layers = nn.Sequential(
            *_block(3, 20, kernel=5, stride=2),
            *_block(20, 32, stride=2),
            *_block(32, 40),
            *_block(40, width, stride=2),
            *_block(width, width),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(width * (recipe.side_px // 8) ** 2, recipe.answers + 2),
        )
        self.register_buffer("scale", torch.ones(recipe.answers + 2))

    def forward(self, windows: torch.Tensor) -> torch.Tensor:
        """Logits of the answers, then the offset."""
        return self.layers(windows) * self.scale

    def cool(self, temperature: float) -> None:
        """Divides the logits by a temperature, so that they are calibrated probabilities."""
        self.scale[: self.recipe.answers] = 1.0 / temperature


def _block(inputs: int, outputs: int, kernel: int = 3, stride: int = 1) -> list[nn.Module]:
    convolution = nn.Conv2d(inputs, outputs, kernel, stride=stride, padding=kernel // 2, bias=False)
    return [convolution, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.train_dice", description="Train a dice net.")
    parser.add_argument("--out", type=Path, required=True, help="where the .onnx and its .json are written")
    parser.add_argument("--dice", choices=list(RECIPES), default="kit", help="the kit's dice (kit), or of any make")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", type=int, default=30_000)
    parser.add_argument("--held-out-examples", type=int, default=4_000)
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--workers", type=int, default=2, help="processes that draw examples")
    parser.add_argument("--continue-from", type=Path, help=".pt of an earlier run: train it further")
    parser.add_argument("--more", type=Path, action="append", default=[], help="train.npz of an earlier run, used too")
    given = parser.parse_args(arguments)
    recipe = RECIPES[given.dice]
    began = time.monotonic()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    given.out.mkdir(parents=True, exist_ok=True)
    trained_on = dataset(recipe, given.seed * 100_000, given.examples, given.workers, given.out / "train.npz")
    trained_on = joined([trained_on, *(load(path) for path in given.more)])
    first_held = given.seed * 100_000 + 50_000
    held_out = dataset(recipe, first_held, given.held_out_examples, given.workers, given.out / "held.npz")
    net = fit(recipe, trained_on, given.epochs, given.seed, given.continue_from)
    # Even and odd halves: one to calibrate on, one to score.
    temperature = best_temperature(_logits(net, held_out.images[::2]), held_out.labels[::2])
    net.cool(temperature)
    torch.save(net.state_dict(), given.out / f"{recipe.name}.pt")
    model = given.out / f"{recipe.name}.onnx"
    export(net, model)
    read, _ = DiceNet(model.read_bytes(), recipe.answers).look(held_out.images[1::2])
    scores = score(read, held_out.labels[1::2])
    print(as_table(scores.confusion))
    record = {
        "command": f"python -m vision.training.train_dice --out DIR --dice {given.dice} --seed {given.seed}"
        f" --examples {given.examples} --epochs {given.epochs}{_words(given)}",
        "earlier_command": _earlier_command(given.continue_from),
        "minutes": round((time.monotonic() - began) / 60.0, 1),
        "temperature": round(temperature, 4),
        "versions": {"torch": torch.__version__, "numpy": np.__version__},
        "held_out_scores": {
            "examples": scores.count,
            "accuracy": round(scores.accuracy, 5),
            "share_above_0.9": round(scores.claimed, 5),
            "accuracy_above_0.9": round(scores.claimed_accuracy, 5),
            "expected_calibration_error": round(scores.calibration_error, 5),
        },
        "confusion": scores.confusion.tolist(),
    }
    model.with_suffix(".json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(record["held_out_scores"]))
    return 0


def _words(given: argparse.Namespace) -> str:
    """The rest of the command, without the machine's own paths."""
    further = f" --continue-from {RECIPES[given.dice].name}.pt" if given.continue_from else ""
    return further + "".join(" --more train.npz" for _ in given.more)


def _earlier_command(weights: Path | None) -> str | None:
    """The run that made the weights which this one began with, if its record lies beside them."""
    if weights is None or not (record := weights.with_suffix(".json")).exists():
        return None
    return str(json.loads(record.read_text(encoding="utf-8"))["command"])


def dataset(recipe: Recipe, first_seed: int, count: int, workers: int, kept: Path) -> DiceExamples:
    """``count`` examples (rounded up to whole chunks), from a file of the same recipe if there is one."""
    if kept.exists():
        return load(kept)
    seeds = range(first_seed, first_seed - (-count // _CHUNK))
    with ProcessPoolExecutor(workers) as pool:
        examples = joined(list(pool.map(partial(_draw, recipe), seeds)))
    np.savez(kept, images=examples.images, labels=examples.labels, offsets=examples.offsets, mirrors=examples.mirrors)
    return examples


def load(path: Path) -> DiceExamples:
    """Examples that ``dataset`` kept."""
    with np.load(path, allow_pickle=False) as arrays:
        return DiceExamples(arrays["images"], arrays["labels"], arrays["offsets"], arrays["mirrors"])


def joined(parts: Sequence[DiceExamples]) -> DiceExamples:
    """All of them, in order."""
    return DiceExamples(
        np.concatenate([part.images for part in parts]),
        np.concatenate([part.labels for part in parts]),
        np.concatenate([part.offsets for part in parts]),
        np.concatenate([part.mirrors for part in parts]),
    )


def _draw(recipe: Recipe, seed: int) -> DiceExamples:
    cv2.setNumThreads(1)
    return recipe.make(seed, _CHUNK)


def fit(recipe: Recipe, examples: DiceExamples, epochs: int, seed: int, earlier: Path | None = None) -> DiceModel:
    """Trains a net, a new one or one that has learnt already; one line an epoch."""
    net = DiceModel(recipe)
    if earlier is not None:
        net.load_state_dict(torch.load(earlier, weights_only=True))
        net.cool(1.0)
    net.to(memory_format=torch.channels_last)
    peak_rate = recipe.peak_rate if earlier is None else CONTINUED_RATE
    optimiser = torch.optim.AdamW(net.parameters(), lr=peak_rate, weight_decay=0.02)
    steps = epochs * -(-len(examples) // recipe.batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, peak_rate, total_steps=steps, pct_start=0.15)
    rng = np.random.default_rng(seed)
    for epoch in range(epochs):
        net.train()
        losses = []
        for windows, labels, offsets in _batches(recipe, examples, rng):
            optimiser.zero_grad(set_to_none=True)
            loss = _loss(net(windows), labels, offsets, recipe.answers)
            loss.backward()
            optimiser.step()
            schedule.step()
            losses.append(float(loss.detach()))
        print(f"epoch {epoch + 1} of {epochs}: loss {np.mean(losses):.4f}", flush=True)
    return net


def _loss(answers: torch.Tensor, labels: torch.Tensor, offsets: torch.Tensor, count: int) -> torch.Tensor:
    classes = functional.cross_entropy(answers[:, :count], labels)
    die = labels != NO_DIE
    return classes + OFFSET_WEIGHT * functional.mse_loss(answers[die, count:], offsets[die])


def _batches(
    recipe: Recipe, examples: DiceExamples, rng: np.random.Generator
) -> Iterator[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]:
    """All examples once, in random order, many of them mirrored, lit anew, moved by a pixel, or in other colours.

    A layout mirrored is the same value's (a numeral is not), and the camera stays at the lower edge.
    """
    order = rng.permutation(len(examples))
    for start in range(0, len(order), recipe.batch):
        chosen = np.sort(order[start : start + recipe.batch])
        images, offsets = examples.images[chosen].copy(), examples.offsets[chosen].copy()
        flipped = (rng.random(len(chosen)) < 0.5) & examples.mirrors[chosen]
        images[flipped] = images[flipped, :, ::-1]
        offsets[flipped, 0] *= -1
        right, down = rng.integers(-1, 2, 2)
        images = np.roll(images, (down, right), axis=(1, 2))
        offsets += np.array((right, down), np.float32) / recipe.side_px
        if recipe.recolours and rng.random() < 0.5:
            images = images[..., rng.permutation(3)]
        gain = rng.uniform(0.85, 1.0, (len(chosen), 1, 1, 3)).astype(np.float32)
        windows = torch.from_numpy(normalised(np.asarray(images * gain, np.uint8)))
        yield (
            windows.contiguous(memory_format=torch.channels_last),
            torch.from_numpy(examples.labels[chosen]),
            torch.from_numpy(offsets),
        )


def _logits(net: DiceModel, images: NDArray[np.uint8]) -> NDArray[np.float64]:
    net.eval()
    with torch.no_grad():
        parts = [net(torch.from_numpy(normalised(images[k : k + 500]))) for k in range(0, len(images), 500)]
    return np.asarray(torch.cat(parts)[:, : net.recipe.answers].numpy(), np.float64)


def export(net: DiceModel, path: Path) -> None:
    """Writes the net as ONNX for any number of windows."""
    net.eval()
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, net.recipe.side_px, net.recipe.side_px),),
        str(path),
        input_names=["windows"],
        output_names=["answers"],
        dynamic_axes={"windows": {0: "n"}, "answers": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )


if __name__ == "__main__":
    raise SystemExit(main())
