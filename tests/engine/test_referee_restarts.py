"""Saves, restarts and offside as they are done by hand: the referee says what to put where, and sees it done."""

from collections.abc import Iterable

from engine.games import load_ruleset
from engine.match import Roll
from engine.observation import Observation
from engine.record.records import Record, Ruled
from engine.record.replay import Match
from engine.referee import Referee, TypedRoll, step, take_up
from tests.engine.refereeing import acts, follow
from tests.engine.tables import seen, shown

RULES = load_ruleset("regista")

PIECES = {
    "B1": "H2", "B4": "J5", "B8": "H8", "B9": "H19", "B11": "N10",
    "R1": "G21", "R2": "D18", "R4": "J18", "R6": "F15", "R8": "H15",
}  # fmt: skip


def under_way(ball: str, turn: str = "B", **pieces: str) -> Referee:
    raw = {"pieces": {**PIECES, **pieces}, "ball": ball, "turn": turn}
    state = take_up(Match(RULES.read_position(raw)))
    return step(RULES, state, shown(state.position)).referee


def illegal(records: Iterable[Record]) -> list[str | None]:
    return [r.rule for r in records if isinstance(r, Ruled) and r.verdict == "illegal"]


def lying(state: Referee, ball: str, **moved: str) -> Observation:
    """What lies on the table when some pieces and the ball are moved from where they lay."""
    return seen({**state.table.pieces, **moved}, ball)


def test_after_a_save_the_keeper_is_put_with_the_ball_and_its_turn_begins() -> None:
    state = under_way("H19")
    state, records, says = follow(state, lying(state, "H22"), TypedRoll(Roll(duel=(1, 6))))
    assert acts(records) == ["B9!H22"]
    assert "goalkeeper with the ball on a free space of its Penalty Area" in says[-1].text
    assert state.eye == "ASKING"
    state, records, _ = follow(state, *[lying(state, "F20", R1="F20")] * 2)
    assert acts(records) == ["R1@F20"]
    assert state.position is not None
    assert (state.position.turn, state.position.ball, state.eye) == ("R", "F20", "IN STEP")


def test_a_keeper_put_outside_its_area_is_not_let_by() -> None:
    state = under_way("H19")
    state, _, _ = follow(state, lying(state, "H22"), TypedRoll(Roll(duel=(1, 6))))
    state, records, _ = follow(state, *[lying(state, "F16", R1="F16")] * 3)
    assert acts(records) == []
    assert illegal(records) == ["save.area"]


def test_a_throw_in_is_taken_from_its_spot() -> None:
    state = under_way("O6", B11="O6")
    state, _, says = follow(state, lying(state, "O12"), TypedRoll(Roll(faces=(2,))))
    assert "takes the throw-in: put the taker with the ball on O12" in says[-1].text
    state, records, _ = follow(state, *[lying(state, "O12", R8="O12")] * 2)
    assert acts(records) == ["R8@O12"]
    state, records, _ = follow(state, lying(state, "M13"))
    assert acts(records) == ["R8>M13"]
    assert state.position is not None
    assert state.position.restart is None


def test_offside_names_the_free_kick_and_sees_the_piece_moved_off() -> None:
    state = under_way("H15", B8="H15", R8="C9", B9="H20", R1="H21", R2="D10", R4="J10", R6="F10")
    state, records, says = follow(state, lying(state, "H18"))
    assert acts(records) == ["B8>H18"]
    assert "Offside" in [say.text for say in says]
    assert state.position is not None
    assert (state.position.turn, state.position.restart) == ("R", "free_kick")
    state, records, _ = follow(state, *[lying(state, "H18", R1="H18")] * 2)
    assert acts(records) == ["R1@H18"]
    assert state.eye == "IN STEP"


def test_an_opponent_on_the_spot_of_a_throw_in_is_asked_off_it_first() -> None:
    state = under_way("O6", B11="O6", B8="O12")
    state, _, says = follow(state, lying(state, "O12"), TypedRoll(Roll(faces=(2,))))
    assert says[-1].text == "Red takes the throw-in: B8 goes off O12 first, then put the taker with the ball there"
    assert state.eye == "ASKING"
    state, _, says = follow(state, *[lying(state, "O12", B8="N12")] * 2)
    assert says[-1].text == "Red takes the throw-in: put the taker with the ball on O12"


def test_an_offside_piece_with_the_ball_is_asked_off_the_spot_of_the_free_kick_first() -> None:
    state = under_way("H16", B9="H16", B11="H19", R6="F15")
    state, records, says = follow(state, *[lying(state, "H19")] * 2)
    assert acts(records) == ["B9>H19"]
    assert says[-1].text == "Red takes the free kick: B11 goes off H19 first, then put the taker with the ball there"
    assert state.eye == "ASKING"
