"""The picture to judge a calibration by eye: what is drawn where."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.overlay import ARROW, MAGNIFIED, MISSED, OUTLINE, USED, draw_overlay
from calibration.pose import BoardPose
from engine.board import shipped_board
from tests.scenes import make_camera

BOARD = shipped_board("regista-a2")
LENGTH, WIDTH = BOARD.grid.field_size_mm
CAMERA = replace(make_camera(), markers_used=(0, 1, 2))
GROUND = np.full((720, 1280, 3), 90, np.uint8)


def near(drawn: np.ndarray, pose: BoardPose, point_mm: tuple[float, float], colour: tuple[int, int, int]) -> bool:
    """Whether the colour was drawn within two pixels of a board point."""
    x, y = np.round(pose.project(point_mm)[0]).astype(int)
    window = drawn[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3).astype(int)
    return bool((np.abs(window - colour).max(axis=1) < 40).any())


def test_the_field_is_drawn_where_the_pose_has_it_bent_by_the_lens() -> None:
    wide = make_camera(k1=-0.2, k2=0.03, focal_px=800.0, distance_mm=620.0)
    drawn = draw_overlay(GROUND, wide, BOARD)
    for share in np.linspace(0.05, 0.95, 10):
        assert near(drawn, wide, (share * LENGTH, 0.0), OUTLINE)
        assert near(drawn, wide, (LENGTH, share * WIDTH), OUTLINE)


@pytest.mark.parametrize(("number", "colour"), [(0, USED), (2, USED), (3, MISSED), (11, MISSED)])
def test_markers_show_whether_they_were_used(number: int, colour: tuple[int, int, int]) -> None:
    markers = BOARD.file.markers
    assert markers is not None
    x, y = markers.corner_mm[number]
    assert near(draw_overlay(GROUND, CAMERA, BOARD), CAMERA, (x + markers.size_mm / 2, y), colour)


def test_errors_are_drawn_enlarged() -> None:
    start = BOARD.grid.centre_mm("E5")
    off = np.array((0.6, 0.0))
    tip = (start.x_mm + MAGNIFIED * 0.6, start.y_mm)
    assert near(draw_overlay(GROUND, CAMERA, BOARD, {"E5": off}), CAMERA, tip, ARROW)
    assert not near(draw_overlay(GROUND, CAMERA, BOARD), CAMERA, tip, ARROW)


def test_the_picture_itself_stays_as_it_was() -> None:
    picture = GROUND.copy()
    draw_overlay(picture, CAMERA, BOARD, lines=["a line of text"])
    assert np.array_equal(picture, GROUND)


def test_text_stands_below_the_picture_and_long_lines_are_broken() -> None:
    bare, one, long = (draw_overlay(GROUND, CAMERA, BOARD, lines=lines) for lines in ([], ["short"], ["word " * 80]))
    assert bare.shape == GROUND.shape
    assert bare.shape[0] < one.shape[0] < long.shape[0]
    assert np.array_equal(one[:720], bare)


def test_small_pictures_are_enlarged() -> None:
    drawn = draw_overlay(np.full((480, 640, 3), 90, np.uint8), make_camera((640, 480)), BOARD)
    assert drawn.shape[:2] == (960, 1280)


def test_boards_far_out_of_the_picture_are_drawn_as_far_as_they_go() -> None:
    close = make_camera(elevation_deg=20.0, distance_mm=90.0)
    assert draw_overlay(GROUND, close, BOARD).shape == GROUND.shape
