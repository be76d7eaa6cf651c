"""What a position of Regista waits for, as JSON, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.regista import roles
from engine.games.regista.restarts import NAMES
from engine.games.regista.words import say
from engine.json_values import a_flag, a_piece, shown
from engine.match import MalformedError, Pending, team_of
from engine.rules.dice import ONE_EACH
from engine.rules.pending_json import KEY, on_field, read_head

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.regista.laws import Laws
    from engine.grid import Space
    from engine.match import PieceId

_LEFT_KEYS = ("target", "on", "distance", "shot", "inside", "restart", "extra")


def read_pending(laws: Laws, raw: object, pieces: Mapping[PieceId, Space]) -> Pending | None:
    """What is awaited, checked. Raises MalformedError naming ``position.awaits...``."""
    if raw is None:
        return None
    cause, who, _, _, left = read_head(raw, _LEFT_KEYS)
    if cause == "first":
        return Pending("roll", "first", None, ONE_EACH)
    by = on_field(who, pieces)
    match cause:
        case "tackle":
            return Pending("roll", "tackle", None, ONE_EACH, by, {"on": _tackled(left, by, pieces)})
        case "shot":
            target = _space(laws, left, "target")
            if target not in laws.pitch.goal_side:
                raise MalformedError(f"{KEY}.left.target", f"{target} is not a goal space")
            return Pending("roll", "shot", None, ONE_EACH, by, {"target": target, "distance": _flag(left, "distance")})
        case "deviation":
            return Pending("roll", "deviation", team_of(by), 1, by, _deviating(laws, left))
        case "save":
            if by != roles.keeper_of(team_of(by)):
                raise MalformedError(f"{KEY}.by", f"{by} is not a goalkeeper")
            return Pending("placement", "save", team_of(by), None, by)
        case _:
            what = "first, tackle, shot, deviation or save"
            raise MalformedError(f"{KEY}.for", f"{what} is needed, not {shown(cause)}")


def _deviating(laws: Laws, left: Mapping[str, Any]) -> dict[str, Any]:
    target = _space(laws, left, "target")
    if _flag(left, "shot"):
        return {"target": target, "shot": True, "inside": _space(laws, left, "inside", target)}
    if target not in laws.pitch.field:
        raise MalformedError(f"{KEY}.left.target", f"{target} is a goal space; no pass goes there")
    restart = left.get("restart")
    if restart is not None and (not isinstance(restart, str) or restart not in NAMES):
        raise MalformedError(f"{KEY}.left.restart", f"one of {', '.join(NAMES)} is needed, not {shown(restart)}")
    return {"target": target, "restart": restart, "extra": _flag(left, "extra")}


def _tackled(left: Mapping[str, Any], by: PieceId, pieces: Mapping[PieceId, Space]) -> PieceId:
    holder = a_piece(left.get("on"), f"{KEY}.left.on")
    if holder not in pieces or team_of(holder) == team_of(by):
        raise MalformedError(f"{KEY}.left.on", say("position.tackle", holder=holder))
    return holder


def _space(laws: Laws, left: Mapping[str, Any], key: str, default: Space | None = None) -> Space:
    value = left.get(key, default)
    if not isinstance(value, str) or value not in laws.pitch.neighbours:
        raise MalformedError(f"{KEY}.left.{key}", f"{shown(value)} is no space of this board")
    return value


def _flag(left: Mapping[str, Any], key: str) -> bool:
    return a_flag(left.get(key, False), f"{KEY}.left.{key}")
