"""Writing a match log: append only, on disk before anybody is told, one writer."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import msgspec

from engine.record.errors import LogBusyError, LogError, LogExistsError
from engine.record.locking import try_lock
from engine.record.reader import FIRST_PREV, LogRead, line_digest, read_stream
from engine.record.records import Noted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from types import TracebackType

    from engine.record.records import Record

_OPEN_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


@dataclass(frozen=True, slots=True)
class Written:
    """A record as it now stands in the log."""

    seq: int
    t: float
    record: Record


class LogWriter:
    """The one writer of a log. Use as a context manager, or call ``close``.

    Times are handed in; they may not run backwards (a later record never has a smaller ``t``).
    """

    def __init__(self, path: Path, descriptor: int, *, seq: int, prev: str, size: int, t: float) -> None:
        """For ``create`` and ``resume``."""
        self._path = path
        self._descriptor: int | None = descriptor
        self._seq = seq
        self._prev = prev
        self._size = size
        self._t = t

    @classmethod
    def create(cls, path: Path) -> LogWriter:
        """Begin a log. Raises LogExistsError if the file holds anything, LogBusyError, LogError."""
        descriptor = _open_locked(path)
        if os.fstat(descriptor).st_size:
            os.close(descriptor)
            raise LogExistsError(f"{path}: has a match in it already; choose another name, or resume it")
        _sync_folder(path)
        return cls(path, descriptor, seq=0, prev=FIRST_PREV, size=0, t=0.0)

    @classmethod
    def resume(cls, path: Path) -> tuple[LogWriter, LogRead]:
        """Go on with a log that was left, however it was left.

        A torn last line is cut off, and a note says so. Raises LogError if any complete line is not sound:
        nothing is ever appended behind a fault.
        """
        if not path.exists():
            raise LogError(f"{path}: there is no such log to resume")
        descriptor = _open_locked(path)
        try:
            with os.fdopen(os.dup(descriptor), "rb") as file:
                log = read_stream(file, str(path))
            _refuse_unsound(path, log)
        except BaseException:
            os.close(descriptor)
            raise
        last = log.lines[-1] if log.lines else None
        seq = last.seq + 1 if last and last.seq is not None else 0
        t = last.t if last and last.t is not None else 0.0
        prev = last.digest if last else FIRST_PREV
        writer = cls(path, descriptor, seq=seq, prev=prev, size=log.whole_bytes, t=t)
        if log.torn:
            writer._cut_to_size()
            writer.append(t, [Noted(text=f"{len(log.torn)} bytes of a record cut off in writing were removed")])
        return writer, log

    @property
    def path(self) -> Path:
        """Where the log lies."""
        return self._path

    @property
    def closed(self) -> bool:
        """Whether the file was let go of."""
        return self._descriptor is None

    @property
    def last_t(self) -> float:
        """Time of the last record, seconds; a resumed source's clock goes on from here."""
        return self._t

    def append(self, t: float, records: Sequence[Record]) -> tuple[Written, ...]:
        """Write records of one time; returns once they are on the disk. Raises LogError; then none is in the log."""
        if self._descriptor is None:
            raise LogError(f"{self._path}: the log is closed")
        t = max(round(t, 3), self._t)
        seq, prev, data, written = self._seq, self._prev, bytearray(), []
        for record in records:
            line = encode_line(seq, t, record, prev)
            written.append(Written(seq, t, record))
            data += line + b"\n"
            seq, prev = seq + 1, line_digest(line)
        try:
            os.lseek(self._descriptor, self._size, os.SEEK_SET)
            _write_all(self._descriptor, bytes(data))
            os.fsync(self._descriptor)
        except OSError as error:
            self._cut_to_size()
            raise LogError(
                f"{self._path}: the log cannot be written ({error.strerror or error}); "
                f"it is whole up to record {self._seq - 1}"
            ) from error
        self._seq, self._prev, self._size, self._t = seq, prev, self._size + len(data), t
        return tuple(written)

    def _cut_to_size(self) -> None:
        """Take off whatever lies behind the last complete record."""
        if self._descriptor is None:
            return
        try:
            os.ftruncate(self._descriptor, self._size)
            os.fsync(self._descriptor)
        except OSError as error:
            raise LogError(f"{self._path}: the log cannot be written ({error.strerror or error})") from error

    def close(self) -> None:
        """Let go of the file; closing twice is fine."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> Self:
        """The writer itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()


def encode_line(seq: int, t: float, record: Record, prev: str) -> bytes:
    """The bytes of a line, without its line feed."""
    body = msgspec.to_builtins(record)
    return msgspec.json.encode({"seq": seq, "t": t, **body, "prev": prev})


def _open_locked(path: Path) -> int:
    try:
        descriptor = os.open(path, _OPEN_FLAGS, 0o644)
    except OSError as error:
        raise LogError(f"{path}: the log cannot be opened for writing ({error.strerror or error})") from error
    if not try_lock(descriptor):
        os.close(descriptor)
        raise LogBusyError(f"{path}: another program is writing this log")
    return descriptor


def _sync_folder(path: Path) -> None:
    """Make the new file's name survive a power cut, where the system can (Windows cannot open a folder)."""
    if os.name != "posix":
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _refuse_unsound(path: Path, log: LogRead) -> None:
    prev = FIRST_PREV
    for seq, line in enumerate(log.lines):
        fault = line.fault if line.seq is None else None
        if fault is None and (line.prev != prev or line.seq != seq):
            fault = "does not follow from the line before it"
        if fault:
            raise LogError(f"{path}, line {line.number}: {fault}; the log cannot be resumed")
        prev = line.digest
