"""The board of a match: it shows it, and with the focus on it things are put right there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.message import Message

from referee_tui import keys
from referee_tui.app.keys import bindings
from referee_tui.app.match import correcting
from referee_tui.app.match.correcting import Finger
from referee_tui.app.widgets import BoardView

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.binding import BindingType
    from textual.events import Click

    from engine.board import Board
    from engine.grid import Space
    from engine.match import PieceId
    from referee_tui.app.board_view import Marks
    from referee_tui.app.match.correcting import Way


class MatchBoard(BoardView, can_focus=True):
    """Arrows and clicks choose a space while corrections are made; keys say what is otherwise there."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.CORRECT)

    class Vain(Message):
        """A key that does something to a piece, on a space where there is none."""

        def __init__(self, space: Space) -> None:
            super().__init__()
            self.space = space

    class Taken(Message):
        """A piece was to be added on a space where one stands."""

        def __init__(self, finger: Finger, there: PieceId, team: str) -> None:
            super().__init__()
            self.finger, self.there, self.team = finger, there, team

    class Pointed(Message):
        """The finger went elsewhere, took something up, or was taken away."""

        def __init__(self, finger: Finger | None, *, begun_or_done: bool) -> None:
            super().__init__()
            self.finger, self.begun_or_done = finger, begun_or_done

    def __init__(
        self,
        board: Board,
        put_right: Callable[[str], None],
        begin_to_type: Callable[[str, str], None],
        rests: Callable[[str], bool],
        *,
        id: str,  # noqa: A002 - Textual's own name for it
    ) -> None:
        """``put_right`` takes a correction in words, as after ``fix``; ``begin_to_type`` one that lacks words.

        The latter is told what stands before and after them. Both are called at once: the next key must not come
        before what this one did. ``rests`` is whether an action does nothing as the match stands, which it says then.
        """
        super().__init__(board, id=id)
        self._put_right, self._begin_to_type, self._rests = put_right, begin_to_type, rests
        self.finger: Finger | None = None
        """Where something is being put right; None while nothing is."""
        self._shown = self.marks

    def show_marks(self, marks: Marks) -> None:
        """The marks of the match; the cursor is kept."""
        self._shown = marks
        self._mark()

    def allow_focus(self) -> bool:
        """Only while something is put right: otherwise its keys would hide the screen's."""
        return self.finger is not None

    def begin(self) -> None:
        """Put the finger where something is most likely wrong."""
        if self.finger is None:
            self._point(Finger(correcting.begin(self._board, self.position, self._shown)))
        self.screen.set_focus(self)

    def action_done(self) -> None:
        """Put back what is held; with nothing held, take the finger away."""
        held = self.finger is not None and self.finger.held is not None
        self._point(replace(self.finger, held=None) if held and self.finger is not None else None)

    def action_step(self, way: Way) -> None:
        """Go to the next space that way."""
        if self.finger is not None:
            self._point(replace(self.finger, space=correcting.step(self._board.grid, self.finger.space, way)))

    def on_click(self, event: Click) -> None:
        """A click on a piece takes it up, the next click puts it down."""
        space = self.space_at(event.x, event.y)
        if space is None or self._rests("correct"):
            return
        self._point(replace(self.finger, space=space) if self.finger is not None else Finger(space))
        self.screen.set_focus(self)
        self.action_take_or_put()

    def action_take_or_put(self) -> None:
        """Take up the piece, or put down the one that is held."""
        if self.finger is not None:
            finger, words = correcting.take_or_put(self.position, self.finger)
            if finger == self.finger:
                self.post_message(self.Vain(finger.space))
            self._point(finger)
            self._correct(words)

    def action_off(self) -> None:
        """Take the piece off the field."""
        if self.finger is not None:
            words = correcting.off(self.position, self.finger)
            if not words:
                self.post_message(self.Vain(self.finger.space))
            self._point(replace(self.finger, held=None))
            self._correct(words)

    def action_ball(self) -> None:
        """Put the ball here."""
        if self.finger is not None:
            self._correct(correcting.ball(self.finger))

    def action_turn_over(self) -> None:
        """Give the turn to the other side."""
        self._correct(correcting.turn_over(self.position))

    def action_renumber(self) -> None:
        """Give the disc its right number."""
        if self.finger is None:
            return
        if words := correcting.renumber(self.position, self.finger):
            self._point(replace(self.finger, held=None))
            self._begin_to_type(words, "")
        else:
            self.post_message(self.Vain(self.finger.space))

    def action_add(self, team: str) -> None:
        """Put a piece here that is missing; a space where one stands has no room for it."""
        if self.finger is None:
            return
        there = self.position.at(self.finger.space)
        if there is not None:
            self.post_message(self.Taken(self.finger, there, team))
        else:
            self._begin_to_type(team, f" {self.finger.space}")

    def action_new_dice(self) -> None:
        """Say what the dice of the last act showed."""
        if not self._rests("new_dice"):
            self._begin_to_type("roll ", "")

    def action_say(self, words: str) -> None:
        """Go on in words."""
        self._begin_to_type(words, "")

    def _correct(self, words: str) -> None:
        if words:
            self._put_right(words)

    def _point(self, finger: Finger | None) -> None:
        if finger != self.finger:
            begun_or_done = (finger is None) != (self.finger is None)
            self.finger = finger
            if finger is None:
                # At once: the next key is the screen's.
                self.screen.set_focus(None)
            self._mark()
            self.post_message(self.Pointed(finger, begun_or_done=begun_or_done))

    def _mark(self) -> None:
        finger = self.finger
        self.marks = self._shown if finger is None else replace(self._shown, cursor=finger.space, held=finger.held)
