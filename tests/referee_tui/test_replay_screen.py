"""The replay on the screen, with keys, with the mouse, without colour."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from textual.app import App
from textual.widgets import Button, ContentSwitcher, Input, RadioSet, Static

from engine.board import shipped_board
from engine.record.reader import read_log
from referee_tui import cli
from referee_tui.app.help_page import HelpPage
from referee_tui.app.preview import SHADES, UPPER_HALF, ink_of
from referee_tui.app.replay.export import ExportPage, export_path
from referee_tui.app.replay.screen import ReplayScreen, replay_screen
from referee_tui.app.replay.widgets import Acts, Timeline
from referee_tui.app.shell import TouchlineApp
from referee_tui.app.widgets import BoardView
from referee_tui.exports.forms import Form
from tests.referee_tui.replay_logs import ACTS, ASKED, LAST, LONG, MOVE, PASS, PUT_RIGHT, REFUSED, small_log
from tests.referee_tui.screens import PATIENCE_S, SIZES, screen_text, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from textual.pilot import Pilot

BOARD = shipped_board("regista-a2")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return small_log(tmp_path / "match.touchline.jsonl")


@pytest.fixture(params=SIZES, ids=lambda size: "x".join(map(str, size)))
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    wanted: tuple[int, int] = request.param
    return wanted


@pytest.fixture(params=[False, True], ids=["colour", "no-colour"])
def no_color(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    plain: bool = request.param
    if plain:
        monkeypatch.setenv("NO_COLOR", "1")
    else:
        monkeypatch.delenv("NO_COLOR", raising=False)
    return plain


class Shown:
    """An app with the replay of a log on it, ready."""

    def __init__(self, app: TouchlineApp, screen: ReplayScreen, pilot: Pilot[None]) -> None:
        self.app, self.screen, self.pilot = app, screen, pilot

    @property
    def number(self) -> int:
        return self.screen.number

    @property
    def said(self) -> str:
        return str(self.screen.query_one("#said", Static).render())

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()


@pytest.fixture
async def shown(log: Path, size: tuple[int, int]) -> AsyncIterator[Shown]:
    async with opened(log, size) as each:
        yield each


@asynccontextmanager
async def opened(log: Path, size: tuple[int, int]) -> AsyncIterator[Shown]:
    screen = replay_screen(log)
    app = TouchlineApp(screen)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: screen.replay is not None)
        yield Shown(app, screen, pilot)


async def test_everything_about_an_act_is_on_the_screen(no_color: bool, shown: Shown) -> None:  # noqa: FBT001
    await shown.press(*["right"] * REFUSED)
    assert shown.app.no_color is no_color
    text = screen_text(shown.app)
    for words in ("▲ Ann B", "▼ Red R", "0 : 0",
                  f"◀ {REFUSED} of {LAST} ▶", "✗ R4-C13: R4 moved 5 spaces", "move.range",
                  "3 steps, the regista 2", "0:20", "B9", " ? ", "Leave", "Export", "● "):  # fmt: skip
        assert words in text
    labels = {line[:34].strip()[:1] for line in text.splitlines()}
    assert set(BOARD.grid.rows) <= labels


@pytest.mark.parametrize(
    ("keys", "number"),
    [
        (["right", "right"], MOVE),
        (["right", "left"], 0),
        (["left"], 0),
        (["end"], LAST),
        (["end", "right"], LAST),
        (["end", "home"], 0),
        (["pagedown"], LAST),
        (["end", "pageup"], 0),
        (["n"], REFUSED),
        (["n", "n"], ASKED),
        (["end", "N"], PUT_RIGHT),
        (["3", "enter"], LONG),
        (["9", "9", "enter"], 0),
        (["slash", *"lamp", "enter"], PUT_RIGHT),
        (["slash", *"b9", "enter", "f"], MOVE),
        (["slash", *"b9", "enter", "f", "F"], PASS),
        (["slash", *"b9", "escape"], 0),
        (["n", "f"], REFUSED),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
async def test_keys_go_where_they_should(keys: list[str], number: int, log: Path) -> None:
    async with opened(log, (80, 24)) as shown:
        await shown.press(*keys)
        assert shown.number == number
        assert not shown.screen.query_one("#ask", Input).has_focus


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (["end", "n"], "No disputed act after this one."),
        (["N"], "No disputed act before this one."),
        (["slash", *"zz", "enter"], "zz: in none of the acts."),
        (["9", "9", "enter"], "There is no act 99; they go from 0 to 7."),
        (["f"], "/ seeks words in the acts first."),
        (["e"], "No picture was kept of this."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
async def test_what_cannot_be_done_is_said_until_the_next_step(keys: list[str], words: str, log: Path) -> None:
    async with opened(log, (80, 24)) as shown:
        await shown.press(*keys)
        assert shown.said == words
        assert words in screen_text(shown.app)
        await shown.press("left", "home", "right")
        assert shown.said == ""


async def test_the_mouse_goes_everywhere(shown: Shown) -> None:
    width = shown.app.size.width
    await shown.pilot.click(Timeline, offset=(width - 10, 0))
    assert shown.number == LAST
    await shown.pilot.click("#where", offset=(shown.screen.query_one("#where").size.width - 2, 0))
    assert shown.number == LAST
    where = str(shown.screen.query_one("#where", Static).render())
    await shown.pilot.click("#where", offset=(20 - len(where) + 1, 0))
    assert shown.number == LAST - 1
    acts = shown.screen.query_one(Acts)
    if acts.display:
        await shown.pilot.click(Acts, offset=(5, 1 + PASS))
        assert shown.number == PASS
    await shown.pilot.click(Timeline, offset=(0, 0))
    assert shown.number == 0


@pytest.mark.usefixtures("no_color")
async def test_the_picture_behind_a_ruling_is_shown_in_place_of_the_board(log: Path) -> None:
    async with opened(log, (80, 24)) as shown:
        await shown.press("n")
        assert "e: the picture that this rests on" in screen_text(shown.app)
        assert "e Picture" in screen_text(shown.app)
        await shown.press("e")
        assert shown.screen.query_one("#picture", ContentSwitcher).current == "evidence"
        text = screen_text(shown.app)
        assert "e: back to the board" in text
        assert "e Board" in text
        signs = ink_of(shown.app) == "signs"
        assert (UPPER_HALF * 20 in text) is not signs
        # Green is a little lighter than half way.
        assert (SHADES[2] * 20 in text) is signs
        await shown.press("right")
        assert shown.screen.query_one("#picture", ContentSwitcher).current == "board"
        assert "e Picture" in screen_text(shown.app)


async def test_a_board_that_shows_more_is_used_on_a_large_terminal(log: Path) -> None:
    async with opened(log, (80, 24)) as shown:
        small = shown.screen.query_one(BoardView).size.height
        assert not shown.screen.query_one(Acts).display
        await shown.pilot.resize_terminal(160, 50)
        # While the size changes a screen is half of the one, half of the other, and has no text to be looked at.
        await until(shown.pilot, lambda: shown.screen.query_one(BoardView).size.height > small)
        assert "╲" in screen_text(shown.app)
        assert shown.screen.query_one(Acts).display


@pytest.mark.parametrize("small", [(79, 24), (80, 23), (30, 8)], ids=str)
async def test_a_terminal_that_is_too_small_says_so(small: tuple[int, int], log: Path) -> None:
    async with opened(log, small) as shown:
        first, *others = screen_text(shown.app).splitlines()
        assert first.startswith("The replay needs 80x24 charac"[: small[0] - 1])
        assert not "".join(others).strip()


@pytest.mark.parametrize("key", ["question_mark", "f1", "h"])
async def test_the_help_fits_a_small_terminal_and_closes(key: str, log: Path) -> None:
    async with opened(log, (80, 24)) as shown:
        await shown.press(key)
        assert isinstance(shown.app.screen, HelpPage)
        assert shown.app.screen.query_one("#page").max_scroll_y == 0
        assert "q leave" in screen_text(shown.app)
        await shown.press("escape")
        assert shown.app.screen is shown.screen


@pytest.fixture
def changed_log(log: Path) -> Path:
    log.write_bytes(log.read_bytes().replace(b"B9-H12", b"B9-H13", 1))
    return log


@pytest.mark.usefixtures("no_color")
async def test_a_changed_log_says_up_to_where_it_is_whole(changed_log: Path) -> None:
    async with opened(changed_log, (80, 24)) as shown:
        assert "The log is shown up to line 4; line 5 was changed after" in screen_text(shown.app)
        await shown.press("end")
        assert shown.number == PASS


async def test_a_file_that_is_no_log_is_a_sentence_and_q_leaves(tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text("{}\n{}\n{}\n", encoding="utf-8")
    app = TouchlineApp(replay_screen(path))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "is not a match log" in screen_text(app))
        # Nothing of it breaks where there is nothing to go through.
        await pilot.press("right", "n", "slash", "x", "e", "end", "pagedown", "7")
        await pilot.press("q")
        async with asyncio.timeout(PATIENCE_S):
            while app.return_code is None:
                await pilot.pause(0.01)
    assert app.return_code == 0


async def test_it_says_what_it_reads_while_it_reads(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import threading  # noqa: PLC0415 - only here

    may_go_on = threading.Event()
    load = ReplayScreen._load

    def slowly(screen: ReplayScreen) -> object:
        may_go_on.wait(20)
        return load(screen)

    monkeypatch.setattr(ReplayScreen, "_load", slowly)
    screen = replay_screen(log)
    app = TouchlineApp(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Reading match.touchline.jsonl ..." in screen_text(app))
        await pilot.press("right", "7", "f1", "escape")
        may_go_on.set()
        await until(pilot, lambda: screen.replay is not None)
        assert "The match begins" in screen_text(app)


async def test_from_another_screen_q_goes_back_there(log: Path) -> None:
    app: App[None] = App()
    async with app.run_test(size=(80, 24)) as pilot:
        first = app.screen
        screen = replay_screen(log)
        app.push_screen(screen)
        await until(pilot, lambda: screen.replay is not None)
        await pilot.press("q")
        await until(pilot, lambda: app.screen is first)


async def test_every_key_is_a_command_of_the_palette(shown: Shown) -> None:
    titles = [command.title for command in shown.app.get_system_commands(shown.screen)]
    assert all(": " in title for title in titles)
    assert len([title for title in titles if title.startswith("replay: ")]) == 15
    for command in shown.screen.commands():
        if command.title == "replay: Go to next dispute":
            command.callback()
    await shown.pilot.pause()
    assert shown.number == REFUSED


async def written(shown: Shown, path: Path) -> str:
    """What the page says once it has tried to write."""
    page = shown.app.screen
    done = page.query_one("#done", Static)
    await until(shown.pilot, lambda: str(path) in str(done.render()) and "..." not in str(done.render()))
    return str(done.render())


async def test_the_log_is_exported_from_here_and_nothing_is_written_over(size: tuple[int, int], log: Path) -> None:
    async with opened(log, size) as shown:
        await shown.press("x")
        assert isinstance(shown.app.screen, ExportPage)
        target = export_path(log, Form.TXT, 0)
        assert str(target.name) in str(shown.app.screen.query_one("#name", Input).value)
        await shown.press("f2")
        assert await written(shown, target) == f"Written: {target}"
        assert target.read_text(encoding="utf-8").splitlines()[0] == f"0:04\t{ACTS[0]}"
        before = target.read_bytes()
        await shown.press("f2")
        assert "is there already; choose another name" in await written(shown, target)
        assert target.read_bytes() == before
        await shown.press("escape")
        assert shown.app.screen is shown.screen


def chosen_forms(app: TouchlineApp) -> list[str]:
    return [line.split("▌")[1].split()[0] for line in screen_text(app).splitlines() if "▐●▌" in line]


async def test_a_form_is_chosen_by_keys_and_the_name_follows_unless_it_was_changed(log: Path) -> None:
    async with opened(log, (80, 24)) as shown:
        await shown.press("right", "x", "down", "down")
        page = shown.app.screen
        name = page.query_one("#name", Input)
        assert name.value.endswith("match.json")
        await until(shown.pilot, lambda: chosen_forms(shown.app) == ["json"])
        name.value = str(log.with_name("mine.json"))
        await shown.press("tab", "enter")
        assert await written(shown, log.with_name("mine.json"))
        said = json.loads(log.with_name("mine.json").read_text(encoding="utf-8"))
        assert said == [dict(line.fields) for line in read_log(log).lines]
        await shown.press("shift+tab", "up")
        assert name.value.endswith("mine.json")


async def test_arrows_and_enter_are_all_that_it_takes(size: tuple[int, int], log: Path) -> None:
    async with opened(log, size) as shown:
        await shown.press("x", "down", "down", "down", "enter")
        target = export_path(log, Form.CSV, 0)
        assert await written(shown, target) == f"Written: {target}"
        assert target.read_text(encoding="utf-8").startswith("seq,t,team,")


async def test_a_drawing_is_of_the_act_that_is_shown_and_the_mouse_does_it_too(log: Path) -> None:
    async with opened(log, (80, 24)) as shown:
        await shown.press("right", "x")
        forms = shown.app.screen.query_one(RadioSet)
        await shown.pilot.click(forms, offset=(4, list(Form).index(Form.SVG)))
        target = log.with_name("match-2.svg")
        await shown.pilot.click("#write")
        assert await written(shown, target) == f"Written: {target}"
        assert "B9&gt;H8" in target.read_text(encoding="utf-8")
        await shown.pilot.click("#close")
        assert shown.app.screen is shown.screen


async def test_the_start_can_be_drawn_before_the_first_act(log: Path) -> None:
    async with opened(log, (80, 24)) as shown:
        await shown.press("x")
        forms = shown.app.screen.query_one(RadioSet)
        await shown.pilot.click(forms, offset=(4, list(Form).index(Form.SVG)))
        target = log.with_name("match-1.svg")
        await shown.press("f2")
        assert await written(shown, target) == f"Written: {target}"
        drawn = target.read_text(encoding="utf-8")
        assert ">9<" in drawn
        assert "B9&gt;H8" not in drawn


@pytest.mark.parametrize(("name", "why"), [("", "Name the file first."), ("no/such/folder/x.txt", "cannot be written")])
async def test_a_name_that_cannot_be_written_is_a_sentence(name: str, why: str, log: Path) -> None:
    async with opened(log, (80, 24)) as shown:
        await shown.press("x")
        page = shown.app.screen
        page.query_one("#name", Input).value = name
        page.query_one("#write", Button).press()
        await until(shown.pilot, lambda: why in str(page.query_one("#done", Static).render()))


@pytest.mark.parametrize("arguments", [["log", "view", "LOG"], ["log", "view", "nowhere.jsonl"]], ids=" ".join)
def test_without_a_terminal_the_command_names_another(
    arguments: list[str], log: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run([str(log) if word == "LOG" else word for word in arguments]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert "needs a terminal" in err
    assert "touchline log show" in err


@pytest.mark.parametrize(("there", "code"), [(True, 0), (False, 2)])
def test_the_command_opens_the_replay(
    there: bool,  # noqa: FBT001
    code: int,
    log: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    seen: list[Any] = []
    monkeypatch.setattr("referee_tui.commands.terminal.need_terminal", lambda _: None)
    monkeypatch.setattr(TouchlineApp, "run", lambda app: seen.append(app._first))
    if not there:
        log.unlink()
    assert cli.run(["log", "view", str(log)]) == code
    assert [screen.path for screen in seen] == ([log] if there else [])
    assert ("cannot be read" in capfd.readouterr().err) is not there
