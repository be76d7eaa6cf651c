"""The boards that come with the program: one for each game, told apart by their markers, drawn within their sheets."""

import itertools
from pathlib import Path

import pytest

from engine.board import Board, BoardError, parse_board, shipped_board, shipped_boards
from engine.game_names import GAMES
from engine.grid import SquareGrid

BOARDS = [shipped_board(name) for name in shipped_boards()]
EACH_BOARD = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
Box = tuple[float, float, float, float]
"""West, north, east, south."""


def quiet_zones(board: Board) -> list[Box]:
    markers = board.file.markers
    assert markers is not None
    zone, far = markers.quiet_zone_mm, markers.size_mm + markers.quiet_zone_mm
    return [(x - zone, y - zone, x + far, y + far) for x, y in markers.corner_mm.values()]


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def printed_spaces(board: Board) -> list[Box]:
    """A square round every space, goals and ring among them."""
    half = board.grid.width_mm / 2
    return [(x - half, y - half, x + half, y + half) for x, y in board.grid.centres_mm.values()]


def test_every_game_has_its_board() -> None:
    assert sorted(board.game for board in BOARDS) == sorted(GAMES)


def test_no_two_boards_share_a_marker() -> None:
    ids = [set(board.file.markers.corner_mm) for board in BOARDS if board.file.markers is not None]
    assert len(ids) == len(BOARDS)
    assert {board.file.markers.dictionary for board in BOARDS if board.file.markers} == {"DICT_4X4_50"}
    assert not any(a & b for a, b in itertools.combinations(ids, 2))


@EACH_BOARD
def test_markers_stand_clear_of_everything_within_the_sheet(board: Board) -> None:
    markers, sheet = board.file.markers, board.file.sheet
    assert markers is not None
    assert len(markers.corner_mm) >= 8
    # A marker of DICT_4X4 is six modules wide, its border one of them.
    assert markers.quiet_zone_mm >= markers.size_mm / 6
    west, north = -sheet.field_origin_mm[0], -sheet.field_origin_mm[1]
    east, south = west + sheet.size_mm[0], north + sheet.size_mm[1]
    zones = quiet_zones(board)
    for zone in zones:
        assert west <= zone[0]
        assert north <= zone[1]
        assert zone[2] <= east
        assert zone[3] <= south
        assert not any(overlap(zone, space) for space in printed_spaces(board))
        if sheet.dice_area_mm is not None:
            assert not overlap(zone, sheet.dice_area_mm)
    assert not any(overlap(a, b) for a, b in itertools.combinations(zones, 2))


@EACH_BOARD
def test_both_ends_look_alike(board: Board) -> None:
    """Turned by half a circle about the field's middle, goals and areas of one side fall on the other's."""
    length, width = board.grid.field_size_mm

    def turned(spaces: frozenset[str]) -> set[str]:
        centres = (board.grid.centre_mm(space) for space in spaces)
        return {board.grid.nearest(length - x, width - y).space for x, y in centres}

    for name in ("penalty", "goal"):
        assert turned(board.areas[f"{name}_left"]) == board.areas[f"{name}_right"]
    for spots in (board.corner_spots, board.penalty_spots, board.kick_off_marks):
        assert turned(frozenset(spots["left"])) == set(spots["right"])


@pytest.mark.parametrize(
    ("name", "field", "size_mm", "areas"),
    [
        ("very-much-b3", 22 * 15, (462, 315), {"penalty": 9 * 4, "goal": 5 * 2}),
        ("soccer-chess", 30 * 40, (800, 600), {"penalty": 20 * 7, "goal": 12 * 3}),
        ("soccer-fun-a3", 23 * 15, (345, 225), {"penalty": 9 * 4, "goal": 5 * 2}),
    ],
)
def test_boards_have_the_sizes_of_their_rules(
    name: str, field: int, size_mm: tuple[float, float], areas: dict[str, int]
) -> None:
    board = shipped_board(name)
    assert len(board.grid.field) == field
    assert board.grid.field_size_mm == pytest.approx(size_mm)
    assert {kind: len(board.areas[f"{kind}_left"]) for kind in areas} == areas


def test_a_ring_lies_round_the_soccer_fun_field() -> None:
    board = shipped_board("soccer-fun-a3")
    grid = board.grid
    assert isinstance(grid, SquareGrid)
    ring = set(grid.ring_spaces)
    assert len(ring) == 2 * 25 + 2 * 15
    assert ring == set(grid.spaces) - grid.field
    assert {*board.goals["left"], *board.goals["right"]} < ring
    for corner, place in {"Z0": (-7.5, -7.5), "Z24": (352.5, -7.5), "P0": (-7.5, 232.5), "P24": (352.5, 232.5)}.items():
        assert grid.centre_mm(corner) == pytest.approx(place)
    assert grid.neighbours("Z0") == {"E": "Z1", "SE": "A1", "S": "A0"}
    assert len(grid.neighbours("A1")) == 8
    assert grid.distance("Z0", "P24") == 24


RING = (Path(__file__).parents[2] / "engine/boards/soccer-fun-a3.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('ring = "ZP"', 'ring = "Z"', "two capital letters"),
        ('ring = "ZP"', 'ring = "ZA"', "no rows of the field"),
        ('ring = "ZP"', 'ring = "ZZ"', "two capital letters"),
        ('kind = "square"', 'kind = "hex"', "only squares"),
    ],
)
def test_a_ring_that_cannot_be_is_refused(old: str, new: str, words: str) -> None:
    with pytest.raises(BoardError, match=rf"line \d+: grid.ring: .*{words}"):
        parse_board(RING.replace(old, new), "fun.toml")
