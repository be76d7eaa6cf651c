"""What players do on the match screen, from the key to the log: typed, answered, thrown, taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.command import CommandPalette
from textual.widgets import OptionList

from engine.record.reader import read_log
from engine.record.records import Acted, Rolled, Undone
from referee_tui.app.footer import KeyLine
from referee_tui.app.match.history import History, WhyScreen
from referee_tui.app.match.screen import MatchScreen
from tests.referee_tui.screens import until
from tests.referee_tui.typed_match import EVERY_SIZE, TACKLED, by_hand

if TYPE_CHECKING:
    from pathlib import Path

    from rich.style import Style

    from referee_tui.app.shell import TouchlineApp


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
