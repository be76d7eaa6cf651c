"""The records of a log as lines for people."""

from __future__ import annotations

from engine.record import records
from referee_tui.exits import plain
from referee_tui.words import clock, dice_words, events_words


def record_line(t: float, record: records.Record) -> str:
    """One record of a log as a line for people; what it quotes can neither break the line nor steer a terminal."""
    return f"{clock(t):>7}  {plain(_record_words(record))}"


def _record_words(record: records.Record) -> str:  # noqa: C901 - one case per kind of record
    match record:
        case records.Header():
            options = ", ".join(f"{key}={value}" for key, value in record.options.items()) or "none"
            return f"match      {record.game} on {record.board} (options: {options}), written by {record.software}"
        case records.Observed():
            unsure = f", unsure of {len(record.unsure)}" if record.unsure else ""
            return f"seen       {len(record.pieces)} pieces in frame {record.frame}{unsure}"
        case records.Acted():
            return f"action     {record.notation}{_source(record.source)}"
        case records.Ruled():
            what = events_words(record.events) or record.reason or ""
            if record.verdict == "legal":
                return f"ruling     {what}"
            named = " ".join(part for part in (record.verdict.upper(), record.notation, record.rule) if part)
            return f"ruling     {named}: {what}".rstrip(": ")
        case records.Rolled():
            faces = {"B": record.B, "R": record.R, "faces": record.faces or None}
            return f"roll       {record.cause.replace('_', ' ')}: {dice_words(faces)}{_source(record.source)}"
        case records.Corrected():
            return f"correction {', '.join(record.changes)}{_source(record.source)}"
        case records.Undone():
            return "undo       the last act is taken back"
        case records.Stated():
            return "state      the full position"
        case records.Noted():
            return f"note       {record.text}"
        case records.Ended():
            return "end        the log is closed"


def _source(source: str) -> str:
    return "" if source == "seen" else f" ({source})"
