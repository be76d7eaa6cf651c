"""A goal by dice that were read clearly, and play that goes on as if there had been none: people are asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.inference import Table, cost, explain, read
from engine.inference.story import Story, play_through
from engine.match import Roll
from engine.referee.clear_dice import ask_if_goal, overruled_dice
from engine.referee.put_or_played import with_other_faces

if TYPE_CHECKING:
    from engine.match import Position
    from engine.observation import Observation
    from engine.referee.values import Outcome, Referee, Told
    from engine.ruleset import Ruleset

MOST_MOVED = 1
"""Pieces that lie elsewhere than when the dice fell: the keeper who is put down with the ball. More are lining up."""


def ask_if_saved(rules: Ruleset, referee: Referee, look: Observation) -> Outcome | None:
    """Ask what the dice showed that made a goal, where things lie as others have it; None elsewhere."""
    told = referee.told[-1] if referee.told else None
    if told is None or told.said or not _made_the_goal(referee, told) or not _hardly_touched(rules, told, look):
        return None
    before = told.before.position
    assert before is not None  # noqa: S101 - _made_the_goal
    known: list[Position] = []
    for steps in with_other_faces(told.story.steps):
        positions = play_through(rules, before, steps)
        if positions is None or not positions[-1].pieces or positions[-1] in known:
            continue
        known.append(positions[-1])
        if _goes_on(rules, positions[-1], told, look):
            anew = replace(told.story, steps=steps, position=positions[-1])
            return _asked(rules, referee, look, told, anew)
    return None


def _asked(rules: Ruleset, referee: Referee, look: Observation, told: Told, anew: Story) -> Outcome | None:
    dice = overruled_dice(rules, look, (told,), anew)
    return None if dice is None else ask_if_goal(referee, look, dice)


def _made_the_goal(referee: Referee, told: Told) -> bool:
    """Whether the dice told of last are those after which both sides are to line up."""
    last, after = referee.match.last, referee.position
    if last is None or after is None or after.pieces or told.before.position is None:
        return False
    return isinstance(told.story.last, Roll) and last.rolls[-1:] == (told.story.last,)


def _hardly_touched(rules: Ruleset, told: Told, look: Observation) -> bool:
    """Whether all but a keeper and the ball lie as they lay when the dice were thrown."""
    before = told.before.position
    if before is None or look.ball is None:
        return False
    seen = read(before, told.lay, look, off_field=rules.board.grid.extra)
    moved = [piece for piece, space in told.lay.pieces.items() if seen.where.get(piece) != space]
    return len(moved) <= MOST_MOVED and seen.ball not in {None, told.lay.ball}


def _goes_on(rules: Ruleset, position: Position, told: Told, look: Observation) -> bool:
    """Whether a look shows what may be done next in a position."""
    seen = read(position, told.lay, look, off_field=rules.board.grid.extra)
    found = explain(rules, position, told.lay, seen, accuse=False, most=cost.UNEXPLAINED)
    best = found.best
    return best is not None and bool(best.steps) and Table.of(best.position).ball == seen.ball
