"""What a rule says: the words on the screen are those of the game's page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.game_names import GAMES
from referee_tui.rule_words import rule_words
from referee_tui.texts import texts

DOCS = Path(__file__).parents[2] / "docs"
ROW = re.compile(r"\| (?P<ids>`[a-z_.]+`(?:, `[a-z_.]+`)*) \| (?P<words>.*) \|")


def page_of(game: str) -> dict[str, str]:
    """Rules by id from the table of a game's page."""
    _, _, table = (DOCS / f"{game}.md").read_text(encoding="utf-8").partition("| rule id |")
    said: dict[str, str] = {}
    for line in table.partition("\n\n")[0].splitlines()[2:]:
        row = ROW.fullmatch(line)
        assert row is not None, line
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", row["words"]).replace("`", "")
        said |= dict.fromkeys(re.findall(r"[a-z_.]+", row["ids"]), words)
    return said


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_the_page_is_said_in_the_words_of_the_page(game: str) -> None:
    page = page_of(game)
    assert len(page) > 10
    assert {rule: rule_words(game, rule).casefold() for rule in page} == {k: v.casefold() for k, v in page.items()}
    assert set(texts(f"rules-{game}")) == set(page)


def test_a_rule_that_there_is_not_has_no_words() -> None:
    assert rule_words("regista", "move.sideways") == ""
