"""Where dice come from: seen by the camera, asked of people, or taken from a file in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.match import MalformedError
from engine.roll_text import parse_roll
from engine.text_file import read_small_text

if TYPE_CHECKING:
    from pathlib import Path

    from engine.match import Roll

MAX_DICE_BYTES = 256 * 1024
"""A match takes a few hundred rolls of a few characters."""


class DiceError(ValueError):
    """Rolls of a file that cannot be read or that the match cannot use; one sentence with file and line."""


class FiledRoll(NamedTuple):
    """A roll of a file."""

    where: str
    """File and line, for a message."""
    roll: Roll


def read_rolls(path: Path) -> tuple[FiledRoll, ...]:
    """The rolls of a text file, one a line: ``3``, ``5 2`` (a duel: blue, red) or as in ``touchline judge``.

    Empty lines and lines that begin with ``#`` are skipped. Raises DiceError.
    """
    text = read_small_text(path, MAX_DICE_BYTES, DiceError, what="the rolls", kind="a file of rolls")
    rolls = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            where = f"{path}, line {number}"
            rolls.append(FiledRoll(where, _roll(line.strip(), where)))
    if not rolls:
        raise DiceError(f"{path}: has no roll in it; write one a line, 3 for one die, 5 2 for blue and red")
    return tuple(rolls)


def _roll(text: str, where: str) -> Roll:
    try:
        return parse_roll(text)
    except MalformedError as error:
        raise DiceError(f"{where}: {error}") from error
