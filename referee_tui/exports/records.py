"""A log's records as they are: as one JSON array, or the acts and dice that stand as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.record.records import Acted, Rolled, Undone
from referee_tui.words import clock, dice_words

if TYPE_CHECKING:
    from engine.record.reader import LogRead


def json_array(log: LogRead) -> str:
    """Every record with every key that it has in the log."""
    return msgspec.json.format(msgspec.json.encode([line.fields for line in log.lines])).decode() + "\n"


def notation(log: LogRead) -> str:
    """What was done and thrown, one act a line with its time; what was taken back is left out with its dice."""
    acts: list[list[str]] = []
    for line in log.lines:
        time = clock(line.t or 0.0)
        match line.record:
            case Acted(notation=act):
                acts.append([f"{time}\t{act}\n"])
            case Rolled(cause=cause) as roll if acts:
                acts[-1].append(f"{time}\t  {cause}: {_faces(roll)}\n")
            case Undone() if acts:
                acts.pop()
    return "".join(line for act in acts for line in act)


def _faces(roll: Rolled) -> str:
    return dice_words({"B": roll.B, "R": roll.R, "faces": roll.faces or None})
