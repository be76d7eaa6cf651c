"""Tables with a ball in any place it may come to, in any colour, among things that look a little like one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from tests.scenes.chance import random_scene
from tests.scenes.spec import Ball, Spot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.random import Generator

    from engine.board import Board
    from tests.scenes.spec import Colour, Disc, SceneSpec

COLOURS: Mapping[str, Colour] = {
    "white": (235, 238, 240),
    "orange": (26, 122, 238),
    "yellow": (40, 205, 240),
    "black": (34, 32, 32),
    "pink": (170, 90, 235),
}
Where: TypeAlias = Literal["none", "open", "line", "mark", "goal", "margin", "flat", "ring", "on_top", "beside"]
"""``flat``: the token alone; ``mark``: a printed spot; ``margin``: the paper round the field."""


@dataclass(frozen=True)
class BallTable:
    """A table, and where its ball is."""

    spec: SceneSpec
    where: Where
    colour: str
    space: str | None
    """None off the field, or if there is no ball."""
    holder: str | None


def places(board: Board) -> tuple[Where, ...]:
    """Where balls come to lie on a board."""
    carried = board.file.ball.carried
    found: list[Where] = ["none"]
    if "ring" in carried:
        found += ["flat", "ring"]
    if {"on_top", "beside"} & set(carried):
        found += ["open", "line", "mark", "goal", "margin"]
    found += [way for way in ("on_top", "beside") if way in carried]
    return tuple(found)


def ball_table(rng: Generator, board: Board, where: Where, colour: str, *, pieces: int = 10) -> BallTable:
    """A random table (see ``random_scene``) with a ball of a colour in a place, and some reflections."""
    spec = random_scene(rng, board, pieces=pieces)
    ball = _ball(rng, spec, where, colour)
    discs = tuple(d for d in spec.discs if ball is None or _apart(board, d, ball))
    holder = ball.on_piece if ball is not None else None
    space = None
    if ball is not None:
        lying = next((d for d in discs if d.piece == holder), ball) if where in ("ring", "on_top") else ball
        nearest = board.grid.nearest(lying.x_mm, lying.y_mm)
        space = nearest.space if nearest.distance_mm < 0.62 * board.grid.width_mm else None
    spots = tuple(_spot(rng, spec, ball) for _ in range(rng.integers(0, 4)))
    spec = replace(spec, discs=discs, ball=ball, light=replace(spec.light, spots=spots))
    return BallTable(spec, where, colour, space, holder)


def _apart(board: Board, disc: Disc, ball: Ball) -> bool:
    least = (board.file.pieces.diameter_mm + board.file.ball.diameter_mm) / 2
    if ball.form == "ring":
        least = (board.file.pieces.diameter_mm + board.file.ball.ring_diameter_mm) / 2
    return disc.piece == ball.on_piece or bool(np.hypot(disc.x_mm - ball.x_mm, disc.y_mm - ball.y_mm) > least)


def _ball(rng: Generator, spec: SceneSpec, where: Where, colour: str) -> Ball | None:
    board, tint = spec.board, COLOURS[colour]
    if where == "none":
        return None
    gloss = float(rng.choice((0.0, 0.0, 0.6)))
    if where in ("ring", "on_top", "beside"):
        holder = spec.discs[rng.integers(len(spec.discs))]
        x, y = np.array((holder.x_mm, holder.y_mm)) + rng.normal(0, 0.5, 2)
        if where == "ring":
            return Ball("ring", float(x), float(y), holder.piece, tint)
        if where == "beside":
            gap = (board.file.pieces.diameter_mm + board.file.ball.diameter_mm) / 2 + float(rng.uniform(0.2, 1.5))
            angle = rng.uniform(0, 2 * np.pi)
            x, y = np.array((holder.x_mm, holder.y_mm)) + gap * np.array((np.cos(angle), np.sin(angle)))
        return Ball("ball", float(x), float(y), holder.piece, tint, gloss)
    x, y = _spot_mm(rng, board, where)
    return Ball("ring" if where == "flat" else "ball", x, y, None, tint, gloss)


def _spot_mm(rng: Generator, board: Board, where: Where) -> tuple[float, float]:
    length, width = board.grid.field_size_mm
    radius = board.file.ball.diameter_mm / 2
    middle = board.grid.centre_mm
    if where == "line":
        choice = rng.integers(3)
        x, y = float(rng.uniform(radius, length - radius)), float(rng.choice((0.0, width)))
        if choice:
            x, y = float(rng.choice((0.0, length / 2, length))), float(rng.uniform(radius, width - radius))
        # Mostly inside, so that the space is beyond doubt.
        return x, y + (2.0 if y == 0 else -2.0 if y == width else 0.0)
    if where == "mark":
        file = board.file
        spots = [s for table in (file.penalty_spots, file.corner_spots) if table for s in (*table.left, *table.right)]
        spots += [file.centre_mark] if file.centre_mark else []
        if spots:
            x, y = np.asarray(middle(str(rng.choice(spots)))) + rng.normal(0, 1.0, 2)
            return float(x), float(y)
    goals = [space for spaces in board.goals.values() for space in spaces]
    mouth = board.file.goals.mouth_mm
    if where == "goal" and goals:
        x, y = np.asarray(middle(str(rng.choice(goals)))) + rng.normal(0, 1.5, 2)
        return float(x), float(y)
    if where == "goal" and mouth is not None:
        return float(rng.choice((-14.0, length + 14.0))), float(rng.uniform(*mouth))
    if where in ("margin", "goal"):
        _, origin_y = board.file.sheet.field_origin_mm
        along = float(rng.uniform(0, length))
        return along, float(
            rng.choice((-rng.uniform(12, origin_y - 12), width + rng.uniform(12, min(origin_y, 40) - 8)))
        )
    x, y = np.asarray(middle(str(rng.choice(board.grid.field_spaces)))) + rng.normal(0, 2.0, 2)
    return float(x), float(y)


def _spot(rng: Generator, spec: SceneSpec, ball: Ball | None) -> Spot:
    length, width = spec.board.grid.field_size_mm
    while True:
        on_disc = spec.discs and rng.random() < 0.5
        disc = spec.discs[rng.integers(len(spec.discs))] if on_disc else None
        x = disc.x_mm + rng.normal(0, 3) if disc else rng.uniform(0, length)
        y = disc.y_mm + rng.normal(0, 3) if disc else rng.uniform(0, width)
        if ball is None or np.hypot(x - ball.x_mm, y - ball.y_mm) > 30.0:
            break
    return Spot(
        float(x),
        float(y),
        float(rng.uniform(1.5, 7.0)),
        float(rng.choice((1.0, 1.0, 2.5))),
        float(rng.uniform(0, 180)),
        float(rng.uniform(0.3, 1.0)),
    )
