"""A match that is typed, from the key on the match screen to the log."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count, cycle
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from engine.games import load_ruleset
from engine.record.reader import read_log
from engine.record.verify import verify
from referee_tui.app.run import match_screen
from referee_tui.app.shell import TouchlineApp
from referee_tui.following.lined_up import lined_up
from referee_tui.following.session import Session
from tests.referee_tui.screens import SIZES, screen_text, until
from tests.session.fakes import Film, FilmEyes, loader
from vision.sources.none import NoCamera

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from textual.pilot import Pilot

    from engine.match import Position
    from engine.record.records import Record
    from referee_tui.app.match.screen import MatchScreen

RULES = load_ruleset("regista")
EVERY_SIZE = pytest.mark.parametrize("size", SIZES, ids=str)
TACKLED = {
    **lined_up(RULES),
    "pieces": {"B1": "H2", "B9": "H10", "B7": "C8", "R1": "H21", "R9": "H11", "R4": "D18"},
    "ball": "H10", "turn": "R", "restart": None,
}  # fmt: skip


@dataclass
class Table:
    """A match that is typed, and the screen that it is on."""

    app: TouchlineApp
    screen: MatchScreen
    pilot: Pilot[None]
    log: Path

    @property
    def position(self) -> Position:
        assert self.screen.state.position is not None
        return self.screen.state.position

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """What is written in the line, and sent."""
        await self.press("t")
        typed = self.screen.query_one("#typed", Input)
        typed.value = text
        await self.press("enter")

    async def told(self, number: int) -> None:
        """Wait for so many things to have been said."""
        await until(self.pilot, lambda: len(self.screen.state.lines) >= number)

    def text(self) -> str:
        return screen_text(self.app)

    def records(self) -> list[Record]:
        return list(read_log(self.log).records)


@asynccontextmanager
async def by_hand(
    tmp_path: Path,
    size: tuple[int, int],
    start: dict[str, object] | None = None,
    notice: str = "",
    *,
    resume: bool = False,
) -> AsyncIterator[Table]:
    """A match without a camera on the screen, its log verified at the end; dice show 5, 2, 5, 2 ..."""
    ticks, faces = count(0.0, 0.25), cycle((5, 2))
    log = tmp_path / "hand.touchline.jsonl"
    source = NoCamera(lambda: next(ticks))
    goes_on = loader if resume else None
    with Session(
        source, RULES, log, eyes=FilmEyes(Film([])), start=start or lined_up(RULES), resume=goes_on
    ) as session:
        screen = match_screen(session, source, log, notice=notice)
        screen._die = lambda: next(faces)
        app = TouchlineApp(screen)
        async with app.run_test(size=size, notifications=True) as pilot:
            table = Table(app, screen, pilot, log)
            await until(pilot, lambda: screen.state.position is not None)
            yield table
            await pilot.press("q")
        screen.follower.wait()
    assert screen.follower.error is None
    assert verify(log, loader)
