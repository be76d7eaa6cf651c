"""Which of the match screen's actions there are to be done now. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee_tui.app.match.call import dice_awaited

if TYPE_CHECKING:
    from engine.texts import Texts
    from referee_tui.app.match.correcting import Finger
    from referee_tui.app.state import ScreenState

WHILE_CORRECTING = frozenset({"undo", "redo", "help", "type", "app.quit", "correct"})
"""What the screen's own keys still do while the board has the keyboard. No answers: the question is out of sight."""

_SEEING = frozenset({"look_again", "pause", "camera", "still", "calibrate"})
"""What needs a camera, or a film."""
_TELLING = frozenset({"type", "end_turn", "correct", "undo", "redo", "throw", "unsay", "look_again", "pause", "report"})
"""What is of no use once nothing is heard any more."""
_PLAYING = frozenset({"end_turn", "correct"})
"""What needs pieces on the board."""
_OF_A_PIECE = frozenset({"take_or_put", "off", "renumber"})
"""Corrections of a piece that stands at the finger, or is held."""
_OF_A_SPACE = frozenset({"add('B')", "add('R')"})
"""Corrections of an empty space."""


def resting(state: ScreenState, finger: Finger | None = None) -> frozenset[str]:
    """The actions that do nothing as the match stands: they are not offered, and their keys say why.

    ``finger`` is where something is put right, if it is.
    """
    awaits = state.position.awaits if state.position is not None else None
    return (
        _of_no_use(state, finger)
        | (_SEEING if state.by_hand else frozenset[str]())
        | (_TELLING if state.over else frozenset())
        | (_PLAYING if state.position is None else frozenset())
        | (frozenset() if state.undo else {"undo"})
        | (frozenset() if state.redo else {"redo"})
        | (frozenset() if state.dice_thrown else {"new_dice"})
        | (frozenset() if dice_awaited(awaits).number else {"throw", "unsay"})
    )


def _of_no_use(state: ScreenState, finger: Finger | None) -> frozenset[str]:
    """Of the corrections those that do nothing where the finger is."""
    if finger is None or state.position is None:
        return frozenset()
    return _OF_A_SPACE if finger.held or state.position.at(finger.space) else _OF_A_PIECE


def why_resting(action: str, state: ScreenState, say: Texts) -> str:
    """Why an action does nothing as the match stands, in a sentence."""
    if state.over and action in _TELLING:
        return say("over_heard")
    if state.by_hand and action in _SEEING:
        return say("no_eye")
    key = f"vain_{action}"
    return say(key) if key in say else ""
