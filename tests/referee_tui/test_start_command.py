"""``touchline start``, and ``touchline`` alone: the screen, the match, and the screen again if it cannot begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from referee_tui import cli, streams
from referee_tui.app.shell import TouchlineApp
from referee_tui.app.start.screen import StartScreen
from referee_tui.commands import start
from referee_tui.start.state import choose

if TYPE_CHECKING:
    from pathlib import Path


class Player:
    """Presses begin on each start screen, with another source each time; leaves once there is none more."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *sources: str) -> None:
        self.sources = list(sources)
        self.faults: list[str] = []
        player = self

        def run(app: TouchlineApp) -> None:
            screen = app._first
            assert isinstance(screen, StartScreen)
            player.faults.append(screen.state.fault)
            if player.sources:
                screen.state = choose(screen.state, "camera", player.sources.pop(0))
                screen.begun = screen.state.choices

        monkeypatch.setattr(TouchlineApp, "run", run)
        monkeypatch.setattr(start, "need_terminal", lambda _: None)


def test_a_match_that_cannot_begin_leads_back_to_the_screen_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("referee_tui.commands.watch.Following.check", lambda _: None)
    player = Player(monkeypatch, "nowhere.mp4")
    assert cli.run(["start"]) == 0
    assert player.faults == ["", "nowhere.mp4: there is no such file or folder."]
    assert "Opening nowhere.mp4" in capsys.readouterr().err


def test_settings_that_cannot_be_used_are_said_on_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "config.toml"
    file.write_text("suond = 1\n", encoding="utf-8")
    monkeypatch.setenv("TOUCHLINE_CONFIG", str(file))
    player = Player(monkeypatch)
    assert cli.run(["start"]) == 0
    assert f"{file}, line 1: suond: " in player.faults[0]


def test_what_ends_the_match_ends_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    Player(monkeypatch, "0")
    monkeypatch.setattr(start, "begin_match", lambda *_: 1)
    assert cli.run(["start"]) == 1


@pytest.mark.parametrize("terminal", [True, False])
def test_touchline_alone_opens_the_screen_in_a_terminal_and_prints_the_help_elsewhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, terminal: bool
) -> None:
    player = Player(monkeypatch)
    monkeypatch.setattr(streams, "on_terminal", lambda: terminal)
    assert cli.run([]) == 0
    assert len(player.faults) == (1 if terminal else 0)
    assert ("Usage" in capsys.readouterr().out) is not terminal


def test_start_needs_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["start"]) == 2
    assert "the screen needs a terminal" in capsys.readouterr().err
