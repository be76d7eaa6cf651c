"""A log that the disk refuses: held in memory, written when it can be, the same bytes as if nothing had been."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.record.errors import LogBusyError, LogError, LogExistsError, LogUnwrittenError
from engine.record.patient import PatientLog
from engine.record.reader import read_log
from engine.record.records import Header, Noted, Record
from engine.record.writer import LogWriter

if TYPE_CHECKING:
    from engine.record.chain import Written

HEADER = Header(format=1, game="regista", options={}, board="regista-a2", software="t", teams={"B": "Blue"})
BATCHES: tuple[list[Record], ...] = (
    [HEADER], [Noted(text="one")], [Noted(text="two"), Noted(text="x" * 5000)], [Noted(text="three")],
)  # fmt: skip


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "m.touchline.jsonl"


@pytest.fixture
def undisturbed(tmp_path: Path) -> bytes:
    """The log of all batches on a disk that works."""
    path = tmp_path / "undisturbed.jsonl"
    with LogWriter.create(path) as writer:
        for t, batch in enumerate(BATCHES):
            writer.append(t, batch)
    return path.read_bytes()


class Disk:
    """Refuses to be written, in several ways, for as long as it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.refuses: OSError | None = None
        self.room = 0
        self._write, self._open = os.write, os.open
        monkeypatch.setattr(os, "write", self.write)
        monkeypatch.setattr(os, "open", self.open)

    def fill(self, room: int = 0) -> None:
        """Full, but for so many bytes."""
        self.refuses, self.room = OSError(errno.ENOSPC, "No space left on device"), room

    def forbid(self) -> None:
        """Read only."""
        self.refuses = OSError(errno.EROFS, "Read-only file system")

    def mend(self) -> None:
        self.refuses = None

    def write(self, descriptor: int, data: bytes) -> int:
        if self.refuses is None:
            return self._write(descriptor, data)
        if self.room <= 0 or self.refuses.errno != errno.ENOSPC:
            raise self.refuses
        part = bytes(data)[: self.room]
        self.room -= len(part)
        return self._write(descriptor, part)

    def open(self, path: str | Path, flags: int, mode: int = 0o777) -> int:
        if self.refuses is not None and self.refuses.errno == errno.EROFS and flags & os.O_RDWR:
            raise self.refuses
        return self._open(path, flags, mode)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


REFUSALS: tuple[Callable[[Disk], None], ...] = (Disk.fill, lambda disk: disk.fill(100), Disk.forbid)
ids = ("full", "room for half a record", "read only")


@pytest.mark.parametrize("refuse", REFUSALS, ids=ids)
@pytest.mark.parametrize("after", range(len(BATCHES)))
def test_what_was_refused_is_written_when_it_can_be(
    log: Path, disk: Disk, undisturbed: bytes, refuse: Callable[[Disk], None], after: int
) -> None:
    refuse(disk)
    disk_was = disk.refuses
    if after:
        disk.mend()
    patient = PatientLog.create(log)
    for t, batch in enumerate(BATCHES):
        if t == after:
            disk.refuses = disk_was
        patient.append(t, batch)
        assert bool(patient.trouble) == (t >= after)
    assert "m.touchline.jsonl: the log cannot be" in patient.trouble
    assert undisturbed.startswith(log.read_bytes() if log.exists() else b"")
    disk.mend()
    patient.retry()
    assert patient.trouble == ""
    patient.close()
    assert log.read_bytes() == undisturbed


def test_the_next_record_brings_the_held_ones_with_it(log: Path, disk: Disk, undisturbed: bytes) -> None:
    patient = PatientLog.create(log)
    patient.append(0, BATCHES[0])
    disk.fill(10)
    patient.append(1, BATCHES[1])
    patient.append(2, BATCHES[2])
    disk.mend()
    patient.append(3, BATCHES[3])
    assert (patient.trouble, log.read_bytes()) == ("", undisturbed)
    patient.close()


def test_what_cannot_be_written_to_the_end_is_saved_elsewhere(
    log: Path, disk: Disk, undisturbed: bytes, tmp_path: Path
) -> None:
    patient = PatientLog.create(log)
    patient.append(0, BATCHES[0])
    disk.fill()
    for t, batch in enumerate(BATCHES[1:], 1):
        patient.append(t, batch)
    with pytest.raises(LogUnwrittenError, match=r"No space left on device\); its last records were held in memory"):
        patient.close()
    patient.close()
    disk.mend()
    patient.rescue(tmp_path / "elsewhere.jsonl")
    assert (tmp_path / "elsewhere.jsonl").read_bytes() == undisturbed
    with pytest.raises(LogExistsError):
        patient.rescue(tmp_path / "elsewhere.jsonl")


def test_a_log_in_a_place_for_reading_only_is_taken_up_in_memory(log: Path, disk: Disk, undisturbed: bytes) -> None:
    log.write_bytes(undisturbed + b'{"seq":')
    disk.forbid()
    patient, read = PatientLog.resume(log)
    assert len(read.lines) == 5
    patient.append(9, [Noted(text="on")])
    assert "Read-only file system" in patient.trouble
    disk.mend()
    patient.close()
    texts = [record.text for record in read_log(log).records if isinstance(record, Noted)]
    assert texts[-2:] == ["7 bytes of a record cut off in writing were removed", "on"]
    assert log.read_bytes().startswith(undisturbed)


def test_a_log_that_somebody_else_went_on_with_meanwhile_is_left_to_them(
    log: Path, disk: Disk, undisturbed: bytes
) -> None:
    log.write_bytes(undisturbed)
    disk.forbid()
    patient, _ = PatientLog.resume(log)
    patient.append(9, [Noted(text="on")])
    disk.mend()
    with LogWriter.resume(log)[0] as other:
        other.append(9, [Noted(text="theirs")])
    theirs = log.read_bytes()
    patient.retry()
    assert patient.trouble.endswith("another program has gone on with this log")
    assert log.read_bytes() == theirs


def test_what_is_wrong_with_the_name_or_the_file_is_refused_at_once(log: Path, tmp_path: Path) -> None:
    with pytest.raises(LogError, match="cannot be opened for writing"):
        PatientLog.create(tmp_path)
    log.write_text("milk\n")
    with pytest.raises(LogExistsError):
        PatientLog.create(log)
    with pytest.raises(LogError, match="line 1"):
        PatientLog.resume(log)
    log.unlink()
    with LogWriter.create(log), pytest.raises(LogBusyError):
        PatientLog.create(log)


def test_a_log_whose_first_line_was_cut_off_is_as_good_as_empty(log: Path) -> None:
    log.write_bytes(b'{"seq":0,"t":0.0,"ty')
    patient, read = PatientLog.resume(log)
    assert read.lines == ()
    patient.append(0, [HEADER])
    patient.close()
    assert list(read_log(log).records) == [HEADER]


@pytest.mark.parametrize("full", [False, True])
def test_every_record_is_heard_in_order_as_it_stands_in_the_log(
    log: Path, disk: Disk, undisturbed: bytes, *, full: bool
) -> None:
    heard: list[Written] = []
    patient = PatientLog.create(log, heard.append)
    for t, batch in enumerate(BATCHES):
        patient.append(t, batch)
        if full:
            disk.fill()
    assert [each.line for each in heard] == undisturbed.splitlines()
    disk.mend()
    patient.close()


@pytest.mark.parametrize("held", [False, True])
def test_ctrl_c_leaves_all_of_a_batch_or_nothing(
    log: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch, *, held: bool
) -> None:
    patient = PatientLog.create(log)
    patient.append(0, BATCHES[0])
    if held:
        disk.fill()
        patient.append(1, [Noted(text="held")])
        disk.mend()

    def stopped(_descriptor: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", stopped)
        with pytest.raises(KeyboardInterrupt):
            patient.append(2, [Noted(text="never said")])
    patient.append(3, [Noted(text="after")])
    patient.close()
    expected = [HEADER, *([Noted(text="held")] if held else []), Noted(text="after")]
    assert list(read_log(log).records) == expected
    assert [line.fault for line in read_log(log).lines] == [None] * len(expected)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the limit is set in a process of its own")
def test_a_limit_of_the_system_on_the_file_is_told_and_not_fatal(log: Path) -> None:
    """The real thing: no file of this process may grow beyond 2 kB (as with a quota)."""
    import resource  # noqa: PLC0415 - not on every system

    child = os.fork()
    if child == 0:
        status = 1
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (2048, resource.RLIM_INFINITY))
            patient = PatientLog.create(log)
            patient.append(0, [HEADER, Noted(text="x" * 3000)])
            told = "File too large" in patient.trouble and log.read_bytes() == b""
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            patient.close()
            status = 0 if told else 2
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert len(read_log(log).lines) == 2


@pytest.mark.skipif(os.name != "posix", reason="an open file cannot be deleted there")
@pytest.mark.parametrize("deleted_after", range(1, len(BATCHES) + 1))
@pytest.mark.parametrize("full", [False, True])
def test_a_log_that_somebody_deletes_is_written_again(
    log: Path, undisturbed: bytes, disk: Disk, deleted_after: int, *, full: bool
) -> None:
    writer = PatientLog.create(log)
    for t, batch in enumerate(BATCHES):
        if full and t + 1 == deleted_after:
            disk.fill(room=7)
        writer.append(t, batch)
        if t + 1 == deleted_after:
            log.unlink()
            disk.mend()
    writer.close()
    assert writer.trouble == ""
    assert log.read_bytes() == undisturbed


@pytest.mark.skipif(os.name != "posix", reason="an open file cannot be deleted there")
def test_a_log_whose_folder_is_deleted_is_saved_elsewhere(tmp_path: Path, undisturbed: bytes) -> None:
    folder, elsewhere = tmp_path / "folder", tmp_path / "elsewhere.jsonl"
    folder.mkdir()
    writer = PatientLog.create(folder / "m.jsonl")
    for t, batch in enumerate(BATCHES):
        writer.append(t, batch)
        if t == 1:
            (folder / "m.jsonl").unlink()
            folder.rmdir()
    assert "No such file" in writer.trouble
    with pytest.raises(LogUnwrittenError):
        writer.close()
    writer.rescue(elsewhere)
    assert elsewhere.read_bytes() == undisturbed


@pytest.mark.skipif(os.name != "posix", reason="an open file cannot be deleted there")
def test_a_deleted_log_is_not_written_over_another_one_of_its_name(log: Path) -> None:
    writer = PatientLog.create(log)
    writer.append(0.0, [HEADER])
    log.unlink()
    log.write_bytes(b"another match")
    writer.append(1.0, [Noted(text="one")])
    assert "has a match in it already" in writer.trouble
    with pytest.raises(LogUnwrittenError):
        writer.close()
    assert log.read_bytes() == b"another match"
