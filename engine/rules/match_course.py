"""How a match begins and ends, in every game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rules.dice import await_duel
from engine.rules.events import event
from engine.rules.words import refused, say
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from engine.match import Event, Position, Roll, Team
    from engine.rules.field_position import FieldPosition


def full_time(position: Position) -> Event:
    """The score, and who has won; nobody (None) if it is a draw."""
    blue, red = position.score.B, position.score.R
    winner = None if blue == red else "B" if blue > red else "R"
    return event("full_time", score={"B": blue, "R": red}, winner=winner)


def judge_first(position: FieldPosition, what: str = "first_turn") -> Verdict:
    """``first``: each side rolls for what the first to go has, the ``first_turn`` or the ``kick_off``."""
    if position.turn is not None:
        return refused("turn.side", "decided", what=say(f"what.{what}"), team=position.turn)
    return Ruling((), await_duel(position, "first", None))


def first_roll(roll: Roll) -> tuple[Team | None, Event]:
    """Who goes first by a die each: the higher, or nobody yet (None) if they are equal; and the event that says it."""
    blue, red = roll.duel or (0, 0)
    first: Team | None = None if blue == red else "B" if blue > red else "R"
    return first, event("roll", for_="first", B=blue, R=red)
