"""How a replay tells what was recorded and what is read and ruled today."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from engine.record.records import Acted, Corrected, Rolled, Ruled, Undone
from referee_tui.words import clock, events_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.record.records import Record


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of it."""

    lines: tuple[str, ...]
    """To be shown."""
    same: bool
    """Whether today's code reads and rules as was recorded."""


def words_of(t: float, record: Record) -> str:
    """A record in one line, ``t`` in seconds by the log's clock before it."""
    match record:
        case Acted(notation=notation, source=source):
            said = f"{notation} ({source})"
        case Undone(notation=notation):
            said = f"taken back: {notation}"
        case Rolled():
            faces = [face for face in (record.B, record.R) if face is not None] or record.faces
            said = f"dice {' '.join(map(str, faces))} for {record.cause}"
        case Ruled(verdict="legal", events=events):
            said = f"legal: {events_words(events)}"
        case Ruled(verdict=verdict, notation=notation, reason=reason):
            said = f"{verdict}: {notation or ''} {reason or ''}"
        case Corrected(changes=changes):
            said = f"corrected: {msgspec.json.encode(changes).decode()}"
        case _:
            said = type(record).__name__
    return f"{clock(t):>7}  {' '.join(said.split())}"


def on_space(space: str | None) -> str:
    """Where something lies; None is off the field."""
    return f"on {space}" if space else "beside the field"


def changes(then: Mapping[str, Sequence[str]], now: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """In words: what was read otherwise."""
    for what in dict.fromkeys((*then, *now)):
        before, after = Counter(then.get(what, ())), Counter(now.get(what, ()))
        yield from (f"then {what} {claim}" for claim in sorted((before - after).elements()))
        yield from (f"now {what} {claim}" for claim in sorted((after - before).elements()))
