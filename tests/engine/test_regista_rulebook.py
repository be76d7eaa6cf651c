"""Sentences of the rulebook that span chapters or stand alone, in its order; each chapter has its own module too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.engine.asking import Ask, Json

RED = {"R1": "H21", "R2": "N21"}


def at(pieces: dict[str, str], ball: str | None, turn: str = "B", **more: object) -> Json:
    return {"pieces": pieces, "ball": ball, "turn": turn, **more}


# Player Piece Types -----------------------------------------------------------------------------------------------

ROLES = {"GK": [1], "DF": [2, 3, 4, 5, 12], "MF": [6, 7, 8, 10, 13], "FW": [9, 11, 14], "R": [15]}
NUMBERS = [(number, role) for role, numbers in ROLES.items() for number in numbers]


@pytest.mark.parametrize(("number", "role"), NUMBERS)
def test_every_number_has_the_abilities_of_its_position(ask: Ask, number: int, role: str) -> None:
    blue, red = f"B{number}", f"R{number}"
    reach = 2 if role == "R" else 3
    free = at({blue: "H10", **RED}, None)
    assert ask.rule(free, f"{blue}-H{10 + reach}") is None
    assert ask.rule(free, f"{blue}-H{11 + reach}") == "move.range"
    holds = at({blue: "H10"}, "H10")
    assert ask.rule(holds, f"{blue}~H{10 + reach}") is None
    assert ask.rule(holds, f"{blue}~H{11 + reach}") == "move.range"
    # Long passes deviate but the regista's; a short one never does.
    assert ask(holds, f"{blue}>H13")["pending"] is None
    assert (ask(holds, f"{blue}>H14")["pending"] is None) == (role == "R")
    assert (ask(holds, f"{blue}>H19")["pending"] is None) == (role == "R")
    assert ask.rule(holds, f"{blue}>H20") == "pass.range"
    tackle = ask(at({blue: "H10", "R1": "H11"}, "H11"), f"{blue}xR1", rolls=[{"B": 2, "R": 1}])
    assert tackle["events"][1]["totals"] == {"B": 4 if role == "DF" else 2, "R": 1}
    kept = ask(at({"B1": "H10", red: "H11"}, "H11"), f"B1x{red}", rolls=[{"B": 2, "R": 1}])
    assert kept["events"][1]["totals"] == {"B": 2, "R": 3 if role in {"MF", "R"} else 1}
    shot = ask(at({blue: "G21", "R1": "H21"}, "G21"), f"{blue}!G23", rolls=[{"B": 2, "R": 1}])
    assert shot["events"][1]["totals"] == {"B": 4 if role == "FW" else 2, "R": 1}


def test_a_distance_shot_deviates_whoever_takes_it(ask: Ask) -> None:
    for number, _ in NUMBERS:
        answer = ask(at({f"B{number}": "G18", "R1": "C3"}, "G18"), f"B{number}!G23")
        assert answer["pending"]["for"] == "deviation"


def test_the_goalkeeper_may_leave_its_area_and_play_like_anybody(ask: Ask) -> None:
    position = at({"B1": "H4", "B8": "F8", **RED}, "H4")
    assert ask.types(ask(position, "B1~H7", "B1>F8")) == ["dribble", "pass", "possession"]


# Turns ------------------------------------------------------------------------------------------------------------


def test_passes_and_tackles_are_not_counted(ask: Ask) -> None:
    pieces = {"B8": "H5", "B6": "H8", "B7": "F9", "B10": "D10", "B4": "E13", "B5": "D12", "R9": "D13", **RED}
    assert ask.rule(at(pieces, "H5"), "B8>H8", "B6>F9", "B7>D10", "B10>D7", "end") is None
    tackles = at(pieces, "D13")
    lost = [{"B": 1, "R": 6}]
    assert ask.rule(tackles, "B4xR9", "B5xR9", rolls=lost * 2) is None
    assert ask.rule(tackles, "B4xR9", "B5xR9", "B4xR9", rolls=lost * 2) == "tackle.repeat"


def test_a_dribble_counts_as_a_move(ask: Ask) -> None:
    position = at({"B8": "H5", "B6": "C3", "B7": "M3", **RED}, "H5")
    assert ask.rule(position, "B8~H6", "B6-C4", "B7-M4") == "move.limit"
    assert ask.rule(position, "B8~H6", "B8~H7") == "move.twice"
    assert ask.rule(position, "B8~H6", "B8>H9", "B6-C4", "end") is None


ENDINGS: dict[str, tuple[Json, list[str], list[Any], str]] = {
    "by its own word": (at({"B8": "H8", **RED}, "H8"), ["end"], [], "turn_over"),
    "by leaving the ball free": (at({"B8": "H8", **RED}, "H8"), ["B8>H10", "end"], [], "turn_over"),
    "by losing the ball": (at({"B8": "H8", **RED, "R5": "H11"}, "H8"), ["B8>H11"], [], "turn_over"),
    "by a ball out": (at({"B8": "A6", **RED}, "A6"), ["B8>A12"], [5], "throw_in"),
    "by offside": (at({"B8": "G15", "B9": "G18", "R1": "N21", "R2": "D15"}, "G15"), ["B8>G18"], [], "free_kick"),
    "by a save": (at({"B8": "G20", **RED}, "G20"), ["B8!G23"], [{"B": 1, "R": 6}], "save"),
    "by a goal": (at({"B8": "G20", **RED}, "G20"), ["B8!G23"], [{"B": 6, "R": 1}], "kick_off"),
    "by a distance shot": (at({"B8": "G18", "R1": "C3"}, "G18"), ["B8!G23"], [6], "goal_kick"),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_turn_counts_however_it_ends(ask: Ask, ending: str) -> None:
    position, actions, rolls, last = ENDINGS[ending]
    answer = ask({**position, "turns_done": {"B": 3, "R": 3}}, *actions, rolls=rolls)
    assert ask.types(answer)[-1] == last
    after = answer["position"]
    assert (after["turn"], after["turns_done"], after["moved"], after["tackled"]) == ("R", {"B": 4, "R": 3}, [], [])


def test_a_piece_may_try_a_tackle_again_in_the_next_turn(ask: Ask) -> None:
    position = at({"B4": "H10", "R9": "H11"}, "H11")
    lost = [{"B": 1, "R": 6}]
    assert ask.rule(position, "B4xR9", "end", "end", "B4xR9", rolls=lost * 2) is None


def test_the_side_whose_turn_begins_tackles_without_moving(ask: Ask) -> None:
    position = at({"B9": "H8", "R3": "H12"}, "H8")
    answer = ask(position, "B9~H11", "end", "R3xB9", rolls=[{"B": 1, "R": 2}])
    assert ask.types(answer)[-1] == "possession"
    assert answer["position"]["moved"] == []


@pytest.mark.parametrize(
    ("score", "winner"), [({"B": 1, "R": 1}, None), ({"B": 2, "R": 1}, "B"), ({"B": 0, "R": 1}, "R")]
)
def test_more_goals_win_and_equal_scores_are_a_draw(ask: Ask, score: Json, winner: str | None) -> None:
    answer = ask(at({"B8": "H8", **RED}, "H8", "R", score=score, turns_done={"B": 15, "R": 14}), "end")
    full_time = answer["events"][-1]
    assert (full_time["type"], full_time["score"], full_time["winner"]) == ("full_time", score, winner)


# Offside ----------------------------------------------------------------------------------------------------------

AHEAD = {"B1": "H2", "B8": "H11", "B9": "M20", "R1": "N21", "R2": "D10"}


@pytest.mark.parametrize(
    ("restart", "pieces", "spot", "action", "offside"),
    [
        (None, {}, "H11", "B8>H14", True),
        ("kick_off", {}, "H11", "B8>H14", True),
        ("free_kick", {}, "H11", "B8>H14", True),
        ("throw_in", {"B8": "O14"}, "O14", "B8>O17", False),
        ("corner", {"B8": "A22"}, "A22", "B8>A19", False),
        ("goal_kick", {"B1": "H1", "R1": "N3", "R2": "D1"}, "H1", "B1>H4", False),
    ],
)
def test_which_passes_can_be_offside(
    ask: Ask, *, restart: str | None, pieces: dict[str, str], spot: str, action: str, offside: bool
) -> None:
    position = at({**AHEAD, **pieces}, spot, restart=restart)
    if restart not in {None, "goal_kick"}:
        position["spot"] = spot
    assert ("offside" in ask.types(ask(position, action))) is offside


def test_standing_offside_is_no_fault_by_itself(ask: Ask) -> None:
    position = at(AHEAD, "H11")
    assert "offside" not in ask.types(ask(position, "B8>H8", "end"))
    assert "offside" not in ask.types(ask(position, "B8~H14", "B9-M21"))


def test_a_shot_is_never_offside(ask: Ask) -> None:
    pieces = {"B9": "G18", "B8": "M21", "R1": "C3", "R2": "D10"}
    assert ask.types(ask(at(pieces, "G18"), "B9!G22", rolls=[4]))[-1] == "free_ball"


# Restarts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("restart", "spot", "passed", "mate", "back"),
    [
        ("kick_off", "H11", "H12", "I13", "G12"),
        ("free_kick", "H11", "H12", "I13", "G12"),
        ("throw_in", "O14", "O15", "O16", "N14"),
        ("corner", "A22", "A21", "A20", "B21"),
    ],
)
def test_the_taker_waits_until_another_piece_has_had_the_ball(
    ask: Ask, *, restart: str, spot: str, passed: str, mate: str, back: str
) -> None:
    pieces = {"B1": "H2", "B8": spot, "B6": mate, **RED}
    position = at(pieces, spot, restart=restart, spot=spot)
    assert ask.rule(position, f"B8>{passed}", f"B8-{passed}") == "restart.regain"
    assert ask.rule(position, f"B8>{passed}", "end", "end", f"B8-{passed}") == "restart.regain"
    assert ask.rule(position, f"B8>{passed}", f"B6-{passed}", f"B6>{back}", f"B8-{back}") is None


def test_a_restart_leaves_both_moves_of_the_turn(ask: Ask) -> None:
    pieces = {"B1": "H2", "B8": "O14", "B6": "C3", "B7": "M3", **RED}
    position = at(pieces, "O14", restart="throw_in", spot="O14")
    assert ask.rule(position, "B8>O16", "B6-C4", "B7-M4", "end") is None
