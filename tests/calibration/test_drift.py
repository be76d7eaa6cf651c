"""A camera that was knocked, hidden or left alone."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.drift import track_pose
from calibration.pose import BoardPose
from engine.board import shipped_board
from tests.scenes import Hand, Light, SceneSpec, draw_scene, make_camera

BOARD = shipped_board("regista-a2")
POSE = make_camera()


def picture(camera: BoardPose = POSE, seed: int = 0, **changes: object) -> np.ndarray:
    return draw_scene(replace(SceneSpec(camera), **changes), np.random.default_rng(seed)).image


def test_a_still_camera_shows_no_shift() -> None:
    check = track_pose(picture(), BOARD, POSE)
    assert check
    assert check.shift_px < 0.2
    assert check.seen == check.expected == tuple(range(12))


@pytest.mark.parametrize("shift_mm", [(1.0, 0.0), (-2.0, 1.5), (0.0, -4.0), (6.0, 3.0)])
def test_a_moved_sheet_is_measured(shift_mm: tuple[float, float]) -> None:
    moved = make_camera(target_mm=(253.0 - shift_mm[0], 153.0 - shift_mm[1]))
    check = track_pose(picture(moved), BOARD, POSE)
    assert check
    assert check.shift_spaces * BOARD.grid.width_mm == pytest.approx(np.hypot(*shift_mm), rel=0.1, abs=0.15)


def test_a_turned_camera_is_noticed_although_its_middle_stays() -> None:
    check = track_pose(picture(make_camera(roll_deg=1.0)), BOARD, POSE)
    assert check
    assert check.shift_px > 2.0


def test_hands_and_lamps_are_no_shift() -> None:
    image = picture(hand=Hand(250.0, 150.0), light=Light(0.5, 0.6, cast=(0.7, 0.9, 1.0)))
    check = track_pose(image, BOARD, POSE)
    assert check
    assert check.shift_px < 0.3
    assert len(check.seen) >= 6


def test_hidden_markers_are_not_seen() -> None:
    check = track_pose(picture(hidden_markers=(0, 7)), BOARD, POSE)
    assert check
    assert set(check.expected) - set(check.seen) == {0, 7}
    assert check.shift_px < 0.2


def test_nothing_to_see_says_so() -> None:
    check = track_pose(picture(sheet=False), BOARD, POSE)
    assert not check
    assert "no marker is where it was" in check.reason


def test_markers_outside_the_picture_are_not_expected() -> None:
    near = make_camera(distance_mm=450.0)
    check = track_pose(picture(near), BOARD, near)
    assert check
    assert 0 < len(check.expected) < 12
