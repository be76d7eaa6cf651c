"""The match screen: state down from the match's thread, intent up through actions."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, Protocol

from rich.text import Text
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.widgets import ContentSwitcher, Digits, Footer, Input, Static

from engine.referee import TypedAction
from referee_tui.app import panels
from referee_tui.app.help import HelpScreen
from referee_tui.app.mailbox import Follower
from referee_tui.app.preview import CameraView
from referee_tui.app.widgets import BoardView, Rulings
from referee_tui.following.typed import read_typed
from referee_tui.following.typed_forms import FORMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from textual.app import ComposeResult
    from textual.events import Key, Resize

    from engine.referee import Input as Told
    from referee_tui.app.state import ScreenState

LOOK_EVERY_S = 1 / 15
"""How often the mailbox is emptied: more is not seen, less is felt."""

PREVIEW_EVERY_S = 1 / 5
"""How often the camera's picture is drawn while it is shown."""

_TOP, _NEED, _FOOTER, _FEWEST_RULINGS = 3, 1, 1, 3
_LEAST_SIZE = (80, 24)
"""Columns and lines; with less, the board's rows and the score would be cut off."""
_SMALL = f"Touchline needs {_LEAST_SIZE[0]}x{_LEAST_SIZE[1]} characters; make the terminal larger. q leaves."
_SIDE = 44
"""Columns that the rulings need beside the board; with less they stand below it."""


class Followed(Protocol):
    """What players can do to the match that is followed; everything may be called from any thread."""

    def give(self, given: Told) -> None:
        """Hand over what was said."""

    def pause(self, *, on: bool) -> None:
        """Look away, or look again."""

    def ask_report(self) -> None:
        """Save a report of a fault."""

    def stop(self) -> None:
        """Come to an end soon, also while waiting for a camera."""


class MatchScreen(Screen[None]):
    """One match on the screen, until the user leaves."""

    CSS = f"""
    MatchScreen {{
        #top {{ height: {_TOP}; background: #1b222a; }}
        #blue, #red {{ width: auto; }}
        #score {{ width: auto; padding: 0 1; color: #ffffff; text-style: bold; }}
        #status {{ width: 1fr; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }}
        #middle {{ height: 1fr; layout: vertical; background: #10151a; }}
        #picture {{ width: 100%; height: 16; }}
        #board, #camera {{ width: 100%; height: 100%; }}
        #rulings {{ height: 1fr; background: #161c22; scrollbar-size: 1 1; overflow-x: hidden; padding: 0; }}
        #need {{ height: auto; min-height: {_NEED}; max-height: 2; background: #161c22; }}
        #typed {{ display: none; height: 1; border: none; padding: 0 1; }}
        #typed.-open {{ display: block; }}
        #small {{ display: none; width: 100%; height: 100%; text-wrap: nowrap; text-overflow: ellipsis; }}
        &.-small {{
            #small {{ display: block; }}
            #top, #middle, #need, Footer {{ display: none; }}
        }}
        &.-wide {{
            #middle {{ layout: horizontal; }}
            #picture {{ width: 1fr; height: 100%; }}
            #rulings {{ width: {_SIDE}; height: 100%; }}
        }}
    }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "app.quit", "Leave", id="match.quit"),
        Binding("t,colon", "type", "Type", key_display="t", id="match.type"),
        Binding("space", "end_turn", "End turn", key_display="space", id="match.end_turn"),
        Binding("p", "pause", "Pause", id="match.pause"),
        Binding("c", "camera", "Camera", id="match.camera"),
        Binding("b", "report", "Report", show=False, id="match.report"),
        Binding("question_mark,f1,h", "help", "Help", key_display="?", id="match.help"),
    ]

    def __init__(self, first: ScreenState, begin: Callable[[], Iterator[ScreenState]], match: Followed) -> None:
        """Show ``first``, then whatever ``begin()`` yields; it is run in a thread of its own."""
        super().__init__()
        self._match = match
        self._paused = False
        self.state = first
        self.follower: Follower[ScreenState] = Follower(begin, match.stop)
        self._lines_shown = 0
        self._refusals_shown = 0
        self._entry = ""
        """What was typed last, until the referee refused it or it was typed anew."""

    def commands(self) -> Iterable[SystemCommand]:
        """Every action, for the command palette."""
        yield SystemCommand("match: Show camera", "The board, or what the camera sees", self.action_camera)
        yield SystemCommand("match: Type", "An action, dice, a correction, undo or accept", self.action_type)
        yield SystemCommand("match: End turn", "The side that plays has finished", self.action_end_turn)
        yield SystemCommand("match: Pause", "Read nothing until it is chosen again", self.action_pause)
        yield SystemCommand("match: Report a fault", "Save log, pictures and state as one file", self.action_report)
        yield SystemCommand("match: Help", "The signs, the states and the keys", self.action_help)

    def compose(self) -> ComposeResult:
        """Score and status on top, the board, what is needed, the rulings."""
        with Horizontal(id="top"):
            yield Static(id="blue")
            yield Digits(id="score")
            yield Static(id="red")
            yield Static(id="status")
        with Container(id="middle"):
            with ContentSwitcher(id="picture", initial="board"):
                yield BoardView(self.state.board, id="board")
                yield CameraView(self.state.board, id="camera")
            yield Rulings(id="rulings")
        yield Static(id="need")
        yield Static(_SMALL, id="small")
        yield Input(id="typed", placeholder=FORMS[self.state.game].hint, compact=True, select_on_focus=False)
        yield Footer()

    def on_mount(self) -> None:
        """Begin to follow the match."""
        self.query_one("#rulings").focus()
        self._show()
        self.follower.start()
        self.set_interval(LOOK_EVERY_S, self._look)
        self.set_interval(PREVIEW_EVERY_S, self._show_look)

    def on_unmount(self) -> None:
        """Let the match's thread finish what it is doing, so that its log is closed in good order."""
        self.follower.stop()

    def on_resize(self, event: Resize) -> None:
        """Rulings beside the board where there is room for both, else below it."""
        board = self.query_one(BoardView)
        width, height = event.size
        small = width < _LEAST_SIZE[0] or height < _LEAST_SIZE[1]
        self.set_class(small, "-small")
        free = height - _TOP - _NEED - _FOOTER
        wide = board.lines_wanted(width - _SIDE, free) == board.lines_wanted(width, free) and width > 2 * _SIDE + 20
        self.set_class(wide, "-wide")
        self.query_one("#picture").styles.height = None if wide else board.lines_wanted(width, free - _FEWEST_RULINGS)

    def _look(self) -> None:
        if state := self.follower.mailbox.take():
            self.state = state
            # While the screen is being taken down the timer still runs, and the widgets are gone one by one.
            with suppress(NoMatches):
                self._show()
        elif self.follower.error is not None:
            # A fault ends the screen; the command line says what it was, in one sentence.
            self.app.exit()

    def _show(self) -> None:
        state = self.state
        self.query_one("#blue", Static).update(panels.name_plate("B", state))
        self.query_one("#score", Digits).update(panels.score_text(state))
        self.query_one("#red", Static).update(panels.name_plate("R", state))
        status = (panels.turn_line(state), panels.eye_line(state), panels.film_line(state))
        self.query_one("#status", Static).update(Text("\n").join(status))
        board = self.query_one(BoardView)
        board.marks = state.marks
        if state.position is not None:
            board.position = state.position
        self.query_one("#need", Static).update(panels.need_line(state))
        new = state.lines[self._lines_shown :]
        self._lines_shown = len(state.lines)
        self.query_one(Rulings).add(panels.ruling_line(line) for line in new)
        for line in new:
            if line.tone == "illegal":
                self.app.bell()
        if state.refusals > self._refusals_shown:
            self._refusals_shown = state.refusals
            self._type_again()

    def _show_look(self) -> None:
        for camera in self.query(CameraView):
            if camera.display:
                camera.look = self.state.look

    def action_camera(self) -> None:
        """Change between the board and what the camera sees."""
        switcher = self.query_one("#picture", ContentSwitcher)
        switcher.current = "camera" if switcher.current == "board" else "board"
        self._show_look()

    def action_help(self) -> None:
        """Explain the screen."""
        self.app.push_screen(HelpScreen(self.state.game))

    def action_end_turn(self) -> None:
        """Say that the turn is over, as typing ``end`` does."""
        self._entry = ""
        self._match.give(TypedAction("end"))

    def action_pause(self) -> None:
        """Look away from the table, or look again."""
        self._paused = not self._paused
        self._match.pause(on=self._paused)

    def action_report(self) -> None:
        """Save log, pictures and state as one file; where it lies is said among the rulings."""
        self._match.ask_report()

    def action_type(self) -> None:
        """Open the line for typing: actions, dice, corrections, undo, accept."""
        typed = self.query_one("#typed", Input)
        typed.add_class("-open")
        typed.focus()

    def _type_again(self) -> None:
        """Let what was refused be put right, unless something else is being typed already."""
        typed, entry = self.query_one("#typed", Input), self._entry
        self._entry = ""
        if entry and not typed.has_class("-open"):
            self.action_type()
            typed.value = entry
            typed.cursor_position = len(entry)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Hand what was typed to the match and close the line; the referee answers among the rulings.

        If it refuses, the line opens again with what was typed.
        """
        if told := read_typed(event.value):
            self._entry = event.value
            self._match.give(told)
        self._close_typing()

    def on_key(self, event: Key) -> None:
        """Escape closes the line without a word."""
        if event.key == "escape" and self.query_one("#typed", Input).has_focus:
            self._close_typing()

    def _close_typing(self) -> None:
        typed = self.query_one("#typed", Input)
        typed.clear()
        typed.remove_class("-open")
        self.query_one("#rulings").focus()
