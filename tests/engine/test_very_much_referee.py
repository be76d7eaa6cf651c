"""The referee at a table where Masume is played: what is typed, and what the camera sees of calls, dice and choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.games import load_ruleset
from engine.games.very_much.formations import formation, line_up
from engine.notation import parse_action
from engine.observation import Observation, SeenBall, SeenDie, SeenPiece
from engine.record.records import Acted, Record, Ruled
from engine.record.replay import Match, replay
from engine.referee import (
    Input,
    Redo,
    Referee,
    Say,
    TypedAction,
    TypedCorrection,
    TypedRoll,
    Undo,
    begin,
    take_up,
)
from engine.referee.commit import stated
from tests.engine.masume import roll_of
from tests.engine.stepping import after

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

RULES = load_ruleset("very-much")
GRID = RULES.board.grid

LYING = {"B": (3, 182.0), "R": (5, 252.0)}
"""Each side's die: its face, and where it lies along the tray."""


def table(pieces: Mapping[str, str], ball: str, **dice: tuple[int, float]) -> Observation:
    """A look at everything in its place."""
    discs = []
    for piece, space in pieces.items():
        at = GRID.centre_mm(space)
        discs.append(SeenPiece(piece[0], int(piece[1:]), at.x_mm, at.y_mm, space, 0.98))
    at = GRID.centre_mm(ball)
    holder = next((piece for piece, space in pieces.items() if space == ball), None)
    found = SeenBall(at.x_mm, at.y_mm, ball, holder, 0.98)
    thrown = tuple(SeenDie(team, face, x, 340.0, 0.98) for team, (face, x) in {**LYING, **dice}.items())
    return Observation(0.0, 0, tuple(discs), found, thrown)


def follow(state: Referee, inputs: Iterable[Input]) -> tuple[Referee, list[Record], list[Say]]:
    return after(RULES, state, inputs)


def under_way(line: str) -> Referee:
    """A referee in the middle of a match who has seen the table as it should be."""
    state = take_up(Match(RULES.parse_position(line)))
    assert state.position is not None
    return follow(state, [table(state.position.pieces, str(state.position.ball))])[0]


def acts(records: Iterable[Record]) -> list[str]:
    return [record.notation for record in records if isinstance(record, Acted)]


SIDES = "1H1,5L3,8L6,9G10/1H22,3C21,7K12"


def moved(state: Referee, ball: str, dice: Mapping[str, tuple[int, float]] | None = None, **to: str) -> list[Input]:
    """The table after pieces and ball were put elsewhere, looked at often enough."""
    assert state.position is not None
    look = table({**state.position.pieces, **to}, ball, **(dice or {}))
    return [look] * 4


BLUE_THREW = {"B": (4, 202.0)}
BOTH_THREW = {"B": (4, 202.0), "R": (2, 272.0)}

SEEN: list[tuple[str, str, dict[str, Any], list[str], str]] = [
    # A move and a dribble.
    (f"{SIDES} L3 B 0-0 0-0", "L3", {"B9": "H12"}, ["B9-H12"], ""),
    (f"{SIDES} L3 B 0-0 0-0", "M5", {"B5": "M5"}, ["B5~M5"], ""),
    # An inside kick needs no die.
    (f"{SIDES} L3 B 0-0 0-0", "M4", {}, ["B5>M4"], "M4"),
    # A grounder was called, its die thrown, the ball put where it goes: trapped by B8.
    (f"{SIDES} L3 B 0-0 0-0", "L6", {"dice": BLUE_THREW}, ["B5>E"], "L6"),
    # Four squares on is where a lob by this die lands and a grounder runs to: which it was makes no difference.
    (f"{SIDES} L3 B 0-0 0-0", "H7", {"dice": BLUE_THREW}, ["B5>NE"], "H7"),
    # A charge: both dice, the two swap.
    ("3E9,1H1/8E10,1H22 E10 B 0-0 1-1", "E10", {"dice": BOTH_THREW, "B3": "E10", "R8": "E9"}, ["B3xR8"], "E10"),
    # The charge is announced by its dice; the table still shows the pieces as they stood.
    ("3E9,1H1/8E10,1H22 E10 B 0-0 1-1", "E10", {"dice": BOTH_THREW}, ["B3xR8"], "E10"),
    # A penalty: both dice, the ball in the goal.
    ("9H20,1H1/1H22 H20 B 0-0 1-1 restart=penalty", "H23", {"dice": BOTH_THREW}, ["B9!"], "H12"),
    # A shot: the die of a called grounder, the ball in the goal.
    ("9I20,1H1/1C20 I20 B 0-0 1-1", "I23", {"dice": BLUE_THREW}, ["B9>E"], "H12"),
    # A flick that was awaited.
    (f"{SIDES} L6 B 0-0 0-0 plays=B5:kick last=B8 awaits=flick:B8:2", "J6", {}, ["=N"], "J6"),
    # A throw-in: the taker put down and the ball thrown.
    ("7C12,1H1/1H22 A12 B 0-0 1-1 restart=throw_in@A12", "A12", {"B7": "A12"}, ["B7@A12"], "A12"),
]


@pytest.mark.parametrize(("line", "ball", "changes", "wanted", "rests"), SEEN)
def test_what_was_done_is_seen(line: str, ball: str, changes: dict[str, Any], wanted: list[str], rests: str) -> None:
    state = under_way(line)
    after, records, says = follow(state, moved(state, ball, **changes))
    assert acts(records) == wanted, says
    assert after.position is not None
    if rests:
        assert after.position.ball == rests


def test_a_kick_without_a_die_that_goes_too_far_is_named_by_its_rule() -> None:
    state = under_way(f"{SIDES} L3 B 0-0 0-0")
    _, records, says = follow(state, moved(state, "L9"))
    rules = [record.rule for record in records if isinstance(record, Ruled) and record.verdict == "illegal"]
    assert rules == ["inside.range"], says


def test_a_die_thrown_before_the_ball_is_moved_waits_for_it() -> None:
    state = under_way(f"{SIDES} L3 B 0-0 0-0")
    assert state.position is not None
    thrown = table(state.position.pieces, "L3", **BLUE_THREW)
    put = table(state.position.pieces, "L6", **BLUE_THREW)
    _, records, says = follow(state, [thrown, thrown, put, put, put, put])
    assert acts(records) == ["B5>E"], says


@pytest.mark.parametrize("side", ["B", "R"])
def test_a_match_begins_when_a_side_stands_on_its_own_mark(side: Any) -> None:  # noqa: ANN401 - a team
    pieces = line_up(formation("4-4-2"), formation("3-5-2"), kicks_off=side)
    look = table(pieces, {"B": "H11", "R": "H12"}[side])
    state, _, says = follow(begin(), [look, look])
    assert says[0].text == f"Kick-off by {'Blue' if side == 'B' else 'Red'}"
    assert state.position is not None
    assert (state.position.restart, state.position.turn) == ("kick_off", side)


def test_a_match_can_be_typed_from_the_first_look_on_and_taken_back() -> None:
    pieces = line_up(formation("4-4-2"), formation("3-5-2"), kicks_off="B")
    look = table(pieces, "H11")
    words: list[Input] = [look, look]
    for word in ("B9>W", "1", "B4-J6", "B8>E", "end", "R9-H9", "R9~H8", "=N"):
        roll = roll_of(word)
        words.append(TypedAction(word) if roll is None else TypedRoll(roll))
    state, records, says = follow(begin(), words)
    assert acts(records) == ["B9>W", "end"]
    refused = [say.text for say in says if say.kind == "refused"]
    assert any("(ball.holder)" in text for text in refused)
    assert any("(choice.none)" in text for text in refused)
    back, records, says = follow(state, [Undo()])
    assert says[0].text == "the end of the turn is taken back"
    assert back.position is not None
    assert back.position.turn == "B"


def test_a_turn_and_a_ball_can_be_put_right_by_word() -> None:
    state = under_way(f"{SIDES} L3 B 0-0 0-0 plays=B9:move")
    given, _, says = follow(state, [TypedCorrection("turn R")])
    assert given.position is not None, says
    assert (given.position.turn, RULES.counter(given.position).moves_made) == ("R", 0)
    fixed, _, says = follow(given, [TypedCorrection("ball K12")])
    assert fixed.position is not None, says
    assert RULES.write_position(fixed.position)["offence"] == "R"


def test_the_table_is_asked_to_show_what_a_charge_moved() -> None:
    state = under_way("3E9,1H1/8E10,1H22 E10 B 0-0 1-1")
    _, _, says = follow(state, [TypedAction("B3xR8"), TypedRoll(roll_of("5:2"))])  # type: ignore[arg-type]
    assert says[-1].text == "Put B3 on E10, R8 on E9"


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("awaits=flick:B8:2", "Blue: B8 flicks the ball on, 2 squares; say where or put it there"),
        (
            "awaits=header:B8",
            "Blue: B8 keeps the ball or heads it on (=NE, =NE2), or put it there",
        ),
    ],
)
def test_what_is_to_be_chosen_is_asked_in_words(line: str, asked: str) -> None:
    state = under_way(f"{SIDES} L6 B 0-0 0-0 plays=B5:kick last=B8 {line}")
    assert state.asked == asked


def test_after_a_goal_both_sides_line_up_anew() -> None:
    state = take_up(Match(RULES.parse_position("-/- H12 R 1-0 3-2 restart=kick_off@H12 placing")))
    pieces = line_up(formation("4-4-2"), formation("4-3-3"), kicks_off="R")
    half_way = table({piece: space for piece, space in pieces.items() if piece != "R9"}, "H12")
    state, _, says = follow(state, [half_way, half_way])
    assert says[-1].text == "Place the pieces for the kick-off; Red kicks off from H12"
    whole = table(pieces, "H12")
    state, records, says = follow(state, [whole, whole])
    assert says[0].text == "Lined up; Red kicks off"
    assert sorted(acts(records)) == sorted(f"{piece}@{space}" for piece, space in pieces.items())
    assert state.position is not None
    assert RULES.act(state.position, parse_action("R9>E"))


def test_a_line_up_that_was_seen_is_one_act_to_take_back_and_to_do_again() -> None:
    begun = take_up(Match(RULES.parse_position("-/- H12 R 1-0 3-2 restart=kick_off@H12 placing")))
    pieces = line_up(formation("4-4-2"), formation("4-3-3"), kicks_off="R")
    lined_up, first, _ = follow(begun, [table(pieces, "H12")] * 2)
    back, second, says = follow(lined_up, [Undo()])
    assert (back.position, back.match.last) == (begun.position, None)
    assert (says[0].text, back.held) == ("the line-up is taken back", "the line-up")
    again, third, says = follow(back, [Redo()])
    assert (again.position, again.undone) == (lined_up.position, ())
    assert [say.text for say in says] == ["the line-up is done again"]
    assert follow(again, [Undo()])[0].position == begun.position
    records = [stated(RULES, begun.match), *first, *second, *third]
    assert replay(RULES, records).position == lined_up.position
    # A kick-off is taken back by itself.
    kicked = follow(lined_up, [TypedAction("R9>G12"), Undo()])[0]
    assert kicked.position == lined_up.position


def test_a_foul_and_its_free_kick_are_followed() -> None:
    state = under_way("3E11,1H1/8E10,1H22,2M20 E10 B 0-0 1-1")
    state, _, says = follow(state, [TypedAction("B3xR8")])
    first = "B3 is next to E10; its owner first moves it away"
    assert [say.text for say in says] == ["B3xR8", "Foul by B3", "Free kick for Red", first]
    state, _, says = follow(state, moved(state, "E10"))
    assert ([say.text for say in says], state.asked, state.eye) == ([], first, "ASKING")
    state, records, _ = follow(state, moved(state, "E10", B3="C9"))
    assert acts(records) == ["B3@C9"]
    assert (state.asked, state.eye) == ("", "IN STEP")
    state, records, _ = follow(state, moved(state, "E8"))
    assert acts(records) == ["R8>E8"]


def test_a_free_kick_waits_for_each_opponent_next_to_its_taker() -> None:
    state = take_up(Match(RULES.parse_position("1H1,9H10,4H11/1H22,9H9,2G10 H10 B 0-0 0-0 restart=free_kick@H10")))
    asked = []
    for given in ("B4@K3", "R9@D9", "R2@D10", "B9>H11"):
        state, _, says = follow(state, [TypedAction(given)])
        asked.append([say.text for say in says if say.kind in {"ask", "refused"}])
    # A team-mate next to the spot may stay there: to put it elsewhere is refused.
    assert [len(each) for each in asked] == [1, 1, 0, 0]
    assert asked[1] == ["R2 is next to H10; its owner first moves it away"]


@pytest.mark.parametrize(
    ("line", "ball", "asked"),
    [
        ("1H5,2J13,3L5/1G17,2M3,3A21 - B 0-0 6-7 offence=B restart=goal_kick last=R2", "K1", "Blue takes the goal"),
        ("1H5,2J13,3L5/1G17,2M3,3A21 - R 0-0 6-7 offence=R restart=corner last=B1", "H1", "Red takes the corner"),
    ],
)  # fmt: skip
def test_before_a_set_piece_whose_place_is_free_the_ball_may_lie_anywhere(line: str, ball: str, asked: str) -> None:
    state = take_up(Match(RULES.parse_position(line)))
    assert state.position is not None
    look = table(state.position.pieces, ball)
    _, records, says = follow(state, [look] * 4)
    assert [say.text[: len(asked)] for say in says] == [asked]
    assert not [record for record in records if isinstance(record, Ruled)]


def test_a_penalty_is_told_by_its_dice_before_anybody_touches_the_ball() -> None:
    state = under_way("9H20,1H1/1H22 H20 B 0-0 1-1 restart=penalty")
    _, records, says = follow(state, moved(state, "H20", {"B": (2, 202.0), "R": (4, 272.0)}))
    assert acts(records) == ["B9!"]
    assert says[0].text == "B9!"


def test_a_penalty_is_asked_for_when_it_is_given() -> None:
    state = under_way("5H20,1H1/3H19,1H22 H20 R 0-0 1-1")
    state, _, says = follow(state, [TypedAction("R3xB5")])
    assert [say.text for say in says][-1] == "Blue takes the penalty: both sides throw a die"
    assert state.eye == "ASKING"
    state, records, says = follow(state, moved(state, "H20", {"B": (2, 202.0), "R": (4, 272.0)}))
    assert acts(records) == ["B5!"]


def test_a_die_thrown_by_the_side_whose_turn_begins_unseen_waits_for_the_ball() -> None:
    state = under_way("1H1,9D10/1H22,7E3 E3 B 0-0 1-1")
    assert state.position is not None
    red_threw = {"R": (1, 272.0)}
    thrown = table(state.position.pieces, "E3", **red_threw)
    put = table(state.position.pieces, "E6", **red_threw)
    _, records, says = follow(state, [thrown] * 3 + [put] * 3)
    assert acts(records) == ["end", "R7^E"], says


def test_both_dice_are_a_charge_not_a_kick_by_one_of_them() -> None:
    state = under_way("3E9,1H1/8E10,1H22 E10 R 0-0 1-1 plays=R8:move")
    _, records, says = follow(state, moved(state, "E10", BOTH_THREW))
    assert acts(records) == ["end", "B3xR8"], says


def test_calls_that_the_next_play_tells_apart_are_named_in_words_and_nobody_has_to_answer() -> None:
    # A one: the grounder stops at A20, the lob goes out over the touch line there.
    state = under_way("4B19,1H1/1H22 B19 B 0-0 2-3")
    stretch = moved(state, "A20", {"B": (1, 202.0)})
    state, records, says = follow(state, stretch)
    assert not acts(records)
    assert not says, "a throw-in would be put elsewhere: the table may show which it was"
    state, records, says = follow(state, [*stretch, *stretch])
    assert not acts(records)
    assert not [record for record in records if isinstance(record, Ruled)]
    (said,) = says
    assert said.kind == "note"
    assert said.text == (
        "It was B4>NE (along the ground, north-east) or B4^NE (a lob, north-east): go on and it will show, or type it"
    )
    assert state.eye == "IN STEP"
    _, records, _ = follow(state, said.answers[1].given)
    assert acts(records) == ["B4^NE"]


def test_a_last_play_that_is_put_back_is_taken_back_and_no_turn_of_the_other_side() -> None:
    """With its third play a side's turn is over: the figure that goes back has not waited for a turn in between."""
    before = under_way(f"{SIDES} L6 B 0-0 1-1")
    assert before.position is not None
    home = dict(before.position.pieces)
    state, records, _ = follow(before, moved(before, "L6", B5="L4"))
    state, more, _ = follow(state, moved(state, "L6", B8="L6", B9="G8"))
    state, third, _ = follow(state, moved(state, "L6", B1="H2"))
    assert acts([*records, *more, *third]) == ["B5-L4", "B9-G8", "B1-H2"]
    assert state.position is not None
    assert state.position.turn == "R"
    state, records, says = follow(state, moved(state, "L6", B1=home["B1"]))
    assert acts(records) == []
    assert says[-1].text == "B1-H2 taken back"
    assert state.position is not None
    assert (state.position.turn, state.position.pieces["B1"]) == ("B", home["B1"])


def test_a_ball_fetched_back_at_once_may_have_been_taken_back_and_one_key_says_so() -> None:
    state = under_way("1H1,9E8,2M9/1H22,5C16 E8 B 0-0 9-9")
    before = state.position
    assert before is not None
    state, records, _ = follow(state, moved(state, "D9"))
    assert acts(records) == ["B9>D9"]
    state, records, says = follow(state, moved(state, "E8"))
    assert acts(records) == ["B9-D9~E8"]
    (yes,) = next(said.answers for said in says if said.answers)
    assert yes.text == "No, that took back what was done before"
    state, records, says = follow(state, [*yes.given, *moved(state, "E8")])
    assert state.position == before
    assert state.eye == "IN STEP"


def test_a_ball_given_back_to_the_opponent_it_came_from_may_have_been_passed_and_one_key_says_so() -> None:
    state = under_way("1H1,9E8,2M9/1H22,5E10 E8 B 0-0 9-9")
    state, records, _ = follow(state, moved(state, "E10"))
    assert acts(records) == ["B9>E10"]
    state, _, says = follow(state, moved(state, "E8"))
    assert says[-1].text == "B9>E10 taken back"
    (no,) = says[-1].answers
    assert no.text == "No, it was R5>E8"
    state, records, says = follow(state, no.given)
    assert acts(records) == ["B9>E10", "R5>E8"]
    assert state.position is not None
    assert (state.position.turn, state.position.holder) == ("B", "B9")
