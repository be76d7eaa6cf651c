"""The match screen through Textual's pilot: what a player sees at 80x24 and with more room."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from textual.containers import VerticalScroll
from textual.events import Key
from textual.widgets import Input, Static

from engine.board import shipped_board
from engine.match import Pending, Position, Roll, Score
from engine.referee import Accept, Redo, Say, TypedAction, TypedRoll, Undo
from engine.ruleset import Counter
from referee_tui.app import still
from referee_tui.app.big import big
from referee_tui.app.board_view import BALL, Marks
from referee_tui.app.help import HelpScreen
from referee_tui.app.match.history import History
from referee_tui.app.match.screen import MatchScreen
from referee_tui.app.preview import SHADES, UPPER_HALF, CameraView
from referee_tui.app.shell import TouchlineApp
from referee_tui.app.state import Line, Look, ScreenState
from referee_tui.app.still import StillScreen
from referee_tui.app.widgets import BoardView
from referee_tui.config import Config
from tests.referee_tui.screens import until

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
    while app.state is not state:
        await asyncio.wait_for(pilot.pause(0.01), 20)


def screen_text(app: Playing) -> str:
    """Every character on the terminal."""
    width, height = app.size
    lines = app.screen._compositor.render_strips()
    assert len(lines) == height
    text = ["".join(segment.text for segment in strip) for strip in lines]
    assert all(len(line) == width for line in text)
    return "\n".join(text)


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


async def test_the_space_bar_ends_the_turn_but_not_while_typing_or_in_the_help() -> None:
    match = FakeMatch()
    app = playing(PLAY, match=match)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", "space", "escape", "question_mark", "space", "escape")
        assert match.told == []
        await pilot.press("space")
    assert match.told == [TypedAction("end")]


async def test_what_is_typed_fast_is_not_lost_while_the_line_opens() -> None:
    match = FakeMatch()
    app = playing(PLAY, match=match)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, PLAY)
        for letter in "tundo":
            app.post_message(Key(letter, letter))
        await pilot.pause()
        await pilot.pause()
        assert app.screen.query_one("#typed", Input).value == "undo"
        await pilot.press("enter")
    assert match.told == [Undo()]


async def test_the_key_after_enter_is_no_part_of_what_was_typed() -> None:
    match = FakeMatch()
    app = playing(PLAY, match=match)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, PLAY)
        # All at once, as after a moment in which the machine was busy.
        for key, character in [*((letter, letter) for letter in "tundo"), ("enter", "\r"), ("space", " "), ("U", "U")]:
            app.post_message(Key(key, character))
        await until(pilot, lambda: len(match.told) == 3)
    assert match.told == [Undo(), TypedAction("end"), Redo()]


async def test_p_pauses_and_goes_on() -> None:
    match = FakeMatch()
    app = playing(PLAY, match=match)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p", "p", "t", "p", "escape")
    assert match.pauses == [True, False]


@pytest.mark.parametrize("key", ["p", "r", "k", "c", "v"])
async def test_without_a_camera_its_keys_say_that_there_is_none(key: str) -> None:
    match, by_hand = FakeMatch(), replace(PLAY, by_hand=True)
    app = playing(by_hand, match=match)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until_shown(pilot, app, by_hand)
        await pilot.press(key, key)
        await pilot.pause()
        assert [note.message for note in app._notifications] == ["No camera here: t, then type"]
        assert app.screen is app.match_screen
        assert app.screen.query_one(BoardView).display
    assert (match.pauses, match.looks) == ([], 0)


async def test_a_long_undo_leaves_room_for_how_far_the_film_has_come() -> None:
    would = "B9>H14 with the dice 5 and 2, and the correction after it"
    going = replace(PLAY, undo=would)
    app = playing(going)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, going)
        await until(pilot, lambda: "0:15 of 1:00" in screen_text(app))
        assert "u undoes B9>H14" in screen_text(app)


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
        assert isinstance(app.screen, HelpScreen)
        page = app.screen.query_one("#page")
        assert "OUT OF STEP" in str(app.screen.query_one(Static).render())
        assert page.max_scroll_y == 0
        await pilot.press("escape")
        assert not isinstance(app.screen, HelpScreen)


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
        assert "q  leave" in screen_text(app)


async def test_the_board_grows_with_the_terminal() -> None:
    app = playing(PLAY)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        small = app.screen.query_one(BoardView).size.height
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert app.screen.query_one(BoardView).size.height > small
        assert "╲" in screen_text(app)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("B7-H10", TypedAction("B7-H10")),
        ("  end ", TypedAction("end")),
        ("4", TypedRoll(Roll(faces=(4,)))),
        ("5 2", TypedRoll(Roll(duel=(5, 2)))),
        ("undo", Undo()),
        ("Accept", Accept()),
        ("7", TypedAction("7")),
    ],
)
async def test_what_is_typed_reaches_the_match(typed: str, expected: Told) -> None:
    match = FakeMatch()
    app = playing(PLAY, match=match)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        app.screen.query_one(Input).value = typed
        await pilot.press("enter")
        await pilot.pause()
        assert not app.screen.query_one(Input).has_focus
    assert match.told == [expected]


async def test_an_entry_that_is_refused_can_be_put_right() -> None:
    match = FakeMatch()
    answered = threading.Event()
    refused = replace(PLAY, lines=(*PLAY.lines, Line(16.0, "B7-H99 is no space", "illegal")), refusals=1)

    def states() -> Iterator[ScreenState]:
        yield PLAY
        answered.wait(20)
        yield refused

    app = Playing(states, match)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", *"B7-H99", "enter")
        await pilot.pause()
        assert not app.screen.query_one(Input).has_focus
        answered.set()
        await until_shown(pilot, app, refused)
        await pilot.pause()
        assert app.screen.query_one(Input).has_focus
        assert app.screen.query_one(Input).value == "B7-H99"
        await pilot.press("end", "backspace", "backspace", *"11", "enter")
        await pilot.pause()
        assert not app.screen.query_one(Input).has_focus
    assert match.told == [TypedAction("B7-H99"), TypedAction("B7-H11")]


@pytest.mark.parametrize(
    ("keys", "told"), [("end", "end"), ("tend", "end"), (":B7-H11", "B7-H11"), ("touch:R4", "touch:R4")]
)
async def test_what_is_typed_takes_the_place_of_an_entry_that_was_refused(keys: str, told: str) -> None:
    match, answered = FakeMatch(), threading.Event()
    refused = replace(PLAY, lines=(*PLAY.lines, Line(16.0, "B7-H99 is no space", "illegal")), refusals=1)

    def states() -> Iterator[ScreenState]:
        yield PLAY
        answered.wait(20)
        yield refused

    app = Playing(states, match)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", *"B7-H99", "enter")
        answered.set()
        await until_shown(pilot, app, refused)
        await until(pilot, lambda: app.screen.query_one(Input).has_focus)
        await pilot.press(*("colon" if key == ":" else key for key in keys), "enter")
        await pilot.pause()
    assert match.told == [TypedAction("B7-H99"), TypedAction(told)]


async def test_what_was_not_typed_opens_no_line_when_it_is_refused() -> None:
    answered = threading.Event()
    refused = replace(PLAY, lines=(*PLAY.lines, Line(16.0, "it is not your turn", "illegal")), refusals=1)

    def states() -> Iterator[ScreenState]:
        yield PLAY
        answered.wait(20)
        yield refused

    app = Playing(states, FakeMatch())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", *"end", "enter", "space")
        answered.set()
        await until_shown(pilot, app, refused)
        await pilot.pause()
        assert not app.screen.query_one(Input).has_focus


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
async def test_a_terminal_that_is_too_small_says_so_in_one_line(size: tuple[int, int]) -> None:
    app = playing(PLAY)
    async with app.run_test(size=size) as pilot:
        await until_shown(pilot, app, PLAY)
        await pilot.pause()
        first, *others = screen_text(app).splitlines()
        assert first.startswith("Touchline needs 80x24 characters; make the terminal larger.")
        assert not "".join(others).strip()
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        await pilot.pause()
        text = screen_text(app)
        assert "IN STEP" in text
        assert "needs 80x24" not in text


async def test_an_empty_line_and_escape_say_nothing() -> None:
    match = FakeMatch()
    app = playing(PLAY, match=match)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", "enter", "t", "q", "escape")
        await pilot.pause()
        assert app.is_running
        assert not app.screen.query_one(Input).has_focus
    assert match.told == []


def picture() -> Look:
    """Left half black, right half white."""
    image = np.zeros((36, 64, 3), np.uint8)
    image[:, 32:] = 255
    return Look(image, None)


async def test_c_shows_what_the_camera_sees_and_back() -> None:
    looking = replace(PLAY, look=picture())
    app = playing(looking)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, looking)
        await pilot.press("c")
        await pilot.pause()
        assert not app.screen.query_one(BoardView).display
        drawn = SHADES[-1] if app.no_color else UPPER_HALF
        assert screen_text(app).count(drawn) > 400
        await pilot.press("c", "c")
        await pilot.pause()
        assert app.screen.query_one(BoardView).display
        assert UPPER_HALF not in "".join(screen_text(app).splitlines()[3:19])


# textual-image asks Pillow in a way that Pillow 14 will not know; nothing of ours does.
@pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")
async def test_v_shows_the_picture_in_full_quality() -> None:
    pytest.importorskip("textual_image")
    looking = replace(PLAY, look=picture())
    app = playing(looking)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, looking)
        await pilot.press("v")
        await pilot.pause()
        assert isinstance(app.screen, StillScreen)
        assert app.screen.query_one("Image").size.width > 10
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is app.match_screen


async def test_v_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(still, "NEEDED", "no_such_package")
    looking = replace(PLAY, look=picture())
    app = playing(PLAY, looking)
    async with app.run_test(size=(120, 40)) as pilot:
        await until_shown(pilot, app, looking)
        await pilot.press("v")
        await pilot.pause()
        assert "touchline[preview]" in next(notice.message for notice in app._notifications)
        assert app.screen is app.match_screen


async def test_without_colour_the_camera_is_drawn_in_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    looking = replace(PLAY, look=picture())
    app = playing(looking)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, looking)
        await pilot.press("c")
        await pilot.pause()
        lines = screen_text(app).splitlines()[4:18]
    # The right half is white, the left one black; the column between may be grey.
    assert all("@" * 10 in line and not line[:39].strip() for line in lines)


async def test_behind_a_page_the_camera_waits() -> None:
    first, second = replace(PLAY, look=picture()), replace(PLAY, look=picture())
    app = playing(first)
    async with app.run_test(size=(80, 24)) as pilot:
        camera = app.match_screen.query_one("#camera", CameraView)
        await until_shown(pilot, app, first)
        await pilot.press("c", "question_mark")
        app.follower.mailbox.put(second)
        await until_shown(pilot, app, second)
        app.match_screen.show_look()
        assert camera.look is first.look
        await pilot.press("question_mark")
        await until(pilot, lambda: camera.look is second.look)


async def test_the_camera_before_its_first_picture() -> None:
    app = playing(PLAY)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        await pilot.pause()
        assert not app.screen.query_one(BoardView).display


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
    monkeypatch.setattr("referee_tui.sound.sounder.find_voice", lambda: None)
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


async def test_a_camera_has_a_clock_and_no_end() -> None:
    live = replace(PLAY, source="camera 0", duration_s=None, t=75.0)
    app = playing(live)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, live)
        await pilot.pause()
        assert "camera 0  live 1:15" in screen_text(app)


async def test_after_a_refusal_what_is_asked_stands_below_it_and_in_its_place_after_escape() -> None:
    throw = Pending("roll", "deviation", "B", 1, "B7")
    asking = replace(
        PLAY, position=replace(PLAY.position, awaits=throw), eye="ASKING", need="Roll the die for the deviation",
    )  # fmt: skip
    no = Line(16.0, "end is not allowed now: the dice are rolled first (roll.awaited)", "illegal", "refused")
    refused = replace(asking, lines=(*asking.lines, no), refusals=1)
    screen = MatchScreen(FIRST, lambda: iter((refused,)), FakeMatch())
    app = TouchlineApp(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "roll.awaited" in screen_text(app))
        text = screen_text(app)
        assert "Roll the die for the deviation" in text
        assert "5   6" in text
        await pilot.press("escape")
        await until(pilot, lambda: "roll.awaited" not in screen_text(app))
        text = screen_text(app)
        assert "ROLL" in text
        assert "Roll the die for the deviation" in text
        assert "5   6" in text
