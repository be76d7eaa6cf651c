"""Where dice come from: seen by the camera, asked of people, or taken from a file in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.match import Roll

if TYPE_CHECKING:
    from pathlib import Path

MAX_DICE_BYTES = 256 * 1024
"""A match takes a few hundred rolls of a few characters."""


class DiceError(ValueError):
    """A file of rolls that cannot be used; one sentence with file and line."""


def read_rolls(path: Path) -> tuple[Roll, ...]:
    """The rolls of a text file, one a line: ``3``, ``5 2`` (a duel: blue, red) or as in ``touchline judge``.

    Empty lines and lines that begin with ``#`` are skipped. Raises DiceError.
    """
    try:
        if path.stat().st_size > MAX_DICE_BYTES:
            raise DiceError(f"{path}: is larger than {MAX_DICE_BYTES // 1024} kB, this is no file of rolls")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DiceError(f"{path}: the rolls cannot be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        raise DiceError(f"{path}: is not UTF-8 text, this is no file of rolls") from error
    rolls = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            rolls.append(_roll(line.strip(), f"{path}, line {number}"))
    return tuple(rolls)


def _roll(text: str, where: str) -> Roll:
    try:
        return _from_json(msgspec.json.decode(text.encode()))
    except (msgspec.DecodeError, TypeError, ValueError):
        parts = text.split()
    if not 1 <= len(parts) <= 2 or any(part not in {"1", "2", "3", "4", "5", "6"} for part in parts):
        raise DiceError(f"{where}: {text!r} is no roll; write 3 for one die, 5 2 for blue and red")
    faces = tuple(int(part) for part in parts)
    return Roll(duel=(faces[0], faces[1])) if len(faces) == 2 else Roll(faces=faces)


def _from_json(value: Any) -> Roll:  # noqa: ANN401 - any JSON value
    if isinstance(value, dict) and set(value) == {"B", "R"}:
        return Roll(duel=(_face(value["B"]), _face(value["R"])))
    return Roll(faces=tuple(_face(face) for face in (value if isinstance(value, list) else [value])))


def _face(value: object) -> int:
    if type(value) is not int:
        raise TypeError("a face is a whole number")
    return value
