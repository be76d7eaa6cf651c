"""Board files whose squares are named in halves."""

from __future__ import annotations

import pytest

from engine.board import BoardError, parse_board

TEXT = """format = 1
name = "mine"
game = "soccer-chess"
[grid]
kind = "square"
naming = "halves"
rows = "ABCDE"
columns = 6
width_mm = 20.0
[goals]
mouth_mm = [40.0, 80.0]
[penalty_spots]
left = ["WB3"]
right = ["EB3"]
[areas.goal_left]
goal_line = "left"
columns = [2, 5]
depth = 2.0
[areas.goal_right]
goal_line = "right"
columns = [2, 5]
depth = 2.0
[sheet]
size_mm = [300.0, 200.0]
field_origin_mm = [50.0, 40.0]
line_mm = 2.0
"""


def test_areas_by_columns_lie_before_their_goal_line() -> None:
    board = parse_board(TEXT, "b.toml")
    names = [f"{line}{column}" for line in "AB" for column in (2, 3, 4, 5)]
    assert board.areas["goal_left"] == {f"W{name}" for name in names}
    assert board.areas["goal_right"] == {f"E{name}" for name in names}
    assert board.penalty_spots == {"left": ("WB3",), "right": ("EB3",)}
    assert board.file.goals.mouth_mm == (40.0, 80.0)
    assert board.grid.field_size_mm == (200.0, 120.0)


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ('kind = "square"', 'kind = "hex"', "grid.naming", "only squares"),
        ('naming = "halves"', 'naming = "thirds"', "grid.naming", "there is halves, rows"),
        ('rows = "ABCDE"', 'rows = "AABCD"', "grid.rows", "from the goal line"),
        ("columns = 6", "columns = 501", "grid.columns", "between 2 and 500"),
        ("mouth_mm = [40.0, 80.0]", "mouth_mm = [80.0, 40.0]", "goals.mouth_mm", "north first"),
        ("mouth_mm = [40.0, 80.0]", "mouth_mm = [40.0, 180.0]", "goals.mouth_mm", "not a part of the goal line"),
        ("mouth_mm = [40.0, 80.0]", "mouth_mm = [nan, 80.0]", "goals.mouth_mm[0]", "not within"),
        ("mouth_mm = [40.0, 80.0]", "", "goals", "needs left and right, or mouth_mm"),
        ("mouth_mm = [40.0, 80.0]", 'left = ["WA3"]', "goals", "give mouth_mm instead"),
        ('left = ["WB3"]', 'left = ["B3"]', "penalty_spots.left", "not a space"),
        ("columns = [2, 5]", "columns = [5, 2]", "areas.goal_left.columns", "not columns"),
        ("columns = [2, 5]", "columns = [2, 7]", "areas.goal_left.columns", "not columns"),
        ("columns = [2, 5]", 'rows = "AB"', "areas.goal_left.rows", "give columns"),
        ("depth = 2.0", "depth = 0", "areas.goal_left.depth", "space widths"),
        ("line_mm = 2.0", "line_mm = -2.0", "sheet.line_mm", "not a length"),
    ],
)
def test_what_is_wrong_with_a_board_of_halves_is_named(old: str, new: str, key: str, words: str) -> None:
    with pytest.raises(BoardError) as caught:
        parse_board(TEXT.replace(old, new, 1), "b.toml")
    assert f" {key}: " in str(caught.value)
    assert words in str(caught.value)


def test_rows_and_columns_are_not_both_an_area() -> None:
    text = TEXT.replace("columns = [2, 5]", 'columns = [2, 5]\nrows = "AB"', 1)
    with pytest.raises(BoardError, match="needs goal_line"):
        parse_board(text, "b.toml")
