"""The chosen formations on the board, to set the pieces up by."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.screen import ModalScreen
from textual.widgets import Static

from engine.games import formations_of
from engine.match import Position, team_of
from referee_tui import keys
from referee_tui.app.board_view import NO_MARKS, Marks
from referee_tui.app.footer import KeyLine
from referee_tui.app.help_layout import page_text
from referee_tui.app.help_page import HelpPage
from referee_tui.app.keys import bindings
from referee_tui.app.widgets import BoardView
from referee_tui.start.choices import NO_CAMERA
from referee_tui.start.rows import side_name, words_of
from referee_tui.start.set_up import faults
from referee_tui.start.set_up_words import stands_words, table_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from engine.board import Board
    from engine.match import Team
    from referee_tui.start.choices import Choices
    from referee_tui.start.set_up import Seen
    from referee_tui.start.state import StartState


def line_up(state: StartState, kicks_off: Team) -> tuple[Position, Board]:
    """Both chosen formations as they stand for a kick-off, and the board that they stand on."""
    chosen = state.choices
    book = formations_of(chosen.game)
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
        #line_up_seen { height: auto; max-height: 4; padding: 0 1; text-style: bold; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.LINE_UP)

    def __init__(self, state: StartState, look: Callable[[Choices], Seen]) -> None:
        """``look`` reads the table once; it is called in a thread."""
        super().__init__()
        self._state = state
        self._look = look
        self._kicks_off: Team = "B"
        self._at = -1
        """Which piece is shown, in the order of their names; -1 before the first."""

    def compose(self) -> ComposeResult:
        """Who stands where."""
        _, board = line_up(self._state, self._kicks_off)
        yield Static(id="line_up_title", markup=False)
        yield BoardView(board, id="line_up")
        yield Static(id="line_up_seen")
        yield KeyLine()

    def on_mount(self) -> None:
        """Put the pieces down."""
        self._show()

    def action_other(self) -> None:
        """Let the other side kick off."""
        self._kicks_off = "B" if self._kicks_off == "R" else "R"
        self._show()

    def action_step(self, by: int) -> None:
        """Show the next piece and say where it stands: on a board that does not fit, no other way tells of all."""
        board, (_, played_on) = self.query_one(BoardView), line_up(self._state, self._kicks_off)
        pieces = sorted(board.position.pieces, key=lambda piece: (team_of(piece), int(piece[1:])))
        self._at = (max(self._at, -1 if by > 0 else 0) + by) % len(pieces)
        piece = pieces[self._at]
        space = board.position.pieces[piece]
        board.marks = replace(board.marks, cursor=space)
        self._say(stands_words(self._state, piece, space, played_on.grid))

    def action_help(self) -> None:
        """Explain the page."""
        self.app.push_screen(HelpPage(page_text(words_of(self._state), "line_up.help")))

    def action_check(self) -> None:
        """Look at the table, and say what stands otherwise."""
        source = self._state.choices.source
        told = words_of(self._state)
        if not source or source == NO_CAMERA:
            self._say(told("table.nothing"))
            return
        self._say(told("table.looking"))
        self.run_worker(self._check, thread=True, exclusive=True)

    def _check(self) -> None:
        seen = self._look(self._state.choices)
        self.app.call_from_thread(self._take, seen)

    def _take(self, seen: Seen) -> None:
        if not self.is_attached:
            return
        position, board = line_up(self._state, self._kicks_off)
        self._say(table_words(self._state, seen, position.pieces, board.grid))
        wrong = faults(seen, position.pieces) if not seen.why else ()
        spaces = (space for fault in wrong for space in (fault.wanted, fault.seen) if space is not None)
        self.query_one(BoardView).marks = Marks(doubtful=frozenset(spaces))

    def _say(self, text: str) -> None:
        self.query_one("#line_up_seen", Static).update(Text(text))

    def _show(self) -> None:
        self._at = -1
        self._say("")
        self.query_one(BoardView).marks = NO_MARKS
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
