"""Cards by figure as JSON values, both ways."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from engine.games.soccer_chess.cards import MOST, Card
from engine.json_values import a_flag, a_piece, an_object, is_count, only_keys, shown
from engine.match import MalformedError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.match import PieceId

NUMBERS = ("skill", "blue", "green", "red")
MOST_FIGURES = 198
"""Every number of both sides."""


def read_roster(raw: object, key: str) -> dict[PieceId, Card]:
    """``{"B9": {"skill": 80, "blue": 5, "green": 3, "red": 4}}``. Raises MalformedError naming the key at fault.

    A number left out is the default card's.
    """
    table = an_object(raw, key)
    if len(table) > MOST_FIGURES:
        raise MalformedError(key, f"{len(table)} figures are too many; there are {MOST_FIGURES}")
    return {a_piece(name, key): read_card(card, f"{key}.{name}") for name, card in table.items()}


def read_card(raw: object, key: str) -> Card:
    """One figure's card. Raises MalformedError naming the key at fault."""
    table = an_object(raw, key)
    only_keys(table, (*NUMBERS, "special"), f"{key}.")
    numbers = {name: _number(table[name], f"{key}.{name}") for name in NUMBERS if name in table}
    return Card(**numbers, special=a_flag(table.get("special", False), f"{key}.special"))


def _number(raw: object, key: str) -> int:
    if not is_count(raw) or raw > MOST:
        raise MalformedError(key, f"a whole number from 0 to {MOST} is needed, not {shown(raw)}")
    return raw


def write_roster(roster: Mapping[PieceId, Card]) -> dict[str, dict[str, Any]]:
    """The JSON form; ``read_roster`` of it is equal."""
    return {piece: write_card(card) for piece, card in roster.items()}


def write_card(card: Card) -> dict[str, Any]:
    """A card with everything on it; ``special`` only where it is."""
    written = {field.name: getattr(card, field.name) for field in fields(card)}
    return written if card.special else {name: value for name, value in written.items() if name != "special"}
