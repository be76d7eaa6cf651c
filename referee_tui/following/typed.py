"""What a player types during a match: an action, dice, ``fix``, ``undo``, ``redo``, ``go``, or what sides agree on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.referee import Accept, Confirm, Consent, Propose, Redo, TypedAction, TypedCorrection, TypedRoll, Undo
from engine.roll_text import read_faces

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.referee import Input


_WORDS: Mapping[str, Input] = {"undo": Undo(), "redo": Redo(), "go": Confirm(), "go on": Confirm(), "accept": Accept()}
_SMALL = re.compile(
    r"(ball|touch|lift|end|pass|first|time|in|out|keep)|([br][0-9]+)(x)([br][0-9]+)|([a-z]+)", re.IGNORECASE
)
"""What is written in small letters whatever was typed; names of pieces and spaces and directions are in capitals."""


def read_typed(text: str) -> Input | None:
    """What was meant; None for an empty line.

    Whether an action or a correction exists, and is allowed, is the referee's to say.
    """
    words = text.split()
    if not words:
        return None
    if said := _WORDS.get(" ".join(words).lower()):
        return said
    first = words[0].lower()
    if words[1:] == [] and first in {"b", "r"}:
        return Consent("B" if first == "b" else "R")
    if first == "rounds" and re.fullmatch("[0-9]{1,2}", "".join(words[1:])):
        return Propose(int(words[1]))
    if first == "fix":
        return TypedCorrection(" ".join(words[1:]))
    if roll := read_faces(text.lower().strip().removeprefix("dice ")):
        return TypedRoll(roll)
    return TypedAction(_SMALL.sub(_as_written, "".join(words)))


def _as_written(found: re.Match[str]) -> str:
    word, by, tackles, other, name = found.groups()
    if word:
        return str(word).lower()
    return str(name).upper() if name else f"{by.upper()}{tackles.lower()}{other.upper()}"
