"""What players do on the match screen, from the key to the log: typed, answered, thrown, corrected, taken back."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count, cycle
from typing import TYPE_CHECKING

import pytest
from textual.command import CommandPalette
from textual.widgets import Input, OptionList

from engine.games import load_ruleset
from engine.record.reader import read_log
from engine.record.records import Acted, Corrected, Rolled, Undone
from engine.record.verify import verify
from referee_tui.app.footer import KeyLine
from referee_tui.app.match.board import MatchBoard
from referee_tui.app.match.entry import EntryLine
from referee_tui.app.match.history import History, WhyScreen
from referee_tui.app.match.screen import MatchScreen
from referee_tui.app.run import match_screen
from referee_tui.app.shell import TouchlineApp
from referee_tui.following.lined_up import lined_up
from referee_tui.following.session import Session
from tests.referee_tui.screens import SIZES, screen_text, until
from tests.session.fakes import Film, FilmEyes, loader
from vision.sources.none import NoCamera

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from rich.style import Style
    from textual.pilot import Pilot

    from engine.match import Position
    from engine.record.records import Record

RULES = load_ruleset("regista")
EVERY_SIZE = pytest.mark.parametrize("size", SIZES, ids=str)
TACKLED = {
    **lined_up(RULES),
    "pieces": {"B1": "H2", "B9": "H10", "B7": "C8", "R1": "H21", "R9": "H11", "R4": "D18"},
    "ball": "H10", "turn": "R", "restart": None,
}  # fmt: skip


@dataclass
class Table:
    """A match that is typed, and the screen that it is on."""

    app: TouchlineApp
    screen: MatchScreen
    pilot: Pilot[None]
    log: Path

    @property
    def position(self) -> Position:
        assert self.screen.state.position is not None
        return self.screen.state.position

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """What is written in the line, and sent."""
        await self.press("t")
        typed = self.screen.query_one("#typed", Input)
        typed.value = text
        await self.press("enter")

    async def told(self, number: int) -> None:
        """Wait for so many things to have been said."""
        await until(self.pilot, lambda: len(self.screen.state.lines) >= number)

    def text(self) -> str:
        return screen_text(self.app)

    def records(self) -> list[Record]:
        return list(read_log(self.log).records)


@asynccontextmanager
async def by_hand(
    tmp_path: Path,
    size: tuple[int, int],
    start: dict[str, object] | None = None,
    notice: str = "",
    *,
    resume: bool = False,
) -> AsyncIterator[Table]:
    """A match without a camera on the screen, its log verified at the end; dice show 5, 2, 5, 2 ..."""
    ticks, faces = count(0.0, 0.25), cycle((5, 2))
    log = tmp_path / "hand.touchline.jsonl"
    source = NoCamera(lambda: next(ticks))
    goes_on = loader if resume else None
    with Session(
        source, RULES, log, eyes=FilmEyes(Film([])), start=start or lined_up(RULES), resume=goes_on
    ) as session:
        screen = match_screen(session, source, log, notice=notice)
        screen._die = lambda: next(faces)
        app = TouchlineApp(screen)
        async with app.run_test(size=size, notifications=True) as pilot:
            table = Table(app, screen, pilot, log)
            await until(pilot, lambda: screen.state.position is not None)
            yield table
            await pilot.press("q")
        screen.follower.wait()
    assert screen.follower.error is None
    assert verify(log, loader)


@EVERY_SIZE
async def test_a_match_that_was_left_unfinished_is_named_on_the_screen_of_the_next(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with by_hand(tmp_path, size, notice="The match left at 19:20 can be gone on with") as table:
        await until(table.pilot, lambda: "The match left at 19:20" in table.text())


@EVERY_SIZE
async def test_the_clock_of_a_match_that_is_taken_up_again_goes_on(size: tuple[int, int], tmp_path: Path) -> None:
    async with by_hand(tmp_path, size) as table:
        await table.type("b9>h8")
        await until(table.pilot, lambda: table.screen.state.t > 5.0)
    before = read_log(table.log).lines[-1].t
    assert before > 0.0
    async with by_hand(tmp_path, size, resume=True) as table:
        assert table.screen.state.t >= before
        await table.type("b6-a1")
        await table.told(1)
        act = read_log(table.log).lines[-1]
        assert before <= table.screen.state.lines[-1].t == act.t


@EVERY_SIZE
async def test_a_match_that_is_taken_up_again_has_the_rulings_of_before(size: tuple[int, int], tmp_path: Path) -> None:
    async with by_hand(tmp_path, size) as table:
        await table.press("h")
        assert "Nothing has been ruled yet" in table.text()
        await table.press("escape")
        await table.type("b9>h8")
        await table.type("b6-a1")
        await table.type("fix score 2-1")
        await table.told(3)
    async with by_hand(tmp_path, size, resume=True) as table:
        await table.press("h")
        text = table.text()
        at = [text.index(words) for words in ("✓ B9>H8", "Corrected: score 2-1", "The match is taken up again here")]
        assert at == sorted(at)
        await table.type("b6-h7")
        await table.told(1)
        told = table.screen.query_one(History)
        assert [told.line(n).text for n in range(told.option_count)][-2:] == [
            "The match is taken up again here",
            "B6-H7",
        ]


@EVERY_SIZE
async def test_acts_are_typed_taken_back_and_done_again(size: tuple[int, int], tmp_path: Path) -> None:
    async with by_hand(tmp_path, size) as table:
        assert "BY HAND" in table.text()
        await table.type("b9>h8")
        await table.told(1)
        assert "u undoes B9>H8" in table.text()
        assert table.position.ball == "H8"
        await table.press("u")
        await table.told(2)
        assert table.position.ball == "H11"
        assert "U redoes B9>H8" in table.text()
        await table.press("U")
        await table.told(3)
        assert table.position.ball == "H8"
    assert [r.notation for r in table.records() if isinstance(r, Acted)] == ["B9>H8", "B9>H8"]
    assert [r.notation for r in table.records() if isinstance(r, Undone)] == ["B9>H8"]


@EVERY_SIZE
async def test_dice_are_given_on_the_number_keys(size: tuple[int, int], tmp_path: Path) -> None:
    async with by_hand(tmp_path, size, TACKLED) as table:
        await table.type("R9xB9")
        await until(table.pilot, lambda: table.position.awaits is not None)
        assert "tackle: " in table.text()
        assert "blue, then red" in table.text()
        await table.press("5", "backspace", "4")
        assert table.screen.dice().faces == (4,)
        await table.press("2")
        await until(table.pilot, lambda: table.position.awaits is None)
    assert [(r.source, r.B, r.R) for r in table.records() if isinstance(r, Rolled)] == [("typed", 4, 2)]


@EVERY_SIZE
async def test_numbers_throw_no_dice_while_corrections_stand_before_the_question(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with by_hand(tmp_path, size, TACKLED) as table:
        await table.type("R9xB9")
        await until(table.pilot, lambda: table.position.awaits is not None)
        await table.press("e", "5", "3")
        assert table.screen.dice().faces == ()
        await table.press("escape", "4", "2")
        await until(table.pilot, lambda: table.position.awaits is None)
    assert [(r.source, r.B, r.R) for r in table.records() if isinstance(r, Rolled)] == [("typed", 4, 2)]


def contrast(style: Style) -> float:
    """By how much the letters are brighter or darker than their ground, of 255."""
    assert style.color is not None
    assert style.bgcolor is not None
    letters, ground = (sum(colour.get_truecolor()) / 3 for colour in (style.color, style.bgcolor))
    return abs(letters - ground)


@EVERY_SIZE
@pytest.mark.parametrize(
    ("clicked", "source", "faces"), [("42", "typed", (4, 2)), ("6m", "rolled", (5, 2))], ids=["faces", "machine"]
)
async def test_dice_are_given_with_the_mouse(
    clicked: str, source: str, faces: tuple[int, int], size: tuple[int, int], tmp_path: Path
) -> None:
    async with by_hand(tmp_path, size, TACKLED) as table:
        await table.type("R9xB9")
        keys = " 1   2   3   4   5   6     m "
        await until(table.pilot, lambda: keys in table.text())
        y, line = next((y, line) for y, line in enumerate(table.text().splitlines()) if keys in line)
        begin = line.index(keys)
        strip = table.app.screen._compositor.render_strips()[y]
        labels = {part.text: part.style for part in strip if part.text in {" 1 ", " 6 ", " m "} and part.style}
        assert table.app.no_color or all(contrast(style) > 100 for style in labels.values())
        assert len(labels) == 3
        for key in clicked:
            await table.pilot.click(offset=(line.index(key, begin), y))
        await until(table.pilot, lambda: table.position.awaits is None)
    assert [(r.source, r.B, r.R) for r in table.records() if isinstance(r, Rolled)] == [(source, *faces)]


async def test_the_machine_throws_the_dice_if_it_is_asked_to(tmp_path: Path) -> None:
    async with by_hand(tmp_path, (80, 24), TACKLED) as table:
        await table.press("m", "7")
        await table.type("R9xB9")
        await until(table.pilot, lambda: table.position.awaits is not None)
        await table.press("7", "m")
        await until(table.pilot, lambda: table.position.awaits is None)
    assert [(r.source, r.B, r.R) for r in table.records() if isinstance(r, Rolled)] == [("rolled", 5, 2)]


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
async def test_what_was_taken_back_is_said_also_while_something_is_asked(size: tuple[int, int], tmp_path: Path) -> None:
    async with by_hand(tmp_path, size, TACKLED) as table:
        await table.type("R9xB9")
        await until(table.pilot, lambda: table.position.awaits is not None)
        await table.type("fix score 2-1")
        await table.press("u")
        await until(table.pilot, lambda: bool(table.screen.state.redo))
        await until(table.pilot, lambda: "score 2-1 (correction) is taken back" in table.text())
        assert "Roll the dice for the tackle" in table.text()


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


def listed(app: TouchlineApp) -> str:
    """What the command palette lists."""
    options = app.screen.query_one(OptionList)
    return " ".join(str(options.get_option_at_index(n).prompt) for n in range(options.option_count))


@EVERY_SIZE
async def test_the_mouse_reaches_every_action_through_the_help(size: tuple[int, int], tmp_path: Path) -> None:
    async with by_hand(tmp_path, size) as table:
        line = table.text().splitlines()[-1]
        await table.pilot.click(KeyLine, offset=(line.index("Help"), 0))
        await until(table.pilot, lambda: "All actions" in table.text().splitlines()[-1])
        line = table.text().splitlines()[-1]
        await table.pilot.click(KeyLine, offset=(line.index("All actions"), 0))
        await until(table.pilot, lambda: isinstance(table.app.screen, CommandPalette))
        await until(table.pilot, lambda: "match: End turn" in listed(table.app))
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


@EVERY_SIZE
async def test_a_ruling_says_why_with_the_words_of_its_rule(size: tuple[int, int], tmp_path: Path) -> None:
    async with by_hand(tmp_path, size) as table:
        await table.type("B7-C14")
        await until(table.pilot, lambda: table.screen.state.refusals == 1)
        await table.press("escape", "h")
        assert table.screen.query_one(History).has_focus
        await table.press("enter")
        await until(table.pilot, lambda: isinstance(table.app.screen, WhyScreen))
        assert table.screen.state.lines[0].rule in table.text()
        await table.press("escape", "escape")
        assert table.app.screen is table.screen
        assert table.screen.focused is None


async def test_every_key_of_the_match_can_be_given_to_another(tmp_path: Path) -> None:
    async with by_hand(tmp_path, (80, 24)) as table:
        table.app.set_keymap({"match.undo": "z"})
        await table.type("B9>H8")
        await table.told(1)
        await table.press("z")
        await table.told(2)
        ids = [binding.id for binding in MatchScreen.BINDINGS if not isinstance(binding, tuple)]
        assert None not in ids
        assert len(set(ids)) == len(ids)
