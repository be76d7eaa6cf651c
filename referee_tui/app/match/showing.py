"""What the match screen shows: its parts, and the state of the match on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Container, Vertical
from textual.widgets import Static

from engine.referee import TypedCorrection
from referee_tui.app.footer import KeyLine
from referee_tui.app.match import correcting
from referee_tui.app.match.call import Call, call_of, earlier_than
from referee_tui.app.match.entry import MOST_LETTERS, MOST_LINES, EntryLine
from referee_tui.app.match.history import History
from referee_tui.app.match.keypad import Keypad
from referee_tui.app.match.layout import LEAST_SIZE, layout
from referee_tui.app.match.offers import resting
from referee_tui.app.match.panel import CallPanel
from referee_tui.app.match.ringing import Ringing
from referee_tui.app.match.sight import Peek, Sight, show_look
from referee_tui.app.match.telling import Telling
from referee_tui.app.match.top import Top
from referee_tui.audience import Audience
from referee_tui.following.typed_forms import forms_of
from referee_tui.texts import key_names, texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.events import Resize

    from referee_tui.app.match.telling import Followed
    from referee_tui.app.state import ScreenState
    from referee_tui.config import Config

_MOVING = {"HAND", "SETTLING"}
"""States in which a still picture stays as it is."""


class Showing(Telling):
    """A match screen's parts, and how the match's state comes onto them."""

    def __init__(self, first: ScreenState, match: Followed, config: Config, die: Callable[[], int]) -> None:
        """Show ``first`` to begin with."""
        say = texts("match", config.language, config.keys)
        super().__init__(first, match, say, die)
        self._config, self._audience = config, Audience(config.language, first.names, first.board.grid)
        self._lines_shown = self._refusals_shown = 0
        self._before_shown = False
        self._refusals_seen = 0
        """Those from before the finger on the board was moved last, or Escape was pressed."""
        self._top = Top(say)
        self._sight = Sight(
            first.board,
            lambda words: self.give(TypedCorrection(words)),
            lambda before, after: None if self.rests("correct") else self._typed.open(f"fix {before}", after),
            self.rests,
        )
        self._board = self._sight.board
        keys = key_names(config.language, config.keys)
        self._panels = CallPanel(keys, id="call"), CallPanel(keys, id="call-beside")
        self._history, self._peek = History(say("no_rulings"), id="history"), Peek(first.board)
        self._typed = EntryLine(
            lambda: forms_of(first.game).hint(self.state.acts),
            self.give,
            lambda: self._board if self._board.finger is not None else None,
            lambda: self._note(self._say("too_long", letters=MOST_LETTERS, lines=MOST_LINES)),
        )
        self._ringing: Ringing | None = None
        self.closing = False
        """Players have left, and what is being read is waited for."""
        self._resting: frozenset[str] = frozenset()
        """What the line of keys does not offer."""

    def begin_to_show(self) -> None:
        """Show the first state, and let be heard what comes."""
        self._ringing = Ringing(self, self._config)
        self.show()

    def end_showing(self) -> None:
        """Nothing is heard any more."""
        if self._ringing is not None:
            self._ringing.close()

    def compose(self) -> ComposeResult:
        """Score and status on top, the board, what is called, the rulings."""
        below, beside = self._panels
        yield self._top
        with Container(id="middle"):
            with Vertical(id="left"):
                yield self._sight
                yield below
            with Vertical(id="side"):
                yield beside
                yield self._history
                yield self._peek
        yield Static(self._say("small", columns=LEAST_SIZE[0], lines=LEAST_SIZE[1]), id="small")
        yield Keypad(id="keypad")
        yield self._typed
        yield KeyLine()

    def on_resize(self, event: Resize) -> None:
        """Put everything where there is room for it."""
        to = layout(self._board, *event.size)
        for name, holds in (("-small", to.small), ("-wide", to.wide), ("-flat", to.flat)):
            self.set_class(holds, name)
        self._sight.styles.height = to.board_lines
        self.query_one("#side").styles.width = to.side_columns
        self.call_after_refresh(self._shown_again)

    def _shown_again(self) -> None:
        """Everything has its place: show the state, and give back the keyboard that a hidden board lost."""
        self.show()
        if self._board.finger is not None and self.focused is None and not self.has_class("-small"):
            self._board.focus()
            self.refresh_bindings()

    def on_screen_resume(self) -> None:
        """Show what came while a page was in front."""
        if self._ringing is not None:
            self.show()

    def show(self) -> None:
        """Show the state anew; behind a page, what is heard is heard, and the rest waits.

        Every change behind a page has that drawn again, and what is before a change of a picture in full quality is a
        megabyte for the terminal each time: it was long busy with them when players wanted to leave.
        """
        self._hear()
        if not self.is_active:
            return
        state = self.state
        self._top.show(state)
        if state.position is not None:
            self._board.position = state.position
        self._board.show_marks(state.marks)
        self.set_class(self._config.preview != "off" and state.look is not None, "-peek")
        self._show_new()
        self.show_call()
        self.show_keys()

    def show_keys(self) -> None:
        """Offer what can be done now."""
        if (now := self.resting()) != self._resting:
            self._resting = now
            for line in self.query(KeyLine):
                line.renew()

    def resting(self) -> frozenset[str]:
        """Of the corrections also those that do nothing at the finger."""
        return resting(self.state, self._board.finger)

    def _hear(self) -> None:
        if self._ringing is not None:
            self._ringing.hear(self.state.heard)

    def _show_new(self) -> None:
        """What was said since the screen was drawn last."""
        state = self.state
        if state.before and not self._before_shown:
            self._before_shown = True
            self._history.add(state.before)
        self._history.add(state.lines[self._lines_shown :])
        self._lines_shown = len(state.lines)
        if state.refusals > self._refusals_shown:
            self._refusals_shown = state.refusals
            self._typed.refused(self._given)
            self._given = None

    def show_call(self) -> None:
        """The question or the last ruling, and where rulings are not listed elsewhere those before it."""
        state, finger, dice = self.state, self._board.finger, self.dice()
        self._faces = dice.faces
        if self.closing:
            call = Call(self._say("head_closing"), "info", self._say("closing"))
        elif finger is not None and state.refusals == self._refusals_seen:
            call = correcting.called(state, finger, self._say, self._audience)
        else:
            call = call_of(state, self._say, dice, refusal_seen=state.refusals == self._refusals_seen)
        listed = self.has_class("-wide") or self.has_class("-history") or finger is not None
        for panel in self._panels:
            panel.call = call
            panel.earlier = () if listed else earlier_than(call, state)

    def show_look(self) -> None:
        """Show the camera's newest picture, where one is shown."""
        if not self.is_active:
            # Behind a page every new picture would have the whole screen drawn, page and all.
            return
        preview = self._config.preview
        if preview == "off" or (preview == "still" and self.state.eye in _MOVING):
            return
        for camera in (self._sight.camera, self._peek):
            if camera.display:
                show_look(camera, self.state)
