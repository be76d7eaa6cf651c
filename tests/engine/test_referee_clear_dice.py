"""Dice that were read clearly, and a table that lies otherwise: people are asked which it was, and one key says it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine.games import load_ruleset
from engine.record.records import Acted, Corrected, Ruled
from engine.record.replay import Match, replay
from engine.referee import answers, step, take_up
from engine.referee.commit import stated
from engine.referee.policy import AGREED
from tests.engine.test_table_corpus import LOOKS, Shown

A_LONG_BALL = "1H2,2D5,4J5,9H8,11F10/1H21,2D18,4J18,6F15,8H15 H8 B 0-0 1-1"
TACKLE = "1H2,2D5,4J5,9H13,11F10/1H21,2D18,8H14 H14 B 0-0 1-1"
CHARGE = "1H1,3E9/1H22,8E10 E10 B 0-0 1-1"


@dataclass(frozen=True)
class Case:
    """Something done otherwise than clearly read dice have it."""

    game: str
    line: str
    done: tuple[str, ...]
    asked: str
    kept: str
    """Where the ball is by the dice as read, and by other faces, and where it stands by agreement."""
    otherwise: str
    stands: str
    then: str = "B2 D6"
    """What is done next, and the act that it is."""
    told: str = "B2-D6"


CASES = {
    "the ball on another neighbour": Case(
        "regista",
        A_LONG_BALL,
        ("ball C11", "die B4", "ball C12"),
        "The die shows 4: the ball belongs on C10 and lies on C12. Put it there, or say what they showed",
        kept="C10",
        otherwise="C12",
        stands="C12",
    ),
    "a lost ball taken": Case(
        "regista",
        TACKLE,
        ("die B1, die R1", "ball H13"),
        "The dice show Blue 1, Red 1: the ball belongs on H14 and lies on H13. Put it there, or say what they showed",
        kept="H14",
        otherwise="H13",
        stands="H13",
    ),
    "a won ball left, and played on": Case(
        "regista",
        TACKLE,
        ("die B6, die R1", "B2 D6"),
        "The dice show Blue 6, Red 1: the ball belongs on H13 and lies on H14. Put it there, or say what they showed",
        kept="H13",
        otherwise="H14",
        stands="H14",
    ),
    "the wrong one of a charge has the ball": Case(
        "very-much",
        CHARGE,
        ("die B5, die R2", "B3 E10, R8 E9, ball E9"),
        "The dice show Blue 5, Red 2: the ball belongs on E10 and lies on E9. Put it there, or say what they showed",
        kept="E10",
        otherwise="E9",
        stands="E9",
        then="B1 H2",
        told="B1-H2",
    ),
    "a tie, and played on": Case(
        "regista",
        TACKLE,
        ("die B6, die R4", "B2 D6"),
        "The dice show Blue 6, Red 4: they are thrown again, and play went on without. Throw them, or say what they "
        "showed",
        kept="H14",
        otherwise="H14",
        stands="H14",
    ),
}


@pytest.fixture(params=CASES.values(), ids=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    found = request.param
    assert isinstance(found, Case)
    return found


def played(case: Case, key: int, *then: str) -> tuple[Match, list[object], list[str]]:
    """The match after the question was answered with a key, all records, and what was asked; it is replayed alike."""
    rules = load_ruleset(case.game)
    shown = Shown(rules, case.line)
    referee = step(rules, take_up(Match(shown.position)), shown.look()).referee
    before = referee.match
    records: list[object] = []
    asked: list[str] = []
    for changes in (*case.done, "", *then):
        given = [shown.look()] * 0
        if changes:
            shown.put(changes)
            given = [shown.look()] * LOOKS
        inputs = given or answers(rules, referee)[key - 1].given
        for each in inputs:
            outcome = step(rules, referee, each)
            referee = outcome.referee
            records += outcome.records
            asked += [record.reason or "" for record in outcome.records if isinstance(record, Ruled) and record.reason]
    assert replay(rules, [stated(rules, before), *records]).position == referee.position  # type: ignore[list-item]
    return referee.match, records, asked


def test_what_the_dice_show_and_where_things_lie_is_said_in_one_sentence(case: Case) -> None:
    match, records, asked = played(case, 1)
    assert asked == [case.asked]
    assert match.position is not None
    assert match.position.ball == case.kept
    assert not any(isinstance(record, Corrected) for record in records)


def test_one_key_says_that_they_were_read_wrongly(case: Case) -> None:
    match, records, asked = played(case, 2, "wait" if case.done[-1] == case.then else case.then)
    assert asked == [case.asked]
    assert match.position is not None
    assert match.position.ball == case.otherwise
    assert [record.notation for record in records if isinstance(record, Acted)][-1] == case.told


def test_one_key_lets_it_stand_and_the_log_says_that_it_was_agreed(case: Case) -> None:
    match, records, asked = played(case, 3, "wait" if case.done[-1] == case.then else case.then)
    assert asked == [case.asked]
    assert match.position is not None
    assert (match.position.ball, match.position.awaits) == (case.stands, None)
    assert [record.reason for record in records if isinstance(record, Corrected)] == [AGREED]
    assert [record.notation for record in records if isinstance(record, Acted)][-1] == case.told


@pytest.mark.parametrize("then", ["ball C10", "B2 D6"])
def test_dice_that_were_said_to_be_right_are_not_asked_about_again(then: str) -> None:
    case = CASES["the ball on another neighbour"]
    match, _, asked = played(case, 1, "wait", then)
    assert asked == [case.asked]
    assert match.position is not None
    assert (match.position.ball, match.position.pieces["B2"]) == ("C10", "D6" if then.startswith("B2") else "D5")
