"""A table that is cleared though nobody saw a goal: it is asked whether there was one, and one key says so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from engine.games import load_ruleset
from engine.inference import Table
from engine.observation import SeenDie
from engine.record.records import Ruled
from engine.record.replay import Match
from engine.referee import Accept, answers, step, take_up
from tests.engine.simulated import look_at_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.referee import Referee, Say
    from engine.ruleset import Ruleset

DICE = (SeenDie("B", 3, 100.0, 320.0, 0.98), SeenDie("R", 5, 300.0, 320.0, 0.98))
SHOOTS = {
    "regista": "1H1,2D4,9I20/1H21,2E3 I20 B 0-0 0-0",
    "very-much": "1H1,2D4,9I20/1C20,3A9 I20 B 0-0 1-1",
    "soccer-fun": "1H1,9H19,2C4/1H23,6C20 H19 B 0-0 0-0",
}
"""Blue is about to shoot."""


def left(game: str, line: str, pieces: Mapping[str, str], ball: str | None) -> tuple[Ruleset, Referee, list[Say]]:
    """The referee at a table on which only these are left, and what is said."""
    rules = load_ruleset(game)
    position = rules.parse_position(line)
    referee, asked = take_up(Match(position)), 0
    said: list[Say] = []
    tables = [Table.of(position)] * 3 + [Table(pieces, ball)] * 40
    for k, table in enumerate(tables):
        outcome = step(rules, referee, replace(look_at_table(rules, table, DICE), t=k / 2))
        referee = outcome.referee
        said += outcome.says
        asked += sum(isinstance(record, Ruled) and record.verdict == "unsure" for record in outcome.records)
    assert asked <= 1
    return rules, referee, said


@pytest.mark.parametrize("game", SHOOTS)
@pytest.mark.parametrize("rest", [{}, {"B1": "H1"}, {"B1": "D1", "R1": "O20"}], ids=["all", "all but one", "elsewhere"])
def test_a_cleared_table_is_asked_about_and_one_key_says_that_it_was_a_goal(game: str, rest: dict[str, str]) -> None:
    rules, referee, said = left(game, SHOOTS[game], rest, None)
    assert said[-1].text == "Most pieces lie elsewhere or are gone: was it a goal? If not, put them back"
    assert referee.eye == "OUT OF STEP"
    goal, *_, stands = answers(rules, referee)
    assert goal.text.startswith("Goal for Blue: B9")
    assert stands.given == (Accept(),)
    for given in goal.given:
        outcome = step(rules, referee, given)
        assert not [said for said in outcome.says if said.kind == "refused"]
        referee = outcome.referee
    position = referee.position
    assert position is not None
    assert (position.score.B, position.score.R, position.placing, position.turn) == (1, 0, True, "R")


def test_a_table_that_goes_on_being_cleared_is_asked_about_once() -> None:
    rules, referee, said = left("very-much", SHOOTS["very-much"], {"B1": "H1"}, None)
    assert "goal?" in said[-1].text
    for k in range(40):
        outcome = step(rules, referee, replace(look_at_table(rules, Table({}, None), DICE), t=30 + k / 2))
        referee = outcome.referee
        assert not outcome.says
    assert answers(rules, referee)[0].text.startswith("Goal for Blue")


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("1H1,2D4,9I20/1C20,3A9 I20 B 0-0 1-1", {"B1": "H1", "B9": "I20", "R1": "C20", "R3": "A9"}),
        ("1H1,2D4,9I20/1C20,3A9 I10 B 0-0 1-1", {}),
    ],
    ids=["one is gone", "nobody has the ball"],
)
def test_nothing_is_asked_about_a_goal_that_cannot_have_been(line: str, rest: dict[str, str]) -> None:
    rules, referee, said = left("very-much", line, rest, "I20" if rest else None)
    assert said
    assert not [one for one in said if "goal?" in one.text]
    assert not [answer for answer in answers(rules, referee) if answer.text.startswith("Goal")]
