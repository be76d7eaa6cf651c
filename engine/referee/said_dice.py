"""Dice that were typed before the camera saw them: those that lie there then are the same ones, or people are told."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.inference.dice import Concluded, answers, settle, thrown
from engine.record.records import Ruled
from engine.referee.commit import observed
from engine.referee.patience import LOOKS_DOUBTFUL, LOOKS_SHOWING
from engine.referee.sentences import say
from engine.referee.values import Answer, Outcome, Say, TypedCorrection
from engine.referee.words import faces

if TYPE_CHECKING:
    from engine.match import Roll
    from engine.observation import Observation
    from engine.referee.values import Referee


def with_said_dice(referee: Referee, look: Observation) -> Referee:
    """The referee with dice accounted for that show what was typed just now."""
    said = referee.said
    if said is None:
        return referee
    if referee.match is not said.match or said.since.looks >= LOOKS_SHOWING:
        return replace(referee, said=None)
    if any(_same(roll, said.roll) for roll in answers(said.awaits, thrown(referee.dice, look.dice))):
        return replace(referee, dice=settle(referee.dice, look.dice), said=None)
    return replace(referee, said=replace(said, since=said.since.again(("said",), look.t)))


def other_faces(referee: Referee, look: Observation) -> Outcome | None:
    """What follows from dice that show other faces than were typed just now; None if none do.

    Once looks agree it is asked which counts; meanwhile what was typed does, and nobody has to wait.
    """
    said = referee.said
    rolls = answers(said.awaits, thrown(referee.dice, look.dice)) if said is not None else ()
    if said is None or len(rolls) != 1 or isinstance(rolls[0], Concluded):
        return None
    doubt = referee.doubt.again(("other faces", rolls[0]), look.t)
    if doubt.looks < LOOKS_DOUBTFUL:
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"))
    shown = rolls[0].duel or rolls[0].faces
    text = say("dice.others", typed=faces(said.roll), seen=faces(rolls[0]))
    right = Answer(say("dice.as_seen", seen=faces(rolls[0])), (TypedCorrection("roll " + " ".join(map(str, shown))),))
    after = replace(referee, dice=settle(referee.dice, look.dice), said=None)
    return Outcome(after, (observed(look), Ruled(verdict="unsure", reason=text)), (Say("ask", text, answers=(right,)),))


def _same(one: Roll, other: Roll) -> bool:
    return one.duel == other.duel and sorted(one.faces) == sorted(other.faces)
