"""``touchline watch none``: what it needs is said in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from referee_tui import cli

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--headless"], "without a camera everything is typed on the screen"),
        (["--headless", "--game", "auto"], "name the game with --game"),
        (["--line-up", "4-4-2A"], "both formations are given, as 4-4-2/3-5-2"),
        ([], "the screen needs a terminal"),
    ],
    ids=["no screen", "no game", "half a line-up", "no terminal"],
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
