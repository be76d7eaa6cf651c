"""A match log in other forms: its notation as text, all records as one JSON array, or a table."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import msgspec

from engine.record.records import Acted, Rolled, Ruled, Undone
from referee_tui.words import clock, dice_words, events_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.record.reader import LogRead

CSV_COLUMNS = ("seq", "t", "type", "notation", "source", "for", "dice", "verdict", "rule", "reason", "events")


def exported(log: LogRead, form: str) -> str:
    """The whole log as ``txt``, ``json`` or ``csv``."""
    if form == "json":
        return msgspec.json.format(msgspec.json.encode([line.fields for line in log.lines])).decode() + "\n"
    return "".join(_notation(log)) if form == "txt" else _table(log)


def _notation(log: LogRead) -> Iterator[str]:
    """What was done and thrown, one act a line with its time; what was taken back is left out with its dice."""
    acts: list[list[str]] = []
    for line in log.lines:
        time = clock(line.t or 0.0)
        match line.record:
            case Acted(notation=notation):
                acts.append([f"{time}\t{notation}\n"])
            case Rolled(cause=cause) as roll if acts:
                acts[-1].append(f"{time}\t  {cause}: {_faces(roll)}\n")
            case Undone() if acts:
                acts.pop()
    for act in acts:
        yield from act


def _faces(roll: Rolled) -> str:
    return dice_words({"B": roll.B, "R": roll.R, "faces": roll.faces or None})


def _table(log: LogRead) -> str:
    out = io.StringIO()
    table = csv.DictWriter(out, CSV_COLUMNS, extrasaction="ignore", lineterminator="\n")
    table.writeheader()
    for line in log.lines:
        row = {key: value for key, value in line.fields.items() if not isinstance(value, (dict, list))}
        if isinstance(line.record, Rolled):
            row["dice"] = _faces(line.record)
        if isinstance(line.record, Ruled):
            row["events"] = events_words(line.record.events)
        table.writerow(row)
    return out.getvalue()
