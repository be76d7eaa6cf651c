"""The panel's words, and corrections on the board, as pure functions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import shipped_board
from engine.inference import Table
from engine.match import Pending, Position, Score
from engine.referee import Accept, Answer, LineUp
from engine.referee.words import request
from engine.ruleset import Counter
from referee_tui.app.big import LINES, big, big_width
from referee_tui.app.board_view import Drawing, Marks, space_at
from referee_tui.app.match import correcting
from referee_tui.app.match.call import Call, Dice, call_of, dice_awaited, earlier_than
from referee_tui.app.match.call_text import call_text
from referee_tui.app.match.correcting import Finger
from referee_tui.app.state import Line, ScreenState
from referee_tui.texts import texts

if TYPE_CHECKING:
    from engine.referee.values import Eye
    from referee_tui.app.match.correcting import Way

BOARD = shipped_board("regista-a2")
BOARDS = [shipped_board(name) for name in ("regista-a2", "very-much-b3", "soccer-chess", "soccer-fun-a3")]
SAY = texts("match")
POSITION = Position(pieces={"B7": "H10", "B10": "C5", "R9": "H14"}, ball="H10", turn="R", score=Score(2, 1))
CALM = ScreenState(game="regista", board=BOARD, source="film", position=POSITION, eye="IN STEP", t=20.0)
ACT = Line(4.0, "B9>H8 · B9 has the ball", "legal", "action")
GOAL = Line(18.0, "Dice for the shot: Blue 5, Red 2 · Goal for Blue", "legal", "goal")
HALF = Line(18.0, "End of the turn · Half-time · Kick-off for Red", "legal", "half_time")
FULL = Line(18.0, "End of the turn · Full time", "legal", "full_time")
LINED_UP = Answer("Line up both sides as at the start", (LineUp(),))
DUEL = Line(4.0, "Dice for the tackle: Blue 5, Red 2 · B7 has the ball", "legal", "roll")
IN_GERMAN = replace(DUEL, text="Würfel, Attacke: Blau 5, Rot 2 · B7 hat den Ball")
FACES = Line(4.0, "Dice for the kick: 3, 4", "legal", "roll")
REFUSED = Line(19.0, "B7-H99: H99 is no space", "illegal", "refused")
WRONG = "R7-C11 is not allowed: C11 is 4 spaces from C15 (move.range). Take it back, or both accept"
TOO_FAR = "R7-C11: C11 is 4 spaces from C15 (move.range). Take it back, or both accept"
AGAINST = Line(5.0, WRONG, "illegal", "illegal", "move.range")
MENDED = Line(6.0, "Taken back; play goes on")
BACK = Line(6.0, "B9>H8 is taken back", kind="undone")
ACTS = ("B7-H10", "B7~H10", "B9>H14", "B4xR9")
EXAMPLES = "Type what is done: t, then for example B7-H10, B7~H10, B9>H14"
WANTED = Marks(wanted={"B7": "H9"})
STANDS = Answer("Let it stand", (Accept(),))
ROLL = replace(POSITION, awaits=Pending("roll", "shot", None, {"B": 1, "R": 1}, "B9"))
ONE_DIE = replace(POSITION, awaits=Pending("roll", "deviation", "B", 1, "B9"))
CHOICE = replace(POSITION, awaits=Pending("choice", "flick", "B", None, "B9"))


def test_a_pause_leaves_the_question_and_its_answers_in_sight() -> None:
    call = call_of(replace(CALM, eye="PAUSED", need="Was it a or b?", answers=(STANDS,)), SAY)
    assert (call.headline, call.words) == ("PAUSED", "Nothing is read. p goes on")
    assert call.asks == "Was it a or b?"
    assert call.answers == (STANDS.text,)


def test_what_is_taken_back_is_said_above_what_is_asked_unless_that_says_so() -> None:
    asked = replace(CALM, lines=(ACT, BACK), need="Roll the dice", position=ROLL, eye="ASKING", redo="B9>H8")
    call = call_of(asked, SAY)
    assert (call.headline, call.words, call.asks) == ("ROLL", BACK.text, "Roll the dice")
    held = call_of(replace(asked, need=BACK.text, position=POSITION, held=True), SAY)
    assert (held.headline, held.words, held.asks) == ("TAKEN BACK", BACK.text, "")


def test_what_is_refused_while_nothing_is_read_is_said_until_it_was_seen() -> None:
    paused = replace(CALM, eye="PAUSED", lines=(ACT, REFUSED))
    call = call_of(paused, SAY)
    assert (call.headline, call.words, call.asks) == ("NO", REFUSED.text, "Nothing is read. p goes on")
    assert call_of(paused, SAY, refusal_seen=True).headline == "PAUSED"


@pytest.mark.parametrize(
    ("state", "headline", "words"),
    [
        (CALM, "KICK-OFF", "Nothing has happened yet"),
        (replace(CALM, lines=(ACT,)), "B9>H8", "B9 has the ball"),
        (replace(CALM, lines=(replace(ACT, text="ball@(301.5,211.2) · B6 has the ball"),)),
         "B6 has the ball", "ball@(301.5,211.2)"),
        (replace(CALM, lines=(replace(ACT, text="ball@(301.5,211.2)"),)), "ball@(301.5,211.2)", ""),
        (replace(CALM, lines=(ACT, Line(5.0, "Play goes on"))), "B9>H8", "B9 has the ball"),
        (replace(CALM, lines=(DUEL,)), "5 : 2",
         DUEL.text),
        (replace(CALM, lines=(IN_GERMAN,)), "5 : 2", IN_GERMAN.text),
        (replace(CALM, lines=(FACES,)), "3 4", FACES.text),
        (replace(CALM, lines=(ACT, HALF), need="Place the pieces"), "HALF-TIME 2:1", HALF.text),
        (replace(CALM, lines=(ACT, HALF), need="Place the pieces", t=60.0, answers=(LINED_UP,)),
         "KICK-OFF", "Place the pieces"),
        (replace(CALM, lines=(ACT, FULL), t=60.0, count=Counter(over=True)), "FULL TIME 2:1", FULL.text),
        (replace(CALM, lines=(), t=60.0, count=Counter(over=True)), "FULL TIME 2:1", "the match is over"),
        (replace(CALM, lines=(GOAL,), need="Place the pieces"), "GOAL 2:1", GOAL.text),
        (replace(CALM, lines=(GOAL,), need="Place the pieces", t=60.0), "PUT", "Place the pieces"),
        (replace(CALM, lines=(ACT, REFUSED), need="Roll"), "NO", REFUSED.text),
        (replace(CALM, need=WRONG, wrong="illegal", eye="OUT OF STEP"), "NOT ALLOWED", TOO_FAR),
        (replace(CALM, need=WRONG, wrong="illegal", eye="HAND", answers=(STANDS,)), "NOT ALLOWED", TOO_FAR),
        (replace(CALM, lines=(ACT, AGAINST, MENDED)), "PLAY ON", MENDED.text),
        (replace(CALM, lines=(ACT, BACK), redo="B9>H8"), "TAKEN BACK", BACK.text),
        # Gone on with: what was taken back was done before this log's last part.
        (replace(CALM, lines=(BACK,), redo="B9>H8"), "TAKEN BACK", BACK.text),
        (replace(CALM, lines=(ACT, BACK, Line(7.0, "Corrected: B7 on H9")), redo="B9>H8"), "", "Corrected: B7 on H9"),
        (replace(CALM, lines=(ACT, replace(BACK, t=18.0))), "", BACK.text),
        (replace(CALM, lines=(ACT, AGAINST)), "NOT ALLOWED", TOO_FAR),
        (replace(CALM, need="B7 is on H9", wrong="out_of_step", eye="OUT OF STEP"), "OUT OF STEP", "B7 is on H9"),
        (replace(CALM, need="B7-H9 is taken back", held=True, eye="ASKING"), "TAKEN BACK", "B7-H9 is taken back"),
        (replace(CALM, need="it is looked for", unread=True, eye="SETTLING"), "WAIT", "it is looked for"),
        (replace(CALM, need="Put B7 on H9", unread=True, marks=WANTED), "PUT", "Put B7 on H9"),
        (replace(CALM, need="Kick-off next", position=replace(POSITION, restart="kick_off")),
         "KICK-OFF", "Kick-off next"),
        (replace(CALM, need="Put it right", position=None, eye="ASKING"), "SET UP", "Put it right"),
        (replace(CALM, need="Roll the dice", position=ROLL, eye="ASKING"), "ROLL", "Roll the dice"),
        # Both dice were seen, and decide nothing: the same throw is awaited once more.
        (replace(CALM, lines=(ACT, DUEL), need="Roll the dice", position=ROLL, eye="ASKING"),
         "5 : 2  ROLL AGAIN", "Roll the dice"),
        (replace(CALM, lines=(ACT, IN_GERMAN), need="Roll the dice", position=ROLL, eye="ASKING"),
         "5 : 2  ROLL AGAIN", "Roll the dice"),
        (replace(CALM, lines=(ACT, FACES), need="Roll the dice", position=ROLL, eye="ASKING"), "ROLL", "Roll the dice"),
        (replace(CALM, lines=(DUEL, BACK), need="Roll the dice", position=ROLL, eye="ASKING"), "ROLL", "Roll the dice"),
        (replace(CALM, need="Blue: where", position=CHOICE, eye="ASKING"), "CHOOSE", "Blue: where"),
        (replace(CALM, need="Was it a or b?", answers=(STANDS,), eye="ASKING"), "WHICH ?", "Was it a or b?"),
        (replace(CALM, need="it is unplugged", eye="NO CAMERA"), "NO CAMERA", "it is unplugged"),
        (replace(CALM, eye="NO BOARD", position=None), "NO BOARD", "the board is not in sight"),
        (replace(CALM, eye="PAUSED", need="whatever"), "PAUSED", "Nothing is read. p goes on"),
        (replace(CALM, over=True, log="a.jsonl"), "THE END", "The recording has ended. q leaves; the log is a.jsonl"),
        (replace(CALM, lines=(GOAL,), over=True), "GOAL 2:1", GOAL.text),
        (replace(CALM, lines=(GOAL,), over=True, t=60.0), "THE END", SAY("over", log="")),
        (replace(CALM, position=None, eye="SETTLING"), "SET UP", SAY("waiting")),
        (replace(CALM, by_hand=True, acts=ACTS), "KICK-OFF", "Type what is done: t, then for example B7-H10"),
        (replace(CALM, by_hand=True, undo="B9>H8", acts=ACTS), "PLAY ON", EXAMPLES),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 15 else "",
)  # fmt: skip
def test_the_most_pressing_thing_is_called(state: ScreenState, headline: str, words: str) -> None:
    call = call_of(state, SAY, dice_awaited(state.position.awaits if state.position else None))
    assert (call.headline, call.words) == (headline, words)


@pytest.mark.parametrize("eye", ["NO CAMERA", "NO BOARD"])
def test_what_the_answers_are_to_stands_above_them_while_the_table_is_not_seen(eye: Eye) -> None:
    lost = replace(CALM, lines=(ACT, AGAINST), wrong="illegal", need="it is lost", eye=eye, answers=(STANDS,))
    call = call_of(lost, SAY)
    assert (call.headline, call.words) == (eye, "it is lost")
    assert (call.asks, call.answers) == (AGAINST.text, (STANDS.text,))
    mended = call_of(replace(lost, wrong="", answers=()), SAY)
    assert (mended.words, mended.asks) == ("it is lost", "")


def test_a_film_that_ends_with_a_goal_shows_it_and_says_that_it_has_ended() -> None:
    call = call_of(replace(CALM, lines=(GOAL,), over=True, log="a.jsonl"), SAY)
    assert call.more == ("The recording has ended. q leaves; the log is a.jsonl",)


def test_what_can_be_answered_to_a_goal_that_was_typed_is_offered_with_it() -> None:
    placing = replace(POSITION, restart="kick_off", placing=True)
    call = call_of(replace(CALM, lines=(GOAL,), position=placing, by_hand=True, answers=(LINED_UP,)), SAY)
    assert (call.headline, call.words) == ("GOAL 2:1", GOAL.text)
    assert call.answers == (LINED_UP.text,)


def test_a_throw_says_its_chances_and_how_its_faces_are_typed() -> None:
    state = replace(CALM, need="Roll the dice", position=ROLL, eye="ASKING", chance="shot: goal 72 %, save 28 %")
    call = call_of(state, SAY, dice_awaited(ROLL.awaits))
    assert call.more == ("shot: goal 72 %, save 28 %", "Type the faces: blue, then red. m lets the machine roll")
    assert call_of(state, SAY, Dice(2, duel=True, faces=(5,))).headline == "5 : _"
    assert call_of(state, SAY, dice_awaited(ONE_DIE.awaits)).more[1].startswith("Type the faces: 1 to 6")


def test_what_is_asked_is_asked_still_below_a_refusal_however_long_it_is() -> None:
    refused = replace(REFUSED, text="end is not taken yet: " + "the dice for the deviation come first " * 6)
    asked = replace(CALM, need="Roll the die", position=ONE_DIE, eye="ASKING", lines=(ACT, refused), chance="on 5 %")
    dice = dice_awaited(ONE_DIE.awaits)
    for height in (3, 4, 8):
        lines = call_text(call_of(asked, SAY, dice), 80, height).plain.split("\n")
        assert len(lines) <= height
        assert "NO" in lines[0] or height >= 8
        assert lines[-1].split() == ["1", "2", "3", "4", "5", "6", "m"]
        assert any("Roll the die" in line for line in lines)
    assert call_of(asked, SAY, dice, refusal_seen=True).headline == "ROLL"
    assert call_of(asked, SAY, Dice(2, duel=True, faces=(5,))).headline == "5 : _"


def test_answers_stay_in_sight_however_little_room_there_is() -> None:
    answers = ("Go on", "Do B7-H10 again")
    call = Call("TAKEN BACK", "unsure", "B7-H10 is taken back. Put B7 on H11; or say go on " * 4, answers)
    for width, height in ((80, 4), (80, 3), (48, 8), (60, 20)):
        lines = call_text(call, width, height).plain.split("\n")
        assert len(lines) <= height
        assert all(len(line) <= width for line in lines)
        shown = "\n".join(lines)
        assert all(f" {number}  {answer}" in shown for number, answer in enumerate(answers, 1))


def test_nine_long_answers_are_cut_to_the_room_that_there_is() -> None:
    call = Call("WHICH ?", "unsure", "Which?", tuple(f"B{n}>NE (along the ground, north-east)" for n in range(1, 10)))
    lines = call_text(call, 80, 4).plain.split("\n")
    assert len(lines) <= 4
    assert "1  B1>NE" in "\n".join(lines)
    assert all(f" {n}  B{n}>NE" in call_text(call, 100, 12).plain for n in range(1, 10))


def test_what_is_cut_shows_that_it_goes_on_and_what_fits_does_not() -> None:
    words = "With points: Blue 6, Red 4 and B9 has the ball; " * 9
    *_, last = call_text(Call("TACKLE", "legal", words), 80, 4).plain.splitlines()
    assert last.endswith("…")
    assert len(last) <= 80
    earlier = replace(ACT, text="B9 has the ball and " * 6)
    *_, last = call_text(Call("B9>H8", "legal", "short"), 80, 2, [earlier]).plain.splitlines()
    assert last.endswith("…")
    assert len(last) <= 80
    asked = Call("WHICH ?", "unsure", "Which?", ("B9 moved to H10 and passed it on " * 4,))
    first, *_ = call_text(Call("WHICH ?", "unsure", "Which was it? " * 9, ("a", "b")), 80, 2).plain.splitlines()
    assert first.rstrip().endswith("…")
    assert call_text(asked, 80, 3).plain.rstrip().endswith("…")
    assert "…" not in call_text(Call("B9>H8", "legal", "B8 has the ball", ("Go on",)), 80, 4, [ACT]).plain


def test_with_room_the_headline_is_large_without_it_is_still_there() -> None:
    call = Call("NOT ALLOWED", "illegal", "R7-C11: too far")
    assert all(line in call_text(call, 80, 8).plain for line in big("NOT ALLOWED"))
    assert call_text(call, 80, 4).plain.startswith(" ✗ NOT ALLOWED  R7-C11: too far")
    assert "NOT ALLOWED" in call_text(call, 30, 8).plain


def test_lines_that_are_left_show_what_was_ruled_before_and_answers_come_first() -> None:
    call = Call("B9>H8", "legal", "B9 has the ball")
    assert "earlier" in call_text(call, 80, 4, [replace(ACT, text="earlier")]).plain
    assert "earlier" not in call_text(replace(call, answers=("a",)), 80, 4, [replace(ACT, text="earlier")]).plain


@pytest.mark.parametrize("kind", ["flick", "rebound", "deflection", "header"])
def test_a_choice_is_asked_in_one_line_above_its_answers(kind: str) -> None:
    awaits = Pending("choice", kind, "R", None, "R11", {"squares": 13})
    position = replace(POSITION, awaits=awaits)
    asked = request(position, Table(position.pieces, position.ball_space))
    ways = (
        "E (east)",
        "SE (south-east)",
        "S (south)",
        "SW (south-west)",
        "NW (north-west)",
        "N (north)",
        "NE (north-east)",
    )
    answers = tuple(Answer(f"={way}", (Accept(),)) for way in ways)
    call = call_of(replace(CALM, need=asked, position=position, answers=answers), SAY)
    first, *rest = call_text(call, 80, 4).plain.split("\n")
    assert first.rstrip() == f" ? CHOOSE  {asked}"
    assert "7" in "".join(rest)


def test_the_dice_are_shown_below_what_has_to_be_put_down_after_them() -> None:
    state = replace(CALM, lines=(ACT, DUEL), need="Put the ball on H10")
    call = call_of(state, SAY)
    assert call.headline == "PUT"
    assert earlier_than(call, state) == (ACT, DUEL)
    ruled = replace(state, need="")
    assert earlier_than(call_of(ruled, SAY), ruled) == (ACT,)
    noted = replace(ruled, lines=(ACT, DUEL, Line(5.0, "The light has changed")))
    assert DUEL not in earlier_than(call_of(noted, SAY), noted)


@pytest.mark.parametrize("text", ["2:1", "10:12", "NOT ALLOWED", "B9>H14", "B7~H10", "=SW2", "5 : _", ""])
def test_large_letters_are_three_lines_of_one_width(text: str) -> None:
    lines = big(text)
    assert len(lines) == LINES
    assert {len(line) for line in lines} == {big_width(text)}
    assert big_width(text) <= 5 * len(text)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_the_cursor_reaches_every_space_and_comes_back(board: object) -> None:
    grid = board.grid  # type: ignore[attr-defined]
    ways: tuple[Way, ...] = ("up", "down", "left", "right")
    seen, edge = {grid.spaces[0]}, [grid.spaces[0]]
    while edge:
        near = {correcting.step(grid, space, way) for space in edge for way in ways}
        edge = sorted(near - seen)
        seen |= near
    assert seen == set(grid.spaces)
    inside = grid.nearest(*(length / 2 for length in grid.field_size_mm)).space
    assert correcting.step(grid, correcting.step(grid, inside, "up"), "down") == inside
    assert correcting.step(grid, correcting.step(grid, inside, "left"), "right") == inside


def test_at_the_edge_the_cursor_stays() -> None:
    assert correcting.step(BOARD.grid, "A1", "up") == "A1"
    assert correcting.step(BOARD.grid, "A1", "left") == "A1"


@pytest.mark.parametrize(
    ("finger", "after", "words"),
    [
        (Finger("H10"), Finger("H10", "B7"), ""),
        (Finger("H11"), Finger("H11"), ""),
        (Finger("H11", "B7"), Finger("H11"), "B7 H11"),
        (Finger("H14", "B7"), Finger("H14"), "B7=R9"),
        (Finger("H10", "B7"), Finger("H10"), ""),
    ],
    ids=["take", "nothing there", "put", "exchange", "put back"],
)
def test_a_piece_is_taken_up_and_put_down(finger: Finger, after: Finger, words: str) -> None:
    assert correcting.take_or_put(POSITION, finger) == (after, words)


def test_everything_else_that_a_key_puts_right() -> None:
    assert correcting.off(POSITION, Finger("H14")) == "R9 off"
    assert correcting.off(POSITION, Finger("A1", "B7")) == "B7 off"
    assert correcting.off(POSITION, Finger("A1")) == ""
    assert correcting.ball(Finger("A1")) == "ball A1"
    assert correcting.turn_over(POSITION) == "turn B"
    assert correcting.renumber(POSITION, Finger("H10")) == "B7=B"
    assert correcting.renumber(POSITION, Finger("A1")) == ""


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        (Marks(doubtful=frozenset({"C11"}), trail=("H8", "H9")), "C11"),
        (Marks(trail=("H8", "H9")), "H9"),
        (Marks(), "H10"),
    ],
)
def test_the_cursor_begins_where_something_is_most_likely_wrong(marks: Marks, expected: str) -> None:
    assert correcting.begin(BOARD, POSITION, marks) == expected
    assert correcting.begin(BOARD, Position(pieces={}), Marks()) in BOARD.grid.field


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
@settings(deadline=None, max_examples=25)
@given(data=st.data())
def test_a_click_finds_the_space_that_is_drawn_there(board: object, data: st.DataObject) -> None:
    spaces = board.grid.spaces  # type: ignore[attr-defined]
    columns, lines = data.draw(st.sampled_from([(80, 17), (80, 16), (200, 70), (60, 12)]))
    ball = data.draw(st.sampled_from(spaces))
    position = Position(pieces={"B10": ball}, ball=ball)
    drawn = [line.plain for line in Drawing(board).window(position, columns, lines)]  # type: ignore[arg-type]
    places = [(line.index("B10"), y) for y, line in enumerate(drawn) if "B10" in line]
    for x, y in places:
        assert all(space_at(ball, board, columns, lines, (x + off, y)) == ball for off in range(3))  # type: ignore[arg-type]
    assert len(places) == 1


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_the_cursor_stays_in_sight_of_a_board_that_does_not_fit(board: object) -> None:
    spaces = board.grid.spaces  # type: ignore[attr-defined]
    for cursor in spaces[:: len(spaces) // 20]:
        position = Position(pieces={"B10": cursor}, ball=spaces[0])
        drawn = Drawing(board).window(position, 60, 12, Marks(cursor=cursor))  # type: ignore[arg-type]
        assert sum(line.plain.count("B10") for line in drawn) == 1


def test_beside_the_board_a_click_finds_nothing() -> None:
    assert space_at("H10", BOARD, 80, 17, (0, 5)) is None
    assert space_at("H10", BOARD, 80, 17, (10, 0)) is None
    assert space_at("H10", BOARD, 80, 17, (79, 5)) is None


def test_what_is_held_and_where_the_cursor_is_stands_on_the_board() -> None:
    lines = Drawing(BOARD).window(POSITION, 80, 17, Marks(cursor="H11", held="B7"))
    assert "B7●B7" in "\n".join(line.plain for line in lines).replace(" ", "")
    empty = Drawing(BOARD).window(POSITION, 80, 17, Marks(cursor="A3"))
    assert "[·]" in empty[1].plain or "[ ]" in empty[1].plain


@pytest.mark.parametrize("height", [2, 3, 4])
def test_answers_stay_below_the_question_however_few_lines_there_are(height: int) -> None:
    answers = ("B9 moved to H10", "B9 passed to G11 and R5 took it", "Let it stand: both sides agree")
    call = Call("WHICH ?", "unsure", "Which was it? " * 12, answers[: 2 if height == 2 else 3])
    lines = call_text(call, 80, height).plain.splitlines()
    assert len(lines) == height
    assert lines[0].startswith(" ? WHICH ?")
    text = "\n".join(lines)
    assert [answer for answer in call.answers if answer not in text] == []
