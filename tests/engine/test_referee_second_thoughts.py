"""What was told wrongly is told anew once the table says so: a shot taken for a pass, a misread die, who tackled."""

from dataclasses import replace

import pytest

from engine.inference.dice import settle
from engine.record.records import Noted, Rolled, Undone
from engine.record.replay import replay
from engine.referee import answers
from engine.referee.commit import stated
from tests.engine.refereeing import LYING, RULES, acts, follow, rulings, table, under_way
from tests.engine.tables import misread


def dice(blue: int, red: int, shift_mm: float = 30.0) -> tuple[tuple[str, int, float, float], ...]:
    """Both dice thrown to elsewhere than they lay."""
    return (("B", blue, 212.0 + shift_mm, 333.0), ("R", red, 287.0 + shift_mm, 339.0))


def test_a_die_that_was_misread_is_put_right_and_its_ruling_told_anew() -> None:
    before = under_way(ball="H13", pieces={"R8": "H13", "B9": "H12"})
    wrong, right = dice(2, 2), dice(6, 2)
    state, first, _ = follow(before, table(before, dice=wrong), table(before, dice=wrong))
    assert acts(first) == ["B9xR8"]
    assert state.position is not None
    assert state.position.tackled == ("B9",)
    told, records, says = follow(state, *[table(before, dice=right)] * 4)
    assert [record.notation for record in records if isinstance(record, Undone)] == ["B9xR8"]
    assert acts(records) == ["B9xR8"]
    assert told.position is not None
    assert told.position.ball == "H12", "with 6 against 2 the ball is won"
    assert "told wrongly" in says[0].text
    begun = stated(RULES, before.match)
    assert replay(RULES, [begun, *first, *records]).position == told.position


def test_a_die_that_shows_another_face_once_changes_nothing() -> None:
    before = under_way(ball="H13", pieces={"R8": "H13", "B9": "H12"})
    state, _, _ = follow(before, *[table(before, dice=dice(2, 5))] * 2)
    after, records, _ = follow(state, table(before, dice=dice(6, 5)), *[table(before, dice=dice(2, 5))] * 3)
    assert acts(records) == []
    assert after.position == state.position


def test_which_of_two_tackled_is_left_open_until_it_matters() -> None:
    before = under_way(ball="H13", pieces={"R8": "H13", "B9": "H12", "B8": "I13"})
    lost = dice(1, 6)
    state, records, says = follow(before, *[table(before, dice=lost)] * 3)
    (believed,) = acts(records)
    assert not [say for say in says if say.kind == "ask"], "whoever it was, it failed"
    assert [record for record in records if isinstance(record, Noted)]
    # The other one has its try still: the second tackle is told as the one that is allowed.
    state, more, _ = follow(state, *[table(before, dice=dice(2, 6, -30.0))] * 3)
    assert sorted([believed, *acts(more)]) == ["B8xR8", "B9xR8"]
    assert not rulings(more, "illegal")


def test_two_numbers_mistaken_for_each_other_while_both_moved_are_put_right() -> None:
    before = under_way(pieces={"B14": "J6", "B15": "L6"})
    moved = table(before, B14="J8", B15="L8")
    seen = misread(misread(misread(moved, "B14", 13), "B15", 14), "B13", 15)
    state, records, _ = follow(before, *[seen] * 3)
    assert acts(records) != ["B14-J8", "B15-L8"]
    state, _, _ = follow(state, *[moved] * 6)
    assert state.position is not None
    assert (state.position.pieces["B14"], state.position.pieces["B15"]) == ("J8", "L8")


def test_dice_lying_as_they_lay_are_never_second_thoughts() -> None:
    before = under_way()
    state, records, _ = follow(before, *[table(before, B2="D6")] * 2)
    assert acts(records) == ["B2-D6"]
    known = settle(state.dice, table(before, dice=LYING).dice)
    assert state.dice == known
    after, more, _ = follow(state, *[table(before, B2="D6")] * 6)
    assert more == []
    assert after.position == state.position


def test_whether_it_was_another_ones_tie_is_left_open_at_the_next_throw() -> None:
    # With 1 against 3 B9 has lost, and B4 tries next; or B4, a defender with 2 points more, has to throw again.
    before = under_way(ball="H13", pieces={"R1": "H13", "B9": "H12", "B4": "I13"})
    state, records, says = follow(before, *[table(before, dice=dice(1, 3))] * 3)
    assert acts(records) == ["B9xR1"]
    assert not [say for say in says if say.kind == "ask"]
    state, more, says = follow(state, *[table(before, dice=dice(5, 1, -30.0))] * 3)
    assert acts(more) == ["B4xR1"]
    assert [record.text for record in more if isinstance(record, Noted)] == [
        "Not seen which it was: B9xR1 B4xR1 or B4xR1"
    ]
    assert state.position is not None
    assert state.position.ball == "I13"


@pytest.mark.parametrize("face", range(1, 7))
def test_the_key_of_a_face_reads_an_unread_die_out(face: int) -> None:
    before = under_way(ball="H13", pieces={"R8": "H13", "B9": "H12"})
    unread = (("B", None, 242.0, 333.0), ("R", 2, 317.0, 339.0))
    state, _, says = follow(before, *[table(before, dice=unread)] * 8)
    assert says[-1].text.startswith("The blue die cannot be read")
    assert state.eye == "IN STEP"
    chosen = says[-1].answers[face - 1]
    assert chosen.text == f"It shows {face}"
    state, records, _ = follow(state, *chosen.given, *[table(before, dice=unread)] * 3)
    assert [(record.B, record.R) for record in records if isinstance(record, Rolled)] == [(face, 2)]
    assert acts(records) == ["B9xR8"]


def test_one_key_says_that_dice_by_which_the_ball_should_lie_elsewhere_were_read_wrongly() -> None:
    before = under_way(ball="H13", pieces={"R8": "H13", "B9": "H12"})
    won = table(before, dice=dice(6, 1))
    state, _, says = follow(before, *[won] * 14)
    assert [say.text for say in says if say.kind == "ask"] == [
        "Put the ball on H12",
        "The ball still lies on H13: put it on H12, unless the dice (Blue 6, Red 1) were read wrongly",
    ]
    _, stays, _ = answers(RULES, state)
    assert stays.text == "They were read wrongly: the ball stays on H13"
    state, _, _ = follow(state, *stays.given, *[won] * 14)
    assert state.position is not None
    assert (state.position.ball, state.eye) == ("H13", "IN STEP")
    assert state.position.tackled == ("B9",)


@pytest.mark.parametrize("hand", ["over the table", "holding the ball"])
def test_whoever_takes_long_to_put_the_ball_is_not_asked_about_the_dice(hand: str) -> None:
    before = under_way(ball="H13", pieces={"R8": "H13", "B9": "H12"})
    won = table(before, dice=dice(6, 1))
    slow = replace(won, occluded=True) if hand == "over the table" else replace(won, ball=None)
    looks = [won] * 8 + [slow] * 12 + [won] * 8 + [slow] * 3
    timed = [replace(look, t=100.0 + 0.5 * k) for k, look in enumerate(looks)]
    state, _, says = follow(before, *timed)
    assert [say.text for say in says if say.kind == "ask"] == ["Put the ball on H12"]
    put = table(state, ball="H12", dice=dice(6, 1))
    state, records, says = follow(state, *[replace(put, t=timed[-1].t + 0.5 * k) for k in (1, 2, 3)])
    assert (state.eye, state.asked, says, acts(records)) == ("IN STEP", "", [], [])


def test_a_ball_that_was_asked_about_and_is_put_leaves_no_question() -> None:
    before = under_way(ball="H13", pieces={"R8": "H13", "B9": "H12"})
    state, _, _ = follow(before, *[table(before, dice=dice(6, 1))] * 14)
    assert state.asked.startswith("The ball still lies on H13")
    state, records, says = follow(state, *[table(state, ball="H12", dice=dice(6, 1))] * 3)
    assert (state.eye, state.asked, says, acts(records)) == ("IN STEP", "", [], [])


def test_that_another_one_has_to_throw_again_is_left_open_at_once() -> None:
    before = under_way(ball="H13", pieces={"R1": "H13", "B9": "H12", "B4": "I13"})
    _, records, _ = follow(before, *[table(before, dice=dice(1, 3))] * 3)
    assert [record.text for record in records if isinstance(record, Noted)] == ["Not seen which it was: B9xR1 or B4xR1"]


def test_dice_after_a_die_that_was_hardly_read_may_be_another_ones_as_well_as_for_a_tie() -> None:
    # Three faces of six lose to a 4, and one of six makes a tie.
    before = under_way(ball="H13", pieces={"R1": "H13", "B9": "H12", "B8": "I13"})
    look = table(before, dice=dice(2, 4))
    hardly = replace(look, dice=tuple(replace(die, confidence=0.7 if die.team == "B" else 0.98) for die in look.dice))
    state, first, _ = follow(before, *[hardly] * 10)
    state, more, _ = follow(state, *[table(before, dice=dice(1, 5, -30.0))] * 10)
    noted = [record.text for record in (*first, *more) if isinstance(record, Noted)]
    assert len(noted) == 1
    may_be = noted[0].removeprefix("Not seen which it was: ").replace(" or ", ", ").split(", ")
    assert {"B9xR1 B8xR1", "B8xR1"} <= {*may_be}


def test_a_die_that_is_held_to_be_misread_for_where_the_ball_was_put_is_said_by_one_key_to_be_right() -> None:
    before = under_way(ball="H13", pieces={"R8": "H13", "B9": "H12"})
    lost = dice(1, 1)
    state, first, _ = follow(before, *[table(before, dice=lost)] * 2)
    # The blue die lies where it lay, and is read otherwise now.
    doubted, second, says = follow(state, *[table(before, dice=dice(4, 1), ball="H12", B8="H9")] * 6)
    assert acts(first) == ["B9xR8"]
    assert acts(second) == ["B9xR8", "B8-H9"]
    assert doubted.position is not None
    assert doubted.position.ball == "H12"
    (right,) = says[-1].answers
    assert right.text == "No, the dice were read rightly: Blue 1, Red 1"
    state, records, says = follow(doubted, *right.given)
    assert acts(records) == ["B9xR8", "B8-H9"]
    assert not [say for say in says if say.kind == "refused"]
    assert state.position is not None
    assert (state.position.ball, state.position.pieces["B8"]) == ("H13", "H9")
    assert state.asked == "Put the ball on H13"
    state, records, _ = follow(state, *[table(before, dice=lost, B8="H9")] * 3)
    assert (acts(records), state.eye) == ([], "IN STEP")
