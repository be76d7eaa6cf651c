"""Streams that are closed, full or read no further, and names that are no text: an exit code and one plain sentence."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

from engine.games import load_ruleset
from engine.record.records import Noted, Stated
from engine.record.writer import LogWriter
from referee_tui import cli
from referee_tui.stopping import BURST_S, stop_on_signals
from tests.engine.recorded import header_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

posix = pytest.mark.skipif(sys.platform == "win32", reason="the shell and the signals are those of POSIX")
COMMAND = f"{sys.executable} -m referee_tui"
QUESTION: dict[str, Any] = {
    "game": "regista",
    "position": {"pieces": {"B7": "H10"}, "ball": "H10"},
    "actions": ["B7~H12"],
}


def shell(line: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A line of the shell in a folder, ``$T`` being the command."""
    return subprocess.run(
        ["/bin/sh", "-c", line.replace("$T", COMMAND)], cwd=folder, env={**os.environ, **environment},
        capture_output=True, check=False,
    )  # fmt: skip


def one_sentence(said: bytes) -> str:
    lines = said.decode().splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("touchline: ")
    assert "fault of the program" not in lines[0]
    return lines[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A log of some length, a question for the judge, a picture, a board."""
    rules = load_ruleset("regista")
    with LogWriter.create(tmp_path / "match.jsonl") as writer:
        start = rules.read_position(QUESTION["position"])
        writer.append(0.0, [
            header_of(rules),
            Stated(position=rules.write_position(start)),
            *(Noted(text="x" * 100) for _ in range(2000)),
        ])  # fmt: skip
    (tmp_path / "question").write_text(json.dumps(QUESTION) + "\n", encoding="utf-8")
    Image.fromarray(np.full((90, 160, 3), 120, np.uint8)).save(tmp_path / "grey.png")
    return tmp_path


@posix
@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("$T judge < question > /dev/full", "standard output cannot be written"),
        ("$T log show match.jsonl > /dev/full", "standard output cannot be written"),
        ("$T log export match.jsonl --to csv > /dev/full", "standard output cannot be written"),
        ("$T log export match.jsonl --to csv --out /dev/full", "/dev/full: cannot be written"),
        ("$T read grey.png --json > /dev/full", "standard output cannot be written"),
        ("$T formations regista > /dev/full", "could not be written"),
        ("$T --help > /dev/full", "could not be written"),
        ("$T judge <&-", "standard input is closed"),
        ("$T judge < question >&-", "standard output is closed"),
        ("$T log show match.jsonl >&-", "standard output is closed"),
    ],
)
def test_a_stream_that_is_full_or_closed_costs_one_sentence(line: str, says: str, folder: Path) -> None:
    if "/dev/full" in line and not os.path.exists("/dev/full"):  # noqa: PTH110 - a device
        pytest.skip("this system has no device that is always full")
    done = shell(line, folder)
    assert done.returncode == 2
    assert says in one_sentence(done.stderr)


@posix
@pytest.mark.parametrize(
    ("line", "code"), [("$T log show none 2>&-", 2), ("$T read grey.png 2>&-", 1), ("$T log show match.jsonl 2>&-", 0)]
)
def test_without_stderr_the_exit_code_still_tells(line: str, code: int, folder: Path) -> None:
    assert shell(line, folder).returncode == code


@posix
def test_a_log_is_never_written_into_by_what_goes_to_a_closed_stream(folder: Path) -> None:
    done = shell("$T watch grey.png --headless --log new.jsonl >&- 2>&-", folder)
    assert done.returncode == 1
    records = [json.loads(line) for line in (folder / "new.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [records[0]["type"], records[-1]["type"]] == ["header", "end"]


@posix
@pytest.mark.parametrize(
    "command",
    [
        "log show match.jsonl",
        "log export match.jsonl --to csv",
        "log export match.jsonl --to json",
        "formations regista",
    ],
)
def test_a_reader_that_has_seen_enough_ends_a_command_quietly(command: str, folder: Path) -> None:
    # The pipe is closed before a byte is written: the code of the command itself goes to a file.
    done = shell(f"{{ sleep 1; $T {command}; echo $? > code; }} | :", folder)
    assert done.stderr == b""
    assert (folder / "code").read_text().strip() == "0"


@posix
@pytest.mark.parametrize("environment", [{}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}])
def test_a_file_name_that_is_no_text_is_written_as_an_escape(environment: dict[str, str], folder: Path) -> None:
    for name in (b"\xff.png", "é.png".encode()):
        (folder / os.fsdecode(name)).write_bytes((folder / "grey.png").read_bytes())
        done = subprocess.run(
            [sys.executable.encode(), b"-m", b"referee_tui", b"read", name, b"--json"], cwd=folder,
            env={**os.environ, **environment}, capture_output=True, check=False,
        )  # fmt: skip
        assert done.returncode == 1, done.stderr
        assert json.loads(done.stdout)["image"].endswith(".png")
    done = subprocess.run(
        [sys.executable.encode(), b"-m", b"referee_tui", b"watch", b"\xff.png", b"--headless", b"--log", b"n.jsonl"],
        cwd=folder, env={**os.environ, **environment}, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert b"fault of the program" not in done.stderr
    assert b"Traceback" not in done.stderr


@posix
def test_an_interrupted_command_says_so() -> None:
    with subprocess.Popen(
        [*COMMAND.split(), "judge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(QUESTION).encode() + b"\n")
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == 2
    assert one_sentence(said) == "touchline: interrupted."


def test_ctrl_c_while_the_program_is_being_loaded(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    class Interrupting:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "referee_tui.command_line":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "referee_tui.command_line", raising=False)
    monkeypatch.delattr("referee_tui.command_line", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupting(), *sys.meta_path])
    assert cli.run(["--help"]) == 2
    out, err = capfd.readouterr()
    assert (out, err) == ("", "touchline: interrupted.\n")


@pytest.fixture
def own_signals() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@posix
@pytest.mark.usefixtures("own_signals")
def test_a_burst_of_signals_is_one_wish() -> None:
    now_s = [10.0]
    stop_on_signals(lambda: now_s[0])
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)
    now_s[0] += BURST_S
    signal.raise_signal(signal.SIGINT)
    now_s[0] += 0.1
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@posix
@pytest.mark.usefixtures("own_signals")
def test_a_signal_that_is_ignored_stays_ignored() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    stop_on_signals()
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
