"""The board as a widget: what is drawn step by step is what would be drawn at once, and only what changed is."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from textual.app import App
from textual.widgets import Static

from engine.board import shipped_board
from engine.match import Position
from referee_tui.app.board_view import Marks
from referee_tui.app.match.screen import MatchScreen
from referee_tui.app.shell import TouchlineApp
from referee_tui.app.state import ScreenState
from referee_tui.app.widgets import BoardView
from tests.referee_tui.fake_match import FakeMatch
from tests.referee_tui.screens import SIZES, screen_text, until

if TYPE_CHECKING:
    from rich.style import Style
    from textual.app import ComposeResult
    from textual.strip import Strip

BOARDS = ("regista-a2", "very-much-b3", "soccer-fun-a3", "soccer-chess")
EACH = pytest.mark.parametrize("name", BOARDS)
EVERY_SIZE = pytest.mark.parametrize("size", SIZES, ids=str)


def steps(name: str) -> list[tuple[Position, Marks]]:
    """What a board of this name may show one after the other."""
    spaces = list(shipped_board(name).grid.spaces)
    first, near, far, last = spaces[0], spaces[1], spaces[len(spaces) // 2], spaces[-1]
    begun = Position(pieces={"B7": near, "R9": far}, ball=near)
    moved = Position(pieces={"B7": first, "R9": far}, ball=far)
    return [
        (begun, Marks()),
        (begun, Marks(cursor=near)),
        (begun, Marks(cursor=first, held="B7")),
        (moved, Marks(trail=(near, first))),
        (moved, Marks(doubtful=frozenset({first, far}), wanted={"ball": near})),
        (moved, Marks(cursor=last)),
        (moved, Marks()),
    ]


class Alone(App[None]):
    """A board and a line below it, with nothing else."""

    CSS = "BoardView { height: 1fr; } Static { height: 1; }"

    def __init__(self, name: str) -> None:
        super().__init__()
        self.view = BoardView(shipped_board(name), id="board")

    def compose(self) -> ComposeResult:
        yield self.view
        yield Static("below")

    def show(self, position: Position, marks: Marks) -> None:
        self.view.position, self.view.marks = position, marks

    def strips(self) -> list[Strip]:
        return [self.view.render_line(y) for y in range(self.view.size.height)]


def drawn(app: Alone) -> list[list[tuple[str, Style | None]]]:
    """Every character on the terminal with its style."""
    strips = app.screen._compositor.render_strips()
    return [[(character, part.style) for part in strip for character in part.text] for strip in strips]


OUTERMOST = {
    "regista-a2": {"B2": "A2", "B3": "O2", "R4": "A21", "R5": "O21"},
    "very-much-b3": {"B2": "A1", "B3": "O1", "R4": "A22", "R5": "O22", "B1": "H0", "R1": "H23"},
    "soccer-fun-a3": {"B2": "Z0", "B3": "P0", "R4": "Z24", "R5": "P24", "B6": "P20", "R6": "O1"},
    "soccer-chess": {"B2": "WA1", "B3": "WA30", "R4": "EA1", "R5": "EA30"},
}


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 50)], ids=str)
@EACH
async def test_every_piece_is_in_sight_in_a_match_or_named_beyond_an_arrow(name: str, size: tuple[int, int]) -> None:
    board, pieces = shipped_board(name), OUTERMOST[name]
    state = ScreenState(game="regista", board=board, source="film", position=Position(pieces=pieces), eye="IN STEP")
    app = TouchlineApp(MatchScreen(state, lambda: iter(()), FakeMatch()))
    async with app.run_test(size=size) as pilot:
        view = app.screen.query_one(BoardView)
        await until(pilot, lambda: view.size.height > 0)
        lines = [view.render_line(y).text for y in range(view.size.height)]
        text, whole = screen_text(app), view.whole(*view.size)
    assert whole or (name == "soccer-chess" and size != (160, 50))
    shown = " ".join(lines)
    assert [piece for piece in pieces if piece not in shown] == []
    assert all(line.strip() in text for line in lines)


@EVERY_SIZE
@EACH
async def test_what_is_drawn_step_by_step_is_what_is_drawn_at_once(name: str, size: tuple[int, int]) -> None:
    shown = []
    app = Alone(name)
    async with app.run_test(size=size) as pilot:
        for step in steps(name):
            app.show(*step)
            await pilot.pause()
            shown.append(drawn(app))
        at_once = []
        for step in steps(name):
            app.show(*step)
            # As another size would have it: nothing that was drawn is kept.
            app.view.notify_style_update()
            app.view.refresh()
            await pilot.pause()
            at_once.append(drawn(app))
    assert shown == at_once
    assert all(one != other for one, other in pairwise(shown))


async def test_a_step_of_the_cursor_draws_the_lines_anew_that_it_leaves_and_comes_to() -> None:
    app = Alone("regista-a2")
    async with app.run_test(size=(160, 50)) as pilot:
        app.show(Position(pieces={"B7": "H10"}), Marks(cursor="H10"))
        await pilot.pause()
        before = app.strips()
        app.show(Position(pieces={"B7": "H10"}), Marks(cursor="H11"))
        await pilot.pause()
        changed = [y for y, (old, new) in enumerate(zip(before, app.strips(), strict=True)) if old is not new]
    assert len(changed) == 1
