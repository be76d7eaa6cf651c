"""Steals and lifted figures of Soccer Chess: as the table shows them, and as they are said after a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.games import load_ruleset
from engine.record.records import Ruled, Stated
from engine.record.replay import Match
from engine.referee import Referee, TypedAction, step, take_up
from tests.engine.chess_table import (
    GRID,
    PIECES,
    acts,
    follow,
    kicked,
    seen,
    watched,
)

if TYPE_CHECKING:
    from engine.ruleset import Ruleset

THIEF = {**PIECES, "R3": "WN17"}
"""Red's 3 is three squares from Blue's 8, who has the ball on WN20; it is Red's move."""


def with_steals(skill: int, *, agreed: bool = True) -> tuple[Ruleset, Referee]:
    """Red's 3 may try to take the ball; its skill is 76 with the two units of positioning left over, or less."""
    rules = load_ruleset("soccer-chess", options={"steal": agreed})
    cards = {
        "B8": {"skill": 75, "blue": 5, "green": 3, "red": 4},
        "R3": {"skill": skill, "blue": 5, "green": 3, "red": 4},
    }
    position = {"pieces": THIEF, "ball": "WN20", "turn": "R", "due": "move", "roster": cards}
    state = take_up(Match(rules.read_position(position)))
    return rules, step(rules, state, seen(THIEF, GRID.centre_mm("WN20"))).referee


@pytest.mark.parametrize(
    ("stands", "aside", "told"),
    [
        ("WO19", (0.0, 0.0), ["R3xB8", "R3@WO19"]),
        # A figure and a ball do not fit on one square: it lies beside the thief.
        ("WO19", (17.0, 0.0), ["R3xB8", "R3@WO19"]),
        ("WN19", (0.0, -16.5), ["R3xB8", "R3@WN19"]),
    ],
)
def test_a_steal_is_seen_by_the_thief_standing_with_the_ball(
    stands: str, aside: tuple[float, float], told: list[str]
) -> None:
    rules, state = with_steals(70)
    x_mm, y_mm = GRID.centre_mm(stands)
    notations, _, after = watched(rules, state, seen({**THIEF, "R3": stands}, (x_mm + aside[0], y_mm + aside[1])))
    assert notations == told
    assert after.position is not None
    assert (after.position.holder, after.position.pieces["R3"], after.position.turn) == ("R3", stands, "R")


def test_a_thief_that_dribbled_on_at_once_is_told_in_order() -> None:
    rules, state = with_steals(70)
    look = seen({**THIEF, "R3": "WS20"}, GRID.centre_mm("WS20"))
    notations, _, after = watched(rules, state, look)
    # WN20's neighbours reach to line O; three more lines are the dribble: P, R, S.
    assert (notations[0], notations[-1], len(notations)) == ("R3xB8", "R3~WS20", 3)
    assert after.position is not None
    assert (after.position.holder, after.position.turn) == ("R3", "R")
    assert rules.write_position(after.position)["due"] == "kick"


@pytest.mark.parametrize(
    ("skill", "agreed", "words"),
    [
        # 69 + 2 x 3 = 75, as the holder has.
        (69, True, "R3xB8 is not allowed: the try fails by skill, 75 to 75, and the ball stays with B8 (ball.holder)"),
        (99, False, "R3xB8 is not allowed: the optional rule steal was not agreed on for this match (option.off)"),
    ],
)
def test_a_ball_that_could_not_be_taken(skill: int, agreed: bool, words: str) -> None:  # noqa: FBT001 - a table's column
    rules, state = with_steals(skill, agreed=agreed)
    notations, says, after = watched(rules, state, seen({**THIEF, "R3": "WO19"}, GRID.centre_mm("WO19")))
    assert notations == []
    assert says == [f"{words}. Take it back, or both accept"]
    assert watched(rules, after, seen(THIEF, GRID.centre_mm("WN20")))[1] == ["Taken back; play goes on"]


def test_a_figure_put_beside_the_holder_is_no_thief() -> None:
    rules, state = with_steals(70)
    x_mm, y_mm = GRID.centre_mm("WN20")
    for nudged in (0.0, 6.0):
        look = seen({**THIEF, "R3": "WO19"}, (x_mm + nudged, y_mm))
        assert watched(rules, state, look)[0] == ["R3-WO19"]


def test_a_move_up_to_the_holder_that_was_a_steal_is_put_right_with_one_key() -> None:
    rules = load_ruleset("soccer-chess", options={"steal": True})
    pieces = {**PIECES, "R3": "WN17"}
    raw = {"pieces": pieces, "ball": "WN20", "turn": "R", "due": "move", "roster": {"R3": {"skill": 80}}}
    state = take_up(Match(rules.read_position(raw)))
    looks = [seen(pieces, GRID.centre_mm("WN20")), *[seen({**pieces, "R3": "WN19"}, GRID.centre_mm("WN20"))] * 3]
    offered, notations = [], []
    for look in looks:
        outcome = step(rules, state, look)
        state = outcome.referee
        notations += acts(list(outcome.records))
        offered += [answer for said in outcome.says for answer in said.answers]
    assert notations == ["R3-WN19"]
    assert [answer.text for answer in offered] == ["It was a steal (R3xB8)"]
    for given in offered[0].given:
        state = step(rules, state, given).referee
    assert state.position is not None
    assert (state.position.holder, state.position.pieces["R3"]) == ("R3", "WN19")


@pytest.mark.parametrize(
    ("options", "skill", "to"),
    [({}, 80, "WN19"), ({"steal": True}, 60, "WN19"), ({"steal": True}, 80, "WN18")],
    ids=["not agreed on", "would have failed", "ends away from the holder"],
)
def test_a_move_that_was_no_steal_offers_nothing(options: dict[str, Any], skill: int, to: str) -> None:
    rules = load_ruleset("soccer-chess", options=options)
    pieces = {**PIECES, "R3": "WN17"}
    raw = {"pieces": pieces, "ball": "WN20", "turn": "R", "due": "move", "roster": {"R3": {"skill": skill}}}
    state = take_up(Match(rules.read_position(raw)))
    said = []
    for look in [seen(pieces, GRID.centre_mm("WN20")), *[seen({**pieces, "R3": to}, GRID.centre_mm("WN20"))] * 3]:
        outcome = step(rules, state, look)
        state, said = outcome.referee, [*said, *outcome.says]
    assert [each.answers for each in said if each.answers] == []


def test_a_figure_that_was_lifted_first_is_said_after_the_move_of_another() -> None:
    state, pieces, at = kicked()
    ran = seen({**pieces, "B6": "WJ10"}, at)
    state, records, _ = follow(state, ran, ran)
    assert acts(records) == ["B6-WJ10"]
    state, records, says = follow(state, TypedAction("lift:B10"))
    assert [type(record).__name__ for record in records if not isinstance(record, Stated)][:2] == ["Undone", "Ruled"]
    assert "B6-WJ10 is not allowed" in says[0]
    assert "(move.touched)" in says[0]
    assert state.position is not None
    assert state.position.pieces["B6"] == "WH8"
    # The table still shows it, and is asked to be put back.
    state, records, _ = follow(state, *[ran] * 4)
    assert [record.rule for record in records if isinstance(record, Ruled)] == ["move.touched"]
    put = seen({**pieces, "B10": "WU22"}, GRID.centre_mm("WU22"))
    state, records, _ = follow(state, seen(pieces, at), put, put)
    assert acts(records) == ["B10~WU22"]


@pytest.mark.parametrize("late", ["lift:B6", "lift:R3", "lift:B99"])
def test_a_lift_that_the_move_does_not_go_against_takes_nothing_back(late: str) -> None:
    state, pieces, at = kicked()
    ran = seen({**pieces, "B6": "WJ10"}, at)
    state, _, _ = follow(state, ran, ran)
    state, records, _ = follow(state, TypedAction(late))
    assert state.position is not None
    assert state.position.pieces["B6"] == "WJ10"
    assert "Undone" not in [type(record).__name__ for record in records]
