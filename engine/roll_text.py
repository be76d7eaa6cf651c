"""Dice as people write them: typed during a match, and in a file of rolls."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from engine.json_values import a_roll, shown
from engine.match import MalformedError, Roll

if TYPE_CHECKING:
    from engine.match import Pending

_FACES = re.compile(r"[1-6](?:(?:\s+|\s*,\s*)[1-6]){0,2}")


def read_faces(text: str) -> Roll | None:
    """Dice from ``3``, ``5 2`` (a duel: blue, red), ``5,2`` or ``5 2 4`` (one side's); None for anything else."""
    if _FACES.fullmatch(text.strip()) is None:
        return None
    faces = tuple(int(face) for face in re.findall("[1-6]", text))
    return Roll(duel=(faces[0], faces[1])) if len(faces) == 2 and "," not in text else Roll(faces=faces)


def as_awaited(roll: Roll, awaits: Pending) -> Roll:
    """The roll in the form that is awaited: ``5 2`` is two dice of one side where so many are rolled."""
    if roll.duel is None or not isinstance(awaits.dice, int):
        return roll
    return Roll(faces=roll.duel)


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
