"""Tackles, shots, distance shots, saves."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import pytest

if TYPE_CHECKING:
    from tests.engine.asking import Ask, Json

Pieces: TypeAlias = dict[str, str]


def at(pieces: Pieces, ball: str | None, turn: str = "B", **more: object) -> Json:
    return {"pieces": pieces, "ball": ball, "turn": turn, **more}


@pytest.mark.parametrize(
    ("position", "action", "rule"),
    [
        (at({"B4": "H10", "R9": "H11"}, "H11"), "B4xR9", None),
        (at({"B4": "H9", "R9": "H11"}, "H11"), "B4xR9", "tackle.adjacent"),
        (at({"B4": "H10", "R9": "H11"}, "M3"), "B4xR9", "tackle.holder"),
        (at({"B4": "H10", "R9": "H11", "R8": "H12"}, "H12"), "B4xR9", "tackle.holder"),
        (at({"B4": "H10", "B9": "H11"}, "H11"), "B4xB9", "tackle.holder"),
        (at({"B4": "H10", "R9": "H11"}, "H11", tackled=["B4"]), "B4xR9", "tackle.repeat"),
        (at({"B4": "H9", "R9": "H11"}, "H11", tackled=["B4"]), "B4xR9", "tackle.repeat"),
        (at({"B4": "H10", "R9": "H11"}, "H11", moved=["B4", "B5"]), "B4xR9", None),
        (at({"R9": "H11"}, "H11"), "B4xR9", "tackle.adjacent"),
        (at({"B4": "H10", "R9": "H11"}, "H11", turn="R"), "B4xR9", "turn.side"),
    ],
)
def test_what_a_tackle_may_do(ask: Ask, position: Json, action: str, rule: str | None) -> None:
    assert ask.rule(position, action) == rule


@pytest.mark.parametrize(
    ("tackler", "holder", "dice", "totals", "ball"),
    [
        ("B4", "R9", (3, 4), (5, 4), "H10"),
        ("B4", "R8", (3, 4), (5, 6), "H11"),
        ("B9", "R15", (6, 3), (6, 5), "H10"),
        ("B1", "R1", (2, 1), (2, 1), "H10"),
        ("B12", "R4", (1, 4), (3, 4), "H11"),
    ],
)
def test_points_decide_a_tackle(
    ask: Ask, *, tackler: str, holder: str, dice: tuple[int, int], totals: tuple[int, int], ball: str | None
) -> None:
    roll = {"B": dice[0], "R": dice[1]}
    answer = ask(at({tackler: "H10", holder: "H11"}, "H11"), f"{tackler}x{holder}", rolls=[roll])
    rolled = next(event for event in answer["events"] if event["type"] == "roll")
    assert rolled["totals"] == {"B": totals[0], "R": totals[1]}
    assert (answer["position"]["ball"], answer["position"]["turn"]) == (ball, "B")
    assert answer["position"]["tackled"] == [tackler]


def test_equal_totals_of_a_tackle_are_rolled_again(ask: Ask) -> None:
    position = at({"B4": "H10", "R8": "H11"}, "H11")
    once = ask(position, "B4xR8", rolls=[{"B": 3, "R": 3}])
    assert once["pending"]["for"] == "tackle"
    twice = ask(position, "B4xR8", rolls=[{"B": 3, "R": 3}, {"B": 4, "R": 3}])
    assert ask.types(twice) == ["tackle", "roll", "roll", "possession"]
    assert ask(once["position"], rolls=[{"B": 4, "R": 3}])["position"] == twice["position"]


def test_a_won_ball_can_be_played_on(ask: Ask) -> None:
    position = at(
        {"R3": "I13", "R7": "H13", "B11": "H10", "B1": "H2", "B2": "B2"}, "H10", turn="R", holder_may_not=None
    )
    answer = ask(position, "R3-H11", "R3xB11", "R3>H13", rolls=[{"B": 3, "R": 3}])
    assert ask.types(answer) == ["move", "tackle", "roll", "possession", "pass", "possession"]
    assert answer["position"]["ball"] == "H13"


GK_NEAR, GK_FAR = {"R1": "H20"}, {"R1": "H10"}


@pytest.mark.parametrize(
    ("pieces", "ball", "action", "rule"),
    [
        ({"B9": "G20"}, "G20", "B9!G23", None),
        ({"B9": "G20"}, "G20", "B9!H22", "shot.line"),
        ({"B9": "G20", "B8": "C3"}, "G20", "B8!G23", "ball.holder"),
        ({"B9": "G20", "R5": "G22"}, "G20", "B9!G23", "shot.over_opponent"),
        ({"B9": "G20", "B5": "G22"}, "G20", "B9!G23", None),
        ({"B9": "G16"}, "G16", "B9!G23", "distance.range"),
        ({"B9": "G17"}, "G17", "B9!G23", None),
        ({"B9": "G17"}, "G17", "B9!G22", None),
        ({"B9": "G17"}, "G17", "B9!G21", "distance.target"),
        ({"B9": "G17"}, "G17", "B9!Z3", "distance.target"),
        ({"B9": "G20"}, "G20", "B9!G22", "shot.goal"),
        ({"B9": "G3"}, "G3", "B9!G0", "shot.goal"),
        ({"B9": "G6"}, "G6", "B9!G0", "shot.goal"),
        ({"B9": "G15"}, "G15", "B9!G0", "shot.goal"),
        ({"B9": "G6"}, "G6", "B9!G1", "distance.target"),
        ({"B9": "G15"}, "G15", "B9!H1", "shot.line"),
        ({"B9": "G14", "R5": "G18"}, "G14", "B9!G22", "distance.range"),
        ({"B9": "G17", "R5": "G18"}, "G17", "B9!G21", "shot.over_opponent"),
    ],
)
def test_what_a_shot_may_do(ask: Ask, pieces: Pieces, ball: str | None, action: str, rule: str | None) -> None:
    assert ask.rule(at({**pieces, **GK_FAR}, ball), action) == rule


@pytest.mark.parametrize(
    ("shooter", "keeper", "dice", "options", "outcome"),
    [
        ("B9", {}, None, None, "goal"),
        ("B9", {"R1": "H19"}, None, None, "goal"),
        ("B9", {"R1": "H20"}, {"B": 4, "R": 6}, None, "save"),
        ("B9", {"R1": "G19"}, None, None, "goal"),
        ("B9", {"R1": "H20"}, {"B": 5, "R": 6}, None, "goal"),
        ("B8", {"R1": "H20"}, {"B": 5, "R": 6}, None, "save"),
        ("B8", {"R1": "H20"}, {"B": 6, "R": 5}, None, "goal"),
        ("B8", {"R1": "H20"}, {"B": 5, "R": 5}, None, "save"),
        ("B8", {"R1": "H20"}, {"B": 5, "R": 5}, {"shot_tie": "reroll"}, None),
        ("B9", {"R1": "H20"}, {"B": 4, "R": 4}, {"gk_points_on_shot": True}, "save"),
        ("B9", {"R1": "H20"}, {"B": 5, "R": 4}, {"gk_points_on_shot": True}, "goal"),
    ],
)
def test_who_wins_a_shot(
    ask: Ask, *, shooter: str, keeper: Pieces, dice: Json | None, options: Json | None, outcome: str | None
) -> None:
    position = at({shooter: "I20", **keeper}, "I20")
    answer = ask(position, f"{shooter}!I23", rolls=[dice] if dice else [], options=options)
    types = ask.types(answer)
    if outcome is None:
        assert answer["pending"]["for"] == "shot"
    else:
        assert outcome in types
        assert answer["position"]["turn"] == "R"
        assert answer["position"]["turns_done"] == {"B": 1, "R": 0}
    assert answer["position"]["score"]["B"] == (outcome == "goal")


def test_a_shot_waits_for_both_dice_with_the_ball_in_the_goal(ask: Ask) -> None:
    answer = ask(at({"B9": "G20", **GK_NEAR}, "G20"), "B9!G23")
    assert (answer["pending"]["type"], answer["pending"]["dice"]) == ("roll", {"B": 1, "R": 1})
    assert answer["position"]["ball"] == "G23"


@pytest.mark.parametrize(
    ("target", "face", "others", "types", "turn", "score"),
    [
        # 3, 4, 5 infield: play on, or an opponent's ball.
        ("G23", 4, {}, ["free_ball"], "B", 0),
        ("G22", 5, {"R5": "F21"}, ["possession", "turn_over"], "R", 0),
        ("G22", 4, {"B7": "G21"}, ["possession"], "B", 0),
        # Out beside or behind the goal: a goal kick.
        ("G23", 6, {}, ["out", "goal_kick"], "R", 0),
        ("G23", 1, {}, ["out", "goal_kick"], "R", 0),
        ("G22", 6, {}, ["out", "goal_kick"], "R", 0),
        # Into the goal.
        ("G22", 1, {}, ["goal", "kick_off"], "R", 1),
        ("G22", 2, {}, ["goal", "kick_off"], "R", 1),
        ("G23", 3, {}, ["goal", "kick_off"], "R", 1),
    ],
)
def test_where_a_distance_shot_may_end(
    ask: Ask, *, target: str, face: int, others: Pieces, types: list[str], turn: str, score: int
) -> None:
    answer = ask(at({"B9": "G18", **GK_FAR, **others}, "G18"), f"B9!{target}", rolls=[face])
    assert ask.types(answer) == ["shot", "roll", "deviation", *types]
    assert (answer["position"]["turn"], answer["position"]["score"]["B"]) == (turn, score)


@pytest.mark.parametrize("target", ["G22", "G23"])
def test_a_distance_shot_goes_out_from_the_last_space_inside(ask: Ask, target: str) -> None:
    answer = ask(at({"B9": "G18", **GK_FAR}, "G18"), f"B9!{target}", rolls=[6])
    out = next(event for event in answer["events"] if event["type"] == "out")
    assert (out["line"], out["spot"]) == ("goal", "G22")


@pytest.mark.parametrize(("dice", "outcome"), [((5, 4), "goal"), ((4, 4), "save"), ((3, 4), "save")])
def test_a_keeper_has_its_points_against_a_distance_shot(ask: Ask, dice: tuple[int, int], outcome: str | None) -> None:
    rolls = [1, {"B": dice[0], "R": dice[1]}]
    answer = ask(at({"B9": "G18", **GK_NEAR}, "G18"), "B9!G22", rolls=rolls)
    rolled = [event for event in answer["events"] if event["type"] == "roll"][-1]
    assert rolled["totals"] == {"B": dice[0] + 2, "R": dice[1] + 2}
    assert outcome in ask.types(answer)


SAVED = at({"R14": "G3", "B1": "H2", "B5": "E3", "R9": "F3"}, "G3", turn="R")


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("B1@K3", None),
        ("B1@H2", None),
        ("B1@D1", None),
        ("B1@C1", "save.area"),
        ("B1@G5", "save.area"),
        ("B1@E3", "save.area"),
        ("B1@F3", "save.area"),
        ("B1@H20", "save.area"),
        ("B1@H77", "move.field"),
        ("B5@K3", "save.area"),
        ("B5-E4", "save.area"),
        ("R9-F4", "turn.side"),
        ("end", "save.area"),
    ],
)
def test_a_save_ends_with_the_keeper_put_down(ask: Ask, action: str, rule: str | None) -> None:
    save = ask(SAVED, "R14!G0", rolls=[{"B": 6, "R": 3}])
    assert ask.types(save)[-1] == "save"
    assert (save["pending"]["type"], save["pending"]["side"], save["pending"]["by"]) == ("placement", "B", "B1")
    assert ask.rule(save["position"], action) == rule
    if rule is None:
        position = ask(save["position"], action)["position"]
        assert position["ball"] == position["pieces"]["B1"] == action[3:]
        assert (position["turn"], position["awaits"]) == ("B", None)
