"""Calibrating in the middle of a match: the screen on the match's pictures, and what it can keep."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from referee_tui.commands import keep_board, keep_lens

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from calibration.finder import BoardFinder
    from vision.rectify import Image


@dataclass(frozen=True)
class Calibrating:
    """Where what is calibrated during a match is kept."""

    source: str = ""
    """As the command line has it; nothing is kept for what is no camera."""
    board_file: Path | None = None
    """The user's own board."""
    profile: str | None = None
    profiles: bool = True
    """False where nothing is to be kept."""

    def screen(self, finder: "BoardFinder", newest: "Callable[[], Image | None]") -> "Screen[None]":
        """The screen on the match's newest picture."""
        from calibration.lens.targets import kit_target
        from referee_tui.app.calibrate.run import board_of_match

        board = partial(
            keep_board.kept, wanted=finder.board, file=self.board_file, source=self.source, profile=self.profile
        )
        lens = partial(
            keep_lens.kept, sources=(self.source,), by=kit_target().name, profile=self.profile, out=None, profiles=True
        )
        place = keep_lens.has_place((self.source,), self.profile, None, profiles=self.profiles)
        return board_of_match(
            self.source,
            newest,
            finder,
            keep=board if self.profiles else None,
            keep_lens=lens if place else None,
        )


NOTHING_KEPT = Calibrating(profiles=False)
