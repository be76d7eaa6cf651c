"""Dice as people write them: typed during a match, and in a file of rolls."""

from __future__ import annotations

import re

import msgspec

from engine.json_values import a_roll, shown
from engine.match import MalformedError, Roll

_FACES = re.compile(r"([1-6])(?:\s+([1-6]))?")


def read_faces(text: str) -> Roll | None:
    """Dice from ``3`` (one die) or ``5 2`` (a duel: blue, red); None for anything else."""
    faces = _FACES.fullmatch(text.strip())
    if faces is None:
        return None
    first, second = int(faces[1]), faces[2]
    return Roll(faces=(first,)) if second is None else Roll(duel=(first, int(second)))


def parse_roll(text: str) -> Roll:
    """Dice from ``3``, ``5 2`` or as in ``touchline judge``. Raises MalformedError."""
    if roll := read_faces(text):
        return roll
    try:
        return a_roll(msgspec.json.decode(text.encode()))
    except (msgspec.DecodeError, RecursionError, MalformedError):
        raise MalformedError(
            "roll", f"{shown(text.strip())} is no roll; write 3 for one die, 5 2 for blue and red"
        ) from None
