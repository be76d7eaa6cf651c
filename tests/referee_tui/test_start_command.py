"""``touchline start``, and ``touchline`` alone: the screen, the match, and the screen again if it cannot begin."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from referee_tui import cli, streams
from referee_tui.app.shell import TouchlineApp
from referee_tui.app.start.screen import StartScreen
from referee_tui.commands import start
from referee_tui.config import Config
from referee_tui.start.choices import Choices
from referee_tui.start.state import choose

if TYPE_CHECKING:
    from pathlib import Path

    from referee_tui.start.state import Section


class Player:
    """Presses begin on each start screen, with another source each time; leaves once there is none more.

    ``calibrate 2`` chooses source 2 and checks the camera instead.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *sources: str) -> None:
        self.sources = list(sources)
        self.faults: list[str] = []
        self.games: list[str] = []
        self.languages: list[str] = []
        self.shown: list[str] = []
        """The source that was chosen when the screen came up."""
        player = self

        def run(app: TouchlineApp) -> None:
            screen = app._first
            assert isinstance(screen, StartScreen)
            player.faults.append(screen.state.fault)
            player.languages.append(screen.state.config.language)
            player.games.append(screen.state.choices.game)
            player.shown.append(screen.state.choices.source)
            if player.sources:
                wish, _, source = player.sources.pop(0).rpartition(" ")
                screen.state = choose(screen.state, "camera", source)
                screen.calibrates = wish == "calibrate"
                screen.begun = None if screen.calibrates else screen.state.choices

        monkeypatch.setattr(TouchlineApp, "run", run)
        monkeypatch.setattr(start, "need_terminal", lambda _: None)


def test_a_match_that_cannot_begin_leads_back_to_the_screen_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("referee_tui.commands.follow.Following.check", lambda _: None)
    player = Player(monkeypatch, "nowhere.mp4")
    assert cli.run(["start"]) == 0
    assert player.faults == ["", "nowhere.mp4: there is no such file or folder."]
    assert "Opening nowhere.mp4" in capsys.readouterr().err


def test_a_folder_of_logs_that_cannot_be_written_is_said_on_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "table"
    table.mkdir()
    cv2.imwrite(str(table / "0.png"), np.full((90, 160, 3), 80, np.uint8))
    (tmp_path / "logs").write_text("a file where a folder should be")
    monkeypatch.setenv("TOUCHLINE_LOGS", str(tmp_path / "logs"))
    monkeypatch.setattr("referee_tui.commands.follow.Following.check", lambda _: None)
    player = Player(monkeypatch, str(table))
    assert cli.run(["start"]) == 0
    assert f"no match log can be begun in {tmp_path / 'logs'}" in player.faults[1]
    assert player.shown[1] == str(table)


def test_settings_that_cannot_be_used_are_said_on_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "config.toml"
    file.write_text("suond = 1\n", encoding="utf-8")
    monkeypatch.setenv("TOUCHLINE_CONFIG", str(file))
    player = Player(monkeypatch)
    assert cli.run(["start"]) == 0
    assert f"{file}, line 1: suond: " in player.faults[0]


@pytest.mark.parametrize(
    ("text", "says"),
    [('theme = "no-such"\n', "no-such"), ('[keys]\n"match.no_such" = "p"\n', "match.no_such")],
)
def test_a_theme_or_an_action_that_there_is_not_is_said_and_the_rest_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, says: str
) -> None:
    file = tmp_path / "config.toml"
    file.write_text(f'game = "soccer-fun"\n{text}', encoding="utf-8")
    monkeypatch.setenv("TOUCHLINE_CONFIG", str(file))
    player = Player(monkeypatch)
    assert cli.run(["start"]) == 0
    assert says in player.faults[0]
    assert player.games == ["soccer-fun"]


def test_from_the_calibration_one_comes_back_with_everything_still_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[tuple[list[str], str, object]] = []

    def calibrate_board(sources: list[str], game: str, *, language: str, **_: object) -> int:
        tried.append((sources, game, language))
        return 0

    monkeypatch.setattr("referee_tui.commands.calibrate_board.calibrate_board", calibrate_board)
    player = Player(monkeypatch, "calibrate 2")
    assert cli.run(["start", "--language", "de"]) == 0
    assert tried == [(["2"], "regista", "de")]
    assert player.shown == ["", "2"]


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


@pytest.mark.parametrize("line", [["start", "--language", "de"], ["--language", "de"]], ids=" ".join)
@pytest.mark.parametrize("settings", ["", "suond = 1\n"], ids=["good", "faulty"])
def test_the_language_is_chosen_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: list[str], settings: str
) -> None:
    file = tmp_path / "config.toml"
    file.write_text(settings, encoding="utf-8")
    monkeypatch.setenv("TOUCHLINE_CONFIG", str(file))
    monkeypatch.setattr(streams, "on_terminal", lambda: True)
    player = Player(monkeypatch)
    assert cli.run(line) == 0
    assert player.languages == ["de"]
    assert bool(player.faults[0]) == bool(settings)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["start", "--language", "xx"], "xx"),
        (["--language", "de", "policy"], "touchline policy --language de"),
    ],
)
def test_a_language_that_cannot_be_heeded_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: list[str], says: str
) -> None:
    Player(monkeypatch)
    assert cli.run(line) == 2
    assert says in capsys.readouterr().err


HINDERED = [
    ("camera", "nowhere.mp4", "nowhere.mp4: there is no such file or folder."),
    ("camera", "empty", "has no pictures"),
    ("camera", "text.mp4", "text.mp4: is not a video that can be read"),
    ("camera", "nothing.mp4", "nothing.mp4: is not a video that can be read"),
    ("camera", "one.png", "one.png: this is one picture, and a match needs a film, a folder of pictures or a camera."),
    ("camera", "mauve://table", "mauve://table: addresses of this kind cannot be opened"),
    ("camera", "pictures", ""),
    ("board", "nowhere.toml", "nowhere.toml: the board cannot be read (No such file or directory)"),
    ("board", "empty", "empty: the board cannot be read (Is a directory)"),
    ("board", "one.png", "one.png: is not UTF-8 text, this is not a board file"),
    ("board", "large.toml", "large.toml: is larger than 256 kB, this is not a board file"),
    ("board", "other.toml", "game: this is a board for soccer-fun, not for regista"),
    ("board", "own.toml", ""),
    ("players", "nowhere.toml", "nowhere.toml: "),
    ("players", "empty", "empty: "),
    ("players", "one.png", "one.png: "),
]


@pytest.mark.parametrize(("section", "name", "why"), HINDERED, ids=[f"{case[0]} {case[1]}" for case in HINDERED])
def test_what_is_written_on_the_screen_is_tried_out(section: Section, name: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "pictures").mkdir()
    (tmp_path / "text.mp4").write_text("hello", encoding="utf-8")
    (tmp_path / "nothing.mp4").touch()
    for picture in ("one.png", "pictures/1.png", "pictures/2.png"):
        cv2.imwrite(str(tmp_path / picture), np.full((90, 160, 3), 200, np.uint8))
    (tmp_path / "large.toml").write_bytes(b"#" * 300_000)
    boards = resources.files("engine") / "boards"
    for own, kit in (("other", "soccer-fun-a3"), ("own", "regista-a2")):
        (tmp_path / f"{own}.toml").write_text((boards / f"{kit}.toml").read_text(encoding="utf-8"), encoding="utf-8")
    path = name if "://" in name else str(tmp_path / name)
    chosen = {
        "camera": Choices(source=path),
        "board": Choices(board=tmp_path / name),
        "players": Choices(game="soccer-chess", cards={"B": path}),
    }[section]
    said = start._hindered(Config(), chosen, section)
    assert why in said
    assert bool(said) is bool(why)
    assert "fault of the program" not in said
