"""What is typed on the match screen: it reaches the match whole, and what was refused can be put right."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from textual.events import Key, Paste
from textual.widgets import Input

from engine.match import Pending, Roll
from engine.referee import Accept, Answer, Consent, Redo, TypedAction, TypedCorrection, TypedRoll, Undo
from referee_tui.app.match.screen import MatchScreen
from referee_tui.app.shell import TouchlineApp
from referee_tui.app.state import Line, ScreenState
from referee_tui.following.typed import read_typed
from tests.referee_tui.fake_match import (
    FIRST,
    PLAY,
    FakeMatch,
    Playing,
    playing,
    screen_text,
    until_shown,
)
from tests.referee_tui.screens import until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.referee import Input as Told


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


@pytest.mark.parametrize(
    ("fast", "told"),
    [
        ("ec2\r", [TypedCorrection("turn 2")]), ("ec2\ru", [TypedCorrection("turn 2"), Undo()]),
        ("ebu", [TypedCorrection("ball H10"), Undo()]), ("en9\r", [TypedCorrection("B7=B9")]),
        ("exe ", [TypedCorrection("B7 off"), TypedAction("end")]),
    ],
)  # fmt: skip
async def test_keys_of_a_correction_come_as_fast_as_they_may(fast: str, told: list[object]) -> None:
    """Of a quick hand, or all at once after a moment in which the machine was busy."""
    match = FakeMatch()
    app = playing(PLAY, match=match)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, PLAY)
        for key in fast:
            app.post_message(Key({"\r": "enter", " ": "space"}.get(key, key), key))
        await until(pilot, lambda: len(match.told) == len(told))
    assert match.told == told


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


REFUSED = replace(PLAY, lines=(*PLAY.lines, Line(16.0, "B7-H99 is no space", "illegal")), refusals=1)


def refusing(answered: threading.Event, match: FakeMatch) -> Playing:
    """A match that refuses what was typed, once ``answered`` is set."""

    def states() -> Iterator[ScreenState]:
        yield PLAY
        answered.wait(20)
        yield REFUSED

    return Playing(states, match)


async def test_an_entry_that_is_refused_is_there_again_when_the_line_is_opened_next() -> None:
    match = FakeMatch()
    answered = threading.Event()
    app = refusing(answered, match)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", *"B7-H99", "enter")
        answered.set()
        await until_shown(pilot, app, REFUSED)
        await pilot.press("t")
        assert app.screen.query_one(Input).value == "B7-H99"
        await pilot.press("end", "backspace", "backspace", *"11", "enter")
        assert not app.screen.query_one(Input).has_focus
        await pilot.press("t")
        assert app.screen.query_one(Input).value == ""
    assert match.told == [TypedAction("B7-H99"), TypedAction("B7-H11")]


@pytest.mark.parametrize("typed", ["end", "touch:R4", "7", "undo"])
async def test_what_is_typed_takes_the_place_of_an_entry_that_was_refused(typed: str) -> None:
    match, answered = FakeMatch(), threading.Event()
    app = refusing(answered, match)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", *"B7-H99", "enter")
        answered.set()
        await until_shown(pilot, app, REFUSED)
        await pilot.press("t", *("colon" if key == ":" else key for key in typed), "enter")
        await pilot.pause()
    assert match.told == [TypedAction("B7-H99"), read_typed(typed)]


async def test_number_keys_answer_also_after_an_entry_was_refused() -> None:
    match, answered = FakeMatch(), threading.Event()
    asking = replace(REFUSED, need="Whose ball is it?", answers=(Answer("Blue's", (Consent("B"),)),))

    def states() -> Iterator[ScreenState]:
        yield PLAY
        answered.wait(20)
        yield asking

    app = Playing(states, match)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", *"B7-H99", "enter")
        answered.set()
        await until_shown(pilot, app, asking)
        await pilot.press("1", "u", "space")
    assert match.told == [TypedAction("B7-H99"), Consent("B"), Undo(), TypedAction("end")]


LINES = [f"B{number}-H{number}" for number in range(1, 61)]


async def test_lines_that_come_as_keys_all_at_once_are_taken_one_by_one_though_each_is_refused() -> None:
    match = FakeMatch()
    given = threading.Semaphore(0)

    def states() -> Iterator[ScreenState]:
        yield PLAY
        for number in range(1, len(LINES) + 1):
            given.acquire(timeout=20)
            yield replace(REFUSED, refusals=number)

    class Refusing(FakeMatch):
        def give(self, told: Told) -> None:
            match.give(told)
            given.release()

    app = Playing(states, Refusing())
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, PLAY)
        # The line is open as the rest comes.
        await pilot.press("t")
        for key in "\rt".join(LINES) + "\r":
            app.post_message(Key("enter" if key == "\r" else key, key))
        await until(pilot, lambda: len(match.told) == len(LINES))
        assert not app.screen.query_one(Input).has_focus
    assert match.told == [TypedAction(line) for line in LINES]


@pytest.mark.parametrize("opened", [True, False])
async def test_lines_that_are_pasted_are_taken_one_by_one(opened: bool) -> None:  # noqa: FBT001 - a case
    match = FakeMatch()
    app = playing(PLAY, match=match)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, PLAY)
        if opened:
            await pilot.press("t", *"B7-")
        app.post_message(Paste("H11\r\nundo\n\nend\nR9"))
        await until(pilot, lambda: app.screen.query_one(Input).value == "R9")
        assert app.screen.query_one(Input).has_focus
        await pilot.press(*"-H15", "enter")
    first = TypedAction("B7-H11" if opened else "H11")
    assert match.told == [first, Undo(), TypedAction("end"), TypedAction("R9-H15")]


async def test_the_line_begins_with_an_act_that_is_allowed_now() -> None:
    state = replace(PLAY, acts=("R9-H15", "end"))
    app = playing(state)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, state)
        await pilot.press("t")
        await pilot.pause()
        assert "R9-H15, end, dice 4" in screen_text(app)


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


async def test_an_empty_line_and_escape_say_nothing() -> None:
    match = FakeMatch()
    app = playing(PLAY, match=match)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", "enter", "t", "q", "escape")
        await pilot.pause()
        assert app.is_running
        assert not app.screen.query_one(Input).has_focus
    assert match.told == []


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
        await until(pilot, lambda: "NO  end" not in screen_text(app))
        text = screen_text(app)
        assert "ROLL" in text
        assert "Roll the die for the deviation" in text
        assert "5   6" in text


@pytest.mark.parametrize(
    "text",
    ["B7-H10 " * 150_000, "B7-H10\n" * 150_000, "end\n" * 501, f"end\n{'x' * 1001}", "é" * 1001],
    ids=["a megabyte", "a megabyte of lines", "many lines", "a long line", "letters of two bytes"],
)
@pytest.mark.parametrize("before", [[], ["t"]], ids=["closed", "open"])
async def test_of_a_text_that_is_too_long_nothing_is_taken_and_it_is_said(before: list[str], text: str) -> None:
    match = FakeMatch()
    app = playing(PLAY, match=match)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, PLAY)
        await pilot.press(*before)
        app.post_message(Paste(text))
        await until(pilot, lambda: any("Nothing of it was taken" in note.message for note in app._notifications))
        line = app.screen.query_one(Input)
        assert (line.value, line.has_focus) == ("", bool(before))
    assert match.told == []


async def test_a_line_that_is_full_takes_no_more_and_says_so() -> None:
    match = FakeMatch()
    app = playing(PLAY, match=match)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, PLAY)
        app.post_message(Paste("x" * 999))
        await until(pilot, lambda: len(app.screen.query_one(Input).value) == 999)
        await pilot.press("y")
        assert not app._notifications
        await pilot.press("z")
        await until(pilot, lambda: len(app._notifications) == 1)
        app.post_message(Paste("\nend\n"))
        await until(pilot, lambda: len(match.told) == 2)
    assert match.told == [read_typed("x" * 999 + "y"), TypedAction("end")]


async def test_as_much_as_can_be_pasted_at_once_is_taken_line_by_line() -> None:
    match = FakeMatch()
    app = playing(PLAY, match=match)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, PLAY)
        app.post_message(Paste("end\n" * 499))
        await until(pilot, lambda: len(match.told) == 499)
    assert set(match.told) == {TypedAction("end")}
