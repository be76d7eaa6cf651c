"""A log that outlasts a disk that refuses it: records are held in memory, and written as soon as they can be.

A record is known by its number and its sum from the moment it is appended; only where its bytes lie may change. What
is appended while nothing is held is on the disk when ``append`` returns, as with ``LogWriter``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.record.chain import ChainEnd
from engine.record.errors import LogError, LogRefusedError, LogUnwrittenError
from engine.record.log_file import LogFile
from engine.record.writer import cut_off, read_sound, refuse_too_long

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from engine.record.chain import Written
    from engine.record.reader import LogRead
    from engine.record.records import Record

    Heard = Callable[[Written], None]
    """Told of every record right after it was appended, in order."""


@dataclass(frozen=True, slots=True)
class _Held:
    """The log's end and what of it may not be on the disk. One value, so that Ctrl-C finds it old or new."""

    end: ChainEnd
    offset: int
    """Where in the log ``tail`` begins."""
    tail: bytes = b""
    """Everything from there on; the file's size says how much of it is on the disk."""


class PatientLog:
    """The one writer of a log, on disk where that is possible and in memory where it is not."""

    def __init__(self, path: Path, file: LogFile | None, end: ChainEnd, trouble: str, heard: Heard | None) -> None:
        """For ``create`` and ``resume``."""
        self._path = path
        self._file = file
        self._found = end
        self._held = _Held(end, end.size)
        self._trouble = trouble
        self._heard = heard
        self._closed = False

    @classmethod
    def create(cls, path: Path, heard: Heard | None = None) -> PatientLog:
        """Begin a log, in memory if the system refuses the file. Raises LogExistsError, LogBusyError, LogError."""
        try:
            file, trouble = LogFile.create(path), ""
        except LogRefusedError as error:
            file, trouble = None, str(error)
        return cls(path, file, ChainEnd(), trouble, heard)

    @classmethod
    def resume(cls, path: Path, heard: Heard | None = None) -> tuple[PatientLog, LogRead]:
        """Go on with a log that was left, however it was left; in memory if the system refuses to have it written.

        A torn last line is cut off and a note says so, unless not one line is complete: then the log is as good as
        empty. Raises LogError if a complete line is not sound, LogBusyError.
        """
        try:
            file, trouble = LogFile.open(path), ""
        except LogRefusedError as error:
            file, trouble = None, str(error)
        try:
            log, end = read_sound(path)
            if file is not None:
                file.keep(end.size)
            resumed = cls(path, file, end, trouble, heard)
            if log.torn and log.lines:
                resumed.append(end.t, [cut_off(log)])
        except BaseException:
            if file is not None:
                file.close()
            raise
        return resumed, log

    @property
    def path(self) -> Path:
        """Where the log lies, or is to lie."""
        return self._path

    @property
    def closed(self) -> bool:
        """Whether ``close`` was called."""
        return self._closed

    @property
    def last_t(self) -> float:
        """Time of the last record, seconds; a resumed source's clock goes on from here."""
        return self._held.end.t

    @property
    def count(self) -> int:
        """How many records it has, held ones too."""
        return self._held.end.seq

    @property
    def trouble(self) -> str:
        """Why records are held in memory, one sentence without its full stop; empty while none is."""
        return self._trouble

    def append(self, t: float, records: Sequence[Record]) -> tuple[Written, ...]:
        """Write records of one time; if the system refuses, hold them. Raises LogError (closed, the log is too long).

        On return they are on the disk, or ``trouble`` says why they are not.
        """
        if self._closed:
            raise LogError(f"{self._path}: the log is closed")
        self._take_back_if_deleted()
        before = self._held
        end, data, written = before.end.then(t, records)
        refuse_too_long(self._path, end)
        self._held = _Held(end, before.offset, before.tail + data)
        try:
            self._flush()
        except BaseException:
            # Ctrl-C: nobody was told of these, and they go unless they are on the disk already.
            if self._on_disk < end.size:
                self._held = before
            raise
        if self._heard is not None:
            for each in written:
                self._heard(each)
        return written

    def retry(self) -> None:
        """Try again to write what is held; nothing is raised, ``trouble`` tells whether it worked."""
        if not self._closed:
            self._take_back_if_deleted()
            if self._held.tail:
                self._flush()

    def close(self) -> None:
        """Let go of the file; closing twice is fine. Raises LogUnwrittenError if something is still held."""
        if self._closed:
            return
        self.retry()
        self._closed = True
        if self._file is not None:
            self._file.close()
        if self._trouble:
            raise LogUnwrittenError(f"{self._trouble}; its last records were held in memory only")

    def rescue(self, path: Path) -> None:
        """Write the whole log, held records too, to another place after ``close``. Raises LogError."""
        size, written = self._on_disk, b""
        if size:
            try:
                with self._path.open("rb") as file:
                    written = file.read(size)
            except OSError as error:
                raise LogError(f"{self._path}: the log cannot be read ({error.strerror or error})") from error
        copy = LogFile.create(path)
        try:
            copy.append(written + self._held.tail[size - self._held.offset :])
        finally:
            copy.close()

    @property
    def _on_disk(self) -> int:
        """Bytes of the log that are surely in the file."""
        return self._file.size if self._file is not None else self._found.size

    def _flush(self) -> None:
        held = self._held
        try:
            if self._file is None:
                self._file = self._open_again()
            self._file.append(held.tail[self._file.size - held.offset :])
        except LogError as error:
            self._trouble = str(error)
            return
        self._held, self._trouble = _Held(held.end, held.end.size), ""

    def _take_back_if_deleted(self) -> None:
        """Hold the whole log, to be written under its name again, if somebody has deleted it meanwhile."""
        file, held = self._file, self._held
        try:
            if file is None or not file.deleted:
                return
            whole = file.read_back() + held.tail[file.size - held.offset :]
        except OSError:
            return
        # In this order each is right with what is still as it was: Ctrl-C may come between them.
        self._held = _Held(held.end, 0, whole)
        self._found = ChainEnd()
        self._file = None
        file.close()

    def _open_again(self) -> LogFile:
        """The file that could not be opened before. Raises LogError, also if somebody else has written to it."""
        if not self._found.size:
            return LogFile.create(self._path)
        file = LogFile.open(self._path)
        try:
            _, end = read_sound(self._path)
        except BaseException:
            file.close()
            raise
        if end != self._found:
            file.close()
            raise LogError(f"{self._path}: another program has gone on with this log")
        file.keep(end.size)
        return file
