"""Acts that come to the very same: one is told, and the log says that no table shows which it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games import load_ruleset
from engine.inference import Table
from engine.notation import parse_action
from engine.observation import SeenDie
from engine.record.records import Acted, Noted
from engine.record.replay import Match
from engine.referee import step, take_up
from tests.engine.simulated import Tally, look_at_table

RULES = load_ruleset("very-much")
DICE = (SeenDie("B", 3, 100.0, 320.0, 0.98), SeenDie("R", 5, 300.0, 320.0, 0.98))
PIECES = {"B1": "H1", "B9": "H9", "R1": "H22"}


def kicked(lands: str, **others: str) -> tuple[list[str], list[str]]:
    """What is told and noted of a kick of B9's with a 4 that brings the ball to a square."""
    position = RULES.read_position({"pieces": {**PIECES, **others}, "ball": "H9", "turn": "B"})
    referee, told, noted = take_up(Match(position)), [], []
    thrown = (replace(DICE[0], value=4, x_mm=150.0), DICE[1])
    tables = [(position.ball_space, DICE), (position.ball_space, thrown), (lands, thrown)]
    for k, (ball, dice) in enumerate(table for table in tables for _ in range(10)):
        look = look_at_table(RULES, Table(position.pieces, ball), dice)
        outcome = step(RULES, referee, replace(look, t=k / 2))
        referee = outcome.referee
        told += [record.notation for record in outcome.records if isinstance(record, Acted)]
        noted += [record.text for record in outcome.records if isinstance(record, Noted)]
    return told, noted


def test_a_lob_and_a_kick_along_the_ground_that_land_alike_are_told_as_one_of_them_and_noted() -> None:
    told, noted = kicked("H13")
    assert told == ["B9>E"]
    assert noted == [
        "The table does not show which it was, and it is all one: B9>E (along the ground, east) or B9^E (a lob, east)"
    ]


def test_what_only_one_of_them_can_have_done_is_told_without_a_note() -> None:
    assert kicked("H13", R5="H11") == (["B9^E"], [])


@pytest.mark.parametrize(("all_one", "counted"), [(True, 1), (False, 0)])
def test_only_what_was_said_to_be_all_one_is_counted_as_that(*, all_one: bool, counted: int) -> None:
    tally = Tally()
    tally.compare([parse_action("B9^E")], [parse_action("B9>E")], all_one=all_one)
    assert (tally.all_one["lob"], tally.told_all_one["pass"]) == (counted, counted)
    assert (tally.true["lob"], tally.told["pass"], tally.both["lob"]) == (1, 1, 0)
