"""Writing a match log: append only, on disk before anybody is told, one writer."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import msgspec

from engine.record.errors import LogBusyError, LogError, LogExistsError
from engine.record.locking import try_lock
from engine.record.reader import FIRST_PREV, MAX_LOG_BYTES, LogRead, line_digest, read_stream
from engine.record.records import Noted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from types import TracebackType

    from engine.record.records import Record

_OPEN_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)

_FOLDER_CANNOT_BE_SYNCED = frozenset(
    {errno.EACCES, errno.EPERM, errno.EINVAL, errno.EBADF, errno.ENOTSUP, errno.ENOSYS}
)


@dataclass(frozen=True, slots=True)
class Written:
    """A record as it now stands in the log."""

    seq: int
    t: float
    record: Record


@dataclass(frozen=True, slots=True)
class _End:
    """Where a log ends. One value, so that Ctrl-C finds all of it old or all of it new."""

    seq: int = 0
    """Number of the next record."""
    prev: str = FIRST_PREV
    size: int = 0
    """Bytes of all complete records."""
    t: float = 0.0


class LogWriter:
    """The one writer of a log. Use as a context manager, or call ``close``.

    Times are handed in; they may not run backwards (a later record never has a smaller ``t``).
    """

    def __init__(self, path: Path, descriptor: int, end: _End) -> None:
        """For ``create`` and ``resume``."""
        self._path = path
        self._descriptor: int | None = descriptor
        self._end = end

    @classmethod
    def create(cls, path: Path) -> LogWriter:
        """Begin a log. Raises LogExistsError if the file holds anything, LogBusyError, LogError."""
        descriptor = _open_locked(path)
        if os.fstat(descriptor).st_size:
            os.close(descriptor)
            raise LogExistsError(f"{path}: has a match in it already; choose another name, or resume it")
        try:
            _sync_folder(path)
        except BaseException:
            os.close(descriptor)
            raise
        return cls(path, descriptor, _End())

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
        writer = cls(path, descriptor, _End(seq, prev, log.whole_bytes, t))
        if log.torn:
            try:
                writer.append(t, [Noted(text=f"{len(log.torn)} bytes of a record cut off in writing were removed")])
            except BaseException:
                writer.close()
                raise
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
        return self._end.t

    def append(self, t: float, records: Sequence[Record]) -> tuple[Written, ...]:
        """Write records of one time; returns once they are on the disk. Raises LogError; then none is in the log."""
        if self._descriptor is None:
            raise LogError(f"{self._path}: the log is closed")
        end = self._end
        seq, prev, t = end.seq, end.prev, max(round(t, 3), end.t)
        data, written = bytearray(), []
        for record in records:
            line = encode_line(seq, t, record, prev)
            written.append(Written(seq, t, record))
            data += line + b"\n"
            seq, prev = seq + 1, line_digest(line)
        if end.size + len(data) > MAX_LOG_BYTES:
            raise LogError(f"{self._path}: the log is full ({MAX_LOG_BYTES // 1024**2} MB); go on with a new one")
        try:
            _cut(self._descriptor, end.size)
            _write_all(self._descriptor, bytes(data))
            os.fsync(self._descriptor)
            self._end = _End(seq, prev, end.size + len(data), t)
        except BaseException as error:
            # Not only for OSError: Ctrl-C may come here as well, and half a record must not stay.
            with suppress(OSError):
                _cut(self._descriptor, self._end.size)
                os.fsync(self._descriptor)
            if isinstance(error, OSError):
                raise LogError(
                    f"{self._path}: the log cannot be written ({error.strerror or error}); "
                    f"it is whole up to record {end.seq - 1}"
                ) from error
            raise
        return tuple(written)

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
    try:
        return msgspec.json.encode({"seq": seq, "t": t, **body, "prev": prev})
    except UnicodeEncodeError:
        # A sentence that names a file: on POSIX a file's name is bytes, which need not be text.
        return msgspec.json.encode({"seq": seq, "t": t, **_as_text(body), "prev": prev})


def _as_text(value: Any) -> Any:  # noqa: ANN401 - whatever JSON can hold
    """The same with what no UTF-8 can say as escapes."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, dict):
        return {key: _as_text(each) for key, each in value.items()}
    return [_as_text(each) for each in value] if isinstance(value, list) else value


def _open_locked(path: Path) -> int:
    try:
        descriptor = os.open(path, _OPEN_FLAGS, 0o644)
    except OSError as error:
        raise LogError(f"{path}: the log cannot be opened for writing ({error.strerror or error})") from error
    try:
        locked = try_lock(descriptor)
    except OSError as error:
        os.close(descriptor)
        raise LogError(
            f"{path}: the log cannot be locked against a second writer ({error.strerror or error}); "
            "keep it on a disk of this machine"
        ) from error
    if not locked:
        os.close(descriptor)
        raise LogBusyError(f"{path}: another program is writing this log")
    return descriptor


def _sync_folder(path: Path) -> None:
    """Make the new file's name survive a power cut, where the system can. Raises LogError if the disk fails.

    Windows cannot open a folder; some file systems cannot sync one, and a folder that may be written may be one that
    cannot be read: a log there is as good, only its name is not yet safe.
    """
    if os.name != "posix":
        return
    try:
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        if error.errno not in _FOLDER_CANNOT_BE_SYNCED:
            raise LogError(f"{path}: the log cannot be created ({error.strerror or error})") from error


def _cut(descriptor: int, size: int) -> None:
    """Take off whatever lies behind the last complete record, and go there."""
    if os.fstat(descriptor).st_size != size:
        os.ftruncate(descriptor, size)
    os.lseek(descriptor, size, os.SEEK_SET)


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
