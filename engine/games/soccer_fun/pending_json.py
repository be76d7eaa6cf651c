"""What a position of Soccer Fun waits for, as JSON, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.soccer_fun.position import Declared
from engine.games.soccer_fun.roles import MOST_DICE, MOST_LEFT
from engine.json_values import a_count, an_object, only_keys, shown
from engine.match import MalformedError, Pending, team_of
from engine.rules.dice import ONE_EACH
from engine.rules.pending_json import KEY, on_field, read_head

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.soccer_fun.laws import Laws
    from engine.grid import Space
    from engine.match import PieceId


def read_declared(raw: object, pieces: Mapping[PieceId, Space]) -> Declared | None:
    """``{"by": "B7", "dice": 2, "sum": 7}``; without a sum the dice are still to be rolled. Raises MalformedError."""
    if raw is None:
        return None
    key = "position.declared"
    table = an_object(raw, key)
    only_keys(table, ("by", "dice", "sum"), f"{key}.")
    by = on_field(table.get("by"), pieces, f"{key}.by")
    dice = _dice(table.get("dice"), f"{key}.dice")
    if table.get("sum") is None:
        return Declared(by, dice)
    total = a_count(table["sum"], f"{key}.sum")
    if not dice <= total <= 6 * dice:
        raise MalformedError(f"{key}.sum", f"{dice} dice show {dice} to {6 * dice} together, not {total}")
    return Declared(by, dice, total)


def write_declared(declared: Declared | None) -> dict[str, Any] | None:
    """The ``declared`` object, or None."""
    return None if declared is None else {"by": declared.by, "dice": declared.dice, "sum": declared.sum}


def read_pending(laws: Laws, raw: object, pieces: Mapping[PieceId, Space]) -> tuple[Pending | None, Declared | None]:
    """What is awaited, checked; for declared dice also whose and how many. Raises MalformedError."""
    if raw is None:
        return None, None
    head = read_head(raw, ("squares", "direction"))
    if head.cause == "first":
        return Pending("roll", "first", None, ONE_EACH), None
    by = on_field(head.by, pieces)
    match head.cause:
        case "move" | "kick" as cause:
            dice = _dice(head.dice, f"{KEY}.dice")
            return Pending("roll", cause, team_of(by), dice, by), Declared(by, dice)
        case "deflection":
            return Pending("choice", "deflection", team_of(by), None, by, _left(laws, head.left)), None
        case cause:
            raise MalformedError(f"{KEY}.for", f"first, move, kick or deflection is needed, not {shown(cause)}")


def _left(laws: Laws, left: Mapping[str, Any]) -> dict[str, Any]:
    squares, direction = a_count(left.get("squares"), f"{KEY}.left.squares"), left.get("direction")
    if not 1 <= squares <= MOST_LEFT:
        raise MalformedError(f"{KEY}.left.squares", f"1 to {MOST_LEFT} squares are needed, not {squares}")
    if direction not in laws.directions:
        raise MalformedError(f"{KEY}.left.direction", f"one of {', '.join(laws.directions)} is needed")
    return {"squares": squares, "direction": direction}


def _dice(raw: object, key: str) -> int:
    dice = a_count(raw, key)
    if not 1 <= dice <= MOST_DICE:
        raise MalformedError(key, f"1 to {MOST_DICE} dice are declared, not {dice}")
    return dice
