"""Throw-in, goal kick, corner, free kick, substitutions."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import pytest

from engine.games.regista import RegistaRules
from engine.notation import format_action, parse_action
from engine.ruleset import Ruling

if TYPE_CHECKING:
    from tests.engine.asking import Ask, Json

Pieces: TypeAlias = dict[str, str]

RED = {"R1": "H21", "R2": "N21"}


def throw_in(**more: object) -> Json:
    pieces = {**RED, "B1": "H2", "B8": "M6", "B10": "M11", "B4": "D5"}
    return {"pieces": pieces, "ball": "O12", "turn": "B", "restart": "throw_in", "spot": "O12", **more}


def free_kick(**more: object) -> Json:
    pieces = {"R8": "C10", "R14": "C7", **RED, "B1": "H1", "B4": "K8", "B6": "F4"}
    position = {"pieces": pieces, "ball": "C7", "turn": "B", "restart": "free_kick", "spot": "C7", "to_move_off": "R14"}
    return {**position, **more}


def goal_kick(keeper: str = "H1", **more: object) -> Json:
    pieces = {**RED, "B1": keeper, "B8": "M6", "B10": "M11"}
    return {"pieces": pieces, "ball": keeper, "turn": "B", "restart": "goal_kick", **more}


@pytest.mark.parametrize(
    ("position", "actions", "rule"),
    [
        (throw_in(), ["B8@O12", "B8>M11"], None),
        (throw_in(), ["B8@O12", "B4@O9", "B8>O9"], None),
        (throw_in(), ["B8@O11"], "restart.spot"),
        (throw_in(), ["B8@P3"], "move.field"),
        (throw_in(), ["B8>M5"], "restart.spot"),
        (throw_in(), ["B8@O12", "B10>M9"], "restart.first"),
        (throw_in(), ["B10>M9"], "restart.spot"),
        (throw_in(), ["B8@O12", "B8-O13"], "restart.first"),
        (throw_in(), ["B8@O12", "B4-D6"], "restart.first"),
        (throw_in(), ["B8@O12", "end"], "restart.first"),
        (throw_in(), ["end"], "restart.first"),
        (throw_in(), ["B8@O12", "B8!H22"], "restart.first"),
        (throw_in(), ["B8@O12", "B4@O9", "B10@O8"], "restart.extra"),
        (throw_in(extra=True), ["B8@O12", "B4@O9"], "restart.extra"),
        (throw_in(), ["B8@O12", "B4@N21"], "move.occupied"),
        (throw_in(), ["B8@O12", "B4@H22"], "move.field"),
        (throw_in(), ["B8@O12", "R2@N20"], "turn.side"),
        (throw_in(), ["R2>N20"], "turn.side"),
        (throw_in(), ["B7@O12"], "restart.spot"),
        # The taker may not have the ball again before another piece had it.
        (throw_in(), ["B8@O12", "B8>O13", "B8-O13"], "restart.regain"),
        (throw_in(), ["B8@O12", "B8>M11", "B10>N11", "B8-N11"], None),
        # The two moves of the turn remain.
        (throw_in(), ["B8@O12", "B8>M11", "B4-D6", "B10~M12", "B1-H3"], "move.limit"),
    ],
)
def test_a_throw_in(ask: Ask, position: Json, actions: list[str], rule: str | None) -> None:
    assert ask.rule(position, *actions) == rule


def test_the_extra_piece_and_the_taker_are_remembered(ask: Ask) -> None:
    position = ask(throw_in(), "B8@O12", "B4@O9")["position"]
    assert (position["extra"], position["ball"], position["pieces"]["B8"]) == (True, "O12", "O12")
    after = ask(position, "B8>O9")["position"]
    assert (after["restart"], after["extra"], after["holder_may_not"]) == (None, False, None)
    free = ask(position, "B8>O13")["position"]
    assert free["holder_may_not"] == "B8"


def test_a_piece_on_the_spot_is_first_moved_by_its_owner_to_the_nearest_free_space(ask: Ask) -> None:
    position = throw_in()
    position["pieces"] = {**position["pieces"], "R5": "O12"}
    assert ask.rule(position, "B8@O12") == "restart.spot"
    assert ask.rule(position, "R5@O15") == "restart.spot"
    assert ask.rule(position, "R5@O11", "B8@O12", "B8>M11") is None


@pytest.mark.parametrize(
    ("position", "actions", "rule"),
    [
        (free_kick(), ["R14@B6", "B6@C7", "B6>C9"], None),
        (free_kick(), ["R14@B6", "B6@C7", "B4@C10"], "move.occupied"),
        (free_kick(), ["R14@B6", "B6@C7", "B4@C9", "B6>C9"], "pass.marked"),
        (free_kick(), ["R14@B6", "B6@C7", "B4@E9", "B6>E8"], None),
        (free_kick(), ["R14@C5"], "offside.moved"),
        (free_kick(), ["R14@C7"], "offside.moved"),
        (free_kick(), ["R14@Z7"], "move.field"),
        (free_kick(), ["B6@C7"], "offside.moved"),
        (free_kick(), ["B6>F5"], "offside.moved"),
        (free_kick(), ["R8@C9"], "turn.side"),
        (free_kick(), ["R14@B6", "R14@B5"], "turn.side"),
        (free_kick(), ["R14@B6", "B6@C8"], "restart.spot"),
        (free_kick(), ["R14@B6", "B6-C7"], "restart.first"),
    ],
)
def test_a_free_kick(ask: Ask, position: Json, actions: list[str], rule: str | None) -> None:
    assert ask.rule(position, *actions) == rule


def test_on_a_free_spot_the_nearest_offside_piece_may_be_moved_once(ask: Ask) -> None:
    position = free_kick(to_move_off=None, may_move_off=None, ball="C4", spot="C4")
    # Red attacks the left: the line is B6 on F4 (8 half spaces), so R14 on C7 (13) is onside, and nobody is to move.
    assert ask.rule(position, "R14@B6") == "turn.side"
    position["pieces"] = {**position["pieces"], "R14": "C3", "R8": "M2"}
    assert ask.rule(position, "R8@M3") == "offside.moved"
    assert ask.rule(position, "R14@C1") == "offside.moved"
    assert ask.rule(position, "R14@C2", "R14@C1") == "turn.side"
    assert ask.rule(position, "R14@C2", "B6@C4", "B6>C6") is None
    assert ask.rule(position, "B6@C4", "R14@C2") == "turn.side"


def test_a_cornered_offside_piece_goes_to_the_nearest_free_space(ask: Ask) -> None:
    position = free_kick(ball="A1", spot="A1", to_move_off="R14")
    position["pieces"] = {"R14": "A1", "R1": "A2", "R2": "B1", "B1": "H1", "B6": "F4"}
    assert ask.rule(position, "R14@A2") == "offside.moved"
    assert ask.rule(position, "R14@A4") == "offside.moved"
    assert ask.rule(position, "R14@B2") is None
    assert "no space next to A1 is free; R14 is moved to the nearest free one, " in ask(position, "R14@A4")["reason"]
    assert "B2" in ask(position, "R14@A4")["reason"]


@pytest.mark.parametrize(
    ("position", "actions", "rule"),
    [
        (goal_kick(), ["B1>H4"], None),
        (goal_kick(), ["B1>H3"], "goal_kick.area"),
        (goal_kick(), ["B1@F1", "B1>F4"], None),
        (goal_kick(), ["B1@F3"], "goal_kick.place"),
        (goal_kick("H5"), ["B1>H8"], "goal_kick.place"),
        (goal_kick("H5"), ["B1@H1", "B1>H4"], None),
        (goal_kick("H5", ball=None), ["B8@M9"], "restart.spot"),
        (goal_kick(), ["B8@M9", "B10@M12"], "restart.extra"),
        (goal_kick(), ["B8>M9"], "restart.first"),
        (goal_kick("H5"), ["B8>M9"], "goal_kick.place"),
        (goal_kick(), ["B1-H3"], "restart.first"),
        (goal_kick(), ["B1>H4", "B1-H4"], "restart.regain"),
    ],
)
def test_a_goal_kick(ask: Ask, position: Json, actions: list[str], rule: str | None) -> None:
    assert ask.rule(position, *actions) == rule


def test_a_long_goal_kick_that_comes_back_into_the_area_is_taken_again(ask: Ask) -> None:
    position = goal_kick("F1", turns_done={"B": 3, "R": 4})
    position["pieces"] = {"B1": "F1", "B8": "M6", **RED}
    answer = ask(position, "B8@M9", "B1>J3", rolls=[4])
    assert ask.types(answer) == ["placement", "pass", "roll", "deviation", "goal_kick"]
    after = answer["position"]
    assert (after["turn"], after["restart"], after["ball"], after["extra"]) == ("B", "goal_kick", "F1", True)
    assert after["turns_done"] == {"B": 3, "R": 4}
    assert ask.rule(after, "B1>F5", rolls=[1]) is None
    assert ask.types(ask(position, "B1>F6", rolls=[4])) == ["pass", "roll", "deviation", "free_ball"]


def standing(restart: str, spot: str = "O12", **more: object) -> Json:
    """Blue's 10 has been standing on the spot before the restart was given."""
    position = throw_in(restart=restart, spot=spot, ball=spot, **more)
    return {**position, "pieces": {**position["pieces"], "B10": spot}}


SPOTS = [
    ("throw_in", {"spot": "O12", "near": "O11", "near2": "O13", "to": "M11"}),
    ("free_kick", {"spot": "K12", "near": "K11", "near2": "K13", "to": "K14"}),
    ("corner", {"spot": "A22", "near": "A21", "near2": "B21", "to": "A20"}),
]


@pytest.mark.parametrize(("restart", "names"), SPOTS)
@pytest.mark.parametrize(
    ("actions", "rule"),
    [
        ("B8@{spot} B8@{near}", "restart.spot"),
        ("B8@{spot} B8@{spot}", "restart.spot"),
        ("B8@{spot} B8>{to}", None),
    ],
)
def test_a_taker_that_was_put_down_makes_no_room_for_another(
    ask: Ask, restart: str, names: dict[str, str], actions: str, rule: str | None
) -> None:
    position = throw_in(restart=restart, spot=names["spot"], ball=names["spot"])
    assert ask.rule(position, *actions.format(**names).split()) == rule


@pytest.mark.parametrize(("restart", "names"), SPOTS)
@pytest.mark.parametrize(
    ("actions", "rule"),
    [
        ("B10>{to}", None),
        ("B10@{spot} B10>{to}", None),
        ("B10@{spot} B10@{near}", "restart.spot"),
        ("B10@{near} B8@{spot} B8>{to}", None),
        ("B10@{near} B8@{spot} B8@{near2}", "restart.spot"),
        ("B8@{spot}", "restart.spot"),
        ("B8-M7", "restart.first"),
        ("B8>M7", "restart.first"),
    ],
)
def test_a_piece_that_stood_on_the_spot_beforehand_passes_or_makes_room_once(
    ask: Ask, restart: str, names: dict[str, str], actions: str, rule: str | None
) -> None:
    position = standing(restart, names["spot"])
    assert ask.rule(position, *actions.format(**names).split()) == rule


RULES = RegistaRules.of()


@pytest.mark.parametrize(("restart", "names"), SPOTS)
@pytest.mark.parametrize("before", ["", "B10@{spot}", "B10@{near}", "B10@{near} B8@{spot}"])
def test_what_may_be_put_down_is_what_is_listed(ask: Ask, restart: str, names: dict[str, str], before: str) -> None:
    played = standing(restart, names["spot"])
    if before:
        played = ask(played, *before.format(**names).split())["position"]
    position = RULES.read_position(played)
    every = [
        f"{piece}@{space}"
        for piece, start in position.pieces.items()
        for space in RULES.board.grid.spaces
        # An extra piece put down where it stands changes nothing, and is not listed; the taker is confirmed so.
        if position.spot == start or space != start
    ]
    allowed = {text for text in every if isinstance(RULES.act(position, parse_action(text)), Ruling)}
    listed = [format_action(action) for action in RULES.legal_actions(position) if action.kind == "place"]
    assert sorted(listed) == sorted(allowed)
    assert RULES.parse_position(RULES.format_position(position)) == position


def test_with_the_extra_piece_down_the_taker_is_settled(ask: Ask) -> None:
    after = ask(standing("throw_in"), "B8@M9")["position"]
    assert (after["extra"], after["taker"]) == (True, "B10")
    assert ask.rule(after, "B10@O11") == "restart.spot"
    assert ask.rule(after, "B4@O12") == "restart.extra"
    assert ask.rule(after, "B10>M11") is None
    assert ask.rule(standing("throw_in", extra=True), "B10@O11") == "restart.spot"


@pytest.mark.parametrize(
    ("actions", "rule", "words"),
    [
        (["B8@O12", "B4@O12"], "restart.spot", "B8 was put down as the taker"),
        (["B8@O12", "B4@O9", "B10@O12"], "restart.extra", "one piece besides the taker"),
        (["B8@O12", "B10>M9"], "restart.first", "B8 takes the throw-in"),
    ],
)
def test_what_is_said_once_the_taker_is_down(ask: Ask, actions: list[str], rule: str, words: str) -> None:
    answer = ask(throw_in(), *actions)
    assert (answer["rule"], words in answer["reason"]) == (rule, True)


@pytest.mark.parametrize("piece", ["B10", "R5"])
def test_whoever_stands_on_the_spot_its_owner_moves_it_first(ask: Ask, piece: str) -> None:
    position = throw_in()
    position["pieces"] = {**position["pieces"], piece: "O12"}
    answer = ask(position, "B8@O12")
    assert answer["rule"] == "restart.spot"
    assert f"{piece} stands on O12; its owner first moves it to the nearest free space" in answer["reason"]


def test_the_taker_survives_a_break_and_a_substitution(ask: Ask) -> None:
    after = ask(throw_in(), "B8@O12", "B8/B9")["position"]
    assert after["taker"] == "B9"
    assert ask.rule(after, "B9@O11") == "restart.spot"
    assert ask(after, "B9>M11")["position"]["taker"] is None


def test_the_takers_that_make_room_on_one_corner_have_chosen_it(ask: Ask) -> None:
    position = corner(None)
    position["pieces"] = {**position["pieces"], "B10": "A22", "B8": "O22"}
    after = ask(position, "B10@A21")["position"]
    assert after["spot"] == "A22"
    assert ask.rule(after, "B8@O21") == "restart.spot"
    assert ask.rule(after, "B8@A22", "B8>A20") is None


def corner(spot: str | None = "A22", **more: object) -> Json:
    pieces = {**RED, "B1": "H2", "B8": "M6", "B10": "C20"}
    return {"pieces": pieces, "ball": spot, "turn": "B", "restart": "corner", "spot": spot, **more}


@pytest.mark.parametrize(
    ("position", "actions", "rule"),
    [
        (corner(), ["B8@A22", "B8>A20"], None),
        (corner(), ["B8@O22"], "restart.spot"),
        (corner(), ["B8@A22", "B10@C19"], "restart.extra"),
        (corner(None), ["B8@O22", "B8>O20"], None),
        (corner(None), ["B8@A22", "B8>A20"], None),
        (corner(None), ["B8@O21"], "restart.spot"),
        (corner(None), ["B8@A1"], "restart.spot"),
        (corner(None), ["B8>M9"], "restart.spot"),
    ],
)
def test_a_corner(ask: Ask, position: Json, actions: list[str], rule: str | None) -> None:
    assert ask.rule(position, *actions) == rule


@pytest.mark.parametrize(
    ("position", "action", "rule"),
    [
        (throw_in(), "B8/B9", None),
        (throw_in(), "R2/R9", None),
        (throw_in(restart=None, spot=None), "B8/B9", "sub.play"),
        (throw_in(subs={"B": {"made": 3, "out": ["B2", "B3", "B5"]}}), "B8/B9", "sub.limit"),
        (throw_in(subs={"R": {"made": 3, "out": ["R3", "R4", "R5"]}}), "B8/B9", None),
        (throw_in(), "B1/B9", "sub.keeper"),
        (throw_in(subs={"B": {"made": 1, "out": ["B9"]}}), "B8/B9", "sub.used"),
        (throw_in(), "B8/B10", "sub.used"),
        (throw_in(), "B7/B9", "sub.used"),
        (throw_in(subs={"B": {"made": 3, "out": ["B2", "B3", "B5"]}}), "B1/B2", "sub.limit"),
    ],
)
def test_substitutions(ask: Ask, position: Json, action: str, rule: str | None) -> None:
    assert ask.rule(position, action) == rule


def test_a_substitute_stands_where_the_other_stood_and_that_one_is_out(ask: Ask) -> None:
    position = ask(throw_in(), "B8/B9")["position"]
    assert position["pieces"]["B9"] == "M6"
    assert "B8" not in position["pieces"]
    assert position["subs"]["B"] == {"made": 1, "out": ["B8"]}
    assert ask.rule(position, "B9/B8") == "sub.used"
