"""What the referee was told, line by line, so that a match can be refereed again from the same looks and words.

``inputs.jsonl`` in a report: ``{"t": 12.3, "look": {...}}``, with ``"compared": true`` where a look was only compared
with the log of a match that was taken up; ``{"t": 14.0, "said": "TypedAction", "words": {"notation": "B9>H8"}}``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from engine.match import Roll
from engine.observation import Observation
from engine.record.errors import LogError
from engine.referee import (
    Accept,
    Confirm,
    Consent,
    Correction,
    LineUp,
    Propose,
    Redo,
    TypedAction,
    TypedCorrection,
    TypedRoll,
    Undo,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.referee import Input

MOST_LINE_BYTES = 256 * 1024


class InputsError(LogError):
    """Inputs that cannot be read; the message is one plain sentence."""


@dataclass(frozen=True, slots=True)
class Told:
    """Something that the referee was told."""

    t: float
    """Seconds since the source began."""
    given: Input
    compared: bool = False
    """A look that was compared with the log and not ruled upon."""


class _Line(msgspec.Struct, omit_defaults=True):
    t: float
    look: Observation | None = None
    compared: bool = False
    said: str = ""
    words: dict[str, Any] = {}


_SAID: Mapping[str, Callable[..., Input]] = {
    kind.__name__: kind
    for kind in (TypedAction, TypedCorrection, Correction, Undo, Redo, Confirm, Accept, Propose, Consent, LineUp)
}


def input_line(told: Told) -> bytes:
    """One line, its line feed included."""
    if isinstance(told.given, Observation):
        return msgspec.json.encode(_Line(told.t, look=told.given, compared=told.compared)) + b"\n"
    words: dict[str, Any]
    if isinstance(told.given, TypedRoll):
        roll = told.given.roll
        words = {"duel": roll.duel, "faces": roll.faces, "source": told.given.source}
    elif isinstance(told.given, Correction):
        words = {"changes": dict(told.given.changes), "reason": told.given.reason}
    else:
        words = msgspec.to_builtins(told.given)
    return msgspec.json.encode(_Line(told.t, said=type(told.given).__name__, words=words)) + b"\n"


def read_inputs(content: bytes, where: str) -> tuple[Told, ...]:
    """All lines; ``where`` is for messages. Raises InputsError."""
    return tuple(_told(raw, f"{where}, line {number}") for number, raw in enumerate(content.splitlines(), 1))


def _told(raw: bytes, where: str) -> Told:
    if len(raw) > MOST_LINE_BYTES:
        raise InputsError(f"{where}: is longer than anything that a referee is told")
    try:
        line = msgspec.json.decode(raw, type=_Line)
        return Told(line.t, line.look if line.look is not None else _words(line), line.compared)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise InputsError(f"{where}: is nothing that a referee can be told ({error})") from error


def _words(line: _Line) -> Input:
    if line.said == TypedRoll.__name__:
        duel = line.words["duel"]
        roll = Roll(duel=(duel[0], duel[1]) if duel is not None else None, faces=tuple(line.words["faces"]))
        return TypedRoll(roll, line.words["source"])
    return _SAID[line.said](**line.words)
