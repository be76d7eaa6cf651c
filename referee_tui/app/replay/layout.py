"""Where everything stands on the replay's screen, by the terminal's size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee_tui.app.widgets import freed

if TYPE_CHECKING:
    from referee_tui.app.widgets import BoardView

LEAST_SIZE = (80, 24)
"""Columns and lines."""
_SIDE, _NARROW_SIDE = 50, 33
"""Columns for the acts beside the board, and as few as the whole board may leave them.

With less there is one act only, below it.
"""
_FEWEST_WORDS = 3
_HEAD, _TIME, _FOOTER = 1, 1, 1


CSS = f"""
ReplayScreen {{
    #head {{ height: {_HEAD}; background: $panel; }}
    #score {{ width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }}
    #where {{ width: 20; text-align: right; }}
    #body {{ height: 1fr; layout: vertical; }}
    #picture {{ width: 100%; height: 16; }}
    #board, #evidence {{ width: 100%; height: 100%; }}
    #side {{ height: 1fr; }}
    #words {{ height: 1fr; background: $surface; scrollbar-size: 1 1; padding: 0 1; }}
    #detail {{ min-height: 100%; }}
    #acts {{ display: none; }}
    #time {{ height: {_TIME}; background: $panel; }}
    #said {{ height: auto; display: none; background: $panel; padding: 0 1; color: $text-warning; }}
    #said.-open {{ display: block; }}
    #wait {{ width: 100%; height: 1fr; content-align: center middle; padding: 0 2; }}
    #ask {{ display: none; height: 1; border: none; padding: 0 1; }}
    #ask.-open {{ display: block; }}
    #small {{ display: none; width: 100%; height: 100%; text-wrap: nowrap; text-overflow: ellipsis; }}
    &.-small {{
        #small {{ display: block; }}
        #head, #body, #time, #wait, #said, KeyLine {{ display: none; }}
    }}
    &.-wide {{
        #body {{ layout: horizontal; }}
        #picture {{ width: 1fr; height: 100%; }}
        #side {{ width: {_SIDE}; height: 100%; border-left: solid $surface-lighten-2; }}
        #words {{ height: 50%; }}
        #acts {{ display: block; height: 50%; padding: 0 1; border-top: solid $surface-lighten-2; }}
    }}
}}
"""


@dataclass(frozen=True, slots=True)
class Layout:
    """What goes where on a terminal of some size."""

    small: bool
    """Too small for a replay: one line says so."""
    wide: bool = False
    """The acts stand beside the board."""
    side_columns: int | None = None
    """What is left beside the board; None where nothing stands there."""
    board_lines: int | None = None
    """None where the board has all the height there is."""


def layout(board: BoardView | None, width: int, height: int) -> Layout:
    """Acts beside the board where there is room for both; None while there is no board yet."""
    small = width < LEAST_SIZE[0] or height < LEAST_SIZE[1]
    if board is None:
        return Layout(small)
    free = height - _HEAD - _TIME - _FOOTER
    side = freed(_SIDE, _NARROW_SIDE, lambda side: board.whole(width - side, free))
    wide = board.lines_wanted(width - side, free) == board.lines_wanted(width, free) and width > 2 * _SIDE + 20
    if wide:
        return Layout(small, wide, side_columns=side)
    return Layout(small, board_lines=board.lines_wanted(width, free - _FEWEST_WORDS))
