"""``touchline watch none``: what it needs is said in one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from referee_tui import cli

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--headless"], "without a camera everything is typed, on the screen or with --plain"),
        (["--headless", "--game", "auto"], "name the game with --game"),
        (["--line-up", "4-4-2A"], "both formations are given, as 4-4-2/3-5-2"),
        (["--kicks-off", "green"], "--kicks-off green: B or R is needed"),
        ([], "the screen needs a terminal"),
    ],
    ids=["no screen", "no game", "half a line-up", "no such side", "no terminal"],
)
def test_what_a_match_without_a_camera_needs(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "a.touchline.jsonl"
    assert cli.run(["watch", "none", "--log", str(log), *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
    assert not log.exists()


def typed_match(lines: str, data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A match that is typed from beginning to end, with logs in a folder of its own."""
    code = "from referee_tui.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, "watch", "none", "--game", "regista", "--plain", *arguments],
        input=lines, text=True, capture_output=True, check=False, env={**os.environ, "TOUCHLINE_LOGS": str(data)},
    )  # fmt: skip


def test_a_match_is_typed_line_by_line_and_the_next_one_says_how_to_go_on_with_it(tmp_path: Path) -> None:
    first = typed_match("B9>H8\nR9-H13\nundo\nfix score 1-0\n", tmp_path)
    assert first.returncode == 0
    assert first.stderr == ""
    said = [line.strip().partition("  ")[2] for line in first.stdout.splitlines()]
    assert "turn 1 of 15, blue to play" in said
    assert "B9>H8 is taken back" in said
    assert any(line.endswith("(turn.side)") for line in said)
    (log,) = tmp_path.iterdir()
    assert first.stdout.splitlines()[-2:] == ["Score: blue 1, red 0", f"Log: {log}"]
    second = typed_match("", tmp_path)
    assert second.returncode == 0
    assert "stands at blue 1, red 0 and was not played to its end" in second.stderr
    assert f"touchline resume {log} goes on with it" in second.stderr
    assert typed_match("B9>H8\n", tmp_path, "--names", "Ann,Ben").returncode == 0
    third = typed_match("", tmp_path)
    assert "stands at Ann 0, Ben 0 and was not played to its end" in third.stderr
    elsewhere = typed_match("", tmp_path, "--log", str(tmp_path / "mine.touchline.jsonl"))
    assert elsewhere.stderr == ""


def test_either_side_may_kick_off(tmp_path: Path) -> None:
    said = typed_match("R9>H12\n", tmp_path, "--kicks-off", "r")
    assert said.returncode == 0
    assert "turn 1 of 15, red to play" in said.stdout
    assert "R9>H12 · The ball lies free on H12" in said.stdout


@pytest.mark.parametrize(
    ("set_to", "says"),
    [
        ("THEME=bogus", "TOUCHLINE_THEME: theme: there is no theme 'bogus'"),
        ("KEYS=match.paws=f5", "TOUCHLINE_KEYS: keys.match.paws: there is no action 'match.paws'"),
    ],
)
@pytest.mark.parametrize(
    "command",
    ["watch none --plain", "watch none --headless", "demo", "resume no.touchline.jsonl none --headless"],
)
def test_what_no_screen_can_have_is_refused_without_a_screen_too(
    set_to: str, says: str, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    variable, _, value = set_to.partition("=")
    monkeypatch.setenv(f"TOUCHLINE_{variable}", value)
    assert cli.run(command.split()) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1
