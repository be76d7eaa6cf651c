"""A log's records as they are: as one JSON array, or the acts and dice that stand as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from engine.record.records import Acted, Corrected, Rolled, Undone
from referee_tui.words import clock, dice_words

if TYPE_CHECKING:
    from engine.record.reader import LogRead


def json_array(log: LogRead) -> str:
    """Every record with every key that it has in the log."""
    return msgspec.json.format(msgspec.json.encode([line.fields for line in log.lines])).decode() + "\n"


def notation(log: LogRead) -> str:
    """What was done and thrown, one act a line with its time; what was taken back is left out with its dice."""
    standing: list[_Told] = []
    for line in log.lines:
        time = clock(line.t or 0.0)
        match line.record:
            case Acted(notation=act, source=source):
                standing.append(_Told(act, source, [f"{time}\t{act}\n"]))
            case Corrected(source=source):
                # It has no line here, but can be taken back like an act.
                standing.append(_Told("correction", source, []))
            case Rolled(cause=cause) as roll:
                thrown = f"{time}\t  {cause}: {_faces(roll)}\n"
                if standing:
                    standing[-1].lines.append(thrown)
                else:
                    standing.append(_Told("", roll.source, [thrown]))
            case Undone():
                _take_back(standing)
    return "".join(line for told in standing for line in told.lines)


class _Told(NamedTuple):
    """An act that stands, and its lines."""

    notation: str
    source: str
    lines: list[str]


def _take_back(standing: list[_Told]) -> None:
    """The last act, and the end of turn that was concluded from it, as ``replay.undo`` has it."""
    if not standing:
        return
    last = standing.pop()
    if standing and last.notation != "end" and standing[-1].notation == "end" and standing[-1].source == "seen":
        standing.pop()


def _faces(roll: Rolled) -> str:
    return dice_words({"B": roll.B, "R": roll.R, "faces": roll.faces or None})
