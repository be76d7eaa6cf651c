"""Words from outside on the screens: names, files and sentences that hold what a terminal or Textual would obey."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Input, Static

from referee_tui.app.replay.export import ExportPage
from referee_tui.app.replay.screen import replay_screen
from referee_tui.app.shell import TouchlineApp
from referee_tui.app.start.line_up import LineUpScreen
from referee_tui.app.start.screen import StartScreen
from referee_tui.config import DEFAULT
from referee_tui.start.choices import first_choices
from referee_tui.start.set_up import Seen
from referee_tui.start.state import Found, StartState
from tests.referee_tui.replay_logs import small_log
from tests.referee_tui.screens import screen_text, until

if TYPE_CHECKING:
    from textual.app import ComposeResult

STEERING = "a\x1b]0;title\x07b\x9b31mc\u202ed\re\x00f"
SHOWN = "a]0;titleb31mcdef"
"""The same without what a terminal obeys."""
NOBODY = "~there-is-nobody-of-this-name/file"


def start_screen(state: StartState | None = None) -> StartScreen:
    return StartScreen(state or StartState(first_choices(DEFAULT)), Found, lambda _: Seen(why=STEERING))


class Bare(Screen[None]):
    """A screen with the same words in each kind of widget."""

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(STEERING, markup=False)
            yield Input(STEERING)

    def on_mount(self) -> None:
        self.notify(STEERING, markup=False)


async def test_no_text_steers_the_terminal() -> None:
    app = TouchlineApp(Bare())
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.pause()
        text = screen_text(app)
        assert text.count(SHOWN) == 3
        assert text.replace("\n", "").isprintable()


async def test_an_undecoded_byte_of_a_file_name_takes_one_cell() -> None:
    begun = StartState(replace(first_choices(DEFAULT), resume=Path("/logs/caf\udce9.touchline.jsonl")))
    app = TouchlineApp(start_screen(begun))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "caf?.touchline.jsonl" in screen_text(app)


@pytest.mark.parametrize("name", ["[/b]", "[red]Ann", "[link=https://example.org]Ann", "]["])
async def test_names_are_no_markup(name: str) -> None:
    config = replace(DEFAULT, names={"B": name})
    app = TouchlineApp(start_screen(StartState(first_choices(config), config)), config=config)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        await pilot.pause()
        assert isinstance(app.screen, LineUpScreen)
        assert name in screen_text(app)


@pytest.mark.parametrize(("section", "field"), [("board", "board"), ("camera", "source"), ("players", "cards.B")])
async def test_a_home_that_nobody_has_may_be_written(section: str, field: str) -> None:
    config = replace(DEFAULT, game="soccer-chess")
    screen = start_screen(StartState(first_choices(config), config))
    app = TouchlineApp(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        boxes = screen.query_one(f"#page-{section}").query(Input)
        next(box for box in boxes if box.name == field).value = NOBODY
        await pilot.pause()
        assert NOBODY in str(screen.query_one("#command", Static).content)


async def test_an_export_to_a_home_that_nobody_has_says_so(tmp_path: Path) -> None:
    screen = replay_screen(small_log(tmp_path / "match.touchline.jsonl"))
    app = TouchlineApp(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen.replay is not None)
        await pilot.press("x")
        await pilot.pause()
        page = app.screen
        assert isinstance(page, ExportPage)
        page.query_one("#name", Input).value = NOBODY
        await pilot.press("f2")
        await until(pilot, lambda: "No such file or directory" in str(page.query_one("#done", Static).content))
        assert NOBODY in str(page.query_one("#done", Static).content)
