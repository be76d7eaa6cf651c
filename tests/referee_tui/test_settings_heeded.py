"""What is set is heeded by the commands that follow a match: names, options, boards, where logs go."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from engine.record.reader import open_log
from engine.record.records import Header
from referee_tui import cli
from referee_tui.words import names_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A folder of pictures that show nothing."""
    folder = tmp_path / "table"
    folder.mkdir()
    for number in range(2):
        cv2.imwrite(str(folder / f"{number}.png"), np.full((90, 160, 3), 80, np.uint8))
    return folder


def header(log: Path) -> Header:
    with open_log(log) as lines:
        record = next(iter(lines)).record
    assert isinstance(record, Header)
    return record


def test_names_and_options_go_into_the_log(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "config.toml"
    settings.write_text(
        f'camera = "{table}"\n[names]\nB = "Ann"\nR = "Ben"\n[teams]\nR = "Rovers"\n'
        '[options.regista]\nlength = "official"\nchange_ends = true\n',
        encoding="utf-8",
    )
    monkeypatch.setenv("TOUCHLINE_CONFIG", str(settings))
    log = tmp_path / "match.touchline.jsonl"
    # No match is seen, which is what exit code 1 says.
    assert cli.run(["watch", "--headless", "--log", str(log), "--names", ",Cleo", "--option", "change_ends=false"]) == 1
    begun = header(log)
    assert (begun.names, begun.teams) == ({"R": "Cleo"}, {"B": "Blue", "R": "Rovers"})
    assert (begun.options["length"], begun.options["change_ends"]) == ("official", False)
    assert f"Log: {log}" in capsys.readouterr().out


def test_new_logs_go_where_they_are_set_to(table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOUCHLINE_LOGS", str(tmp_path / "logs"))
    assert cli.run(["watch", str(table), "--headless", "--game", "soccer-fun"]) == 1
    (log,) = (tmp_path / "logs").glob("soccer-fun-table-*.touchline.jsonl")
    assert header(log).game == "soccer-fun"


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["watch"], "SOURCE is missing"),
        (["watch", "{table}", "--headless", "--sound", "loud"], "command line: sound: 'loud' will not do"),
        (["watch", "{table}", "--headless", "--names", "A,B,C"], "command line: names: 'A,B,C' will not do"),
        (["demo", "--preview", "moving"], "command line: preview: 'moving' will not do"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(
    table: Path, command: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run([word.format(table=table) for word in command]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


def test_a_file_with_a_fault_is_refused(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "config.toml"
    settings.write_text("\nsuond = 1\n", encoding="utf-8")
    monkeypatch.setenv("TOUCHLINE_CONFIG", str(settings))
    assert cli.run(["watch", str(table), "--headless"]) == 2
    assert f"{settings}, line 2: suond: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("names", "teams", "shown"),
    [
        ({}, {"B": "Blue", "R": "Red"}, {}),
        ({"B": "Ann"}, {"B": "Blue", "R": "Rovers"}, {"B": "Ann", "R": "Rovers"}),
        ({"B": "A\x1b[31mnn", "B7": "Zoe"}, {}, {"B": "A?[31mnn"}),
        ({"R": "x" * 500}, {}, {"R": "x" * 30}),
    ],
)
def test_names_on_the_screen(names: dict[str, str], teams: dict[str, str], shown: dict[str, str]) -> None:
    head = Header(format=1, game="regista", options={}, board="x", software="x", teams=teams, names=names)
    assert names_of(head) == shown
