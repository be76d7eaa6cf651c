"""How a match begins and ends, in every game."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from engine.rules.dice import await_duel
from engine.rules.events import event
from engine.rules.field_position import FieldPosition
from engine.rules.words import refused, say
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.match import Event, Position, Roll, Team

P = TypeVar("P", bound=FieldPosition)


def full_time(position: Position) -> Event:
    """The score, and who has won; nobody (None) if it is a draw."""
    blue, red = position.score.B, position.score.R
    winner = None if blue == red else "B" if blue > red else "R"
    return event("full_time", score={"B": blue, "R": red}, winner=winner)


def judge_time(position: P, minutes: int, *, at_once: bool) -> Verdict:
    """``time``: the minutes agreed on have been played, by somebody's clock.

    The match is over ``at_once`` where nothing is under way, else when what was begun has been played out.
    """
    if not minutes:
        return refused("turn.side", "untimed")
    if position.turn is None or position.time is not None:
        return refused("turn.side", "under_way")
    return _closed(position.but(time="last")) if at_once else Ruling((), position.but(time="last"))


def played_out(before: P, verdict: Verdict, done: Callable[[P, P], bool]) -> Verdict:
    """The verdict on an act, with the end of a match whose time is up if nothing is left to be played out.

    ``done`` says so of the positions before and after the act.
    """
    if not verdict or before.time != "last" or any(told.type == "full_time" for told in verdict.events):
        return verdict
    after = verdict.position
    if not isinstance(after, type(before)) or not done(before, after):
        return verdict
    closed = _closed(after)
    return Ruling((*verdict.events, *closed.events), closed.position)


def _closed(position: FieldPosition) -> Ruling:
    return Ruling((full_time(position),), position.but(time="over"))


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
