"""Opens the replay of a log and keeps it until the user leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee_tui.app.replay.screen import replay_screen
from referee_tui.app.shell import TouchlineApp

if TYPE_CHECKING:
    from pathlib import Path

    from engine.record.replay import RulesLoader
    from referee_tui.config import Config


def show_replay(path: Path, loader: RulesLoader, config: Config) -> None:
    """Show a log until the user leaves."""
    TouchlineApp(replay_screen(path, loader, config), config=config).run()
