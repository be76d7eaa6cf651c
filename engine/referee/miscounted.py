"""An act against the rules that hangs on how many were thrown: one key says that a die was read wrongly.

Where dice come before the act (``may_declare``) they decide how far a piece goes. It is accused all the same, for
mostly people have counted wrongly; but with a count that one other face makes it may have been allowed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.inference import cost, explain
from engine.inference.declared import may_declare
from engine.inference.dice import FACES, Throw
from engine.match import Roll
from engine.referee.answers import answers_of
from engine.referee.rivals import alike
from engine.referee.sentences import say
from engine.referee.values import Answer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.inference import Reading, Story, Table
    from engine.match import Position
    from engine.observation import SeenDie
    from engine.referee.values import Referee
    from engine.ruleset import Ruleset

MOST_COUNTS = 4
"""More counts than this would fit nearly everything."""


def other_counts(rules: Ruleset, referee: Referee, reading: Reading, throw: Throw) -> tuple[Answer, ...]:
    """That one of the dice thrown shows another face: an answer for each count with which what was done is allowed.

    The count nearest to the one that was read comes first.
    """
    position = referee.position
    if position is None or not may_declare(rules, position):
        return ()
    dice = throw.own(position.turn) or throw.dice
    if not dice or any(die.value is None for die in dice):
        return ()
    read = _count(dice)
    found: list[Answer] = []
    for count, shown in sorted(_by_count(dice).items(), key=lambda one: abs(one[0] - read)):
        story = _allowed(rules, position, referee.table, reading, shown)
        if story is not None and len(found) < MOST_COUNTS:
            given = answers_of((story,), 0, position, source="concluded")[0].given
            found.append(Answer(say("answer.count", count=count), given))
    return tuple(found)


def _count(dice: tuple[SeenDie, ...]) -> int:
    return sum(die.value or 0 for die in dice)


def _by_count(dice: tuple[SeenDie, ...]) -> dict[int, tuple[SeenDie, ...]]:
    """One way for every count that one other face makes."""
    others = dict(_with_another_face(dice))
    others.pop(_count(dice), None)
    return others


def _with_another_face(dice: tuple[SeenDie, ...]) -> Iterator[tuple[int, tuple[SeenDie, ...]]]:
    for k, die in enumerate(dice):
        for face in FACES:
            shown = (*dice[:k], replace(die, value=face), *dice[k + 1 :])
            yield _count(shown), shown


def _allowed(
    rules: Ruleset, position: Position, table: Table, reading: Reading, dice: tuple[SeenDie, ...]
) -> Story | None:
    """The story that these dice decide and that explains the look, if one does for certain."""
    found = explain(rules, position, table, reading, throw=Throw(dice), accuse=False, most=cost.UNEXPLAINED)
    rivals, best = found.ambiguous, found.best
    if best is None or (rivals and not alike(rules, rivals)):
        return None
    rolls = [step for step in best.steps if isinstance(step, Roll)]
    return best if len(rolls) == 1 and sum(rolls[0].faces) == _count(dice) else None
