"""Figures for whoever looks for a fault: how fast pictures come and are read, what is used up, what is at work."""

from __future__ import annotations

import sys
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from textual.widgets import Static

from engine.empty import EMPTY
from referee_tui import keys
from referee_tui.app.keys import bindings
from referee_tui.app.page import Page
from referee_tui.words import clock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from textual.binding import BindingType
    from textual.widget import Widget

    from engine.texts import Texts
    from referee_tui.app.mailbox import Traffic
    from referee_tui.app.state import ScreenState

RENEWED_S = 0.5
"""How often the page is drawn while it is open."""

_LABEL_CELLS = 22


@dataclass(frozen=True, slots=True)
class Vitals:
    """Everything on the page at one moment."""

    state: ScreenState | None = None
    """Of a match; None on other screens."""
    traffic: Traffic | None = None
    """Between the match and the screen."""
    took_s: Mapping[str, float] = field(default_factory=lambda: EMPTY)
    """How long each stage of a look took last, seconds."""
    log: str = ""
    """Where the log is, outside a match."""
    size: tuple[int, int] = (0, 0)
    """Columns and lines of the terminal."""
    theme: str = ""
    no_color: bool = False
    memory_mb: float | None = None
    """The most that was ever used; None where the system does not say."""
    threads: int = 0
    versions: Mapping[str, str] = field(default_factory=lambda: EMPTY)


@runtime_checkable
class Vital(Protocol):
    """A screen that has figures of its own."""

    def vitals(self) -> Vitals:
        """How things stand now."""


def vital_lines(vitals: Vitals, say: Texts) -> Iterator[tuple[str, str]]:
    """(what, how much) line by line."""
    if vitals.state is not None:
        yield from _match_lines(vitals, vitals.state, say)
    elif vitals.log:
        yield say("log"), vitals.log
    columns, lines = vitals.size
    plain = say("no_color") if vitals.no_color else ""
    yield say("screen"), say("screen_value", columns=columns, lines=lines, theme=vitals.theme, plain=plain)
    memory = vitals.memory_mb
    yield say("memory"), say("memory_value", mb=memory) if memory is not None else say("unknown")
    yield say("threads"), str(vitals.threads)
    yield from vitals.versions.items()


def _match_lines(vitals: Vitals, state: ScreenState, say: Texts) -> Iterator[tuple[str, str]]:
    if state.by_hand:
        yield say("eye"), say("eye_none")
    else:
        yield from _eye_lines(vitals, state, say)
    yield say("time"), clock(state.t)
    yield say("source"), say("source_none") if state.by_hand else state.source
    yield say("log"), say("log_value", log=state.log, lines=len(state.lines))


def _eye_lines(vitals: Vitals, state: ScreenState, say: Texts) -> Iterator[tuple[str, str]]:
    yield say("eye"), say(f"state_{state.eye.lower().replace(' ', '_')}")
    yield say("in_the_way"), state.disturbed or "-"
    traffic = vitals.traffic
    if traffic is not None and traffic.age_s is not None:
        yield say("frames"), say("frames_value", per_s=traffic.per_s)
        yield say("age"), say("age_value", seconds=traffic.age_s)
        yield say("drops"), say("drops_value", replaced=traffic.replaced, count=traffic.count)
    else:
        yield say("frames"), say("unknown")
    for stage, seconds in vitals.took_s.items():
        stage_words = say(f"stage.{stage.replace(' ', '_')}")
        yield say("took", stage=stage_words), say("took_value", ms=seconds * 1000)
    if state.look is not None:
        height, width = state.look.image.shape[:2]
        yield say("picture"), say("picture_value", width=width, height=height)
    pose = state.look.pose if state.look is not None else None
    off = say("board_value", px=pose.reprojection_px, mm=pose.field_sd_mm) if pose is not None else say("board_none")
    yield say("board"), off


def most_memory_mb() -> float | None:
    """The most memory that the process ever used; None on systems that do not say."""
    if sys.platform == "win32":
        return None
    import resource  # noqa: PLC0415 - there is none on Windows

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # Kilobytes on Linux, bytes on a Mac.
    return used / (1024.0**2 if sys.platform == "darwin" else 1024.0)


def thread_count() -> int:
    """How many threads run."""
    return threading.active_count()


class DebugPage(Page):
    """The figures, renewed while they are looked at."""

    CSS = "DebugPage #title { text-style: bold; }"
    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.DEBUG)

    def __init__(self, vitals: Callable[[], Vitals], say: Texts) -> None:
        super().__init__()
        self._vitals, self._say = vitals, say

    def words(self) -> Iterable[Widget]:
        """A title, and the figures."""
        yield Static(self._say("title"), id="title")
        yield Static(id="lines", markup=False)

    def on_mount(self) -> None:
        """Begin to renew the figures."""
        self._show()
        self.set_interval(RENEWED_S, self._show)

    def _show(self) -> None:
        lines = (f"{what:<{_LABEL_CELLS}}{much}" for what, much in vital_lines(self._vitals(), self._say))
        self.query_one("#lines", Static).update("\n".join(lines))
