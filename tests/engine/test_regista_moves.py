"""Moving, dribbling, picking up, goals by dribble."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import pytest

if TYPE_CHECKING:
    from tests.engine.asking import Ask, Json

Pieces: TypeAlias = dict[str, str]

FAR = {"R1": "M21", "R2": "B20"}


def at(pieces: Pieces, ball: str | None = None, **more: object) -> Json:
    return {"pieces": {**FAR, **pieces}, "ball": ball, "turn": "B", **more}


OPEN = at({"B7": "H10", "B15": "C10", "B9": "K5"}, "K5")
CORNERED = {"B7": "A1", "R5": "B1"}


@pytest.mark.parametrize(
    ("position", "action", "rule"),
    [
        (OPEN, "B7-H13", None),
        (OPEN, "B7-H14", "move.range"),
        (OPEN, "B7-H11-H12-H13-H12", "move.range"),
        (OPEN, "B7-H11-H12", None),
        (OPEN, "B15-C12", None),
        (OPEN, "B15-C13", "move.range"),
        (OPEN, "B7-H10", "move.range"),
        (OPEN, "B7-P3", "move.field"),
        (OPEN, "B7-H40", "move.field"),
        (OPEN, "B8-H12", "move.field"),
        (at({"B7": "H2"}), "B7-H0", "move.field"),
        (at({"B7": "H20"}), "B7-G23", "move.field"),
        (OPEN, "R2-B19", "turn.side"),
        (OPEN, "R2-B10", "turn.side"),
        (at({"B7": "H10", "B8": "H12"}), "B7-H12", "move.occupied"),
        (at({"B7": "H10", "B8": "H11"}), "B7-H11-H12", "move.occupied"),
        (at({"B7": "A1", "R5": "B1", "R6": "A2"}), "B7-A3", "move.occupied"),
        (at({"B7": "H10"}, "H10"), "B7-H12", "move.leaves_ball"),
        (at({"B7": "H10"}, "H10"), "B7~H11-H12", "move.leaves_ball"),
        (OPEN, "B7~H12", "ball.holder"),
        (OPEN, "B7~H11-H12", "ball.holder"),
        (at({"B7": "H10"}, "H12"), "B7~H11-H12", "ball.holder"),
        (at({"B7": "H10"}, "H12"), "B7~H11-H12~H13", "ball.holder"),
        (at({"B7": "H10"}, "H11"), "B7-H11~H12-H13", "move.leaves_ball"),
        (at({"B7": "H10"}, "H12"), "B7~H12", "ball.holder"),
        (at({"B7": "H10"}, "M3"), "B7-H11~H12", "ball.holder"),
        (at({"B7": "H10", "B8": "H12"}, None, moved=["B7"]), "B7-H11", "move.twice"),
        (at({"B7": "H10", "B8": "H12", "B6": "C3"}, None, moved=["B8", "B6"]), "B7-H11", "move.limit"),
        (at({"B7": "H10", "B8": "H12", "B6": "C3"}, None, moved=["B7", "B6"]), "B7-H11", "move.limit"),
        (at({"B9": "H1"}, "H1"), "B9~H0", "move.field"),
        (at({"B9": "H20"}, "H20"), "B9~H22~H21", "move.field"),
        (at({"B7": "H10"}, "H11", holder_may_not="B7"), "B7-H11", "restart.regain"),
        (at({"B7": "H10"}, "H11", holder_may_not="B7"), "B7-H12", None),
        (at({"B7": "H10"}, "H11", holder_may_not="B8"), "B7-H11", None),
        (at(CORNERED, "A2", holder_may_not="B7"), "B7-A3", "restart.regain"),
    ],
)
def test_what_a_move_may_do(ask: Ask, position: Json, action: str, rule: str | None) -> None:
    assert ask.rule(position, action) == rule


@pytest.mark.parametrize(
    ("position", "action", "first"),
    [
        # Of several faults: side, holder, how often, range, way, target.
        (at({"R7": "H10"}, "H10", moved=["R7", "R8"]), "R7-P30", "turn.side"),
        (at({"B7": "H10"}, "H10", moved=["B5", "B6"]), "B7-H20", "move.leaves_ball"),
        (at({"B7": "H10", "B8": "H17"}, None, moved=["B7"]), "B7-H17", "move.twice"),
        (at({"B7": "H10", "B8": "H17"}), "B7-H17", "move.range"),
        (at({"B7": "H15"}), "B7-H22", "move.range"),
    ],
)
def test_the_first_of_several_faults_is_cited(ask: Ask, position: Json, action: str, first: str) -> None:
    assert ask.rule(position, action) == first


def test_a_way_round_a_piece_is_found(ask: Ask) -> None:
    answer = ask(at({"B7": "H10", "R5": "H11"}), "B7-H12")
    (move,) = answer["events"]
    assert (move["type"], move["to"], len(move["path"])) == ("move", "H12", 3)
    assert "H11" not in move["path"]


@pytest.mark.parametrize(
    ("pieces", "ball", "action", "types", "ball_after"),
    [
        ({"B7": "H10"}, "H11", "B7-H11", ["move", "possession"], "H11"),
        ({"B7": "H10"}, "H11", "B7-H12", ["move"], "H11"),
        ({"B7": "H10"}, "H11", "B7-H11-H12", ["move", "possession", "dribble"], "H12"),
        ({"B7": "H10"}, "H11", "B7-H11~H13", ["move", "possession", "dribble"], "H13"),
        ({"B7": "H10"}, "H11", "B7-H11~H10", ["move", "possession", "dribble"], "H10"),
        (CORNERED, "A2", "B7-A3", ["move", "possession", "dribble"], "A3"),
        ({"B7": "H10"}, "H10", "B7~H13", ["dribble"], "H13"),
    ],
)
def test_the_ball_is_taken_along_only_when_it_is_meant_or_must_be(
    ask: Ask, *, pieces: Pieces, ball: str | None, action: str, types: list[str], ball_after: str
) -> None:
    answer = ask(at(pieces, ball), action)
    assert ask.types(answer) == types
    assert answer["position"]["ball"] == ball_after
    assert answer["position"]["moved"] == ["B7"]


@pytest.mark.parametrize("action", ["B9~H22", "B9~G23", "B9~H21~I23"])
def test_a_dribble_into_the_goal_scores_without_a_ruling(ask: Ask, action: str) -> None:
    answer = ask(at({"B9": "H20"}, "H20"), action)
    assert ask.types(answer) == ["dribble", "goal", "kick_off"]
    assert answer["position"]["score"] == {"B": 1, "R": 0}
    assert answer["position"]["pieces"] == {}
    assert (answer["position"]["turn"], answer["position"]["placing"]) == ("R", True)


def test_a_piece_can_pick_up_and_dribble_into_the_goal_in_one_move(ask: Ask) -> None:
    answer = ask(at({"B9": "H20"}, "I21"), "B9-I21~H22")
    assert ask.types(answer) == ["move", "possession", "dribble", "goal", "kick_off"]


def test_red_scores_on_the_left(ask: Ask) -> None:
    answer = ask({"pieces": {"R9": "H2", "B1": "O20"}, "ball": "H2", "turn": "R"}, "R9~H0")
    assert answer["position"]["score"] == {"B": 0, "R": 1}


def test_a_reason_has_the_numbers_in_it(ask: Ask) -> None:
    answer = ask(at({"B4": "H10"}), "B4-H14")
    assert answer["reason"] == "B4 moved 4 spaces; a DF moves 3"
