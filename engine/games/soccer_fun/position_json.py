"""A position of Soccer Fun as JSON, both ways (what is left out takes its plain default)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.soccer_fun import dice
from engine.games.soccer_fun.pending_json import read_declared, read_pending, write_declared
from engine.games.soccer_fun.position import SoccerFunPosition
from engine.games.soccer_fun.restarts import NAMES
from engine.games.soccer_fun.roles import GAME
from engine.games.soccer_fun.words import say
from engine.json_values import a_flag, a_score
from engine.match import MalformedError, team_of
from engine.rules.ends import attacked
from engine.rules.standing_json import (
    STANDING_KEYS,
    own_keys,
    piece_on_field,
    read_piece,
    read_restart,
    read_space,
    read_standing,
    read_time,
    read_turn,
    write_standing,
)
from engine.rules.words import restart_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.soccer_fun.laws import Laws
    from engine.grid import Space
    from engine.match import Team

KEYS = (*STANDING_KEYS, "declared", "last_touch", "taker", "time")


def read_position(laws: Laws, raw: Mapping[str, Any]) -> SoccerFunPosition:
    """A position, checked. Raises MalformedError naming ``position.<key>``."""
    raw = own_keys(raw, KEYS)
    pieces, ball = read_standing(laws.pitch.grid, laws.sides, _as_at_dice(raw))
    restart = read_restart(raw.get("restart"), NAMES)
    awaits, awaited = read_pending(laws, raw.get("awaits"), pieces)
    turn = read_turn(raw.get("turn", "B"), restart, awaits)
    spot = _spot(laws, raw, restart, turn, ball)
    touched = raw.get("last_touch")
    position = SoccerFunPosition(
        pieces=pieces,
        ball=ball or spot,
        turn=turn,
        declared=read_declared(raw.get("declared"), pieces) or awaited,
        last_touch=None if touched is None else read_piece(laws.sides, GAME, touched, "position.last_touch"),
        score=a_score(raw.get("score", {}), "position.score"),
        turns_done=a_score(raw.get("turns_done", {}), "position.turns_done"),
        restart=restart,
        spot=spot,
        taker=piece_on_field(raw, "taker", pieces),
        placing=a_flag(raw.get("placing", restart == "kick_off" and not pieces), "position.placing"),
        awaits=awaits,
        time=read_time(raw.get("time")),
    )
    return _with_dice(position)


def _as_at_dice(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """The object as one that awaits nothing where it awaits declared dice: the ball lies still in play then."""
    awaits = raw.get("awaits")
    rolls = isinstance(awaits, dict) and awaits.get("for") in {"move", "kick"}
    return {**raw, "awaits": None} if rolls else raw


def _with_dice(position: SoccerFunPosition) -> SoccerFunPosition:
    """The declared dice and what is awaited say the same: dice without a sum are awaited."""
    declared, awaits = position.declared, position.awaits
    if declared is None:
        return position
    if position.turn is None:
        raise MalformedError("position.declared.by", say("position.declared.nobody", piece=declared.by))
    if team_of(declared.by) != position.turn:
        whose = say(f"team.{position.turn}")
        raise MalformedError("position.declared.by", say("turn.side", team=whose, piece=declared.by))
    holder = position.holder
    # A ball that a correction put where nobody stands leaves the dice as they were declared.
    if position.restart is not None and holder not in {None, declared.by} and str(holder)[0] == position.turn:
        restart = restart_name(position.restart)
        raise MalformedError("position.declared.by", say("position.declared.taker", restart=restart, piece=declared.by))
    expected = None if declared.sum is not None else dice.awaited(position, declared)
    if awaits is not None and awaits != expected:
        raise MalformedError("position.awaits", say("position.declared", piece=declared.by))
    return position.but(awaits=expected)


def _spot(
    laws: Laws, raw: Mapping[str, Any], restart: str | None, turn: Team | None, ball: Space | None
) -> Space | None:
    spot = read_space(laws.pitch.grid, raw.get("spot"), "position.spot")
    if spot is not None or turn is None:
        return spot
    if restart == "corner":
        # A ball on one of two corners has settled which.
        return ball if ball in laws.pitch.board.corner_spots[attacked(turn)] else None
    if restart == "throw_in" and ball is None:
        raise MalformedError("position.spot", f"the square of the {NAMES[restart]} is missing")
    return ball if restart == "throw_in" else None


def write_position(position: SoccerFunPosition) -> dict[str, Any]:
    """The complete JSON form; ``read_position`` of it is equal."""
    return {
        **write_standing(position),
        "declared": write_declared(position.declared),
        "last_touch": position.last_touch,
        "taker": position.taker,
        **({} if position.time is None else {"time": position.time}),
    }
