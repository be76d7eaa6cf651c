"""A board file's text, with words for whoever opens it to nudge an area."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import tomli_w

if TYPE_CHECKING:
    from engine.board import BoardFile

_HEADING = """\
# {name}: a board of your own, known by its reference picture beside this file.
# Lengths in millimetres, origin at the field's north-west corner (A1's), x east, y south.
# To nudge an area, change its depth (in widths of a space) or its rows; docs/board-files.md lists the keys.

"""


def board_text(file: BoardFile) -> str:
    """The board as TOML; engine.board.parse_board reads the same board from it."""
    tables = _without_none(msgspec.to_builtins(file, str_keys=True))
    return _HEADING.format(name=" ".join(file.name.split())) + tomli_w.dumps(tables)


def _without_none(table: dict[str, Any]) -> dict[str, Any]:
    """TOML has no word for nothing: a key without a value is left out."""
    return {
        key: _without_none(value) if isinstance(value, dict) else value
        for key, value in table.items()
        if value is not None
    }
