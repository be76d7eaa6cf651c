"""A match screen on states that a test makes up, and a match that keeps what it is told."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest

from engine.board import shipped_board
from engine.match import Position, Score
from engine.ruleset import Counter
from referee_tui.app.match.screen import MatchScreen
from referee_tui.app.shell import TouchlineApp
from referee_tui.app.state import Line, ScreenState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.pilot import Pilot

    from engine.referee import Input as Told
    from referee_tui.app.mailbox import Follower

BOARD = shipped_board("regista-a2")
FIRST = ScreenState(game="regista", board=BOARD, source="film.mp4", duration_s=60.0)
PLAY = replace(
    FIRST,
    position=Position(
        pieces={"B7": "H10", "B10": "C5", "R9": "H14"}, ball="H10", turn="R", score=Score(2, 1), moved=("R9",),
        turns_done=Score(3, 2),
    ),
    count=Counter(turn=3, turns=15, minutes=6, moves_made=1, moves_allowed=2), eye="IN STEP", t=15.0,
    lines=(
        Line(4.0, "B9>H8  pass to H8", "legal", "action"),
        Line(9.0, "R7-C11  move.range: C11 is 4 spaces from C15; a move reaches 3", "illegal", "illegal", "move.range"),
    ),
)  # fmt: skip
SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40), (180, 50)], ids=["80x24", "120x40", "180x50"])


@dataclass
class FakeMatch:
    """Notes what the players do to the match."""

    told: list[Told] = field(default_factory=list)
    pauses: list[bool] = field(default_factory=list)
    looks: int = 0
    reports: int = 0
    stopped: threading.Event = field(default_factory=threading.Event)

    def give(self, given: Told) -> None:
        self.told.append(given)

    def pause(self, *, on: bool) -> None:
        self.pauses.append(on)

    def look_again(self) -> None:
        self.looks += 1

    def ask_report(self) -> None:
        self.reports += 1

    def stop(self) -> None:
        self.stopped.set()


class Playing(TouchlineApp):
    """The app on a match, with what the tests look at."""

    def __init__(self, begin: Callable[[], Iterator[ScreenState]], match: FakeMatch) -> None:
        self.match_screen = MatchScreen(FIRST, begin, match)
        super().__init__(self.match_screen)

    @property
    def state(self) -> ScreenState:
        return self.match_screen.state

    @property
    def follower(self) -> Follower[ScreenState]:
        return self.match_screen.follower


def playing(*states: ScreenState, match: FakeMatch | None = None) -> Playing:
    return Playing(lambda: iter(states), match or FakeMatch())


async def until_shown(pilot: Pilot[None], app: Playing, state: ScreenState) -> None:
    """Wait until the screen has taken the state out of its mailbox."""
    async with asyncio.timeout(20):
        while app.state is not state:
            await pilot.pause(0.01)


def screen_text(app: Playing) -> str:
    """Every character on the terminal."""
    width, height = app.size
    lines = app.screen._compositor.render_strips()
    assert len(lines) == height
    text = ["".join(segment.text for segment in strip) for strip in lines]
    assert all(len(line) == width for line in text)
    return "\n".join(text)
