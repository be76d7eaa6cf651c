"""The ball in any place and colour on drawn tables, and what only looks like one."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.board import shipped_board
from tests.scenes import Ball, Disc, Light, SceneSpec, Sensor, Spot, draw_scene, make_camera
from tests.scenes.balls import COLOURS
from vision.ball_maps import BALL_COLOURS
from vision.known_colours import NOTHING_KNOWN, KnownColours
from vision.numbers import NumberReader
from vision.read import read_table

if TYPE_CHECKING:
    from engine.observation import Observation

REGISTA, CHESS = shipped_board("regista-a2"), shipped_board("soccer-chess")
DISCS = (
    ("B2", 0.18, 0.2),
    ("B7", 0.37, 0.52),
    ("B9", 0.4, 0.8),
    ("R3", 0.7, 0.7),
    ("R8", 0.82, 0.3),
    ("R5", 0.63, 0.4),
)
"""Where they stand, in shares of the field."""


@cache
def reader() -> NumberReader:
    return NumberReader()


def table(ball: Ball | None, *spots: Spot, board_name: str = "regista-a2", seed: int = 2) -> SceneSpec:
    """Six discs under one lamp, with a ball and reflections."""
    board = REGISTA if board_name == "regista-a2" else CHESS
    length, width = board.grid.field_size_mm
    rng = np.random.default_rng(seed)
    camera = make_camera(
        (1280, 720) if board is REGISTA else (1920, 1080),
        elevation_deg=float(rng.uniform(55, 75)),
        distance_mm=1.45 * length,
        target_mm=(length / 2, width / 2),
    )
    discs = tuple(Disc(piece, length * x, width * y, 50.0 * k) for k, (piece, x, y) in enumerate(DISCS))
    return SceneSpec(
        camera, board, discs=discs, ball=ball, light=Light(0.85, 0.2, 40.0, spots=spots), sensor=Sensor(0.5, 2.0, 90)
    )


def read(spec: SceneSpec, known: KnownColours = NOTHING_KNOWN) -> Observation:
    picture = draw_scene(spec, np.random.default_rng(1)).image
    return read_table(picture, spec.camera, spec.board, reader(), known=known)


PLACES = [
    pytest.param("soccer-chess", 300.0, 628.0, "white", id="white on the white margin"),
    pytest.param("soccer-chess", 400.0, 212.0, "white", id="white on the halfway line"),
    pytest.param("soccer-chess", 140.0, 295.0, "orange", id="orange near the penalty spot"),
    pytest.param("regista-a2", 120.0, 326.0, "orange", id="orange beside the field"),
    pytest.param("regista-a2", 253.0, 4.0, "orange", id="orange on the touch line"),
    pytest.param("regista-a2", 253.0, 152.0, "white", id="white on the centre spot"),
]


@pytest.mark.parametrize(("board_name", "x_mm", "y_mm", "colour"), PLACES)
def test_a_small_ball_is_found_wherever_it_lies(board_name: str, x_mm: float, y_mm: float, colour: str) -> None:
    look = read(table(Ball("ball", x_mm, y_mm, colour=COLOURS[colour]), board_name=board_name))
    assert look.ball is not None
    assert np.hypot(look.ball.x_mm - x_mm, look.ball.y_mm - y_mm) < 1.5
    assert look.ball.on_piece is None


@pytest.mark.parametrize("radius_mm", [2.5, 4.7, 6.5])
@pytest.mark.parametrize("strength", [0.5, 1.0])
def test_a_reflection_is_no_ball(radius_mm: float, strength: float) -> None:
    bare = read(table(None, Spot(180.0, 120.0, radius_mm, strength=strength)))
    assert bare.ball is None or bare.ball.confidence < 0.9
    lying = read(table(Ball("ball", 330.0, 200.0), Spot(180.0, 120.0, radius_mm, strength=strength)))
    assert lying.ball is not None
    assert np.hypot(lying.ball.x_mm - 330.0, lying.ball.y_mm - 200.0) < 1.5


def test_nothing_on_the_table_is_no_ball() -> None:
    look = read(table(None))
    assert look.ball is None
    assert not [doubt for doubt in look.unsure if doubt.what == "ball"]


@pytest.mark.parametrize("colour", ["black", "yellow", "pink"])
def test_a_ball_of_a_given_colour_is_found(colour: str) -> None:
    known = replace(NOTHING_KNOWN, balls={colour: BALL_COLOURS[colour]})
    look = read(table(Ball("ball", 330.0, 200.0, colour=COLOURS[colour])), known)
    assert look.ball is not None
    assert np.hypot(look.ball.x_mm - 330.0, look.ball.y_mm - 200.0) < 1.5


def test_two_balls_are_said() -> None:
    first, second = Ball("ball", 330.0, 200.0), Ball("ball", 150.0, 90.0, colour=COLOURS["orange"])
    look = read(replace(table(first), more_balls=(second,)))
    assert look.ball is not None
    assert ["two balls" in doubt.why for doubt in look.unsure if doubt.what == "ball"] == [True]
