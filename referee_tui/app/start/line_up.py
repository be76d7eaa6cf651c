"""The chosen formations on the board, to set the pieces up by."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from engine.game_names import LISTED
from engine.match import Position
from referee_tui.app.widgets import BoardView
from referee_tui.start.panes import side_name, words_of

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from engine.board import Board
    from engine.match import Team
    from referee_tui.start.state import StartState


def line_up(state: StartState, kicks_off: Team) -> tuple[Position, Board]:
    """Both chosen formations as they stand for a kick-off, and the board that they stand on."""
    chosen = state.choices
    book = import_module(f"{LISTED[chosen.game].package}.formations")
    blue, red = (book.formation(chosen.formation(side)) for side in ("B", "R"))
    pieces = book.line_up(blue, red, kicks_off=kicks_off)
    return Position(pieces=pieces, ball=book.ball(pieces, kicks_off=kicks_off), turn=kicks_off), book.board()


class LineUpScreen(ModalScreen[None]):
    """The whole board with both sides on it."""

    CSS = """
    LineUpScreen {
        background: $surface;
        #line_up_title { height: 2; padding: 0 1; text-style: bold; }
        #line_up { height: 1fr; width: 100%; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,l,q", "dismiss", "Back", id="line_up.close"),
        Binding("k", "other", "Other side kicks off", id="line_up.other"),
    ]

    def __init__(self, state: StartState) -> None:
        super().__init__()
        self._state = state
        self._kicks_off: Team = "B"

    def compose(self) -> ComposeResult:
        """Who stands where."""
        _, board = line_up(self._state, self._kicks_off)
        yield Static(id="line_up_title")
        yield BoardView(board, id="line_up")
        yield Footer()

    def on_mount(self) -> None:
        """Put the pieces down."""
        self._show()

    def action_other(self) -> None:
        """Let the other side kick off."""
        self._kicks_off = "B" if self._kicks_off == "R" else "R"
        self._show()

    def _show(self) -> None:
        state, words = self._state, words_of(self._state)
        self.query_one(BoardView).position, _ = line_up(state, self._kicks_off)
        self.query_one("#line_up_title", Static).update(
            words(
                "line_up.title",
                blue=f"{side_name(state, 'B')} {state.choices.formation('B')}",
                red=f"{side_name(state, 'R')} {state.choices.formation('R')}",
                side=side_name(state, self._kicks_off),
            )
        )
