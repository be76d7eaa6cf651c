"""Balls that are kicked with the hand: where one came to rest is measured, once looks agree that it lies still.

Games in which the ball goes from space to space never get here: they have no action ``kick``.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.grid import Point
from engine.inference.reading import Table, updated
from engine.match import Action
from engine.record.records import Corrected
from engine.record.replay import apply
from engine.referee.commit import asking, observed, stated, told
from engine.referee.values import NO_DOUBT, Outcome, Referee

if TYPE_CHECKING:
    from engine.inference import Reading
    from engine.match import Position
    from engine.observation import Observation, SeenBall
    from engine.record.records import Record
    from engine.ruleset import Ruleset

LOOKS_AT_REST = 2
"""Looks in a row that must show the ball in the same place before it is measured."""

ASSUMED_SD_MM = 1.0
"""Standard deviation per axis of a ball whose look brings none."""

MOVED = 0.5
"""A ball farther than so many space widths from where it lay was kicked, not nudged."""


def at_rest(rules: Ruleset, referee: Referee, look: Observation, reading: Reading) -> Outcome | None:
    """What follows from a ball that was kicked and lies still; None if none was, or nobody knows who kicked it."""
    position, ball = referee.position, look.ball
    if position is None or ball is None:
        return None
    begun = _begun(rules, position, ball)
    if begun is None:
        return None
    doubt = referee.doubt.again(("at rest", ball.space))
    if doubt.looks < LOOKS_AT_REST:
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"))
    return _measured(rules, referee, look, reading, (*begun, _rest(ball)))


def _begun(rules: Ruleset, position: Position, ball: SeenBall) -> tuple[Action, ...] | None:
    """The kick that has not been told yet; none if one was typed; None if there was no kick."""
    if position.awaits is not None:
        return () if position.awaits.cause == "kick" and position.awaits.type == "placement" else None
    kicks = tuple(action for action in rules.hidden_actions(position) if action.kind == "kick")
    lay = _lay(rules, position)
    if len(kicks) != 1 or lay is None:
        return None
    return kicks if math.dist(lay, (ball.x_mm, ball.y_mm)) > MOVED * rules.board.grid.width_mm else None


def _lay(rules: Ruleset, position: Position) -> Point | None:
    """Where the ball lay before."""
    if isinstance(position.ball, Point):
        return position.ball
    return None if position.ball_space is None else rules.board.grid.centre_mm(position.ball_space)


def _rest(ball: SeenBall) -> Action:
    return Action("ball", point_mm=Point(round(ball.x_mm, 1), round(ball.y_mm, 1)))


def _measured(
    rules: Ruleset, referee: Referee, look: Observation, reading: Reading, acts: tuple[Action, ...]
) -> Outcome:
    position, match = referee.match.position, referee.match
    assert position is not None  # noqa: S101 - a ball is measured only in a match that has begun
    records: list[Record] = [observed(look)]
    assert look.ball is not None  # noqa: S101 - and only where one was seen
    measure = {"sd_mm": round(look.ball.sd_mm, 1) or ASSUMED_SD_MM}
    if rules.write_position(position).get("measure") != measure:
        word = Corrected(changes={"measure": measure}, source="seen", reason="the ball is measured by the camera")
        match = apply(rules, match, word)
        records += [word, stated(rules, match)]
    match, more, says = told(rules, match, acts, "seen")
    end = acts[-1].point_mm
    lies = rules.board.grid.nearest(*end).space if end is not None else None
    table = Table(updated(position, referee.table, reading).pieces, lies)
    after = replace(referee, match=match, table=table, doubt=NO_DOUBT, announced=(), latest=look)
    return asking(Outcome(after, (*records, *more), tuple(says)))
