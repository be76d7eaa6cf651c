"""Trains the number net: ``python -m vision.training.train --out DIR [--seed N] [--examples N] [--epochs N]``.

Draws the examples, trains, calibrates, scores on fonts that were never trained on, and writes ``number_net.onnx`` with
``number_net.json`` (what it was made from, and its scores) beside it. With the defaults, some thirty minutes on two
idle cores, a quarter of it for drawing.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch.nn import functional

from vision.numbers import CANNOT_READ, SIX_AND_NINE, NumberReader, normalised
from vision.training.dataset import dataset
from vision.training.degrade import moved
from vision.training.fonts import installed_fonts
from vision.training.net import NumberNet, export
from vision.training.samples import check_faces
from vision.training.scores import as_table, best_temperature, reliability, score

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vision.training.samples import Examples

BATCH = 256
PEAK_RATE = 4e-3
UP_WEIGHT = 0.3
"""Share of the up direction in the loss."""
STAND_BY = 0.9
"""Where an answer counts as claimed."""


@dataclass(frozen=True)
class Plan:
    """What to train."""

    out: Path
    data: Path
    seed: int
    examples: int
    held_out_examples: int
    epochs: int
    workers: int
    threads: int
    half_precision: bool


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    plan = _plan(arguments)
    began = time.monotonic()
    torch.manual_seed(plan.seed)
    torch.set_num_threads(plan.threads)
    trained_on = dataset(plan.data, plan.seed, plan.examples, held_out=False, workers=plan.workers)
    held_out = dataset(plan.data, plan.seed, plan.held_out_examples, held_out=True, workers=plan.workers)
    net = fit(trained_on, plan)
    plan.out.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), plan.out / "number_net.pt")
    # Even and odd halves: one to calibrate on, one to score.
    calibrating = held_out.part(slice(0, None, 2)).decided
    temperature = best_temperature(_logits(net, calibrating.images), calibrating.labels)
    net.cool(temperature)
    model = plan.out / "number_net.onnx"
    export(net, model)
    record = _record(plan, temperature, (time.monotonic() - began) / 60.0)
    record |= held_out_scores(NumberReader(model.read_bytes(), sharpness=1.0), held_out.part(slice(1, None, 2)))
    record |= {"self_check": self_check(net)}
    model.with_suffix(".json").write_text(as_text(record), encoding="utf-8")
    print(json.dumps(record["held_out_scores"]))
    return 0


def _plan(arguments: Sequence[str] | None) -> Plan:
    parser = argparse.ArgumentParser(prog="python -m vision.training.train", description="Train the number net.")
    parser.add_argument("--out", type=Path, required=True, help="where number_net.onnx and .json are written")
    parser.add_argument("--data", type=Path, help="where examples are kept (default: OUT/data)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", type=int, default=100_000)
    parser.add_argument("--held-out-examples", type=int, default=10_000)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--workers", type=int, default=2, help="processes that draw examples")
    parser.add_argument("--threads", type=int, default=1, help="for training; more pay only on an idle machine")
    parser.add_argument("--half-precision", action="store_true", help="faster on processors with bfloat16")
    given = parser.parse_args(arguments)
    return Plan(
        given.out, given.data or given.out / "data", given.seed, given.examples, given.held_out_examples, given.epochs,
        given.workers, given.threads, given.half_precision,
    )  # fmt: skip


def fit(examples: Examples, plan: Plan) -> NumberNet:
    """Trains a net; one line an epoch."""
    net = NumberNet()
    net.to(memory_format=torch.channels_last)
    steps = plan.epochs * -(-len(examples) // BATCH)
    optimiser = torch.optim.AdamW(net.parameters(), lr=PEAK_RATE, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, PEAK_RATE, total_steps=steps, pct_start=0.15)
    rng = np.random.default_rng(plan.seed)
    for epoch in range(plan.epochs):
        net.train()
        losses = []
        for faces, truth, up in _batches(examples, rng):
            optimiser.zero_grad(set_to_none=True)
            # Half precision halves the time where the processor has it (AVX-512 BF16, AMX), and costs no accuracy.
            with torch.autocast("cpu", torch.bfloat16, enabled=plan.half_precision):
                answers = net(faces)
            loss = _loss(answers.float(), truth, up)
            loss.backward()
            optimiser.step()
            schedule.step()
            losses.append(float(loss.detach()))
        print(f"epoch {epoch + 1} of {plan.epochs}: loss {np.mean(losses):.4f}", flush=True)
    return net


def _loss(answers: torch.Tensor, truth: torch.Tensor, up: torch.Tensor) -> torch.Tensor:
    classes = functional.cross_entropy(answers[:, : CANNOT_READ + 1], truth)
    known = ~torch.isnan(up[:, 0])
    pointing = functional.mse_loss(answers[known, CANNOT_READ + 1 :], up[known])
    return classes + UP_WEIGHT * pointing


def _batches(examples: Examples, rng: np.random.Generator) -> Iterator[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]:
    """All examples once, in random order, turned, moved and recoloured."""
    order, truth = rng.permutation(len(examples)), examples.truth.astype(np.float32)
    for start in range(0, len(order), BATCH):
        chosen = np.sort(order[start : start + BATCH])
        turn_deg = rng.uniform(0.0, 360.0, len(chosen))
        colours = [rng.permutation(3) for _ in chosen]
        faces = [
            moved(examples.images[k][..., colour], turn, rng.uniform(-1.0, 1.0, 2), float(rng.uniform(0.95, 1.05)))
            for k, turn, colour in zip(chosen, turn_deg, colours, strict=True)
        ]
        yield _tensors(np.stack(faces), truth[chosen], examples.up_deg[chosen] + turn_deg)


def _tensors(
    faces: NDArray[np.uint8], truth: NDArray[np.float32], up_deg: NDArray[np.float64]
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    up = np.radians(up_deg)
    direction = np.column_stack((np.sin(up), -np.cos(up))).astype(np.float32)
    seen = torch.from_numpy(normalised(faces)).contiguous(memory_format=torch.channels_last)
    return seen, torch.from_numpy(truth), torch.from_numpy(direction)


def _logits(net: NumberNet, images: NDArray[np.uint8]) -> NDArray[np.float64]:
    net.eval()
    with torch.no_grad():
        parts = [net(torch.from_numpy(normalised(images[k : k + 500]))) for k in range(0, len(images), 500)]
    return np.asarray(torch.cat(parts)[:, : CANNOT_READ + 1].numpy(), np.float64)


def self_check(net: NumberNet) -> list[list[float]]:
    """The net's raw answers to ``check_faces``, by torch: whatever runs the ONNX file must say the same."""
    net.eval()
    with torch.no_grad():
        answers = net(torch.from_numpy(normalised(check_faces())))
    return [[round(float(value), 4) for value in row] for row in answers]


def held_out_scores(reader: NumberReader, examples: Examples) -> dict[str, Any]:
    """What a reader makes of examples: of those with one right answer, and of 6 and 9 without a mark."""
    decided = examples.decided
    probabilities = reader.read(decided.images)
    scores = score(probabilities, decided.labels)
    print(as_table(scores.confusion))
    unmarked = reader.read(examples.part(examples.either).images)[:, SIX_AND_NINE]
    return {
        "held_out_scores": {
            "examples": scores.count,
            "accuracy": round(scores.accuracy, 5),
            "share_above_0.9": round(scores.claimed, 5),
            "accuracy_above_0.9": round(scores.claimed_accuracy, 5),
            "expected_calibration_error": round(scores.calibration_error, 5),
            "negative_log_likelihood": round(scores.negative_log_likelihood, 5),
        },
        "unmarked_6_and_9": {
            "examples": len(unmarked),
            "mean_of_both_together": round(float(unmarked.sum(axis=1).mean()), 4),
            "share_claimed_above_0.9": round(float((unmarked.max(axis=1) > STAND_BY).mean()), 4),
        },
        "reliability": reliability(probabilities.max(axis=1), probabilities.argmax(axis=1) == decided.labels),
        "confusion": scores.confusion.tolist(),
    }


def _record(plan: Plan, temperature: float, minutes: float) -> dict[str, Any]:
    """What the net was made from."""
    fonts = installed_fonts()
    return {
        "command": _command(plan),
        "seed": plan.seed,
        "examples": plan.examples,
        "epochs": plan.epochs,
        "minutes": round(minutes, 1),
        "temperature": round(temperature, 4),
        "versions": {"torch": torch.__version__, "numpy": np.__version__},
        "fonts": len(fonts),
        "font_families": sorted({font.family for font in fonts if not font.held_out}),
        "held_out_families": sorted({font.family for font in fonts if font.held_out}),
    }


def _command(plan: Plan) -> str:
    """The run without the machine's own paths."""
    half = " --half-precision" if plan.half_precision else ""
    words = f"--seed {plan.seed} --examples {plan.examples} --epochs {plan.epochs}{half}"
    return f"python -m vision.training.train --out DIR {words}"


def as_text(record: dict[str, Any]) -> str:
    """JSON with a key a line, and of a table a row a line."""
    return "{\n" + ",\n".join(f" {json.dumps(key)}: {_lines(value)}" for key, value in record.items()) + "\n}\n"


def _lines(value: Any) -> str:  # noqa: ANN401 - whatever JSON holds
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "[\n" + ",\n".join(f"  {json.dumps(row)}" for row in value) + "\n ]"
    return json.dumps(value)


if __name__ == "__main__":
    raise SystemExit(main())
