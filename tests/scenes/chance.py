"""Random tables within the variety of living rooms, from a generator that is handed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.board import shipped_board
from tests.scenes.spec import Ball, Die, Disc, Light, SceneSpec, Sensor, make_camera

if TYPE_CHECKING:
    from numpy.random import Generator

    from calibration.pose import BoardPose
    from engine.board import Board

SIZES = ((1280, 720), (1280, 720), (1280, 720), (1920, 1080), (640, 480))
TABLES = ((70, 105, 150), (40, 60, 95), (200, 205, 208), (90, 90, 92), (60, 80, 60), (120, 150, 175))
CASTS = ((1.0, 1.0, 1.0), (0.72, 0.92, 1.05), (1.06, 1.0, 0.9), (0.85, 0.97, 1.0))


def random_camera(rng: Generator, board: Board | None = None, size_px: tuple[int, int] | None = None) -> BoardPose:
    """A webcam somewhere around the table with the whole field in view."""
    length, width = (board or shipped_board("regista-a2")).grid.field_size_mm
    size = size_px or SIZES[rng.integers(len(SIZES))]
    corners = np.array(((0, 0), (length, 0), (length, width), (0, width)), np.float64)
    while True:
        pose = make_camera(
            size,
            focal_px=float(rng.uniform(0.62, 1.05)) * size[0],
            k1=float(rng.uniform(-0.18, 0.02)),
            k2=float(rng.uniform(0.0, 0.04)),
            elevation_deg=float(rng.uniform(42, 88)),
            azimuth_deg=float(rng.choice((0.0, 0.0, 0.0, 180.0)) + rng.normal(0, 10)),
            roll_deg=float(rng.normal(0, 4)),
            distance_mm=float(rng.uniform(450, 1200)),
            target_mm=(length / 2 + float(rng.normal(0, 20)), width / 2 + float(rng.normal(0, 20))),
        )
        pixels = pose.project(corners)
        spread = np.ptp(pixels[:, 0]) / size[0]
        inside = (pixels > 5).all() and (pixels < np.array(size) - 5).all()
        if inside and spread > 0.55:
            return pose


def random_scene(
    rng: Generator, board: Board | None = None, *, pieces: int = 22, camera: BoardPose | None = None
) -> SceneSpec:
    """Pieces of both teams on different spaces, a ball in any form, perhaps dice, some light."""
    board = board or shipped_board("regista-a2")
    length, width = board.grid.field_size_mm
    spaces = rng.permutation(np.array(board.grid.field_spaces))[: pieces + 1]
    numbers = {team: rng.permutation(np.arange(1, 16)) for team in "BR"}
    discs = tuple(
        Disc(
            f"{'BR'[k % 2]}{numbers['BR'[k % 2]][k // 2]}",
            *np.asarray(board.grid.centre_mm(str(space))) + rng.normal(0, 0.9, 2),
            float(rng.uniform(0, 360)),
        )
        for k, space in enumerate(spaces[:pieces])
    )
    cast = CASTS[rng.integers(len(CASTS))]
    return SceneSpec(
        camera if camera is not None else random_camera(rng, board),
        board,
        discs=discs,
        ball=_random_ball(rng, board, discs, str(spaces[pieces])),
        dice=_random_dice(rng, board),
        table=TABLES[rng.integers(len(TABLES))],
        grain=float(rng.uniform(0, 0.25)),
        light=Light(
            float(rng.uniform(0.5, 1.0)),
            float(rng.uniform(0.05, 0.5)),
            float(rng.uniform(0, 360)),
            cast,
            float(rng.uniform(0.2, 0.6)),
            (float(rng.uniform(0, length)), float(rng.uniform(0, width))) if rng.random() < 0.25 else None,
            float(rng.uniform(20, 60)),
        ),
        sensor=Sensor(float(rng.uniform(0.3, 1.0)), float(rng.uniform(0.5, 5.0)), int(rng.integers(70, 96))),
    )


def _random_ball(rng: Generator, board: Board, discs: tuple[Disc, ...], free_space: str) -> Ball:
    size = board.file.ball
    if not discs or rng.random() < 0.3:
        x, y = np.asarray(board.grid.centre_mm(free_space)) + rng.normal(0, 1.0, 2)
        return Ball("ring" if rng.random() < 0.5 else "ball", float(x), float(y))
    holder = discs[rng.integers(len(discs))]
    form = str(rng.choice(("ring", "on_top", "beside")))
    x, y = np.array((holder.x_mm, holder.y_mm)) + rng.normal(0, 0.5, 2)
    if form == "ring":
        return Ball("ring", float(x), float(y), holder.piece)
    if form == "on_top":
        return Ball("ball", float(x), float(y), holder.piece)
    angle, gap = rng.uniform(0, 2 * np.pi), (board.file.pieces.diameter_mm + size.diameter_mm) / 2 + 0.3
    return Ball("ball", holder.x_mm + gap * np.cos(angle), holder.y_mm + gap * np.sin(angle), holder.piece)


def _random_dice(rng: Generator, board: Board) -> tuple[Die, ...]:
    area = board.file.sheet.dice_area_mm
    if area is None or rng.random() < 0.3:
        return ()
    west, north, east, south = area
    teams = ("B", "R") if rng.random() < 0.5 else (("B",) if rng.random() < 0.5 else ("R",))
    middle = (west + east) / 2
    return tuple(
        Die(
            "B" if team == "B" else "R",
            int(rng.integers(1, 7)),
            float(middle + (-1 if team == "B" else 1) * rng.uniform(14, 50)),
            float(rng.uniform(north + 9, south - 9)),
            float(rng.uniform(0, 360)),
        )
        for team in teams
    )
