"""What a terminal may send that is no text: the screen goes on, and its keys still work."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from engine.record.reader import read_log
from engine.record.records import Ended

if TYPE_CHECKING:
    from pathlib import Path

pty = pytest.importorskip("pty")

APP = """
from textual.screen import Screen
from referee_tui.app.shell import TouchlineApp
TouchlineApp(Screen()).run()
"""


def test_a_byte_that_is_no_text_ends_nothing() -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color"}
    with subprocess.Popen(
        [sys.executable, "-c", APP], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as app:
        os.close(theirs)
        shown = b""
        with suppress(OSError):
            while b"\x1b[?1049h" not in shown:
                shown += os.read(ours, 4096)
            os.write(ours, b"\xe9")
            # What comes together with that byte is passed over, so the leaving key is pressed until it is heeded.
            while app.poll() is None:
                os.write(ours, b"\x03")
                if select.select([ours], [], [], 0.2)[0]:
                    shown += os.read(ours, 4096)
        assert app.wait(60) == 0
    os.close(ours)
    assert b"UnicodeDecodeError" not in shown


RUN = "from referee_tui.cli import main; main()"
ITS_OWN = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
"""Makes the terminal the program's own: it is told by SIGHUP, and by SIGCONT right behind it, that it has gone."""


CLOSED, INTERRUPTED = Ended(reason="closed before the end"), Ended(reason="interrupted")


@pytest.mark.parametrize(
    ("begin", "ends"),
    [
        pytest.param("", [CLOSED], id="without a signal"),
        # That the terminal is gone may be seen before the signal of it comes.
        pytest.param(ITS_OWN, [CLOSED, INTERRUPTED], id="told"),
    ],
)
def test_a_terminal_that_goes_ends_the_match_in_good_order(begin: str, ends: list[Ended], tmp_path: Path) -> None:
    log = tmp_path / "m.touchline.jsonl"
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color"}
    command = [sys.executable, "-c", begin + RUN, "watch", "none", "--game", "regista", "--log", str(log)]
    # In a session of its own the program has no terminal before it takes one.
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
    ) as match:
        os.close(theirs)
        shown = b""
        while b"KICK-OFF" not in shown:
            shown += os.read(ours, 4096)
        os.close(ours)
        try:
            assert match.wait(60) == 0
        finally:
            match.kill()
    assert list(read_log(log).records)[-1] in ends
