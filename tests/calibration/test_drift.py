"""A camera that was knocked, hidden or left alone."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.drift import track_pose
from calibration.pose import BoardPose
from engine.board import shipped_board
from referee_tui.following.camera_eyes import MAX_DRIFT_SPACES
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


@pytest.mark.parametrize("turned", [{"azimuth_deg": 180.0}, {"roll_deg": 180.0}], ids=["other side", "upside down"])
def test_a_marker_in_the_place_of_another_is_not_taken_for_it(turned: dict[str, float]) -> None:
    """Half a turn about the middle lays markers on markers, and lines on lines."""
    length, width = BOARD.grid.field_size_mm
    middle = (length / 2, width / 2)
    over = make_camera(elevation_deg=75.0, target_mm=middle)
    turned_round = make_camera(elevation_deg=75.0, target_mm=middle, **turned)
    assert track_pose(picture(over), BOARD, over)
    check = track_pose(picture(turned_round), BOARD, over)
    assert not check


@pytest.mark.parametrize(("turned_deg", "in_place"), [(0.0, True), (0.1, True), (0.5, False), (1.0, False)])
def test_a_turn_about_the_one_marker_in_sight_shows_in_the_printed_lines(
    turned_deg: float,
    in_place: bool,  # noqa: FBT001 - a case
) -> None:
    markers = BOARD.file.markers
    assert markers is not None
    corner = np.asarray(markers.corner_mm[4]) + markers.size_mm / 2
    over, turned = (
        make_camera(elevation_deg=90.0, target_mm=tuple(corner), distance_mm=1100.0, roll_deg=roll)
        for roll in (0.0, turned_deg)
    )
    hidden = tuple(number for number in range(12) if number != 4)
    check = track_pose(picture(turned, hidden_markers=hidden), BOARD, over)
    assert (bool(check) and check.shift_spaces < MAX_DRIFT_SPACES) is in_place
    assert not check or check.seen == (4,)


def test_nothing_to_see_says_so() -> None:
    check = track_pose(picture(sheet=False), BOARD, POSE)
    assert not check
    assert "no marker is where it was" in check.reason


def test_markers_outside_the_picture_are_not_expected() -> None:
    near = make_camera(distance_mm=450.0)
    check = track_pose(picture(near), BOARD, near)
    assert check
    assert 0 < len(check.expected) < 12
