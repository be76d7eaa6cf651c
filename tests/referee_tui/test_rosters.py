"""``--roster``: cards from files."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from engine.games import load_ruleset
from engine.games.soccer_chess import SoccerChessRules
from engine.record.reader import read_log
from engine.record.records import Header
from referee_tui import cli
from referee_tui.commands.rosters import read_rosters, with_rosters

if TYPE_CHECKING:
    from pathlib import Path

BLUE = "format = 1\n[figures.9]\nred = 7\n"
RED = '{"format": 1, "figures": {"4": {"blue": 2}}}'


def test_both_teams_bring_their_cards(tmp_path: Path) -> None:
    blue, red = tmp_path / "blue.toml", tmp_path / "red.json"
    blue.write_text(BLUE)
    red.write_text(RED)
    plain = load_ruleset("soccer-chess")
    rules = with_rosters(plain, read_rosters(plain, [f"B={blue}", f"R={red}"]))
    assert isinstance(rules, SoccerChessRules)
    position = rules.read_position({"pieces": {"B9": "WK14"}})
    assert (position.card("B9").red, position.card("R4").blue, position.card("R9").red) == (7, 2, 4)
    own = rules.read_position({"pieces": {"B9": "WK14"}, "roster": {"B9": {"red": 1}}})
    assert (own.card("B9").red, own.card("R4").blue) == (1, 5)
    assert rules.read_position(rules.write_position(own)) == own


@pytest.mark.parametrize(
    ("game", "rosters", "words"),
    [
        ("regista", ["B=a.toml"], "regista has no cards"),
        ("soccer-chess", ["a.toml"], "is given as B=FILE or R=FILE"),
        ("soccer-chess", ["G=a.toml"], "is given as B=FILE or R=FILE"),
        ("soccer-chess", ["B=none.toml"], "none.toml: the roster cannot be read"),
    ],
)
def test_what_cannot_be_used_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, rosters: list[str], words: str
) -> None:
    arguments = [word for roster in rosters for word in ("--roster", roster)]
    assert cli.run(["watch", str(tmp_path), "--game", game, "--headless", *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("said", "teams"), [([], {"B": "Harbour", "R": "Red"}), (["--teams", "Quay,Town"], {"B": "Quay", "R": "Town"})]
)
def test_a_roster_names_its_team_where_nothing_else_was_said(
    tmp_path: Path, said: list[str], teams: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    blue, log = tmp_path / "blue.toml", tmp_path / "a.touchline.jsonl"
    blue.write_text('team = "Harbour"\n' + BLUE)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    line = ["watch", "none", "--plain", "--game", "soccer-chess", "--log", str(log), "--roster", f"B={blue}", *said]
    assert cli.run(line) == 0
    header = next(iter(read_log(log).records))
    assert isinstance(header, Header)
    assert header.teams == teams
