"""The session and where the camera stands: knocks, slow sinking, hidden markers, another light."""

from pathlib import Path

import pytest

from engine.games import load_ruleset
from engine.observation import Observation
from engine.record.reader import read_log
from engine.record.records import Acted, MovedForm, Noted, Stated
from engine.record.verify import verify
from engine.referee import Accept, TypedAction
from referee_tui.following.moves import Mover
from referee_tui.following.session import Session
from tests.engine.tables import seen
from tests.session.fakes import HAND, MOVED_14_MM, PASSED, PIECES, START, Camera, Film, FilmEyes, Shot, loader

RULES = load_ruleset("regista")
ROOT = Path(__file__).parents[2]


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
