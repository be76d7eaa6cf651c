"""Files and counts of boards without markers: what is written is read again, what is no such file is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.own.board_text import board_text
from calibration.own.errors import OwnBoardError
from calibration.own.lattice import count_spaces
from calibration.own.moves import moved, moves_of
from calibration.own.reference import ReferencePictureError, load_reference, reference_path, save_reference
from calibration.own.template import counts_of, fitted, template_of
from engine.board import parse_board, shipped_board, shipped_boards
from tests.calibration.own_tables import GREEN, STYLES, clicked, empty_table, own
from tests.scenes import make_camera
from tests.scenes.own_boards import Style

if TYPE_CHECKING:
    from pathlib import Path

GAMES = sorted({shipped_board(name).game for name in shipped_boards()})


def test_a_reference_picture_is_read_as_it_was_written(tmp_path: Path) -> None:
    made = own(GREEN).reference
    path = save_reference(tmp_path / "mine.toml", made)
    assert path == tmp_path / "mine.reference.png" == reference_path(tmp_path / "mine.toml")
    read = load_reference(tmp_path / "mine.toml", made.board)
    assert (read.flat == made.flat).all()
    assert (read.known == made.known).all()
    assert read.scale == pytest.approx(made.scale)


def png(*shape: int) -> bytes:
    return cv2.imencode(".png", np.zeros(shape, np.uint8))[1].tobytes()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "needs its reference picture mine.reference.png beside it"),
        (b"", "is not a PNG picture"),
        (b"GIF89a" + bytes(64), "is not a PNG picture"),
        (cv2.imencode(".jpg", np.zeros((300, 450, 3), np.uint8))[1].tobytes(), "is not a PNG picture"),
        (png(300, 900, 3), "do not show the sheet"),
        (png(30, 45, 3), "do not show the sheet"),
        (png(6000, 8900, 3), "are more than a reference picture has"),
        (png(377, 566), "is not a colour picture"),
        (png(377, 566, 3)[:-40], "picture"),
    ],
    ids=["none", "empty", "gif", "jpeg", "other shape", "tiny", "huge", "grey", "cut short"],
)
def test_a_file_that_is_no_reference_picture_is_refused(tmp_path: Path, content: bytes | None, words: str) -> None:
    board = own(GREEN).board
    if content is not None:
        (tmp_path / "mine.reference.png").write_bytes(content)
    with pytest.raises(ReferencePictureError, match=words):
        load_reference(tmp_path / "mine.toml", board)


@pytest.mark.parametrize("game", GAMES)
def test_a_board_text_gives_the_same_board(game: str) -> None:
    template = template_of(game)
    board = parse_board(board_text(fitted(template, "mine", width_mm=17.5)), "mine.toml")
    assert board.name == "mine"
    assert board.areas == template.areas
    assert counts_of(board) == counts_of(template)
    assert board.grid.width_mm == 17.5
    assert board.file.markers is None


@settings(deadline=None, max_examples=25)
@given(columns=st.integers(14, 40), rows=st.integers(13, 25))
def test_areas_keep_their_distance_from_both_goal_lines(columns: int, rows: int) -> None:
    template = template_of("regista")
    board = parse_board(board_text(fitted(template, "x", columns=columns, rows=rows)), "x")
    assert counts_of(board) == (columns, rows)
    for name in ("penalty", "goal"):
        assert len(board.areas[f"{name}_left"]) == len(template.areas[f"{name}_left"])
        assert len(board.areas[f"{name}_right"]) == len(template.areas[f"{name}_right"])
    assert all(len(spaces) == 3 for spaces in board.goals.values())


@settings(deadline=None, max_examples=25)
@given(half=st.integers(4, 20), rows=st.integers(5, 25))
def test_kick_off_marks_stay_in_the_middle(half: int, rows: int) -> None:
    board = parse_board(board_text(fitted(template_of("very-much"), "x", columns=2 * half, rows=rows)), "x")
    marks = board.file.kick_off_marks
    assert marks is not None
    assert [int(space[1:]) for space in (*marks.left, *marks.right)] == [half, half + 1]
    assert all(space[0] in board.file.grid.rows for space in (*marks.left, *marks.right))


def test_the_games_of_one_size_have_no_other() -> None:
    with pytest.raises(OwnBoardError, match="fixed size"):
        fitted(template_of("soccer-chess"), "x", columns=30, rows=20)


def test_a_game_without_a_board_is_refused() -> None:
    with pytest.raises(OwnBoardError, match="there is no board of 'chess'"):
        template_of("chess")


@pytest.mark.parametrize("game", GAMES)
def test_moves_lay_the_lattice_on_itself(game: str) -> None:
    grid = template_of(game).grid
    centres = np.array([grid.centre_mm(space) for space in grid.field_spaces])
    for move in moves_of(template_of(game)):
        there = centres @ move.matrix[:, :2].T + move.matrix[:, 2]
        near = [grid.nearest(*point) for point in there[:: len(there) // 40]]
        # A point that leaves the field has no space to lie on.
        assert sum(found.distance_mm < 1e-6 for found in near) > len(near) / 2


@settings(deadline=None, max_examples=20)
@given(which=st.integers(0, 12), x=st.floats(0, 500), y=st.floats(0, 300))
def test_a_moved_pose_sees_every_point_where_the_move_took_it(which: int, x: float, y: float) -> None:
    move = moves_of(template_of("regista"))[which]
    pose = make_camera()
    taken = move.matrix[:, :2] @ (x, y) + move.matrix[:, 2]
    assert np.allclose(moved(pose, move).project([(x, y)]), pose.project([taken]), atol=1e-6)


class TestCounting:
    def test_the_usual_counts_are_known_again(self) -> None:
        scene = empty_table(GREEN)
        count = count_spaces(scene.image, clicked(scene), template_of("regista"), usual_only=True)
        assert count is not None
        assert (count.columns, count.rows, count.short_first) == (22, 15, False)

    @pytest.mark.parametrize(
        ("style", "rows"),
        [(Style(columns=18, rows=13), None), (Style(game="very-much", columns=16, rows=11, width_mm=25.0), 11)],
        ids=["hexagons", "squares"],
    )
    def test_other_counts_are_found_in_the_picture(self, style: Style, rows: int | None) -> None:
        scene = empty_table(style)
        count = count_spaces(scene.image, clicked(scene), template_of(style.game), rows=rows)
        assert count is not None
        assert (count.columns, count.rows) == (style.columns, style.rows)

    def test_a_bare_table_has_nothing_to_count(self) -> None:
        image = np.full((720, 1280, 3), 120, np.uint8)
        corners = np.array(((200.0, 100), (1000, 100), (1000, 600), (200, 600)))
        assert count_spaces(image, corners, template_of("regista")) is None

    def test_counts_that_are_given_are_kept(self) -> None:
        scene = empty_table(STYLES["squares"])
        count = count_spaces(scene.image, clicked(scene), template_of("very-much"), columns=23, rows=15)
        assert count is not None
        assert (count.columns, count.rows) == (23, 15)
