"""How the referee behaves at a table: what is acted on at once, what waits, what is asked, what humans may say."""

from dataclasses import replace
from typing import Any

import pytest

from engine.observation import Observation
from engine.record.records import Corrected, Noted, Observed, Rolled, Stated, Undone
from engine.referee import (
    Accept,
    TypedCorrection,
    begin,
)
from engine.sentences import in_language
from tests.engine.refereeing import LYING, RULES, acts, follow, rulings, table, under_way
from tests.engine.tables import BOARD, misread, seen, shown, without

# How a match begins.

KICK_OFF = {
    "B1": "H2", "B9": "H11", "B8": "H8", "R1": "H21", "R9": "H14", "R8": "H15",
}  # fmt: skip


def _scored(look: Observation, number: int) -> Observation:
    """The unread disc's face looks most like a number."""
    scores = tuple(0.5 if n == number else 0.01 for n in range(1, 16))
    return replace(look, pieces=tuple(replace(p, number_scores=scores) if p.number is None else p for p in look.pieces))


def test_a_kick_off_line_up_gives_the_turn_to_the_side_on_the_centre_mark() -> None:
    state, records, _ = follow(begin(), *[seen(KICK_OFF, "H11")] * 2)
    assert RULES.write_position(state.position)["restart"] == "kick_off"
    assert state.position is not None
    assert state.position.turn == "B"
    assert [type(r) for r in records] == [Observed, Stated]


@pytest.mark.parametrize(
    "changes",
    [{"R9": "H12"}, {"B8": "H13"}, {"R8": "G9"}],
    ids=["inside the circle", "blue in red's half", "red in blue's half"],
)
def test_any_other_position_leaves_the_turn_open(changes: dict[str, str]) -> None:
    state, _, _ = follow(begin(), *[seen({**KICK_OFF, **changes}, "H11")] * 2)
    assert state.turn_open
    assert state.position is not None
    assert state.position.restart is None


def test_the_side_that_acts_first_has_the_open_turn() -> None:
    start = seen({**KICK_OFF, "R9": "H12"}, "H8")
    state, records, _ = follow(begin(), start, start, seen({**KICK_OFF, "R9": "H13"}, "H8"))
    assert [r.changes for r in records if isinstance(r, Corrected)] == [{"turn": "R"}]
    assert acts(records) == ["R9-H13"]
    assert state.position is not None
    assert state.position.turn == "R"


def test_one_look_begins_nothing_and_two_that_differ_neither() -> None:
    one, other = seen(KICK_OFF, "H11"), seen({**KICK_OFF, "B8": "H7"}, "H11")
    state, records, _ = follow(begin(), one, other, one)
    assert state.position is None
    assert records == []


@pytest.mark.parametrize(
    ("look", "guess"),
    [
        (seen({**KICK_OFF, "B?": "D9"}, "H11"), ("B2", "D9")),
        (misread(seen(KICK_OFF, "H11"), "B8", 9), ("B2", "H8")),
        (_scored(seen({**KICK_OFF, "B?": "D9"}, "H11"), 7), ("B7", "D9")),
        (_scored(seen({**KICK_OFF, "B?": "D9"}, "H11"), 8), ("B2", "D9")),
    ],
    ids=["unread", "twice the same", "its face tells", "its face tells what is there already"],
)
def test_a_number_that_stays_unread_is_guessed_and_said_so_that_play_can_begin(
    look: Observation, guess: tuple[str, str]
) -> None:
    assert follow(begin(), *[look] * 3)[2] == []
    state, records, says = follow(begin(), *[look] * 8)
    assert state.position is not None
    assert state.position.pieces[guess[0]] == guess[1]
    example = 8 if guess[0] == "B7" else 7
    asked = f"The number on {guess[1]} cannot be read; it is taken for {guess[0]}: if it is another, "
    asked += f"say {example}, type fix B{example} {guess[1]}"
    assert [say.text for say in says if say.kind == "ask"] == [asked]
    assert any(isinstance(r, Noted) for r in records)
    assert state.eye == "IN STEP"
    offered = next(say.answers for say in says if say.kind == "ask")
    assert offered
    for answer in offered:
        right = answer.text.removeprefix("It is ")
        named = follow(state, *answer.given)[0].position
        assert named is not None
        assert named.pieces == {p: s for p, s in state.position.pieces.items() if p != guess[0]} | {right: guess[1]}
    state, _, says = follow(state, TypedCorrection(f"B12 {guess[1]}"))
    assert says[-1].kind == "note"
    assert state.position is not None
    assert state.position.pieces["B12"] == guess[1]
    assert guess[0] not in state.position.pieces
    assert state.eye == "IN STEP"


@pytest.mark.parametrize(
    ("look", "words"),
    [
        (seen({}, None), "No pieces"),
        (seen({**KICK_OFF, "B8": "H15"}, "H11"), "Two discs are seen on H15"),
    ],
    ids=["empty", "two on a space"],
)
def test_what_is_in_the_way_of_a_beginning_is_asked_once(look: Observation, words: str) -> None:
    state, _, says = follow(begin(), *[look] * 8)
    assert state.position is None
    assert state.eye == "ASKING"
    assert len(says) == 1
    assert words in says[0].text


def test_a_match_begins_without_its_ball_and_takes_it_in_when_it_is_seen() -> None:
    blind = seen(KICK_OFF, None)
    state, _, says = follow(begin(), *[blind] * 6)
    assert [say.kind for say in says] == ["note", "ask"]
    assert "ball is not seen" in says[1].text
    state, records, _ = follow(state, *[seen(KICK_OFF, "H11")] * 2)
    assert [r.changes for r in records if isinstance(r, Corrected)] == [
        {"ball": "H11", "turn": "B", "restart": "kick_off"}
    ]
    assert (state.eye, state.turn_open) == ("IN STEP", False)
    assert acts(follow(state, seen(KICK_OFF, "H8"))[1]) == ["B9>H8"]


def test_a_ball_found_after_others_have_moved_changes_nothing_else() -> None:
    away = {**KICK_OFF, "R9": "H12"}
    state, _, _ = follow(begin(), *[seen(away, None)] * 4)
    state, records, _ = follow(state, seen({**away, "R9": "H13"}, None), *[seen({**away, "R9": "H13"}, "H8")] * 2)
    assert acts(records) == ["R9-H13"]
    assert state.position is not None
    assert (state.position.ball, state.position.turn, state.position.moved) == ("H8", "R", ("R9",))


# Illegal acts.


def test_an_illegal_act_is_said_once_and_play_waits_until_it_is_taken_back() -> None:
    state = under_way()
    wrong = table(state, B11="F14")
    state, records, says = follow(state, *[wrong] * 5)
    (ruling,) = rulings(records, "illegal")
    assert (ruling.notation, ruling.rule) == ("B11-F14", "move.range")
    assert ruling.reason
    assert acts(records) == []
    assert [say.kind for say in says] == ["illegal"]
    assert state.eye == "OUT OF STEP"
    state, records, says = follow(state, table(state), table(state, B11="F13"))
    assert any(isinstance(r, Noted) for r in records)
    assert acts(records) == ["B11-F13"]
    assert state.eye == "IN STEP"


def test_the_other_sides_illegal_act_does_not_end_the_turn() -> None:
    state = under_way()
    state, records, _ = follow(state, *[table(state, R7="C11")] * 3)
    assert acts(records) == []
    assert [r.rule for r in rulings(records, "illegal")] == ["move.range"]
    assert state.position is not None
    assert state.position.turn == "B"
    state, records, _ = follow(state, table(state, R7="C12"))
    assert acts(records) == ["end", "R7-C12"]


def test_another_illegal_act_instead_is_said_again() -> None:
    state = under_way()
    wrong, worse = table(state, B11="F14"), table(state, B11="F15", R6="F16")
    _, records, _ = follow(state, wrong, wrong, table(state, B11="F16"), table(state, B11="F16"))
    assert [r.notation for r in rulings(records, "illegal")] == ["B11-F14", "B11-F16"]
    assert worse != wrong


def test_both_sides_may_let_it_stand() -> None:
    state = under_way()
    state, _, _ = follow(state, *[table(state, B11="F14")] * 2)
    state, records, says = follow(state, Accept())
    assert says[0].text == "Both sides let it stand: B11 on F14"
    assert in_language(says[0].text, "de") == "Beide lassen es gelten: B11 auf F14"
    # It is one of the turn's two moves: B11 does not move again in it.
    assert [r.changes for r in records if isinstance(r, Corrected)] == [{"pieces": {"B11": "F14"}, "moved": ["B11"]}]
    assert state.position is not None
    assert state.position.pieces["B11"] == "F14"
    state, records, _ = follow(state, table(state), table(state, B8="H9"))
    assert acts(records) == ["B8-H9"]


# One misreading makes no noise; what stays is told.


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda state: without(table(state), "B8"),
        lambda state: table(state, B11="F16"),
        lambda state: table(state, ball="C3"),
        lambda state: table(state, B11="E11", confidence=0.6),
        lambda state: table(state, ball=None),
        lambda state: replace(table(state, B11="C9", R6="M3"), occluded=True),
    ],
    ids=["a disc missed", "far away", "ball elsewhere", "a doubtful move", "no ball", "a hand"],
)
def test_one_odd_look_is_not_spoken_of(spoilt: Any) -> None:  # noqa: ANN401 - a function
    state = under_way()
    before = state.position
    state, records, says = follow(state, spoilt(state), table(state))
    assert says == []
    assert [r for r in records if not isinstance(r, Observed)] == []
    assert (state.position, state.eye) == (before, "IN STEP")


def test_a_difference_that_stays_is_named_with_its_cure_and_heals() -> None:
    state = under_way(ball="M3")
    state, _, says = follow(state, *[table(state, ball="C9")] * 4)
    assert [say.kind for say in says] == ["out_of_step"]
    assert "The ball is on C9, expected on M3" in says[0].text
    assert "put the ball back on M3" in says[0].text
    assert state.eye == "OUT OF STEP"
    state, _, says = follow(state, table(state))
    assert [say.text for say in says] == ["In step again"]
    assert state.eye == "IN STEP"


def test_a_piece_that_vanished_is_missed_after_a_while() -> None:
    state = under_way()
    state, _, says = follow(state, *[without(table(state), "B8")] * 11)
    assert says == [], "glare passes"
    state, _, says = follow(state, *[without(table(state), "B8")] * 2)
    assert [say.kind for say in says] == ["out_of_step"]
    assert "B8 is not seen on H8" in says[0].text


def test_what_is_missing_is_still_said_while_play_goes_on_without_it() -> None:
    state = under_way()
    state, _, _ = follow(state, *[without(table(state), "B8")] * 13)
    missed = state.asked
    state, records, says = follow(state, *[without(table(state, B11="E11"), "B8")] * 4)
    assert acts(records) == ["B11-E11"]
    assert [say.kind for say in says] == ["action"], "it is not said aloud again"
    assert (state.eye, state.asked) == ("OUT OF STEP", missed)


def test_a_ball_that_vanished_is_missed_after_a_while_and_play_goes_on() -> None:
    state = under_way()
    state, _, says = follow(state, *[table(state, ball=None)] * 40)
    assert [say.kind for say in says] == ["out_of_step"]
    assert "The ball is not seen on H11" in says[0].text
    state, records, says = follow(state, *[table(state, B11="E11", ball=None)] * 4)
    assert acts(records) == ["B11-E11"]
    assert [say.kind for say in says] == ["action"]
    assert [say.text for say in follow(state, table(state))[2]] == ["In step again"]


def test_a_ball_that_vanished_in_front_of_goal_is_asked_for_and_never_guessed() -> None:
    state = under_way(ball="G20", pieces={"B9": "G20"})
    state, records, says = follow(state, *[table(state, ball=None)] * 39)
    assert (acts(records), says) == ([], [])
    state, records, says = follow(state, table(state, ball=None))
    assert acts(records) == []
    assert [say.kind for say in says] == ["ask"]
    assert "was it B9!G23?" in says[0].text
    assert state.eye == "ASKING"
    assert follow(state, table(state))[0].eye == "IN STEP"


def test_dice_after_a_ball_vanished_elsewhere_are_no_shot() -> None:
    state = under_way()
    dice = (("B", 1, 240.0, 331.0), LYING[1])
    _, records, _ = follow(state, *[table(state, ball=None, dice=dice)] * 6)
    assert acts(records) == []


def test_letting_stand_what_lies_there_does_not_remove_what_was_not_seen() -> None:
    state = under_way()
    state, _, _ = follow(state, *[without(table(state, B11="F14", ball=None), "B8")] * 5, Accept())
    assert state.position is not None
    assert (state.position.pieces["B11"], state.position.pieces["B8"], state.position.ball) == ("F14", "H8", "H11")


def test_a_doubtful_move_is_acted_on_at_the_second_look() -> None:
    state = under_way()
    look = table(state, B11="E11", confidence=0.6)
    assert acts(follow(state, look)[1]) == []
    assert acts(follow(state, look, look)[1]) == ["B11-E11"]


def test_a_move_put_back_is_taken_back() -> None:
    state = under_way()
    before = state.position
    state, _, _ = follow(state, table(state, B11="E11"))
    look = shown(before, dice=LYING)
    state, records, says = follow(state, look, look)
    assert [r.notation for r in records if isinstance(r, Undone)] == ["B11-E11"]
    assert state.position == before
    assert "taken back" in says[0].text


def test_taking_back_the_act_that_ended_a_turn_gives_the_turn_back() -> None:
    state = under_way()
    before = state.position
    state, records, _ = follow(state, table(state, R6="F14"))
    assert acts(records) == ["end", "R6-F14"]
    look = shown(before, dice=LYING)
    assert follow(state, look, look)[0].position == before


def test_a_pass_and_back_is_two_passes_and_nothing_taken_back() -> None:
    state = under_way()
    state, first, _ = follow(state, table(state, ball="H8"))
    _, second, _ = follow(state, table(state, ball="H11"))
    assert acts(first + second) == ["B9>H8", "B8>H11"]


# Dice.


def test_dice_that_lie_there_from_before_answer_nothing() -> None:
    state = under_way(pieces={"B9": "J11"}, ball="J11")
    state, records, says = follow(state, table(state, ball="F13"))
    assert acts(records) == ["B9>F13"]
    assert "Roll the die for the deviation: Blue" in [say.text for say in says]
    assert state.eye == "ASKING"
    state, records, _ = follow(state, *[table(state, ball="F13")] * 3)
    assert records == []


@pytest.mark.parametrize(
    ("dice", "face"),
    [
        ((("B", 6, 247.0, 331.0), LYING[1]), 6),
        ((("B", 3, 247.0, 331.0), LYING[1]), 3),
        ((LYING[0], ("R", 2, 240.0, 331.0)), 2),
        ((("B", 4, 240.0, 331.0), ("R", 2, 220.0, 331.0)), 4),
        ((("B", 4, 212.5, 333.5), LYING[1]), None),
        ((LYING[1],), None),
    ],
    ids=["moved", "moved, same face", "the other side's die", "both: its own", "a face misread", "in the hand"],
)
def test_the_die_of_a_deviation(dice: Any, face: int | None) -> None:  # noqa: ANN401 - a table of dice
    state = under_way(pieces={"B9": "J11"}, ball="J11")
    state, _, _ = follow(state, table(state, ball="F13"))
    state, records, says = follow(state, table(state, ball="F13", dice=dice))
    assert [r.faces for r in records if isinstance(r, Rolled)] == ([[face]] if face else [])
    if face:
        to = BOARD.grid.step("F13", BOARD.deviation[face - 1])
        assert f"Put the ball on {to}" in [say.text for say in says]
        assert follow(state, table(state, ball=to))[0].eye == "IN STEP"


def test_a_die_that_was_gone_counts_though_it_lies_where_it_lay() -> None:
    state = under_way(pieces={"B9": "J11"}, ball="J11")
    state, _, _ = follow(state, table(state, ball="F13"), table(state, ball="F13", dice=LYING[1:]))
    _, records, _ = follow(state, table(state, ball="F13", dice=(("B", 4, 212.5, 333.5), LYING[1])))
    assert [r.faces for r in records if isinstance(r, Rolled)] == [[4]]


def test_a_duel_waits_for_both_dice() -> None:
    state = under_way(ball="H20", pieces={"B9": "H20", "R1": "G21"})
    state, records, _ = follow(state, table(state, ball="H22"))
    assert acts(records) == ["B9!H22"]
    one = (("B", 6, 240.0, 331.0), LYING[1])
    both = (one[0], ("R", 1, 260.0, 341.0))
    state, records, _ = follow(state, table(state, ball="H22", dice=one), table(state, ball="H22", dice=one))
    assert records == []
    state, records, says = follow(state, table(state, ball="H22", dice=both))
    assert [(r.B, r.R) for r in records if isinstance(r, Rolled)] == [(6, 1)]
    assert [say.text for say in says if say.kind == "goal"] == ["Goal for Blue"]
    assert state.position is not None
    assert state.position.score.B == 1


def test_dice_thrown_with_nobody_near_the_ball_are_said_to_be_left_aside() -> None:
    state = under_way()
    thrown = (("B", 1, 240.0, 331.0), ("R", 1, 260.0, 341.0))
    state, records, says = follow(state, table(state, dice=thrown), table(state, dice=thrown))
    assert acts(records) == []
    assert [say.text for say in says] == ["Dice were thrown that nothing waits for; they are left aside"]
    assert state.eye == "IN STEP"


def test_a_tackle_lost_changes_nothing_but_is_told() -> None:
    state = under_way(ball="H13", pieces={"R8": "H13", "B9": "H12"})
    thrown = (("B", 1, 240.0, 331.0), ("R", 6, 260.0, 341.0))
    state, records, _ = follow(state, table(state, dice=thrown))
    assert acts(records) == ["B9xR8"]
    assert state.position is not None
    assert (state.position.ball, state.position.tackled, state.eye) == ("H13", ("B9",), "IN STEP")


def test_a_tackle_by_one_of_two_is_asked_and_answered_by_the_ball() -> None:
    state = under_way(ball="H13", pieces={"R8": "H13", "B9": "H12", "B8": "I13"})
    dice = (("B", 6, 240.0, 331.0), ("R", 1, 260.0, 341.0))
    state, records, says = follow(state, *[table(state, dice=dice)] * 7)
    assert (acts(records), says) == ([], []), "the ball will show it"
    state, records, says = follow(state, table(state, dice=dice))
    assert acts(records) == []
    assert [say.kind for say in says] == ["ask"]
    assert "B9xR8" in says[0].text
    assert "B8xR8" in says[0].text
    state, records, _ = follow(state, table(state, dice=dice, ball="I13"))
    assert acts(records) == ["B8xR8"]
    assert state.eye == "IN STEP"
