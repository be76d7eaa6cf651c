"""Draws many examples with all cores, and keeps them in files so that the next training starts at once."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.training.fonts import installed_fonts
from vision.training.samples import Examples, make_examples

if TYPE_CHECKING:
    from pathlib import Path

CHUNK = 5000
"""Examples in a file."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """One file of examples."""

    path: Path
    seed: int
    held_out: bool


def dataset(directory: Path, seed: int, count: int, *, held_out: bool, workers: int = 2) -> Examples:
    """``count`` examples (rounded up to whole files) in the fonts for training, or in the held-out ones.

    Files that are there already are used as they are: a directory holds one version of the recipe.
    """
    directory.mkdir(parents=True, exist_ok=True)
    kind = "held_out" if held_out else "train"
    # Held-out examples have seeds of their own, else both sets would show the same scenes.
    first = seed * 100_000 + (50_000 if held_out else 0)
    seeds = range(first, first + -(-count // CHUNK))
    chunks = [Chunk(directory / f"{kind}_{chunk_seed}.npz", chunk_seed, held_out) for chunk_seed in seeds]
    missing = [chunk for chunk in chunks if not chunk.path.exists()]
    with ProcessPoolExecutor(workers) as pool:
        for done, chunk in enumerate(pool.map(_draw, missing), 1):
            print(f"{kind} examples: {done} of {len(missing)} files ({chunk.path.name})", flush=True)
    return _joined([_read(chunk.path) for chunk in chunks])


def _draw(chunk: Chunk) -> Chunk:
    cv2.setNumThreads(1)
    fonts = [font for font in installed_fonts() if font.held_out == chunk.held_out]
    examples = make_examples(chunk.seed, CHUNK, fonts)
    unfinished = chunk.path.with_suffix(".part.npz")
    np.savez(
        unfinished,
        images=examples.images,
        labels=examples.labels,
        up_deg=examples.up_deg,
        either=examples.either,
    )
    unfinished.replace(chunk.path)
    return chunk


def _read(path: Path) -> Examples:
    with np.load(path, allow_pickle=False) as arrays:
        return Examples(arrays["images"], arrays["labels"], arrays["up_deg"], arrays["either"])


def _joined(parts: list[Examples]) -> Examples:
    return Examples(
        np.concatenate([part.images for part in parts]),
        np.concatenate([part.labels for part in parts]),
        np.concatenate([part.up_deg for part in parts]),
        np.concatenate([part.either for part in parts]),
    )
