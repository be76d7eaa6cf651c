"""What people take back, do again, confirm and throw anew; and the likely answers to what the referee asks."""

from dataclasses import replace

import pytest

from engine.match import Roll
from engine.record.inputs import Told, input_line, read_inputs
from engine.record.records import Acted, Record, Rolled, Stated, Undone
from engine.record.replay import Match, replay
from engine.referee import (
    Accept,
    Answer,
    Confirm,
    Consent,
    Input,
    Propose,
    Redo,
    Referee,
    TypedAction,
    TypedCorrection,
    TypedRoll,
    Undo,
    answers,
    take_up,
)
from engine.referee.policy import Policy
from tests.engine.refereeing import LYING, PIECES, RULES, acts, follow, under_way
from tests.engine.tables import seen
from tests.engine.test_very_much_referee import RULES as MASUME
from tests.engine.test_very_much_referee import SIDES
from tests.engine.test_very_much_referee import follow as masume_follow
from tests.engine.test_very_much_referee import moved as stretch_of
from tests.engine.test_very_much_referee import under_way as masume_under_way

MOVED = {**PIECES, "B11": "E11"}
LONG_PASS = (TypedAction("B9>F13"), TypedRoll(Roll(faces=(6,))))
FREE = {"pieces": {**PIECES, "B9": "J11"}, "ball": "J11", "turn": "B"}


def by_word() -> Referee:
    """A match that no camera looks at."""
    return take_up(Match(RULES.read_position(FREE)))


def begun() -> list[Record]:
    """The record that such a match begins with."""
    position = by_word().position
    assert position is not None
    return [Stated(position=RULES.write_position(position))]


def moved() -> Referee:
    """B11 was seen to move from F10 to E11."""
    state, records, _ = follow(under_way(), seen(MOVED, "H11", LYING))
    assert acts(records) == ["B11-E11"]
    return state


@pytest.mark.parametrize(
    ("words", "phrase"),
    [
        ((TypedAction("B11-E11"),), "B11-E11"),
        (LONG_PASS, "B9>F13 with its dice (6)"),
        ((TypedAction("end"),), "the end of the turn"),
        ((TypedCorrection("B2 E5, score 2-1"),), "B2 on E5, score 2-1 (correction)"),
    ],
    ids=["act", "dice", "end", "correction"],
)
def test_an_undo_and_a_redo_say_exactly_what_they_do(words: tuple[Input, ...], phrase: str) -> None:
    state, done, _ = follow(by_word(), *words)
    back, records, says = follow(state, Undo())
    assert says[0].text == f"{phrase} is taken back"
    assert back.position == by_word().position
    again, more, says = follow(back, Redo())
    assert says[0].text == f"{phrase} is done again"
    assert again.position == state.position
    assert follow(again, Redo())[2][0].text == "There is nothing to do again"
    assert [type(record) for record in records] == [Undone, Stated]
    assert replay(RULES, [*begun(), *done, *records, *more]) == again.match


def test_several_acts_are_done_again_in_their_order() -> None:
    state = follow(by_word(), TypedAction("B11-E11"), *LONG_PASS, TypedAction("end"))[0]
    back = follow(state, Undo(), Undo(), Undo())[0]
    assert back.position == by_word().position
    assert acts(follow(back, Redo(), Redo(), Redo())[1]) == ["B11-E11", "B9>F13", "end"]
    assert follow(back, Redo(), Redo(), Redo())[0].position == state.position


def test_what_is_done_otherwise_cannot_be_done_again() -> None:
    state = follow(by_word(), TypedAction("B11-E11"), Undo(), TypedAction("B11-E10"))[0]
    assert follow(state, Redo())[2][0].text == "There is nothing to do again"


def test_play_is_held_after_an_undo_until_the_table_shows_it() -> None:
    state, _, says = follow(moved(), Undo())
    assert says[-1].text == "B11-E11 is taken back. Put B11 on F10; or say go on"
    assert state.eye == "ASKING"
    state, records, says = follow(state, *[seen(MOVED, "H11", LYING)] * 6)
    assert (records, says, state.eye) == ([], [], "ASKING")
    state, records, _ = follow(state, seen(PIECES, "H11", LYING))
    assert (records, state.eye, state.asked) == ([], "IN STEP", "")
    assert acts(follow(state, seen(MOVED, "H11", LYING))[1]) == ["B11-E11"]


@pytest.mark.parametrize("text", ["score 2-1", "turn R", "turn 5", "moved B7", "score 2-1, turn 5"])
def test_a_correction_of_what_does_not_lie_on_the_table_is_taken_back_without_holding_play(text: str) -> None:
    """Of a typed match that is taken up before a camera, also while the table lies otherwise."""
    state = replace(moved(), latest=seen(PIECES, "H11", LYING))
    state, _, says = follow(state, TypedCorrection(text), Undo())
    assert (says[-1].kind, state.held, state.position) == ("note", "", moved().position)
    assert state.eye == "IN STEP"


def test_a_correction_that_is_taken_back_goes_on_holding_what_was_held() -> None:
    state = follow(moved(), TypedCorrection("score 2-1"), TypedAction("B9>H8"), Undo())[0]
    assert state.held == "B9>H8"
    assert follow(state, Undo())[0].held == "score 2-1 (correction)"
    state = follow(moved(), TypedCorrection("B2 E5, score 2-1"), Undo())[0]
    assert state.asked == "B2 on E5, score 2-1 (correction) is taken back. Put the table as it was before; or say go on"


def test_play_goes_on_after_an_undo_when_people_say_so() -> None:
    """The disc that was read at E11 is on E10: the act is taken back, and read anew from the table as it lies."""
    state = follow(moved(), Undo(), Confirm())[0]
    assert state.held == ""
    assert acts(follow(state, *[seen({**PIECES, "B11": "E10"}, "H11", LYING)] * 3)[1]) == ["B11-E10"]
    assert follow(state, Confirm())[2][0].text == "Play goes on already"


def test_what_is_typed_goes_on_as_well() -> None:
    state, _, _ = follow(moved(), Undo(), TypedAction("B11-E10"))
    assert state.held == ""
    assert state.asked == "Put B11 on E10"


def test_a_misread_die_is_put_right() -> None:
    state = follow(by_word(), *LONG_PASS)[0]
    state, records, says = follow(state, TypedCorrection("roll 3"))
    assert says[0].text == "Corrected: B9>F13 with 3, not 6"
    straight = follow(by_word(), LONG_PASS[0], TypedRoll(Roll(faces=(3,))))[0]
    assert state.position == straight.position
    assert [r.notation for r in records if isinstance(r, Undone)] == ["B9>F13"]
    assert [(r.source, r.faces) for r in records if isinstance(r, Rolled)] == [("correction", [3])]
    assert [r.source for r in records if isinstance(r, Acted)] == ["correction"]


@pytest.mark.parametrize("text", ["roll 5 2", "roll 52", "dice 5 2"])
def test_both_dice_of_a_duel_are_put_right(text: str) -> None:
    facing = take_up(Match(RULES.read_position({**FREE, "pieces": {**PIECES, "R4": "H12"}, "ball": "H11"})))
    state = follow(facing, TypedAction("end"), TypedAction("R4xB9"), TypedRoll(Roll(duel=(1, 6))))[0]
    right = follow(facing, TypedAction("end"), TypedAction("R4xB9"), TypedRoll(Roll(duel=(5, 2))))[0]
    assert state.position != right.position
    assert follow(state, TypedCorrection(text))[0].position == right.position


@pytest.mark.parametrize("text", ["roll 7", "roll", "roll 5 2, B2 E5", "roll two"])
def test_dice_that_are_none_correct_nothing(text: str) -> None:
    state = follow(by_word(), *LONG_PASS)[0]
    after, records, says = follow(state, TypedCorrection(text))
    assert [say.kind for say in says] == ["refused"]
    assert (after.position, records) == (state.position, [])


def test_without_a_throw_there_is_none_to_correct() -> None:
    state = follow(by_word(), *LONG_PASS, TypedAction("end"))[0]
    assert "take back first what came after them" in follow(state, TypedCorrection("roll 3"))[2][0].text


def test_a_held_match_offers_to_go_on_or_to_do_it_again() -> None:
    state = follow(moved(), Undo())[0]
    assert answers(RULES, state) == (
        Answer("Go on", (Confirm(),)),
        Answer("Do B11-E11 again", (Redo(),)),
    )


def test_an_act_against_the_rules_may_be_let_stand_unless_the_policy_forbids_it() -> None:
    carried = seen({**PIECES, "B11": "B3"}, "H11", LYING)
    state, _, says = follow(under_way(), *[carried] * 8)
    assert [(say.kind, say.rule) for say in says] == [("illegal", "move.range")]
    assert [answer.given for answer in answers(RULES, state)] == [(Accept(),)]
    strict = take_up(under_way().match, policy=Policy("refuse"))
    state = follow(strict, seen(PIECES, "H11", LYING), *[carried] * 8)[0]
    assert answers(RULES, state) == ()


def test_each_of_several_stories_can_be_chosen() -> None:
    """A one: the grounder stops at A20, the lob goes out over the touch line there."""
    start = masume_under_way("4B19,1H1/1H22 B19 B 0-0 2-3")
    state, _, says = masume_follow(start, stretch_of(start, "A20", {"B": (1, 202.0)}) * 3)
    assert says[-1].kind == "note", "what is done next tells: nobody has to answer"
    assert says[-1].text.startswith("It was B4>NE (along the ground, north-east) or B4^NE")
    offered = says[-1].answers
    assert [answer.text for answer in offered] == ["B4>NE (along the ground, north-east)", "B4^NE (a lob, north-east)"]
    for answer, act in zip(offered, ("B4>NE", "B4^NE"), strict=True):
        after, records, _ = masume_follow(state, list(answer.given))
        assert acts(records) == [act]
        assert answers(MASUME, after) == ()


def test_who_charged_is_asked_where_both_dice_were_thrown_and_nothing_was_touched() -> None:
    start = masume_under_way("1H1,3E9,4D10/1H22,8E10 E10 B 0-0 1-1")
    state, _, says = masume_follow(start, stretch_of(start, "E10", {"B": (2, 202.0), "R": (6, 302.0)}) * 3)
    assert says[-1].kind == "ask"
    offered = answers(MASUME, state)
    assert [answer.text for answer in offered] == ["B3xR8", "B4xR8"]
    for answer in offered:
        _, records, _ = masume_follow(state, list(answer.given))
        assert acts(records) == [answer.text]


def test_the_choices_that_a_rule_gives_somebody_are_offered() -> None:
    state = masume_under_way(f"{SIDES} L6 B 0-0 0-0 plays=B5:kick last=B8 awaits=flick:B8:2")
    offered = answers(MASUME, state)
    assert offered
    for answer in offered:
        assert not [say for say in masume_follow(state, list(answer.given))[2] if say.kind == "refused"]


def test_nothing_is_offered_where_nothing_is_asked() -> None:
    assert answers(RULES, moved()) == ()
    assert answers(RULES, Referee()) == ()


@pytest.mark.parametrize("given", [Redo(), Confirm(), Undo(), Propose(2), Consent("R")], ids=str)
def test_what_is_said_is_remembered_for_a_report(given: Input) -> None:
    assert read_inputs(input_line(Told(3.5, given)), "inputs.jsonl") == (Told(3.5, given),)
