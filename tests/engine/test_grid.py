"""Spaces, neighbours, lines, distances and millimetres, against counting and measuring."""

from __future__ import annotations

import math
from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import shipped_board
from engine.grid import Grid, HexGrid, SpaceError, SquareGrid
from engine.half_grid import HalvesGrid

REGISTA = shipped_board("regista-a2").grid
SHORT_FIRST = HexGrid("ABCDEF", 20.0, ("B0", "D0"), 9, first_row_long=False)
SQUARES = SquareGrid("ABCDEFGHI", 21.0, ("E0", "E13"), 12)
HALVES = HalvesGrid("ABCDEF", 20.0, (), 9)
CHESS = HalvesGrid("ABCDEFGHIJKLMNOPRSTU", 20.0, (), 30)
GRIDS = pytest.mark.parametrize(
    "grid", [REGISTA, SHORT_FIRST, SQUARES, HALVES], ids=["regista", "short first", "squares", "halves"]
)


def steps_from(grid: Grid, start: str) -> dict[str, int]:
    """Distances counted step by step over neighbours."""
    far, queue = {start: 0}, deque([start])
    while queue:
        at = queue.popleft()
        for near in grid.neighbours(at).values():
            if near not in far:
                far[near] = far[at] + 1
                queue.append(near)
    return far


@pytest.mark.parametrize(
    ("space", "x_w", "row"),
    [
        ("A1", 0.5, 0),
        ("A22", 21.5, 0),
        ("B1", 1, 1),
        ("B21", 21, 1),
        ("H11", 11, 7),
        ("O22", 21.5, 14),
        ("G23", 22.5, 6),
    ],
)
def test_centres_are_where_the_rules_say(space: str, x_w: float, row: int) -> None:
    w = 23.0
    centre = REGISTA.centre_mm(space)
    assert centre.x_mm == pytest.approx(x_w * w)
    assert centre.y_mm == pytest.approx(w / math.sqrt(3) + row * w * math.sqrt(3) / 2)


def test_the_regista_field_has_its_printed_size_and_spaces() -> None:
    assert REGISTA.field_size_mm == pytest.approx((506.0, 305.4), abs=0.05)
    assert len(REGISTA.field_spaces) == 8 * 22 + 7 * 21
    assert (REGISTA.columns("A"), REGISTA.columns("B")) == (22, 21)


@pytest.mark.parametrize(
    ("space", "neighbours"),
    [
        ("H11", {"E": "H12", "SE": "I12", "SW": "I11", "W": "H10", "NW": "G11", "NE": "G12"}),
        ("A1", {"E": "A2", "SE": "B1"}),
        ("G22", {"E": "G23", "SE": "H22", "SW": "H21", "W": "G21", "NW": "F21"}),
        ("H22", {"SE": "I23", "SW": "I22", "W": "H21", "NW": "G22", "NE": "G23"}),
    ],
)
def test_neighbours(space: str, neighbours: dict[str, str]) -> None:
    assert dict(REGISTA.neighbours(space)) == neighbours


@GRIDS
def test_distance_is_the_number_of_steps(grid: Grid) -> None:
    for start in grid.field_spaces[::7]:
        counted = steps_from(grid, start)
        for space in grid.field_spaces:
            assert grid.distance(start, space) == counted[space]
            assert grid.distance(space, start) == counted[space]


@GRIDS
def test_neighbours_are_mutual_and_one_step_of_equal_length_apart(grid: Grid) -> None:
    names = tuple(grid.steps)
    for space in grid.spaces:
        for direction, near in grid.neighbours(space).items():
            back = names[(names.index(direction) + len(names) // 2) % len(names)]
            assert grid.step(near, back) == space
            a, b = grid.centre_mm(space), grid.centre_mm(near)
            assert math.dist(a, b) in (pytest.approx(grid.width_mm), pytest.approx(grid.width_mm * math.sqrt(2)))


@GRIDS
def test_lines_are_what_repeated_steps_pass_over(grid: Grid) -> None:
    for start in grid.field_spaces[::11]:
        walked = {}
        for direction in grid.steps:
            at = grid.step(start, direction)
            over: tuple[str, ...] = ()
            while at is not None:
                walked[at] = (direction, over, len(over) + 1)
                over = (*over, at)
                at = grid.step(at, direction)
        for end in grid.field_spaces:
            line = grid.line(start, end)
            assert (line and (line.direction, line.between, line.distance)) == walked.get(end)


@GRIDS
def test_rays_and_lines_agree(grid: Grid) -> None:
    for start in grid.spaces[::11]:
        straight = {
            end: (direction, tuple(space for space in ray[:k] if space), k + 1)
            for direction, ray in grid.rays[start].items()
            for k, end in enumerate(ray)
            if end is not None
        }
        for end in grid.spaces:
            line = grid.line(start, end)
            assert (line and (line.direction, line.between, line.distance)) == straight.get(end)


@GRIDS
@settings(deadline=None, max_examples=150)
@given(x=st.floats(-400, 900), y=st.floats(-400, 900))
def test_nearest_is_what_measuring_every_space_finds(grid: Grid, x: float, y: float) -> None:
    measured = sorted((math.hypot(x - c.x_mm, y - c.y_mm), space) for space, c in grid.centres_mm.items())
    found = grid.nearest(x, y)
    assert found.distance_mm == pytest.approx(measured[0][0])
    assert found.margin_mm == pytest.approx(measured[1][0] - measured[0][0], abs=1e-9)
    assert math.dist((x, y), grid.centre_mm(found.second)) == pytest.approx(measured[1][0])
    assert found.second != found.space
    assert math.dist((x, y), grid.centre_mm(found.space)) == pytest.approx(measured[0][0])


@GRIDS
def test_a_centre_is_nearest_to_itself(grid: Grid) -> None:
    for space in grid.spaces:
        found = grid.nearest(*grid.centre_mm(space))
        assert (found.space, found.distance_mm) == (space, 0.0)
        assert found.margin_mm == pytest.approx(grid.width_mm)


@pytest.mark.parametrize("space", ["", "A", "P1", "A23", "B22", "a1", "A-1", "1A", "AA1", "H\u0661"])
def test_what_is_no_space_is_said(space: str) -> None:
    for ask in (REGISTA.neighbours, REGISTA.point, REGISTA.centre_mm, lambda s: REGISTA.distance("A1", s)):
        with pytest.raises(SpaceError, match="is not a space of this board"):
            ask(space)


@pytest.mark.parametrize(
    ("space", "x_mm", "y_mm"),
    [
        ("WA1", 10, 10),
        ("WA30", 10, 590),
        ("EA30", 790, 10),
        ("EA1", 790, 590),
        ("WU15", 390, 290),
        ("EU16", 410, 290),
        ("WS22", 350, 430),
        ("EK30", 590, 10),
    ],
)
def test_halves_are_read_from_their_own_goal_line(space: str, x_mm: float, y_mm: float) -> None:
    assert CHESS.centre_mm(space) == (x_mm, y_mm)
    assert CHESS.space_at(x_mm, y_mm) == space
    assert CHESS.half(space) == space[0]


def test_halves_have_their_printed_size_and_spaces() -> None:
    assert CHESS.field_size_mm == (800.0, 600.0)
    assert len(CHESS.field) == len(CHESS.field_spaces) == 1200
    assert CHESS.spoken("WK14") == "K-14"


@given(space=st.sampled_from(CHESS.field_spaces), step=st.sampled_from(tuple(CHESS.steps)))
@settings(deadline=None, max_examples=100)
def test_halves_turned_round_are_the_same_board(space: str, step: str) -> None:
    def turned(name: str) -> str:
        return {"W": "E", "E": "W"}[name[0]] + name[1:]

    names = tuple(CHESS.steps)
    near = CHESS.step(space, step)
    assert CHESS.step(turned(space), names[(names.index(step) + 4) % 8]) == (near and turned(near))
    x_mm, y_mm = CHESS.centre_mm(space)
    assert CHESS.centre_mm(turned(space)) == (800 - x_mm, 600 - y_mm)


@pytest.mark.parametrize(
    ("x_mm", "y_mm", "space"),
    [(20, 20, "WB2"), (400, 300, "EU15"), (-7, 50, "WA3"), (800, 600, "EA1"), (900, -3, "EA30"), (19.99, 600, "WA30")],
)
def test_a_border_belongs_to_the_square_east_and_south_and_a_point_off_the_field_to_the_nearest(
    x_mm: float, y_mm: float, space: str
) -> None:
    assert CHESS.space_at(x_mm, y_mm) == space


@pytest.mark.parametrize("space", ["", "A1", "WQ3", "WA0", "WA31", "NA1", "WA01", "wA1", "WAA1", "EA\u0661"])
def test_what_is_no_square_of_the_halves_is_said(space: str) -> None:
    with pytest.raises(SpaceError):
        CHESS.point(space)
