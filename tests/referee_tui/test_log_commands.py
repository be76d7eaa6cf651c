"""``touchline log``: verify, show, export."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest

from engine.game_reader import read_game
from engine.games import load_ruleset
from engine.notation import parse_action
from engine.record.records import FORMAT, Acted, Ended, Header, Rolled, Ruled, Stated
from engine.record.writer import LogWriter
from referee_tui import cli

if TYPE_CHECKING:
    from pathlib import Path

RULES = load_ruleset("regista")
START = RULES.read_position(
    {"pieces": {"B1": "H2", "B9": "H11", "B8": "H8", "R1": "H21", "R4": "C18"}, "ball": "H11", "turn": "B"}
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A pass, an illegal move, a move, a long pass with its die."""
    path = tmp_path / "match.touchline.jsonl"
    with LogWriter.create(path) as writer:
        header = Header(
            format=FORMAT, game="regista", options=dict(RULES.options), board="regista-a2", software="touchline test",
            teams={"B": "Blue", "R": "Red"},
        )  # fmt: skip
        writer.append(0.0, [header, Stated(position=RULES.write_position(START))])
        position = START
        for t, notation in ((4.0, "B9>H8"), (9.5, "B9-H12"), (14.0, "B8>H14")):
            ruling = RULES.act(position, parse_action(notation))
            assert ruling, notation
            position = ruling.position
            events = [{"type": event.type, **event.data} for event in ruling.events]
            writer.append(t, [Acted(notation=notation, source="seen"), Ruled(verdict="legal", events=events)])
        writer.append(16.0, [Rolled(source="seen", cause="deviation", faces=[6])])
        refused = Ruled(verdict="illegal", rule="move.range", reason="too far", notation="R4-C13")
        writer.append(20.0, [refused, Ended(reason="the source ended")])
    return path


def run(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.run(["log", *arguments])
    out, err = capfd.readouterr()
    return code, out, err


def test_a_sound_log_verifies(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capfd, "verify", str(log))
    assert (code, err) == (0, "")
    assert "3 actions played again" in out
    code, out, _ = run(capfd, "verify", str(log), "--json")
    assert json.loads(out) == {"sound": True, "lines": 11, "actions": 3, "ended": True, "faults": []}


def test_records_that_were_taken_off_the_end_leave_a_log_without_its_end(
    log: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-2]))
    code, out, err = run(capfd, "verify", str(log))
    assert code == 0
    assert "sound; 9 records" in out
    assert (
        err
        == f"touchline: {log}: has no end: the match goes on, was stopped by force, or its last records are missing.\n"
    )
    assert json.loads(run(capfd, "verify", str(log), "--json")[1])["ended"] is False


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"B9>H8", b"B9>H9"), (b'"faces":[6]', b'"faces":[1]'), (b'"B9":"H11"', b'"B9":"H10"')],
    ids=["an action", "a die", "the start"],
)
def test_a_changed_log_does_not(log: Path, old: bytes, new: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    text = log.read_bytes()
    assert old in text
    log.write_bytes(text.replace(old, new, 1))
    code, out, err = run(capfd, "verify", str(log))
    assert code == 1
    assert out.startswith("line ")
    assert "not sound" in err
    assert len(err.splitlines()) == 1
    code, out, _ = run(capfd, "verify", str(log), "--json")
    assert code == 1
    assert json.loads(out)["sound"] is False


def test_show_has_a_line_a_record(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capfd, "show", str(log))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 11
    assert lines[2] == "   0:04  action     B9>H8"
    assert "roll       deviation: 6" in lines[8]
    assert "ILLEGAL R4-C13 move.range: too far" in lines[9]


@pytest.mark.parametrize("arguments", [["show"], ["export", "--to", "txt"], ["export", "--to", "json"]])
def test_a_changed_log_is_shown_with_a_warning(
    log: Path, arguments: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    log.write_bytes(log.read_bytes().replace(b"B9>H8", b"B9>H9", 1))
    code, out, err = run(capfd, *arguments, str(log))
    assert code == 0
    assert "B9>H9" in out
    assert len(err.splitlines()) == 1
    assert f"{log}, line 3: was changed after it was written" in err


def test_a_torn_log_is_exported_with_a_warning(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    log.write_bytes(log.read_bytes()[:-20])
    code, out, err = run(capfd, "export", str(log), "--to", "json")
    assert (code, len(json.loads(out))) == (0, 10)
    assert len(err.splitlines()) == 1
    assert "cut off" in err


def test_show_reads_what_is_whole_of_a_torn_log(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    log.write_bytes(log.read_bytes()[:-20])
    code, out, err = run(capfd, "show", str(log))
    assert code == 0
    assert len(out.splitlines()) == 10
    assert "cut off" in err


def test_export_of_the_notation(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capfd, "export", str(log), "--to", "txt")
    assert code == 0
    assert out == "0:04\tB9>H8\n0:09\tB9-H12\n0:14\tB8>H14\n0:16\t  deviation: 6\n"


def test_export_as_json_is_every_record(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capfd, "export", str(log), "--to", "json")
    assert json.loads(out) == [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def test_export_as_a_table(log: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "match.csv"
    code, out, _ = run(capfd, "export", str(log), "--to", "csv", "--out", str(target))
    assert (code, out) == (0, "")
    rows = list(csv.DictReader(io.StringIO(target.read_text(encoding="utf-8"))))
    assert [row["action"] for row in rows] == ["B9>H8", "B9-H12", "B8>H14"]
    assert rows[2]["dice"] == "6"


def test_export_as_a_match_that_reads_back(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capfd, "export", str(log), "--to", "game")
    assert (code, err) == (0, "")
    game = read_game(out)
    assert [step.done for step in game.steps[:3]] == [parse_action(a) for a in ("B9>H8", "B9-H12", "B8>H14")]


def test_export_to_a_place_that_is_not_there_costs_one_sentence(
    log: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capfd, "export", str(log), "--to", "txt", "--out", str(tmp_path / "no" / "file.txt"))
    assert code == 2
    assert len(err.splitlines()) == 1
    assert "file.txt" in err


@pytest.mark.parametrize("way", ["same name", "another way to it", "symbolic link", "hard link"])
def test_a_log_is_never_exported_over_itself(
    log: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], way: str
) -> None:
    before = log.read_bytes()
    target = {"same name": log, "another way to it": tmp_path / "x" / ".." / log.name}.get(way, tmp_path / "link")
    (tmp_path / "x").mkdir()
    if way == "symbolic link":
        target.symlink_to(log)
    if way == "hard link":
        target.hardlink_to(log)
    code, out, err = run(capfd, "export", str(log), "--to", "txt", "--out", str(target))
    assert (code, out) == (2, "")
    assert "is the log itself" in err
    assert len(err.splitlines()) == 1
    assert log.read_bytes() == before


def test_a_file_of_another_kind_costs_one_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "shopping.txt"
    other.write_text("milk\nbread\neggs\n" * 50)
    assert cli.run(["log", "verify", str(other)]) == 2
    said = capfd.readouterr().err.splitlines()
    assert len(said) == 1
    assert "is not a match log" in said[0]
