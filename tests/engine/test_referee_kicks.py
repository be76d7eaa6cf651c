"""A Soccer Chess match followed on the table: kicks measured, moves seen, and what is typed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from engine.games import load_ruleset
from engine.grid import Point
from engine.notation import parse_action
from engine.observation import Observation, SeenBall, SeenPiece
from engine.record.records import Acted, Ruled, Stated
from engine.record.replay import Match
from engine.referee import Consent, Propose, Redo, Referee, TypedAction, Undo, answers, step, take_up
from engine.ruleset import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.record.records import Record
    from engine.referee import Input
    from engine.ruleset import Ruleset

RULES = load_ruleset("soccer-chess")
GRID = RULES.board.grid
PIECES = {"B8": "WN20", "B10": "WR23", "B6": "WH8", "R3": "EN9", "R7": "ES2"}


def seen(pieces: Mapping[str, str], ball: tuple[float, float]) -> Observation:
    """A look at figures on the middles of their squares and a ball anywhere."""
    discs = tuple(SeenPiece(p[0], int(p[1:]), *GRID.centre_mm(s), s, 0.98) for p, s in pieces.items())
    length, width = GRID.field_size_mm
    inside = 0 <= ball[0] <= length and 0 <= ball[1] <= width
    return Observation(0.0, 0, discs, SeenBall(*ball, GRID.nearest(*ball).space if inside else None, None, 0.98))


def begun() -> Referee:
    """Blue's 8 has the ball and kicks."""
    state = take_up(Match(RULES.read_position({"pieces": PIECES, "ball": "WN20", "turn": "B"})))
    return step(RULES, state, seen(PIECES, GRID.centre_mm("WN20"))).referee


def follow(state: Referee, *inputs: Input) -> tuple[Referee, list[Record], list[str]]:
    records: list[Record] = []
    says: list[str] = []
    for given in inputs:
        outcome = step(RULES, state, given)
        state = outcome.referee
        records += outcome.records
        says += [say.text for say in outcome.says]
    return state, records, says


def acts(records: list[Record]) -> list[str]:
    return [record.notation for record in records if isinstance(record, Acted)]


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


def kicked() -> tuple[Referee, dict[str, str], tuple[float, float]]:
    """Blue's 10 has the ball on WS22, and stands there."""
    at = (351.2, 428.7)
    look = seen(PIECES, at)
    pieces = {**PIECES, "B10": "WS22"}
    state, _, _ = follow(begun(), look, look, seen(pieces, at))
    assert state.eye == "IN STEP"
    return state, pieces, at


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


def watched(rules: Ruleset, state: Referee, look: Observation) -> tuple[list[str], list[str], Referee]:
    """What is told and said after many looks at the same table."""
    records, says = [], []
    for _ in range(20):
        outcome = step(rules, state, look)
        state, records, says = outcome.referee, [*records, *outcome.records], [*says, *outcome.says]
    return acts(records), [each.text for each in says], state


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


def test_defenders_are_lifted_for_a_penalty_and_asked_for_after_it() -> None:
    # Red's 3 stands between spot and goal, Red's 7 does not.
    pieces = {"B8": "WN20", "B9": "EF16", "R3": "EB15", "R7": "ES2"}
    rules = load_ruleset("soccer-chess", options={"three_corners": True})
    waits = {"type": "placement", "for": "kick", "by": "B8", "left": {"touched": ["R3"]}}
    before = {"pieces": pieces, "ball": "WN20", "turn": "B", "corners": {"B": 2}, "awaits": waits}
    awarded = step(rules, take_up(Match(rules.read_position(before))), TypedAction("ball@(840.0,10.0)"))
    assert "Penalty for Blue; lifted until it is taken, and then put back: R3" in [said.text for said in awarded.says]
    spot_mm = GRID.centre_mm("EE15")
    lifted = {piece: space for piece, space in pieces.items() if piece != "R3"}
    _, says, state = watched(rules, awarded.referee, seen(lifted, spot_mm))
    assert says == []
    assert state.eye == "ASKING"
    # A missing figure that nobody lifts for it is missed.
    assert "R7 is not seen on ES2" in watched(rules, state, seen({"B8": "WN20", "B9": "EF16"}, spot_mm))[1][0]
    state = step(rules, state, TypedAction("B9*")).referee
    _, says, state = watched(rules, state, seen(lifted, (600.0, 500.0)))
    assert state.position is not None
    assert state.position.pieces["R3"] == "EB15"
    assert any("R3 is not seen on EB15" in text for text in says)


def test_rounds_change_only_when_both_sides_agree() -> None:
    state, records, says = follow(begun(), Propose(2), Consent("B"), Consent("B"))
    assert records == []
    assert says[0] == "2 rounds between two kicks? Blue agrees with b, Red with r"
    assert says[1] == says[2] == "Blue agrees to 2 rounds; Red is asked"
    state, records, says = follow(state, Consent("R"))
    assert says[0] == "Both sides agreed: 2 rounds between two kicks"
    assert state.position is not None
    assert RULES.write_position(state.position)["rounds"] == 2
    assert len(records) == 2
    assert follow(state, Consent("R"))[2] == ["Nothing has been proposed; rounds 2 would propose two rounds"]


def test_an_agreement_that_is_taken_back_and_made_again_is_named() -> None:
    agreed, _, _ = follow(begun(), Propose(2), Consent("B"), Consent("R"))
    state, _, says = follow(agreed, Undo())
    assert says[0] == "2 rounds between two kicks (correction) is taken back"
    state, _, says = follow(state, Redo())
    assert says[0] == "2 rounds between two kicks (correction) is done again"
    assert state.position == agreed.position


def test_rounds_that_cannot_be_are_refused_and_other_games_have_none() -> None:
    _, records, says = follow(begun(), Propose(50), Consent("B"), Consent("R"))
    assert records == []
    assert says[0].startswith("That cannot be done: a whole number from 1 to ")
    assert says[1] == says[2] == "Nothing has been proposed; rounds 2 would propose two rounds"
    regista = load_ruleset("regista")
    state = take_up(Match(regista.read_position({"pieces": {"B9": "H11"}, "ball": "H11"})))
    assert step(regista, state, Propose(2)).says[0].text == "regista has no rounds to agree on now"


PENALTY = {"B8": "WN20", "B10": "WR23", "R3": "EN9", "R7": "ES2"}
SPOT_MM = GRID.centre_mm("ED15")


def penalty() -> Referee:
    """Blue takes a penalty; nobody stands by the ball."""
    raw = {"pieces": PENALTY, "ball": "ED15", "turn": "B", "restart": "penalty", "spot": "ED15"}
    return step(RULES, take_up(Match(RULES.read_position(raw))), seen(PENALTY, SPOT_MM)).referee


GOAL, FIELD = (840.0, 310.0), (700.0, 400.0)


@pytest.mark.parametrize("rest", [GOAL, FIELD])
def test_a_penalty_with_nobody_by_the_ball_is_asked_about_with_everybody_who_may_have_kicked(
    rest: tuple[float, float],
) -> None:
    look = seen(PENALTY, rest)
    state, records, says = follow(penalty(), *[look] * 3)
    assert (acts(records), says) == ([], ["Who kicked the ball, B10 or B8? Type B10* or the like"])
    assert [answer.text for answer in answers(RULES, state)] == ["B10*", "B8*"]
    _, records, _ = follow(state, *answers(RULES, state)[1].given, look, look)
    assert acts(records) == ["B8*", f"ball@({rest[0]},{rest[1]})"]


@pytest.mark.parametrize("rest", [GOAL, FIELD])
@pytest.mark.parametrize("first", [True, False], ids=["put down before", "under one hand"])
def test_the_figure_that_comes_to_the_penalty_spot_takes_the_penalty(rest: tuple[float, float], first: bool) -> None:  # noqa: FBT001 - a case
    came = {**PENALTY, "B8": "ED14"}
    looks = [seen(came, SPOT_MM)] * 3 if first else []
    _, records, says = follow(penalty(), *looks, *[seen(came, rest)] * 3)
    assert acts(records) == ["B8@ED14", "B8*", f"ball@({rest[0]},{rest[1]})"], says
    assert not [record for record in records if isinstance(record, Ruled) and record.verdict != "legal"]


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("B8@ED15", ""),
        ("B8@EE16", ""),
        ("B8@EF15", "only a figure of Blue is put down now, by the penalty spot D-15"),
        ("R3@ED14", "only a figure of Blue is put down now, by the penalty spot D-15"),
    ],
)
def test_at_a_penalty_only_the_kicker_is_put_down(act: str, words: str) -> None:
    position = penalty().position
    assert position is not None
    action = parse_action(act)
    verdict = RULES.act(position, action)
    assert (action in set(RULES.legal_actions(position))) == bool(verdict) == (not words)
    assert words in (verdict.reason if isinstance(verdict, Refusal) else "")


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


def test_what_play_waits_for_is_answered_before_a_proposal() -> None:
    close = seen(PIECES, (590.0, -8.6))
    state, _, _ = follow(begun(), close, close, Propose(2))
    both = ["2 rounds between two kicks: Blue agrees", "2 rounds between two kicks: Red agrees"]
    told = [answer.text for answer in answers(RULES, state)]
    assert told[-2:] == both
    assert len(told) == 4
    state, _, _ = follow(state, *answers(RULES, state)[0].given, Consent("B"))
    assert [answer.text for answer in answers(RULES, state)] == both[1:]
    # Who kicked is asked of everybody, and a proposal keeps its two keys.
    many = {f"B{number}": f"WH{number}" for number in range(2, 12)}
    raw = {"pieces": many, "ball": "ED15", "turn": "B", "restart": "penalty", "spot": "ED15"}
    state = step(RULES, take_up(Match(RULES.read_position(raw))), seen(many, SPOT_MM)).referee
    state, _, _ = follow(state, *[seen(many, FIELD)] * 3, Propose(2))
    told = [answer.text for answer in answers(RULES, state)]
    assert (len(told), told[-2:]) == (9, both)


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


def hidden(pieces: Mapping[str, str]) -> Observation:
    """A look at figures and no ball."""
    return replace(seen(pieces, (400.0, 300.0)), ball=None)


@pytest.mark.parametrize("typed", [(), (TypedAction("B8*"),)], ids=["seen", "typed"])
def test_a_ball_that_was_out_of_sight_and_lies_by_an_opponent_then_is_asked_about(typed: tuple[Input, ...]) -> None:
    """It may have been out and given to whoever takes it from there: nobody saw it stop."""
    x_mm, y_mm = GRID.centre_mm("EN9")
    by_red = seen(PIECES, (x_mm, y_mm))
    state, records, says = follow(begun(), *typed, *[hidden(PIECES)] * 4, *[by_red] * 4)
    assert acts(records) == (["B8*"] if typed else [])
    assert [said for said in says if said.startswith("The ball was out of sight and lies by R3 now")] == says[-1:]
    assert [answer.text for answer in answers(RULES, state)] == ["It stopped by R3"]
    _, stopped, _ = follow(state, *answers(RULES, state)[0].given)
    assert acts(records + stopped) == ["B8*", f"ball@({x_mm:.1f},{y_mm:.1f})"]
    _, elsewhere, _ = follow(state, *([] if typed else [TypedAction("B8*")]), TypedAction("ball@(590.0,-40.0)"))
    assert acts(records + elsewhere) == ["B8*", "ball@(590.0,-40.0)"]


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
