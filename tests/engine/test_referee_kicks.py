"""A Soccer Chess match followed on the table: kicks measured, moves seen, and what is typed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from engine.games import load_ruleset
from engine.grid import Point
from engine.record.records import Ruled
from engine.record.replay import Match
from engine.referee import Referee, TypedAction, answers, step, take_up
from tests.engine.chess_table import (
    GRID,
    PIECES,
    RULES,
    acts,
    begun,
    follow,
    kicked,
    seen,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.observation import Observation
    from engine.referee import Input


@pytest.mark.parametrize("typed", [(), (TypedAction("B8*"),)], ids=["seen", "typed"])
def test_a_kick_is_measured_where_the_ball_lies_still(typed: tuple[Input, ...]) -> None:
    look = seen(PIECES, (351.2, 428.7))
    state, records, says = follow(begun(), *typed, look, look)
    assert acts(records) == ["B8*", "ball@(351.2,428.7)"]
    assert state.position is not None
    assert (state.position.holder, state.position.turn) == ("B10", "B")
    assert state.position.ball == Point(351.2, 428.7)
    assert says[-1] == "Put B10 on WS22"


def test_one_look_is_not_enough_and_a_nudge_is_no_kick() -> None:
    state, records, _ = follow(begun(), seen(PIECES, (351.2, 428.7)))
    assert (acts(records), state.eye) == ([], "SETTLING")
    x_mm, y_mm = GRID.centre_mm("WN20")
    _, records, _ = follow(begun(), *[seen(PIECES, (x_mm + 6, y_mm - 5))] * 3)
    assert acts(records) == []


def test_a_ball_over_the_line_is_out_and_put_where_it_belongs() -> None:
    look = seen(PIECES, (590.0, -40.0))
    state, records, says = follow(begun(), look, look)
    assert acts(records) == ["B8*", "ball@(590.0,-40.0)"]
    assert "The ball is out over the touch line" in says
    assert state.position is not None
    assert state.position.turn == "R"
    assert says[-1] == f"Put the ball on {state.position.ball}"


def test_too_close_to_call_is_asked_with_the_figure_in_millimetres() -> None:
    look = seen(PIECES, (590.0, -8.6))
    state, _, says = follow(begun(), look, look)
    assert state.eye == "ASKING"
    assert "Too close to call (+0.6 mm, give or take 1.0 mm)" in says[-1]
    state, records, _ = follow(state, TypedAction("=in"))
    assert acts(records) == ["=in"]
    assert state.position is not None
    assert state.position.awaits is None


def test_moves_and_dribbles_are_seen() -> None:
    state, pieces, at = kicked()
    ran = seen({**pieces, "B6": "WJ10"}, at)
    stood = seen({**pieces, "B6": "WJ10", "R3": "EN14"}, at)
    state, records, _ = follow(state, ran, ran, stood, stood)
    assert acts(records) == ["B6-WJ10", "R3-EN14"]
    assert state.position is not None
    assert [action.kind for action in RULES.hidden_actions(state.position)] == ["kick"]


def test_a_dribble_takes_the_ball_along() -> None:
    state, pieces, _ = kicked()
    look = seen({**pieces, "B10": "WU22"}, GRID.centre_mm("WU22"))
    _, records, _ = follow(state, look, look)
    assert acts(records) == ["B10~WU22"]


def test_a_move_too_far_is_named_by_its_rule() -> None:
    state, pieces, at = kicked()
    look = seen({**pieces, "B6": "WH13"}, at)
    _, records, says = follow(state, *[look] * 4)
    assert acts(records) == []
    assert [record.rule for record in records if isinstance(record, Ruled) and record.verdict == "illegal"] == [
        "move.range"
    ]
    assert "its off-ball run is 4" in says[-1]


def test_the_other_sides_move_means_that_the_first_was_passed() -> None:
    state, pieces, at = kicked()
    look = seen({**pieces, "R3": "EN14"}, at)
    _, records, _ = follow(state, look, look)
    assert acts(records) == ["end", "R3-EN14"]


def test_an_announced_shot_that_goes_in_is_a_goal() -> None:
    state = take_up(Match(RULES.read_position({"pieces": {"B8": "EK16", "R7": "EC5"}, "ball": "EK16", "turn": "B"})))
    look = seen({"B8": "EK16", "R7": "EC5"}, (840.0, 310.0))
    state, records, says = follow(state, TypedAction("B8!"), look, look)
    assert acts(records) == ["B8!", "B8*", "ball@(840.0,310.0)"]
    assert "Goal for Blue" in says
    assert state.position is not None
    assert state.position.score.B == 1


@pytest.mark.parametrize(
    ("position", "options", "act", "words"),
    [
        # What is called when a figure is lifted: where it stood, so that it can be put back.
        ({"due": "kick"}, {}, "B8*", ["B8*", "From N-20"]),
        ({"due": "move"}, {}, "B6-WJ10", ["B6-WJ10", "From H-8"]),
        ({"due": "move"}, {}, "B8~WP20", ["B8~WP20", "From N-20"]),
        ({"due": "kick"}, {}, "B8!", ["B8!", "Red sets its keeper, which then stays"]),
        (
            {"due": "kick", "ball": [280.0, 390.0], "awaits": {"type": "placement", "for": "kick", "by": "B8"}},
            {},
            "ball@(840.0,310.0)",
            ["ball@(840.0,310.0)", "No shot was announced: the goal does not count, and B8 kicks again"],
        ),
        (
            {"due": "kick", "announced": True, "awaits": {"type": "placement", "for": "kick", "by": "B8"}},
            {"own_half_no_goal": True},
            "ball@(840.0,310.0)",
            ["ball@(840.0,310.0)", "Kicked from behind the halfway line: the goal does not count, and B8 kicks again"],
        ),
        (
            {"awaits": {"type": "placement", "for": "kick", "by": "B8", "left": {"touched": ["R3"]}}},
            {"three_corners": True},
            "ball@(840.0,10.0)",
            ["ball@(840.0,10.0)", "The ball is out over the goal line", "Corner 1 for Blue", "R3 has the ball"],
        ),
        (
            {"turn": "R", "due": "move", "pieces": {**PIECES, "R3": "WN17"}},
            {"steal": True},
            "R3xB8",
            ["R3xB8", "Skill: Blue 75, Red 75; the try failed, and another move is made"],
        ),
        (
            {"turn": "R", "due": "move", "pieces": {**PIECES, "R3": "WN17"}, "roster": {"R3": {"skill": 76}}},
            {"steal": True},
            "R3xB8",
            ["R3xB8", "Skill: Blue 75, Red 76"],
        ),
        (
            {"restart": "penalty", "spot": "ED15", "turn": "R", "pieces": PIECES, "ball": "WD15"},
            {},
            "R3!",
            ["R3!", "Blue sets its keeper, which then stays"],
        ),
    ],
)
def test_what_is_said_of_an_act(position: dict[str, Any], options: dict[str, Any], act: str, words: list[str]) -> None:
    rules = load_ruleset("soccer-chess", options=options)
    start = rules.read_position({"pieces": PIECES, "ball": "WN20", "turn": "B", **position})
    said = step(rules, take_up(Match(start)), TypedAction(act)).says
    assert [each.text for each in said if each.kind != "ask"] == words


@pytest.mark.parametrize(
    ("restart", "asked"),
    [
        ({"restart": "kick_off"}, "Blue takes the kick-off: the ball stays, any figure kicks it from the middle"),
        (
            {"restart": "penalty", "spot": "ED15", "ball": "ED15"},
            "Blue takes the penalty: the ball stays, any figure kicks it from ED15",
        ),
    ],
)
def test_nobody_is_put_down_with_the_ball_at_a_restart(restart: dict[str, Any], asked: str) -> None:
    start = RULES.read_position({"pieces": PIECES, "ball": [400.0, 300.0], "turn": "B", **restart})
    look = seen(PIECES, RULES.board.grid.centre_mm(start.ball) if isinstance(start.ball, str) else (400.0, 300.0))
    assert follow(take_up(Match(start)), look)[0].asked == asked


@pytest.mark.parametrize(
    "typed", [(), (TypedAction("B8*"),), (TypedAction("B8*"), TypedAction("touch:R7"))], ids=["seen", "kick", "touch"]
)
def test_a_shot_announced_by_voice_counts_with_one_key(typed: tuple[Input, ...]) -> None:
    pieces = {"B8": "EK16", "R7": "EC5"}
    state = take_up(Match(RULES.read_position({"pieces": pieces, "ball": "EK16", "turn": "B"})))
    look = seen(pieces, (840.0, 310.0))
    answers = []
    for given in (seen(pieces, GRID.centre_mm("EK16")), *typed, look, look):
        outcome = step(RULES, state, given)
        state = outcome.referee
        answers += [answer for said in outcome.says for answer in said.answers]
    assert [answer.text for answer in answers] == ["It was announced"]
    state, records, says = follow(state, *answers[0].given)
    assert says[-3:-1] == ["Goal for Blue", "Kick-off for Red"]
    assert acts(records)[:2] == ["B8!", "B8*"]
    assert state.position is not None
    assert (state.position.score.B, state.position.restart) == (1, "kick_off")


def test_a_kick_off_is_recognised_by_the_figure_on_a_square_by_the_middle() -> None:
    pieces = {"B9": "WU15", "B4": "WH8", "R3": "EN9", "R7": "ES2"}
    lined_up, kicked_off = seen(pieces, GRID.centre_mm("WU15")), seen(pieces, (250.0, 190.0))
    state, records, says = follow(Referee(), lined_up, lined_up, kicked_off, kicked_off)
    assert "Kick-off by Blue" in says
    assert acts(records) == ["B9*", "ball@(250.0,190.0)"]
    assert state.position is not None
    assert (state.position.holder, state.position.restart) == ("B4", None)


@pytest.mark.parametrize(
    ("restart", "lies"),
    [
        ({"restart": "kick_off"}, (400.0, 300.0)),
        ({"restart": "penalty", "spot": "ED15"}, GRID.centre_mm("ED15")),
    ],
)
def test_a_restart_with_a_ball_that_is_measured_is_seen_like_any_kick(
    restart: dict[str, Any], lies: tuple[float, float]
) -> None:
    pieces = {**PIECES, "B8": "WU15" if restart["restart"] == "kick_off" else "ED14"}
    state = take_up(Match(RULES.read_position({"pieces": pieces, "ball": [*lies], "turn": "B", **restart})))
    rolled = seen(pieces, (600.0, 250.0))
    _, records, says = follow(state, seen(pieces, lies), rolled, rolled, rolled)
    assert acts(records) == ["B8*", "ball@(600.0,250.0)"]
    assert not [text for text in says if text.startswith("Who kicked")]


def test_a_ball_that_nobody_has_brought_yet_is_asked_for_not_whose_kick_it_was() -> None:
    out = (350.0, -60.0)
    looks = []
    for moved in ({}, {"R7": "ES3"}, {"R7": "ES3", "B10": "WR22"}):
        looks += [seen({**PIECES, **moved}, out)] * 15
    _, records, says = follow(begun(), *looks)
    assert acts(records) == ["B8*", "ball@(350.0,-60.0)", "R7-ES3", "B10-WR22"]
    assert not [text for text in says if text.startswith("Who kicked")]
    assert [text for text in says if text.startswith("The ball is not seen on EN9: put the ball on EN9")]


def test_a_figure_that_is_put_elsewhere_before_the_first_kick_off_breaks_no_rule() -> None:
    pieces = {"B9": "WU15", "B4": "WH8", "R3": "EN9", "R7": "ES2"}
    middle = GRID.centre_mm("WU15")
    set_up, moved = seen(pieces, middle), seen({**pieces, "B4": "WK9"}, middle)
    kicked_off = seen({**pieces, "B4": "WK9"}, (250.0, 190.0))
    state, records, says = follow(Referee(), *[set_up] * 4, *[moved] * 6)
    assert acts(records) == ["B4@WK9"]
    assert not [text for text in says if "not allowed" in text]
    _, records, _ = follow(state, kicked_off, kicked_off)
    assert acts(records) == ["B9*", "ball@(250.0,190.0)"]


def test_a_line_up_after_a_goal_is_told_once_and_its_kick_off_is_seen() -> None:
    before = {"B8": "EK16", "R7": "EC5", "R3": "EN9", "B6": "WH8"}
    state = take_up(Match(RULES.read_position({"pieces": before, "ball": "EK16", "turn": "B"})))
    goal = seen(before, (840.0, 310.0))
    state, _, _ = follow(state, TypedAction("B8!"), goal, goal)
    assert state.position is not None
    assert state.position.placing
    after = {**before, "B8": "WK16", "R7": "EU15"}
    middle = seen(after, (400.0, 300.0))
    state, records, says = follow(state, *[middle] * 10)
    assert sorted(acts(records)) == ["B6@WH8", "B8@WK16", "R3@EN9", "R7@EU15"]
    assert says.count("Lined up; Red kicks off") == 1
    # Somebody stands otherwise after all.
    after = {**after, "B6": "WJ10"}
    state, records, says = follow(state, *[seen(after, (400.0, 300.0))] * 4)
    assert acts(records) == says == ["B6@WJ10"]
    rolled = seen(after, (600.0, 250.0))
    _, records, _ = follow(state, rolled, rolled)
    assert acts(records) == ["R7*", "ball@(600.0,250.0)"]


def test_a_shot_announced_at_the_kick_off_after_a_goal_is_measured() -> None:
    pieces, middle = {"B9": "WU15", "B6": "WK10", "R2": "EC9", "R9": "EK15"}, (400.0, 300.0)
    raw = {"pieces": {}, "turn": "B", "restart": "kick_off", "placing": True, "score": {"B": 0, "R": 1}}
    state = take_up(Match(RULES.read_position(raw)))
    state, records, _ = follow(state, *[seen(pieces, middle)] * 4)
    assert sorted(acts(records)) == sorted(f"{piece}@{space}" for piece, space in pieces.items())
    state, records, _ = follow(state, TypedAction("B9!"), *[seen(pieces, (840.0, 310.0))] * 3)
    assert acts(records) == ["B9!", "B9*", "ball@(840.0,310.0)"]
    assert state.position is not None
    assert state.position.score.B == 1
    # The other side lines up for its own kick-off, which the camera sees as well.
    state, records, says = follow(state, *[seen({**pieces, "B9": "WK16", "R9": "EU15"}, middle)] * 4)
    assert "R9@EU15" in acts(records)
    assert "Lined up; Red kicks off" in says


STOOD = {"B9": "WU15", "B6": "WK10", "B8": "WN20", "R2": "EC9", "R9": "EK15"}
MIDDLE = (400.0, 300.0)


def after_a_goal_against_blue() -> Referee:
    """Red has scored; Blue is about to kick off."""
    raw = {"pieces": {**STOOD, "R9": "EC9", "R2": "EK15"}, "ball": "EC9", "turn": "R"}
    state = take_up(Match(RULES.read_position(raw)))
    goal = (-40.0, 300.0)
    state, _, says = follow(state, seen(STOOD, GRID.centre_mm("EC9")), *[TypedAction(a) for a in ("R9!", "R9*")])
    state, _, says = follow(state, *[seen({**STOOD, "R9": "EC9", "R2": "EK15"}, goal)] * 3)
    assert "Goal for Red" in says
    return state


def misread(look: Observation, piece: str, number: int | None) -> Observation:
    """The look with a number hardly read, as another one or as none."""
    discs = (replace(disc, number=number, confidence=0.7) if disc.piece == piece else disc for disc in look.pieces)
    return replace(look, pieces=tuple(discs))


LINE_UPS = {
    "ball not seen": replace(seen(STOOD, MIDDLE), ball=None),
    "the taker's number not read": misread(seen(STOOD, MIDDLE), "B9", None),
    "a number there twice, once hardly read": misread(seen(STOOD, MIDDLE), "B6", 8),
}


@pytest.mark.parametrize("look", LINE_UPS.values(), ids=LINE_UPS)
def test_a_line_up_is_taken_though_something_of_it_cannot_be_read(look: Observation) -> None:
    _, records, says = follow(after_a_goal_against_blue(), *[look] * 10)
    assert sorted(acts(records)) == sorted(f"{piece}@{space}" for piece, space in STOOD.items())
    assert "Lined up; Blue kicks off" in says


def test_who_is_not_seen_in_a_line_up_is_named_and_taken_as_soon_as_it_is_seen() -> None:
    whole = seen(STOOD, MIDDLE)
    some = replace(whole, pieces=tuple(disc for disc in whole.pieces if disc.piece != "R2"))
    state, _, says = follow(after_a_goal_against_blue(), *[some] * 10)
    assert says[-1] == "Not seen in the line-up: R2; put what is there in plain sight"
    state, _, _ = follow(state, *[whole] * 4)
    assert state.position is not None
    assert dict(state.position.pieces) == STOOD


def test_a_figure_that_takes_the_ball_along_and_is_not_seen_at_once_is_waited_for() -> None:
    state = take_up(Match(RULES.parse_position("8WN20,10WR23,6WH8/3EN9,7ES2 WN20 B 0-0 0-0 due=move last=R3")))
    there = seen({**PIECES, "B8": "WO21"}, GRID.centre_mm("WO21"))
    unseen = replace(there, pieces=tuple(disc for disc in there.pieces if disc.piece != "B8"))
    state, _, says = follow(state, seen(PIECES, GRID.centre_mm("WN20")), *[unseen] * 8)
    assert says == []
    _, records, _ = follow(state, *[there] * 2)
    assert acts(records) == ["B8~WO21"]


def hidden(pieces: Mapping[str, str]) -> Observation:
    """A look at figures and no ball."""
    return replace(seen(pieces, (400.0, 300.0)), ball=None)


@pytest.mark.parametrize("typed", [(), (TypedAction("B8*"),)], ids=["seen", "typed"])
def test_a_ball_that_was_out_of_sight_and_lies_by_an_opponent_then_is_that_ones(typed: tuple[Input, ...]) -> None:
    """It may have been out and given to whoever takes it from there: play goes on in the same way."""
    x_mm, y_mm = GRID.centre_mm("EN9")
    by_red = seen(PIECES, (x_mm, y_mm))
    state, records, says = follow(begun(), *typed, *[hidden(PIECES)] * 4, *[by_red] * 4)
    assert acts(records) == ["B8*", f"ball@({x_mm:.1f},{y_mm:.1f})"]
    assert says[-1] == "Not seen where the ball stopped; R3 has it"
    out = follow(begun(), TypedAction("B8*"), TypedAction("ball@(590.0,-40.0)"))[0].position
    assert state.position is not None
    assert out is not None
    assert (state.position.holder, state.position.turn) == (out.holder, out.turn) == ("R3", "R")


@pytest.mark.parametrize("typed", [(), (TypedAction("B8*"),)], ids=["seen", "typed"])
def test_a_ball_that_was_out_of_sight_and_lies_between_both_sides_then_is_asked_about(
    typed: tuple[Input, ...],
) -> None:
    """It may have been out and given to whoever takes it from there: nobody saw it stop."""
    (ax_mm, ay_mm), (bx_mm, by_mm) = GRID.centre_mm("EN9"), GRID.centre_mm("EN10")
    x_mm, y_mm = 0.4 * ax_mm + 0.6 * bx_mm, 0.4 * ay_mm + 0.6 * by_mm
    beside = {**PIECES, "B6": "EN10"}
    raw = {"pieces": beside, "ball": "WN20", "turn": "B"}
    start = follow(take_up(Match(RULES.read_position(raw))), seen(beside, GRID.centre_mm("WN20")))[0]
    state, records, says = follow(start, *typed, *[hidden(beside)] * 4, *[seen(beside, (x_mm, y_mm))] * 4)
    assert acts(records) == (["B8*"] if typed else [])
    assert [said for said in says if said.startswith("The ball was out of sight and lies by R3 now")] == says[-1:]
    assert [answer.text for answer in answers(RULES, state)] == ["It stopped by R3"]
    _, stopped, _ = follow(state, *answers(RULES, state)[0].given)
    assert acts(records + stopped) == ["B8*", f"ball@({x_mm:.1f},{y_mm:.1f})"]
    _, elsewhere, _ = follow(state, *([] if typed else [TypedAction("B8*")]), TypedAction("ball@(590.0,-40.0)"))
    assert acts(records + elsewhere) == ["B8*", "ball@(590.0,-40.0)"]


def test_a_ball_that_was_out_of_sight_and_was_played_on_is_asked_about() -> None:
    """Red had it before that, and somebody has moved since: where the kick ended is not what is seen."""
    x_mm, y_mm = GRID.centre_mm("EN9")
    _, records, says = follow(begun(), *[hidden(PIECES)] * 4, *[seen({**PIECES, "R7": "ES4"}, (x_mm, y_mm))] * 4)
    assert acts(records) == []
    assert says[-1].startswith("The ball was out of sight and lies by R3 now")


@pytest.mark.parametrize("space", ["WR23", "WN25"])
def test_a_ball_that_was_out_of_sight_and_lies_elsewhere_then_stopped_there(space: str) -> None:
    x_mm, y_mm = GRID.centre_mm(space)
    _, records, _ = follow(begun(), *[hidden(PIECES)] * 4, *[seen(PIECES, (x_mm, y_mm))] * 4)
    assert acts(records) == ["B8*", f"ball@({x_mm:.1f},{y_mm:.1f})"]


@pytest.mark.parametrize("typed", [(), (TypedAction("B8*"),)], ids=["seen", "typed"])
def test_a_ball_in_the_middle_while_everybody_sets_up_was_not_kicked_there(typed: tuple[Input, ...]) -> None:
    line_up = {"B8": "WF4", "B10": "WE11", "B6": "WE20", "R3": "EE11", "R7": "EE20"}
    middle = GRID.centre_mm("EU15")
    _, records, _ = follow(begun(), *typed, *[hidden(PIECES)] * 4, *[seen(line_up, middle)] * 6)
    assert not [act for act in acts(records) if act.startswith("ball@")]
