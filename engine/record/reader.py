"""Reading a match log, whole or torn, without trusting it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from engine.record.errors import LogError
from engine.record.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from typing import BinaryIO

MAX_LINE_BYTES = 1024 * 1024
"""An observation of 30 pieces takes 4 kB; anything this long is no record."""

MAX_LOG_BYTES = 512 * 1024 * 1024
"""Far more than a season of matches; bounds what an untrusted file can make the program read."""

FIRST_PREV = "0" * 64
"""``prev`` of the first line, which follows nothing."""


class _Envelope(msgspec.Struct, frozen=True):
    """What every line has."""

    seq: int
    t: float
    type: str
    prev: str


LINES_TO_KNOW = 3
"""This many lines in a row without one record: the file is something else than a match log."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One complete line of a log."""

    number: int
    """Line number in the file, from 1."""
    digest: str
    """SHA-256 of the line's exact bytes, without the line feed, in hexadecimal."""
    seq: int | None
    t: float | None
    """Seconds since the source began."""
    prev: str | None
    fields: Mapping[str, Any]
    """Every key of the line, also those that this version does not know."""
    record: Record | None
    """None if the line is not a record that this version knows."""
    fault: str | None
    """Why ``record`` is None, or which key of the envelope is wrong."""


@dataclass(frozen=True, slots=True)
class LogRead:
    """What a file holds."""

    lines: tuple[LogLine, ...]
    whole_bytes: int
    """Length of all complete lines."""
    torn: bytes
    """What follows the last line feed: the rest of a write that was cut off. Empty in a whole log."""

    @property
    def records(self) -> Iterator[Record]:
        """The records that could be read, in order."""
        return (line.record for line in self.lines if line.record is not None)


def line_digest(line: bytes) -> str:
    """SHA-256 of a line's bytes (no line feed), in hexadecimal: what the next line's ``prev`` says."""
    return hashlib.sha256(line).hexdigest()


def parse_line(raw: bytes, number: int) -> LogLine:
    """One line's bytes (no line feed) as a LogLine; what is wrong with it is in ``fault``, nothing is raised."""
    digest = line_digest(raw)
    try:
        fields = msgspec.json.decode(raw, type=dict[str, Any])
        envelope = msgspec.convert(fields, _Envelope)
    except (msgspec.DecodeError, RecursionError) as error:
        return LogLine(number, digest, None, None, None, {}, None, f"is not a log record ({error})")
    try:
        record = msgspec.convert(fields, Record)
    except msgspec.ValidationError as error:
        fault = f"is not a {envelope.type!r} record that this version knows ({error})"
        return LogLine(number, digest, envelope.seq, envelope.t, envelope.prev, fields, None, fault)
    return LogLine(number, digest, envelope.seq, envelope.t, envelope.prev, fields, record, None)


def read_log(path: Path) -> LogRead:
    """Read a log. Raises LogError if the file cannot be read or is far too large; bad lines are only reported."""
    try:
        with path.open("rb") as file:
            return read_stream(file, str(path))
    except OSError as error:
        raise LogError(f"{path}: the log cannot be read ({error.strerror or error})") from error


def read_stream(file: BinaryIO, name: str) -> LogRead:
    """Read a log from an open binary file at its start; ``name`` is for error messages."""
    lines: list[LogLine] = []
    whole = 0
    while raw := file.readline(MAX_LINE_BYTES + 1):
        if len(raw) > MAX_LINE_BYTES:
            raise LogError(f"{name}, line {len(lines) + 1}: is longer than 1 MB, this is not a match log")
        if not raw.endswith(b"\n"):
            return LogRead(tuple(lines), whole, raw)
        whole += len(raw)
        if whole > MAX_LOG_BYTES:
            raise LogError(f"{name}: is larger than {MAX_LOG_BYTES // 1024**2} MB, this is not a match log")
        lines.append(parse_line(raw[:-1], len(lines) + 1))
        if len(lines) == LINES_TO_KNOW and all(line.seq is None for line in lines):
            raise LogError(f"{name}: is not a match log; none of its first lines is a record")
    return LogRead(tuple(lines), whole, b"")
