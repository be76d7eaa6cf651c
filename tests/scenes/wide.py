"""Any table within reason: four games' boards, cameras all round, many lamps, prints, hands, careless placing.

Each scene says what kind of table it is (``kinds``), so that a benchmark can count by kind. What else may happen on a
table is an ``Extra``: a name, how often, and how it changes a scene; EXTRAS lists them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.board import shipped_board, shipped_boards
from tests.scenes.chance import TABLES
from tests.scenes.prints import PRINTS
from tests.scenes.spec import Ball, Cup, Die, Disc, Hand, Light, SceneSpec, Sensor
from tests.scenes.views import in_picture, wide_view
from vision.rolling import is_kicked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.random import Generator

    from calibration.pose import BoardPose
    from engine.board import Board

SPACE_PX = (14.0, 60.0)
MOST_WIDE_PX = 1750.0
"""Of the field: what a 1080p camera shows; a seventh of the scenes is seen by a better one."""
GAP_MM = 0.3
"""Discs that touch are drawn this far apart."""
BALL_COLOURS = ((235, 238, 240), (235, 238, 240), (40, 120, 245))


@dataclass(frozen=True)
class WideScene:
    """A table, and what kind of table it is."""

    spec: SceneSpec
    kinds: Mapping[str, str]
    """By axis: ``game``, ``lamp``, ``print``, ``placing``, ``occlusion``."""


@dataclass(frozen=True)
class Lamp:
    """Ranges that a lamp is drawn from."""

    brightness: tuple[float, float]
    fall_off: tuple[float, float]
    cast: tuple[float, float, float]
    noise: tuple[float, float] = (0.5, 3.0)
    glare: bool = False


LAMPS = {
    "daylight": Lamp((0.75, 1.0), (0.05, 0.25), (1.04, 1.0, 0.97)),
    "bulb": Lamp((0.6, 0.95), (0.15, 0.45), (0.66, 0.9, 1.06)),
    "tube": Lamp((0.65, 1.0), (0.05, 0.3), (0.9, 1.04, 0.92)),
    "dim": Lamp((0.32, 0.5), (0.1, 0.4), (0.8, 0.95, 1.04), (3.0, 6.5)),
    "one side": Lamp((0.75, 1.0), (0.55, 0.9), (0.9, 0.98, 1.02)),
    "glare": Lamp((0.6, 0.95), (0.1, 0.3), (0.95, 1.0, 1.0), glare=True),
}


def wide_scene(rng: Generator, extras: Sequence[Extra] | None = None, board: Board | None = None) -> WideScene:
    """Draw one from a generator; the same generator state gives the same table. ``board`` (None): any of the kit's."""
    board = board or shipped_board(str(rng.choice(sorted(shipped_boards()))))
    camera = any_camera(rng, board)
    lamp = str(rng.choice(list(LAMPS)))
    careless = bool(rng.random() < 0.4)
    style = PRINTS[rng.choice(len(PRINTS), p=(0.4, 0.12, 0.12, 0.12, 0.12, 0.12))]
    pieces = 22 if rng.random() < 0.8 else int(rng.integers(0, 22))
    discs = placed_discs(rng, board, pieces, off_mm=(0.28 if careless else 0.05) * board.grid.width_mm)
    discs = tuple(replace(disc, print=style) for disc in discs)
    spec = SceneSpec(
        camera,
        board,
        discs=discs,
        ball=any_ball(rng, board, discs),
        dice=any_dice(rng, board, camera) if rng.random() < 0.7 else (),
        table=TABLES[rng.integers(len(TABLES))],
        grain=float(rng.uniform(0, 0.25)),
        light=any_light(rng, board, LAMPS[lamp]),
        sensor=Sensor(float(rng.uniform(0.3, 1.1)), float(rng.uniform(*LAMPS[lamp].noise)), int(rng.integers(60, 97))),
    )
    kinds = {
        "game": board.game,
        "lamp": lamp,
        "print": style,
        "placing": "careless" if careless else "on the spot",
        "occlusion": "none",
    }
    scene = WideScene(spec, kinds)
    for extra in EXTRAS if extras is None else extras:
        if rng.random() < extra.share:
            scene = extra.happens(rng, scene)
    return scene


def any_camera(rng: Generator, board: Board) -> BoardPose:
    """From all round, 35 to 90 degrees up, a space SPACE_PX wide where it looks."""
    columns = board.grid.field_size_mm[0] / board.grid.width_mm
    most = SPACE_PX[1] if rng.random() < 1 / 7 else min(SPACE_PX[1], MOST_WIDE_PX / columns)
    while True:
        try:
            return wide_view(rng, board, space_px=float(np.exp(rng.uniform(np.log(SPACE_PX[0]), np.log(most)))))
        except ValueError:
            continue  # no camera shows the whole field that large


def any_light(rng: Generator, board: Board, lamp: Lamp) -> Light:
    length, width = board.grid.field_size_mm
    cast = np.asarray(lamp.cast) * rng.normal(1.0, 0.025, 3)
    return Light(
        float(rng.uniform(*lamp.brightness)),
        float(rng.uniform(*lamp.fall_off)),
        float(rng.uniform(0, 360)),
        (float(cast[0]), float(cast[1]), float(cast[2])),
        float(rng.uniform(0.15, 0.65)),
        (float(rng.uniform(0, length)), float(rng.uniform(0, width))) if lamp.glare else None,
        float(rng.uniform(20, 60)),
    )


def placed_discs(rng: Generator, board: Board, pieces: int, off_mm: float) -> tuple[Disc, ...]:
    """Both teams on different spaces, off their middles by up to ``off_mm``; none overlaps another."""
    numbers = {team: rng.permutation(np.arange(1, 16)) for team in "BR"}
    apart = board.file.pieces.diameter_mm + GAP_MM
    discs: list[Disc] = []
    for space in rng.permutation(np.array(board.grid.field_spaces)):
        if len(discs) == pieces:
            break
        turn, off = rng.uniform(0, 2 * np.pi), off_mm * np.sqrt(rng.random())
        x, y = np.asarray(board.grid.centre_mm(str(space))) + off * np.array((np.cos(turn), np.sin(turn)))
        if any(np.hypot(x - disc.x_mm, y - disc.y_mm) < apart for disc in discs):
            continue
        team = "BR"[len(discs) % 2]
        piece = f"{team}{numbers[team][len(discs) // 2]}"
        discs.append(Disc(piece, float(x), float(y), float(rng.uniform(0, 360))))
    return tuple(discs)


def any_ball(rng: Generator, board: Board, discs: Sequence[Disc]) -> Ball | None:
    """Carried as the board file says, or free on a space of its own."""
    sizes, colour = board.file.ball, BALL_COLOURS[rng.integers(len(BALL_COLOURS))]
    form = str(rng.choice(sizes.carried))
    if not discs or rng.random() < 0.3:
        flat = form == "ring" and rng.random() < 0.6
        spot = _free_spot(rng, board, discs)
        return None if spot is None else Ball("ring" if flat else "ball", *spot, colour=colour)
    holder = discs[rng.integers(len(discs))]
    x, y = np.array((holder.x_mm, holder.y_mm)) + rng.normal(0, 0.4, 2)
    if form == "ring":
        return Ball("ring", float(x), float(y), holder.piece, colour)
    if form == "on_top":
        return Ball("ball", float(x), float(y), holder.piece, colour)
    reach = (board.file.pieces.diameter_mm + sizes.diameter_mm) / 2
    for angle in rng.uniform(0, 2 * np.pi, 12):
        x, y = np.array((holder.x_mm, holder.y_mm)) + (reach + GAP_MM) * np.array((np.cos(angle), np.sin(angle)))
        clear = all(np.hypot(x - disc.x_mm, y - disc.y_mm) > reach for disc in discs)
        if clear and _same_space(board, (x, y), holder):
            return Ball("ball", float(x), float(y), holder.piece, colour)
    return None


def _same_space(board: Board, at_mm: tuple[float, float], holder: Disc) -> bool:
    """Whether a ball beside a piece lies in that piece's space, as its players would lay it; a kicked one need not."""
    nearest = board.grid.nearest
    return is_kicked(board) or nearest(*at_mm).space == nearest(holder.x_mm, holder.y_mm).space


def _free_spot(rng: Generator, board: Board, discs: Sequence[Disc]) -> tuple[float, float] | None:
    for space in rng.permutation(np.array(board.grid.field_spaces))[:40]:
        x, y = np.asarray(board.grid.centre_mm(str(space))) + rng.normal(0, 1.0, 2)
        if all(np.hypot(x - disc.x_mm, y - disc.y_mm) > 1.4 * board.grid.width_mm for disc in discs):
            return float(x), float(y)
    return None


def any_dice(rng: Generator, board: Board, camera: BoardPose) -> tuple[Die, ...]:
    """One to three beside the field, in the tray or anywhere in the picture, none touching another."""
    dice: list[Die] = []
    for _ in range(int(rng.integers(1, 4))):
        for _ in range(30):
            x, y = beside_the_field(rng, board)
            apart = all(np.hypot(x - die.x_mm, y - die.y_mm) > 1.6 * die.size_mm for die in dice)
            if apart and in_picture(camera, np.array(((x, y),)), margin_px=25):
                team = "B" if rng.random() < 0.5 else "R"
                dice.append(Die(team, int(rng.integers(1, 7)), x, y, float(rng.uniform(0, 360))))
                break
    return tuple(dice)


def beside_the_field(rng: Generator, board: Board) -> tuple[float, float]:
    """A place for a die: in the tray, on the sheet's rim or on the table."""
    if board.file.sheet.dice_area_mm is not None and rng.random() < 0.6:
        west, north, east, south = board.file.sheet.dice_area_mm
        return float(rng.uniform(west + 10, east - 10)), float(rng.uniform(north + 9, south - 9))
    (origin_x, origin_y), (size_x, size_y) = board.file.sheet.field_origin_mm, board.file.sheet.size_mm
    while True:
        x, y = rng.uniform(-60, size_x + 60) - origin_x, rng.uniform(-60, size_y + 60) - origin_y
        # Past the field and whatever is printed next to it, either on the sheet's rim or on the table.
        if max(-x - origin_x, x + origin_x - size_x, -y - origin_y, y + origin_y - size_y) > 14:
            return float(x), float(y)


@dataclass(frozen=True)
class Extra:
    """Something that happens on some tables."""

    name: str
    share: float
    """Of the tables."""
    happens: Callable[[Generator, WideScene], WideScene]


def _with_hand(rng: Generator, scene: WideScene) -> WideScene:
    length, width = scene.spec.board.grid.field_size_mm
    hand = Hand(float(rng.uniform(0, length)), float(rng.uniform(0, width)), float(rng.uniform(0, 360)))
    return WideScene(replace(scene.spec, hand=hand), {**scene.kinds, "occlusion": "hand"})


def _with_cup(rng: Generator, scene: WideScene) -> WideScene:
    """A mug beside the sheet."""
    (origin_x, origin_y), (size_x, size_y) = (
        scene.spec.board.file.sheet.field_origin_mm,
        scene.spec.board.file.sheet.size_mm,
    )
    west = bool(rng.random() < 0.5)
    x = -origin_x - 50.0 if west else size_x - origin_x + 50.0
    cup = Cup(x, float(rng.uniform(0, size_y)) - origin_y)
    return WideScene(replace(scene.spec, cups=(cup,)), {**scene.kinds, "occlusion": "mug beside"})


EXTRAS = (
    Extra("hand", 0.1, _with_hand),
    Extra("mug", 0.08, _with_cup),
)
