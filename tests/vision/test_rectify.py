"""Rectified views show each point of the table where the scene was told to put it."""

import cv2
import numpy as np
import pytest

from calibration.kit.pieces import TEAM_INK
from tests.scenes import Disc, SceneSpec, Sensor, draw_scene, make_camera
from vision.rectify import rectify

BOUNDS = (-20.0, -15.0, 526.0, 321.0)
LOW = make_camera(elevation_deg=42.0, azimuth_deg=20.0, distance_mm=900.0, k1=-0.12)


def centre_of_team_colour(view: np.ndarray, team: str) -> tuple[float, float]:
    """View pixels (x, y) of the middle of the largest spot of a team's colour, its number included."""
    ink = np.asarray(TEAM_INK[team], float)
    like = (view.astype(float) @ ink) / (np.linalg.norm(view, axis=2) * np.linalg.norm(ink) + 1e-6) > 0.95
    count, _, stats, _ = cv2.connectedComponentsWithStats(like.astype(np.uint8))
    left, top, width, height, _ = stats[1 + int(np.argmax(stats[1:count, cv2.CC_STAT_AREA]))]
    return left + (width - 1) / 2, top + (height - 1) / 2


@pytest.mark.parametrize("place", [(60.0, 40.0), (253.0, 150.0), (480.0, 290.0)])
def test_a_disc_lies_at_its_place_on_the_plane_of_its_top(place: tuple[float, float]) -> None:
    spec = SceneSpec(LOW, discs=(Disc("R8", *place),), sensor=Sensor(0.4, 0.0, 95))
    scene = draw_scene(spec, np.random.default_rng(0))
    view = rectify(scene.image, LOW, BOUNDS, 3.0, spec.board.file.pieces.height_mm)
    # The side wall is of the same colour, darker: only the bright face counts.
    face = np.where(view.image.max(axis=2, keepdims=True) > 110, view.image, 0)
    seen = view.to_mm(centre_of_team_colour(face, "R"))[0]
    assert seen == pytest.approx(place, abs=0.6)


def test_the_wrong_plane_shifts_a_disc_away_from_the_camera() -> None:
    spec = SceneSpec(LOW, discs=(Disc("R8", 253.0, 150.0),), sensor=Sensor(0.4, 0.0, 95))
    scene = draw_scene(spec, np.random.default_rng(0))
    view = rectify(scene.image, LOW, BOUNDS, 3.0, 0.0)
    face = np.where(view.image.max(axis=2, keepdims=True) > 110, view.image, 0)
    seen = view.to_mm(centre_of_team_colour(face, "R"))[0]
    # 5 mm high, seen from 42 degrees: 5 / tan(42) beyond its place.
    assert np.hypot(*(seen - (253.0, 150.0))) == pytest.approx(5 / np.tan(np.deg2rad(42)), abs=1.0)


def test_view_pixels_and_millimetres_are_inverse() -> None:
    image = np.zeros((720, 1280, 3), np.uint8)
    view = rectify(image, LOW, BOUNDS, 2.0)
    points = np.array(((0.0, 0.0), (253.0, 150.0), (500.5, 300.25)))
    assert view.to_mm(view.to_px(points)) == pytest.approx(points)
    assert view.image.shape == (672, 1092, 3)


def test_what_the_camera_does_not_see_is_marked() -> None:
    near = make_camera(distance_mm=350.0)
    view = rectify(np.full((720, 1280, 3), 9, np.uint8), near, BOUNDS, 1.0)
    assert not view.inside[0, 0]
    x, y = view.to_px((253.0, 153.0))[0]
    assert view.inside[round(y), round(x)]
