"""Opens the screens of the calibration and keeps them until the user leaves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from calibration.lens.targets import kit_target
from referee_tui.app.calibrate.board_screen import BoardScreen
from referee_tui.app.calibrate.lens_screen import LensScreen
from referee_tui.app.calibrate.lens_state import LensState
from referee_tui.app.calibrate.lens_watching import lens_states
from referee_tui.app.calibrate.newest import NewestPictures
from referee_tui.app.calibrate.state import BoardState
from referee_tui.app.calibrate.watching import live_states, recorded_states
from referee_tui.board.report import SETTLE_S
from referee_tui.lens.gather import target_look
from vision.numbers import NumberReader

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.screen import Screen

    from calibration.finder import BoardFinder
    from referee_tui.board.report import Report
    from referee_tui.lens.gather import Look
    from vision.find import NumberNet
    from vision.rectify import Image
    from vision.sources import Source


def board_screen(
    sources: Sequence[Source],
    finder: BoardFinder,
    numbers: NumberNet,
    *,
    live: bool,
    settle_s: float = SETTLE_S,
    keep: Callable[[Report], str] | None = None,
    lens: Callable[[], Screen[None]] | None = None,
) -> BoardScreen:
    """The screen that judges how the board is seen.

    ``live``: the one source is a camera, whose exposure settles within ``settle_s``.
    """
    first = BoardState(finder.board, _named(sources), live)
    if live:
        return BoardScreen(
            first,
            lambda awake: live_states(sources[0], finder, numbers, first, awake, settle_s=settle_s),
            sources[0].stop,
            keep=keep,
            lens=lens,
        )
    return BoardScreen(first, lambda _: recorded_states(sources, finder, numbers, first), _nothing, keep=keep)


def board_of_match(
    name: str,
    newest: Callable[[], Image | None],
    finder: BoardFinder,
    *,
    keep: Callable[[Report], str] | None = None,
    keep_lens: Callable[[LensState], str] | None = None,
) -> BoardScreen:
    """The screen on the pictures of a match that goes on meanwhile; from it the lens can be measured as well."""

    def lens() -> LensScreen:
        return lens_screen([NewestPictures(name, newest)], target_look(kit_target()), live=True, keep=keep_lens)

    pictures = NewestPictures(name, newest)
    return board_screen([pictures], finder, NumberReader(), live=True, settle_s=0.0, keep=keep, lens=lens)


def lens_screen(
    sources: Sequence[Source],
    look: Look,
    *,
    live: bool,
    keep: Callable[[LensState], str] | None = None,
) -> LensScreen:
    """The screen that guides through measuring the lens; ``live``: the one source is a camera."""
    first = LensState(_named(sources))
    return LensScreen(
        first,
        lambda wishes: lens_states(sources, look, first, wishes),
        sources[0].stop,
        keep=keep,
        again=live,
    )


def _named(sources: Sequence[Source]) -> str:
    """A file's own name; cameras and addresses as they are."""
    name = sources[0].name
    short = name if "://" in name else Path(name).name or name
    more = f" +{len(sources) - 1}" if len(sources) > 1 else ""
    return (short + more).encode("utf-8", "backslashreplace").decode("utf-8")


def _nothing() -> None:
    """A recording keeps nobody waiting."""
