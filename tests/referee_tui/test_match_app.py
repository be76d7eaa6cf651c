"""The match screen through Textual's pilot: what a player sees at 80x24 and with more room."""

from __future__ import annotations

import asyncio
import threading
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from textual.containers import VerticalScroll
from textual.widgets import Static

from engine.referee import Say
from referee_tui.app.big import big
from referee_tui.app.board_view import BALL, Marks
from referee_tui.app.help_page import HelpPage
from referee_tui.app.match.history import History
from referee_tui.app.match.screen import MatchScreen
from referee_tui.app.shell import TouchlineApp
from referee_tui.app.state import Line, ScreenState
from referee_tui.app.widgets import BoardView
from referee_tui.config import Config
from tests.referee_tui.fake_match import (
    BOARD,
    PLAY,
    SIZES,
    FakeMatch,
    Playing,
    playing,
    screen_text,
    until_shown,
)
from tests.referee_tui.screens import until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from textual.pilot import Pilot


@SIZES
async def test_everything_a_player_needs_is_on_the_screen(size: tuple[int, int]) -> None:
    app = playing(PLAY)
    async with app.run_test(size=size) as pilot:
        await until_shown(pilot, app, PLAY)
        # The footer is made anew once the bindings are known, some beats later on a busy machine.
        while "Leave" not in screen_text(app):
            await asyncio.wait_for(pilot.pause(0.01), 20)
        text = screen_text(app)
        assert all(line in text for line in big("2:1"))
    for words in (
        f"B7{BALL}", "B10", "R9", "▲ BLUE B", "▼ RED R ◀", "red: moves 1 of 2", "6 min",
        "IN STEP", "table and match agree", "0:15 of 1:00 (25%)", "B9>H8", "R7-C11", "move.range",
        "Leave", "Help",
    ):  # fmt: skip
        assert words in text
    labels = [line[:30].strip()[:1] for line in text.splitlines()]
    assert set(BOARD.grid.rows) <= set(labels)


@SIZES
async def test_what_play_waits_for_is_said(size: tuple[int, int]) -> None:
    waiting = replace(
        PLAY,
        need="Put the ball on F12; Roll the dice for the tackle: both",
        marks=Marks(wanted={"ball": "F12", "R10": "K15"}),
    )
    app = playing(waiting)
    async with app.run_test(size=size) as pilot:
        await until_shown(pilot, app, waiting)
        await pilot.pause()
        text = screen_text(app)
    assert "Put the ball on F12; Roll the dice for the tackle: both" in text
    assert "R10" in text


@pytest.mark.parametrize("eye", ["NO CAMERA", "NO BOARD", "HAND", "SETTLING", "ASKING", "OUT OF STEP", "PAUSED"])
async def test_the_state_of_the_eye_is_in_words(eye: str) -> None:
    state = replace(PLAY, eye=eye)
    app = playing(state)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, state)
        await pilot.pause()
        assert f" {eye} " in screen_text(app)


async def test_rulings_appear_once_each_in_order_though_states_are_skipped() -> None:
    lines = tuple(Line(float(n), f"ruling {n}", "legal") for n in range(40))
    states = [replace(PLAY, lines=lines[: n + 1]) for n in range(40)]
    app = playing(*states)
    async with app.run_test(size=(120, 40)) as pilot:
        await until_shown(pilot, app, states[-1])
        await pilot.pause()
        shown = [str(option.prompt).split()[-1] for option in app.screen.query_one(History).options]
    assert shown == [str(n) for n in range(40)]


async def test_q_leaves_and_lets_the_match_close_its_log() -> None:
    closed = threading.Event()

    def endless() -> Iterator[ScreenState]:
        try:
            while True:
                yield PLAY
        finally:
            closed.set()

    app = Playing(endless, FakeMatch())
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, PLAY)
        await pilot.press("q")
    assert app.return_code == 0
    assert closed.wait(10)
    assert app.follower.done


async def test_q_wakes_a_match_that_waits_for_its_camera() -> None:
    match = FakeMatch()

    def waiting() -> Iterator[ScreenState]:
        yield PLAY
        # A lost camera: nothing comes until the match is told to stop.
        assert match.stopped.wait(30)

    app = Playing(waiting, match)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, PLAY)
        await pilot.press("q")
    app.follower.wait()
    assert app.follower.error is None
    assert app.follower.done


@asynccontextmanager
async def leaving_while_it_reads(*keys: str) -> AsyncIterator[tuple[Playing, Pilot[None], threading.Event]]:
    """A match whose table is being read as players leave, until the event is set."""
    match, read = FakeMatch(), threading.Event()

    def reading() -> Iterator[ScreenState]:
        yield PLAY
        assert match.stopped.wait(30)
        assert read.wait(30)

    app = Playing(reading, match)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, PLAY)
        await pilot.press(*keys)
        yield app, pilot, read
    read.set()
    app.follower.wait()
    assert app.follower.error is None


async def test_q_waits_for_a_reading_under_way_and_says_so() -> None:
    async with leaving_while_it_reads("q") as (app, pilot, read):
        await until(pilot, lambda: "CLOSING" in screen_text(app))
        assert "is read to its end, then the log is complete" in " ".join(screen_text(app).split())
        assert app.is_running
        assert not app.follower.done
        read.set()
        await until(pilot, lambda: app.return_code == 0)


@pytest.mark.parametrize("keys", [("q", "q"), ("q", "ctrl+c"), ("ctrl+c", "ctrl+c")])
async def test_who_leaves_twice_does_not_wait_on_the_screen(keys: tuple[str, str]) -> None:
    async with leaving_while_it_reads(*keys) as (app, pilot, _):
        await until(pilot, lambda: app.return_code == 0)
        assert not app.follower.done


async def test_p_pauses_and_goes_on() -> None:
    match = FakeMatch()
    app = playing(PLAY, match=match)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p", "p", "t", "p", "escape")
    assert match.pauses == [True, False]


async def test_a_long_undo_leaves_room_for_how_far_the_film_has_come() -> None:
    would = "B9>H14 with the dice 5 and 2, and the correction after it"
    going = replace(PLAY, undo=would)
    app = playing(going)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, going)
        await until(pilot, lambda: "0:15 of 1:00" in screen_text(app))
        assert "u undoes B9>H14" in screen_text(app)


async def test_an_undo_that_fits_is_told_whole() -> None:
    going = replace(PLAY, undo="the end of the turn and R6-F16")
    app = playing(going)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, going)
        await until(pilot, lambda: "u undoes the end of the turn and R6-F16" in screen_text(app))


async def test_where_undo_and_redo_are_long_both_are_told_of() -> None:
    going = replace(
        PLAY,
        by_hand=True,
        duration_s=None,
        undo="B9>H14 with the dice 5 and 2, and the correction after it",
        redo="B7-H10 and more",
    )
    app = playing(going)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, going)
        await until(pilot, lambda: "U redoes B7" in screen_text(app))
        assert "u undoes B9" in screen_text(app)


async def test_the_end_of_a_recording_leaves_the_screen_open() -> None:
    over = replace(PLAY, over=True, log="match.touchline.jsonl")
    app = playing(PLAY, over)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, over)
        await pilot.pause()
        assert "match.touchline.jsonl" in screen_text(app)
        assert app.is_running


async def test_after_the_end_of_a_recording_a_key_says_why_it_does_nothing() -> None:
    match = FakeMatch()
    over = replace(PLAY, over=True)
    app = playing(PLAY, over, match=match)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until_shown(pilot, app, over)
        await pilot.press("u")
        await pilot.pause()
        assert [note.message for note in app._notifications] == [
            "The recording has ended, and its log with it: nothing can be added. q leaves"
        ]
    assert match.told == []


async def test_a_fault_in_the_match_ends_the_screen_and_is_kept_for_the_command_line() -> None:
    fault = ValueError("the film breaks off")

    def broken() -> Iterator[ScreenState]:
        yield PLAY
        raise fault

    app = Playing(broken, FakeMatch())
    async with app.run_test(size=(80, 24)) as pilot:
        while app.is_running and app._exit is False:
            await asyncio.wait_for(pilot.pause(0.01), 20)
    assert app.follower.error is fault


@pytest.mark.parametrize("key", ["question_mark", "f1"])
async def test_help_opens_and_closes(key: str) -> None:
    app = playing(PLAY)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        assert isinstance(app.screen, HelpPage)
        page = app.screen.query_one("#page")
        assert "OUT OF STEP" in str(app.screen.query_one(Static).render())
        assert page.max_scroll_y == 0
        await pilot.press("escape")
        assert not isinstance(app.screen, HelpPage)


async def test_without_colour_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = playing(PLAY)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, PLAY)
        await pilot.pause()
        text = screen_text(app)
        assert app.no_color
    for words in (f"B7{BALL}", "R9", "IN STEP", "NOT ALLOWED", "R7-C11"):
        assert words in text


async def test_rulings_wrap_anew_when_the_terminal_gets_another_width() -> None:
    words = [f"word{n}" for n in range(30)]
    long = replace(PLAY, lines=(*PLAY.lines, Line(16.0, " ".join(words), "legal")))
    app = playing(long)
    async with app.run_test(size=(180, 50)) as pilot:
        await until_shown(pilot, app, long)
        for columns, lines in ((180, 50), (80, 24), (120, 40)):
            await pilot.resize_terminal(columns, lines)
            if not app.screen.has_class("-history"):
                await pilot.press("h")
            await pilot.pause()
            await pilot.pause()
            text = screen_text(app)
            assert all(text.count(word) >= 1 for word in words)


async def test_the_help_fits_on_a_small_terminal() -> None:
    app = playing(PLAY)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert app.screen.query_one(VerticalScroll).max_scroll_y == 0
        assert "q leave" in screen_text(app)


async def test_the_board_grows_with_the_terminal() -> None:
    app = playing(PLAY)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        small = app.screen.query_one(BoardView).size.height
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert app.screen.query_one(BoardView).size.height > small
        assert "╲" in screen_text(app)


@pytest.mark.parametrize("before", [[], ["t"], ["question_mark"]], ids=["match", "typing", "help"])
async def test_ctrl_c_leaves_from_everywhere(before: list[str]) -> None:
    match = FakeMatch()
    app = playing(PLAY, match=match)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*before, "ctrl+c")
        await pilot.pause()
        assert not app.is_running
    assert match.stopped.is_set()


@pytest.mark.parametrize("size", [(60, 20), (79, 24), (80, 23)], ids=str)
async def test_a_terminal_that_is_too_small_says_so_and_nothing_else(size: tuple[int, int]) -> None:
    app = playing(PLAY)
    async with app.run_test(size=size) as pilot:
        await until_shown(pilot, app, PLAY)
        await pilot.pause()
        told = " ".join(screen_text(app).split())
        assert told == "Touchline needs 80x24 characters; make the terminal larger. q leaves."
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        await pilot.pause()
        text = screen_text(app)
        assert "IN STEP" in text
        assert "needs 80x24" not in text


async def test_an_illegal_act_rings_twice_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[None] = []
    monkeypatch.setattr(TouchlineApp, "bell", lambda _: rung.append(None))
    monkeypatch.setattr("referee_tui.app.match.ringing.BELLS_APART_S", 0.0)
    illegal = replace(PLAY, heard=(Say("action", "B7-H10"), Say("illegal", "B9!G23 is not allowed: too far")))
    later = replace(illegal, t=16.0, heard=(*illegal.heard, Say("note", "taken back")))
    app = playing(illegal, later)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, later)
        while len(rung) < 2:
            await pilot.pause()
        await pilot.pause()
    assert len(rung) == 2


async def test_a_voice_that_is_not_there_is_said_on_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee_tui.sound.sounder.find_voice", lambda _language: None)
    screen = MatchScreen(PLAY, lambda: iter(()), FakeMatch(), config=Config(sound="voice"))
    app = TouchlineApp(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        said = [notification.message for notification in app._notifications]
    assert len(said) == 1
    assert "No voice was found" in said[0]


async def test_the_command_palette_holds_every_action() -> None:
    app = playing(PLAY)
    async with app.run_test(size=(80, 24)):
        titles = {command.title for command in app.get_system_commands(app.screen)}
    assert {
        "match: Show camera",
        "match: Type",
        "match: Help",
        "match: Pause",
        "match: End turn",
        "match: Report a fault",
        "app: Leave",
        "app: Change theme",
        "app: Show keys",
        "app: Save picture",
    } <= titles


@pytest.mark.parametrize("size", [(20, 6), (60, 20)])
async def test_a_terminal_that_is_too_small_shows_what_fits(size: tuple[int, int]) -> None:
    app = playing(PLAY)
    async with app.run_test(size=size) as pilot:
        await until_shown(pilot, app, PLAY)
        await pilot.press("c")
        await pilot.pause()
        assert app.is_running


async def test_what_players_wait_for_is_shown_without_waiting_for_the_next_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("referee_tui.app.match.screen.LOOK_EVERY_S", 3600.0)
    app = playing(PLAY)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, PLAY)
        assert "R7-C11" in screen_text(app)


@pytest.mark.parametrize(
    ("blue", "red"),
    [("Alexander", "Maximilian"), ("FC Blau-Weiss Sehr Lange Mann", "Rot-Schwarz Uebersaechsisch")],
)
async def test_long_names_leave_room_for_the_state_of_the_match(blue: str, red: str) -> None:
    going = replace(PLAY, names={"B": blue, "R": red}, undo="B9>H14")
    app = playing(going)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, going)
        await until(pilot, lambda: "u undoes B9>H14" in screen_text(app))
        top = screen_text(app).splitlines()[:3]
        assert "moves 1 of 2" in top[0]
        assert "IN STEP" in top[1]
        assert blue[:4] in top[0]
        assert red[:4] in top[0]
