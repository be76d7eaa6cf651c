"""What a player types during a match: an action, dice, ``fix``, ``undo``, ``accept``, or what both sides agree on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.referee import Accept, Consent, Propose, TypedAction, TypedCorrection, TypedRoll, Undo
from engine.roll_text import read_faces

if TYPE_CHECKING:
    from engine.referee import Input


def read_typed(text: str) -> Input | None:
    """What was meant; None for an empty line.

    Whether an action or a correction exists, and is allowed, is the referee's to say.
    """
    words = text.split()
    if not words:
        return None
    first = words[0].lower()
    if words[1:] == [] and first in {"undo", "accept"}:
        return Undo() if first == "undo" else Accept()
    if words[1:] == [] and first in {"b", "r"}:
        return Consent("B" if first == "b" else "R")
    if first == "rounds" and re.fullmatch("[0-9]{1,2}", "".join(words[1:])):
        return Propose(int(words[1]))
    if first == "fix":
        return TypedCorrection(" ".join(words[1:]))
    if roll := read_faces(text.lower().strip().removeprefix("dice ")):
        return TypedRoll(roll)
    return TypedAction("".join(words))
