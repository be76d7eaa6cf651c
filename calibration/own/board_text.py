"""A board file's text, with words for whoever opens it to nudge an area."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tomli_w

from calibration.board_tables import board_tables

if TYPE_CHECKING:
    from engine.board import BoardFile

_HEADING = """\
# {name}: a board of your own, known by its reference picture beside this file.
# Lengths in millimetres, origin at the field's north-west corner (A1's), x east, y south.
# To nudge an area, change its depth (in widths of a space) or its rows; docs/board-files.md lists the keys.

"""


def board_text(file: BoardFile) -> str:
    """The board as TOML; engine.board.parse_board reads the same board from it."""
    tables = board_tables(file)
    return _HEADING.format(name=" ".join(file.name.split())) + tomli_w.dumps(tables)
