"""The session: frames in, records on the disk, and only then updates out."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.games import load_ruleset
from engine.match import Roll
from engine.observation import Observation
from engine.record.errors import LogError, LogExistsError
from engine.record.patient import PatientLog
from engine.record.reader import read_log
from engine.record.records import Acted, Ended, Header, MovedForm, Noted, Record, Rolled, Stated
from engine.record.verify import verify
from engine.referee import Accept, TypedAction, TypedRoll, Undo
from engine.ruleset import Ruleset
from referee_tui.following.dice_option import DiceError, read_rolls
from referee_tui.following.moves import Mover
from referee_tui.following.session import Session
from tests.engine.tables import filmed_match, seen
from tests.session.fakes import Camera, Film, FilmEyes, Shot

RULES = load_ruleset("regista")
ROOT = Path(__file__).parents[2]

PIECES = {"B1": "H2", "B9": "H11", "B8": "H8", "R1": "H21", "R9": "H14", "R8": "H15"}
START = seen(PIECES, "H11")
PASSED = seen(PIECES, "H8")
HAND = Shot(0.5, None)
MOVED_14_MM = "The camera moved 14 mm, 0.0 degrees; back in step after 0.4 s"


def loader(game: str, options: Mapping[str, Any]) -> Ruleset:
    return load_ruleset(game, options=options)


def match_film(number: int) -> Film:
    """A filmed match in the session's time: each stretch for 1.2 s, a hand before each."""
    shots = [part for look in filmed_match(number).looks for part in (Shot(1.2, look), HAND)]
    return Film([Shot(1.0, filmed_match(number).looks[0]), *shots])


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "m.touchline.jsonl"


@pytest.mark.parametrize("number", [1, 2])
def test_a_film_is_followed_to_a_sound_log(log: Path, number: int) -> None:
    film = match_film(number)
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        updates = list(session)
    assert len(updates) == len(film.shots)
    records = list(read_log(log).records)
    assert isinstance(records[0], Header)
    assert records[-1] == Ended(reason="the source ended")
    assert [r.notation for r in records if isinstance(r, Acted)] == filmed_match(number).actions
    assert verify(log, loader)
    assert updates[-1].position == session.referee.position


def test_what_is_said_is_on_the_disk_already(log: Path) -> None:
    film = Film([Shot(1.5, START), HAND, Shot(1.5, PASSED)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        said = [
            [json.loads(line).get("notation") for line in log.read_text().splitlines()]
            for update in session
            if any(say.text == "B9>H8" for say in update.says)
        ]
    assert len(said) == 1
    assert "B9>H8" in said[0]


def test_the_states_of_the_eye_are_told(log: Path) -> None:
    film = Film([Shot(0.6, START, camera_x_mm=None), Shot(1.4, START), HAND, Shot(1.0, PASSED)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        eyes = [(update.eye, update.reason) for update in session]
    assert ("NO BOARD", "no marker is in view") in eyes
    states = [state for k, (state, _) in enumerate(eyes) if k == 0 or state != eyes[k - 1][0]]
    assert states == ["NO BOARD", "SETTLING", "IN STEP", "HAND", "SETTLING", "IN STEP"]


def test_a_table_at_rest_is_read_again_only_while_that_can_help(log: Path) -> None:
    film = Film([Shot(10.0, START)])
    eyes = FilmEyes(film)
    with Session(film, RULES, log, eyes=eyes) as session:
        list(session)
    # Twice until two looks agree, then once in six seconds.
    first, second, third = eyes.reads
    assert (second - first, third - second) == pytest.approx((0.5, 6.0), abs=0.11)
    assert eyes.expected[0] is None
    assert eyes.expected[-1] == PIECES


def test_a_knocked_camera_has_the_board_found_again_and_play_goes_on(log: Path) -> None:
    there = [Shot(1.5, START, knocked=True, camera_x_mm=14.0), Shot(0.5, None, camera_x_mm=14.0)]
    film = Film([Shot(1.5, START), *there, Shot(1.0, PASSED, camera_x_mm=14.0)])
    eyes = FilmEyes(film)
    with Session(film, RULES, log, eyes=eyes) as session:
        updates = list(session)
        last = updates[-1]
    assert [said.text for update in updates for said in update.says if "moved" in said.text] == [MOVED_14_MM]
    assert [r.text for r in read_log(log).records if isinstance(r, Noted)] == [MOVED_14_MM]
    assert last.eye == "IN STEP"
    assert [r.notation for r in read_log(log).records if isinstance(r, Acted)] == ["B9>H8"]


def test_a_camera_that_is_being_adjusted_at_the_start_is_believed_only_once_it_is_still(log: Path) -> None:
    adjusting = [Shot(0.1, START, camera_x_mm=float(x)) for x in range(60, 20, -5)]
    film = Film([*adjusting, Shot(2.0, START, camera_x_mm=20.0)])
    eyes = FilmEyes(film)
    with Session(film, RULES, log, eyes=eyes) as session:
        *_, last = session
    assert set(eyes.poses) == {20.0}
    assert last.eye == "IN STEP"


def test_behind_a_table_where_something_always_moves_the_board_is_found_all_the_same_and_confirmed_later(
    log: Path,
) -> None:
    film = Film([*(Shot(0.2, START, camera_x_mm=float(x)) for x in range(20)), Shot(2.0, START, camera_x_mm=20.0)])
    eyes = FilmEyes(film)
    with Session(film, RULES, log, eyes=eyes) as session:
        *_, last = session
    assert eyes.finds[0] == pytest.approx(3.0)
    assert set(eyes.poses) == {20.0}
    assert last.eye == "IN STEP"


def test_a_camera_that_sinks_unnoticed_is_noticed_by_its_markers(log: Path) -> None:
    sunk = [HAND, Shot(8.0, PASSED, camera_x_mm=14.0)]
    film = Film([Shot(1.5, START), *sunk])
    eyes = FilmEyes(film)
    with Session(film, RULES, log, eyes=eyes) as session:
        said = [say.text for update in session for say in update.says if say.kind == "note"]
    assert MOVED_14_MM in said
    assert eyes.poses[-1] == 14.0
    assert len(eyes.finds) == 2


def test_markers_that_are_hidden_later_cost_no_board(log: Path) -> None:
    film = Film([Shot(1.5, START), HAND, Shot(2.0, PASSED, camera_x_mm=None)])
    eyes = FilmEyes(film)
    with Session(film, RULES, log, eyes=eyes) as session:
        *_, last = session
    assert last.eye == "IN STEP"
    assert [r.notation for r in read_log(log).records if isinstance(r, Acted)] == ["B9>H8"]


def notes_of(log: Path) -> list[Noted]:
    return [record for record in read_log(log).records if isinstance(record, Noted)]


def acts_of(log: Path) -> list[str]:
    return [record.notation for record in read_log(log).records if isinstance(record, Acted)]


@pytest.mark.parametrize(
    ("who", "name"), [("camera", "The camera"), ("board", "The board"), ("either", "The camera or")]
)
def test_what_moved_is_said_and_logged_with_its_size(log: Path, who: Mover, name: str) -> None:
    film = Film([Shot(1.5, START), Shot(1.5, START, knocked=True, camera_x_mm=14.0, who_moved=who)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        list(session)
    (note,) = notes_of(log)
    assert note.text.startswith(name)
    assert note.moved == MovedForm(what=who, mm=14.0, deg=0.0, s=0.4)
    assert verify(log, loader)


@pytest.mark.parametrize(
    ("step_mm", "steps", "told_mm"),
    [(1.5, 5, [3.0, 3.0]), (0.4, 12, [2.4])],
    ids=["each one is followed", "too small even to be followed"],
)
def test_a_camera_that_sinks_slowly_is_followed_and_it_is_told_once_it_adds_up(
    log: Path, step_mm: float, steps: int, told_mm: list[float]
) -> None:
    """Steps of minutes in a film of seconds. A tenth of a space, 2.3 mm, is worth a word."""
    film = Film([Shot(1.5, START, camera_x_mm=step_mm * step) for step in range(steps)])
    eyes = FilmEyes(film)
    with Session(film, RULES, log, eyes=eyes) as session:
        *_, last = session
    assert last.eye == "IN STEP"
    assert eyes.poses[-1] == pytest.approx(step_mm * (steps - 1), abs=1.0)
    assert [note.moved.mm for note in notes_of(log) if note.moved is not None] == pytest.approx(told_mm)


def test_while_both_sides_line_up_the_pieces_prove_nothing(log: Path) -> None:
    """After a goal everybody goes home; the camera is knocked meanwhile."""
    before = seen({"B1": "H2", "B9": "G20", "R1": "A21", "R9": "H14"}, "G20")
    lined_up = seen({"B1": "H2", "B9": "H8", "R1": "H21", "R9": "H11"}, "H11")
    film = Film([Shot(2.0, before), HAND, Shot(4.0, lined_up, knocked=True, camera_x_mm=14.0)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        for update in session:
            if update.t == pytest.approx(1.8):
                session.give(TypedAction("B9!G23"))
    assert [note.text for note in notes_of(log) if "pieces lie where" in note.text] == []
    assert [note.moved.mm for note in notes_of(log) if note.moved is not None] == [14.0]
    assert update.position is not None
    assert update.position.pieces == {"B1": "H2", "B9": "H8", "R1": "H21", "R9": "H11"}


def test_a_camera_that_stands_elsewhere_is_followed_whatever_the_jump(log: Path) -> None:
    away = Shot(2.0, START, knocked=True, camera_x_mm=None)
    film = Film(
        [Shot(1.5, START), away, Shot(2.0, START, camera_x_mm=2000.0), HAND, Shot(1.0, PASSED, camera_x_mm=2000.0)]
    )
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        updates = list(session)
    lost = [update.eye for update in updates if update.t > 2.0 and update.t < 3.4]
    assert set(lost) == {"NO BOARD"}
    assert updates[-1].eye == "IN STEP"
    assert "stands elsewhere now" in notes_of(log)[-1].text
    assert acts_of(log) == ["B9>H8"]


def turned(look: Observation) -> Observation:
    """The same table read from its other end: every piece on the space across the middle, where one finds its like."""
    length, width = RULES.board.grid.field_size_mm
    across = {
        piece.piece: RULES.board.grid.nearest(length - piece.x_mm, width - piece.y_mm).space for piece in look.pieces
    }
    return seen(across, "H12")


def test_a_pose_on_which_the_pieces_do_not_fit_is_not_believed(log: Path) -> None:
    wrong = Shot(3.0, turned(START), knocked=True, camera_x_mm=14.0)
    film = Film([Shot(1.5, START), wrong, HAND, Shot(1.0, START, camera_x_mm=14.0)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        updates = list(session)
    asked = [update for update in updates if update.eye == "OUT OF STEP"]
    assert asked
    assert all("1 of 6 pieces lie where the match has them" in update.reason for update in asked)
    assert asked[0].t < 3.5
    assert len([say for update in updates for say in update.says if say.kind == "out_of_step"]) == 1
    assert updates[-1].eye == "IN STEP"
    assert acts_of(log) == []
    assert len([record for record in read_log(log).records if isinstance(record, Stated)]) == 1


def test_a_piece_that_was_moved_while_the_camera_was_put_right_is_no_reason_to_doubt_the_pose(log: Path) -> None:
    film = Film([Shot(1.5, START), Shot(0.5, None), Shot(2.0, PASSED, knocked=True, camera_x_mm=14.0)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        *_, last = session
    assert last.eye == "IN STEP"
    assert acts_of(log) == ["B9>H8"]


def test_people_may_accept_the_table_that_the_camera_finds_after_a_knock(log: Path) -> None:
    elsewhere = {"B1": "H2", "B9": "D11", "B8": "D8", "R1": "F21", "R9": "D14", "R8": "D15"}
    film = Film([Shot(1.5, START), Shot(6.0, seen(elsewhere, "D11"), knocked=True, camera_x_mm=14.0)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        for update in session:
            if update.eye == "OUT OF STEP" and "pieces lie where" in update.reason:
                session.give(Accept())
    assert update.eye == "IN STEP"
    assert update.position is not None
    assert update.position.pieces == elsewhere
    assert update.position.ball == "D11"
    assert acts_of(log) == []
    assert verify(log, loader)


def test_a_hand_that_hides_every_marker_leaves_the_pose_and_what_fits_it_counts(log: Path) -> None:
    covered = Shot(3.0, PASSED, camera_x_mm=None)
    film = Film([Shot(1.5, START), HAND, covered, HAND, Shot(1.0, PASSED)])
    eyes = FilmEyes(film)
    with Session(film, RULES, log, eyes=eyes) as session:
        eyes_of = [update.eye for update in session]
    assert "NO BOARD" not in eyes_of[5:]
    assert acts_of(log) == ["B9>H8"]
    assert set(eyes.poses) == {0.0}


def test_a_knock_under_hidden_markers_that_nothing_else_shows_commits_nothing(log: Path) -> None:
    """Neither the view nor a marker tells, only the pieces: they all seem to lie a space further east."""
    grid = RULES.board.grid
    shifted = {piece: grid.neighbours(space)["E"] for piece, space in PIECES.items()}
    film = Film([Shot(1.5, START), HAND, Shot(3.0, seen(shifted, "H12"), camera_x_mm=None)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        *_, last = session
    assert last.eye == "OUT OF STEP"
    assert acts_of(log) == []


def test_markers_that_come_to_light_again_prove_the_pose_whatever_the_pieces_say(log: Path) -> None:
    """A sleeve over the border while the whole attack was rearranged: that is for the referee to say."""
    elsewhere = seen({"B1": "H2", "B9": "D11", "B8": "D8", "R1": "F21", "R9": "D14", "R8": "D15"}, "D11")
    film = Film([Shot(1.5, START), HAND, Shot(3.0, elsewhere, camera_x_mm=None), HAND, Shot(4.0, elsewhere)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        *_, last = session
    assert last.eye == "OUT OF STEP"
    assert "pieces lie where the match has them" not in last.reason
    assert acts_of(log) == []


def test_a_camera_measures_the_light_anew_between_acts_and_nothing_is_read_meanwhile(log: Path) -> None:
    camera = Camera([Shot(1.5, START), HAND, Shot(1.0, START, relit=True, exposure="dark"), Shot(6.0, START)])
    eyes = FilmEyes(camera)
    with Session(camera, RULES, log, eyes=eyes) as session:
        measuring = [update for update in session if camera.adjusting]
    assert camera.measured == 1
    assert {update.eye for update in measuring[1:]} <= {"SETTLING", "HAND"}
    assert not {update.t for update in measuring[1:]} & set(eyes.reads)
    assert any("too dark; the camera measures the light anew" in note.text for note in notes_of(log))
    assert eyes.reads[-1] > measuring[-1].t


def test_a_camera_that_was_fixed_for_another_view_measures_anew_while_it_finds_no_board(log: Path) -> None:
    camera = Camera([Shot(8.0, START, camera_x_mm=None), Shot(2.0, START)])
    eyes = FilmEyes(camera)
    with Session(camera, RULES, log, eyes=eyes) as session:
        measuring = [update.t for update in session if camera.adjusting]
        position = session.referee.position
    assert camera.measured == 1
    assert measuring[0] == pytest.approx(5.0, abs=0.3)
    assert position is not None
    assert any("not found; the camera focuses" in note.text for note in notes_of(log))


def test_what_people_type_is_taken_in(log: Path) -> None:
    film = Film([Shot(3.0, START)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        updates = iter(session)
        while next(updates).position is None:
            pass
        session.give(TypedAction("B9>H8"))
        session.give(Undo())
        says = [say.text for say in next(updates).says]
    assert says[0] == "B9>H8"
    assert "B9>H8 is taken back" in says


def test_a_lost_camera_is_told_and_what_is_typed_meanwhile_is_taken_in(log: Path) -> None:
    camera = Camera([Shot(3.0, START), HAND, Shot(2.0, PASSED)], lost_after_s=2.0)
    with Session(camera, RULES, log, eyes=FilmEyes(camera)) as session:
        eyes = []
        for update in session:
            if update.eye == "NO CAMERA" and "NO CAMERA" not in eyes:
                session.give(TypedAction("B9>H8"))
            if update.eye == "NO CAMERA":
                assert update.reason == "camera 0: the camera is lost"
                assert update.frame is None
            if any(say.text == "B9>H8" for say in update.says):
                assert update.eye == "NO CAMERA"
            eyes.append(update.eye)
    assert eyes.count("NO CAMERA") == 10
    assert eyes[-1] == "IN STEP"
    records = read_log(log).records
    assert [(r.notation, r.source) for r in records if isinstance(r, Acted)] == [("B9>H8", "typed")]
    told = [r.text for r in read_log(log).records if isinstance(r, Noted)]
    assert told == ["camera 0: pictures of 4 x 4.", "camera 0: the camera is lost", "film: pictures come again."]


def test_a_session_that_waits_for_its_camera_can_be_stopped(log: Path) -> None:
    camera = Camera([Shot(3.0, START)], lost_after_s=2.0)
    with Session(camera, RULES, log, eyes=FilmEyes(camera)) as session:
        for update in session:
            if update.eye == "NO CAMERA":
                session.stop()
    assert camera.stopped
    assert update.t == 2.0
    assert list(read_log(log).records)[-1] == Ended(reason="closed before the end")


def test_closing_from_another_thread_waits_for_the_record_that_is_being_written(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = Film([Shot(3.0, START)])
    session = Session(film, RULES, log, eyes=FilmEyes(film))
    closer = threading.Thread(target=session.close)
    waited: list[bool] = []
    really_append = PatientLog.append

    def append(writer: PatientLog, t: float, records: Sequence[Record]) -> object:
        if not waited:
            waited.append(True)
            closer.start()
            closer.join(0.2)
            waited[0] = closer.is_alive()
        return really_append(writer, t, records)

    monkeypatch.setattr(PatientLog, "append", append)
    with contextlib.suppress(LogError):
        # Whether the first record or the tenth comes too late is the system's choice; it is refused.
        list(session)
    closer.join(10)
    assert waited == [True]
    assert isinstance(list(read_log(log).records)[-1], Ended)
    assert verify(log, loader)


def test_while_paused_a_camera_is_not_read_and_afterwards_it_is(log: Path) -> None:
    camera = Camera([Shot(1.5, START), HAND, Shot(2.0, PASSED), HAND, Shot(8.0, PASSED)])
    eyes = FilmEyes(camera)
    with Session(camera, RULES, log, eyes=eyes) as session:
        for update in session:
            if update.t == pytest.approx(1.5):
                session.pause(on=True)
            if update.t == pytest.approx(3.8):
                assert update.eye == "PAUSED"
                session.pause(on=False)
    assert [t for t in eyes.reads if 1.6 < t < 3.9] == []
    assert [r.notation for r in read_log(log).records if isinstance(r, Acted)] == ["B9>H8"]


def test_a_recording_is_held_while_paused_and_nothing_of_it_is_missed(log: Path) -> None:
    film = Film([Shot(1.5, START), HAND, Shot(1.0, PASSED)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        held, times = 0, []
        for update in session:
            times.append(update.t)
            if update.t == pytest.approx(1.4) and not held:
                session.pause(on=True)
            if update.frame is None:
                assert update.eye == "PAUSED"
                held += 1
                session.pause(on=False)
    assert held == 1
    assert len(times) == len(film.shots) + held
    assert [r.notation for r in read_log(log).records if isinstance(r, Acted)] == ["B9>H8"]


def test_a_held_recording_can_be_left(log: Path) -> None:
    film = Film([Shot(1.5, START)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        session.pause(on=True)
        for update in session:
            assert update.frame is None
            session.stop()


def test_another_light_is_noted(log: Path) -> None:
    film = Film([Shot(1.5, START), Shot(1.5, START, relit=True)])
    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        list(session)
    assert [r.text for r in read_log(log).records if isinstance(r, Noted)] == ["The light has changed"]


def test_dice_from_a_file_answer_in_their_order(log: Path, tmp_path: Path) -> None:
    rolls = tmp_path / "rolls.txt"
    rolls.write_text("# the deviations of two long passes\n6\n\n2\n")
    lying = seen({**PIECES, "B9": "J11", "B8": "E13"}, "J11")
    film = Film([Shot(4.0, lying)])
    acts = iter(["B9>F13", "B8-E14", "B8>E18"])
    with Session(film, RULES, log, eyes=FilmEyes(film), dice=str(rolls)) as session:
        for update in session:
            if update.position is not None and (act := next(acts, None)):
                session.give(TypedAction(act))
    grid, chart = RULES.board.grid, RULES.board.deviation
    assert grid.step("F13", chart[5]) == "E14"
    assert [(r.source, r.faces) for r in read_log(log).records if isinstance(r, Rolled)] == [
        ("typed", [6]),
        ("typed", [2]),
    ]
    assert session.referee.position is not None
    assert session.referee.position.ball == grid.step("E18", chart[1])


@pytest.mark.parametrize(
    ("text", "line"), [("5 2\n4\n", 1), ("# for the pass\n\n[1, 1]\n4\n", 3)], ids=["a duel", "two dice"]
)
def test_dice_of_a_file_that_do_not_fit_stop_the_match_at_their_line(
    log: Path, tmp_path: Path, text: str, line: int
) -> None:
    """The dice after them were meant for something else: none of them is tried."""
    rolls = tmp_path / "rolls.txt"
    rolls.write_text(text)
    far = {**PIECES, "B9": "J11"}
    film = Film([Shot(1.5, seen(far, "J11")), HAND, Shot(1.0, seen(far, "F13"))])
    session = Session(film, RULES, log, eyes=FilmEyes(film), dice=str(rolls))
    with pytest.raises(DiceError, match=rf"rolls\.txt, line {line}: these dice do not answer"), session:
        list(session)
    records = list(read_log(log).records)
    assert [r.notation for r in records if isinstance(r, Acted)] == ["B9>F13"]
    assert [r for r in records if isinstance(r, Rolled)] == []
    assert isinstance(records[-1], Ended)
    assert f"line {line}" in records[-1].reason
    assert verify(log, loader)


def test_asked_dice_are_not_read_from_the_table(log: Path) -> None:
    thrown = seen({**PIECES, "B9": "J11"}, "F13", (("B", 1, 250.0, 340.0),))
    film = Film([Shot(1.5, seen({**PIECES, "B9": "J11"}, "J11")), HAND, Shot(1.0, thrown), HAND, Shot(1.0, thrown)])
    with Session(film, RULES, log, eyes=FilmEyes(film), dice="ask") as session:
        last = None
        for last in session:
            if last.eye == "ASKING" and last.t > 3.0:
                break
        assert last is not None
        assert "Roll the die" in last.reason
        assert [r for r in read_log(log).records if isinstance(r, Rolled)] == []
        session.give(TypedRoll(Roll(faces=(4,))))
        list(session)
    assert [(r.source, r.faces) for r in read_log(log).records if isinstance(r, Rolled)] == [("typed", [4])]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("7\n", "line 1"),
        ("3\nabc\n", "line 2"),
        ("1 2 3 4\n", "line 1"),
        ('{"B": 9, "R": 1}', "line 1"),
        ("[[1]]", "line 1"),
    ],
)
def test_a_file_of_rolls_that_cannot_be_used_says_where(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "rolls.txt"
    path.write_text(text)
    with pytest.raises(DiceError, match=words):
        read_rolls(path)


def test_a_file_of_rolls_in_every_form(tmp_path: Path) -> None:
    path = tmp_path / "rolls.txt"
    path.write_text('3\n5 2\n{"B": 1, "R": 6}\n[4, 4]\n')
    rolls = read_rolls(path)
    assert [roll.where for roll in rolls] == [f"{path}, line {number}" for number in (1, 2, 3, 4)]
    first, second, third, fourth = (roll.roll for roll in rolls)
    assert (first.faces, second.duel, third.duel, fourth.faces) == ((3,), (5, 2), (1, 6), (4, 4))


def test_a_log_with_a_match_in_it_is_left_alone(log: Path) -> None:
    log.write_text("something\n")
    film = Film([Shot(1.0, START)])
    with pytest.raises(LogExistsError):
        Session(film, RULES, log, eyes=FilmEyes(film))
    assert log.read_text() == "something\n"


def test_a_match_is_gone_on_with_where_its_log_ends(log: Path) -> None:
    first = Film([Shot(1.5, START), HAND, Shot(1.0, PASSED)])
    with Session(first, RULES, log, eyes=FilmEyes(first)) as session:
        list(session)
    with log.open("ab") as file:
        file.write(b'{"seq": 99, "t"')
    second = Film([Shot(1.0, PASSED), HAND, Shot(1.0, seen({**PIECES, "B8": "H9"}, "H9"))])
    with Session(second, RULES, log, eyes=FilmEyes(second), resume=loader) as session:
        list(session)
    records = list(read_log(log).records)
    assert [r.notation for r in records if isinstance(r, Acted)] == ["B9>H8", "B8~H9"]
    assert any(isinstance(r, Noted) and "cut off" in r.text for r in records)
    assert verify(log, loader)
    times = [line.t or 0.0 for line in read_log(log).lines]
    assert times[-1] > 4.0


def test_a_log_of_something_else_is_not_gone_on_with(log: Path) -> None:
    log.write_text("{}\n")
    film = Film([Shot(1.0, START)])
    with pytest.raises(LogError, match="line 1"):
        Session(film, RULES, log, eyes=FilmEyes(film), resume=loader)


_FOLLOW = """
    import sys
    from pathlib import Path
    from engine.games import load_ruleset
    from referee_tui.following.session import Session
    from tests.session.fakes import FilmEyes
    from tests.session.test_session import match_film

    film = match_film(1)
    with Session(film, load_ruleset("regista"), Path(sys.argv[1]), eyes=FilmEyes(film)) as session:
        for update in session:
            for say in update.says:
                print(say.text, flush=True)
                sys.stdin.readline()
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are sent")
@pytest.mark.parametrize(("number", "end"), [(signal.SIGKILL, None), (signal.SIGINT, "interrupted")])
def test_stopped_in_the_middle_every_complete_line_is_valid(log: Path, number: signal.Signals, end: str | None) -> None:
    """The follower waits for a line after everything it says; it is stopped while it waits, after the fifth."""
    command = [sys.executable, "-c", textwrap.dedent(_FOLLOW), str(log)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        said = []
        for _ in range(5):
            said.append(process.stdout.readline().strip())
            process.stdin.write("\n")
            process.stdin.flush()
        said.append(process.stdout.readline().strip())
        process.send_signal(number)
        process.communicate()
    result = verify(log, loader)
    assert result.faults == ()
    records = list(read_log(log).records)
    told = [r.notation for r in records if isinstance(r, Acted)]
    assert set(told) >= {text for text in said if text in filmed_match(1).actions}
    assert len(told) >= 3
    ended = [r.reason for r in records if isinstance(r, Ended)]
    assert ended == ([end] if end else [])
