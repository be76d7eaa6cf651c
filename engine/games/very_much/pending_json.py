"""What a position of Masume waits for, as JSON, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.very_much.roles import keeper_of
from engine.games.very_much.words import say
from engine.json_values import a_count, a_team, shown
from engine.match import MalformedError, Pending, other, team_of
from engine.notation import DIRECTIONS
from engine.rules.dice import ONE_EACH
from engine.rules.pending_json import KEY, on_field, read_head
from engine.rules.restart_names import RESTARTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.very_much.laws import Laws
    from engine.grid import Space
    from engine.match import PieceId

_LEFT_KEYS = ("on", "kind", "direction", "restart", "squares")
MOST_LEFT = 5
"""Squares that a ball can have left when it meets a piece: a six, one square away."""


def read_pending(laws: Laws, raw: object, pieces: Mapping[PieceId, Space]) -> Pending | None:
    """What is awaited, checked. Raises MalformedError naming ``position.awaits...``."""
    if raw is None:
        return None
    cause, who, side, _, left = read_head(raw, _LEFT_KEYS)
    if cause == "first":
        return Pending("roll", "first", None, ONE_EACH)
    by = on_field(who, pieces)
    if cause == "charge":
        return Pending("roll", "charge", None, ONE_EACH, by, {"on": _charged(laws, left, by, pieces)})
    if cause == "shot":
        return Pending("roll", "shot", None, ONE_EACH, by, {"on": _keeper(left, by, pieces)})
    if cause == "kick":
        return Pending("roll", "kick", team_of(by), 1, by, _called(left))
    return _choice(cause, by, side, left)


def _choice(cause: object, by: PieceId, side: object, left: Mapping[str, Any]) -> Pending:
    team = team_of(by)
    if cause == "header":
        return Pending("choice", "header", team, None, by)
    if cause == "flick":
        return Pending("choice", "flick", team, None, by, {"squares": _squares(left)})
    if cause != "rebound":
        what = "first, charge, shot, kick, flick, rebound or header"
        raise MalformedError(f"{KEY}.for", f"{what} is needed, not {shown(cause)}")
    if side is not None and a_team(side, f"{KEY}.side") == team:
        raise MalformedError(f"{KEY}.side", f"a ball rebounds off an opponent; {by} is of {team} itself")
    kept = {"squares": _squares(left), "restart": _restart(left)}
    return Pending("choice", "rebound", other(team), None, by, kept)


def _charged(laws: Laws, left: Mapping[str, Any], by: PieceId, pieces: Mapping[PieceId, Space]) -> PieceId:
    key = f"{KEY}.left.on"
    holder = on_field(left.get("on"), pieces, key)
    if team_of(holder) == team_of(by):
        raise MalformedError(key, say("position.charge.opponent", holder=holder, by=by))
    if laws.pitch.grid.distance(pieces[holder], pieces[by]) != 1:
        raise MalformedError(key, say("position.charge.next", holder=holder, by=by))
    return holder


def _keeper(left: Mapping[str, Any], by: PieceId, pieces: Mapping[PieceId, Space]) -> PieceId:
    key, wanted = f"{KEY}.left.on", keeper_of(other(team_of(by)))
    keeper = on_field(left.get("on", wanted), pieces, key)
    if keeper != wanted:
        raise MalformedError(key, say("position.shot.keeper", keeper=keeper, by=by))
    return keeper


def _called(left: Mapping[str, Any]) -> dict[str, Any]:
    kind, direction = left.get("kind"), left.get("direction")
    if kind not in ("grounder", "lob"):
        raise MalformedError(f"{KEY}.left.kind", f"grounder or lob is needed, not {shown(kind)}")
    if direction not in DIRECTIONS:
        raise MalformedError(f"{KEY}.left.direction", f"one of {', '.join(DIRECTIONS)} is needed")
    return {"kind": kind, "direction": direction, "restart": _restart(left)}


def _restart(left: Mapping[str, Any]) -> str | None:
    restart = left.get("restart")
    if restart is not None and (not isinstance(restart, str) or restart not in RESTARTS):
        raise MalformedError(f"{KEY}.left.restart", f"one of {', '.join(RESTARTS)} is needed, not {shown(restart)}")
    return restart


def _squares(left: Mapping[str, Any]) -> int:
    squares = a_count(left.get("squares"), f"{KEY}.left.squares")
    if not 1 <= squares <= MOST_LEFT:
        raise MalformedError(f"{KEY}.left.squares", f"1 to {MOST_LEFT} squares are needed, not {squares}")
    return squares
