"""Showing a user who holds a lens target how it goes: a page that changes in a terminal, lines elsewhere. On stderr."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from calibration.lens.views import View
from referee_tui import exits
from referee_tui.lens.words import map_lines, step_line, wish_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from referee_tui.lens.gather import Step


class Show(Protocol):
    """Is told of every picture."""

    def __call__(self, step: Step | None, trouble: str | None = None) -> None:
        """A step, or None while there is no picture, with the source's trouble."""


@contextmanager
def guide(*, moving: bool) -> Iterator[Show]:
    """Guide a user through the views; ``moving``: a film or a live camera, whose pictures come by themselves."""
    if moving and sys.stderr is not None and sys.stderr.isatty():
        waiting = Text("Show the target to the camera; Ctrl-C ends with what there is.")
        with Live(waiting, console=Console(stderr=True), auto_refresh=False) as page:

            def show_page(step: Step | None, trouble: str | None = None) -> None:
                if step is not None:
                    page.update(_page(step), refresh=True)
                elif trouble is not None:
                    page.update(Text(trouble, style="bold red"), refresh=True)

            yield show_page
    else:
        yield _Lines(moving=moving)


class _Lines:
    """A line for every picture that was taken on purpose; of moving ones only when something changes."""

    def __init__(self, *, moving: bool) -> None:
        self._moving, self._last = moving, ""

    def __call__(self, step: Step | None, trouble: str | None = None) -> None:
        if step is None:
            self._say(trouble, trouble)
            return
        answer = step.answer
        if not self._moving:
            exits.say(step_line(step))
        elif isinstance(answer, View):
            self._say(answer.name, f"{step_line(step)}. {wish_line(step.coverage)}")
        else:
            self._say(answer.kind, answer.reason)

    def _say(self, what: str | None, line: str | None) -> None:
        if what is not None and line is not None and what != self._last:
            exits.say(line)
            self._last = what


def _page(step: Step) -> RenderableType:
    taken = isinstance(step.answer, View)
    said = "taken" if isinstance(step.answer, View) else step.answer.reason
    return Group(
        *(Text(line) for line in map_lines(step.coverage, step.seen)),
        Text(f"{len(step.taken)} views. {wish_line(step.coverage)}", style="bold"),
        Text(said, style="bold green" if taken else "yellow"),
    )
