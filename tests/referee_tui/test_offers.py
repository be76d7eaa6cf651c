"""The line of keys and the palette offer what can be done now; what cannot be done says why."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from textual.events import Paste

from engine.match import Pending
from referee_tui.app.match.board import MatchBoard
from referee_tui.app.match.correcting import Finger
from referee_tui.app.match.entry import EntryLine
from referee_tui.app.match.offers import resting, why_resting
from referee_tui.texts import languages, texts
from tests.referee_tui.fake_match import FIRST, PLAY, playing, screen_text, until_shown
from tests.referee_tui.screens import until

if TYPE_CHECKING:
    from referee_tui.app.shell import TouchlineApp
    from referee_tui.app.state import ScreenState

TYPED = replace(PLAY, by_hand=True, eye="SETTLING", undo="B9>H8", duration_s=None)
OVER = replace(PLAY, over=True)
OVER_HEARD = "The recording has ended, and its log with it: nothing can be added. q leaves"
assert PLAY.position is not None
ROLLING = replace(
    PLAY, position=replace(PLAY.position, awaits=Pending("roll", "tackle", "B", dice=("B", "R"))), redo="B9>H8"
)


@pytest.mark.parametrize(
    ("state", "offered", "not_offered"),
    [
        (PLAY, "pause camera type end_turn correct history look_again", "undo redo throw unsay"),
        (TYPED, "undo type end_turn correct history report", "pause camera still look_again calibrate redo"),
        (FIRST, "pause camera type history", "correct end_turn undo redo throw"),
        (OVER, "camera history calibrate", "type end_turn correct undo redo look_again pause throw report"),
        (ROLLING, "throw unsay redo", "undo new_dice"),
        (replace(PLAY, dice_thrown=True), "new_dice", "redo"),
    ],
    ids=["a film", "typed", "before the match", "over", "a throw", "thrown"],
)
def test_what_can_be_done_now(state: ScreenState, offered: str, not_offered: str) -> None:
    assert not resting(state) & {*offered.split(), "help", "app.quit"}
    assert set(not_offered.split()) <= resting(state)


@pytest.mark.parametrize(
    ("finger", "not_offered"),
    [
        (Finger("H10"), {"add('B')", "add('R')"}),
        (Finger("A1"), {"take_or_put", "off", "renumber"}),
        (Finger("A1", held="B7"), {"add('B')", "add('R')"}),
        (None, set()),
    ],
    ids=["a piece", "an empty space", "a piece is held", "no correction"],
)
def test_what_can_be_put_right_at_the_finger(finger: Finger | None, not_offered: set[str]) -> None:
    assert resting(PLAY, finger) - resting(PLAY) == not_offered


@pytest.mark.parametrize("language", languages())
def test_of_everything_that_is_not_offered_the_palette_says_why(language: str) -> None:
    say = texts("match", language)
    for state in (PLAY, TYPED, FIRST, OVER, ROLLING):
        for action in resting(state):
            assert why_resting(action, state, say), action


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_the_line_of_keys_follows_the_match(size: tuple[int, int]) -> None:
    taken_back = replace(TYPED, undo="", redo="B9>H8")
    app = playing(TYPED)
    async with app.run_test(size=size) as pilot:
        await until_shown(pilot, app, TYPED)
        await until(pilot, lambda: "u Undo" in last_line(app))
        assert "Redo" not in last_line(app)
        assert "Pause" not in last_line(app)
        assert "Camera" not in last_line(app)
        app.match_screen.state = taken_back
        app.match_screen.show()
        await until(pilot, lambda: "Undo" not in last_line(app))
        assert "e Correct" in last_line(app)
        assert "U Redo" in last_line(app)
        about = {command.title: command.help for command in app.get_system_commands(app.screen)}
        assert about["match: Pause"] == about["match: Show camera"] == "No camera here: t, then type"
        assert about["match: Undo"] == "There is nothing to take back"
        assert about["match: Redo"] == "B9>H8"


@pytest.mark.parametrize(
    ("key", "state", "says"),
    [
        ("m", PLAY, "The machine throws nothing: no dice are awaited"),
        ("e", replace(FIRST, t=1.0), "Nothing can be put right yet: both teams are set up first"),
        ("p", TYPED, "No camera here: t, then type"),
        ("p", OVER, OVER_HEARD),
        ("t", OVER, OVER_HEARD),
        ("b", OVER, OVER_HEARD),
        ("backspace", PLAY, "No face of a die was given"),
    ],
    ids=[
        "no dice",
        "before the match",
        "no camera",
        "no pause at the end",
        "no line at the end",
        "no report at the end",
        "no face",
    ],
)
async def test_a_key_that_does_nothing_says_why(key: str, state: ScreenState, says: str) -> None:
    app = playing(state)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, state)
        await pilot.press(key)
        await until(pilot, lambda: [note.message for note in app._notifications] == [says])


async def test_after_the_end_nothing_that_is_pasted_is_taken_and_it_is_said() -> None:
    app = playing(OVER)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, OVER)
        app.post_message(Paste("B9-H11"))
        await until(pilot, lambda: [note.message for note in app._notifications] == [OVER_HEARD])
        assert not app.match_screen.query_one(EntryLine).is_open


@pytest.mark.parametrize("key", ["", "s", "n"], ids=["a click", "the score", "a number"])
async def test_after_the_end_nothing_is_begun_to_be_put_right_and_it_is_said(key: str) -> None:
    app = playing(PLAY if key else OVER)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.match_screen.query_one(MatchBoard)
        if key:
            await pilot.press("e")
            app.match_screen.state = OVER
            app.match_screen.show()
            await pilot.press(key)
        else:
            await until_shown(pilot, app, OVER)
            cells = ((x, y) for x in range(board.size.width) for y in range(board.size.height))
            await pilot.click(MatchBoard, offset=next(cell for cell in cells if board.space_at(*cell) == "H10"))
            assert board.finger is None
        await until(pilot, lambda: [note.message for note in app._notifications] == [OVER_HEARD])
        assert not app.match_screen.query_one(EntryLine).is_open


def last_line(app: TouchlineApp) -> str:
    return screen_text(app).splitlines()[-1]
