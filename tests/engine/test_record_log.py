"""The match log on disk: written whole or not at all, chained, one writer, torn ends cut off."""

import errno
import hashlib
import json
import os
import stat
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.record.bounds import MAX_LINE_BYTES
from engine.record.bundle import pack, unpack
from engine.record.chain import FIRST_PREV
from engine.record.errors import LogBusyError, LogError, LogExistsError
from engine.record.evidence import digest_beside, evidence_folder
from engine.record.patient import PatientLog
from engine.record.reader import read_log
from engine.record.records import Acted, Header, Noted, Rolled, Ruled
from engine.record.writer import LogWriter

HEADER = Header(
    format=1, game="regista", options={"length": "standard"}, board="regista-a2", software="t", teams={"B": "Blue"}
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "m.touchline.jsonl"


def written(path: Path, *notes: str) -> Path:
    with LogWriter.create(path) as writer:
        writer.append(0.0, [HEADER])
        for k, note in enumerate(notes):
            writer.append(k + 1.0, [Noted(text=note)])
    return path


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def test_lines_have_the_form_of_the_contract_and_chain(log: Path) -> None:
    with LogWriter.create(log) as writer:
        writer.append(0.0, [HEADER])
        writer.append(
            4.2091,
            [
                Acted(notation="B9xR8", source="seen"),
                Rolled(source="seen", cause="tackle", B=6, R=2),
                Ruled(verdict="legal", events=[{"type": "tackle"}]),
            ],
        )
    raw = lines(log)
    records = [json.loads(line) for line in raw]
    assert [r["seq"] for r in records] == [0, 1, 2, 3]
    assert [r["type"] for r in records] == ["header", "action", "roll", "ruling"]
    assert [r["t"] for r in records] == [0.0, 4.209, 4.209, 4.209]
    assert records[2]["for"] == "tackle"
    assert (records[2]["B"], records[2]["R"]) == (6, 2)
    assert [r["prev"] for r in records] == [FIRST_PREV, *(hashlib.sha256(line).hexdigest() for line in raw[:-1])]
    assert log.read_bytes().endswith(b"}\n")


def test_a_log_with_a_match_in_it_is_not_overwritten(log: Path) -> None:
    before = written(log, "one").read_bytes()
    with pytest.raises(LogExistsError, match=r"has a match in it already"):
        LogWriter.create(log)
    assert log.read_bytes() == before


def test_an_empty_file_may_be_written(log: Path) -> None:
    log.touch()
    written(log, "one")
    assert len(lines(log)) == 2


def test_one_writer(log: Path) -> None:
    with LogWriter.create(log) as writer:
        writer.append(0.0, [HEADER])
        with pytest.raises(LogBusyError, match=r"another program .*; leave the match there"):
            LogWriter.resume(log)
    LogWriter.resume(log)[0].close()


@pytest.mark.parametrize("where", ["no/such/folder/m.jsonl", "."])
def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path, where: str) -> None:
    with pytest.raises(LogError, match="cannot be opened for writing") as caught:
        LogWriter.create(tmp_path / where)
    assert "\n" not in str(caught.value)


def test_a_full_disk_leaves_whole_lines_only(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = LogWriter.create(log)
    writer.append(0.0, [HEADER])
    before = log.read_bytes()
    real_write, calls = os.write, []

    def full(descriptor: int, data: bytes) -> int:
        calls.append(len(data))
        if len(calls) > 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real_write(descriptor, bytes(data)[:7])

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(LogError, match="No space left on device"):
        writer.append(1.0, [Noted(text="x" * 100)])
    monkeypatch.undo()
    assert log.read_bytes() == before
    writer.append(2.0, [Noted(text="space was made")])
    writer.close()
    assert [line.fault for line in read_log(log).lines] == [None, None]


@pytest.mark.parametrize("where", ["write", "fsync", "after fsync"])
def test_ctrl_c_in_the_middle_of_a_write_leaves_whole_lines_only(
    log: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """The interrupted batch is longer than the record after it: nothing of it may show behind that one."""
    real_write, real_sync = os.write, os.fsync

    def stopped_write(descriptor: int, data: bytes) -> int:
        monkeypatch.setattr(os, "write", real_write)
        real_write(descriptor, bytes(data)[:-9])
        raise KeyboardInterrupt

    def stopped_sync(descriptor: int) -> None:
        monkeypatch.setattr(os, "fsync", real_sync)
        if where == "after fsync":
            real_sync(descriptor)
        raise KeyboardInterrupt

    with LogWriter.create(log) as writer:
        writer.append(0.0, [HEADER])
        name, stopped = ("write", stopped_write) if where == "write" else ("fsync", stopped_sync)
        monkeypatch.setattr(os, name, stopped)
        with pytest.raises(KeyboardInterrupt):
            writer.append(1.0, [Noted(text="x" * 300), Noted(text="y" * 300)])
        assert [line.record for line in read_log(log).lines] == [HEADER]
        writer.append(2.0, [Noted(text="stopped")])
    read = read_log(log)
    assert not read.torn
    assert [line.record for line in read.lines] == [HEADER, Noted(text="stopped")]
    assert [line.seq for line in read.lines] == [0, 1]
    LogWriter.resume(log)[0].close()


def test_ctrl_c_that_cannot_be_tidied_up_after_is_tidied_up_by_the_next_record(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_descriptor: int) -> None:
        raise KeyboardInterrupt

    def broken(_descriptor: int, _size: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with LogWriter.create(log) as writer:
        writer.append(0.0, [HEADER])
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", stopped)
            patch.setattr(os, "ftruncate", broken)
            with pytest.raises(KeyboardInterrupt):
                writer.append(1.0, [Noted(text="x" * 300)])
        writer.append(2.0, [Noted(text="stopped")])
    assert [line.record for line in read_log(log).lines] == [HEADER, Noted(text="stopped")]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Every descriptor that is opened from here on."""
    descriptors: list[int] = []
    real_open = os.open

    def noting(path: str | Path, flags: int, mode: int = 0o777) -> int:
        descriptors.append(real_open(path, flags, mode))
        return descriptors[-1]

    monkeypatch.setattr(os, "open", noting)
    return descriptors


def is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


@pytest.mark.skipif(sys.platform == "win32", reason="flock is POSIX")
@pytest.mark.parametrize("code", [errno.ENOLCK, errno.ENOTSUP])
def test_a_disk_without_locks_is_one_sentence(
    log: Path, monkeypatch: pytest.MonkeyPatch, opened: list[int], code: int
) -> None:
    def no_lock(_descriptor: int, _operation: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr("fcntl.flock", no_lock)
    with pytest.raises(LogError, match=r"m\.touchline\.jsonl: the log cannot be locked .*keep it on a disk of this"):
        LogWriter.create(log)
    assert opened
    assert not any(map(is_open, opened))


def folder_sync_fails(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    real_sync = os.fsync

    def sync(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(code, os.strerror(code))
        real_sync(descriptor)

    monkeypatch.setattr(os, "fsync", sync)


@pytest.mark.skipif(os.name != "posix", reason="only POSIX can sync a folder")
@pytest.mark.parametrize("code", [errno.EINVAL, errno.EACCES])
def test_a_folder_that_cannot_be_synced_can_hold_a_log(
    log: Path, monkeypatch: pytest.MonkeyPatch, opened: list[int], code: int
) -> None:
    folder_sync_fails(monkeypatch, code)
    written(log, "one")
    assert [line.fault for line in read_log(log).lines] == [None, None]
    assert not any(map(is_open, opened))


@pytest.mark.skipif(os.name != "posix", reason="only POSIX can sync a folder")
def test_a_failing_disk_is_one_sentence(log: Path, monkeypatch: pytest.MonkeyPatch, opened: list[int]) -> None:
    folder_sync_fails(monkeypatch, errno.EIO)
    with pytest.raises(LogError, match="the log cannot be created"):
        LogWriter.create(log)
    assert not any(map(is_open, opened))


def test_what_is_written_is_on_the_disk_when_append_returns(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    real_write, real_sync = os.write, os.fsync
    with LogWriter.create(log) as writer:
        monkeypatch.setattr(os, "write", lambda d, data: (order.append("write"), real_write(d, data))[1])
        monkeypatch.setattr(os, "fsync", lambda d: (order.append("fsync"), real_sync(d))[1])
        writer.append(0.0, [HEADER])
        order.append("returned")
    assert order == ["write", "fsync", "returned"]


@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_cut_anywhere_a_log_reads_up_to_there_and_is_resumed(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """As after a kill or a pulled plug: whole lines stay, the torn one goes, and a note says so."""
    log = written(tmp_path_factory.mktemp("cut") / "m.jsonl", "one", "zwei", "τρία")
    whole = log.read_bytes()
    cut = data.draw(st.integers(0, len(whole)))
    log.write_bytes(whole[:cut])
    complete = whole[:cut].count(b"\n")
    torn = cut - (whole.rfind(b"\n", 0, cut) + 1)
    seen = read_log(log)
    assert len(seen.lines) == complete
    assert len(seen.torn) == torn
    writer, _ = LogWriter.resume(log)
    with writer:
        writer.append(9.0, [Noted(text="on we go")])
    again = read_log(log)
    assert not again.torn
    assert [line.fault for line in again.lines] == [None] * len(again.lines)
    assert [line.seq for line in again.lines] == list(range(complete + (1 if torn else 0) + 1))
    assert log.read_bytes().startswith(whole[: cut - torn])


def test_nothing_is_appended_behind_a_fault(log: Path) -> None:
    written(log, "one", "two")
    changed = log.read_bytes().replace(b'"one"', b'"eno"')
    log.write_bytes(changed)
    with pytest.raises(LogError, match="line 2: was changed after it was written"):
        LogWriter.resume(log)
    assert log.read_bytes() == changed


def test_a_file_name_that_is_no_text_stands_in_a_sentence_as_an_escape(log: Path) -> None:
    with LogWriter.create(log) as writer:
        writer.append(0.0, [Noted(text="\udcff.mp4 breaks off"), Noted(text="é")])
    assert [line.fields["text"] for line in read_log(log).lines] == [r"\udcff.mp4 breaks off", "é"]


def test_time_never_runs_backwards(log: Path) -> None:
    with LogWriter.create(log) as writer:
        writer.append(5.0, [HEADER])
        writer.append(3.0, [Noted(text="late")])
    assert [line.t for line in read_log(log).lines] == [5.0, 5.0]


def test_keys_and_types_of_a_newer_program_are_kept(log: Path) -> None:
    written(log)
    prev = hashlib.sha256(lines(log)[-1]).hexdigest()
    more = [
        {"seq": 1, "t": 1.0, "type": "note", "text": "hi", "mood": [1, {"a": None}], "prev": prev},
        {"seq": 2, "t": 1.0, "type": "hologram", "beams": 3, "prev": "0" * 64},
    ]
    with log.open("a") as file:
        file.writelines(json.dumps(line) + "\n" for line in more)
    _, note, unknown = read_log(log).lines
    assert note.record == Noted(text="hi")
    assert note.fields["mood"] == [1, {"a": None}]
    assert unknown.record is None
    assert unknown.fields["beams"] == 3
    assert "hologram" in (unknown.fault or "")


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"null", id="null"),
        pytest.param(b"[1]", id="list"),
        pytest.param(b"{", id="open"),
        pytest.param(b'{"seq": "one"}', id="wrong type"),
        pytest.param(b"\xff\xfe", id="no text"),
        pytest.param(b'{"seq":1,"t":NaN,"type":"note","prev":""}', id="not a number"),
        pytest.param(b"[" * 9999, id="nested"),
    ],
)
def test_rubbish_is_reported_and_never_raised(log: Path, line: bytes) -> None:
    written(log)
    log.write_bytes(log.read_bytes() + line + b"\n")
    assert read_log(log).lines[1].fault


def test_a_file_that_is_no_log_is_not_read_into_memory(log: Path) -> None:
    log.write_bytes(b"x" * (MAX_LINE_BYTES + 2))
    with pytest.raises(LogError, match="this is not a match log"):
        read_log(log)


def test_nothing_is_written_that_would_not_be_read(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with LogWriter.create(log) as writer:
        writer.append(0.0, [HEADER])
        size = log.stat().st_size
        for module in ("reader", "writer"):
            monkeypatch.setattr(f"engine.record.{module}.MAX_LOG_BYTES", size + 300)
        with pytest.raises(LogError, match="the log is full"):
            writer.append(1.0, [Noted(text="x" * 300)])
        writer.append(2.0, [Noted(text="short")])
    assert [line.record for line in read_log(log).lines] == [HEADER, Noted(text="short")]
    log.write_bytes(log.read_bytes() * 2)
    with pytest.raises(LogError, match=r"is larger than .* MB"):
        read_log(log)


def test_a_line_that_is_made_to_take_memory_is_no_record(log: Path) -> None:
    written(log)
    head = b'{"seq":1,"t":0.0,"type":"state","prev":"","position":{"pieces":'
    log.write_bytes(
        log.read_bytes() + head + b"[" + b"[]," * 1000 + b"[]]}}\n" + head + b"[" + b"7," * 5000 + b"7]}}\n"
    )
    assert [line.record is None for line in read_log(log).lines] == [False, True, False]


def test_a_log_has_so_many_lines_and_no_more(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("reader", "writer"):
        monkeypatch.setattr(f"engine.record.{module}.MAX_LINES", 3)
    with LogWriter.create(log) as writer:
        writer.append(0.0, [HEADER, Noted(text="one"), Noted(text="two")])
        with pytest.raises(LogError, match="the log is full"):
            writer.append(1.0, [Noted(text="three")])
    assert len(read_log(log).lines) == 3
    log.write_bytes(log.read_bytes() + b"\n")
    with pytest.raises(LogError, match="has more than 3 lines"):
        read_log(log)


def test_a_log_that_is_not_there(log: Path) -> None:
    with pytest.raises(LogError, match="cannot be read"):
        read_log(log)
    with pytest.raises(LogError, match="no such log"):
        LogWriter.resume(log)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_a_pipe_is_no_place_for_a_log_and_nobody_waits_for_it(log: Path) -> None:
    os.mkfifo(log)
    for use in (LogWriter.create, LogWriter.resume, PatientLog.create, PatientLog.resume, read_log, log_in_bundle):
        with pytest.raises(LogError, match="is a pipe or a device"):
            use(log)
    # Nor is one among the pictures behind the rulings.
    match = written(log.with_name("n.touchline.jsonl"))
    evidence_folder(match).mkdir()
    os.mkfifo(evidence_folder(match) / "000001.jpg")
    assert digest_beside(match, 1) is None
    with pytest.raises(LogError, match="is a pipe or a device"):
        pack(log.with_name("b.zip"), match, [], [log])


def log_in_bundle(path: Path) -> None:
    unpack(path, path.with_name("unpacked"))
