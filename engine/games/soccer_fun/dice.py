"""Dice: how many are declared for which figure, and what they show together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_fun.position import Declared
from engine.games.soccer_fun.roles import MOST_DICE
from engine.games.soccer_fun.words import refused, say
from engine.match import MalformedError, Pending, team_of
from engine.rules.events import event
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from engine.games.soccer_fun.position import SoccerFunPosition
    from engine.match import Action, PieceId, Roll
    from engine.ruleset import Refusal
    from engine.sentences import Sentence


def judge_declaration(position: SoccerFunPosition, action: Action) -> Verdict:
    """``B9*2``: two dice for B9."""
    piece, dice = action.piece or "", action.dice or 0
    if (had := position.declared) is not None:
        return refused("dice.declared", "now", by=had.by, total=had.sum)
    if not 1 <= dice <= MOST_DICE:
        return refused("dice.count", most=MOST_DICE, dice=dice)
    return declare(position, piece, dice)


def declare(position: SoccerFunPosition, piece: PieceId, dice: int) -> Ruling:
    """The dice are to be rolled."""
    declared = Declared(piece, dice)
    return Ruling((), position.but(declared=declared, awaits=awaited(position, declared)))


def awaited(position: SoccerFunPosition, declared: Declared) -> Pending:
    """Waiting for the declared dice: for a kick if the figure has the ball, else for its move."""
    cause = "kick" if position.holder == declared.by else "move"
    return Pending("roll", cause, team_of(declared.by), declared.dice, declared.by)


def rolled(position: SoccerFunPosition, roll: Roll) -> Verdict:
    """The figure now goes, or kicks, the sum. Raises MalformedError (``rolls``) for dice of another form."""
    awaits, declared = position.awaits, position.declared
    if awaits is None or declared is None:
        return refused("roll.none")
    if roll.duel is not None or len(roll.faces) != declared.dice:
        raise MalformedError("rolls", _form(declared))
    total = sum(roll.faces)
    shown = event("roll", for_=awaits.cause, team=awaits.side, by=declared.by, values=list(roll.faces), sum=total)
    return Ruling((shown,), position.but(awaits=None, declared=Declared(declared.by, declared.dice, total)))


def _form(declared: Declared) -> Sentence:
    """What dice are awaited."""
    if declared.dice == 1:
        return say("roll.form.declared.one", piece=declared.by)
    return say("roll.form.declared", count=declared.dice, piece=declared.by)


def chosen(position: SoccerFunPosition) -> PieceId | None:
    """The figure that goes, or kicks, the sum of the dice that were rolled for it."""
    had = position.declared
    return None if had is None or had.sum is None else had.by


def not_rolled(position: SoccerFunPosition, piece: PieceId) -> Refusal | None:
    """A figure is played only with the dice that were declared and rolled for it."""
    had = position.declared
    if had is None or had.sum is None:
        return refused("dice.declared", "first", piece=piece)
    if had.by != piece:
        return refused("dice.declared", "other", by=had.by, piece=piece)
    return None
