"""Reading a match log, whole or torn, without trusting it."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from engine.record.bounds import MAX_LINE_BYTES, MAX_LINES, MAX_LOG_BYTES
from engine.record.bundle import is_bundle, log_in
from engine.record.chain import line_digest
from engine.record.errors import LogError
from engine.record.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from typing import BinaryIO


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
    raw: bytes = field(repr=False)
    """The line's bytes, without the line feed."""
    record: Record | None
    """None if the line is not a record that this version knows."""
    fault: str | None
    """Why ``record`` is None, or which key of the envelope is wrong."""

    @property
    def fields(self) -> Mapping[str, Any]:
        """Every key of the line, also those that this version does not know; empty if the line is no record at all."""
        return {} if self.seq is None else msgspec.json.decode(self.raw, type=dict[str, Any])


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


def parse_line(raw: bytes, number: int) -> LogLine:
    """One line's bytes (no line feed) as a LogLine; what is wrong with it is in ``fault``, nothing is raised."""
    digest = line_digest(raw)
    if _made_of_brackets(raw):
        return LogLine(number, digest, None, None, None, raw, None, "is not a log record (made of little but brackets)")
    try:
        # All of the line, also what this version does not know: whatever is read of it later is sound.
        fields = msgspec.json.decode(raw, type=dict[str, Any])
        envelope = msgspec.convert(fields, _Envelope)
    except (ValueError, RecursionError) as error:
        return LogLine(number, digest, None, None, None, raw, None, f"is not a log record ({error})")
    record, fault = None, None
    try:
        record = msgspec.convert(fields, Record)
    except msgspec.ValidationError as error:
        fault = f"is not a {envelope.type!r} record that this version knows ({error})"
    return LogLine(number, digest, envelope.seq, envelope.t, envelope.prev, raw, record, fault)


def _made_of_brackets(raw: bytes) -> bool:
    """Whether a line would take far more memory than it is long: every empty list takes twenty times its bytes."""
    return raw.count(b"[") + raw.count(b"{") > 200 + len(raw) // 16


@contextmanager
def open_log(path: Path) -> Iterator[LogStream]:
    """The lines of a log, or of the log in a bundle. Raises LogError if the file cannot be read."""
    if is_bundle(path):
        with log_in(path) as file:
            yield LogStream(file, str(path))
        return
    try:
        with path.open("rb") as file:
            yield LogStream(file, str(path))
    except OSError as error:
        raise LogError(f"{path}: the log cannot be read ({error.strerror or error})") from error


def read_log(path: Path) -> LogRead:
    """A log, or the one in a bundle; bad lines are reported. Raises LogError if it cannot be read or is too large."""
    with open_log(path) as stream:
        lines = tuple(stream)
        return LogRead(lines, stream.whole_bytes, stream.torn)


class LogStream:
    """The complete lines of an open log, one at a time: iterate once. Raises LogError on what is no match log."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        """A binary file at its start; ``name`` is for error messages."""
        self._file = file
        self._name = name
        self.whole_bytes = 0
        """Length of the complete lines so far."""
        self.torn = b""
        """What follows the last line feed, once all lines were read."""

    def __iter__(self) -> Iterator[LogLine]:
        """Lines as they stand in the file."""
        number, known = 0, False
        while raw := self._file.readline(MAX_LINE_BYTES + 1):
            number += 1
            if len(raw) > MAX_LINE_BYTES:
                raise LogError(f"{self._name}, line {number}: is longer than 1 MB, this is not a match log")
            if not raw.endswith(b"\n"):
                self.torn = raw
                return
            if self.whole_bytes + len(raw) > MAX_LOG_BYTES:
                raise LogError(f"{self._name}: is larger than {MAX_LOG_BYTES // 1024**2} MB, this is not a match log")
            if number > MAX_LINES:
                raise LogError(f"{self._name}: has more than {MAX_LINES} lines, this is not a match log")
            self.whole_bytes += len(raw)
            line = parse_line(raw[:-1], number)
            known = known or line.seq is not None
            if number == LINES_TO_KNOW and not known:
                raise LogError(f"{self._name}: is not a match log; none of its first lines is a record")
            yield line
