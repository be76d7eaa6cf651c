"""The board in text cells: everything is there, everything is in its place, at both scales."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from engine.board import shipped_board
from engine.match import Position
from referee_tui.app.board_ground import (
    COMPACT,
    FALLING,
    LABEL_CELLS,
    OUTLINED,
    RISING,
    Scale,
    board_size,
    fitting_scale,
)
from referee_tui.app.board_view import BALL, Drawing, Marks, board_lines

if TYPE_CHECKING:
    from rich.style import Style

CONSOLE = Console()
BOARD = shipped_board("regista-a2")
SCALES = pytest.mark.parametrize("scale", [COMPACT, OUTLINED], ids=["compact", "outlined"])
PIECES = tuple(f"{team}{number}" for team in "BR" for number in range(1, 16))


def plain(position: Position, scale: Scale, marks: Marks | None = None) -> list[str]:
    return [line.plain for line in board_lines(position, BOARD, scale, marks or Marks())]


def cell_style(position: Position, text: str, marks: Marks | None = None) -> Style:
    """The style of the only place where ``text`` is drawn at the compact scale."""
    for line in board_lines(position, BOARD, COMPACT, marks or Marks()):
        at = line.plain.find(text)
        if at >= 0:
            return line.get_style_at_offset(CONSOLE, at)
    raise AssertionError(f"{text!r} is not on the board")


@SCALES
def test_every_line_is_as_wide_as_said(scale: Scale) -> None:
    columns, lines = board_size(BOARD, scale)
    drawn = plain(Position(pieces={}), scale)
    assert len(drawn) == lines
    assert {len(line) for line in drawn} == {columns}


def test_the_compact_board_fits_an_80x24_terminal_with_room_for_seven_lines() -> None:
    columns, lines = board_size(BOARD, COMPACT)
    assert columns <= 80
    assert lines <= 24 - 7


@pytest.mark.parametrize(
    ("columns", "lines", "expected"),
    [(80, 24, COMPACT), (200, 20, COMPACT), (90, 60, COMPACT), (120, 40, OUTLINED)],
)
def test_the_larger_scale_is_taken_where_it_fits(columns: int, lines: int, expected: Scale) -> None:
    assert fitting_scale(BOARD, columns, lines) == expected


@SCALES
@settings(deadline=None, max_examples=30)
@given(data=st.data())
def test_every_piece_is_drawn_once_in_its_row_and_west_to_east(scale: Scale, data: st.DataObject) -> None:
    ids = data.draw(st.lists(st.sampled_from(PIECES), unique=True, max_size=22))
    spaces = data.draw(st.permutations(BOARD.grid.spaces).map(lambda all_: all_[: len(ids)]))
    pieces = dict(zip(ids, spaces, strict=True))
    drawn = plain(Position(pieces=pieces), scale)[1:]
    for row, letter in enumerate(BOARD.grid.rows):
        line = drawn[row * scale.height + (1 if scale.edges else 0)]
        assert line[0] == letter
        here = sorted((BOARD.grid.centre_mm(s).x_mm, piece) for piece, s in pieces.items() if s[0] == letter)
        words = [word for word in re.sub("[│▲▼]", " ", line[LABEL_CELLS:]).replace("B", " B").replace("R", " R").split()
                 if word[0] in "BR"]  # fmt: skip
        assert words == [piece for _, piece in here]


@SCALES
def test_rows_are_staggered_by_half_a_space(scale: Scale) -> None:
    lines = plain(Position(pieces={"B1": "C5", "R1": "D5"}), scale)
    long_row = next(line for line in lines if line.startswith("C")).index("B1")
    short_row = next(line for line in lines if line.startswith("D")).index("R1")
    assert short_row - long_row in {scale.width // 2, (scale.width + 1) // 2}


def test_hexagons_have_six_sides() -> None:
    lines = plain(Position(pieces={"B7": "H11"}), OUTLINED)
    row = next(index for index, line in enumerate(lines) if line.startswith("H"))
    middle = lines[row].index("B7")
    assert lines[row][middle - 2] == lines[row][middle + 2] == "│"
    assert (lines[row - 1][middle - 1], lines[row - 1][middle + 1]) == (RISING, FALLING)
    assert (lines[row + 1][middle - 1], lines[row + 1][middle + 1]) == (FALLING, RISING)


SQUARES = shipped_board("very-much-b3")


@SCALES
def test_a_board_of_squares_stands_in_straight_columns(scale: Scale) -> None:
    pieces = {"B1": "A1", "B2": "O1", "R1": "A22", "R2": "O22", "B3": "H0", "R3": "H23"}
    columns, lines = board_size(SQUARES, scale)
    drawn = [line.plain for line in board_lines(Position(pieces=pieces), SQUARES, scale)]
    assert (len(drawn), {len(line) for line in drawn}) == (lines, {columns})
    assert columns <= (80 if scale == COMPACT else 100)
    at = {piece: next(line.index(piece) for line in drawn if piece in line) for piece in pieces}
    assert at["B1"] == at["B2"]
    assert at["R1"] == at["R2"]
    assert at["B1"] - at["B3"] == at["R3"] - at["R1"] == scale.width
    text = "\n".join(drawn)
    assert (text.count("#"), text.count("+")) == (4, 2)


def test_squares_have_four_sides() -> None:
    assert fitting_scale(SQUARES, 120, 40) == OUTLINED
    lines = [line.plain for line in board_lines(Position(pieces={"B7": "H11"}), SQUARES, OUTLINED)]
    row = next(index for index, line in enumerate(lines) if line.startswith("H"))
    middle = lines[row].index("B7")
    assert lines[row][middle - 2] == lines[row][middle + 2] == "│"
    for beside in (row - 1, row + 1):
        assert lines[beside][middle - 2 : middle + 3] == "┼───┼"


@pytest.mark.parametrize(
    ("pieces", "ball", "expected"),
    [
        ({"B7": "H11"}, "H11", f"B7{BALL}"),
        ({"B7": "H11"}, "G3", f" {BALL} "),
        ({"R2": "A1"}, "A1", f"R2{BALL}"),
    ],
)
def test_the_ball_is_a_sign_of_its_own(pieces: dict[str, str], ball: str, expected: str) -> None:
    text = "\n".join(plain(Position(pieces=pieces, ball=ball), COMPACT))
    assert expected in text
    assert text.count(BALL) == 1


def test_a_holder_with_two_digits_keeps_its_number_and_is_underlined() -> None:
    position = Position(pieces={"R10": "H11", "B10": "C5"}, ball="H11")
    assert cell_style(position, "R10").underline
    assert not cell_style(position, "B10").underline


def test_what_is_wanted_and_what_is_doubtful_is_marked() -> None:
    marks = Marks(trail=("C5", "C6"), wanted={"R10": "K15"}, doubtful=frozenset({"E3"}))
    text = "\n".join(plain(Position(pieces={}), COMPACT, marks))
    assert "R10" in text
    assert text.count("∘") == 2
    assert text.count("?") == 1


@SCALES
def test_goals_corners_and_centre_are_hinted(scale: Scale) -> None:
    text = "\n".join(plain(Position(pieces={}), scale))
    assert text.count("#") == sum(len(spaces) for spaces in BOARD.goals.values())
    assert text.count("◦") == 4
    assert text.count("+") == 1


@SCALES
def test_every_cell_of_a_row_carries_a_style(scale: Scale) -> None:
    # A terminal without colour gets its look from styles; a bare cell would take the terminal's own background.
    for line in board_lines(Position(pieces={"B1": "H2"}, ball="H2"), BOARD, scale)[1:]:
        covered = {offset for span in line.spans if span.style for offset in range(span.start, span.end)}
        assert covered == set(range(len(line.plain)))


HALVES = shipped_board("soccer-chess")


def test_a_board_of_halves_has_its_letters_above_and_each_half_s_columns_beside_it() -> None:
    drawn = [line.plain for line in board_lines(Position(pieces={"B9": "WK14", "R10": "EK14"}, ball="WK14"), HALVES)]
    assert drawn[0].split() == [*"ABCDEFGHIJKLMNOPRSTU", *"UTSRPONMLKJIHGFEDCBA"]
    assert [line[:2].strip() for line in drawn[1:]] == [str(column) for column in range(1, 31)]
    # Each half's columns count from its own player's left.
    assert [line[-3:].strip() for line in drawn[1:]] == [str(column) for column in range(30, 0, -1)]
    west, east = drawn[14], drawn[17]
    assert (west[:2].strip(), east[-2:].strip()) == ("14", "14")
    assert west.index(f"B9{BALL}") == LABEL_CELLS + 3 * 10
    assert east.index("R10") == LABEL_CELLS + 3 * 29


@settings(deadline=None, max_examples=60)
@given(space=st.sampled_from(HALVES.grid.field_spaces), columns=st.integers(20, 140), lines=st.integers(5, 40))
def test_a_window_on_a_large_board_has_the_ball_in_sight(space: str, columns: int, lines: int) -> None:
    drawn = Drawing(HALVES).window(Position(pieces={"B9": space}, ball=space), columns, lines)
    wide, tall = board_size(HALVES, COMPACT)
    # Of a board that is cut the last line says what lies beyond.
    assert len(drawn) == min(lines, tall if columns >= wide else tall + 1)
    assert {line.cell_len for line in drawn} == {min(LABEL_CELLS + 3 + (columns - LABEL_CELLS - 3) // 3 * 3, wide)}
    assert sum(f"B9{BALL}" in line.plain for line in drawn) == 1
    row = next(line.plain for line in drawn if f"B9{BALL}" in line.plain)
    assert drawn[0].plain[row.index(f"B9{BALL}") + 1] == space[1]


@SCALES
def test_figures_on_the_squares_round_a_field_are_drawn_in_rows_and_columns_of_their_own(scale: Scale) -> None:
    board = shipped_board("soccer-fun-a3")
    standing = {"B6": "Z3", "B7": "A3", "R8": "P17", "R9": "O17", "R6": "B0", "B11": "D24"}
    lines = [line.plain for line in board_lines(Position(pieces=standing, ball="Z3"), board, scale)]
    assert {len(line) for line in lines} == {board_size(board, scale)[0]}
    rows = {line[0]: line for line in lines[1:] if line[0] != " "}
    assert "".join(rows) == "ZABCDEFGHIJKLMNOP"
    for piece, space in standing.items():
        assert [row for row, line in rows.items() if piece in line] == [space[0]]
    assert rows["Z"].index("B6") == rows["A"].index("B7") - 1
    assert f"B6{BALL}" in rows["Z"]


FUN = shipped_board("soccer-fun-a3")
CORNERS = {"B2": "Z0", "B3": "Z24", "R4": "P0", "R5": "P20", "R6": "P24", "B6": "A1", "R8": "O23", "B1": "K0"}


def test_a_board_with_a_ring_is_whole_with_seventeen_lines() -> None:
    drawn = [line.plain for line in Drawing(FUN).window(Position(pieces=CORNERS, ball="Z12"), 80, 17)]
    assert "".join(line[0] for line in drawn) == "ZABCDEFGHIJKLMNOP"
    for piece, space in CORNERS.items():
        assert [line[0] for line in drawn if piece in line] == [space[0]]
    # The columns' numbers stand where nothing lies on the ring.
    assert {"3", "5", "11", "21"} <= set(drawn[0].split())
    assert BALL in drawn[0]


def test_a_window_says_by_arrows_what_lies_beyond_it() -> None:
    pieces = {"B2": "WA1", "B9": "WA30", "R10": "EU15", "R4": "EA3", "B5": "WU1", "R6": "WU30"}
    drawn = Drawing(HALVES).window(Position(pieces=pieces, ball="WA30"), 80, 16, Marks(trail=("EU14", "EU15")))
    assert drawn[-1].plain.rstrip() == f"◀ B2 B9 {BALL}  ▲ B5  ▼ R6  ▶ R4"
    assert sum("R10" in line.plain for line in drawn) == 1


@pytest.mark.parametrize(("space", "west", "east"), [("WA30", "30", ""), ("EA30", "", "30"), ("WU12", "12", "19")])
def test_a_window_numbers_the_columns_of_the_halves_that_it_shows(space: str, west: str, east: str) -> None:
    drawn = [line.plain for line in Drawing(HALVES).window(Position(pieces={"B9": space}, ball=space), 50, 16)]
    row = next(line for line in drawn if f"B9{BALL}" in line)
    assert (row[:2].strip(), row[-2:].strip()) == (west, east)
