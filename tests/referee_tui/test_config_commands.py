"""``touchline config``: show, validate, path."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from referee_tui import cli
from referee_tui.config import Config
from referee_tui.config.loading import load_settings, read_config_file

DOCS = Path(__file__).parents[2] / "docs" / "config.md"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "config.toml"
    monkeypatch.setenv("TOUCHLINE_CONFIG", str(path))
    return path


def test_shown_settings_are_a_file_of_the_same_settings(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(
        'game = "soccer-fun"\n[names]\nB = "A\\"nn"\n[options.regista]\nlength = "official"\nchange_ends = true\n'
        '[keys]\nmatch.pause = "f5"\n',
        encoding="utf-8",
    )
    monkeypatch.setenv("TOUCHLINE_SOUND", "voice")
    assert cli.run(["config", "show"]) == 0
    shown = capsys.readouterr().out
    origins = dict(re.findall(r'^"?([a-z_A-Z.]+)"? = .*?  # (.*)$', shown, re.MULTILINE))
    assert origins["sound"] == "TOUCHLINE_SOUND"
    assert origins["game"] == f"{file}, line 1"
    assert origins["length"] == f"{file}, line 5"
    assert origins["theme"] == "default"
    config = load_settings().config
    again = tmp_path / "again.toml"
    again.write_text(shown, encoding="utf-8")
    monkeypatch.delenv("TOUCHLINE_SOUND")
    monkeypatch.setenv("TOUCHLINE_CONFIG", str(again))
    assert load_settings().config == config


def test_settings_as_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text('sound = "off"\n', encoding="utf-8")
    assert cli.run(["config", "show", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["settings"]["sound"] == "off"
    assert answer["made"] == {"sound": {"value": "off", "from": f"{file}, line 1"}}


def test_a_variable_that_means_nothing_is_said(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv("TOUCHLINE_SUOND", "off")
    assert cli.run(["config", "show"]) == 0
    assert "TOUCHLINE_SUOND" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ('sound = "off"\nsuond = "x"\n', ", line 2: suond: ", "there is no such setting"),
        ('[options.regista]\nlength = "long"\n', ", line 2: options.regista.length: ", "standard, official"),
        ("[options.soccer-fun]\nturns = 20\n", ", line 2: options.soccer-fun.turns: ", "no such option"),
        ('[boards]\nregista = "nowhere.toml"\n', ", line 2: boards.regista: ", "cannot be read"),
        ('theme = "grey"\n[options.regista]\nlength = "long"\n', ", line 1: theme: ", "grey"),
        (
            '[options.regista]\nlength = "long"\n[keys]\n"match.pose" = "x"\n',
            ", line 2: options.regista.length: ",
            "long",
        ),
    ],
)
def test_validate_names_file_line_and_key(
    file: Path, capsys: pytest.CaptureFixture[str], text: str, where: str, what: str
) -> None:
    file.write_text(text, encoding="utf-8")
    for command in (["config", "validate"], ["config", "validate", str(file)]):
        assert cli.run(command) == 2
        said = capsys.readouterr().err
        assert f"{file}{where}" in said
        assert what in said
        assert said.count("\n") == 1


def test_validate_says_what_is_good_and_where_nothing_is(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["config", "validate"]) == 0
    assert "There is no file of settings" in capsys.readouterr().out
    for text, said in (
        ("# nothing yet\n", "sets nothing; the defaults hold."),
        ('sound = "off"\n', "its one setting can be used."),
        ('sound = "off"\n[options.very-much]\nturns = 20\n', "all 2 settings can be used."),
    ):
        file.write_text(text, encoding="utf-8")
        assert cli.run(["config", "validate"]) == 0
        assert capsys.readouterr().out == f"{file}: {said}\n"


def test_path(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["config", "path"]) == 0
    assert capsys.readouterr().out == f"{file}\n"
    monkeypatch.setenv("TOUCHLINE_CONFIG", "")
    assert cli.run(["config", "path"]) == 0
    assert "No file" in capsys.readouterr().out


def test_every_setting_is_documented_with_its_default() -> None:
    # The first of the page's tables; others say more of single settings.
    table = DOCS.read_text(encoding="utf-8").partition("| --- | --- | --- |\n")[2].partition("\n\n")[0]
    rows = dict(re.findall(r"^\| `\[?([a-z]+)[^|]*\|([^|]*)\|", table, re.MULTILINE))
    assert set(rows) == {field.name for field in fields(Config)}
    default = Config()
    for name, said in rows.items():
        value = getattr(default, name)
        if isinstance(value, str):
            assert said.strip() == (f"`{value}`" if value else ""), name


def test_the_documented_file_can_be_used(tmp_path: Path) -> None:
    text = re.search(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert text is not None
    file = tmp_path / "documented.toml"
    file.write_text(text[1], encoding="utf-8")
    assert read_config_file(file)["sound"].value == tomllib.loads(text[1])["sound"]
