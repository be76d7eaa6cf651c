"""Penalties of Soccer Chess: who is lifted, who is put down, and who took it."""

from __future__ import annotations

import pytest

from engine.games import load_ruleset
from engine.notation import parse_action
from engine.record.records import Ruled
from engine.record.replay import Match
from engine.referee import Referee, TypedAction, answers, step, take_up
from engine.ruleset import Refusal
from tests.engine.chess_table import (
    FIELD,
    GOAL,
    GRID,
    RULES,
    SPOT_MM,
    acts,
    follow,
    seen,
    watched,
)


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


PENALTY = {"B8": "WN20", "B10": "WR23", "R3": "EN9", "R7": "ES2"}


def penalty() -> Referee:
    """Blue takes a penalty; nobody stands by the ball."""
    raw = {"pieces": PENALTY, "ball": "ED15", "turn": "B", "restart": "penalty", "spot": "ED15"}
    return step(RULES, take_up(Match(RULES.read_position(raw))), seen(PENALTY, SPOT_MM)).referee


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
