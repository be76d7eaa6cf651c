"""What a position waits for, as JSON, both ways: the part that is the same in every game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.json_values import a_piece, an_object, only_keys
from engine.match import MalformedError
from engine.rules.words import say
from engine.ruleset import pending_as_json

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from engine.grid import Space
    from engine.match import Pending, PieceId

KEY = "position.awaits"


class Head(NamedTuple):
    """The parts of an ``awaits`` object, not yet understood."""

    cause: object
    by: object
    side: object
    dice: object
    left: Mapping[str, Any]


def read_head(raw: object, left_keys: Collection[str]) -> Head:
    """The object's parts; ``left`` may have these keys. Raises MalformedError naming ``position.awaits...``."""
    table = an_object(raw, KEY)
    only_keys(table, ("type", "for", "side", "dice", "by", "left"), f"{KEY}.")
    left = an_object(table.get("left", {}), f"{KEY}.left")
    only_keys(left, left_keys, f"{KEY}.left.")
    return Head(table.get("for"), table.get("by"), table.get("side"), table.get("dice"), left)


def on_field(raw: object, pieces: Mapping[PieceId, Space], key: str = f"{KEY}.by") -> PieceId:
    """A piece that stands on the field. Raises MalformedError naming ``key``."""
    piece = a_piece(raw, key)
    if piece not in pieces:
        raise MalformedError(key, say("move.field.piece", piece=piece))
    return piece


def write_pending(awaits: Pending | None) -> dict[str, Any] | None:
    """The ``pending`` object, or None."""
    return None if awaits is None else pending_as_json(awaits)
