"""What players tell the match from the screen: acts, answers, dice, what is taken back, what is looked at again."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Protocol

from textual.screen import Screen

from engine.match import Roll
from engine.referee import Redo, TypedAction, TypedRoll, Undo
from referee_tui.app.match.call import dice_awaited
from referee_tui.app.match.offers import resting, why_resting
from referee_tui.app.shell import KeyByKey

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.referee import Input as Told
    from engine.texts import Texts
    from referee_tui.app.match.call import Dice
    from referee_tui.app.state import ScreenState


NOTE_S = 3.0
"""How long it is said what a key does that shows nothing, or why it does nothing."""


class Followed(Protocol):
    """What players can do to the match that is followed; everything may be called from any thread."""

    def give(self, given: Told) -> None:
        """Hand over what was said."""

    def pause(self, *, on: bool) -> None:
        """Look away, or look again."""

    def look_again(self) -> None:
        """Read the table once more, now."""

    def ask_report(self) -> None:
        """Save a report of a fault."""

    def stop(self) -> None:
        """Come to an end soon, also while waiting for a camera."""


def throw_die() -> int:
    """A face of a die that nobody can foresee."""
    return secrets.randbelow(6) + 1


class Telling(KeyByKey, Screen[None]):
    """The actions of a match screen that say something to the match."""

    def __init__(self, first: ScreenState, match: Followed, say: Texts, die: Callable[[], int]) -> None:
        """``die`` throws one for the players if they want it."""
        super().__init__()
        self.state = first
        self._match, self._say, self._die = match, say, die
        self._paused = False
        self._given: Told | None = None
        """What was said last, until the referee refused something."""
        self._faces: tuple[int, ...] = ()
        """Of the dice that are being typed on the number keys."""

    def show_call(self) -> None:
        """Show what is called anew; the screen says where."""

    def dice(self) -> Dice:
        """The dice that are awaited, with the faces typed so far."""
        state = self.state
        awaited = dice_awaited(state.position.awaits if state.position is not None else None)
        return awaited._replace(faces=self._faces[: awaited.number] if not state.answers else ())

    def give(self, given: Told) -> None:
        """Say something to the match; when it is over, it is said that nothing is heard."""
        if self.state.over:
            self._note(self._say("over_heard"))
            return
        self._given = given
        self._match.give(given)

    def resting(self) -> frozenset[str]:
        """The actions that do nothing as the match stands."""
        return resting(self.state)

    def rests(self, action: str) -> bool:
        """Whether an action does nothing as the match stands, which is said then."""
        if action not in self.resting():
            return False
        self._note(why_resting(action, self.state, self._say))
        return True

    def _note(self, words: str) -> None:
        """Say what a key does that shows nothing, or why it does nothing, for a moment; one note at most is there."""
        self.app.clear_notifications()
        self.notify(words, timeout=NOTE_S, markup=False)

    def action_end_turn(self) -> None:
        """Say that the turn is over, as typing ``end`` does."""
        self.give(TypedAction("end"))

    def action_undo(self) -> None:
        """Take back the last act."""
        self.give(Undo())

    def action_redo(self) -> None:
        """Do again what was taken back last."""
        self.give(Redo())

    def action_answer(self, number: int) -> None:
        """Give the likely answer of that number; where dice are awaited, a face."""
        if number <= len(self.state.answers):
            for given in self.state.answers[number - 1].given:
                self.give(given)
            return
        dice = self.dice()
        if not self.state.answers and dice.number and number <= 6:
            self._faces = (*self._faces, number)
            if len(self._faces) >= dice.number:
                self._throw(self._faces, duel=dice.duel)
            self.show_call()

    def action_unsay(self) -> None:
        """Take back the face that was typed last."""
        if not self.rests("unsay"):
            self._faces = self._faces[:-1]
            self.show_call()

    def action_throw(self) -> None:
        """Throw the dice that are awaited."""
        if not self.rests("throw"):
            dice = self.dice()
            self._throw(tuple(self._die() for _ in range(dice.number)), duel=dice.duel, by_machine=True)

    def _throw(self, faces: tuple[int, ...], *, duel: bool, by_machine: bool = False) -> None:
        self._faces = ()
        roll = Roll(duel=(faces[0], faces[1])) if duel else Roll(faces=faces)
        self.give(TypedRoll(roll, "rolled" if by_machine else "typed"))

    def action_look_again(self) -> None:
        """Read the table once more, now; that it was heard is said, since the board often stays as it is."""
        if self.rests("look_again"):
            return
        if self._paused:
            self._note(self._say("paused"))
        else:
            self._match.look_again()
            self._note(self._say("looks_again"))

    def action_pause(self) -> None:
        """Look away from the table, or look again."""
        if not self.rests("pause"):
            self._paused = not self._paused
            self._match.pause(on=self._paused)

    def action_report(self) -> None:
        """Save log, pictures and state as one file; where it lies is said among the rulings."""
        if not self.rests("report"):
            self._match.ask_report()
