"""The first kick-off that is seen: a line-up is checked, put right, let stand, and costs no word where it is right."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest

from engine.games import formations_of, load_ruleset
from engine.grid import Point
from engine.inference import Table
from engine.observation import SeenDie
from engine.record.records import Acted, Corrected, Ruled
from engine.record.replay import Checkpoint, Match, replay
from engine.referee import Accept, LineUp, answers, begin, take_up
from engine.referee.line_up_faults import STANDS
from engine.referee.policy import parse_policy
from tests.engine.simulated import look_at_table
from tests.engine.stepping import after

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.match import Team
    from engine.observation import Observation
    from engine.record.records import Record
    from engine.ruleset import Ruleset

rules_of = cache(load_ruleset)
GAMES = ("regista", "very-much", "soccer-fun")
KICKED: dict[str, tuple[str, str]] = {"regista": ("B9>H9", "H9"), "very-much": ("B9>G10", "G10")}
"""A kick-off of blue without dice: the act, and where the ball lies then."""


def right(game: str, side: Team = "B") -> tuple[dict[str, str], str]:
    """Both sides as the game's first formation has them, and the ball with the taker."""
    book = formations_of(game)
    first = next(iter(book.formations().values()))
    pieces = dict(book.line_up(first, first, kicks_off=side))
    ball = book.ball(pieces, kicks_off=side)
    assert ball is not None
    return pieces, ball


def look(game: str, pieces: dict[str, str], ball: str) -> Observation:
    return look_at_table(rules_of(game), Table(pieces, ball), ())


def named(records: Iterable[Record]) -> list[str | None]:
    return [record.rule for record in records if isinstance(record, Ruled) and record.verdict == "illegal"]


def done(records: Iterable[Record]) -> list[str]:
    return [record.notation for record in records if isinstance(record, Acted)]


def off(pieces: dict[str, str], *gone: str, **changes: str) -> dict[str, str]:
    return {piece: space for piece, space in {**pieces, **changes}.items() if piece not in gone}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("side", ["B", "R"])
def test_a_right_line_up_costs_no_word_more_than_who_kicks_off(game: str, side: Team) -> None:
    pieces, ball = right(game, side)
    state, records, says = after(rules_of(game), begin(), [look(game, pieces, ball)] * 10)
    assert [said.text for said in says] == [f"Kick-off by {'Blue' if side == 'B' else 'Red'}"]
    assert named(records) == []
    assert state.position is not None
    assert (state.position.restart, state.position.turn, state.eye) == ("kick_off", side, "IN STEP")


WRONG: list[tuple[str, tuple[str, ...], dict[str, str], str]] = [
    ("regista", ("R11",), {}, "setup.count"),
    ("regista", (), {"R8": "H8"}, "setup.half"),
    ("regista", (), {"R9": "H13"}, "setup.circle"),
    ("regista", ("B1",), {"B12": "H2"}, "setup.keeper"),
    ("very-much", ("R11",), {}, "setup.count"),
    ("very-much", (), {"R8": "H8"}, "setup.half"),
    ("very-much", (), {"B8": "H14", "B10": "J14"}, "setup.half"),
    ("soccer-fun", ("R11",), {}, "setup.count"),
    ("soccer-fun", (), {"R8": "H8"}, "setup.half"),
    ("soccer-fun", (), {"B1": "H6"}, "setup.keeper"),
]


@pytest.mark.parametrize(("game", "gone", "changes", "rule"), WRONG)
def test_a_wrong_line_up_is_named_once_by_its_rule_and_put_right_at_the_table(
    game: str, gone: tuple[str, ...], changes: dict[str, str], rule: str
) -> None:
    rules = rules_of(game)
    pieces, ball = right(game)
    state, records, says = after(rules, begin(), [look(game, off(pieces, *gone, **changes), ball)] * 8)
    assert named(records) == [rule]
    assert says[0].text == "Kick-off by Blue"
    assert says[1].text.endswith(f"({rule}). Put it right, or both accept")
    assert answers(rules, state) == (STANDS,)
    state, more, says = after(rules, state, [look(game, pieces, ball)] * 6)
    assert [said.text for said in says] == ["Lined up; Blue kicks off"]
    assert named(more) == []
    assert state.position is not None
    assert (dict(state.position.pieces), state.eye) == (pieces, "IN STEP")
    assert replay(rules, records + more).position == state.position


@pytest.mark.parametrize(("game", "gone", "changes", "rule"), WRONG)
def test_a_wrong_line_up_may_be_let_stand(game: str, gone: tuple[str, ...], changes: dict[str, str], rule: str) -> None:
    rules = rules_of(game)
    pieces, ball = right(game)
    wrong = off(pieces, *gone, **changes)
    state, records, _ = after(rules, begin(), [look(game, wrong, ball)] * 4)
    state, more, says = after(rules, state, [Accept(), *[look(game, wrong, ball)] * 4])
    assert [said.text for said in says] == ["The line-up stands as it is; Blue kicks off"]
    assert named(records + more) == [rule]
    assert state.eye == "IN STEP"
    if game in KICKED:
        act, lies = KICKED[game]
        _, records, _ = after(rules, state, [look(game, wrong, lies)] * 4)
        assert done(records) == [act]


@pytest.mark.parametrize("game", sorted(KICKED))
def test_a_kick_off_from_a_wrong_line_up_is_told_once_both_accept(game: str) -> None:
    rules, (act, lies) = rules_of(game), KICKED[game]
    pieces, ball = right(game)
    wrong = off(pieces, "R11")
    state, _, _ = after(rules, begin(), [look(game, wrong, ball)] * 3)
    state, records, says = after(rules, state, [look(game, wrong, lies)] * 8)
    assert (done(records), named(records)) == ([], ["setup.count"])
    assert act in says[-1].text
    state, records, _ = after(rules, state, [Accept(), *[look(game, wrong, lies)] * 4])
    assert done(records) == [act]
    assert state.eye == "IN STEP"


@pytest.mark.parametrize("game", sorted(KICKED))
def test_a_piece_that_moves_under_the_hand_that_kicked_off_was_not_set_up_elsewhere(game: str) -> None:
    rules, (act, lies) = rules_of(game), KICKED[game]
    pieces, ball = right(game)
    beside = rules.board.grid.neighbours(pieces["B4"])["NW"]
    state, _, _ = after(rules, begin(), [look(game, pieces, ball)] * 3)
    state, records, says = after(rules, state, [look(game, {**pieces, "B4": beside}, lies)] * 4)
    assert (done(records), state.eye) == ([act, f"B4-{beside}"], "IN STEP"), says


def test_a_twelfth_piece_is_said_and_taken_off() -> None:
    rules = rules_of("regista")
    pieces, ball = right("regista")
    state, _, says = after(rules, begin(), [look("regista", {**pieces, "R12": "B20"}, ball)] * 6)
    assert len(says) == 1
    assert says[0].text.startswith("The table shows no position of this game: ")
    assert "12 pieces" in says[0].text
    state, _, says = after(rules, state, [look("regista", pieces, ball)] * 4)
    assert [said.text for said in says] == ["Kick-off by Blue"]


@pytest.mark.parametrize(("word", "kinds"), [("accept", ["note", "illegal", "note"]), ("log", ["note"])])
def test_a_policy_lets_a_wrong_line_up_stand(word: str, kinds: list[str]) -> None:
    pieces, ball = right("very-much")
    policy = parse_policy(f'[rules]\n"setup.*" = "{word}"\n')
    wrong = look("very-much", off(pieces, "R11"), ball)
    state, records, says = after(rules_of("very-much"), begin(policy), [wrong] * 6)
    assert [said.kind for said in says] == kinds
    assert named(records) == ["setup.count"]
    assert state.position is not None
    assert not state.position.placing


def test_a_policy_has_a_wrong_line_up_put_right() -> None:
    pieces, ball = right("very-much")
    wrong = look("very-much", off(pieces, "R11"), ball)
    refusing = parse_policy('[rules]\n"setup.*" = "refuse"\n')
    state, _, says = after(rules_of("very-much"), begin(refusing), [wrong] * 6)
    assert says[-1].text.endswith("(setup.count). Put it right")
    assert answers(rules_of("very-much"), state) == ()
    state, _, says = after(rules_of("very-much"), state, [Accept()])
    assert [said.kind for said in says] == ["refused"]


def test_in_masume_a_taker_on_the_other_sides_mark_is_named() -> None:
    pieces, _ = right("very-much")
    wrong = look("very-much", {**pieces, "B9": "H12"}, "H12")
    state, records, says = after(rules_of("very-much"), begin(), [wrong] * 4)
    assert named(records) == ["setup.half"]
    assert "H12 is not in Blue's half" in says[1].text
    state, records, _ = after(rules_of("very-much"), state, [look("very-much", {**pieces, "B9": "H11"}, "H11")] * 4)
    assert state.position is not None
    assert (state.position.ball, state.eye) == ("H11", "IN STEP")


@pytest.mark.parametrize("game", GAMES)
def test_pieces_that_are_put_down_one_after_the_other_become_the_line_up(game: str) -> None:
    """The camera looks on while both sides set up, and the taker stands there first."""
    rules = rules_of(game)
    pieces, ball = right(game)
    taker = next(piece for piece, space in pieces.items() if space == ball)
    order = [taker, *(piece for piece in sorted(pieces, key=lambda p: (p[1:], p[0])) if piece != taker)]
    looks = [look(game, {p: pieces[p] for p in order[:count]}, ball) for count in range(4, 23, 3)]
    state, records, _ = after(rules, begin(), [again for each in looks for again in [each] * 3])
    assert state.position is not None
    assert (dict(state.position.pieces), state.position.turn) == (pieces, taker[0])
    assert state.eye == "IN STEP"
    assert replay(rules, records).position == state.position


@pytest.mark.parametrize("game", GAMES)
def test_a_small_match_is_played_as_it_was_set_up(game: str) -> None:
    pieces, ball = right(game)
    few = {piece: pieces[piece] for piece in ("B1", "B9", "B8", "R1", "R9", "R8")}
    _, records, says = after(rules_of(game), begin(), [look(game, few, ball)] * 6)
    assert [said.text for said in says] == ["Kick-off by Blue"]
    assert named(records) == []


def test_after_a_goal_ten_are_named_once_nobody_puts_more_down() -> None:
    rules = rules_of("regista")
    pieces, ball = right("regista", "R")
    scored = rules.read_position(
        {"pieces": {}, "ball": "H11", "turn": "R", "restart": "kick_off", "placing": True, "score": {"B": 1, "R": 0}}
    )
    ten = look("regista", off(pieces, "B11"), ball)
    state, records, _ = after(rules, take_up(Match(scored)), [ten] * 12)
    assert named(records) == ["setup.count"]
    assert answers(rules, state) == (STANDS,)
    state, records, says = after(rules, state, [Accept()])
    assert [said.text for said in says] == ["The line-up stands as it is; Red kicks off"]
    assert [record.changes["placing"] for record in records if isinstance(record, Corrected)] == [False]
    _, records, _ = after(rules, state, [look("regista", off(pieces, "B11"), "H13")] * 3)
    assert done(records) == ["R9>H13"]


@pytest.mark.parametrize("game", GAMES)
def test_after_a_goal_pieces_still_being_put_down_are_waited_for(game: str) -> None:
    """Half of them stand there for a while, the taker among them, and are no line-up of a small match."""
    rules = rules_of(game)
    before, _ = right(game)
    pieces, ball = right(game, "R")
    state = take_up(_after_a_goal(rules, before))
    half = {piece: space for k, (piece, space) in enumerate(sorted(pieces.items())) if k % 2 or space == ball}
    state, records, _ = after(rules, state, [look(game, half, ball)] * 6)
    assert (done(records), named(records)) == ([], [])
    state, records, says = after(rules, state, [look(game, pieces, ball)] * 4)
    assert state.position is not None
    assert dict(state.position.pieces) == pieces
    assert [said.text for said in says] == ["Lined up; Red kicks off"]
    # Until the kick-off they may be put elsewhere.
    elsewhere = {**pieces, "B4": rules.board.grid.neighbours(pieces["B4"])["NW"]}
    state, records, _ = after(rules, state, [look(game, elsewhere, ball)] * 4)
    assert done(records) == [f"B4@{elsewhere['B4']}"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("side", ["B", "R"])
def test_after_a_goal_a_ball_that_is_not_seen_is_with_whoever_kicks_off(game: str, side: Team) -> None:
    rules = rules_of(game)
    pieces, ball = right(game, side)
    unseen = replace(look(game, pieces, ball), ball=None)
    state, _, says = after(rules, take_up(_after_a_goal(rules, right(game)[0], side)), [unseen] * 12)
    assert [said.text for said in says] == [f"Lined up; {'Blue' if side == 'B' else 'Red'} kicks off"]
    assert state.position is not None
    assert (dict(state.position.pieces), state.position.ball_space) == (pieces, ball)


@pytest.mark.parametrize("game", GAMES)
def test_after_a_goal_a_ball_that_lies_off_the_field_is_waited_for(game: str) -> None:
    rules = rules_of(game)
    pieces, ball = right(game, "R")
    seen = look(game, pieces, ball)
    assert seen.ball is not None
    beside = replace(seen, ball=replace(seen.ball, x_mm=-60.0, y_mm=-60.0, space=None, on_piece=None))
    state, records, _ = after(rules, take_up(_after_a_goal(rules, right(game)[0])), [beside] * 20)
    assert done(records) == []
    assert state.position is not None
    assert not state.position.pieces


@pytest.mark.parametrize("game", GAMES)
def test_after_a_goal_one_number_that_cannot_be_read_is_the_one_that_is_missing(game: str) -> None:
    rules = rules_of(game)
    pieces, ball = right(game, "R")
    seen = look(game, pieces, ball)
    blurred = replace(seen, pieces=tuple(replace(d, number=None) if d.piece == "B8" else d for d in seen.pieces))
    state, _, says = after(rules, take_up(_after_a_goal(rules, right(game)[0])), [blurred] * 6)
    assert [said.text for said in says] == ["Lined up; Red kicks off"]
    assert state.position is not None
    assert dict(state.position.pieces) == pieces
    # Of two that cannot be read nobody knows which is which.
    two = replace(seen, pieces=tuple(replace(d, number=None) if d.piece in {"B8", "B7"} else d for d in seen.pieces))
    state, records, _ = after(rules, take_up(_after_a_goal(rules, right(game)[0])), [two] * 12)
    assert done(records) == []


@pytest.mark.parametrize("game", GAMES)
def test_after_a_goal_the_taker_hardly_read_as_a_team_mate_has_the_ball_all_the_same(game: str) -> None:
    rules = rules_of(game)
    pieces, ball = right(game, "R")
    seen = look(game, pieces, ball)
    assert seen.ball is not None
    mate = next(disc for disc in seen.pieces if disc.team == "R" and disc.space != ball)
    hardly = [replace(d, number=mate.number, confidence=0.7) if d.space == ball else d for d in seen.pieces]
    misread = replace(seen, pieces=tuple(hardly), ball=replace(seen.ball, on_piece=mate.piece))
    state, _, says = after(rules, take_up(_after_a_goal(rules, right(game)[0])), [misread] * 6)
    assert [said.text for said in says] == ["Lined up; Red kicks off"]
    assert state.position is not None
    assert (dict(state.position.pieces), state.position.ball_space) == (pieces, ball)


def test_in_soccer_chess_a_line_up_that_was_said_is_seen_once_and_the_kick_off_told() -> None:
    """Nothing has to be put anywhere then: the kick-off is told all the same."""
    rules = rules_of("soccer-chess")
    middle = rules.board.grid.centre_mm("EU15")
    goal = {"pieces": {}, "turn": "R", "restart": "kick_off", "placing": True, "score": {"B": 1, "R": 0}}
    scored = Match(rules.read_position({**goal, "ball": list(middle)}))
    state, _, _ = after(rules, take_up(scored), [LineUp()])
    assert state.position is not None
    table = Table(dict(state.position.pieces), None)
    at_rest = [look_at_table(rules, table, (), middle)] * 10
    state, _, says = after(rules, state, at_rest)
    assert [said.text for said in says].count("Lined up; Red kicks off") == 1
    kicked = [look_at_table(rules, table, (), Point(500.0, 240.0))] * 4
    _, records, _ = after(rules, state, kicked)
    assert [act for act in done(records) if act.startswith("ball@")] == ["ball@(500.0,240.0)"]


def _after_a_goal(rules: Ruleset, pieces: dict[str, str], kicks_off: Team = "R") -> Match:
    """The other side has just scored with everybody on the field."""
    began = rules.read_position({"pieces": pieces, "ball": pieces["B9"], "turn": "B"})
    raw = {"pieces": {}, "turn": kicks_off, "restart": "kick_off", "placing": True, "score": {"B": 1, "R": 0}}
    mark = next(iter(rules.kick_off_marks[kicks_off])) if rules.game != "soccer-fun" else None
    after = rules.read_position({**raw, "ball": mark, "spot": mark} if mark else raw)
    return Match(after, Checkpoint("B9!", "seen", began))


def test_in_soccer_fun_a_kick_off_onto_an_opponent_by_the_centre_is_no_other_line_up() -> None:
    rules = rules_of("soccer-fun")
    pieces, ball = right("soccer-fun", "B")
    pieces["R9"] = {"G11": "G13", "H11": "H13", "I11": "I13"}[ball]
    state, _, _ = after(rules, begin(), [look("soccer-fun", pieces, ball)] * 3)
    thrown = (SeenDie("B", 2, 120.0, 250.0, 0.98),)
    onto = look_at_table(rules, Table(pieces, pieces["R9"]), thrown)
    state, records, _ = after(rules, state, [onto] * 4)
    assert done(records) == ["B9*1", "B9>E"]
