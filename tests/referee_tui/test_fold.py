"""From updates to the screen's state."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.board import shipped_board
from engine.games import load_ruleset
from engine.inference import Table
from engine.match import Position, Roll, Score
from engine.notation import parse_action
from engine.record.replay import Match
from engine.referee import (
    Accept,
    Answer,
    Confirm,
    Input,
    Say,
    TypedAction,
    TypedCorrection,
    TypedRoll,
    step,
    take_up,
)
from engine.ruleset import Ruling
from referee_tui.app.fold import fold
from referee_tui.app.match.call import call_of
from referee_tui.app.state import ScreenState
from referee_tui.following.lined_up import lined_up
from referee_tui.following.update import SessionUpdate
from referee_tui.texts import texts

RULES = load_ruleset("regista")
START = RULES.read_position({"pieces": {"B1": "H2", "B9": "H11", "R1": "H21", "R9": "H14"}, "ball": "H11"})
EMPTY = ScreenState(game="regista", board=shipped_board("regista-a2"), source="film.mp4")


def update(
    position: Position | None = START, *says: Say, t: float = 1.0, eye: str = "IN STEP", reason: str = ""
) -> SessionUpdate:
    return SessionUpdate(t=t, eye=eye, position=position, says=says, reason=reason)  # type: ignore[arg-type]  # a word


def table(**moved: str) -> Table:
    """Where things lie: as in START but for what is named."""
    return Table({**START.pieces, **{k: v for k, v in moved.items() if k != "ball"}}, moved.get("ball", "H11"))


def test_all_that_was_said_is_kept_in_order_with_its_tone() -> None:
    state = fold(RULES, EMPTY, update(START, Say("action", "one"), Say("illegal", "two"), t=3.0), table())
    state = fold(RULES, state, update(START, Say("ask", "three"), Say("note", "four"), t=4.0), table())
    assert [(line.t, line.text, line.tone) for line in state.lines] == [
        (3.0, "one", "legal"), (3.0, "two", "illegal"), (4.0, "three", "unsure"), (4.0, "four", "info"),
    ]  # fmt: skip


def alone(game: str) -> dict[str, Any]:
    """Blue's piece with the ball before a goal that nobody guards."""
    corner, space = {"soccer-chess": ("WA1", "EA15"), "soccer-fun": ("A1", "H22")}.get(game, ("A1", "H21"))
    return {"pieces": {"B9": space, "B2": corner, "R2": "EU30" if game == "soccer-chess" else "O1"}, "turn": "B"}


@pytest.mark.parametrize(
    ("game", "ball", "told"),
    [
        ("regista", "H21", [TypedAction("B9!H22")]),
        ("very-much", "H21", [TypedAction("B9>H23")]),
        ("soccer-fun", "H22", [TypedAction("B9*1"), TypedRoll(Roll(faces=(4,))), TypedAction("B9>E")]),
        ("soccer-chess", [790.0, 300.0], [TypedAction("B9!"), TypedAction("B9*"), TypedAction("ball@(830,300)")]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_goal_is_what_is_called_in_every_game(game: str, ball: object, told: list[Input]) -> None:
    rules = load_ruleset(game)
    referee = take_up(Match(rules.read_position({**alone(game), "ball": ball})))
    state = replace(EMPTY, game=game, board=rules.board)
    for t, given in enumerate(told, 1):
        outcome = step(rules, referee, given)
        referee = outcome.referee
        news = update(referee.position, *outcome.says, t=float(t), eye="ASKING", reason=referee.asked)
        state = fold(rules, state, news, referee.table)
    assert call_of(state, texts("match")).headline == "GOAL 1:0"


def test_half_time_and_the_end_are_told_as_such() -> None:
    rules = load_ruleset("regista", options={"length": "official"})
    heads = []
    for done in (14, 29):
        raw = {**lined_up(rules), "turn": "R", "restart": None, "placing": False, "half": 1 + done // 15}
        position = rules.read_position({**raw, "turns_done": {"B": done + 1, "R": done}})
        outcome = step(rules, take_up(Match(position)), TypedAction("end"))
        news = update(outcome.referee.position, *outcome.says, reason=outcome.referee.asked)
        heads.append(call_of(fold(rules, EMPTY, news, outcome.referee.table), texts("match")).headline)
    assert heads == ["HALF-TIME 0:0", "FULL TIME 0:0"]


def test_refused_entries_are_counted() -> None:
    state = fold(RULES, EMPTY, update(START, Say("refused", "no"), Say("illegal", "seen on the table")), table())
    state = fold(RULES, state, update(START, Say("note", "well"), t=2.0), table())
    assert state.refusals == 1
    assert fold(RULES, state, update(START, Say("refused", "no"), t=3.0), table()).refusals == 2


def test_what_is_said_of_an_undo_is_told_from_other_notes_also_while_something_can_still_be_done_again() -> None:
    def told(state: ScreenState, words: str, undo: str, redo: str) -> ScreenState:
        return fold(RULES, state, replace(update(START, Say("note", words)), undo=undo, redo=redo), table())

    state = told(EMPTY, "Corrected: B7 on G9", undo="B7 on G9", redo="")
    state = told(state, "B7 on G9 is taken back", undo="B9>H8", redo="B7 on G9")
    state = told(state, "B9>H8 is taken back", undo="", redo="B9>H8")
    state = told(state, "B9>H8 is done again", undo="B9>H8", redo="B7 on G9")
    state = told(state, "The camera is back", undo="B9>H8", redo="B7 on G9")
    assert [line.kind for line in state.lines] == ["note", "undone", "undone", "note", "note"]


def test_a_ruling_is_one_line_and_a_standing_request_is_not_repeated() -> None:
    says = (Say("roll", "Dice: 6"), Say("ruling", "The ball moves on to F16"), Say("ask", "Put the ball on F16"))
    state = fold(RULES, EMPTY, update(START, *says, eye="ASKING", reason="Put the ball on F16"), table())
    assert [line.text for line in state.lines] == ["Dice: 6 · The ball moves on to F16"]
    assert state.need == "Put the ball on F16"


def test_answers_to_a_question_that_holds_nothing_up_stay_until_something_else_is_said() -> None:
    answer = Answer("It is B7", (TypedCorrection("B7 H11"),))
    state = fold(
        RULES, EMPTY, update(START, Say("note", "Kick-off"), Say("ask", "B9?", "H11", answers=(answer,))), table()
    )
    assert state.answers == (answer,)
    state = fold(RULES, state, update(eye="HAND", t=2.0), table())
    assert state.answers == (answer,)
    urgent = Answer("Go on", (Confirm(),))
    assert fold(RULES, state, replace(update(t=3.0), answers=(urgent,)), table()).answers == (urgent,)
    assert fold(RULES, state, update(START, Say("action", "B9>H8"), t=3.0), table()).answers == ()


def test_the_counter_is_the_games_own() -> None:
    played = replace(START, turns_done=Score(5, 4))
    state = fold(RULES, EMPTY, update(played), table())
    assert state.count == RULES.counter(played)
    assert (state.count.turn, state.count.minutes) == (5, 12)


def test_a_pass_leaves_its_way_behind() -> None:
    before = fold(RULES, EMPTY, update(), table())
    after = fold(RULES, before, update(replace(START, ball="H8"), Say("action", "B9>H8")), table(ball="H8"))
    assert after.marks.trail == ("H11", "H10", "H9", "H8")
    later = fold(RULES, after, update(replace(START, ball="H8")), table(ball="H8"))
    assert later.marks.trail == after.marks.trail


def test_two_pieces_with_each_others_numbers_leave_none_nor_does_taking_that_back() -> None:
    before = fold(RULES, EMPTY, update(), table())
    swapped = replace(START, pieces={**START.pieces, "R1": "H14", "R9": "H21"})
    after = fold(RULES, before, update(swapped, Say("note", "Corrected: R1=R9")), table())
    assert after.marks.trail == ()
    assert fold(RULES, after, update(START, Say("note", "R1=R9 is taken back")), table()).marks.trail == ()


def test_a_goal_leaves_none_on_the_board_that_is_set_up_again() -> None:
    near = RULES.read_position({"pieces": {"B1": "H2", "B9": "H20"}, "ball": "H20"})
    before = fold(RULES, EMPTY, update(near), table(ball="H20"))
    shot = RULES.act(near, parse_action("B9!H22"))
    assert isinstance(shot, Ruling)
    scored = fold(RULES, before, update(shot.position, Say("goal", "Goal for Blue")), table(ball="H20"))
    assert scored.marks.trail == ()
    lined = replace(shot.position, pieces=START.pieces)
    assert fold(RULES, scored, update(lined, Say("note", "Lined up")), table()).marks.trail == ()


def test_a_new_line_up_leaves_none() -> None:
    before = fold(RULES, EMPTY, update(), table())
    moved = dict(zip(START.pieces, ("A1", "A2", "A3", "A4"), strict=True))
    after = fold(RULES, before, update(replace(START, pieces=moved), Say("goal", "Goal")), Table(moved, "H11"))
    assert after.marks.trail == ()


def test_what_the_rules_have_moved_is_wanted_until_the_table_shows_it() -> None:
    ruled = replace(START, ball="H12", pieces={**START.pieces, "R1": "G20"})
    state = fold(RULES, EMPTY, update(ruled), table())
    assert state.marks.wanted == {"R1": "G20", "ball": "H12"}
    state = fold(RULES, state, update(ruled), table(R1="G20", ball="H12"))
    assert state.marks.wanted == {}


def test_what_is_wrong_stands_until_table_and_match_agree() -> None:
    said = Say("illegal", "R9-H9 is not allowed", "H9")
    state = fold(RULES, EMPTY, update(START, said, eye="OUT OF STEP"), table())
    for eye in ("OUT OF STEP", "HAND", "SETTLING"):
        state = fold(RULES, state, update(eye=eye), table())
        assert state.need == "R9-H9 is not allowed"
        assert state.marks.doubtful == {"H9"}
        assert state.wrong == "illegal"
    state = fold(RULES, state, update(), table())
    assert (state.need, state.wrong) == ("", "")
    assert state.marks.doubtful == frozenset()


def test_what_both_let_stand_is_over_at_once_also_under_a_hand() -> None:
    stands = Answer("Let it stand", (Accept(),))
    wrong = update(START, Say("illegal", "too far"), eye="OUT OF STEP")
    state = fold(RULES, EMPTY, replace(wrong, answers=(stands,)), table())
    state = fold(RULES, state, replace(update(eye="HAND", t=2.0), answers=(stands,)), table())
    assert (state.need, state.wrong) == ("too far", "illegal")
    state = fold(RULES, state, update(START, Say("note", "Corrected: B9 on H8"), eye="HAND", t=3.0), table())
    assert (state.need, state.wrong) == ("", "")
    state = fold(RULES, state, update(eye="SETTLING", t=4.0), table())
    assert (state.need, state.wrong) == ("", "")


def test_why_nothing_could_be_read_is_over_once_the_board_is_found() -> None:
    sought = replace(update(None, eye="SETTLING", reason="the board is looked for"), unread=True)
    state = fold(RULES, EMPTY, sought, Table())
    assert (state.need, call_of(state, texts("match")).headline) == ("the board is looked for", "WAIT")
    state = fold(RULES, state, update(None, eye="SETTLING"), Table())
    assert (state.need, call_of(state, texts("match")).headline) == ("", "SET UP")


@pytest.mark.parametrize("eye", ["SETTLING", "HAND"])
def test_a_lost_camera_is_not_asked_for_any_more_once_its_pictures_come(eye: str) -> None:
    state = fold(RULES, EMPTY, update(eye="NO CAMERA", reason="cam: the camera is lost; check the cable"), table())
    assert state.need == "cam: the camera is lost; check the cable"
    state = fold(RULES, state, update(START, Say("note", "cam: pictures come again"), eye=eye, t=2.0), table())
    assert state.need == ""
    assert call_of(state, texts("match")).words == "cam: pictures come again"


@pytest.mark.parametrize("eye", ["SETTLING", "HAND", "OUT OF STEP"])
def test_what_was_wrong_before_the_camera_was_lost_is_wrong_still_when_it_is_back(eye: str) -> None:
    state = fold(RULES, EMPTY, update(START, Say("illegal", "too far"), eye="OUT OF STEP"), table())
    state = fold(RULES, state, update(eye="NO CAMERA", reason="cam: the camera is lost", t=2.0), table())
    state = fold(RULES, state, update(START, Say("note", "cam: pictures come again"), eye=eye, t=3.0), table())
    assert (state.need, state.wrong) == ("too far", "illegal")


def test_the_referees_own_request_comes_first() -> None:
    state = fold(RULES, EMPTY, update(eye="ASKING", reason="Roll the dice for the tackle: both"), table())
    assert state.need == "Roll the dice for the tackle: both"


@pytest.mark.parametrize("eye", ["SETTLING", "HAND"])
def test_dice_that_were_typed_are_asked_for_no_more_while_the_table_comes_to_rest(eye: str) -> None:
    state = fold(RULES, EMPTY, update(eye="ASKING", reason="Roll the dice for the tackle: both"), table())
    state = fold(
        RULES, state, update(START, Say("roll", "Dice for the tackle: Blue 6, Red 2"), eye=eye, t=2.0), table()
    )
    assert state.need == ""
    assert call_of(state, texts("match")).headline == "6 : 2"


def test_without_a_position_nothing_is_claimed() -> None:
    state = fold(RULES, EMPTY, update(None, eye="NO BOARD", reason="too dark"), Table())
    assert state.position is None
    assert state.marks.wanted == {}
    assert state.need == "too dark"


def test_chances_are_shown_where_dice_decide_and_not_where_they_only_count_steps() -> None:
    tackle = RULES.act(replace(START, pieces={**START.pieces, "R9": "H12"}, turn="R"), parse_action("R9xB9"))
    figures = load_ruleset("soccer-fun")
    announced = figures.act(figures.parse_position("1H2,9H11/1H22 H11 B 0-0 3-2"), parse_action("B9*2"))
    assert isinstance(tackle, Ruling)
    assert isinstance(announced, Ruling)
    assert fold(RULES, EMPTY, update(tackle.position), table()).chance.startswith("tackle: ")
    assert fold(figures, EMPTY, update(announced.position), table()).chance == ""
