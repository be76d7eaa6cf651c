"""Waits go by the source's clock: how many pictures it gives makes no difference."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from engine.referee import Say, step
from engine.referee.values import NO_DOUBT
from tests.engine.refereeing import RULES, table, under_way

if TYPE_CHECKING:
    from engine.observation import Observation

FPS = (1.7, 5, 12, 25, 30)


def first_said(look: Observation, kind: str, *, fps: float, most_s: float = 12.0) -> tuple[float, Say]:
    """When something of this kind is first said of a table that lies like this from 100 s on, and what."""
    state = under_way()
    for k in range(int(most_s * fps) + 1):
        outcome = step(RULES, state, replace(look, t=100 + k / fps, frame=k))
        state = outcome.referee
        if said := [say for say in outcome.says if say.kind == kind]:
            return k / fps, said[0]
    raise AssertionError(f"nothing of kind {kind} was said in {most_s} s")


@pytest.mark.parametrize(
    ("pieces", "kind"),
    [({"B9": "H19"}, "illegal"), ({"B4": "A1", "B8": "A2", "R7": "O1"}, "out_of_step"), ({"B4": None}, "out_of_step")],
)
@pytest.mark.parametrize("fps", FPS)
def test_it_is_said_after_the_same_time_whatever_the_camera(
    pieces: dict[str, str | None], kind: str, fps: float
) -> None:
    look = table(under_way(), **pieces)
    by_seconds = {rate: first_said(look, kind, fps=rate) for rate in (fps, 60)}
    (took_s, said), (least_s, said_then) = by_seconds[fps], by_seconds[60]
    assert said == said_then
    assert least_s - 0.04 <= took_s <= least_s + 1 / fps


def test_one_picture_alone_accuses_nobody_however_late_it_comes() -> None:
    state = step(RULES, under_way(), replace(table(under_way()), t=100.0)).referee
    assert step(RULES, state, replace(table(state, B9="H19"), t=160.0)).says == ()


def test_how_long_a_hand_is_in_the_picture_does_not_count() -> None:
    state = step(RULES, under_way(), replace(table(under_way()), t=100.0)).referee
    gone = table(state, B4=None)
    for t, look in ((101.0, gone), (101.5, replace(gone, occluded=True)), (121.0, gone), (121.5, gone), (122.0, gone)):
        outcome = step(RULES, state, replace(look, t=t))
        state = outcome.referee
        assert outcome.says == ()


@pytest.mark.parametrize("fps", [*FPS, 1.5, 3])
def test_that_a_die_cannot_be_read_is_said_once_whatever_the_camera(fps: float) -> None:
    state, said = under_way(ball="H13", pieces={"R8": "H13", "B9": "H12"}), []
    unread = table(state, dice=(("B", None, 242.0, 333.0), ("R", 2, 317.0, 339.0)))
    for k in range(int(12 * fps)):
        outcome = step(RULES, state, replace(unread, t=100 + k / fps, frame=k))
        state = outcome.referee
        said += [each.text for each in outcome.says]
    assert said == ["The blue die cannot be read: go on and it will show, or type what it shows"]


def test_a_clock_that_is_set_back_or_stands_still_counts_looks() -> None:
    doubt = NO_DOUBT.again(("a",), 5.0)
    assert [doubt.looks, doubt.again(("a",), 5.0).looks, doubt.again(("a",), 1.0).looks] == [1, 2, 2]
    assert doubt.again(("a",), 1.0).again(("a",), 1.5).looks == 3
    assert doubt.again(("b",), 9.0).looks == 1
