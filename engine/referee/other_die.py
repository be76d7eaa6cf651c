"""A table that no legal act explains as the die was read, and one does with another face: nobody is accused by it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.inference import cost, explain
from engine.inference.declared import may_declare
from engine.inference.dice import FACES, Throw
from engine.match import Roll
from engine.referee.answers import MOST_ANSWERS, answers_of
from engine.referee.line_up_faults import STANDS
from engine.referee.patience import ask
from engine.referee.sentences import say
from engine.sentences import joined

if TYPE_CHECKING:
    from engine.inference import Reading, Story
    from engine.observation import Observation
    from engine.referee.values import Outcome, Referee
    from engine.ruleset import Ruleset


def with_another_face(
    rules: Ruleset, referee: Referee, look: Observation, reading: Reading, throw: Throw
) -> Outcome | None:
    """Ask whether the one die that was thrown was read wrongly; None if with no other face it was legal.

    Whoever counted wrongly by a space or two is told the same: what the die shows and what was played do not fit.
    """
    position = referee.position
    if position is None or may_declare(rules, position) or len(throw.dice) != 1 or throw.dice[0].value is None:
        return None
    die = throw.dice[0]
    stories: list[Story] = []
    for face in FACES:
        if face != die.value:
            other = Throw((replace(die, value=face),))
            found = explain(rules, position, referee.table, reading, throw=other, accuse=False, most=cost.UNEXPLAINED)
            stories += [story for story in found.ambiguous or found.stories[:1] if _by(story, face)]
    faces = sorted({step.faces[0] for story in stories for step in story.steps if isinstance(step, Roll)})
    if not faces:
        return None
    text = say("die.other_face", read=die.value, face=joined(say("or"), map(str, faces)))
    likely = answers_of(tuple(stories), 0, position, source="concluded")[: MOST_ANSWERS - 1]
    return ask(referee, look, text, (*likely, STANDS))


def _by(story: Story, face: int) -> bool:
    """Whether that face alone decides the last thing that was done."""
    rolls = [step for step in story.steps if isinstance(step, Roll)]
    return len(rolls) == 1 and rolls[0].faces == (face,)
