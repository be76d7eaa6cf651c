"""A match followed without a screen: every ruling as one line on stdout, progress on stderr."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from referee_tui.streams import OutputError
from referee_tui.words import clock, rulings, score_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from engine.match import Position
    from engine.record.patient import Heard
    from referee_tui.following.session import SessionUpdate

    Show = Callable[[SessionUpdate], None]

Text = TypeVar("Text", str, bytes, "str | bytes")


def follow(updates: Iterable[SessionUpdate], out: Callable[[str], None], show: Show) -> SessionUpdate | None:
    """Say everything as it comes, to the end. Returns the last update, None if nothing was seen."""
    last = None
    for last in updates:
        for line in rulings(last.says):
            out(f"{clock(last.t):>7}  {line.text}")
        show(last)
    return last


def records_for(out: Callable[[bytes], None]) -> Heard:
    """What hands every record on as it stands in the log, a line each."""
    return lambda written: out(written.line)


def for_whoever_reads(out: Callable[[Text], None], warn: Callable[[str], None]) -> Callable[[Text], None]:
    """``out``, until it cannot be written to: that is said once, and the match goes on; its log is what counts."""
    lost = False

    def told(line: Text) -> None:
        nonlocal lost
        if lost:
            return
        try:
            out(line)
        except OutputError as error:
            lost = True
            warn(f"{error} The match is followed on; its log has everything.")

    return told


@contextmanager
def progress_bar(duration_s: float | None) -> Iterator[Show]:
    """A bar on stderr that shows how far the source has been read and the state of the eye.

    On a pipe Rich draws nothing but the finished bar. Lines on stdout are taken above the bar only where both go to
    a terminal; a redirected stdout is left alone.
    """
    columns = (
        TextColumn("{task.description:<11}"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[clock]}"),
        TimeElapsedColumn(), TextColumn("{task.fields[why]}"),
    )  # fmt: skip
    both = sys.stdout is not None and sys.stdout.isatty()
    with Progress(*columns, console=Console(stderr=True), redirect_stdout=both) as progress:
        task = progress.add_task("", total=duration_s, clock="", why="")

        def show(update: SessionUpdate) -> None:
            why = update.disturbance.words if update.disturbance is not None else ""
            progress.update(task, completed=update.t, description=update.eye, clock=clock(update.t), why=why)

        yield show
        # Not where following broke off: an error or Ctrl-C leaves the bar where it was.
        progress.update(task, description="ended", completed=duration_s, why="")


def closing_lines(position: Position | None, log: Path) -> list[str]:
    """The score and where the log is."""
    score = f"Score: {score_words(position.score)}" if position else "No match was seen."
    return [score, f"Log: {log}"]
