"""How many rounds Soccer Chess has between two kicks: both sides agree on it at the table."""

from __future__ import annotations

from engine.games import load_ruleset
from engine.record.replay import Match
from engine.referee import Consent, Propose, Redo, Undo, answers, step, take_up
from tests.engine.chess_table import (
    FIELD,
    PIECES,
    RULES,
    SPOT_MM,
    begun,
    follow,
    seen,
)


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
