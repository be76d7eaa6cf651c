"""The file under a log: locked for one writer; bytes are appended whole and on the disk, or not at all."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from typing import TYPE_CHECKING

from engine.record.errors import LogBusyError, LogError, LogExistsError, LogRefusedError
from engine.record.locking import try_lock
from engine.record.ordinary import refuse_mode

if TYPE_CHECKING:
    from pathlib import Path

_OPEN_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)

_FOLDER_CANNOT_BE_SYNCED = frozenset(
    {errno.EACCES, errno.EPERM, errno.EINVAL, errno.EBADF, errno.ENOTSUP, errno.ENOSYS}
)

_REFUSED = frozenset(
    getattr(errno, name)
    for name in ("EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "EFBIG", "EIO", "EMFILE", "ENFILE")
    if hasattr(errno, name)
)
"""The system does not let the file be opened or written as things are; that may change, the name is not wrong."""


class LogFile:
    """An open, locked file of which this process is the only writer."""

    def __init__(self, path: Path, descriptor: int, size: int) -> None:
        """For ``create`` and ``open``; ``size`` is the length of what is in it."""
        self._path = path
        self._descriptor: int | None = descriptor
        self._size = size

    @classmethod
    def create(cls, path: Path) -> LogFile:
        """A file that holds nothing yet. Raises LogExistsError, LogBusyError, LogRefusedError, LogError."""
        descriptor = _open_locked(path)
        if os.fstat(descriptor).st_size:
            os.close(descriptor)
            raise LogExistsError(f"{path}: has a match in it already; choose another name, or resume it")
        try:
            _sync_folder(path)
        except BaseException:
            os.close(descriptor)
            raise
        return cls(path, descriptor, 0)

    @classmethod
    def open(cls, path: Path) -> LogFile:
        """A file that is there. Raises LogError, LogBusyError, LogRefusedError."""
        if not path.exists():
            raise LogError(f"{path}: there is no such log to resume")
        descriptor = _open_locked(path)
        return cls(path, descriptor, os.fstat(descriptor).st_size)

    def keep(self, size: int) -> None:
        """Only the first ``size`` bytes are sound; what lies behind them goes when something is appended."""
        self._size = size

    @property
    def size(self) -> int:
        """Bytes that are known to be on the disk."""
        return self._size

    @property
    def closed(self) -> bool:
        """Whether the file was let go of."""
        return self._descriptor is None

    @property
    def deleted(self) -> bool:
        """Whether the file is under no name any more: what is written to it is lost when it is let go of."""
        return self._descriptor is not None and os.fstat(self._descriptor).st_nlink == 0

    def read_back(self) -> bytes:
        """What is known to be on the disk, also of a file that was deleted. Raises LogError (closed), OSError."""
        if self._descriptor is None:
            raise LogError(f"{self._path}: the log is closed")
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        parts, left = list[bytes](), self._size
        while left and (part := os.read(self._descriptor, left)):
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def append(self, data: bytes) -> None:
        """Write behind what is there; returns once it is on the disk. Raises LogRefusedError; then none of it is.

        Also Ctrl-C leaves all or nothing.
        """
        if self._descriptor is None:
            raise LogError(f"{self._path}: the log is closed")
        try:
            _cut(self._descriptor, self._size)
            _write_all(self._descriptor, data)
            os.fsync(self._descriptor)
            self._size += len(data)
        except BaseException as error:
            with suppress(OSError):
                _cut(self._descriptor, self._size)
                os.fsync(self._descriptor)
            if isinstance(error, OSError):
                raise LogRefusedError(f"{self._path}: the log cannot be written ({error.strerror or error})") from error
            raise

    def close(self) -> None:
        """Let go of the file; closing twice is fine."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _open_locked(path: Path) -> int:
    try:
        descriptor = os.open(path, _OPEN_FLAGS, 0o644)
    except OSError as error:
        kind = LogRefusedError if error.errno in _REFUSED else LogError
        raise kind(f"{path}: the log cannot be opened for writing ({error.strerror or error})") from error
    try:
        refuse_mode(path, os.fstat(descriptor).st_mode)
    except LogError:
        os.close(descriptor)
        raise
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
        raise LogBusyError(f"{path}: another program is writing this log; leave the match there, or name another log")
    return descriptor


def _sync_folder(path: Path) -> None:
    """Make the new file's name survive a power cut, where the system can. Raises LogRefusedError if the disk fails.

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
            raise LogRefusedError(f"{path}: the log cannot be created ({error.strerror or error})") from error


def _cut(descriptor: int, size: int) -> None:
    """Take off whatever lies behind the last complete record, and go there."""
    if os.fstat(descriptor).st_size != size:
        os.ftruncate(descriptor, size)
    os.lseek(descriptor, size, os.SEEK_SET)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
