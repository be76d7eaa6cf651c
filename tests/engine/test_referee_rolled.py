"""What the way of a rolling ball decides, on ways whose truth is known because they were made."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.grid import Point
from engine.observation import PathPoint
from engine.referee.rolled import Field, over_lines, touches

if TYPE_CHECKING:
    from collections.abc import Sequence

FIELD = Field((800.0, 600.0), 8.0)
CONTACT_MM = 16.4
Places = tuple[tuple[float, float], ...]


def way(places: Sequence[tuple[float, float]], step_mm: float = 15.0, sd_mm: float = 0.5) -> tuple[PathPoint, ...]:
    """Points every few millimetres along straight pieces, thirty a second."""
    points = [places[0]]
    for (ax, ay), (bx, by) in pairwise(places):
        count = max(1, round(math.dist((ax, ay), (bx, by)) / step_mm))
        points += [(ax + k / count * (bx - ax), ay + k / count * (by - ay)) for k in range(1, count + 1)]
    return tuple(PathPoint(k / 30, x, y, sd_mm) for k, (x, y) in enumerate(points))


LINES = [
    pytest.param(((300, 200), (340, -40)), "out", (333.3, 0.0), id="over the touch line"),
    pytest.param(((300, 200), (340, 640)), "out", (336.4, 600.0), id="over the other touch line"),
    pytest.param(((600, 300), (840, 320)), "out", (800.0, 316.7), id="into the goal"),
    pytest.param(((300, 200), (340, -30), (360, 100)), "out", (334.8, 0.0), id="over the line and back"),
    pytest.param(((300, 200), (500, 400)), "in", None, id="inside"),
    pytest.param(((300, 200), (340, -3), (360, 100)), "in", None, id="on the line and back"),
    pytest.param(((300, 200), (340, -8), (360, 100)), "close", None, id="just about over and back"),
    pytest.param(((300, 200), (340, -8.5)), "close", None, id="at rest just about over"),
]


@pytest.mark.parametrize(("places", "verdict", "exit_mm"), LINES)
def test_a_line_is_crossed_when_all_of_the_ball_is_over(
    places: Places, verdict: str, exit_mm: tuple[float, float] | None
) -> None:
    over = over_lines(FIELD, way(places))
    assert over is not None
    assert over.verdict == verdict
    if exit_mm is not None:
        length, width = FIELD.size_mm
        clamped = min(max(over.out_mm.x_mm, 0.0), length), min(max(over.out_mm.y_mm, 0.0), width)
        assert clamped == pytest.approx(exit_mm, abs=0.5)
        assert over.over_mm > 2 * over.sd_mm


def test_one_picture_is_not_enough_to_be_out_by_the_way_alone() -> None:
    path = way(((300, 200), (340, 60)))
    stray = (*path, PathPoint(2.0, 345.0, -60.0, 0.5), *(PathPoint(2.1, 350.0, 60.0, 0.5),))
    over = over_lines(FIELD, stray)
    assert over is not None
    assert over.verdict == "close"


def test_no_way_decides_nothing() -> None:
    assert over_lines(FIELD, ()) is None
    assert over_lines(FIELD, (PathPoint(0.0, 10.0, 10.0, 0.5),)) is None


@settings(deadline=None, max_examples=60)
@given(
    turn_mm=st.floats(-30, 40),
    x_mm=st.floats(60, 740),
    step_mm=st.floats(4, 60),
    sd_mm=st.floats(0.2, 2.0),
)
def test_a_ball_that_comes_back_is_never_judged_wrongly(
    turn_mm: float, x_mm: float, step_mm: float, sd_mm: float
) -> None:
    over = over_lines(FIELD, way(((400, 300), (x_mm, -turn_mm), (x_mm + 30, 150)), step_mm, sd_mm))
    assert over is not None
    truth = "out" if turn_mm > FIELD.radius_mm else "in"
    assert over.verdict in {truth, "close"}


DEFLECTIONS = [
    pytest.param(
        ((200, 200), (300, 200), (360, 260)), (300.0 + 6.3, 200.0 - 15.2), "touched", id="turned by 45 degrees"
    ),
    pytest.param(((200, 200), (300, 200), (220, 200)), (316.4, 200.0), "touched", id="straight back"),
    pytest.param(((200, 200), (300, 200)), (316.4, 200.0), "touched", id="stopped by it"),
    pytest.param(((200, 200), (400, 200)), (300.0, 230.0), "", id="passed by"),
    pytest.param(((200, 200), (400, 200)), (300.0, 216.8), "asked", id="passed within a hair's breadth"),
    pytest.param(((200, 200), (300, 200), (360, 260)), (330.0, 300.0), "", id="turned by something else"),
]


@pytest.mark.parametrize(("places", "figure", "told"), DEFLECTIONS)
def test_a_figure_is_touched_when_the_ball_turns_or_stops_at_it(
    places: Places, figure: tuple[float, float], told: str
) -> None:
    found = touches(way(places), {"R5": Point(*figure)}, CONTACT_MM)
    assert ["touched" if touch.sure else "asked" for touch in found] == ([told] if told else [])


def test_a_figure_by_an_unseen_piece_of_the_way_is_asked_about() -> None:
    path = (PathPoint(0.0, 200.0, 200.0, 0.5), *way(((330, 210), (400, 260))))
    assert [touch.sure for touch in touches(path, {"R5": Point(300.0, 180.0)}, CONTACT_MM)] == [False]


def test_touches_come_in_order() -> None:
    path = way(((200, 200), (300, 200), (300, 320), (420, 320)))
    figures = {"R7": Point(288.4, 331.6), "B4": Point(311.6, 188.4)}
    assert [touch.piece for touch in touches(path, figures, CONTACT_MM)] == ["B4", "R7"]
