"""Keys of one's own, which only the screens can check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee_tui.app.calibrate.board_screen import BoardScreen
from referee_tui.app.calibrate.lens_screen import LensScreen
from referee_tui.app.corners import CornersScreen
from referee_tui.app.debug import DebugPage
from referee_tui.app.help_page import HelpPage
from referee_tui.app.keys import bindings_of, key_problems
from referee_tui.app.match.board import MatchBoard
from referee_tui.app.match.history import WhyScreen
from referee_tui.app.match.screen import MatchScreen
from referee_tui.app.replay.export import ExportPage
from referee_tui.app.replay.screen import ReplayScreen
from referee_tui.app.shell import TouchlineApp
from referee_tui.app.start.line_up import LineUpScreen
from referee_tui.app.start.screen import StartScreen
from referee_tui.app.still import StillScreen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.dom import DOMNode

PARTS: tuple[type[DOMNode], ...] = (
    StartScreen, LineUpScreen, MatchScreen, MatchBoard, WhyScreen, BoardScreen, LensScreen, CornersScreen, ReplayScreen,
    ExportPage, HelpPage, StillScreen, DebugPage,
)  # fmt: skip
"""Everything that has keys with an id."""

THROUGH: Mapping[type[DOMNode], frozenset[str]] = {
    MatchBoard: frozenset({"match.undo", "match.redo", "match.help", "match.type", "match.quit"}),
}
"""Actions that work while something else has the keyboard: of the match, while things are put right on the board."""


def actions() -> dict[str, tuple[str, str]]:
    """By binding id: the keys that an action has of itself, commas between them, and what it is called."""
    found: dict[str, tuple[str, str]] = {}
    everything: tuple[type[DOMNode], ...] = (TouchlineApp, *PARTS)
    for part in everything:
        for binding in bindings_of(part):
            keys, words = found.get(binding.id or "", ("", binding.description))
            found[binding.id or ""] = (f"{keys},{binding.key}".strip(","), words)
    return found


def key_faults(keys: Mapping[str, str]) -> tuple[str, ...]:
    """What is wrong with keys by binding id, one sentence each without its full stop."""
    return key_problems(keys, TouchlineApp, PARTS, THROUGH)
