"""Where everything stands on the match screen, by the terminal's size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee_tui.app.match.call_text import ROOM_FOR_BIG
from referee_tui.app.widgets import freed

if TYPE_CHECKING:
    from referee_tui.app.widgets import BoardView

LEAST_SIZE = (80, 24)
"""Columns and lines; with less, the board's rows and the score would be cut off."""

_TOP, _FOOTER = 3, 1
_CALLED, _FEWEST_CALLED = 4, 3
"""Lines for the question below the board, and as few as the whole board may leave it."""
_SIDE, _NARROW_SIDE = 48, 33
"""Columns for question and rulings beside the board, and as few as the whole board may leave them.

With less they stand below it.
"""

CSS = f"""
MatchScreen {{
    #top {{ height: {_TOP}; background: $panel; }}
    #blue, #red, #score, #counter {{ width: auto; }}
    #status {{ width: 1fr; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }}
    #middle {{ height: 1fr; layout: vertical; background: $background; }}
    #left {{ width: 100%; height: 1fr; }}
    #picture {{ width: 100%; height: 16; }}
    #board, #camera {{ width: 100%; height: 100%; }}
    #side {{ display: none; width: 100%; height: 1fr; background: $surface; }}
    #call {{ height: 1fr; background: $surface; }}
    #call-beside {{ display: none; height: 2fr; }}
    #history {{ height: 3fr; background: $surface; border: none; padding: 0; scrollbar-size: 1 1; }}
    #peek {{ display: none; height: 16; }}
    #typed {{ display: none; height: 1; border: none; padding: 0 1; }}
    #typed.-open {{ display: block; }}
    #keypad {{ display: none; height: 1; background: $surface; }}
    &.-counting #keypad {{ display: block; }}
    ToastRack {{ margin-bottom: {_CALLED + _FOOTER}; }}
    #small {{ display: none; width: 100%; height: 100%; }}
    &.-history {{
        #picture {{ display: none; }}
        #side {{ display: block; }}
        #left {{ height: {_CALLED}; }}
    }}
    &.-wide {{
        #middle {{ layout: horizontal; }}
        #picture {{ display: block; }}
        #left {{ width: 1fr; height: 100%; }}
        #side {{ display: block; height: 100%; }}
    }}
    &.-wide.-peek #peek {{ display: block; }}
    &.-wide.-flat #call {{ display: none; }}
    &.-wide.-flat #call-beside {{ display: block; }}
    &.-small {{
        #small {{ display: block; }}
        #top, #middle, #keypad, KeyLine {{ display: none; }}
    }}
}}
"""


@dataclass(frozen=True, slots=True)
class Layout:
    """What goes where on a terminal of some size."""

    small: bool
    """Too small for a match: that is said, and nothing else."""
    wide: bool
    """Question and rulings stand beside the board, else below it."""
    flat: bool
    """The question stands beside the board too: there is no room for large letters below it."""
    board_lines: int
    side_columns: int | None
    """What is left beside the board; None where nothing stands there."""


def layout(board: BoardView, width: int, height: int) -> Layout:
    """Question and rulings beside the board where there is room for both, else below it."""
    free = height - _TOP - _FOOTER
    side = freed(_SIDE, _NARROW_SIDE, lambda side: board.whole(width - side, free))
    wide = board.lines_wanted(width - side, free) == board.lines_wanted(width, free) and width > 2 * _SIDE + 20
    called = freed(_CALLED, _FEWEST_CALLED, lambda called: board.whole(width, free - called))
    lines = board.lines_wanted(width - side if wide else width, free if wide else free - called)
    return Layout(
        small=width < LEAST_SIZE[0] or height < LEAST_SIZE[1],
        wide=wide,
        flat=wide and free - lines < ROOM_FOR_BIG,
        board_lines=lines,
        side_columns=width - board.columns_wanted(width - side, free) - 2 if wide else None,
    )
