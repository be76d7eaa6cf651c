"""A die on the field is asked about; the pieces round it are claimed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.board import shipped_board
from tests.scenes import Die, Disc, SceneSpec, draw_scene, make_camera
from vision.numbers import NumberReader
from vision.read import read_table

if TYPE_CHECKING:
    from engine.match import PieceId
    from engine.observation import Observation

BOARD = shipped_board("regista-a2")
SPACES = {"B11": "D5", "R11": "J16", "B6": "M6", "R14": "C18"}
ON_FIELD = "H10"


def read(expected: dict[PieceId, str] | None, *dice: Die) -> Observation:
    camera = make_camera((1920, 1080), elevation_deg=62.0, azimuth_deg=10.0)
    discs = tuple(Disc(piece, *BOARD.grid.centre_mm(space), 25.0) for piece, space in (expected or SPACES).items())
    spec = SceneSpec(camera, BOARD, discs=discs, dice=dice)
    picture = draw_scene(spec, np.random.default_rng(3)).image
    return read_table(picture, camera, BOARD, NumberReader(), expected=expected)


def claimed(seen: Observation) -> dict[str, str | None]:
    doubted = {doubt.space for doubt in seen.unsure}
    return {piece.piece: piece.space for piece in seen.pieces if piece.space not in doubted}


@pytest.mark.parametrize("value", [1, 3, 6])
@pytest.mark.parametrize("turn_deg", [0.0, 35.0])
def test_a_die_on_the_field_is_no_piece_without_a_word(value: int, turn_deg: float) -> None:
    said = claimed(read(None, Die("R", value, *BOARD.grid.centre_mm(ON_FIELD), turn_deg)))
    # Two rows of three pips look much like an 11: then the 11 that is there may be asked about too.
    asked_about = {"R11"} if value == 6 else set()
    assert said == {piece: SPACES[piece] for piece in SPACES if piece in said or piece not in asked_about}


def test_nor_in_a_match_is_it_the_piece_of_its_number_that_was_not_on_the_field() -> None:
    others = {piece: space for piece, space in SPACES.items() if piece != "R11"}
    assert claimed(read(others, Die("R", 6, *BOARD.grid.centre_mm(ON_FIELD), 0.0))) == others


def test_a_die_with_a_numeral_is_no_piece_without_a_word() -> None:
    x_mm, y_mm = BOARD.grid.centre_mm(ON_FIELD)
    assert claimed(read(None, Die("R", 1, x_mm, y_mm, 20.0, 15.5, numerals=True))) == SPACES


def test_in_a_match_pieces_are_known_by_where_they_stood() -> None:
    assert claimed(read({**SPACES})) == SPACES
