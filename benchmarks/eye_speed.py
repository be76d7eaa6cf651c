"""What looking costs.

Costs are multiples of one cv2.warpPerspective of a 1920 x 1080 frame to 1188 x 840 on one thread, measured in the same
run, in that thread's processor time, and of several times the least: what else the machine does counts as little as may
be.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from eye_still import RULES, StillFilm, kick_off_scene
from rich.table import Table

from calibration.finder import finder_for
from referee_tui.following.camera_eyes import CameraEyes
from referee_tui.following.session import Session
from vision.changed import compared_size
from vision.known_colours import NOTHING_KNOWN
from vision.numbers import NumberReader
from vision.read import read_table
from vision.reader import TableReader
from vision.sources import Frame, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from rich.console import Console

    from calibration.pose import BoardPose, PoseFailure
    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import Observation
    from tests.scenes import SceneSpec

SIZES_PX = ((1280, 720), (1920, 1080))
WARM_UP = 12
"""Frames before the table counts as still and has been read."""


class _Noting(CameraEyes):
    """Camera eyes that note whether they were asked for more than a glance."""

    def __init__(self) -> None:
        super().__init__(finder_for(RULES.board))
        self.looked = False

    def find(self, frames: Sequence[Frame], previous: BoardPose | None) -> BoardPose | PoseFailure:
        self.looked = True
        return super().find(frames, previous)

    def read(self, frame: Frame, pose: BoardPose, expected: Mapping[PieceId, Space] | None) -> Observation:
        self.looked = True
        return super().read(frame, pose, expected)


def warp_s() -> float:
    """Processor seconds of the yardstick."""
    picture = np.random.default_rng(0).integers(0, 255, (1080, 1920, 3)).astype(np.uint8)
    matrix = np.array(((0.6, 0.05, 10.0), (0.02, 0.7, 20.0), (1e-5, 1e-5, 1.0)))
    return cost_s(lambda: cv2.warpPerspective(picture, matrix, (1188, 840)), 41)


def cost_s(work: Callable[[], object], times: int) -> float:
    """Least processor seconds of something done once before."""
    work()
    return min(_once_s(work) for _ in range(times))


def _once_s(work: Callable[[], object]) -> float:
    began = time.thread_time()
    work()
    return time.thread_time() - began


def print_speed(console: Console, seed: int) -> None:
    """Per frame size: a frame in which nothing changed, a full read, one after a piece moved, finding the board."""
    cv2.setNumThreads(1)
    warp = warp_s()
    table = Table("cost, in warps", *(f"{w} x {h}" for w, h in SIZES_PX), "what")
    columns = [_costs(kick_off_scene(np.random.default_rng(seed), size), seed) for size in SIZES_PX]
    for name, what in (
        ("unchanged", "a frame in which nothing changed, ten a second, checks of the camera included: mean"),
        ("mean", "mean of all frames of eight seconds at rest, looks included"),
        ("read", "22 pieces, ball and two dice, with nothing known"),
        ("in match", "the same with where the pieces were"),
        ("at rest", "the first look after a hand that moved nothing, in a match"),
        ("moved", "after one piece was moved: mean of several pieces"),
        ("passed", "after the ball was passed and the dice were thrown"),
        ("find", "where the board lies, from nothing"),
    ):
        table.add_row(name, *(f"{costs[name] / warp:.2f}" for costs in columns), what)
    console.print(table)
    console.print(f"one warp: {1000 * warp:.1f} ms of processor time", highlight=False)


def _costs(spec: SceneSpec, seed: int) -> dict[str, float]:
    frames = list(StillFilm(spec, 3, seed))
    finder, numbers = finder_for(RULES.board), NumberReader()
    pose = finder.find(frames[0].image)
    if not pose:
        raise SystemExit(f"no board in the scene drawn for speed: {pose.reason}")
    expected = {disc.piece: RULES.board.grid.nearest(disc.x_mm, disc.y_mm).space for disc in spec.discs}
    image = frames[0].image
    quiet, mean = _at_rest(spec, seed)
    return {
        "unchanged": quiet,
        "mean": mean,
        "read": cost_s(lambda: read_table(image, pose, RULES.board, numbers), 5),
        "in match": cost_s(lambda: read_table(image, pose, RULES.board, numbers, expected=expected), 5),
        "at rest": _read_again(spec, spec, pose, seed),
        "moved": statistics.mean(_read_again(spec, later, pose, seed) for later in _moves(spec)),
        "passed": _read_again(spec, _pass(spec), pose, seed),
        "find": cost_s(lambda: finder.find(image), 3),
    }


def _at_rest(spec: SceneSpec, seed: int) -> tuple[float, float]:
    """Mean cost of a frame that is not read, checks of the camera included, and of all, of a session at rest."""
    eyes, film = _Noting(), list(StillFilm(spec, 80, seed))
    taken: list[tuple[float, bool]] = []
    with tempfile.TemporaryDirectory() as folder:
        session = Session(_Listed(film), RULES, Path(folder) / "still.jsonl", eyes=eyes)
        updates = iter(session)
        for number, _ in enumerate(film):
            eyes.looked = False
            began = time.process_time()
            next(updates)
            if number >= WARM_UP:
                taken.append((time.process_time() - began, eyes.looked))
        session.close()
    return statistics.mean(s for s, looked in taken if not looked), statistics.mean(s for s, _ in taken)


class _Listed(Source):
    """Frames that are made already."""

    def __init__(self, frames: list[Frame]) -> None:
        super().__init__("frames")
        self._frames = frames

    @property
    def size_px(self) -> tuple[int, int]:
        return self._frames[0].image.shape[1], self._frames[0].image.shape[0]

    def __iter__(self) -> Iterator[Frame]:
        return iter(self._frames)


def _read_again(spec: SceneSpec, later: SceneSpec, pose: BoardPose, seed: int) -> float:
    """Least cost of the first look at a table after something happened on it."""
    before, _ = StillFilm(spec, 2, seed)
    _, after = StillFilm(later, 2, seed)
    expected = {disc.piece: RULES.board.grid.nearest(disc.x_mm, disc.y_mm).space for disc in spec.discs}
    numbers = NumberReader()

    def read(reader: TableReader, frame: Frame) -> Observation:
        return reader.read(frame.image, compared_size(frame.image), pose, expected, NOTHING_KNOWN, in_full=False)

    taken = []
    for _ in range(3):
        reader = TableReader(RULES.board, numbers)
        read(reader, before)
        taken.append(_once_s(partial(read, reader, after)))
    return min(taken)


def _moves(spec: SceneSpec) -> Iterator[SceneSpec]:
    """One piece moved by two spaces."""
    for number in range(4):
        disc = spec.discs[5 * number]
        moved = replace(disc, x_mm=disc.x_mm + 2 * RULES.board.grid.width_mm)
        yield replace(spec, discs=tuple(moved if each is disc else each for each in spec.discs))


def _pass(spec: SceneSpec) -> SceneSpec:
    """The ball under another piece, and the dice thrown."""
    to = next(disc for disc in spec.discs if spec.ball is not None and disc.piece != spec.ball.on_piece)
    ball = None if spec.ball is None else replace(spec.ball, x_mm=to.x_mm, y_mm=to.y_mm, on_piece=to.piece)
    dice = tuple(replace(die, value=1 + die.value % 6, x_mm=die.x_mm + 25.0, turned_deg=70.0) for die in spec.dice)
    return replace(spec, ball=ball, dice=dice)
