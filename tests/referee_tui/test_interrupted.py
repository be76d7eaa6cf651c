"""A watch that is stopped from outside leaves a log whose every complete line is valid."""

from __future__ import annotations

import signal
import subprocess
import sys
from importlib import resources
from typing import TYPE_CHECKING

import pytest

from engine.games import load_ruleset
from engine.record.reader import read_log
from engine.record.verify import verify
from engine.record.writer import LogWriter
from referee_tui.commands.demo import DEFAULT, clip_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize(
    ("how", "code"), [("SIGINT", 0), ("SIGTERM", 0), ("SIGINT SIGINT SIGTERM SIGINT", 0), ("SIGKILL", -9)]
)
def test_the_log_stands(how: str, code: int, tmp_path: Path) -> None:
    log = tmp_path / "match.touchline.jsonl"
    with resources.as_file(clip_of(DEFAULT)) as clip:
        command = [sys.executable, "-c", "from referee_tui.cli import main; main()", "watch", str(clip), "--headless",
                   "--log", str(log)]  # fmt: skip
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as watch:
            assert watch.stdout is not None
            # The first ruling has been said, so it has been written.
            assert "Kick-off" in watch.stdout.readline()
            for name in how.split():
                watch.send_signal(getattr(signal, name))
            out, err = watch.communicate()
    assert watch.returncode == code
    assert "Traceback" not in err
    read = read_log(log)
    assert [line.fields["type"] for line in read.lines][:1] == ["header"]
    found = verify(log, lambda game, options: load_ruleset(game, options=options))
    assert [fault.what for fault in found.faults if "cut off in writing" not in fault.what] == []
    assert any(line.fields["type"] == "state" for line in read.lines)
    if how == "SIGINT":
        assert read.lines[-1].fields["type"] == "end"
        assert f"Log: {log}" in out
    # Nobody holds the log any more, and it can be gone on with.
    writer, _ = LogWriter.resume(log)
    writer.close()
