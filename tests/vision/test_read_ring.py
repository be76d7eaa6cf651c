"""A board with a ring of squares round its field: figures and balls on it, dice beside it, and which is which."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

from calibration.kit.sheet import draw_unlettered
from engine.board import shipped_board
from engine.match import TEAMS
from tests.scenes import Ball, Die, Disc, SceneSpec, draw_scene, make_camera
from tests.scenes.chance import random_scene
from vision.numbers import NumberReader
from vision.read import read_table

if TYPE_CHECKING:
    from engine.observation import Observation

BOARD = shipped_board("soccer-fun-a3")
LENGTH_MM, WIDTH_MM = BOARD.grid.field_size_mm
ORANGE, WHITE = (40, 120, 235), (235, 238, 240)

ON_THE_RING = {"B6": "Z3", "B10": "P17", "B9": "D24", "R6": "B0", "R11": "Z20", "R10": "P0"}
"""Numbers whose faces look like pips from afar among them."""
ON_THE_FIELD = {"B1": "H1", "B8": "A7", "R1": "H23", "R9": "O12"}

DICE = tuple(
    Die(team, 1 + (k + n) % 6, 30.0 + 45.0 * k + 150.0 * n, 272.0 + 5.0 * (k % 2), 25.0 * k)
    for n, team in enumerate(TEAMS)
    for k in range(3)
)


@cache
def reader() -> NumberReader:
    return NumberReader()


def seen(ball: tuple[str, tuple[int, int, int], str | None], azimuth_deg: float) -> Observation:
    """The table from one side, with the ball on a square, of a colour, perhaps on a figure."""
    square, colour, holder = ball
    camera = make_camera(
        elevation_deg=66,
        azimuth_deg=azimuth_deg,
        distance_mm=1.55 * LENGTH_MM,
        target_mm=(LENGTH_MM / 2, WIDTH_MM / 2 + 30),
    )
    middle = BOARD.grid.centre_mm
    discs = tuple(
        Disc(piece, middle(space).x_mm + 0.7, middle(space).y_mm - 0.5, 40.0 * k)
        for k, (piece, space) in enumerate({**ON_THE_RING, **ON_THE_FIELD}.items())
    )
    under = next((disc for disc in discs if disc.piece == holder), None)
    x_mm, y_mm = middle(square) if under is None else (under.x_mm, under.y_mm)
    spec = SceneSpec(camera, BOARD, discs=discs, ball=Ball("ball", x_mm, y_mm, holder, colour), dice=DICE)
    return read_table(draw_scene(spec, np.random.default_rng(3)).image, camera, BOARD, reader())


BALLS = [
    (("G24", WHITE, None), 0.0),
    (("I0", ORANGE, None), 8.0),
    (("P17", ORANGE, "B10"), 0.0),
]


@pytest.mark.parametrize(("ball", "azimuth_deg"), BALLS)
def test_figures_dice_and_the_ball_round_the_field_are_told_apart(
    ball: tuple[str, tuple[int, int, int], str | None], azimuth_deg: float
) -> None:
    look = seen(ball, azimuth_deg)
    square, _, holder = ball
    where = {piece.space: piece for piece in look.pieces}
    assert {space: piece.team for space, piece in where.items()} == {
        space: piece[0] for piece, space in {**ON_THE_RING, **ON_THE_FIELD}.items()
    }
    named = {piece.piece for piece in look.pieces if piece.number is not None}
    assert named == {*ON_THE_RING, *ON_THE_FIELD} - {holder}
    assert sorted((die.team or "", die.value) for die in look.dice) == sorted((die.team, die.value) for die in DICE)
    assert look.ball is not None
    assert (look.ball.space, look.ball.on_piece is not None) == (square, holder is not None)


@pytest.mark.parametrize("lettered", [True, False], ids=["as it is printed", "printed without words"])
@pytest.mark.parametrize("seed", [4, 24])
def test_neither_words_beside_the_field_nor_bare_paper_in_their_place_are_a_ball(seed: int, *, lettered: bool) -> None:
    """Sheets of former kits have no words there, and players keep them."""
    any_table = random_scene(np.random.default_rng(seed), BOARD, pieces=4)
    printed = None if lettered else draw_unlettered(BOARD)[0]
    spec = replace(any_table, ball=None, sheet_picture=printed)
    look = read_table(draw_scene(spec, np.random.default_rng(seed)).image, spec.camera, BOARD, reader())
    assert (look.ball, [doubt for doubt in look.unsure if doubt.what == "ball"]) == (None, [])
