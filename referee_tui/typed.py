"""What a player types during a match: an action, dice, ``undo`` or ``accept``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match import Roll
from engine.referee import Accept, TypedAction, TypedRoll, Undo

if TYPE_CHECKING:
    from engine.referee import Input

HINT = "B7-H10, end, dice 4 or 5 2 (blue, red), undo, accept"
"""What can be typed, in the words of the input line."""


def read_typed(text: str) -> Input | None:
    """What was meant; None for an empty line. Whether an action exists and is allowed is the referee's to say."""
    words = text.split()
    if not words:
        return None
    if text.strip().lower() == "undo":
        return Undo()
    if text.strip().lower() == "accept":
        return Accept()
    if len(words) <= 2 and all(word in {"1", "2", "3", "4", "5", "6"} for word in words):
        faces = tuple(int(word) for word in words)
        return TypedRoll(Roll(duel=(faces[0], faces[1])) if len(faces) == 2 else Roll(faces=faces))
    return TypedAction("".join(words))
