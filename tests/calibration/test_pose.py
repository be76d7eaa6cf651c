"""BoardPose's own geometry, against pinhole arithmetic and as inverse functions."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.pose import BoardPose, PoseFailure
from tests.scenes import make_camera

cameras = st.builds(
    make_camera,
    size_px=st.sampled_from(((1280, 720), (640, 480))),
    k1=st.floats(-0.18, 0.05),
    k2=st.floats(0.0, 0.04),
    elevation_deg=st.floats(35, 89),
    azimuth_deg=st.floats(-180, 180),
    roll_deg=st.floats(-30, 30),
    distance_mm=st.floats(700, 1500),
)


@settings(deadline=None, max_examples=60)
@given(camera=cameras, x=st.floats(150, 350), y=st.floats(80, 220), height=st.floats(0, 20))
def test_to_board_undoes_project_at_any_height(camera: BoardPose, x: float, y: float, height: float) -> None:
    pixel = camera.project(((x, y),), height)
    assert camera.to_board(pixel, height)[0] == pytest.approx((x, y), abs=0.01)


@settings(deadline=None, max_examples=30)
@given(camera=cameras)
def test_the_target_lies_in_the_middle_of_the_picture(camera: BoardPose) -> None:
    width, height = camera.lens.size_px
    assert camera.project(((253.0, 153.0),))[0] == pytest.approx(((width - 1) / 2, (height - 1) / 2), abs=1e-6)


def test_camera_position_is_where_it_was_put() -> None:
    pose = make_camera(elevation_deg=30.0, azimuth_deg=90.0, distance_mm=1000.0, target_mm=(200.0, 100.0))
    expected = (200.0 + 1000.0 * np.cos(np.pi / 6), 100.0, 500.0)
    assert pose.camera_position_mm() == pytest.approx(expected, abs=1e-6)


def test_higher_points_are_seen_further_from_a_camera_in_the_south() -> None:
    pose = make_camera(elevation_deg=45.0, k1=0.0, k2=0.0)
    foot, top = pose.project(((250.0, 150.0), (250.0, 150.0)), (0.0, 10.0))
    assert top[1] < foot[1]


def test_scale_straight_from_above_is_focal_length_over_distance() -> None:
    pose = make_camera(elevation_deg=90.0, focal_px=1000.0, distance_mm=500.0, k1=0.0, k2=0.0)
    assert pose.px_per_mm(253.0, 153.0) == pytest.approx(2.0, rel=1e-3)
    assert pose.px_per_mm(253.0, 153.0, 100.0) == pytest.approx(2.5, rel=1e-3)


def test_a_failure_is_a_no_and_a_pose_a_yes() -> None:
    assert not PoseFailure("no marker")
    assert make_camera()


@pytest.mark.parametrize(("k1", "k2"), [(-0.35, 0.08), (-0.35, 0.12), (0.1, 0.0)])
def test_to_board_undoes_project_in_the_corners_of_a_wide_picture(k1: float, k2: float) -> None:
    camera = make_camera(focal_px=900.0, k1=k1, k2=k2, elevation_deg=85.0)
    corners = ((1.0, 1.0), (1278.0, 1.0), (1278.0, 718.0), (1.0, 718.0))
    assert camera.project(camera.to_board(corners)) == pytest.approx(np.array(corners), abs=0.001)


def test_a_lens_scales_with_the_picture_and_so_does_its_error() -> None:
    lens = replace(make_camera((1280, 720)).lens, measured=True, focal_sd_px=2.0, k1_sd=0.01)
    large = lens.at_size((1920, 1080))
    assert large is not None
    ray = np.array(((900.0, 200.0),)), (np.array(((900.0, 200.0),)) + 0.5) * 1.5 - 0.5
    small_ray = cv2.undistortPoints(ray[0].reshape(1, 1, 2), lens.camera_matrix, lens.distortion)
    large_ray = cv2.undistortPoints(ray[1].reshape(1, 1, 2), large.camera_matrix, large.distortion)
    assert np.allclose(small_ray, large_ray)
    assert (large.size_px, large.measured, large.focal_sd_px, large.k1_sd) == ((1920, 1080), True, 3.0, 0.01)
    assert lens.at_size((1280, 960)) is None


@settings(deadline=None, max_examples=30)
@given(camera=cameras, tangential=st.tuples(*[st.floats(-0.01, 0.01)] * 2), k3=st.floats(-0.01, 0.01))
def test_many_points_are_projected_as_few_are(camera: BoardPose, tangential: tuple[float, float], k3: float) -> None:
    distortion = np.array((*camera.lens.distortion[:2], *tangential, k3))
    bent = replace(camera, lens=replace(camera.lens, distortion=distortion))
    points = np.random.default_rng(0).uniform((-100, -100), (600, 400), (400, 2))
    heights = np.random.default_rng(1).uniform(0, 30, 400)
    one_by_one = np.vstack([bent.project(point, height) for point, height in zip(points, heights, strict=True)])
    assert bent.project(points, heights) == pytest.approx(one_by_one, abs=1e-6)
