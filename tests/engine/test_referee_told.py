"""What people say to the referee: typed acts, dice and corrections, what is let stand, line-ups asked for."""

import pytest

from engine.games import load_ruleset
from engine.match import Roll
from engine.record.records import Acted, Corrected, Stated
from engine.record.replay import Match, replay
from engine.referee import (
    Accept,
    Correction,
    Input,
    TypedAction,
    TypedCorrection,
    TypedRoll,
    Undo,
    begin,
    step,
    take_up,
)
from tests.engine.refereeing import LYING, PIECES, RULES, acts, follow, table, under_way
from tests.engine.tables import BOARD, seen

# What humans say.


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("dice 7", "'7'"), ("DICE7", "'7'"), ("dice", "''"), ("7", "'7'"), ("62", "'62'")],
)
def test_dice_that_no_die_shows_are_refused_as_dice(typed: str, shown: str) -> None:
    raw = {"pieces": {**PIECES, "B9": "J11"}, "ball": "J11", "turn": "B"}
    state = take_up(Match(RULES.read_position(raw)))
    state, _, _ = follow(state, TypedAction("B9>F13"))
    state, records, says = follow(state, TypedAction(typed))
    assert [say.text for say in says] == [f"{shown} is no roll; write 3 for one die, 5 2 for blue and red"]
    assert state.position is not None
    assert (state.position.awaits is not None, records) == (True, [])


def test_dice_that_stand_apart_from_their_word_count() -> None:
    raw = {"pieces": {**PIECES, "B9": "J11"}, "ball": "J11", "turn": "B"}
    state, _, _ = follow(take_up(Match(RULES.read_position(raw))), TypedAction("B9>F13"), TypedAction("dice  6"))
    assert state.position is not None
    assert state.position.ball == BOARD.grid.step("F13", BOARD.deviation[5])


def test_typed_acts_and_dice_play_without_any_camera() -> None:
    raw = {"pieces": {**PIECES, "B9": "J11"}, "ball": "J11", "turn": "B"}
    state = take_up(Match(RULES.read_position(raw)))
    state, records, _ = follow(state, TypedAction("B9>F13"), TypedRoll(Roll(faces=(6,))), TypedAction("end"))
    assert [(r.notation, r.source) for r in records if isinstance(r, Acted)] == [("B9>F13", "typed"), ("end", "typed")]
    assert state.position is not None
    assert state.position.turn == "R"
    assert state.position.ball == BOARD.grid.step("F13", BOARD.deviation[5])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (TypedAction("B11-F16"), "move.range"),
        (TypedAction("jump"), "no action"),
        (TypedRoll(Roll(faces=(3,))), "Nothing waits for dice"),
        (Undo(), "nothing to take back"),
        (Accept(), "as the match has it"),
        (Correction({"pieces": {"B9": "Z99"}}), "cannot be done"),
        (Correction({"pieces": 7}), "cannot be done"),
        (Correction({"turn": "green"}), "cannot be done"),
        (TypedCorrection("B9 onwards"), "'b9 onwards' corrects nothing; there are B7 H10"),
        (TypedCorrection(""), "corrects nothing"),
        (TypedCorrection("score 2"), "corrects nothing"),
        (TypedCorrection("turn green"), "corrects nothing"),
        (TypedCorrection("B9 Z9"), "cannot be done"),
        (TypedCorrection("B9 H14"), "cannot be done"),
    ],
    ids=[
        "illegal",
        "malformed",
        "no die wanted",
        "no history",
        "no difference",
        "no space",
        "no pieces",
        "no side",
        "no word",
        "no words",
        "half a score",
        "no team",
        "no such space",
        "an opponent stands there",
    ],
)
def test_what_cannot_be_done_is_refused_in_words_and_changes_nothing(given: Input, words: str) -> None:
    state = under_way()
    after, _, says = follow(state, given)
    assert [say.kind for say in says] == ["refused"]
    assert words in says[0].text
    assert after.position == state.position


@pytest.mark.parametrize(
    "given",
    [TypedAction("end"), TypedRoll(Roll(faces=(1,))), Undo(), Accept(), Correction({}), TypedCorrection("B9 H9")],
)
def test_before_the_match_has_begun_nothing_can_be_said(given: Input) -> None:
    _, records, says = follow(begin(), given)
    assert records == []
    assert [say.kind for say in says] == ["refused"]


def test_a_correction_holds_against_the_rules_and_can_be_undone() -> None:
    state = under_way()
    before = state.position
    state, records, _ = follow(state, Correction({"pieces": {"B2": None, "B3": "E5"}, "score": {"B": 2, "R": 1}}))
    assert state.position is not None
    assert "B2" not in state.position.pieces
    assert state.position.pieces["B3"] == "E5"
    assert (state.position.score.B, state.position.score.R) == (2, 1)
    assert [r.source for r in records if isinstance(r, Corrected)] == ["correction"]
    assert follow(state, Undo())[0].position == before


@pytest.mark.parametrize("typed", ["B12 f10", "b12f10", "B12@F10"])
def test_a_renamed_disc_is_followed_under_its_new_name(typed: str) -> None:
    state = follow(under_way(), TypedCorrection(typed))[0]
    look = seen({**{p: s for p, s in PIECES.items() if p != "B11"}, "B12": "E11"}, "H11", LYING)
    state, records, _ = follow(state, look)
    assert acts(records) == ["B12-E11"]
    assert state.eye == "IN STEP"


@pytest.mark.parametrize("text", ["B8 H11", "B9 H8", "B8 H11, B9 H8"], ids=["one", "the other", "both"])
def test_two_numbers_mistaken_for_each_other_change_places(text: str) -> None:
    """B8 was on H8, B9 had the ball on H11; it is the other way round, and no disc has to be touched."""
    state, _, says = follow(under_way(), TypedCorrection(text))
    assert [say.kind for say in says] == ["note"]
    assert state.position is not None
    assert (state.position.pieces["B8"], state.position.pieces["B9"]) == ("H11", "H8")
    assert state.position.holder == "B8"
    swapped = {**PIECES, "B8": "H11", "B9": "H8"}
    state, records, _ = follow(state, seen(swapped, "H11", LYING))
    assert (records, state.eye) == ([], "IN STEP")
    assert acts(follow(state, seen(swapped | {"B9": "G8"}, "H11", LYING))[1]) == ["B9-G8"]


@pytest.mark.parametrize("text", ["B8 H11", "B12 F10", "B12 F10, B11 off"], ids=["swapped", "renamed", "in two words"])
def test_a_name_given_by_mistake_is_taken_back_without_touching_a_disc(text: str) -> None:
    state, _, says = follow(under_way(), TypedCorrection(text), Undo())
    assert [say.kind for say in says] == ["note", "note", "ask"]
    assert state.position == under_way().position
    state, records, _ = follow(state, seen(PIECES, "H11", LYING))
    assert (records, state.eye) == ([], "IN STEP")
    assert acts(follow(state, seen(PIECES | {"B11": "E11"}, "H11", LYING))[1]) == ["B11-E11"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("turn 5", "Corrected: turn 5 (turns finished: Blue 4, Red 4)"),
        ("score 2-1, turn 1", "Corrected: score 2-1, turn 1 (turns finished: Blue 0, Red 0)"),
    ],
)
def test_a_counter_of_turns_put_right_says_what_it_shows(text: str, told: str) -> None:
    assert follow(under_way(), TypedCorrection(text))[2][0].text == told


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        ("B2 E5", "pieces", PIECES | {"B2": "E5"}),
        ("b2 off", "pieces", {p: s for p, s in PIECES.items() if p != "B2"}),
        ("B3 E5", "pieces", PIECES | {"B3": "E5"}),
        ("B3@E5", "pieces", PIECES | {"B3": "E5"}),
        ("B2 E5, R2 off, B3 D5", "pieces", {p: s for p, s in PIECES.items() if p != "R2"} | {"B2": "E5", "B3": "D5"}),
        ("ball H9", "ball", "H9"),
        ("turn R", "turn", "R"),
        ("turn red", "turn", "R"),
        ("score 2-1", "score", {"B": 2, "R": 1}),
        ("score 2 1", "score", {"B": 2, "R": 1}),
        ("score 21", "score", {"B": 2, "R": 1}),
        ("B2=B4", "pieces", PIECES | {"B2": PIECES["B4"], "B4": PIECES["B2"]}),
        ("B2 = R2", "pieces", PIECES | {"B2": PIECES["R2"], "R2": PIECES["B2"]}),
        ("b2=b12", "pieces", {p: s for p, s in PIECES.items() if p != "B2"} | {"B12": PIECES["B2"]}),
        ("B12 C3", "pieces", PIECES | {"B12": "C3"}),
        ("turn 4", "turns_done", {"B": 3, "R": 3}),
        ("moved B2 B4", "moved", ["B2", "B4"]),
        ("moved none", "moved", []),
    ],
)
def test_everything_on_the_table_can_be_put_right_in_words(text: str, key: str, expected: object) -> None:
    state, records, says = follow(under_way(), TypedCorrection(text))
    assert [say.kind for say in says][:1] == ["note"]
    assert state.position is not None
    assert RULES.write_position(state.position)[key] == expected
    assert [r.source for r in records if isinstance(r, Corrected)] == ["correction"]
    assert replay(RULES, [Stated(position=RULES.write_position(under_way().position)), *records]) == state.match


def test_a_turn_given_to_the_other_side_begins_anew() -> None:
    state = under_way(moved=["B2", "B4"])
    assert "move.limit" in follow(state, TypedAction("B11-E11"))[2][0].text
    state = follow(state, TypedCorrection("turn R"), TypedAction("R2-D17"))[0]
    assert state.position is not None
    assert (state.position.turn, state.position.moved) == ("R", ("R2",))


def test_what_is_corrected_to_what_lies_there_need_not_be_put_there() -> None:
    """B11 was carried too far for any move; corrected to there, nothing is asked, and play goes on from there."""
    state = under_way()
    carried = seen(PIECES | {"B11": "B3"}, "H11", LYING)
    state = follow(state, *[carried] * 8)[0]
    assert state.eye == "OUT OF STEP"
    state, _, says = follow(state, TypedCorrection("B11 B3"))
    assert [say.text for say in says] == ["Corrected: B11 on B3"]
    assert state.eye == "IN STEP"
    assert follow(state, carried)[1] == []


def test_what_is_corrected_to_another_place_is_asked_for() -> None:
    state, _, says = follow(under_way(), TypedCorrection("B11 E11, ball H9"))
    assert [say.text for say in says] == [
        "Corrected: B11 on E11, the ball on H9",
        "Put B11 on E11, the ball on H9",
    ]
    state, records, _ = follow(state, seen(PIECES, "H11", LYING))
    assert (state.eye, records) == ("ASKING", [])
    assert follow(state, seen(PIECES | {"B11": "E11"}, "H9", LYING))[0].eye == "IN STEP"


def test_a_substitute_typed_and_put_down_is_followed() -> None:
    state = under_way(restart="throw_in", spot="O11", ball="O11", turn="B")
    state = follow(state, TypedAction("B2/B3"))[0]
    on_field = {p: s for p, s in PIECES.items() if p != "B2"}
    state, records, _ = follow(state, seen(on_field | {"B3": "D5"}, "O11", LYING))
    assert (acts(records), state.doubt.looks) == ([], 0)
    state, records, _ = follow(state, seen(on_field | {"B3": "D5", "B9": "O11"}, "O11", LYING))
    assert acts(records) == ["B9@O11"]
    taken = on_field | {"B3": "D5", "B9": "O11"}
    state, records, _ = follow(state, seen(taken, "N11", LYING))
    assert acts(records) == ["B9>N11"]
    assert acts(follow(state, seen(taken | {"B3": "E6"}, "N11", LYING))[1]) == ["B3-E6"]


def test_a_typed_move_waits_for_the_table_to_show_it() -> None:
    state = under_way()
    old = table(state)
    state, _, says = follow(state, TypedAction("B11-E11"))
    assert says[-1].text == "Put B11 on E11"
    state, records, _ = follow(state, old)
    assert (state.eye, records) == ("ASKING", [])
    assert follow(state, table(state))[0].eye == "IN STEP"


# After a goal.


@pytest.mark.parametrize(
    ("change_ends", "half", "left", "taken"),
    [
        (True, 2, "R", True),
        (True, 2, "B", False),
        (True, 1, "B", True),
        (False, 2, "B", True),
        (False, 2, "R", False),
    ],
)
def test_the_line_up_of_the_second_half_is_at_the_ends_that_are_played(
    *, change_ends: bool, half: int, left: str, taken: bool
) -> None:
    """Red kicks off; option change_ends decides who stands on which side of the Halfway Line."""
    rules = load_ruleset("regista", options={"length": "official", "change_ends": change_ends})
    finished = {"B": 15, "R": 15} if half == 2 else {"B": 0, "R": 0}
    position = rules.read_position(
        {"pieces": {}, "restart": "kick_off", "turn": "R", "half": half, "turns_done": finished, "placing": True}
    )
    west, east = ["H2", *[f"{row}5" for row in "ABCDEFGIJ"]], ["H21", *[f"{row}18" for row in "ABCDEFGIJ"]]
    blue, red = (west, east) if left == "B" else (east, west)
    places = dict(zip([f"B{n}" for n in range(1, 12)], [*blue, blue[1].replace("A", "K")], strict=True))
    places |= dict(zip([f"R{n}" for n in range(1, 12)], [*red, "H11"], strict=True))
    state = take_up(Match(position))
    look = seen(places, "H11", LYING)
    for _ in range(3):
        state = step(rules, state, look).referee
    assert state.position is not None
    assert dict(state.position.pieces) == (places if taken else {})
    assert state.eye == ("IN STEP" if taken else "ASKING")


def test_after_a_goal_the_line_up_is_waited_for_and_taken() -> None:
    state = under_way(ball="H20", pieces={"B9": "H20", "R1": "C3"})
    state, records, _ = follow(state, table(state, ball="H22"))
    assert acts(records) == ["B9!H22"]
    assert state.eye == "ASKING"
    squad = (*range(1, 12),)
    blue = dict(zip([f"B{n}" for n in squad], ["H2", *[f"{row}5" for row in "ABCDEFGIJK"]], strict=True))
    red = dict(zip([f"R{n}" for n in squad], ["H21", *[f"{row}18" for row in "ABCDEFGIJ"], "H11"], strict=True))
    half_way = seen({**blue, "R1": "H21"}, "H11", LYING)
    lined_up = seen({**blue, **red}, "H11", LYING)
    state, _, says = follow(state, half_way, half_way, half_way)
    assert says == []
    state, _, says = follow(state, lined_up, lined_up)
    assert says[0].text == "Lined up; Red kicks off"
    assert state.position is not None
    assert dict(state.position.pieces) == {**blue, **red}
    passed = seen({**blue, **red}, "H13", LYING)
    assert acts(follow(state, passed)[1]) == ["R11>H13"]


DUE = [
    # The ball was given to whoever tackled: both sides hold it won, and no dice are thrown for it any more.
    ("H13", {"R8": "H13", "B9": "H12"}, "B9xR8", {"ball": "H12"}, "H12", None),
    # The tackler was put elsewhere: the dice are due all the same.
    ("H13", {"R8": "H13", "B9": "H12"}, "B9xR8", {"B9": "A1"}, "H13", "tackle"),
    # The ball was put on another target: from there it moves on.
    ("H11", {}, "B9>H5", {"ball": "L5"}, "L5", "deviation"),
    ("H11", {}, "B9>H5", {"ball": "H5", "R4": "A10"}, "H5", "deviation"),
]


@pytest.mark.parametrize(("ball", "pieces", "act", "lies", "then", "due"), DUE)
def test_what_is_let_stand_while_dice_are_due(  # noqa: PLR0917 - a row of a table
    ball: str, pieces: dict[str, str], act: str, lies: dict[str, str], then: str, due: str | None
) -> None:
    state, _, _ = follow(under_way(ball=ball, pieces=pieces), TypedAction(act))
    state, _, _ = follow(state, *[table(state, **{"ball": ball, **lies})] * 6)
    state, records, says = follow(state, Accept())
    assert [type(record) for record in records] == [Corrected, Stated]
    assert state.position is not None
    assert state.position.ball == then
    assert (state.position.awaits.cause if state.position.awaits is not None else None) == due
    assert ("no dice are due" in says[0].text) == (due is None)
    looks = [table(state, **{"ball": then, **lies})] * 6
    assert [say.kind for say in follow(state, *looks)[2]] == []
    if due == "deviation":
        state, _, _ = follow(state, TypedRoll(Roll(faces=(1,))))
        assert state.position is not None
        assert state.position.ball == f"{then[0]}{int(then[1:]) + 1}"
