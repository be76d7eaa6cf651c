"""Short and long passes, deviation, offside."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import pytest

if TYPE_CHECKING:
    from tests.engine.asking import Ask, Json

Pieces: TypeAlias = dict[str, str]

DEEPER = {"R1": "H10", "R2": "N21"}
DEEP = {"R1": "H21", "R2": "N21"}


def at(pieces: Pieces, ball: str | None, **more: object) -> Json:
    return {"pieces": {**DEEP, **pieces}, "ball": ball, "turn": "B", **more}


HOLDER = at({"B8": "H8", "B6": "C3"}, "H8")


@pytest.mark.parametrize(
    ("position", "action", "rule"),
    [
        (HOLDER, "B8>H11", None),
        (HOLDER, "B8>E10", None),
        (HOLDER, "B8>F8", "pass.line"),
        (HOLDER, "B8>H8", "pass.line"),
        (HOLDER, "B8>H18", "pass.range"),
        (HOLDER, "B8>B19", "pass.line"),
        (HOLDER, "B8>Q1", "move.field"),
        (HOLDER, "B8>H0", "pass.goal"),
        (HOLDER, "B6>C5", "ball.holder"),
        (at({"B8": "H8", "R5": "H9"}, "H8"), "B8>H11", "pass.over_opponent"),
        (at({"B8": "H8", "B5": "H9"}, "H8"), "B8>H11", None),
        (at({"B8": "H8", "R5": "H12"}, "H8"), "B8>H14", "pass.over_opponent"),
        (at({"B8": "H8", "B5": "H10", "R5": "G11"}, "H8"), "B8>H10", "pass.marked"),
        (at({"B8": "H8", "B5": "H11", "R5": "G12"}, "H8"), "B8>H11", "pass.marked"),
        (at({"B8": "H8", "R5": "G11"}, "H8"), "B8>H10", None),
        (at({"B8": "H8", "B5": "H10", "R5": "G12"}, "H8"), "B8>H10", None),
        (at({"B8": "H8", "B5": "H12", "R5": "G13"}, "H8"), "B8>H12", None),
        # Order: line before range, way before target.
        (at({"B8": "H8", "R5": "H10"}, "H8"), "B8>H20", "pass.range"),
        (at({"B8": "H19", "R5": "H20"}, "H19"), "B8>H22", "pass.over_opponent"),
    ],
)
def test_what_a_pass_may_do(ask: Ask, position: Json, action: str, rule: str | None) -> None:
    assert ask.rule(position, action) == rule


@pytest.mark.parametrize(
    ("pieces", "target", "types", "turn"),
    [
        ({"B8": "H8"}, "H11", ["pass", "free_ball"], "B"),
        ({"B8": "H8", "B5": "H11"}, "H11", ["pass", "possession"], "B"),
        ({"B8": "H8", "R5": "H11"}, "H11", ["pass", "possession", "turn_over"], "R"),
        ({"B15": "H8"}, "H17", ["pass", "free_ball"], "B"),
    ],
)
def test_where_the_ball_rests_decides(ask: Ask, pieces: Pieces, target: str, types: list[str], turn: str) -> None:
    answer = ask(at(pieces, "H8"), f"{next(iter(pieces))}>{target}")
    assert ask.types(answer) == types
    assert (answer["position"]["ball"], answer["position"]["turn"]) == (target, turn)
    assert answer["pending"] is None


@pytest.mark.parametrize(
    ("face", "rest"), [(1, "H13"), (2, "I13"), (3, "I12"), (4, "H11"), (5, "G12"), (6, "G13")]
)  # fmt: skip
def test_a_long_pass_deviates_by_the_chart(ask: Ask, face: int, rest: str) -> None:
    answer = ask(at({"B8": "H8"}, "H8"), "B8>H12", rolls=[face])
    assert ask.types(answer) == ["pass", "roll", "deviation", "free_ball"]
    assert answer["position"]["ball"] == rest


def test_only_a_goal_kick_must_leave_the_penalty_area(ask: Ask) -> None:
    answer = ask(at({"B8": "H8"}, "H8"), "B8>H3", rolls=[4])
    assert ask.types(answer) == ["pass", "roll", "deviation", "free_ball"]
    assert (answer["position"]["ball"], answer["position"]["restart"]) == ("H2", None)


def test_a_long_pass_waits_for_its_die_with_the_ball_on_the_target(ask: Ask) -> None:
    answer = ask(at({"B8": "H8"}, "H8"), "B8>H12", "end")
    assert answer["pending"]["for"] == "deviation"
    assert (answer["pending"]["side"], answer["pending"]["dice"]) == ("B", 1)
    assert answer["position"]["ball"] == "H12"
    on = ask(answer["position"], rolls=[4])
    assert (on["position"]["ball"], on["pending"]) == ("H11", None)


@pytest.mark.parametrize(
    ("start", "target", "face", "line", "spot", "restart", "awarded"),
    [
        ("O6", "O12", 2, "touch", "O12", "throw_in", "O12"),
        ("A6", "A12", 5, "touch", "A12", "throw_in", "A12"),
        ("B17", "B21", 1, "goal", "B21", "goal_kick", None),
        ("A18", "A22", 1, "goal", "A22", "goal_kick", None),
        ("A18", "A22", 6, "touch", "A22", "throw_in", "A22"),
        ("O18", "O22", 2, "touch", "O22", "throw_in", "O22"),
        ("H17", "H21", 1, "goal", "H21", "goal_kick", None),
        ("A5", "A1", 4, "goal", "A1", "corner", "A1"),
        ("J5", "J1", 4, "goal", "J1", "corner", "O1"),
        ("G5", "G1", 4, "goal", "G1", "corner", "A1"),
        ("H5", "H1", 4, "goal", "H1", "corner", None),
        ("A5", "A1", 5, "touch", "A1", "throw_in", "A1"),
    ],
)
def test_a_pass_that_leaves_the_field(
    ask: Ask, *, start: str, target: str, face: int, line: str, spot: str, restart: str, awarded: str | None
) -> None:
    pieces = {"B8": start, "R1": "M21", "R2": "N21"}
    position = {"pieces": pieces, "ball": start, "turn": "B", "holder_may_not": "B6"}
    answer = ask(position, f"B8>{target}", rolls=[face])
    out = next(event for event in answer["events"] if event["type"] == "out")
    assert (out["line"], out["spot"]) == (line, spot)
    assert ask.types(answer)[-1] == restart
    position = answer["position"]
    assert (position["turn"], position["restart"], position["spot"]) == ("R", restart, awarded)
    assert position["holder_may_not"] is None
    assert position["score"] == {"B": 0, "R": 0}
    assert position["turns_done"] == {"B": 1, "R": 0}


def test_a_deviation_onto_an_opponent_ends_the_turn(ask: Ask) -> None:
    answer = ask(at({"B8": "H8", "R5": "H13"}, "H8", moved=["B8"], tackled=["B8"]), "B8>H12", rolls=[1])
    assert ask.types(answer)[-2:] == ["possession", "turn_over"]
    position = answer["position"]
    assert (position["turn"], position["ball"], position["moved"], position["tackled"]) == ("R", "H13", [], [])


# The line is red's second closest piece. On the right G20 (39 half spaces from the left) is 5 half spaces from the
# goal line, H19 and H20 (38, 40) 6 and 4, G21 3.
def offside_case(line: str, passer: str, *others: tuple[str, str]) -> Json:
    return {"pieces": {"R1": "N21", "R2": line, "B8": passer, **dict(others)}, "ball": passer, "turn": "B"}


@pytest.mark.parametrize(
    ("position", "action", "options", "offside"),
    [
        (offside_case("C20", "G17", ("B9", "G20")), "B8>G20", None, False),
        (offside_case("C20", "G18", ("B9", "G21")), "B8>G21", None, True),
        (offside_case("D19", "G17", ("B9", "G20")), "B8>G20", None, True),
        (offside_case("D19", "G17", ("B9", "G20")), "B8>G20", {"offside_half_space": "lenient"}, False),
        (offside_case("C19", "G17", ("B9", "G20")), "B8>G20", {"offside_half_space": "lenient"}, True),
        # A free space in an offside position: only if a piece stands in one.
        (offside_case("D15", "G14"), "B8>G17", None, False),
        (offside_case("D15", "G14", ("B9", "M20")), "B8>G17", None, True),
        # The passer counts as a piece standing offside.
        (offside_case("D15", "G17"), "B8>G20", None, True),
        (offside_case("D15", "G17"), "B8>G20", {"offside_counts_passer": False}, False),
        # The keeper may be the second closest.
        ({"pieces": {**DEEPER, "B8": "G9", "B9": "G12"}, "ball": "G9", "turn": "B"}, "B8>G12", None, True),
        # Fewer than two opponents: no line.
        ({"pieces": {"R1": "H10", "B8": "G9", "B9": "G12"}, "ball": "G9", "turn": "B"}, "B8>G12", None, False),
        # Nothing behind the line, back passes.
        (offside_case("D15", "G20", ("B9", "G14")), "B8>G17", None, True),
        (offside_case("D19", "G17", ("B9", "M21")), "B8>G16", None, False),
        # An opponent's ball is just its ball.
        (offside_case("D15", "G17", ("R3", "G20")), "B8>G20", None, False),
        # No offside from a throw-in; from a free kick and a kick-off, yes.
        ({**offside_case("D15", "G17"), "restart": "throw_in", "spot": "G17"}, "B8>G20", None, False),
        ({**offside_case("D15", "G17"), "restart": "free_kick", "spot": "G17"}, "B8>G20", None, True),
    ],
)  # fmt: skip
def test_offside(ask: Ask, *, position: Json, action: str, options: Json | None, offside: bool) -> None:
    answer = ask(position, action, options=options)
    assert ("offside" in ask.types(answer)) is offside
    assert (answer["position"]["restart"] == "free_kick") is offside


def test_the_resting_place_of_a_long_pass_counts(ask: Ask) -> None:
    position = offside_case("D15", "G9", ("B9", "M20"))
    assert "offside" not in ask.types(ask(position, "B8>G15", rolls=[4]))
    answer = ask(position, "B8>G15", rolls=[1])
    assert ask.types(answer) == ["pass", "roll", "deviation", "offside", "free_kick"]
    assert (answer["position"]["spot"], answer["position"]["turn"]) == ("G16", "R")
    # Nobody stands there: the nearest offside piece may be moved, none must.
    assert (answer["position"]["to_move_off"], answer["position"]["may_move_off"]) == (None, ["B9"])
