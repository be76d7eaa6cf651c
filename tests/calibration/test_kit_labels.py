"""What the printed field's rows and columns are called at its edges."""

from __future__ import annotations

from typing import Any

import pytest

from calibration.kit.labels import paint_labels
from calibration.kit.sheet import quiet_zones_mm, sheet_drawing
from calibration.kit.tones import TEAM_WORDS
from engine.board import Board, shipped_board, shipped_boards

BOARDS = ["regista-a2", "very-much-b3", "soccer-fun-a3"]
"""Boards whose rows run from goal to goal."""
HEIGHT_MM = 2.9
"""No letter is larger."""


class Written:
    """Takes down what is written, and where."""

    def __init__(self, board: Board) -> None:
        self.texts: dict[str, list[tuple[float, float]]] = {}
        paint_labels(self, board)  # type: ignore[arg-type]  # of a surface only what labels use

    def text(self, words: str, at: tuple[float, float], *_: Any, **__: Any) -> None:  # noqa: ANN401 - of no account
        self.texts.setdefault(words, []).append(at)


@pytest.mark.parametrize("name", BOARDS)
def test_every_row_and_column_is_named_at_both_its_ends(name: str) -> None:
    board = shipped_board(name)
    length, width = board.grid.field_size_mm
    texts = Written(board).texts
    for row in board.grid.rows:
        west, east = sorted(texts[row])
        assert west[0] < 0 < length < east[0], row
        assert west[1] == east[1] == pytest.approx(board.grid.centre_mm(f"{row}2").y_mm), row
    for column in range(1, board.grid.columns(board.grid.rows[0]) + 1):
        north, south = sorted(texts[str(column)], key=lambda at: at[1])
        assert north[1] < 0 < width < south[1], column
        assert north[0] == south[0] == pytest.approx(board.grid.centre_mm(f"A{column}").x_mm), column


@pytest.mark.parametrize("name", ["regista-a2", "very-much-b3"])
def test_a_letter_stands_beside_its_goal_and_on_the_sheet(name: str) -> None:
    board = shipped_board(name)
    x_mm, _ = board.file.sheet.field_origin_mm
    edge = board.file.sheet.size_mm[0] - x_mm
    goals = [board.grid.centre_mm(space).x_mm for spaces in board.goals.values() for space in spaces]
    half = board.grid.width_mm / 2
    for space in board.goals["left"]:
        west, east = sorted(at for at, _ in Written(board).texts[space[0]])
        assert -x_mm < west - HEIGHT_MM < west + HEIGHT_MM < min(goals) - half
        assert max(goals) + half < east - HEIGHT_MM < east + HEIGHT_MM < edge


@pytest.mark.parametrize("name", shipped_boards())
def test_each_side_is_named_below_its_half_clear_of_the_markers(name: str) -> None:
    board = shipped_board(name)
    length, width = board.grid.field_size_mm
    _, y_mm = board.file.sheet.field_origin_mm
    assert board.file.markers is not None
    shapes = sheet_drawing(board).shapes
    for (_, colour), half in zip(TEAM_WORDS, ((0, length / 2), (length / 2, length)), strict=True):
        letters = [shape.box_mm for shape in shapes if shape.colour == colour and shape.box_mm[1] > width]
        assert letters
        for west, north, east, south in letters:
            assert half[0] < west < east < half[1]
            assert south < board.file.sheet.size_mm[1] - y_mm
            assert not any(
                west < zone[2] and east > zone[0] and north < zone[3] and south > zone[1]
                for zone in quiet_zones_mm(board.file.markers)
            )
