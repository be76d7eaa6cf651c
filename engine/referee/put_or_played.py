"""Dice that were read clearly, and a ball that was never put where they send it: put where other faces do, or played?

One act may have taken it on in the same motion. But where other faces of the same dice would have sent it to the very
place, that it was put there by mistake is as likely, and people are asked.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from engine.inference import Table
from engine.inference.dice import FACES, Concluded
from engine.inference.story import Story, play_through
from engine.match import Action, Roll
from engine.referee.clear_dice import ask_about, overruled_dice
from engine.referee.left_lying import told_by_dice
from engine.referee.misread import showing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.inference import Reading
    from engine.observation import Observation
    from engine.referee.values import Outcome, Referee
    from engine.ruleset import Ruleset


def ask_which(rules: Ruleset, referee: Referee, look: Observation, story: Story) -> Outcome | None:
    """Ask whether the ball was put wrongly or ``story`` was played, one act; None where other dice say nothing."""
    position = referee.position
    if position is None or len(story.steps) != 1 or not isinstance(story.steps[0], Action):
        return None
    if referee.table == Table.of(position) or not told_by_dice(referee, position) or referee.told[-1].said:
        return None
    told, lies = referee.told[-1], Table.of(story.position)
    if story.position.awaits is not None or lies.ball == position.ball_space or told.before.position is None:
        return None
    for steps in with_other_faces(told.story.steps):
        positions = play_through(rules, told.before.position, steps)
        if positions is None or Table.of(positions[-1]) != lies:
            continue
        dice = overruled_dice(rules, look, (told,), replace(told.story, steps=steps, position=positions[-1]))
        return None if dice is None else ask_about(rules, referee, look, dice, played=story)
    return None


def ask_if_put_wrongly(rules: Ruleset, referee: Referee, look: Observation, reading: Reading) -> Outcome | None:
    """Ask about a ball that no act explains, where other faces would have sent it there, into a goal as well."""
    position = referee.position
    if position is None or referee.table == Table.of(position) or not told_by_dice(referee, position):
        return None
    told, lies = referee.told[-1], reading.ball
    before = told.before.position
    if told.said or before is None or lies in {None, position.ball_space} or reading.missing or reading.strays:
        return None
    for steps in with_other_faces(told.story.steps):
        positions = play_through(rules, before, steps)
        thrown_at = positions[-2] if positions is not None and len(positions) > 1 else before
        roll = steps[-1]
        verdict = rules.roll(thrown_at, roll) if isinstance(roll, Roll) else None
        if positions is None or not verdict or not any(event.data.get("to") == lies for event in verdict.events):
            continue
        dice = overruled_dice(rules, look, (told,), replace(told.story, steps=steps, position=positions[-1]))
        return None if dice is None else ask_about(rules, referee, look, dice)
    return None


def with_other_faces(steps: tuple[Action | Roll, ...]) -> Iterator[tuple[Action | Roll, ...]]:
    """The same steps with other faces of the dice at their end, those that differ in the fewest dice first."""
    roll = steps[-1]
    if not isinstance(roll, Roll) or isinstance(roll, Concluded):
        return
    shown = roll.duel or roll.faces
    others = sorted(
        (faces for faces in product(FACES, repeat=len(shown)) if faces != tuple(shown)),
        key=lambda faces: sum(a != b for a, b in zip(faces, shown, strict=True)),
    )
    for faces in others:
        yield (*steps[:-1], showing(roll, faces))
