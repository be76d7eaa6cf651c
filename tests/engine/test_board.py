"""Board files: the kit's board as the rules describe it, and broken files with where they are broken."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

from engine.board import BoardError, load_board, marker_corners_mm, parse_board, shipped_board, shipped_boards

TEXT = (resources.files("engine") / "boards" / "regista-a2.toml").read_text(encoding="utf-8")
BOARD = shipped_board("regista-a2")


def test_areas_of_the_kit_board() -> None:
    assert BOARD.areas["goal_left"] == {"F1", "G1", "G2", "H1", "I1", "I2", "J1"}
    assert BOARD.areas["goal_right"] == {"F21", "G22", "G21", "H21", "I22", "I21", "J21"}
    # Rows D to L: long rows (E, G, I, K) have centres at 0.5 to 3.5 w, short ones (D, F, H, J, L) at 1 to 3 w.
    assert len(BOARD.areas["penalty_left"]) == 4 * 4 + 5 * 3
    assert {"D3", "E4"} <= BOARD.areas["penalty_left"]
    assert not {"D4", "E5", "C1", "M1"} & BOARD.areas["penalty_left"]
    assert len(BOARD.areas["centre_circle"]) == 19


def test_chart_goals_and_corners_of_the_kit_board() -> None:
    assert BOARD.deviation == ("E", "SE", "SW", "W", "NW", "NE")
    assert BOARD.goals == {"left": ("G0", "H0", "I0"), "right": ("G23", "H22", "I23")}
    assert BOARD.corner_spots == {"left": ("A1", "O1"), "right": ("A22", "O22")}
    assert BOARD.file.markers is not None
    corners = marker_corners_mm(BOARD.file.markers)[4]
    assert corners == ((520.0, 48.709), (540.0, 48.709), (540.0, 68.709), (520.0, 68.709))


def test_a_chart_may_begin_elsewhere_and_run_the_other_way() -> None:
    turned = TEXT.replace('first = "E" ', 'first = "NE"').replace("clockwise = true", "clockwise = false")
    assert parse_board(turned, "b.toml").deviation == ("NE", "NW", "W", "SW", "SE", "E")


def line_of(text: str, start: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(start))


@pytest.mark.parametrize(
    ("old", "new", "key", "line", "words"),
    [
        ('kind = "hex"', 'kind = "triangle"', "grid.kind", "kind", "'triangle' will not do; there is hex, square"),
        ("width_mm = 23.0", 'width_mm = "23"', "grid.width_mm", "width_mm", "expected `float`"),
        ("width_mm = 23.0", "width_mm = -1.0", "grid.width_mm", "width_mm", "not a length"),
        ("width_mm = 23.0", "width_mm = nan", "grid.width_mm", "width_mm", "not a length"),
        ("width_mm = 23.0", "", "grid.width_mm", "[grid]", "missing"),
        ("width_mm = 23.0", "width_mm = 23.0\ncolour = 3", "grid.colour", "colour", "not known"),
        ("columns = 22", "columns = 22000", "grid.columns", "columns", "not between"),
        ('rows = "ABCDEFGHIJKLMNO"', 'rows = "AAB"', "grid.rows", "rows", "different capital letters"),
        ('game = "regista"', 'game = "chess"', "game", "game", "not a game"),
        ("format = 1", "format = 2", "format", "format", "2 will not do; there is 1"),
        ('centre_mark = "H11"', 'centre_mark = "H99"', "centre_mark", "centre_mark", "not a space"),
        ('left = ["G0"', 'left = ["G1"', "goals.left", "left", "in the field"),
        ('left = ["G0"', 'left = ["H0"', "goals.left", "left", "named twice"),
        ('left = ["G0"', 'left = ["G999"', "goals.left", "left", "does not touch the field"),
        ('left = ["G0"', 'left = ["Z0"', "goals.left", "left", "row letter"),
        ('left = ["G0"', "left = [7", "goals.left[0]", "left", "expected `str`"),
        ('left = ["A1"', 'left = ["A99"', "corner_spots.left", 'left = ["A99"', "not a space"),
        ("radius = 2", "radius = -2", "areas.centre_circle.radius", "radius", "number of steps"),
        ('centre = "H11"', 'centre = "Q1"', "areas.centre_circle.centre", "centre =", "not a space"),
        ('centre = "H11"', "", "areas.centre_circle", "[areas.centre_circle]", "needs goal_line"),
        ("depth = 4.0", 'depth = "4"', "areas.penalty_left.depth", None, "expected `float"),
        ("radius = 2", "radios = 2", "areas.centre_circle.radios", "radios", "not known"),
        ('rows = "FGHIJ"', 'rows = "FGHIZ"', "areas.goal_left.rows", None, "not a row"),
        ('first = "E"', 'first = "N"', "deviation_chart.first", "first =", "not one of"),
        ("size_mm = [594.0, 420.0]", "size_mm = [594.0]", "sheet.size_mm", "size_mm", "length 2"),
        ("size_mm = [594.0, 420.0]", "size_mm = [594.0, 0]", "sheet.size_mm[1]", "size_mm", "not a length"),
        ("field_origin_mm = [44.0", "field_origin_mm = [inf", "sheet.field_origin_mm[0]", "field_", "not within"),
        ("size_mm = 20.0", "size_mm = 0", "markers.size_mm", "size_mm = 0", "not a length"),
        ("7 = [334.0", "7 = [true", "markers.corner_mm.7[0]", "7 =", "expected `float`"),
        ("7 = [334.0", "seven = [334.0", "markers.corner_mm.seven", "seven =", "expected `int`"),
        ("7 = [334.0", "7 = [1e9", "markers.corner_mm.7[0]", "7 =", "not within"),
        ("diameter_mm = 18.0", "diameter_mm = 0", "pieces.diameter_mm", "diameter_mm = 0", "not a length"),
        ("diameter_mm = 18.0", "diameter_mm = 2.0", "pieces.diameter_mm", "diameter_mm = 2", "at least 5 mm across"),
        ("height_mm = 5.0", "height_mm = 25.0", "pieces.height_mm", "height_mm = 25", 'has form = "pawn"'),
        ("diameter_mm = 18.0", 'diameter_mm = 18.0\nform = "cup"', "pieces.form", "form =", "there is disc, pawn"),
        ("height_mm = 5.0", 'height_mm = 30.0\nform = "pawn"\nfoot_mm = 30', "pieces.foot_mm", "foot_mm", "lower"),
        ("height_mm = 5.0", 'height_mm = 30.0\nform = "pawn"\nbody_mm = 19', "pieces.body_mm", "body_mm", "wider"),
        ('carried = ["ring"', 'carried = ["glued"', "ball.carried[0]", "carried", "'glued' will not do; there is"),
        ('goal_line = "left"', 'goal_line = "north"', "areas.penalty_left.goal_line", None, "there is left, right"),
        ('"DICT_4X4_50"', '"DICT_FOO"', "markers.dictionary", "dictionary", "'DICT_FOO' is no marker dictionary"),
        ("7 = [334.0", "99 = [334.0", "markers.corner_mm.99", "99 =", "DICT_4X4_50 has markers 0 to 49, not 99"),
        ("7 = [334.0", "-1 = [334.0", "markers.corner_mm.-1", "-1 =", "has markers 0 to 49, not -1"),
    ],
)  # fmt: skip
def test_a_broken_file_is_named_with_line_and_key(old: str, new: str, key: str, line: str | None, words: str) -> None:
    assert old in TEXT
    broken = TEXT.replace(old, new, 1)
    with pytest.raises(BoardError) as caught:
        parse_board(broken, "mine.toml")
    message = str(caught.value)
    place = rf"mine\.toml, line {line_of(broken, line)}" if line else r"mine\.toml, line \d+"
    assert re.match(rf"{place}: {re.escape(key)}: ", message), message
    assert words in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"format = ", "is not valid TOML"),
        (b"a = " + b"[" * 20_000, "nested too deeply"),
        (b"# " + b"x" * 300_000, "larger than"),
        (b"", "this key is missing"),
        (b"n = " + b"9" * 5_000, "mine.toml"),
    ],
)
def test_a_file_that_is_no_board(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with pytest.raises(BoardError, match=r"mine\.toml") as caught:
        load_board(path)
    assert words in str(caught.value)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no endless device")
def test_no_more_is_read_than_a_board_file_can_hold() -> None:
    with pytest.raises(BoardError, match="larger than"):
        load_board(Path("/dev/zero"))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="cannot be read"):
        load_board(tmp_path / "none.toml")
    with pytest.raises(BoardError, match="cannot be read"):
        load_board(tmp_path)


def test_only_boards_that_come_with_the_program_are_shipped() -> None:
    assert "regista-a2" in shipped_boards()
    with pytest.raises(BoardError, match="comes with the program"):
        shipped_board("../games/regista")
