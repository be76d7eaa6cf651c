"""One table at rest, as a camera delivers it, and whether what is said about it flickers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rich.table import Table

from calibration.finder import finder_for
from engine.games import load_ruleset
from engine.games.regista.formations import formation, formations, line_up
from referee_tui.following.camera_eyes import CameraEyes
from vision.numbers import NumberReader
from vision.read import read_table
from vision.sources import Frame, Source

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.scenes import Ball, Die, Disc, SceneSpec, Sensor, draw_scene, make_camera
from tests.scenes.draw import sensed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from engine.observation import Observation

STEP_S = 0.1
RULES = load_ruleset("regista")


def kick_off_scene(rng: np.random.Generator, size_px: tuple[int, int] = (1280, 720)) -> SceneSpec:
    """Twenty-two pieces lined up for a kick-off, the ball under the one that takes it, two dice in the tray."""
    blue, red = (formation(name) for name in list(formations())[:2])
    stood = line_up(blue, red, kicks_off="B")
    discs = tuple(
        Disc(piece, *np.asarray(RULES.board.grid.centre_mm(space)) + rng.normal(0, 0.8, 2), float(rng.uniform(0, 360)))
        for piece, space in stood.items()
    )
    taker = next((disc for disc in discs if stood[disc.piece] == RULES.board.file.centre_mark), discs[0])
    west, north, east, south = RULES.board.file.sheet.dice_area_mm or (0.0, 0.0, 0.0, 0.0)
    middle = (north + south) / 2
    return SceneSpec(
        make_camera(size_px, elevation_deg=62, distance_mm=720, azimuth_deg=4),
        RULES.board,
        discs=discs,
        ball=Ball("ring", taker.x_mm, taker.y_mm, taker.piece),
        dice=(Die("B", 3, west + 30, middle, 20.0), Die("R", 5, east - 30, middle, 50.0)),
        sensor=Sensor(0.6, 0.0, 100),
    )


class StillFilm(Source):
    """The same table in every frame, with noise and compression of its own in each."""

    def __init__(self, spec: SceneSpec, frames: int, seed: int, noise: float = 2.0) -> None:
        super().__init__("a table at rest")
        self._picture = draw_scene(spec, np.random.default_rng(seed)).image.astype(np.float32)
        self._frames, self._seed, self._sensor = frames, seed, Sensor(0.0, noise, 88)

    @property
    def size_px(self) -> tuple[int, int]:
        """See Source."""
        return self._picture.shape[1], self._picture.shape[0]

    def __iter__(self) -> Iterator[Frame]:
        for number in range(self._frames):
            rng = np.random.default_rng((self._seed, number))
            yield Frame(number, number * STEP_S, sensed(self._picture, self._sensor, rng))


def claims_of(seen: Observation) -> frozenset[tuple[str, ...]]:
    """What a reading stands by: pieces on spaces, the ball, dice; what it calls unsure is no claim."""
    unsure = {doubt.space for doubt in seen.unsure}
    pieces = {
        ("piece", piece.piece, str(piece.space))
        for piece in seen.pieces
        if piece.number is not None and piece.space not in unsure
    }
    doubts = {doubt.what for doubt in seen.unsure}
    ball = {("ball", str(seen.ball.space), str(seen.ball.on_piece))} if seen.ball and "ball" not in doubts else set()
    dice = {("die", str(die.team), str(die.value), str(round(die.x_mm / 10))) for die in seen.dice}
    return frozenset(pieces | ball | dice)


def print_flicker(console: Console, frames: int, seed: int) -> None:
    """Read every settled frame the way a match is followed, and count changes of what is claimed."""
    spec = kick_off_scene(np.random.default_rng(seed))
    expected = {disc.piece: RULES.board.grid.nearest(disc.x_mm, disc.y_mm).space for disc in spec.discs}
    table = Table("a still table", "frames read", "changes of what is claimed", "claims that came or went")
    for name, known, steady in (
        ("followed, nothing known before", None, True),
        ("followed, in a match", expected, True),
        ("each frame on its own", None, False),
    ):
        eyes, pose, before, read, changes, things = CameraEyes(finder_for(RULES.board)), None, None, 0, 0, set()
        numbers = NumberReader()
        for frame in StillFilm(spec, frames, seed):
            pose = pose or eyes.find([frame], None) or None
            state = eyes.judge(frame, pose)
            if pose is None or not state.readable:
                continue
            eyes.check(frame, pose)
            seen = eyes.read(frame, pose, known) if steady else read_table(frame.image, pose, RULES.board, numbers)
            claims = claims_of(seen)
            read += 1
            if before is not None and claims != before:
                changes += 1
                things |= claims ^ before
            before = claims
        said = ", ".join(" ".join(thing) for thing in sorted(things)[:6])
        table.add_row(name, str(read), str(changes), f"{len(things)}{': ' if said else ''}{said}")
    console.print(table)
