"""What the referee makes of dice on the table: which must be read, and which stay unaccounted for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.inference import cost
from engine.inference.candidates import END_OF_TURN, tackles
from engine.inference.declared import may_declare
from engine.inference.dice import answer, remember_gone, settle, single, thrown
from engine.match import TEAMS, Roll
from engine.referee.patience import LOOKS_UNEXPLAINED, ask
from engine.referee.sentences import say
from engine.referee.values import Answer, Outcome, Referee, Say, TypedRoll

if TYPE_CHECKING:
    from engine.inference import Throw
    from engine.inference.dice import DiceKnown
    from engine.match import Position
    from engine.observation import Observation, SeenDie
    from engine.ruleset import Ruleset


def unread_die(rules: Ruleset, position: Position, throw: Throw) -> SeenDie | None:
    """A thrown die that matters now and cannot be read; what lies on the table may tell what it shows."""
    waits = position.awaits
    if waits is not None and waits.type == "roll":
        thrown_dice = throw.awaited()
        if answer(waits, thrown_dice) is not None:
            return None
        own = single(waits, thrown_dice)
        dice = (
            thrown_dice.dice
            if isinstance(waits.dice, Mapping) and len(waits.dice) > 1
            else ((own,) if own is not None else ())
        )
        return next((die for die in dice if die.value is None), None)
    if may_declare(rules, position) or (throw.both and _tackle_possible(rules, position)):
        return next((die for die in throw.dice if die.value is None), None)
    return None


def wait_for_die(rules: Ruleset, referee: Referee, look: Observation, die: SeenDie, throw: Throw) -> Outcome:
    """Give the reader a few looks, then ask."""
    doubt = referee.doubt.again(("die", die.team), look.t)
    if doubt.looks < LOOKS_UNEXPLAINED:
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"))
    return ask_for_die(rules, replace(referee, doubt=doubt), look, die, throw)


def ask_for_die(rules: Ruleset, referee: Referee, look: Observation, die: SeenDie, throw: Throw) -> Outcome:
    """Ask for a die to be read out or thrown again."""
    whose = f".{die.team}" if die.team is not None else ""
    cure = say("die.cure")
    if referee.position is not None and may_declare(rules, referee.position):
        cure = say("die.cure.declare")
    return ask(referee, look, say(f"die.unread{whose}", cure=cure), _faces_of(die, throw))


def tell_of_die(die: SeenDie, throw: Throw) -> tuple[Say, ...]:
    """That a die is not read: nobody has to say what it shows, for what is done next tells, but one key does."""
    whose = f".{die.team}" if die.team is not None else ""
    cure = say("die.cure.go_on")
    return (Say("note", say(f"die.unread{whose}", cure=cure), answers=_faces_of(die, throw)),)


def _faces_of(die: SeenDie, throw: Throw) -> tuple[Answer, ...]:
    """What the one die may show, in order, so that a number key is its face; nothing where another is unread too."""
    dice = throw.awaited().dice
    if any(other.value is None for other in dice if other != die):
        return ()
    rolls = []
    for face in range(1, 7):
        shown = {other.team: face if other == die else other.value or 0 for other in dice}
        if len(dice) == 1:
            rolls.append(Roll(faces=(face,)))
        elif len(dice) == len(shown) == 2 and None not in shown:
            rolls.append(Roll(duel=(shown["B"], shown["R"])))
    return tuple(Answer(say("answer.face", face=face), (TypedRoll(roll),)) for face, roll in enumerate(rolls, 1))


def dice_in_doubt(rules: Ruleset, referee: Referee, look: Observation) -> str:
    """Why the dice that decide what may be played now are not known for certain; empty if they are."""
    if referee.position is None or not may_declare(rules, referee.position):
        return ""
    if not look.dice and not referee.dice.dice:
        return say("dice.unseen")
    if any(unsure.what == "die" for unsure in look.unsure):
        return say("dice.unread")
    if any(die.confidence < cost.SURE for die in thrown(referee.dice, look.dice).dice):
        return say("dice.doubtful")
    there, had = (Counter(die.team for die in dice) for dice in (look.dice, referee.dice.dice))
    return say("dice.gone") if any(there[team] < had[team] for team in had) else ""


def _tackle_possible(rules: Ruleset, position: Position) -> bool:
    return any(next(tackles(rules.board, position, team), None) is not None for team in TEAMS)


def _may_be_called(rules: Ruleset, position: Position) -> bool:
    """Whether the side on turn, or the other one whose turn may have begun, can call something that needs a die."""
    if next(rules.hidden_actions(position), None) is not None:
        return True
    ended = rules.act(position, END_OF_TURN)
    if not ended:
        return False
    return next(rules.hidden_actions(ended.position), None) is not None


def dice_after(rules: Ruleset, referee: Referee, position: Position, look: Observation, throw: Throw) -> DiceKnown:
    """Dice that may be the first half of something stay unaccounted for; otherwise they are known as they lie.

    With the ball out of sight they may be for a pass or a shot that nobody has seen yet.
    """
    half = len(throw.dice) == 1 and (_may_be_called(rules, position) or _tackle_possible(rules, position))
    blind = bool(throw.dice) and look.ball is None
    stirred = bool(throw.dice or throw.nudged or throw.turned)
    half = half or (stirred and may_declare(rules, position))
    waiting = half or blind or (position.awaits is not None and position.awaits.type == "roll")
    if waiting and referee.dice.looked:
        return replace(remember_gone(referee.dice, look.dice), blind=referee.dice.blind or blind)
    return settle(referee.dice, look.dice)
