"""A few screens as they were once looked at and found right.

Of the replay every sign in its place, and which of them stand out; of the match the drawing (SVG) that Textual makes of
the screen, with every colour: open it in a browser.
``TOUCHLINE_SNAPSHOTS=write pytest ...`` writes them anew; look at the difference before it is committed.
(pytest-textual-snapshot would do this, but is tied to an older pytest.)
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from referee_tui.app.match.screen import MatchScreen
from referee_tui.app.replay.screen import replay_screen
from referee_tui.app.shell import TouchlineApp
from referee_tui.app.state import Line
from referee_tui.config import Config
from tests.referee_tui.fake_match import FIRST, PLAY, FakeMatch
from tests.referee_tui.replay_logs import small_log
from tests.referee_tui.screens import screen_text, until

if TYPE_CHECKING:
    from textual.app import App

    from referee_tui.app.state import ScreenState

SNAPSHOTS = Path(__file__).parents[1] / "data" / "screens"


def stands_out(app: App[None]) -> str:
    """For every line the columns whose text is bold: how large letters, keys and signs are set off."""
    lines = []
    for strip in app.screen._compositor.render_strips():
        column, runs = 0, []
        for segment in strip:
            if segment.style is not None and segment.style.bold and segment.text.strip():
                runs.append(f"{column}-{column + segment.cell_length - 1}")
            column += segment.cell_length
        lines.append(" ".join(runs))
    return "\n".join(lines)


@pytest.fixture
def _with_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.mark.usefixtures("_with_colour")
@pytest.mark.parametrize(
    ("name", "keys", "size", "theme"),
    [
        ("replay-80x24", ["right", "right", "right"], (80, 24), "touchline"),
        ("replay-refused-160x50", ["n"], (160, 50), "touchline-light"),
        ("replay-picture-80x24", ["n", "e"], (80, 24), "touchline-contrast"),
        ("replay-help-80x24", ["f1"], (80, 24), "touchline-colour-blind"),
    ],
)
async def test_the_screen_is_as_it_was(
    name: str, keys: list[str], size: tuple[int, int], theme: str, tmp_path: Path
) -> None:
    screen = replay_screen(small_log(tmp_path / "match.touchline.jsonl"))
    app = TouchlineApp(screen, config=Config(theme=theme))
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: screen.replay is not None and "Leave" in screen_text(app))
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        seen = f"{screen_text(app)}\n--- bold\n{stands_out(app)}\n"
    compare(SNAPSHOTS / f"{name}.txt", "\n".join(line.rstrip() for line in seen.splitlines()) + "\n")


ASKED = replace(
    PLAY, eye="ASKING", need="Which?", lines=(*PLAY.lines, Line(12.0, "Which?", "unsure", "ask")), undo="B9>H8",
)  # fmt: skip
ILLEGAL = replace(PLAY, wrong="illegal", need="Take it back")


@pytest.mark.usefixtures("_with_colour")
@pytest.mark.parametrize(
    ("name", "state", "keys", "size", "theme"),
    [
        ("match-asking-80x24", ASKED, [], (80, 24), "touchline"),
        ("match-illegal-160x50", ILLEGAL, [], (160, 50), "touchline-light"),
        ("match-correcting-80x24", PLAY, ["e", "enter", "right"], (80, 24), "touchline-contrast"),
    ],
)
async def test_the_match_is_drawn_as_it_was(
    name: str, state: ScreenState, keys: list[str], size: tuple[int, int], theme: str
) -> None:
    config = Config(theme=theme)
    screen = MatchScreen(FIRST, lambda: iter((state,)), FakeMatch(), config=config)
    app = TouchlineApp(screen, config=config)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: screen.state is state)
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        await pilot.pause()
        drawn = app.export_screenshot(title=name)
    compare(SNAPSHOTS / f"{name}.svg", "\n".join(line.rstrip() for line in drawn.splitlines()) + "\n")


def compare(file: Path, seen: str) -> None:
    """Raises AssertionError with the difference, or writes the file anew if that is asked for."""
    if os.environ.get("TOUCHLINE_SNAPSHOTS") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(seen, encoding="utf-8")
    assert seen == file.read_text(encoding="utf-8")
