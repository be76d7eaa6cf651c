"""The line of keys: those that work, each with what it does; a click on one is the key."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import pytest
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input

from referee_tui.app.footer import KeyLine, ShownKey, fitting
from tests.referee_tui.screens import screen_text, until

if TYPE_CHECKING:
    from textual.app import ComposeResult


class Playing(Screen[None]):
    """Notes what is done."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,b", "do('first')", "First", key_display="a"),
        Binding("f1", "do('second')", "Second"),
        Binding("x", "do('hidden')", "Hidden", show=False),
        Binding("r", "rest", "Third"),
        Binding("z", "do('last')", "Last"),
        Binding("question_mark,f2", "do('help')", "Why", key_display="?"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.done: list[str] = []

    def compose(self) -> ComposeResult:
        yield Input()
        yield KeyLine()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's form
        return None if action == "rest" else True

    def action_do(self, what: str) -> None:
        self.done.append(what)

    def action_rest(self) -> None:
        raise AssertionError("it rests")


class Alone(App[None]):
    ENABLE_COMMAND_PALETTE = False

    def __init__(self) -> None:
        super().__init__()
        self.page = Playing()
        self.bells = 0

    async def on_mount(self) -> None:
        await self.push_screen(self.page)

    def bell(self) -> None:
        self.bells += 1


LINE = "a First f1 Second r Third z Last ? Why"


@pytest.mark.parametrize(
    ("words", "done", "bells"),
    [("a First", ["first"], 0), ("First", ["first"], 0), ("f1", ["second"], 0), ("Third", [], 1), ("st", ["first"], 0)],
)
async def test_a_click_on_a_key_is_the_key(words: str, done: list[str], bells: int) -> None:
    app = Alone()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert screen_text(app).splitlines()[-1].rstrip() == LINE
        await pilot.click(KeyLine, offset=(LINE.index(words), 0))
        await pilot.pause()
        assert (app.page.done, app.bells) == (done, bells)


@pytest.mark.parametrize("x", [LINE.index(" f1"), len(LINE), 70])
async def test_a_click_beside_the_keys_does_nothing(x: int) -> None:
    app = Alone()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.click(KeyLine, offset=(x, 0))
        await pilot.pause()
        assert (app.page.done, app.bells) == ([], 0)


async def test_where_letters_are_typed_they_are_no_keys_and_signs_neither() -> None:
    app = Alone()
    async with app.run_test(size=(80, 24)) as pilot:
        app.page.query_one(Input).focus()
        await until(pilot, lambda: screen_text(app).splitlines()[-1].rstrip() == "f1 Second f2 Why")
        app.page.set_focus(None)
        await until(pilot, lambda: screen_text(app).splitlines()[-1].rstrip() == LINE)


@pytest.mark.parametrize(
    ("columns", "shown"), [(80, "abc?"), (19, "abc?"), (18, "ab?"), (14, "ab?"), (13, "a?"), (8, "?"), (1, "?")]
)
def test_the_key_for_help_stands_on_every_line(columns: int, shown: str) -> None:
    # Four cells each, and a gap between two.
    keys = [ShownKey(key, key, "it", rests=False, action="help" if key == "?" else key) for key in "ab?c"]
    assert sorted(key.key for key in fitting(keys, columns)) == sorted(shown)
