"""A board file's values as the tables of a TOML file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.board import BoardFile


def board_tables(file: BoardFile) -> dict[str, Any]:
    """Tables that ``engine.board.parse_board`` reads the same board from."""
    return _without_none(msgspec.to_builtins(file, str_keys=True))


def _without_none(table: Mapping[str, Any]) -> dict[str, Any]:
    """TOML has no word for nothing: a key without a value is left out."""
    return {
        key: _without_none(value) if isinstance(value, dict) else value
        for key, value in table.items()
        if value is not None
    }
