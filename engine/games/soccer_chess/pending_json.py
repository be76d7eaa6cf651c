"""What a position of Soccer Chess waits for, as JSON, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.empty import EMPTY
from engine.games.soccer_chess import cards
from engine.grid import Point
from engine.json_values import a_flag, a_list, a_number, a_piece, only_keys, shown
from engine.match import MalformedError, Pending, team_of
from engine.notation import MAX_COORDINATE_MM
from engine.rules.dice import ONE_EACH
from engine.rules.pending_json import KEY, on_field, read_head

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.soccer_chess.laws import Laws
    from engine.grid import Space
    from engine.match import PieceId

_LEFT = f"{KEY}.left"
_LEFT_KEYS = ("touched", "over_mm", "sd_mm", "line", "from", "among", "at", "carried", "out", "on")
LINES = ("touch", "left", "right")


def read_pending(laws: Laws, raw: object, pieces: Mapping[PieceId, Space]) -> Pending | None:
    """What is awaited, checked. Raises MalformedError naming ``position.awaits...``."""
    if raw is None:
        return None
    head = read_head(raw, _LEFT_KEYS)
    left = head.left
    if head.cause == "first":
        return Pending("roll", "first", None, ONE_EACH)
    by = on_field(head.by, pieces)
    match head.cause:
        case "kick":
            return Pending("placement", "kick", team_of(by), None, by, _touched(left, pieces) or EMPTY)
        case "line":
            return Pending("choice", "line", None, None, by, _line(laws, left, pieces))
        case "nearest":
            return Pending("choice", "nearest", None, None, by, _nearest(laws, left, pieces))
        case "tackle":
            only_keys(left, ("on",), f"{_LEFT}.")
            on = on_field(left.get("on"), pieces, f"{_LEFT}.on")
            return Pending("placement", "tackle", team_of(by), None, by, {"on": on})
        case cause:
            raise MalformedError(f"{KEY}.for", f"first, kick, line, nearest or tackle is needed, not {shown(cause)}")


def _touched(left: Mapping[str, Any], pieces: Mapping[PieceId, Space], *, more: tuple[str, ...] = ()) -> dict[str, Any]:
    """The figures that the ball touched, keepers among them; nothing if there were none."""
    only_keys(left, ("touched", *more), f"{_LEFT}.")
    if "touched" not in left:
        return {}
    key = f"{_LEFT}.touched"
    touched = [a_piece(item, key) for item in a_list(left["touched"], key)]
    for piece in touched:
        if not cards.is_keeper(piece):
            on_field(piece, pieces, key)
    return {"touched": touched}


def _line(laws: Laws, left: Mapping[str, Any], pieces: Mapping[PieceId, Space]) -> dict[str, Any]:
    touched = _touched(left, pieces, more=("over_mm", "sd_mm", "line", "from"))
    if left.get("line") not in LINES:
        raise MalformedError(f"{_LEFT}.line", f"one of {', '.join(LINES)} is needed, not {shown(left.get('line'))}")
    read = {name: _millimetres(left.get(name, 0.0), f"{_LEFT}.{name}") for name in ("over_mm", "sd_mm")}
    return {**touched, **read, "line": left["line"], **_from(laws, left)}


def _from(laws: Laws, left: Mapping[str, Any]) -> dict[str, Any]:
    """Where the ball was kicked from: a square, or millimetres."""
    place = left.get("from")
    if place is None:
        return {}
    if isinstance(place, list) and len(place) == 2:
        return {"from": list(Point(*(_millimetres(value, f"{_LEFT}.from") for value in place)))}
    return {"from": _square(laws, place, "from")}


def _millimetres(raw: object, key: str) -> float:
    return a_number(raw, key, -MAX_COORDINATE_MM, MAX_COORDINATE_MM, "millimetres")


def _nearest(laws: Laws, left: Mapping[str, Any], pieces: Mapping[PieceId, Space]) -> dict[str, Any]:
    only_keys(left, ("among", "at", "carried", "out"), f"{_LEFT}.")
    key = f"{_LEFT}.among"
    among = [a_piece(item, key) for item in a_list(left.get("among"), key)]
    for piece in among:
        if not cards.is_keeper(piece):
            on_field(piece, pieces, key)
    if not among:
        raise MalformedError(key, "the figures to choose from are needed")
    flags = {name: a_flag(left.get(name, False), f"{_LEFT}.{name}") for name in ("carried", "out")}
    return {"among": among, "at": _square(laws, left.get("at"), "at"), **flags}


def _square(laws: Laws, raw: object, key: str) -> Space:
    if not isinstance(raw, str) or raw not in laws.pitch.field:
        raise MalformedError(f"{_LEFT}.{key}", f"{shown(raw)} is no square of this board")
    return raw
