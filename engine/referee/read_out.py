"""Dice that the camera sees thrown and cannot read, read out by somebody: the look is judged as if it had read them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.inference.dice import thrown
from engine.record.records import Noted
from engine.referee.looks import look_at
from engine.referee.patience import LOOKS_DOUBTFUL
from engine.referee.sentences import say
from engine.referee.values import Outcome

if TYPE_CHECKING:
    from engine.match import Roll
    from engine.observation import Observation
    from engine.referee.values import Referee
    from engine.ruleset import Ruleset


def read_out(rules: Ruleset, referee: Referee, roll: Roll) -> Outcome | None:
    """What follows from the last look with these faces on the dice thrown in it; None if no such dice lie there."""
    look = referee.latest
    if look is None or (read := _with_faces(referee, look, roll)) is None:
        return None
    faces = roll.duel or roll.faces
    records = (Noted(text=say("dice.read_out", faces=", ".join(map(str, faces)))),)
    outcome = Outcome(replace(referee, waiting=None))
    for _ in range(LOOKS_DOUBTFUL):
        outcome = look_at(rules, outcome.referee, read)
        if outcome.says:
            return replace(outcome, records=(*records, *outcome.records))
    return None


def _with_faces(referee: Referee, look: Observation, roll: Roll) -> Observation | None:
    """The look with the faces on the thrown dice: one each for a duel, else in their order from the left."""
    throw = thrown(referee.dice, look.dice).dice
    if all(die.value is not None for die in throw):
        return None
    if roll.duel is not None:
        faces = {die: roll.duel[0 if die.team == "B" else 1] for die in throw if die.team is not None}
        right = len(faces) == len(throw) == len({die.team for die in throw})
    else:
        faces = dict(zip(sorted(throw, key=lambda die: die.x_mm), roll.faces, strict=False))
        right = len(throw) == len(roll.faces)
    if not right:
        return None
    return replace(look, dice=tuple(replace(d, value=faces[d], confidence=1.0) if d in faces else d for d in look.dice))
