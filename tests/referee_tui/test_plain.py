"""A match without a screen."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from engine.games import load_ruleset
from engine.match import Position, Score
from engine.referee.values import Say
from referee_tui import cli
from referee_tui.commands import begin as begin_command
from referee_tui.following.update import SessionUpdate
from referee_tui.places import new_log_path
from referee_tui.plain import closing_lines, follow, for_whoever_reads
from referee_tui.plain_standing import standing_of
from referee_tui.progress import progress_bar
from referee_tui.streams import OutputError, ReaderGoneError
from referee_tui.texts import texts
from referee_tui.words import clock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

POSITION = Position(pieces={"B7": "H10"}, ball="H10", score=Score(2, 1))


SAYS = (Say("action", "B9!H22"), Say("goal", "Goal for Blue"), Say("note", "In step again"))


def updates() -> Iterator[SessionUpdate]:
    yield SessionUpdate(0.5, "SETTLING", None, (), "")
    yield SessionUpdate(64.0, "IN STEP", POSITION, SAYS, "")
    yield SessionUpdate(70.0, "IN STEP", POSITION, (), "")


def test_every_ruling_is_one_line_with_its_time() -> None:
    said: list[str] = []
    last = follow(updates(), said.append, lambda _: None)
    assert said == ["   1:04  B9!H22 · Goal for Blue", "   1:04  In step again"]
    assert last is not None
    assert last.t == 70.0


@pytest.mark.parametrize("fault", [ReaderGoneError("gone."), OutputError("disk full.")])
def test_a_match_is_followed_on_when_nobody_reads_its_lines(fault: OutputError) -> None:
    said: list[str] = []
    warned: list[str] = []

    def out(line: str) -> None:
        if said:
            raise fault
        said.append(line)

    last = follow(updates(), for_whoever_reads(out, warned.append), lambda _: None)
    assert last is not None
    assert last.t == 70.0
    assert said == ["   1:04  B9!H22 · Goal for Blue"]
    assert warned == [f"{fault} The match is followed on; its log has everything."]


def test_an_interrupted_watch_ends_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    import numpy as np  # noqa: PLC0415 - only to make a picture
    from PIL import Image  # noqa: PLC0415 - as above

    Image.fromarray(np.full((90, 160, 3), 120, np.uint8)).save(tmp_path / "frame.png")
    log = tmp_path / "match.touchline.jsonl"

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("referee_tui.following.session.Session._follow", stopped)
    assert cli.run(["watch", str(tmp_path / "frame.png"), "--headless", "--log", str(log)]) == 0
    out, err = capfd.readouterr()
    assert str(log) in out
    assert err.splitlines()[-1] == "touchline: interrupted; the log is complete up to here."
    assert json.loads(log.read_text(encoding="utf-8").splitlines()[-1])["reason"] == "interrupted"
    assert cli.run(["log", "verify", str(log)]) == 0


@pytest.mark.parametrize(("position", "first"), [(None, "No match was seen."), (POSITION, "Score: blue 2, red 1")])
def test_the_last_lines_are_score_and_log(position: Position | None, first: str, tmp_path: Path) -> None:
    assert closing_lines(position, tmp_path) == [first, f"Log: {tmp_path}"]


@pytest.mark.parametrize("duration_s", [80.0, None], ids=["film", "camera"])
def test_the_progress_bar_keeps_to_stderr(duration_s: float | None, capfd: pytest.CaptureFixture[str]) -> None:
    with progress_bar(duration_s) as show:
        follow(updates(), lambda _: None, show)
    out, err = capfd.readouterr()
    assert out == ""
    assert err.lstrip().startswith("ended")


def test_new_logs_never_take_a_name_that_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import UTC, datetime  # noqa: PLC0415 - only this test tells the time

    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path)
    now = datetime(2026, 11, 29, 22, 5, tzinfo=UTC)
    first = new_log_path("demo", now)
    assert first == tmp_path / "logs" / "demo-2026-11-29-2205.touchline.jsonl"
    # It is there already: another match that begins in the same minute cannot take the name.
    assert first.read_bytes() == b""
    assert new_log_path("demo", now).name == "demo-2026-11-29-2205-2.touchline.jsonl"


@pytest.mark.parametrize(
    ("source", "name"),
    [("0", "regista-0"), ("films/My Match.mp4", "regista-My-Match"), ("rtsp://cam/stream?x=1", "regista-stream-x-1"),
     ("/", "regista-match")],
)  # fmt: skip
def test_a_log_is_named_after_its_source(source: str, name: str) -> None:
    assert begin_command._name("regista", source) == name


@pytest.mark.parametrize(("seconds", "words"), [(-1, "0:00"), (59.9, "0:59"), (75, "1:15"), (3753, "1:02:33")])
def test_clock(seconds: float, words: str) -> None:
    assert clock(seconds) == words


def test_the_sides_are_called_by_their_names(tmp_path: Path) -> None:
    rules = load_ruleset("regista")
    position = rules.read_position({"pieces": {"B9": "G20", "R1": "H21"}, "ball": "G20", "turn": "R"})
    names = {"R": "Ben"}
    assert closing_lines(position, tmp_path, names=names)[0] == "Score: blue 0, Ben 0"
    update = SessionUpdate(0.0, "IN STEP", position, (), "")
    assert standing_of(rules, update, texts("plain"), names=names).turn == "turn 1 of 15, Ben to play"
