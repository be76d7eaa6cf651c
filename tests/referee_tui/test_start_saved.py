"""Matches in a folder of logs: who plays, how it stands, whether it was played to its end."""

from __future__ import annotations

import os
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest

from engine.record.records import FORMAT, Acted, Ended, Header, Noted, Observed, Record, Ruled, Stated, Undone
from engine.record.writer import LogWriter
from referee_tui.start.saved import left_lately, saved_match, saved_matches, unread_logs
from vision.sources import SourceError, open_source
from vision.sources.identity import cameras, others_words

if TYPE_CHECKING:
    from pathlib import Path

HEADER = Header(
    format=FORMAT, game="regista", options={}, board="regista-a2", software="touchline", teams={}, names={"B": "Ann"}
)
ACT = Acted(notation="B7-H10", source="typed")
OVER = Ruled(verdict="legal", events=[{"type": "full_time", "score": {"B": 2, "R": 1}, "winner": "B"}])


def at(blue: int, red: int) -> Stated:
    return Stated(position={"pieces": {}, "score": {"B": blue, "R": red}})


def log(folder: Path, name: str, *records: Record, age_s: float = 0.0) -> Path:
    path = folder / f"{name}.touchline.jsonl"
    writer = LogWriter.create(path)
    writer.append(0.0, list(records))
    writer.close()
    now = path.stat().st_mtime - age_s
    os.utime(path, (now, now))
    return path


@pytest.mark.parametrize(
    ("records", "score", "standing"),
    [
        ([HEADER], None, "untouched"),
        ([HEADER, at(0, 0)], (0, 0), "untouched"),
        ([HEADER, at(0, 0), Ended(reason="closed before the end")], (0, 0), "untouched"),
        ([HEADER, at(0, 0), ACT, at(0, 0)], (0, 0), "open"),
        ([HEADER, at(0, 0), at(1, 0), Ended(reason="interrupted")], (1, 0), "open"),
        ([HEADER, at(0, 0), at(1, 0), Ended(reason="the source ended")], (1, 0), "watched"),
        ([HEADER, at(0, 0), at(1, 0), Ended(reason="the source ended"), ACT, at(1, 0)], (1, 0), "open"),
        ([HEADER, at(1, 1), OVER, at(2, 1), Ended(reason="the source ended")], (2, 1), "finished"),
        ([HEADER, at(1, 1), OVER, at(2, 1), Undone(notation="B9!G23", source="typed"), at(1, 1)], (1, 1), "open"),
        ([HEADER, at(0, 0), *[Noted(text="x" * 900)] * 400, at(3, 0)], (3, 0), "open"),
    ],
)
def test_a_match(tmp_path: Path, records: list[Record], score: tuple[int, int] | None, standing: str) -> None:
    match = saved_match(log(tmp_path, "a", *records))
    assert match is not None
    assert (match.game, match.names, match.score, match.standing) == ("regista", {"B": "Ann"}, score, standing)


@pytest.mark.parametrize(
    ("name", "camera", "origin"),
    [
        ("demo-2026-11-30-1047", "", "demo"),
        ("regista-clip-1-2026-11-30-1047-2", "", "regista-clip-1"),
        ("regista-0-2026-11-30-1047", "HD Webcam", "HD Webcam"),
        ("final", "", "final"),
    ],
)
def test_where_a_match_came_from(name: str, camera: str, origin: str, tmp_path: Path) -> None:
    header = Header(
        format=FORMAT, game="regista", options={}, board="regista-a2", software="touchline", teams={}, camera=camera
    )
    match = saved_match(log(tmp_path, name, header, at(0, 0)))
    assert match is not None
    assert match.origin == origin


LOOK = Observed(frame=0, pieces=[], ball=None, dice=[])


@pytest.mark.parametrize(
    ("records", "typed"),
    [
        ([HEADER, at(0, 0), ACT, at(0, 0)], True),
        ([HEADER, at(0, 0), *[Noted(text="x" * 900)] * 400, at(3, 0)], True),
        ([HEADER, LOOK, at(0, 0), ACT, at(0, 0)], False),
        ([HEADER, LOOK, at(0, 0), *[Noted(text="x" * 900)] * 400, at(3, 0)], False),
        ([HEADER, at(0, 0), ACT, at(0, 0), LOOK], False),
        ([HEADER, Noted(text="light"), LOOK, at(0, 0)], False),
        ([HEADER], False),
    ],
    ids=["typed", "typed, long", "watched", "watched, long", "watched later", "a note first", "not begun"],
)
def test_a_match_that_was_typed_is_known_by_its_log(tmp_path: Path, records: list[Record], typed: bool) -> None:  # noqa: FBT001 - a case
    match = saved_match(log(tmp_path, "a", *records))
    assert match is not None
    assert match.typed == typed


def test_what_was_cut_off_in_writing_is_left_out(tmp_path: Path) -> None:
    path = log(tmp_path, "a", HEADER, at(1, 0), at(2, 0))
    path.write_bytes(path.read_bytes()[:-20])
    match = saved_match(path)
    assert match is not None
    assert match.score == (1, 0)


def test_those_that_can_be_gone_on_with_come_first_then_the_newest(tmp_path: Path) -> None:
    log(tmp_path, "old-open", HEADER, at(0, 0), ACT, at(0, 0), age_s=300)
    log(tmp_path, "new-over", HEADER, at(1, 0), OVER, age_s=10)
    log(tmp_path, "new-open", HEADER, at(0, 0), ACT, at(0, 0), age_s=100)
    log(tmp_path, "untouched", HEADER, at(0, 0), age_s=1)
    log(tmp_path, "old-over", HEADER, at(1, 0), OVER, age_s=200)
    names = [match.path.name.partition(".")[0] for match in saved_matches(tmp_path)]
    assert names == ["new-open", "old-open", "untouched", "new-over", "old-over"]


@pytest.mark.parametrize("raw", [b"", b"no log\n", b"{}\n", b"\xff\xfe\n" * 50, b'{"seq":0,"t":0,"type":"note"}\n'])
def test_what_is_no_log_is_left_out(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "x.touchline.jsonl").write_bytes(raw)
    (tmp_path / "folder.touchline.jsonl").mkdir()
    assert saved_matches(tmp_path) == ()
    assert set(unread_logs(tmp_path, ())) == {"x.touchline.jsonl", "folder.touchline.jsonl"}


def test_a_link_to_nowhere_hides_no_other(tmp_path: Path) -> None:
    there = log(tmp_path, "there", HEADER)
    (tmp_path / "gone.touchline.jsonl").symlink_to(tmp_path / "nowhere")
    matches = saved_matches(tmp_path)
    assert [match.path for match in matches] == [there]
    assert unread_logs(tmp_path, matches) == ("gone.touchline.jsonl",)


def test_a_folder_that_is_not_there_has_no_matches(tmp_path: Path) -> None:
    assert saved_matches(tmp_path / "nowhere") == ()
    assert unread_logs(tmp_path / "nowhere", ()) == ()


@pytest.mark.parametrize("score", [None, 3, {"B": "many"}, {"B": 1}])
def test_a_score_of_another_form_is_none(tmp_path: Path, score: Any) -> None:  # noqa: ANN401 - whatever a log may hold
    match = saved_match(log(tmp_path, "a", HEADER, Stated(position={"score": score})))
    assert match is not None
    assert match.score == (0, 0)


def test_cameras_are_listed_once_each_by_name(tmp_path: Path) -> None:
    for number, name, index in ((0, "HD Webcam: HD Webcam", 0), (1, "HD Webcam: HD Webcam", 1), (4, "Integrated", 0)):
        device = tmp_path / f"video{number}"
        device.mkdir()
        (device / "name").write_text(f"{name}\n")
        (device / "index").write_text(f"{index}\n")
    assert [(camera.source, camera.name) for camera in cameras(system=tmp_path, by_id=tmp_path)] == [
        ("0", "HD Webcam"),
        ("4", "Integrated"),
    ]
    assert cameras(system=tmp_path / "nowhere") == ()
    assert others_words("7", system=tmp_path, by_id=tmp_path) == "0 (HD Webcam), 4 (Integrated)"
    assert others_words("/dev/video0", system=tmp_path, by_id=tmp_path) == "4 (Integrated)"
    assert others_words("7", system=tmp_path / "nowhere", by_id=tmp_path) == ""


def test_a_camera_that_cannot_be_opened_is_told_with_those_that_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.sources.camera.others_words", lambda text: f"0 (HD Webcam) but {text}")
    with pytest.raises(SourceError, match=r"no other program uses it; there are 0 \(HD Webcam\) but 999\.$"):
        open_source("999")


@pytest.mark.parametrize(
    ("age_s", "records", "game", "left"),
    [
        (60.0, [HEADER, at(1, 0), ACT, at(1, 0)], "regista", True),
        (60.0, [HEADER, at(1, 0), ACT, at(1, 0)], "soccer-fun", False),
        (60.0, [HEADER, at(1, 0)], "regista", False),
        (60.0, [HEADER, at(2, 1), OVER], "regista", False),
        (60.0, [HEADER], "regista", False),
        (2 * 86400.0, [HEADER, at(1, 0), ACT, at(1, 0)], "regista", False),
    ],
    ids=["left", "another game", "untouched", "over", "never begun", "long ago"],
)
def test_who_left_a_match_lately_is_reminded(
    age_s: float, records: list[Record], game: str, tmp_path: Path, *, left: bool
) -> None:
    log(tmp_path, "a", *records, age_s=age_s)
    found = left_lately(tmp_path, game, datetime.now().astimezone())
    assert (found is not None) is left
