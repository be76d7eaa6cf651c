"""First turn, setting up, kick-off, turns, halves, time; and a whole passage of play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pytest

from engine.games import load_ruleset
from engine.json_values import a_roll
from engine.notation import parse_action
from engine.ruleset import Refusal, Ruling

if TYPE_CHECKING:
    from engine.match import Position
    from tests.engine.asking import Ask, Json

DATA = Path(__file__).parents[1] / "data"

Pieces: TypeAlias = dict[str, str]

BLUE = {
    "B1": "H2", "B2": "D5", "B3": "F5", "B4": "J5", "B5": "L5", "B6": "F8", "B7": "D9", "B8": "H8", "B10": "J8",
    "B11": "M10", "B9": "H11",
}  # fmt: skip
RED = {
    "R1": "H21", "R2": "D18", "R3": "F18", "R4": "J18", "R5": "L18", "R6": "F15", "R7": "C15", "R8": "H16",
    "R10": "J15",
    "R9": "I17", "R11": "E15",
}  # fmt: skip
START = {"pieces": {}, "restart": "kick_off", "turn": "B"}


def put(pieces: Pieces) -> list[str]:
    return [f"{piece}@{space}" for piece, space in pieces.items()]


def test_setting_up_and_kicking_off(ask: Ask) -> None:
    answer = ask(START, *put(RED), *put(BLUE), "B9>H8")
    assert ask.types(answer) == ["placement"] * 22 + ["pass", "possession"]
    position = answer["position"]
    assert (position["restart"], position["placing"], position["ball"]) == (None, False, "H8")
    assert ask.rule(position, "B8>H10", "B9-H10") is None


@pytest.mark.parametrize(
    ("actions", "rule"),
    [
        (["B1@H2", "B2@H2"], "setup.space"),
        (["B2@H12"], "setup.half"),
        (["B2@F11"], "setup.half"),
        (["R2@H11"], "setup.half"),
        (["R2@H10"], "setup.half"),
        (["R2@H12"], "setup.circle"),
        (["R2@G13"], "setup.circle"),
        (["R2@H13"], "setup.circle"),
        (["R2@H14"], None),
        (["B2@H10"], None),
        (["B2@H0"], "setup.half"),
        (["B2@Q7"], "move.field"),
        (["B16@H5"], "setup.count"),
        (["B1@H2", "B1@H3"], None),
        ([*put(BLUE), "B12@C3"], "setup.count"),
        ([*put(BLUE), "B9>H8"], "setup.count"),
        ([*put(BLUE), *put(RED)[:-1], "B9>H8"], "setup.count"),
        ([*put(BLUE)[1:], "B12@C3", *put(RED), "B9>H8"], "setup.keeper"),
        ([*put(BLUE)[:-1], "B9@H10", *put(RED), "B9>H8"], "restart.spot"),
        ([*put(BLUE), *put(RED), "B8-H9"], "restart.first"),
        ([*put(BLUE), *put(RED), "end"], "restart.first"),
        ([*put(BLUE), *put(RED), "R6-F14"], "turn.side"),
        ([*put(BLUE), *put(RED), "B9>H9", "B9-H9"], "restart.regain"),
        (["ball@H11"], None),
        (["ball@H12"], "restart.spot"),
    ],
)
def test_what_a_set_up_may_be(ask: Ask, actions: list[str], rule: str | None) -> None:
    assert ask.rule(START, *actions) == rule


def test_a_replaced_piece_is_not_put_down_again(ask: Ask) -> None:
    assert ask.rule({**START, "subs": {"B": {"made": 1, "out": ["B9"]}}}, "B9@H10") == "sub.used"


def after_a_goal(ask: Ask) -> Json:
    """Red has scored from close by; both sides place their eleven anew."""
    pieces = {**BLUE, **RED, "B1": "O3", "R9": "H1"}
    answer = ask({"pieces": pieces, "ball": "H1", "turn": "R"}, "R9~H0")
    assert ask.types(answer)[-1] == "kick_off"
    position: Json = answer["position"]
    return position


@pytest.mark.parametrize(
    ("actions", "rule"),
    [
        (["B2@C3"], None),
        (["B12@C3"], "setup.count"),
        (["B9/B12", "B12@C3"], None),
        (["B9/B12", "B9@C3"], "sub.used"),
        (["B12/B9"], "sub.used"),
        (["B9/B7"], "sub.used"),
        (["B14/B12"], "sub.used"),
        (["B9/B12", "B12/B13", "B7/B14", "B6/B15"], "sub.limit"),
        (["R9/R12", "R12@C20", "B9/B12", "B12@C3", "B9@C4"], "sub.used"),
    ],
)
def test_after_a_goal_another_piece_comes_on_by_substitution_only(
    ask: Ask, actions: list[str], rule: str | None
) -> None:
    assert ask.rule(after_a_goal(ask), *actions) == rule


def test_a_side_that_had_fewer_than_eleven_may_fill_up(ask: Ask) -> None:
    few = ask({"pieces": {"R9": "H1", "B1": "O20"}, "ball": "H1", "turn": "R"}, "R9~H0")["position"]
    assert few["squad"] == {}
    assert ask.rule(few, *put(RED), *put(BLUE), "B9>H8") is None


def test_the_eleven_are_forgotten_once_play_is_on(ask: Ask) -> None:
    placed = ask(after_a_goal(ask), *put(BLUE), *put(RED), "B9>H8")
    assert ask.types(placed)[-1] == "possession"
    assert placed["position"]["squad"] == {}


@pytest.mark.parametrize(("rolls", "turn"), [([(5, 2)], "B"), ([(2, 5)], "R"), ([(3, 3), (1, 6)], "R")])
def test_the_roll_for_the_first_turn(ask: Ask, rolls: list[tuple[int, int]], turn: str) -> None:
    start: Json = {"pieces": {}, "turn": None}
    assert ask.rule(start, "B1@H2") == "turn.side"
    answer = ask(start, "first", rolls=[{"B": blue, "R": red} for blue, red in rolls])
    assert ask.types(answer) == ["roll"] * len(rolls) + ["kick_off"]
    position = answer["position"]
    assert (position["turn"], position["restart"], position["placing"]) == (turn, "kick_off", True)
    assert ask.rule(position, "first") == "turn.side"


PLAY = {"pieces": {**BLUE, **RED}, "ball": "O3"}


def test_a_turn_may_end_with_nothing_done(ask: Ask) -> None:
    answer = ask({**PLAY, "turn": "B", "moved": ["B2"], "tackled": ["B3"]}, "end")
    position = answer["position"]
    assert (position["turn"], position["moved"], position["tackled"]) == ("R", [], [])
    assert position["turns_done"] == {"B": 1, "R": 0}


def late(blue: int, red: int, turn: str, **more: object) -> Json:
    return {**PLAY, "turn": turn, "turns_done": {"B": blue, "R": red}, **more}


OFFICIAL = {"length": "official"}


@pytest.mark.parametrize(
    ("position", "options", "types", "turn"),
    [
        (late(14, 13, "R"), None, ["turn_over"], "B"),
        (late(14, 14, "B"), None, ["turn_over"], "R"),
        (late(15, 14, "R"), None, ["turn_over", "full_time"], "B"),
        (late(15, 14, "R"), OFFICIAL, ["turn_over", "half_time", "kick_off"], "R"),
        (late(14, 15, "B"), OFFICIAL, ["turn_over", "half_time", "kick_off"], "B"),
        (late(15, 16, "B"), OFFICIAL, ["turn_over"], "R"),
        (late(29, 30, "B"), OFFICIAL, ["turn_over", "full_time"], "R"),
    ],
)
def test_the_counter(ask: Ask, position: Json, options: Json | None, types: list[str], turn: str) -> None:
    answer = ask(position, "end", options=options)
    assert ask.types(answer) == types
    assert answer["position"]["turn"] == turn
    if "half_time" in types:
        assert (answer["position"]["half"], answer["position"]["placing"]) == (2, True)
    if "full_time" in types:
        assert ask.rule(answer["position"], "B2-D6", options=options) == "turn.side"
        assert ask.rule(answer["position"], "end", options=options) == "turn.side"


def test_a_goal_in_the_last_turn_ends_the_match(ask: Ask) -> None:
    position = late(15, 14, "R", pieces={"R9": "H1", "B1": "O20"}, ball="H1")
    answer = ask(position, "R9~H0")
    assert ask.types(answer) == ["dribble", "goal", "full_time"]
    assert answer["events"][-1]["score"] == {"B": 0, "R": 1}


@pytest.mark.parametrize(("change", "goal"), [(False, "H22"), (True, "H0")])
def test_ends_change_at_half_time_by_option(ask: Ask, *, change: bool, goal: str) -> None:
    options = {"length": "official", "change_ends": change}
    start = "H21" if goal == "H22" else "H1"
    position = late(15, 15, "B", half=2, pieces={"B9": start, "R1": "O10"}, ball=start)
    assert "goal" in ask.types(ask(position, f"B9~{goal}", options=options))


def test_a_counterattack(ask: Ask) -> None:
    """The rulebook's third demonstration: tackle, long pass into the open, picked up, short pass, dribble, shot."""
    position = {
        "pieces": {"R12": "H9", "R7": "I8", "R9": "F5", "R1": "H21", "B11": "H10", "B1": "H2", "B4": "E4", "B5": "K4"},
        "ball": "H10",
        "turn": "R",
        "turns_done": {"B": 4, "R": 3},
    }
    passage = {
        "R12xB11": ["tackle", "roll", "possession"],
        "R12>H5": ["pass", "roll", "deviation", "free_ball"],
        "R7-H6": ["move", "possession"],
        "R7>F5": ["pass", "possession"],
        "R9~G3": ["dribble"],
        "R9!G0": ["shot", "roll", "goal", "kick_off"],
    }
    rolls = [{"B": 2, "R": 1}, 1, {"B": 4, "R": 3}]
    answer = ask(position, *passage, rolls=rolls)
    assert ask.types(answer) == [kind for kinds in passage.values() for kind in kinds]
    after = answer["position"]
    assert (after["score"], after["turns_done"]) == ({"B": 0, "R": 1}, {"B": 4, "R": 4})
    assert (after["turn"], after["restart"], after["ball"]) == ("B", "kick_off", "H11")


PASSAGES = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(DATA.glob("regista_passage_*.json"))]


@pytest.mark.parametrize("match", PASSAGES, ids=lambda match: f"{len(match['events'])} events")
def test_a_passage_of_play_leads_to_its_known_positions(match: Json) -> None:
    rules = load_ruleset("regista")
    position: Position = rules.read_position(match["initial"])
    ruled = 0
    for step in match["events"]:
        if step["type"] == "illegal":
            refusal = rules.act(position, parse_action(step["notation"]))
            assert isinstance(refusal, Refusal)
            assert refusal.rule == step["rule"]
            continue
        if step["type"] in {"action", "end"}:
            ruling = rules.act(position, parse_action(step["notation"]))
            assert isinstance(ruling, Ruling), ruling
            position, ruled = ruling.position, ruled + 1
        if "roll" in step:
            ruling = rules.roll(position, a_roll(step["roll"]))
            assert isinstance(ruling, Ruling), ruling
            position, ruled = ruling.position, ruled + 1
        written = rules.write_position(position)
        assert {key: written[key] for key in step["position"]} == step["position"]
    assert ruled > 10
