"""A match followed without a screen: every ruling as one line on stdout, progress on stderr."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from referee_tui.words import clock, rulings, score_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from engine.match import Position
    from referee_tui.session import SessionUpdate

    Show = Callable[[SessionUpdate], None]


@dataclass(frozen=True, slots=True)
class Followed:
    """How following ended."""

    last: SessionUpdate | None
    """None if nothing was seen."""
    interrupted: bool
    """By Ctrl-C; the log is complete all the same."""


def follow(updates: Iterable[SessionUpdate], out: Callable[[str], None], show: Show) -> Followed:
    """Say everything as it comes, to the end or to Ctrl-C."""
    last = None
    try:
        for last in updates:
            for line in rulings(last.says):
                out(f"{clock(last.t):>7}  {line.text}")
            show(last)
    except KeyboardInterrupt:
        return Followed(last, interrupted=True)
    return Followed(last, interrupted=False)


@contextmanager
def progress_bar(duration_s: float | None) -> Iterator[Show]:
    """A bar on stderr that shows how far the source has been read and the state of the eye.

    On a pipe Rich draws nothing but the finished bar. Lines on stdout are taken above the bar only where both go to
    a terminal; a redirected stdout is left alone.
    """
    columns = (
        TextColumn("{task.description:<11}"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[clock]}"),
        TimeElapsedColumn(),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), redirect_stdout=sys.stdout.isatty()) as progress:
        task = progress.add_task("", total=duration_s, clock="")

        def show(update: SessionUpdate) -> None:
            progress.update(task, completed=update.t, description=update.eye, clock=clock(update.t))

        yield show


def closing_lines(position: Position | None, log: Path) -> list[str]:
    """The score and where the log is."""
    score = f"Score: {score_words(position.score)}" if position else "No match was seen."
    return [score, f"Log: {log}"]
