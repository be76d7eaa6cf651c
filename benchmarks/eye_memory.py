"""What many looks leave behind: megabytes of the process while one table is read again and again, and in a match."""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from eye_still import RULES, STEP_S, StillFilm, kick_off_scene
from rich.table import Table

from calibration.finder import finder_for
from referee_tui.following.camera_eyes import CameraEyes
from referee_tui.following.session import Session
from vision.numbers import NumberReader
from vision.read import read_table
from vision.sources import Frame, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from tests.scenes import SceneSpec
    from vision.rectify import Image

PARTS = 6
TABLES, PICTURES = 5, 6
"""Different tables in the long film, and pictures of each."""
CHANGE_S = 60.0
"""A piece is put somewhere else this often."""


def print_memory(console: Console, readings: int, film_s: float, seed: int) -> None:
    """Megabytes in use, in parts of the same length: of full readings one after another, and of a match followed."""
    parts = [f"{k}/{PARTS}" for k in range(PARTS + 1)]
    table = Table("MB in use after", *parts, "grown since 1/6", "processor, s")
    for name, used, took in (
        (f"{readings} readings", *_timed(_of_readings(readings, seed))),
        (f"{film_s:.0f} s of film in a match", *_timed(_of_film(film_s, seed))),
    ):
        table.add_row(name, *(f"{mb:.1f}" for mb in used), f"{used[-1] - used[1]:+.1f}", f"{took:.0f}")
    console.print(table)


def _timed(parts: Iterator[float]) -> tuple[list[float], float]:
    began = time.process_time()
    used = list(parts)
    return used, time.process_time() - began


def _of_readings(readings: int, seed: int) -> Iterator[float]:
    images: list[Image] = [frame.image for frame in StillFilm(kick_off_scene(np.random.default_rng(seed)), 8, seed)]
    eyes = CameraEyes(finder_for(RULES.board))
    pose = finder_for(RULES.board).find(images[0])
    if not pose:
        raise SystemExit(f"no board in the scene drawn for memory: {pose.reason}")
    numbers = NumberReader()
    part = max(1, readings // PARTS)
    yield _megabytes()
    for number in range(PARTS * part):
        frame = Frame(number, number * STEP_S, images[number % len(images)])
        eyes.judge(frame, pose)
        eyes.check(frame, pose)
        eyes.read(frame, pose, None)
        # Followed eyes read a table at rest twice only.
        read_table(frame.image, pose, RULES.board, numbers)
        if (number + 1) % part == 0:
            yield _megabytes()


def _of_film(film_s: float, seed: int) -> Iterator[float]:
    film = _LongFilm(kick_off_scene(np.random.default_rng(seed)), film_s, seed)
    part = max(1, film.frames // PARTS)
    yield _megabytes()
    with tempfile.TemporaryDirectory() as folder:
        session = Session(film, RULES, Path(folder) / "long.jsonl", eyes=CameraEyes(finder_for(RULES.board)))
        with session:
            updates = iter(session)
            for number in range(PARTS * part):
                next(updates)
                if (number + 1) % part == 0:
                    yield _megabytes()


class _LongFilm(Source):
    """Some tables one after another, round and round, each for CHANGE_S; a piece lies elsewhere on each."""

    def __init__(self, spec: SceneSpec, film_s: float, seed: int) -> None:
        super().__init__("a long film")
        self.frames = round(film_s / STEP_S)
        self._tables: list[list[Image]] = []
        for number in range(TABLES):
            disc = spec.discs[3 * number]
            moved = replace(disc, x_mm=disc.x_mm + (RULES.board.grid.width_mm if number else 0.0))
            there = replace(spec, discs=tuple(moved if each is disc else each for each in spec.discs))
            self._tables.append([frame.image for frame in StillFilm(there, PICTURES, seed + number)])

    @property
    def size_px(self) -> tuple[int, int]:
        """See Source."""
        height, width = self._tables[0][0].shape[:2]
        return width, height

    def __iter__(self) -> Iterator[Frame]:
        for number in range(self.frames):
            at_s = number * STEP_S
            pictures = self._tables[int(at_s // CHANGE_S) % TABLES]
            yield Frame(number, at_s, pictures[number % PICTURES])


def _megabytes() -> float:
    """Memory of this process that is in use; where the system does not tell, the most that ever was."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * resource.getpagesize() / 1e6
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1e6 if sys.platform == "darwin" else 1e3)
