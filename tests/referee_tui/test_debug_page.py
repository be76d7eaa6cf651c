"""The page of figures: what it says of a match, of a screen without one, and how it is opened."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

import numpy as np
import pytest
from textual.widgets import Static

from engine.board import shipped_board
from referee_tui.app.debug import DebugPage, Vitals, most_memory_mb, vital_lines
from referee_tui.app.mailbox import Mailbox, Traffic
from referee_tui.app.match.screen import MatchScreen
from referee_tui.app.replay.screen import replay_screen
from referee_tui.app.shell import TouchlineApp
from referee_tui.app.state import Line, Look, ScreenState
from referee_tui.following.timed_eyes import TimedEyes
from referee_tui.texts import texts
from tests.referee_tui.replay_logs import small_log
from tests.referee_tui.screens import screen_text, until
from tests.session.fakes import POSE, START, Film, FilmEyes, Shot

if TYPE_CHECKING:
    from pathlib import Path

    from textual.screen import Screen

STATE = ScreenState(
    game="regista", board=shipped_board("regista-a2"), source="camera 0", eye="HAND",
    disturbed="a hand is over the table",
    look=Look(np.zeros((1080, 1920, 3), np.uint8), replace(POSE, reprojection_px=0.42, field_sd_mm=0.3)), t=75.0,
    log="m.touchline.jsonl", lines=(Line(1.0, "Kick-off by Blue"),),
)  # fmt: skip
VITALS = Vitals(
    STATE, Traffic(900, 12, 29.97, 0.04), {"read table": 0.183}, size=(80, 24), theme="touchline", no_color=True,
    memory_mb=312.4, threads=5, versions={"touchline": "0.1.0"},
)  # fmt: skip


def test_everything_that_is_known_of_a_match_is_said() -> None:
    assert dict(vital_lines(VITALS, texts("debug"))) == {
        "eye": "HAND",
        "in the way": "a hand is over the table",
        "pictures a second": "30.0",
        "newest picture": "0.0 s old",
        "not drawn": "12 of 900: newer ones came first",
        "read table took": "183 ms",
        "picture": "1920 x 1080 px",
        "board in the picture": "0.42 px off its markers, 0.30 mm uncertain",
        "time in the source": "1:15",
        "source": "camera 0",
        "log": "m.touchline.jsonl (1 lines said)",
        "terminal": "80 x 24, theme touchline, NO_COLOR",
        "most memory": "312 MB",
        "threads": "5",
        "touchline": "0.1.0",
    }


def test_what_is_not_known_yet_is_said_to_be_so() -> None:
    state = replace(STATE, look=None, disturbed="")
    said = dict(vital_lines(Vitals(state, Traffic(), memory_mb=None), texts("debug")))
    assert said["pictures a second"] == "not known yet"
    assert said["board in the picture"] == "not found"
    assert said["most memory"] == "not known yet"
    assert said["in the way"] == "-"


def test_the_mailbox_counts_what_nobody_took() -> None:
    ticks = count()
    box: Mailbox[str] = Mailbox(clock=lambda: next(ticks) / 10)
    assert box.traffic() == Traffic()
    for value in "abc":
        box.put(value)
    assert box.take() == "c"
    box.put("d")
    traffic = box.traffic()
    assert (traffic.count, traffic.replaced) == (4, 2)
    assert traffic.per_s == pytest.approx(10.0)
    assert traffic.age_s == pytest.approx(0.1)


def test_looks_are_timed_stage_by_stage() -> None:
    film = Film([Shot(2.0, START)])
    ticks = count()
    eyes = TimedEyes(lambda: FilmEyes(film), clock=lambda: next(ticks) * 0.25)
    frame = next(iter(film))
    assert eyes.took_s() == {}
    eyes.judge(frame, POSE)
    assert eyes.find([frame], None)
    eyes.check(frame, POSE)
    assert eyes.read(frame, POSE, None) == START
    assert eyes.who_moved(frame, POSE) == "camera"
    assert eyes.exposure_fault(frame) == ""
    assert eyes.took_s() == {"gate": 0.25, "find board": 0.25, "check board": 0.25, "read table": 0.25}


def test_the_process_knows_its_memory() -> None:
    used = most_memory_mb()
    assert used is None or 10 < used < 100_000


class Nobody:
    """A match that nobody plays."""

    def give(self, given: object) -> None:
        """Nothing is heard."""

    def pause(self, *, on: bool) -> None:
        """Nothing is read."""

    def look_again(self) -> None:
        """Nothing is read."""

    def ask_report(self) -> None:
        """Nothing is kept."""

    def stop(self) -> None:
        """There is nothing to be stopped."""


def match_screen(_: Path) -> Screen[None]:
    return MatchScreen(STATE, lambda: iter([STATE]), Nobody(), took_s=lambda: {"read table": 0.183})


def log_screen(folder: Path) -> Screen[None]:
    return replay_screen(small_log(folder / "match.touchline.jsonl"))


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=str)
@pytest.mark.parametrize(
    ("make", "words"),
    [(match_screen, ["a hand is over the table", "1920 x 1080", "183 ms"]), (log_screen, ["match.touchline.jsonl"])],
)
@pytest.mark.parametrize("key", ["f12", "ctrl+d"])
async def test_it_opens_over_every_screen_and_closes(
    make: type[Screen[None]], words: list[str], key: str, size: tuple[int, int], tmp_path: Path
) -> None:
    screen = make(tmp_path)
    app = TouchlineApp(screen)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.screen is screen)
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, DebugPage))
        said = str(app.screen.query_one("#lines", Static).render())
        for word in (*words, "most memory", "python", "textual", f"{size[0]} x {size[1]}"):
            assert word in said
        assert "most memory" in screen_text(app)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        assert "app: Show figures" in [command.title for command in app.get_system_commands(screen)]
