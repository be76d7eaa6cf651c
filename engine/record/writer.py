"""Writing a match log: append only, on disk before anybody is told, one writer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from engine.record.bounds import MAX_LINES, MAX_LOG_BYTES
from engine.record.bundle import is_bundle
from engine.record.chain import ChainEnd, Written
from engine.record.errors import LogError, LogRefusedError
from engine.record.links import first_break
from engine.record.log_file import LogFile
from engine.record.reader import read_log
from engine.record.records import Noted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from types import TracebackType

    from engine.record.reader import LogRead
    from engine.record.records import Record

__all__ = ["LogWriter", "Written"]


class LogWriter:
    """The one writer of a log. Use as a context manager, or call ``close``.

    Times are handed in; they may not run backwards (a later record never has a smaller ``t``).
    """

    def __init__(self, path: Path, file: LogFile, end: ChainEnd) -> None:
        """For ``create`` and ``resume``."""
        self._path = path
        self._file = file
        self._end = end

    @classmethod
    def create(cls, path: Path) -> LogWriter:
        """Begin a log. Raises LogExistsError if the file holds anything, LogBusyError, LogError."""
        return cls(path, LogFile.create(path), ChainEnd())

    @classmethod
    def resume(cls, path: Path) -> tuple[LogWriter, LogRead]:
        """Go on with a log that was left, however it was left.

        A torn last line is cut off, and a note says so. Raises LogError if any complete line is not sound:
        nothing is ever appended behind a fault.
        """
        file = LogFile.open(path)
        try:
            log, end = read_sound(path)
            file.keep(end.size)
            writer = cls(path, file, end)
            if log.torn:
                writer.append(end.t, [cut_off(log)])
        except BaseException:
            file.close()
            raise
        return writer, log

    @property
    def path(self) -> Path:
        """Where the log lies."""
        return self._path

    @property
    def closed(self) -> bool:
        """Whether the file was let go of."""
        return self._file.closed

    @property
    def last_t(self) -> float:
        """Time of the last record, seconds; a resumed source's clock goes on from here."""
        return self._end.t

    def append(self, t: float, records: Sequence[Record]) -> tuple[Written, ...]:
        """Write records of one time; returns once they are on the disk. Raises LogError; then none is in the log."""
        before = self._end
        end, data, written = before.then(t, records)
        refuse_too_long(self._path, end)
        try:
            self._file.append(data)
        except LogRefusedError as error:
            raise LogRefusedError(f"{error}; it is whole up to record {before.seq - 1}") from error
        finally:
            # Also where Ctrl-C came: the file knows whether the records are in it.
            if self._file.size == end.size:
                self._end = end
        return written

    def close(self) -> None:
        """Let go of the file; closing twice is fine."""
        self._file.close()

    def __enter__(self) -> Self:
        """The writer itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()


def read_sound(path: Path) -> tuple[LogRead, ChainEnd]:
    """A log that can be gone on with, and where its complete lines end. Raises LogError at the first faulty line."""
    if is_bundle(path):
        raise LogError(f"{path}: is a bundle, which is only read; touchline unbundle gives the log back")
    log = read_log(path)
    broken = first_break(log.lines)
    if broken is not None:
        raise LogError(f"{path}, line {broken.line}: {broken.what}; the log cannot be resumed")
    if not log.lines:
        return log, ChainEnd()
    last = log.lines[-1]
    return log, ChainEnd(len(log.lines), last.digest, log.whole_bytes, last.t or 0.0)


def cut_off(log: LogRead) -> Noted:
    """What is written down where a torn line was."""
    return Noted(text=f"{len(log.torn)} bytes of a record cut off in writing were removed")


def refuse_too_long(path: Path, end: ChainEnd) -> None:
    """Raises LogError if a log would become longer than what is read."""
    if end.size > MAX_LOG_BYTES:
        raise LogError(f"{path}: the log is full ({MAX_LOG_BYTES // 1024**2} MB); go on with a new one")
    if end.seq > MAX_LINES:
        raise LogError(f"{path}: the log is full ({MAX_LINES} records); go on with a new one")
