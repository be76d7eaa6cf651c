"""The terminal is asked which pictures it can draw: whatever it answers, or does not, no match is hindered."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pty = pytest.importorskip("pty")
pytest.importorskip("textual_image")

ASK = """
import sys
from referee_tui.app.still import prepare
sys.stdout.write(f"asked {prepare()} {prepare()}")
"""


@pytest.mark.parametrize(
    "answer", [b"", "é".encode(), b"\x1b[6;x;yt", b"qqq"], ids=["none", "letter", "no sense", "keys"]
)
def test_an_answer_of_no_sense_costs_no_word(answer: bytes) -> None:
    ours, theirs = pty.openpty()
    try:
        os.write(ours, answer)
        asked = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", ASK],
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
        said = os.read(ours, 4096).decode(errors="replace")
    finally:
        os.close(ours)
        os.close(theirs)
    assert asked.stderr == b""
    assert asked.returncode == 0
    assert "asked " in said
