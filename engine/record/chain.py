"""How records become lines: numbered, timed, each tied to the one before it, each with a sum over itself."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.record.records import Record

FIRST_PREV = "0" * 64
"""``prev`` of the first line, which follows nothing."""

_SUM = re.compile(r"sum:[0-9a-f]{16}")
"""What a sum looks like. It says so itself, so that it is known for one under a misspelt key, too."""


@dataclass(frozen=True, slots=True)
class Written:
    """A record as it stands in the log."""

    seq: int
    t: float
    record: Record
    line: bytes
    """Its line, without the line feed."""


@dataclass(frozen=True, slots=True)
class ChainEnd:
    """Where a log ends. One value, so that Ctrl-C finds all of it old or all of it new."""

    seq: int = 0
    """Number of the next record."""
    prev: str = FIRST_PREV
    size: int = 0
    """Bytes of all complete records."""
    t: float = 0.0
    """Time of the last record, seconds."""

    def then(self, t: float, records: Sequence[Record]) -> tuple[ChainEnd, bytes, tuple[Written, ...]]:
        """The end after some more records of one time, their bytes with line feeds, and the records as written.

        Times do not run backwards: a ``t`` before the end's becomes the end's.
        """
        seq, prev, t = self.seq, self.prev, max(round(t, 3), self.t)
        written = []
        for record in records:
            line = encode_line(seq, t, record, prev)
            written.append(Written(seq, t, record, line))
            seq, prev = seq + 1, line_digest(line)
        data = b"".join(each.line + b"\n" for each in written)
        return ChainEnd(seq, prev, self.size + len(data), t), data, tuple(written)


def line_digest(line: bytes) -> str:
    """SHA-256 of a line's bytes (no line feed), in hexadecimal: what the next line's ``prev`` says."""
    return hashlib.sha256(line).hexdigest()


def encode_line(seq: int, t: float, record: Record, prev: str) -> bytes:
    """A record as its line, without the line feed."""
    fields = {"seq": seq, "t": t, **msgspec.to_builtins(record, enc_hook=str)}
    try:
        return msgspec.json.encode({**fields, "prev": prev, "sum": sum_of(fields)})
    except UnicodeEncodeError:
        # A sentence that names a file: on POSIX a file's name is bytes, which need not be text.
        fields = _as_text(fields)
        return msgspec.json.encode({**fields, "prev": prev, "sum": sum_of(fields)})


def sum_of(fields: Mapping[str, Any]) -> str:
    """The sum over what a line says: all its keys but ``prev`` and ``sum``, however they are ordered and spaced."""
    said = {key: value for key, value in fields.items() if key not in {"prev", "sum"}}
    return f"sum:{hashlib.sha256(msgspec.json.encode(said, order='sorted')).hexdigest()[:16]}"


def agrees_with_its_sum(fields: Mapping[str, Any]) -> bool:
    """Whether a line says what its sum was made from; a line without one (of another program) passes."""
    if "sum" in fields:
        return bool(fields["sum"] == sum_of(fields))
    return not any(isinstance(value, str) and _SUM.fullmatch(value) for value in fields.values())


def _as_text(value: Any) -> Any:  # noqa: ANN401 - whatever JSON can hold
    """The same with what no UTF-8 can say as escapes."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, dict):
        return {_as_text(key): _as_text(each) for key, each in value.items()}
    return [_as_text(each) for each in value] if isinstance(value, list) else value
