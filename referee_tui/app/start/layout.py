"""Where everything stands on the start screen."""

from __future__ import annotations

LEAST_SIZE = (80, 24)
_TITLE_CELLS = 30
"""Width of the list of sections."""
WIDE = 120
"""Columns from which on there is more room on the left."""
PAGE_LINES = 14
"""So much of the right side a page needs that is not long; the board is shown below it if there is room for that."""
LONG_PAGES = frozenset({"page-rules"})

CSS = f"""
StartScreen {{
    #title {{ height: 1; background: $block-cursor-background; color: $block-cursor-foreground;
              text-style: bold; padding: 0 1; }}
    #middle {{ height: 1fr; }}
    #left {{ width: {_TITLE_CELLS}; height: 100%; }}
    #sections {{ height: 1fr; border: none; padding: 0; scrollbar-size: 1 1; }}
    #sections > .option-list--option {{ padding: 0 1; }}
    #begin {{ width: 100%; }}
    #right {{ width: 1fr; height: 100%; border-left: solid $primary; }}
    #pages {{ width: 100%; height: 1fr; }}
    #preview {{ display: none; width: 100%; }}
    .page {{ padding: 0 1; scrollbar-size: 1 1; }}
    .about {{ height: auto; margin-bottom: 1; color: $text-muted; }}
    .entries {{ height: auto; max-height: 100%; border: none; padding: 0; scrollbar-size: 1 1; }}
    .label {{ margin-top: 1; height: auto; }}
    #command {{ height: auto; max-height: 3; padding: 0 1; background: $panel; }}
    #fault {{ height: auto; max-height: 2; padding: 0 1; display: none; background: $error; color: $text; }}
    #fault.-said {{ display: block; }}
    #small {{ display: none; width: 100%; height: 100%; }}
    &.-small {{
        #small {{ display: block; }}
        #title, #middle, #command, #fault, KeyLine {{ display: none; }}
    }}
    &.-wide #left {{ width: 44; }}
    &.-wide .page {{ padding: 0 3; }}
}}
"""
