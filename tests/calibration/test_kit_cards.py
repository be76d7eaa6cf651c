"""Cards of figures: every value of a roster is on its card, and each card on the paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from calibration.kit import cards
from calibration.kit.pages import free_mm
from calibration.kit.pieces import TEAM_INK
from calibration.kit.surface import Surface
from engine.games import load_ruleset
from referee_tui.commands.rosters import cards_of, read_rosters, squad_with
from tests.calibration.printed import Recorder

if TYPE_CHECKING:
    from pathlib import Path

ROSTER = """
format = 1
team = "Harbour"
[figures.14]
name = "Çağla Öztürkoğlu-Müller"
red = 7
special = true
[figures.9]
name = "Ann"
skill = 80
blue = 6
"""


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    file = tmp_path / "harbour.toml"
    file.write_text(ROSTER, encoding="utf-8")
    return file


def test_a_roster_is_printed_with_its_numbers_names_and_values(roster: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rosters = read_rosters(load_ruleset("soccer-chess"), [f"B={roster}"])
    assert squad_with("soccer-chess", rosters) == ("B1", "B9", "B14", *(f"R{number}" for number in range(1, 12)))
    written: list[str] = []
    monkeypatch.setattr(Surface, "text", noting(Surface.text, written))
    cards.print_cards(Recorder(), cards_of(rosters), "a4")
    said = " ".join(written)
    assert "9 Ann 80 skill 6 positioning 3 dribble 4 run without ball" in said
    assert "14 Çağla Öztürkoğlu-Müller 75 skill 5 positioning 3 dribble 7 run without ball special card" in said


def noting(text: Any, written: list[str]) -> Any:  # noqa: ANN401 - a method of Surface
    def noted(surface: Surface, words: str, *where: Any, **how: Any) -> Any:  # noqa: ANN401 - handed on as it is
        written.append(words)
        return text(surface, words, *where, **how)

    return noted


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "a2"])
def test_cards_lie_side_by_side_on_the_paper(paper: str) -> None:
    many = [cards.FigureCard(f"R{number}", "", (cards.CardValue("skill", 75),)) for number in range(1, 41)]
    recorder = Recorder()
    cards.print_cards(recorder, many, paper)
    west, north, east, south = free_mm(paper)
    lids = [shape for page in recorder.pages for shape in page.marks().shapes if shape.colour == TEAM_INK["R"]]
    assert len(lids) == 40
    assert all(
        west <= lid.box_mm[0]
        and lid.box_mm[2] <= east
        and north <= lid.box_mm[1]
        and lid.box_mm[1] + cards.CARD_MM[1] <= south
        for lid in lids
    )
