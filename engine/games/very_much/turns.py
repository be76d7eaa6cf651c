"""Turns, goals, and who plays on: what becomes of a turn once something has happened (sheet [2])."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much.roles import PLAYS_A_TURN, keeper_of
from engine.match import other, team_of
from engine.rules.ends import defended, defender_of
from engine.rules.events import event
from engine.rules.match_course import full_time
from engine.ruleset import Ruling

if TYPE_CHECKING:
    from engine.board import Side
    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.grid import Space
    from engine.match import Event, PieceId, Team

# What a fresh turn begins with: nobody has played, nothing is being restarted or decided.
_FRESH = {"plays": (), "restart": None, "spot": None, "placing": False, "awaits": None, "taker": None}


def is_over(laws: Laws, position: MasumePosition) -> bool:
    """Whether both sides have finished all their turns."""
    return min(position.turns_done.B, position.turns_done.R) >= laws.options.turns


def begin(laws: Laws, position: MasumePosition, team: Team) -> tuple[MasumePosition, tuple[Event, ...]]:
    """A fresh turn of ``team``, at play 1.

    In its own turn it is the same turn for the count; in the other side's, that turn is finished. When that completes
    the match, the events say so and whatever would have followed falls away.
    """
    if team == position.turn:
        return position.but(**_FRESH), ()
    done = position.turns_done.plus(position.side)
    after = position.but(**_FRESH, turn=team, turns_done=done)
    return after, (full_time(after),) if is_over(laws, after) else ()


def goes_on(laws: Laws, position: MasumePosition, events: tuple[Event, ...]) -> Ruling:
    """The side on turn plays on, unless that was its third play."""
    if len(position.plays) < PLAYS_A_TURN:
        return Ruling(events, position)
    return over_to(laws, position, other(position.side), events)


def over_to(laws: Laws, position: MasumePosition, team: Team, events: tuple[Event, ...]) -> Ruling:
    """The other side's turn begins while play goes on."""
    after, stopped = begin(laws, position, team)
    return Ruling((*events, event("turn_over", team=team), *stopped), after)


def judge_end(laws: Laws, position: MasumePosition) -> Ruling:
    """A turn may stop early, also with nothing done."""
    return over_to(laws, position, other(position.side), ())


def possession(laws: Laws, position: MasumePosition, piece: PieceId, before: tuple[Event, ...]) -> Ruling:
    """A kick, flick, rebound or header ended with a piece: its own side's turn goes on, or the other's begins."""
    team, space = team_of(piece), position.pieces[piece]
    position = position.but(ball=space, awaits=None, offence=team, last_touch=piece)
    events = (*before, event("possession", by=piece, team=team, at=space))
    if team == position.turn:
        return goes_on(laws, position, events)
    return over_to(laws, position, team, events)


def lies_free(laws: Laws, position: MasumePosition, space: Space, offence: Team, before: tuple[Event, ...]) -> Ruling:
    """The ball came to rest with nobody; the side that sent it there is the offence."""
    position = position.but(ball=space, awaits=None, offence=offence)
    events = (*before, event("free_ball", at=space))
    if offence == position.turn:
        return goes_on(laws, position, events)
    return over_to(laws, position, offence, events)


def goal(laws: Laws, position: MasumePosition, end: Side, before: tuple[Event, ...]) -> Ruling:
    """The ball is in the goal of an end, whoever sent it there; the side that defends it kicks off, formations anew."""
    conceding = defender_of(end)
    scoring = other(conceding)
    after, stopped = begin(laws, position.but(score=position.score.plus(scoring)), conceding)
    after = kick_off_position(laws, after, conceding)
    events = (*before, event("goal", team=scoring))
    if stopped:
        return Ruling((*events, *stopped), after.but(restart=None, spot=None, placing=False))
    return Ruling((*events, event("kick_off", team=conceding)), after)


def kick_off_position(laws: Laws, position: MasumePosition, team: Team) -> MasumePosition:
    """An empty field, the ball on the mark of ``team``, which kicks off: both sides place their eleven."""
    mark = laws.mark(team)
    fresh = {**_FRESH, "restart": "kick_off", "spot": mark, "placing": True}
    return position.but(**fresh, pieces={}, ball=mark, turn=team, offence=team, last_touch=None)


def set_piece(
    laws: Laws,
    position: MasumePosition,
    kind: str,
    team: Team,
    at: Space | None,
    *,
    before: tuple[Event, ...],
) -> Ruling:
    """A set piece is given to a side, at a spot if there is only one; its fresh turn begins with the taker's kick."""
    after, stopped = begin(laws, position.but(offence=team), team)
    if stopped:
        return Ruling((*before, *stopped), after)
    awarded = event(kind, team=team, **({"at": at} if at else {}))
    ball = at or (position.ball if kind == "penalty" else None)
    return Ruling((*before, awarded), with_keeper_on_ball(laws, after.but(restart=kind, spot=at, ball=ball), team))


def with_keeper_on_ball(laws: Laws, position: MasumePosition, team: Team) -> MasumePosition:
    """At a goal kick the keeper has the ball where it stands, if that is in its goal area; else it is to be placed."""
    if position.restart != "goal_kick":
        return position
    at = position.pieces.get(keeper_of(team))
    return position.but(ball=at if at in laws.pitch.area("goal", defended(team)) else None)
