"""The command line: exit codes, one plain sentence for every bad input, and a light start."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import resources
from importlib.metadata import version
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from referee_tui import cli

if TYPE_CHECKING:
    from pathlib import Path

HEAVY = ("cv2", "numpy", "textual", "skimage", "scipy", "av", "PIL")


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Logs without a name go to the test's own folder, on every system."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))


def one_sentence(text: str) -> str:
    """The only line of stderr, which must be from us and hold no traceback."""
    lines = text.splitlines()
    assert len(lines) == 1, text
    assert "Traceback" not in text
    assert lines[0].startswith("touchline: ")
    return lines[0]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Bad files of every kind, by name."""
    board = resources.files("engine").joinpath("boards/regista-a2.toml").read_text(encoding="utf-8")
    paths = {
        name: tmp_path / name
        for name in (
            "wrong_key.toml",
            "no_marker.toml",
            "other_game.toml",
            "broken.mp4",
            "broken.jpg",
            "table.png",
            "dot.png",
            "cut.png",
            "empty",
            "word.txt",
            "lens.toml",
        )
    }
    paths["wrong_key.toml"].write_text(board.replace('centre_mark = "H11"', 'center_mark = "H11"'), encoding="utf-8")
    markers = board.replace("DICT_4X4_50", "DICT_9X9_7")
    paths["no_marker.toml"].write_text(markers, encoding="utf-8")
    paths["broken.mp4"].write_bytes(b"\x00\x00\x00\x18ftypmp42" + bytes(range(256)) * 8)
    paths["broken.jpg"].write_bytes(b"\xff\xd8\xff\xe0" + b"nothing of a picture" * 20)
    noise = np.random.default_rng(3).integers(90, 160, (360, 480, 3), dtype=np.uint8)
    cv2.imwrite(str(paths["table.png"]), noise)
    cv2.imwrite(str(paths["dot.png"]), noise[:1, :1])
    paths["cut.png"].write_bytes(paths["table.png"].read_bytes()[:-20_000])
    paths["other_game.toml"].write_text(board.replace('game = "regista"', 'game = "soccer-fun"'), encoding="utf-8")
    paths["empty"].write_bytes(b"")
    paths["word.txt"].write_text("milk\n", encoding="utf-8")
    paths["lens.toml"].write_text("format = 1\nsize_px = [1280, 720]\n", encoding="utf-8")
    return {name: str(path) for name, path in paths.items()} | {"missing": str(tmp_path / "not_there")}


BAD_INPUT = [
    # command line, exit code, what the sentence must say
    ("watch {missing}.mp4 --headless", 2, "no such file"),
    ("watch {broken.mp4} --headless", 2, "broken.mp4"),
    ("watch 99 --headless", 2, "camera 99"),
    ("watch ftp://table.example/film --headless", 2, "ftp://"),
    ("watch {table.png} --headless --game football", 2, "'football' is not a game"),
    ("watch {table.png} --headless --board {wrong_key.toml}", 2, "center_mark"),
    ("watch {table.png} --headless --board {no_marker.toml}", 2, "markers.dictionary"),
    ("watch {table.png} --headless --lens {lens.toml}", 2, "camera_matrix"),
    ("read {missing}.jpg", 2, "not_there.jpg"),
    ("read {broken.jpg}", 2, "broken.jpg"),
    ("read {table.png} --game football", 2, "'football' is not a game"),
    ("watch {table.png} --headless --game auto", 1, "table.png: no board: no board in view that its markers tell"),
    ("watch {missing}.mp4 --headless --game auto", 2, "no such file"),
    ("read {table.png} --board {wrong_key.toml}", 2, "line"),
    ("read {table.png} --board {missing}", 2, "not_there"),
    ("dice {broken.jpg}", 2, "broken.jpg"),
    ("number {missing}.png", 2, "not_there.png"),
    ("log verify {missing}", 2, "not_there"),
    ("log show {missing}", 2, "not_there"),
    ("log export {missing} --to txt", 2, "not_there"),
    ("kit football --out {missing}", 2, "football"),
    ("kit regista --out {missing} --board {other_game.toml}", 2, "other_game.toml, line 5: game: "),
    ("kit regista --out {missing} --paper a7", 2, "a7"),
    ("watch", 2, "SOURCE"),
    ("watch --no-such-option 0", 2, "--no-such-option"),
    ("watch {table.png} --headless --resume", 2, "--resume needs --log"),
    ("watch {table.png} --headless --log {missing} --resume --option length=official", 2, "--option"),
    ("watch {table.png} --headless --option length", 2, "NAME=VALUE"),
    ("watch {table.png} --headless --option =official", 2, "NAME=VALUE"),
    (
        "watch {table.png} --headless --option lenght=official",
        2,
        "--option lenght: Regista has no such option; it has length, ",
    ),
    ("watch {table.png} --headless --option length=short", 2, "--option length: 'short' will not do"),
    ("watch {table.png} --headless --option change_ends=1", 2, "--option change_ends: 1 will not do"),
    ("watch {table.png} --headless --option change_ends=true --option change_ends=true", 2, "twice"),
    ("watch {table.png} --headless --dice {missing}", 2, "not_there"),
    ("watch {table.png} --headless --log {table.png}/no/match.jsonl", 2, "its folder cannot be made"),
    ("watch {table.png} --headless --log {missing} --resume", 2, "there is no such log to go on with"),
    ("watch {table.png} --headless --dice ask", 2, "--dice ask needs the screen"),
    ("watch {table.png} --headless --dice {empty}", 2, "has no roll in it"),
    ("watch {table.png}", 2, "needs a terminal, and this is none; --headless"),
    ("demo --screen", 2, "needs a terminal, and this is none; leave --screen out"),
    ("watch {table.png} --headless --board {other_game.toml}", 2, "other_game.toml, line 5: game: "),
    ("number {dot.png}", 2, "dot.png: "),
    ("read {cut.png}", 2, "cut.png: is damaged or cut short; take the picture again."),
    ("log show {empty}", 2, "is not a match log"),
    ("log export {empty} --to json", 2, "is not a match log"),
    ("log show {word.txt}", 2, "is not a match log"),
    ("log export {word.txt} --to csv", 2, "is not a match log"),
    ("log export {word.txt} --to xlsx", 2, "touchline: Invalid value for '--to': 'xlsx' is not one of"),
    ("nonsense", 2, "nonsense"),
    ("log", 2, "log"),
]


@pytest.mark.parametrize(("line", "code", "says"), BAD_INPUT, ids=[line for line, _, _ in BAD_INPUT])
def test_bad_input_costs_one_plain_sentence(
    line: str, code: int, says: str, files: dict[str, str], capfd: pytest.CaptureFixture[str]
) -> None:
    for name, path in files.items():
        line = line.replace(f"{{{name}}}", path)
    assert cli.run(line.split()) == code
    out, err = capfd.readouterr()
    assert says in one_sentence(err)
    assert out == ""


def test_a_picture_with_no_board_is_an_answer_not_a_fault(
    files: dict[str, str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["read", files["table.png"], "--json"]) == 1
    out, err = capfd.readouterr()
    answer = json.loads(out)
    assert one_sentence(err) == f"touchline: no board: {answer['board']['why']}"
    assert cli.run(["read", files["table.png"], files["table.png"]]) == 1
    out, err = capfd.readouterr()
    assert len(out.splitlines()) == 2
    assert one_sentence(err).startswith("touchline: no board in 2 of 2 pictures, in the first of them: ")
    assert answer["image"] == files["table.png"]
    assert answer["board"]["found"] is False
    assert answer["pieces"] == []


@pytest.mark.parametrize(
    ("game", "why"),
    [("auto", "no board in view that its markers tell"), ("soccer-fun", "no marker of the board in view")],
)
def test_reading_needs_a_board_and_no_rules(
    game: str, why: str, files: dict[str, str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["read", files["table.png"], "--game", game]) == 1
    assert one_sentence(capfd.readouterr().err).startswith(f"touchline: no board: {why}")


def test_a_film_without_a_board_is_an_answer_too(
    files: dict[str, str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "match.touchline.jsonl"
    assert cli.run(["watch", files["table.png"], "--headless", "--log", str(log)]) == 1
    out, err = capfd.readouterr()
    assert out == f"No match was seen.\nLog: {log}\n"
    assert err.splitlines()[-1].startswith(f"touchline: {files['table.png']}: ")
    assert cli.run(["log", "verify", str(log)]) == 0


def test_options_of_the_game_are_in_force_and_in_the_log(files: dict[str, str], tmp_path: Path) -> None:
    log = tmp_path / "match.touchline.jsonl"
    given = ["--option", "length=official", "--option", "change_ends=true"]
    assert cli.run(["watch", files["table.png"], "--headless", "--log", str(log), *given]) == 1
    header = json.loads(log.read_text(encoding="utf-8").splitlines()[0])
    assert header["options"]["length"] == "official"
    assert header["options"]["change_ends"] is True
    assert header["options"]["shot_tie"] == "save"


def test_a_log_that_is_taken_is_not_written_over(
    files: dict[str, str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "match.touchline.jsonl"
    log.write_text("somebody's match\n", encoding="utf-8")
    assert cli.run(["watch", files["table.png"], "--headless", "--log", str(log)]) == 2
    assert "match.touchline.jsonl" in one_sentence(capfd.readouterr().err)
    assert log.read_text(encoding="utf-8") == "somebody's match\n"


def test_one_bad_picture_does_not_keep_the_others_from_being_read(
    files: dict[str, str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["number", files["broken.jpg"], files["table.png"], "--json"]) == 2
    out, err = capfd.readouterr()
    assert [json.loads(line)["image"] for line in out.splitlines()] == [files["table.png"]]
    assert "broken.jpg" in one_sentence(err)


@pytest.mark.parametrize("arguments", [["--help"], ["judge", "--help"], ["watch", "--help"], ["log", "--help"], []])
def test_help_is_on_stdout(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(arguments) == 0
    out, err = capfd.readouterr()
    assert "Usage: touchline" in out
    assert err == ""


def test_version(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--version"]) == 0
    assert capfd.readouterr().out == f"touchline {version('touchline')}\n"


@pytest.mark.parametrize(
    ("arguments", "typed"),
    [(["--help"], ""), (["watch", "--help"], ""), (["judge"], '{"game": "regista"}\n'), (["log", "show", "x"], "")],
    ids=["help", "watch help", "judge", "log"],
)
def test_nothing_heavy_is_loaded(arguments: list[str], typed: str) -> None:
    script = (
        "import sys\nfrom referee_tui import cli\n"
        f"cli.run({arguments!r})\nsys.stdout.write('loaded:' + ' '.join(m for m in {HEAVY!r} if m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], input=typed, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("loaded:"), done.stdout


def test_the_installed_command_reports_through_its_exit_code() -> None:
    done = subprocess.run([sys.executable, "-c", "from referee_tui.cli import main; main()", "nonsense"],
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode == 2
    one_sentence(done.stderr)


def test_a_fault_of_the_program_is_one_sentence_that_says_where(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("TOUCHLINE_DEBUG", raising=False)
    monkeypatch.setattr("engine.judge.main", lambda: 1 / 0)
    assert cli.run(["judge"]) == 2
    sentence = one_sentence(capfd.readouterr().err)
    assert "fault of the program" in sentence
    assert ".py, line" in sentence
    assert "TOUCHLINE_DEBUG=1" in sentence


def test_the_trace_is_there_for_those_who_ask(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TOUCHLINE_DEBUG", "1")
    monkeypatch.setattr("engine.judge.main", lambda: 1 / 0)
    assert cli.run(["judge"]) == 2
    assert "Traceback" in capfd.readouterr().err
