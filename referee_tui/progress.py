"""How far a recording has been followed, as a bar on stderr."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from engine.texts import ENGLISH
from referee_tui.following.language import disturbance_in
from referee_tui.plain_standing import eye_words
from referee_tui.texts import texts
from referee_tui.words import clock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee_tui.following.update import SessionUpdate
    from referee_tui.plain import Show


@contextmanager
def progress_bar(duration_s: float | None, language: str = ENGLISH) -> Iterator[Show]:
    """A bar on stderr that shows how far the source has been read and the state of the eye.

    On a pipe Rich draws nothing but the finished bar. Lines on stdout are taken above the bar only where both go to
    a terminal; a redirected stdout is left alone.
    """
    columns = (
        TextColumn("{task.description:<11}"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[clock]}"),
        TimeElapsedColumn(), TextColumn("{task.fields[why]}"),
    )  # fmt: skip
    words = texts("plain", language)
    both = sys.stdout is not None and sys.stdout.isatty()
    with Progress(*columns, console=Console(stderr=True), redirect_stdout=both) as progress:
        task = progress.add_task("", total=duration_s, clock="", why="")

        def show(update: SessionUpdate) -> None:
            why = disturbance_in(update, language)
            progress.update(
                task, completed=update.t, description=eye_words(update.eye, words), clock=clock(update.t), why=why
            )

        yield show
        # Not where following broke off: an error or Ctrl-C leaves the bar where it was.
        progress.update(task, description=words("ended"), completed=duration_s, why="")
