"""The referee at a table where Soccer Fun is played: dice thrown, a figure or the ball moved, and what became of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from engine.games.soccer_fun.formations import formation, line_up
from engine.match import Roll
from engine.notation import parse_action
from engine.observation import Observation, Unsure
from engine.record.records import Corrected, Ruled
from engine.record.replay import Match, replay
from engine.referee import Accept, TypedAction, TypedRoll, Undo, answers, begin, take_up
from engine.referee.commit import stated
from tests.engine.fun_table import LYING, RULES, accused, done, follow, table, thrown, under_way

if TYPE_CHECKING:
    from engine.match import Team
    from engine.observation import Observation
    from engine.referee import Input, Referee
    from tests.engine.fun_table import Die

SIDES = "1H1,6J10,9L15/1H23,6C20,4L18"

FREE, B9_HOLDS = f"{SIDES} A5 B 0-0 0-0", f"{SIDES} L15 B 0-0 0-0"
SHOOTING = "1H1,6J10,9H20/1G23,6C20,4L18 H20 B 0-0 0-0"

# A position, then looks at the table, each seen until it is understood: dice thrown by a side, where the ball lies and
# which figures were put elsewhere. Last what is written down, and where the ball is by the rules.
Look = tuple[str, tuple[int, ...], str, dict[str, str]]
SEEN: list[tuple[str, list[Look], str, str | None]] = [
    # Moves: straight, with a bend, with dice thrown before the figure is touched, stopped by the ring.
    (FREE, [("B", (3, 4), "A5", {"B6": "J17"})], "B6*2 3,4 B6-J17", "A5"),
    (FREE, [("B", (3, 4), "A5", {"B6": "N13"})], "B6*2 3,4 B6-N13", "A5"),
    (FREE, [("B", (2,), "A5", {}), ("", (), "A5", {"B6": "J8"})], "B6*1 2 B6-J8", "A5"),
    (FREE, [("B", (6, 6, 6), "A5", {"B9": "C6"})], "B9*3 6,6,6 B9-C6", "A5"),
    # Onto the ring, and along it.
    (FREE, [("B", (6,), "A5", {"B6": "P10"})], "B6*1 6 B6-P10", "A5"),
    # Coming upon the ball: it runs on for what is left, one square at least.
    (f"{SIDES} J15 B 0-0 0-0", [("B", (6,), "J16", {"B6": "J15"})], "B6*1 6 B6-J11-J12-J13-J14-J15", "J16"),
    (f"{SIDES} J15 B 0-0 0-0", [("B", (5,), "J16", {"B6": "J15"})], "B6*1 5 B6-J11-J12-J13-J14-J15", "J16"),
    # The figure was put on the ball's square first, then the ball was moved on.
    (
        f"{SIDES} J15 B 0-0 0-0",
        [("B", (6, 2), "J15", {"B6": "J15"}), ("", (), "J18", {})],
        "B6*2 6,2 B6-J11-J12-J13-J14-J15",
        "J18",
    ),
    # It came round a corner: only where the ball went tells which way.
    ("1H1,6J10/1H23 H12 B 0-0 0-0", [("B", (4,), "G12", {"B6": "H12"})], "B6*1 4 B6-J11-J12-I12-H12", "G12"),
    ("1H1,6J10/1H23 H12 B 0-0 0-0", [("B", (4,), "F14", {"B6": "H12"})], "B6*1 4 B6-I11-H12", "F14"),
    # The holder kicks: free, onto a team-mate's square, into an opponent who sends it on.
    (B9_HOLDS, [("B", (2,), "L17", {})], "B9*1 2 B9>E", "L17"),
    (B9_HOLDS, [("B", (5,), "G10", {})], "B9*1 5 B9>NW", "G10"),
    ("1H1,6J13,9L15/1H23 L15 B 0-0 0-0", [("B", (2,), "J13", {})], "B9*1 2 B9>NW", "J13"),
    (B9_HOLDS, [("B", (6,), "I18", {})], "B9*1 6 B9>E =N", "I18"),
    (B9_HOLDS, [("B", (6,), "L18", {}), ("", (), "O18", {})], "B9*1 6 B9>E =S", "O18"),
    # Two deflections in a row.
    ("1H1,9L15,5I18/1H23,4L18 L15 B 0-0 0-0", [("B", (6, 2), "I16", {})], "B9*2 6,2 B9>E =N =W", "I16"),
    # Out over the touch line: the ball on the ring; or at once the taker with it.
    ("1H1,9B15/1H23,6C20 B15 B 0-0 0-0", [("B", (4,), "Z15", {})], "B9*1 4 B9>N", "Z15"),
    ("1H1,9B15/1H23,6C20 B15 B 0-0 0-0", [("B", (4,), "Z15", {"R6": "Z15"})], "B9*1 4 B9>N R6@Z15", "Z15"),
    (
        "1H1,9B15/1H23,6C20 B15 B 0-0 0-0",
        [("B", (4,), "Z15", {}), ("", (), "Z15", {"R6": "Z15"}), ("R", (3,), "C12", {})],
        "B9*1 4 B9>N R6@Z15 R6*1 3 R6>SW",
        "C12",
    ),
    # Over the goal line: goal kick with the ball where it crossed, aside, or given to the figure that stands there.
    ("1H1,9B20/1H23,6C20 B20 B 0-0 0-0", [("B", (4,), "B24", {})], "B9*1 4 B9>E", None),
    ("1H1,9B20/1H23,6C20 B20 B 0-0 0-0", [("B", (4,), "H23", {})], "B9*1 4 B9>E R1@H23", "H23"),
    (
        "1H1,9B20/1H23,6C20 B20 B 0-0 0-0",
        [("B", (4,), "B24", {}), ("", (), "P24", {}), ("", (), "F22", {"R6": "F22"})],
        "B9*1 4 B9>E R6@F22",
        "F22",
    ),
    # A corner off a defender.
    (
        "1H1,9B20/1H23,4B22 B20 B 0-0 0-0",
        [("B", (6,), "B22", {}), ("", (), "B24", {}), ("", (), "A23", {"B9": "A23"})],
        "B9*1 6 B9>E =E B9@A23",
        "A23",
    ),
    # A goal.
    (SHOOTING, [("B", (5,), "H24", {})], "B9*1 5 B9>E", None),
    # A figure makes room for the throw-in.
    (
        "1H1,9C15,5Z15/1H23,6C20 Z15 R 0-0 1-0 restart=throw_in@Z15 last=B9",
        [("", (), "Z15", {"B5": "A15"}), ("", (), "Z15", {"R6": "Z15"})],
        "B5@A15 R6@Z15",
        "Z15",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("line", "looks", "wanted", "rests"), SEEN)
def test_what_was_done_is_seen(line: str, looks: list[Look], wanted: str, rests: str | None) -> None:
    state = under_way(line)
    records, says, dice = [], [], LYING
    pieces = dict(state.position.pieces) if state.position is not None else {}
    for side, faces, ball, moved in looks:
        dice = thrown(side, *faces, before=dice) if side else dice
        pieces |= moved
        state, more, said = follow(state, [table(pieces, ball, dice)] * 4)
        records += more
        says += said
    assert done(records) == wanted, says
    assert not accused(records), says
    assert state.position is not None
    assert state.position.ball_space == rests
    start = stated(RULES, Match(RULES.parse_position(line)))
    assert replay(RULES, [start, *records]).position == state.position


AGAINST: list[tuple[str, Look, tuple[str, str], str]] = [
    # Side, holder, dice.
    (FREE, ("B", (3,), "A5", {"R6": "C17"}), ("R6-C17", "turn.side"), ""),
    (B9_HOLDS, ("B", (3,), "L15", {"B6": "J13"}), ("B6-J13", "play.holder"), ""),
    (B9_HOLDS, ("B", (3,), "L15", {"B9": "L12"}), ("B9-L12", "play.holder"), ""),
    (B9_HOLDS, ("B", (3,), "L12", {"B9": "L12"}), ("B9-L12", "play.holder"), ""),
    (FREE, ("B", (), "A5", {"B6": "J13"}), ("B6-J13", "dice.declared"), ""),
    (f"{SIDES} L18 B 0-0 0-0", ("B", (3,), "L17", {"R4": "L17"}), ("R4-L17", "turn.side"), ""),
    # The figure's way.
    (FREE, ("B", (4,), "A5", {"B6": "J15"}), ("B6-J15", "move.sum"), "exactly 4 squares, the sum of its dice, not"),
    (FREE, ("B", (2, 2), "A5", {"B6": "J13"}), ("B6-J13", "move.sum"), "not the 3 to J13"),
    ("1H3,6J3/1H23 A5 B 0-0 0-0", ("B", (4,), "A5", {"B1": "H0"}), ("B1-H0", "move.sum"), "not the 3 to H0"),
    ("1H4,6J3/1H23 A5 B 0-0 0-0", ("B", (4,), "A5", {"B1": "H0"}), ("B1-H0", "move.goal"), "H0 is a goal square"),
    # The ball's.
    (B9_HOLDS, ("B", (6,), "L17", {}), ("B9>E", "move.sum"), "B9's ball went 2 squares E, its dice show 6"),
    (B9_HOLDS, ("B", (1,), "J13", {}), ("B9>NW", "move.sum"), "went 2 squares NW, its dice show 1"),
    (
        f"{SIDES} J15 B 0-0 0-0",
        ("B", (6,), "J19", {"B6": "J15"}),
        ("B6-J11-J12-J13-J14-J15", "move.sum"),
        "kicks the ball on 1 square, what is left of its sum; it went 4",
    ),
    (
        f"{SIDES} J15 B 0-0 0-0",
        ("B", (6,), "I15", {"B6": "J15"}),
        ("B6-J11-J12-J13-J14-J15", "move.direction"),
        "as it came, E, not N",
    ),
    (f"{SIDES} J15 B 0-0 0-0", ("B", (3,), "J17", {"B6": "J15"}), ("B6-J15", "move.sum"), "not the 5 to J15"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "look", "wanted", "reason"), AGAINST)
def test_what_is_against_the_rules_is_named_and_nothing_is_written_down(
    line: str, look: Look, wanted: tuple[str, str], reason: str
) -> None:
    side, faces, ball, moved = look
    state = under_way(line)
    assert state.position is not None
    shown = table({**state.position.pieces, **moved}, ball, thrown(side, *faces))
    after, records, says = follow(state, [shown] * 4)
    assert accused(records) == [wanted], says
    assert done(records) == ""
    assert reason in says[-1].text
    assert (after.position, after.eye) == (state.position, "OUT OF STEP")


def look_of(state: Referee, ball: str, dice: tuple[Die, ...] = LYING, **moved: str) -> Observation:
    assert state.position is not None
    return table({**state.position.pieces, **moved}, ball, dice)


def test_an_act_against_the_rules_can_be_taken_back_and_the_same_dice_played_right() -> None:
    state = under_way(FREE)
    dice = thrown("B", 4)
    wrong, right = look_of(state, "A5", dice, B6="J15"), look_of(state, "A5", dice, B6="J14")
    state, records, says = follow(state, [wrong, wrong, wrong, look_of(state, "A5", dice), right, right])
    assert accused(records) == [("B6-J15", "move.sum")]
    assert "Taken back; play goes on" in [say.text for say in says]
    assert done(records) == "B6*1 4 B6-J14"


def test_one_key_says_that_the_die_was_read_wrongly_that_an_act_is_accused_by() -> None:
    state = under_way(FREE)
    played = look_of(state, "A5", thrown("B", 4), B6="J15")
    state, records, _ = follow(state, [played] * 3)
    assert accused(records) == [("B6-J15", "move.sum")]
    likely = answers(RULES, state)
    assert [answer.text for answer in likely] == [
        "A die was read wrongly: 5 in all",
        "Let it stand: both sides agree",
    ]
    state, records, _ = follow(state, [*likely[0].given, *[played] * 4])
    assert done(records) == "B6*1 5 B6-J15"
    # The die still looks like a 4, and nobody is told so again.
    assert not [record for record in records if isinstance(record, Ruled) and record.verdict != "legal"]
    assert state.eye == "IN STEP"


def test_both_sides_may_let_it_stand_and_the_turn_goes_over() -> None:
    state = under_way(FREE)
    dice = thrown("B", 4)
    wrong = look_of(state, "A5", dice, B6="J15")
    state, records, _ = follow(state, [wrong, wrong, wrong, Accept(), wrong, wrong])
    assert accused(records) == [("B6-J15", "move.sum")]
    assert [record.changes for record in records if isinstance(record, Corrected)]
    assert state.position is not None
    assert (state.position.pieces["B6"], state.position.turn, state.eye) == ("J15", "R", "IN STEP")
    # The dice that lie there are not Red's.
    state, records, _ = follow(state, [look_of(state, "A5", thrown("R", 2, before=dice), R6="C18")] * 2)
    assert done(records) == "R6*1 2 R6-C18"


def test_a_figure_that_goes_back_takes_its_move_back_and_its_dice_stand() -> None:
    state = under_way(FREE)
    dice = thrown("B", 3, 4)
    state, _, _ = follow(state, [look_of(state, "A5", dice, B6="J17")] * 2)
    state, records, says = follow(state, [look_of(state, "A5", dice, B6="J10")] * 3)
    assert says[-1].text == "B6-J17 taken back"
    assert RULES.write_position(state.position)["declared"] == {"by": "B6", "dice": 2, "sum": 7}  # type: ignore[arg-type]
    state, records, _ = follow(state, [look_of(state, "A5", dice, B6="N13")] * 2)
    assert done(records) == "B6-N13"


def test_a_ball_put_back_on_its_holder_takes_the_kick_back() -> None:
    state = under_way(B9_HOLDS)
    dice = thrown("B", 6)
    state, _, _ = follow(state, [look_of(state, "L18", dice)] * 2)
    assert state.eye == "ASKING"
    state, _, says = follow(state, [look_of(state, "L15", dice)] * 3)
    assert says[-1].text == "B9>E taken back"
    state, records, _ = follow(state, [look_of(state, "F15", dice)] * 3)
    assert done(records) == "B9>N"


def test_where_two_stories_fit_it_is_said_and_a_word_or_the_next_look_decides() -> None:
    state = under_way("1H1,6J10/1H23 K12 B 0-0 0-0")
    dice = thrown("B", 3)
    waiting = look_of(state, "K12", dice, B6="K12")
    asked, records, says = follow(state, [waiting] * 10)
    assert done(records) == "B6*1 3"
    assert says[-1].kind == "note"
    assert [answer.text for answer in says[-1].answers]
    assert says[-1].text.startswith("The ball does not stay on K12")
    told, records, says = follow(asked, [TypedAction("B6-J11-K12")])
    assert done(records) == "B6-J11-K12", says
    assert says[-1].text == "Put B6 on K12, the ball on L13"
    seen, records, _ = follow(asked, [look_of(state, "L13", dice, B6="K12")] * 3)
    assert done(records) == "B6-J11-K12"
    assert seen.position == told.position


def test_dice_that_nobody_sees_are_asked_for_and_can_be_typed() -> None:
    state = under_way(FREE, dice=())
    look = look_of(state, "A5", (), B6="J17")
    state, records, says = follow(state, [look] * 4)
    assert not accused(records)
    assert says[-1].text.startswith("B6 was played and no dice are seen")
    state, records, says = follow(state, [TypedAction("B6*2"), TypedRoll(Roll(duel=(3, 4))), look, look])
    assert done(records) == "B6*2 3,4 B6-J17", says


@pytest.mark.parametrize("trouble", ["unsure", "gone"])
def test_a_sum_that_is_not_known_for_certain_accuses_nobody(trouble: str) -> None:
    state = under_way(FREE)
    look = look_of(state, "A5", thrown("B", 3), B6="J17")
    if trouble == "unsure":
        look = replace(look, unsure=(Unsure("die", None, "glare"),))
    else:
        look = replace(look, dice=tuple(die for die in look.dice if die.value != 2))
    _, records, says = follow(state, [look] * 4)
    assert not accused(records)
    why = {"unsure": "a die cannot be read", "gone": "a die that lay there is not seen"}[trouble]
    assert says[-1].text == f"B6 was played and {why}: type its dice (B6*2, then dice 3 4), or take it back"


def test_dice_may_be_declared_aloud_and_seen() -> None:
    state = under_way(FREE)
    dice = thrown("B", 3, 4)
    state, records, _ = follow(state, [TypedAction("B6*2"), look_of(state, "A5", dice)])
    assert done(records) == "B6*2 3,4"
    _, records, _ = follow(state, [look_of(state, "A5", dice, B9="L8")] * 4)
    assert accused(records) == [("B9-L8", "dice.declared")]


def test_typed_dice_are_not_thrown_a_second_time() -> None:
    state = under_way(FREE)
    lying = look_of(state, "A5", thrown("B", 3, 4))
    words: list[Input] = [lying, TypedAction("B6*2"), TypedRoll(Roll(faces=(3, 4))), TypedAction("B6-J17")]
    state, records, says = follow(state, words)
    assert done(records) == "B6*2 3,4 B6-J17", says
    state, records, _ = follow(state, [look_of(state, "A5", thrown("B", 3, 4), R6="C18")] * 4)
    assert accused(records) == [("R6-C18", "dice.declared")]


def test_a_die_that_cannot_be_read_is_asked_for_where_no_face_leads_there() -> None:
    state = under_way(FREE)
    dice = thrown("B", 3, None)
    state, records, says = follow(state, [look_of(state, "A5", dice)] * 9)
    assert not says
    state, records, says = follow(state, [look_of(state, "A5", dice, B6="J20")] * 4)
    assert says[-1].text.startswith("The blue die cannot be read: throw it again, or type")
    again = thrown("B", 3, 2)
    state, records, _ = follow(state, [look_of(state, "A5", again), look_of(state, "A5", again, B6="J15")])
    assert done(records) == "B6*2 3,2 B6-J15"


@pytest.mark.parametrize(
    ("confidence", "told", "act"), [(0.98, [("B6-J15", "move.sum")], ""), (0.7, [], "B6*1 5 B6-J15")]
)
def test_dice_that_are_not_read_for_certain_accuse_nobody(
    confidence: float, told: list[tuple[str, str]], act: str
) -> None:
    state = under_way(FREE)
    look = look_of(state, "A5", thrown("B", 4), B6="J15")
    look = replace(look, dice=tuple(replace(die, confidence=confidence) for die in look.dice))
    _, records, _ = follow(state, [look] * 4)
    assert accused(records) == told
    assert done(records) == act


def test_dice_of_both_colours_may_be_taken() -> None:
    state = under_way(FREE)
    dice = thrown("R", 5, before=thrown("B", 3))
    state, records, _ = follow(state, [look_of(state, "A5", dice, B6="J18")] * 2)
    assert done(records) == "B6*2 3,5 B6-J18"


def test_dice_of_no_team_may_be_taken() -> None:
    lying: tuple[Die, ...] = tuple((None, face, 60.0 + 20 * face, 280.0) for face in (1, 2, 3))
    state = under_way(FREE, dice=lying)
    after: tuple[Die, ...] = ((None, 4, 160.0, 300.0), lying[1], (None, 4, 190.0, 295.0))
    _, records, _ = follow(state, [look_of(state, "A5", after, B6="J18")] * 2)
    assert done(records) == "B6*2 4,4 B6-J18"


def set_up(kicks_off: Team) -> tuple[dict[str, str], str]:
    pieces = line_up(formation("4-4-2"), formation("3-4-3"), kicks_off=kicks_off)
    return pieces, pieces[f"{kicks_off}9"]


@pytest.mark.parametrize("side", ["B", "R"])
def test_a_match_begins_with_the_ball_on_a_figure_next_to_the_centre(side: Team) -> None:
    pieces, ball = set_up(side)
    look = table(pieces, ball)
    state, records, says = follow(begin(), [look] * 3)
    assert [say.text for say in says] == [f"Kick-off by {'Blue' if side == 'B' else 'Red'}"]
    assert state.position is not None
    assert (state.position.restart, state.position.placing, state.position.turn) == ("kick_off", True, side)
    kicked = {"B": "G9", "R": "H15"}[side]
    state, records, _ = follow(state, [table(pieces, kicked, thrown(side, 2))] * 2)
    assert done(records) == f"{side}9*1 2 {side}9>{'W' if side == 'B' else 'E'}"


def test_the_number_under_the_ball_at_a_kick_off_is_the_one_that_is_left() -> None:
    pieces, ball = set_up("B")
    look = table(pieces, ball)
    hidden = replace(look, pieces=tuple(replace(p, number=None) if p.piece == "B9" else p for p in look.pieces))
    state, _, says = follow(begin(), [hidden] * 3)
    assert [say.text for say in says] == ["Kick-off by Blue"]
    assert state.position is not None
    assert state.position.pieces == pieces


WRONG_LINE_UPS: list[tuple[dict[str, str | None], str]] = [
    ({"R4": "H9"}, "setup.half"),
    ({"R4": "H12"}, "setup.half"),
    ({"B1": "H6"}, "setup.keeper"),
    ({"B10": "P10"}, "setup.half"),
    ({"R11": None}, "setup.count"),
]


@pytest.mark.parametrize(("changes", "rule"), WRONG_LINE_UPS)
def test_a_line_up_against_the_rules_is_named_and_can_be_mended(changes: dict[str, str | None], rule: str) -> None:
    right, ball = set_up("B")
    wrong = {piece: space for piece, space in {**right, **changes}.items() if space is not None}
    state, records, says = follow(begin(), [table(wrong, ball)] * 3)
    assert [record.rule for record in records if isinstance(record, Ruled)] == [rule], says
    state, records, _ = follow(state, [table(right, ball)] * 3)
    assert done(records) == " ".join(f"{piece}@{right[piece]}" for piece in changes)
    state, records, _ = follow(state, [table(right, "G9", thrown("B", 2))] * 3)
    assert done(records) == "B9*1 2 B9>W"


def test_after_a_goal_both_sides_line_up_anew_and_are_checked() -> None:
    state = take_up(Match(RULES.parse_position("-/- - R 1-0 3-2 restart=kick_off placing")))
    right, ball = set_up("R")
    partly = {piece: space for piece, space in right.items() if piece != "R3"}
    state, records, says = follow(state, [table(partly, ball)] * 6)
    assert done(records) == ""
    assert says[-1].text == "Place the pieces for the kick-off; Red kicks off from the middle"
    state, records, says = follow(state, [table({**right, "B4": "K15"}, ball)] * 6)
    assert done(records) == ""
    assert says[-1].text == (
        "The line-up: K15 is not in Blue's half, where B4 belongs (setup.half). Put it right, or both accept"
    )
    state, records, says = follow(state, [table(right, ball)] * 3)
    assert sorted(done(records).split()) == sorted([*(f"{p}@{s}" for p, s in right.items()), f"ball@{ball}"])
    assert says[-1].text == "Lined up; Red kicks off"
    _, records, _ = follow(state, [table(right, "H16", thrown("R", 3))] * 2)
    assert done(records) == "R9*1 3 R9>E"


def test_numbers_that_cannot_be_read_once_all_stand_after_a_goal_are_asked_for() -> None:
    shooting = "1H1,2C4,9H19/1G23,3F3,6C20 H19 B 0-0 0-0"
    goal = [TypedAction("B9*1"), TypedRoll(Roll(faces=(5,))), TypedAction("B9>E")]
    state, _, _ = follow(under_way(shooting), goal)
    assert state.position is not None
    assert state.position.placing
    left = {"B1": "H1", "B2": "C4", "B9": "H19", "R1": "G23", "R3": "F3", "R6": "C20"}
    lying = table(left, "H24")
    lying = replace(lying, pieces=tuple(replace(p, number=None) if p.team == "B" else p for p in lying.pieces))
    state, _, says = follow(state, [lying] * 10)
    assert not [said for said in says if "cannot be read" in said.text], "nobody has begun to set up"
    stand = table({"B1": "H1", "B2": "D4", "B9": "G10", "R1": "H23", "R3": "F18", "R6": "G11"}, "G11")

    def unread(*pieces: str, gone: str = "") -> Observation:
        discs = (replace(p, number=None) if p.piece in pieces else p for p in stand.pieces if p.piece != gone)
        return replace(stand, pieces=tuple(discs))

    state, _, says = follow(state, [unread("B1", "B2", gone="R3")] * 10)
    assert not [said for said in says if "cannot be read" in said.text], "one is still being put down"
    _, _, says = follow(state, [unread("B1", "B2")] * 6)
    assert says[-1].text.startswith("The number of the disc on H1 cannot be read")


def test_an_unseen_turn_in_the_middle_of_a_match_belongs_to_whoever_acts_first() -> None:
    pieces = {"B1": "H1", "B6": "J10", "R1": "H23", "R6": "C20"}
    state, _, says = follow(begin(), [table(pieces, "A5")] * 3)
    assert "taken up as it stands" in says[0].text
    state, records, _ = follow(state, [table({**pieces, "R6": "C17"}, "A5", thrown("R", 3))] * 2)
    assert done(records) == "R6*1 3 R6-C17"
    assert state.position is not None
    assert state.position.turn == "B"


def test_words_take_an_act_back() -> None:
    state = under_way(B9_HOLDS)
    state, _, _ = follow(state, [look_of(state, "L17", thrown("B", 2))])
    state, _, says = follow(state, [Undo()])
    assert says[0].text == "B9>E is taken back"


def test_a_figure_put_on_the_balls_square_is_not_asked_about_while_players_think() -> None:
    before = under_way("1H1,6J10/1H23 H12 B 0-0 0-0")
    dice = thrown("B", 4)
    assert before.position is not None
    spaces = {**before.position.pieces, "B6": "H12"}
    state, records, says = follow(before, [table(spaces, "H12", dice)] * 6)
    assert done(records) == "B6*1 4"
    assert not [say for say in says if say.kind == "ask"]
    state, records, _ = follow(state, [table(spaces, "F14", dice)] * 3)
    assert done(records) == "B6-I11-H12"


@pytest.mark.parametrize("way", ["B5-F17-F18", "B5-F16-F17-F18"])
def test_of_two_ways_that_send_the_ball_the_same_what_is_left_of_its_run_tells(way: str) -> None:
    before = under_way("1H1,5G17/1H23,8F21 F18 B 0-0 0-0")
    dice = thrown("B", 4, 4, 4)
    position = before.position
    assert position is not None
    spaces = {**position.pieces, "B5": "F18"}
    state, records, says = follow(before, [table(spaces, "F21", dice)] * 12)
    assert state.position is not None
    assert state.position.awaits is not None
    assert state.position.awaits.cause == "deflection"
    assert not [say for say in says if say.text.startswith("Was it")]
    for done_so in ("B5*3", Roll(faces=(4, 4, 4)), way, "=SW"):
        verdict = (
            RULES.roll(position, done_so) if isinstance(done_so, Roll) else RULES.act(position, parse_action(done_so))
        )
        assert verdict, verdict
        position = verdict.position
    state, records, _ = follow(state, [table(spaces, position.ball_space, dice)] * 4)
    assert not accused(records)
    assert state.position == position


def test_after_the_last_goal_the_table_may_be_cleared() -> None:
    state = under_way("9H22,6J10,1H1/1C23,6C20,2B2 H22 B 2-0 3-3")
    assert state.position is not None
    dice = thrown("B", 3)
    state, records, says = follow(state, [look_of(state, "H24", dice)] * 3)
    assert done(records) == "B9*1 3 B9>E"
    assert [say.text for say in says][-2:] == ["Goal for Blue", "Full time"]
    pieces = {"B9": "H22", "B6": "J10", "R6": "C20"}
    for cleared in (table(pieces, "H24", dice), table({"B6": "J10"}, "A5", dice), table({}, None, dice)):
        state, records, says = follow(state, [cleared] * 10)
        assert (records, says, state.eye) == ([], [], "IN STEP")


def test_dice_that_were_not_read_are_asked_for_before_a_ball_is_sent_on_by_them_again() -> None:
    state = under_way("1H8,2A7,8Z13,9A11/1M5,8A14 Z13 B 0-0 3-4 restart=throw_in@Z13 last=R8 taker=B8")
    dice = thrown("B", 2, 6, None)
    state, records, says = follow(
        state, [look_of(state, ball, dice) for ball in ("Z13", "A14", "A11") for _ in range(10)]
    )
    assert done(records) == "B8*3 2,6,1 B8>SE"
    assert says[-1].text.startswith("How far the ball is sent on hangs on dice that could not be read")
    shown = {answer.text: answer for answer in answers(RULES, state)}
    assert list(shown) == ["2, 6, 1", "2, 6, 2", "2, 6, 3", "2, 6, 4", "2, 6, 5", "2, 6, 6"]
    state, _, says = follow(state, shown["2, 6, 6"].given)
    assert not [said for said in says if said.kind == "refused"]
    assert RULES.format_position(state.position).endswith("awaits=deflection:B9:10:W")
