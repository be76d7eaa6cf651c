"""What is put right on the match screen's board, by keys and by mouse, from the key to the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from engine.record.records import Corrected, Rolled, Undone
from referee_tui.app.match.board import MatchBoard
from referee_tui.app.match.entry import EntryLine
from referee_tui.app.match.history import History
from tests.referee_tui.screens import until
from tests.referee_tui.typed_match import EVERY_SIZE, TACKLED, Table, by_hand

if TYPE_CHECKING:
    from pathlib import Path


CORRECTIONS = [
    (["e", "enter", "right", "enter"], {"pieces": {"B9": "H12"}}),
    (["e", "left", "b"], {"ball": "H10"}),
    (["e", "x"], {"pieces": {"B9": None}}),
    (["e", "n", "1", "2", "enter"], {"pieces": {"B9": None, "B12": "H11"}}),
    (["e", "s", "2", "1", "enter"], {"score": {"B": 2, "R": 1}}),
    (["e", "c", "7", "enter"], {"turns_done": {"B": 6, "R": 6}, "half": None}),
    (["e", "o"], {"turn": "R", "moved": [], "tackled": []}),
    (["e", "B", "7", *" C9", "enter"], {"pieces": {"B7": "C9"}}),
]


@EVERY_SIZE
@pytest.mark.parametrize(("keys", "changes"), CORRECTIONS, ids=[keys[1] for keys, _ in CORRECTIONS])
async def test_everything_is_put_right_on_the_board(
    keys: list[str], changes: dict[str, object], size: tuple[int, int], tmp_path: Path
) -> None:
    async with by_hand(tmp_path, size) as table:
        for key in keys:
            await table.press("space" if key == " " else key)
        await table.told(1)
        assert table.screen.state.lines[0].text.startswith("Corrected: ")
        await table.press("escape")
        assert table.screen.query_one(MatchBoard).finger is None
        await table.press("u")
        await table.told(2)
    corrected = [r for r in table.records() if isinstance(r, Corrected)]
    assert [(r.source, r.changes) for r in corrected] == [("correction", changes)]
    assert [r.notation for r in table.records() if isinstance(r, Undone)] == ["correction"]


@EVERY_SIZE
@pytest.mark.parametrize(("key", "piece"), [("a", "B12"), ("A", "R12")])
async def test_a_missing_piece_is_added(key: str, piece: str, size: tuple[int, int], tmp_path: Path) -> None:
    async with by_hand(tmp_path, size, TACKLED) as table:
        await table.press("e", "left", key, "1", "2", "enter")
        await table.told(1)
        assert table.position.pieces[piece] == "H9"


async def click(table: Table, what: str) -> None:
    """A click on words on the screen, from below: the line of keys before the board."""
    lines = table.text().splitlines()
    y = max(number for number, line in enumerate(lines) if what in line)
    await table.pilot.click(offset=(lines[y].index(what), y))
    await table.pilot.pause()


@EVERY_SIZE
@pytest.mark.parametrize(
    ("at", "clicked", "changes"),
    [
        ("H10", ["n Number", " 1 ", " 2 ", " ⏎ "], {"pieces": {"B9": None, "B12": "H10"}}),
        ("H10", ["n Number", " 1 ", " 9 ", " ⌫ ", " 2 ", " ⏎ "], {"pieces": {"B9": None, "B12": "H10"}}),
        ("H9", ["a Add", " 1 ", " 2 ", " ⏎ "], {"pieces": {"B12": "H9"}}),
        ("H9", ["A Add red", " 1 ", " 2 ", " ⏎ "], {"pieces": {"R12": "H9"}}),
        ("H9", ["s Score", " 2 ", " - ", " 1 ", " ⏎ "], {"score": {"B": 2, "R": 1}}),
        ("H9", ["c Turn", " 7 ", " ⏎ "], {"turns_done": {"B": 6, "R": 6}, "half": None}),
        ("H10", ["x Off"], {"pieces": {"B9": None}}),
    ],
    ids=["renumber", "erase", "add", "add red", "score", "turn", "off"],
)
async def test_things_are_put_right_with_the_mouse_alone(
    at: str, clicked: list[str], changes: dict[str, object], size: tuple[int, int], tmp_path: Path
) -> None:
    async with by_hand(tmp_path, size, TACKLED) as table:
        board = table.screen.query_one(MatchBoard)
        cells = {board.space_at(x, y): (x, y) for x in range(board.size.width) for y in range(board.size.height)}
        await table.pilot.click(MatchBoard, offset=cells[at])
        await until(table.pilot, lambda: clicked[0] in table.text())
        for what in clicked:
            await click(table, what)
        await table.told(1)
    corrected = [r for r in table.records() if isinstance(r, Corrected)]
    assert [r.changes for r in corrected] == [changes]


async def test_the_keypad_is_left_with_the_mouse_and_is_there_for_corrections_alone(tmp_path: Path) -> None:
    async with by_hand(tmp_path, (80, 24), TACKLED) as table:
        await table.press("t")
        assert " ⏎ " not in table.text()
        await table.press("escape", "e", "s")
        await until(table.pilot, lambda: " ⏎ " in table.text())
        await click(table, " ✗ ")
        await until(table.pilot, lambda: " ⏎ " not in table.text())
        assert not table.screen.query_one(EntryLine).is_open
    assert [r for r in table.records() if isinstance(r, Corrected)] == []


@EVERY_SIZE
@pytest.mark.parametrize(
    ("key", "said"),
    [("a", "B9 (blue) stands on H10: n gives it another number"), ("A", "x takes it off, then another")],
)
async def test_where_a_piece_stands_none_is_added_and_it_is_said_which_key_does_what_may_be_meant(
    key: str, said: str, size: tuple[int, int], tmp_path: Path
) -> None:
    async with by_hand(tmp_path, size, TACKLED) as table:
        await table.press("e", key)
        await until(table.pilot, lambda: any(said in note.message for note in table.app._notifications))
        assert not table.screen.query_one(EntryLine).is_open
    assert [r for r in table.records() if isinstance(r, Corrected)] == []


def test_no_correction_takes_more_than_five_keys() -> None:
    """Apart from the way that the cursor goes, and pieces that are named by hand."""
    steps = {"left", "right", "up", "down"}
    assert all(len([key for key in keys if key not in steps]) <= 5 for keys, _ in CORRECTIONS if keys[1] != "B")


@EVERY_SIZE
async def test_a_misread_throw_is_put_right_in_five_keys(size: tuple[int, int], tmp_path: Path) -> None:
    async with by_hand(tmp_path, size, TACKLED) as table:
        await table.type("R9xB9")
        await until(table.pilot, lambda: table.position.awaits is not None)
        await table.press("1", "6")
        await until(table.pilot, lambda: table.position.awaits is None)
        await table.press("e")
        await until(table.pilot, lambda: "d Dice" in table.text())
        await table.press("d", "5", "2", "enter")
        await until(table.pilot, lambda: any("not Blue 1, Red 6" in line.text for line in table.screen.state.lines))
    assert [(r.source, r.B, r.R) for r in table.records() if isinstance(r, Rolled)][-1] == ("correction", 5, 2)


@EVERY_SIZE
async def test_without_a_throw_no_dice_are_put_right_and_it_is_said(size: tuple[int, int], tmp_path: Path) -> None:
    async with by_hand(tmp_path, size) as table:
        await table.type("b9>h8")
        await table.press("e")
        await until(table.pilot, lambda: "b Ball" in table.text())
        assert "d Dice" not in table.text()
        await table.press("d")
        said = "No dice were thrown for the last act: there are none to put right"
        await until(table.pilot, lambda: [note.message for note in table.app._notifications] == [said])
        assert not table.screen.query_one(EntryLine).is_open


@EVERY_SIZE
async def test_a_click_takes_a_piece_up_and_the_next_puts_it_down(size: tuple[int, int], tmp_path: Path) -> None:
    async with by_hand(tmp_path, size) as table:
        board = table.screen.query_one(MatchBoard)
        cells = {board.space_at(x, y): (x, y) for x in range(board.size.width) for y in range(board.size.height)}
        await table.pilot.click(MatchBoard, offset=cells["C8"])
        await until(table.pilot, lambda: board.finger is not None and board.finger.held == "B7")
        assert "B7 is taken up" in " ".join(table.text().split())
        await table.pilot.click(MatchBoard, offset=cells["C9"])
        await table.told(1)
        assert table.position.pieces["B7"] == "C9"


async def test_escape_puts_back_what_is_held_before_it_ends_the_corrections(tmp_path: Path) -> None:
    async with by_hand(tmp_path, (80, 24)) as table:
        board = table.screen.query_one(MatchBoard)
        await table.press("e", "enter", "right", "escape")
        assert board.finger is not None
        assert board.finger.held is None
        await table.press("escape")
        assert board.finger is None
        # The screen has its keys again.
        await table.press("space")
        await table.told(1)
    assert [r for r in table.records() if isinstance(r, Corrected)] == []


@EVERY_SIZE
async def test_while_the_board_has_the_keyboard_help_is_of_the_corrections(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with by_hand(tmp_path, size) as table:
        await table.press("e")
        assert "? Help" in table.text().splitlines()[-1]
        await table.press("question_mark")
        assert "the ball lies here" in table.text()
        await table.press("escape", "e", "f1")
        assert "nothing is read under it" in table.text()
        await table.press("escape")


@pytest.mark.parametrize("key", ["n", "x", "enter"])
async def test_a_key_for_a_piece_says_on_an_empty_space_that_there_is_none(key: str, tmp_path: Path) -> None:
    async with by_hand(tmp_path, (80, 24)) as table:
        await table.press("e", "left", "left", key)
        board = table.screen.query_one(MatchBoard)
        assert board.finger is not None
        assert table.position.at(board.finger.space) is None
        await until(table.pilot, lambda: any("is empty: b puts" in note.message for note in table.app._notifications))
        assert f"{board.finger.space} is empty" in table.text()
    assert [r for r in table.records() if isinstance(r, Corrected)] == []


@EVERY_SIZE
async def test_while_things_are_put_right_undo_and_redo_say_what_they_would_do_and_do_it(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with by_hand(tmp_path, size) as table:
        await table.press("e", "right", "b")
        await table.told(1)
        there = table.position.ball
        await until(table.pilot, lambda: f"u undoes the ball on {there}" in panel(table))
        await table.press("u")
        await table.told(2)
        assert table.position.ball != there
        await until(table.pilot, lambda: f"U redoes the ball on {there}" in panel(table))
        await table.press("U")
        await table.told(3)
        assert table.position.ball == there


def panel(table: Table) -> str:
    """The panel while something is put right, on one line."""
    text = " ".join(table.text().split())
    return text[text.index("or a click: where") :] if "or a click: where" in text else ""


async def test_a_terminal_that_was_too_small_for_a_while_leaves_the_corrections_as_they_were(tmp_path: Path) -> None:
    async with by_hand(tmp_path, (100, 30)) as table:
        board = table.screen.query_one(MatchBoard)
        await table.press("e")
        for size in ((60, 20), (100, 30)):
            await table.pilot.resize_terminal(*size)
            await table.pilot.pause()
        await until(table.pilot, lambda: board.has_focus)
        assert "x Off" in table.text().splitlines()[-1]
        before = board.finger
        await table.press("right")
        assert board.finger != before


async def test_tab_goes_where_keys_are_of_use(tmp_path: Path) -> None:
    async with by_hand(tmp_path, (160, 50)) as table:
        await table.press("tab")
        assert isinstance(table.app.focused, History)
        await table.press("tab")
        assert isinstance(table.app.focused, History)
        await table.press("escape", "e")
        assert isinstance(table.app.focused, MatchBoard)
        await table.press("e")
        assert table.app.focused is None


async def test_a_correction_that_is_refused_says_why_and_keeps_the_board(tmp_path: Path) -> None:
    async with by_hand(tmp_path, (80, 24)) as table:
        await table.press("e", "n", "9", "9", "enter")
        await until(table.pilot, lambda: table.screen.state.refusals == 1)
        await table.pilot.pause()
        assert " NO " in table.text()
        assert isinstance(table.app.focused, MatchBoard)
        await table.press("t")
        assert table.screen.query_one("#typed", Input).value == "fix B9=B99"
        # With the next step on the board it is over.
        await table.press("escape", "left")
        assert " NO " not in table.text()
        assert "PUT RIGHT" in table.text()


async def test_corrections_say_where_the_finger_is_also_after_a_refusal(tmp_path: Path) -> None:
    async with by_hand(tmp_path, (80, 24)) as table:
        await table.type("b9>h99")
        await until(table.pilot, lambda: table.screen.state.refusals == 1)
        await table.press("escape", "e")
        assert "PUT RIGHT" in table.text()
