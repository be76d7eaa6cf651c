"""Several pictures of a still board: steadier than one, and a picture that moved stays out."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.finder import finder_for
from calibration.pose import BoardPose
from calibration.several import find_over, mean_image
from engine.board import shipped_board
from tests.scenes import Hand, Light, SceneSpec, Sensor, draw_scene, make_camera, random_scene

BOARD = shipped_board("regista-a2")
LENGTH, WIDTH = BOARD.grid.field_size_mm
CORNERS_MM = ((0.0, 0.0), (LENGTH, 0.0), (LENGTH, WIDTH), (0.0, WIDTH))
HERE = make_camera((800, 450), elevation_deg=55.0)
FINDER = finder_for(BOARD, HERE.lens)
KNOCKED = make_camera((800, 450), elevation_deg=53.5, azimuth_deg=1.5)
NOISY = Sensor(0.7, 14.0, 90)
SPEC = replace(random_scene(np.random.default_rng(7), camera=HERE, pieces=6), light=Light(0.7), sensor=NOISY, hand=None)


def pictures(*specs: SceneSpec) -> list[np.ndarray]:
    """Each with its own noise."""
    return [draw_scene(spec, np.random.default_rng((3, n))).image for n, spec in enumerate(specs)]


def errors_spaces(pose: object, camera: BoardPose = HERE) -> float:
    assert isinstance(pose, BoardPose), pose.reason
    space_px = camera.px_per_mm(LENGTH / 2, WIDTH / 2) * BOARD.grid.width_mm
    apart = np.linalg.norm(pose.project(CORNERS_MM) - camera.project(CORNERS_MM), axis=1)
    return float(apart.max()) / space_px


def test_four_noisy_pictures_are_better_than_the_usual_single_one() -> None:
    images = pictures(*[SPEC] * 4)
    singles = [errors_spaces(FINDER.find(image)) for image in images]
    assert errors_spaces(find_over(FINDER, images)) < np.mean(singles)


@pytest.mark.parametrize("place", [0, 2], ids=["first", "newest"])
def test_a_picture_that_disagrees_is_left_out(place: int) -> None:
    specs = [SPEC] * 3
    specs[place] = replace(SPEC, camera=KNOCKED)
    assert errors_spaces(find_over(FINDER, pictures(*specs))) < 0.03


def test_after_a_knock_the_majority_counts() -> None:
    after = replace(SPEC, camera=KNOCKED)
    assert errors_spaces(find_over(FINDER, pictures(SPEC, after, after)), KNOCKED) < 0.03


def test_without_a_majority_nothing_is_believed() -> None:
    third = replace(SPEC, camera=make_camera((800, 450), elevation_deg=57.0))
    found = find_over(FINDER, pictures(SPEC, replace(SPEC, camera=KNOCKED), third))
    assert not found
    assert "still moving" in found.reason


def test_a_hand_in_one_picture_does_no_harm() -> None:
    images = pictures(SPEC, replace(SPEC, hand=Hand(250.0, 150.0, 60.0)), SPEC)
    assert errors_spaces(find_over(FINDER, images)) < 0.03


def test_a_blurred_newest_picture_is_passed_over() -> None:
    images = pictures(SPEC, SPEC, SPEC)
    images[-1] = np.asarray(cv2.GaussianBlur(images[-1], (0, 0), 9), np.uint8)
    assert errors_spaces(find_over(FINDER, images)) < 0.03


def test_one_picture_is_found_as_it_is() -> None:
    (image,) = pictures(SPEC)
    over, alone = find_over(FINDER, [image]), FINDER.find(image)
    assert isinstance(over, BoardPose)
    assert isinstance(alone, BoardPose)
    assert np.array_equal(over.tvec, alone.tvec)


def test_pictures_of_another_size_do_not_count() -> None:
    small = draw_scene(replace(SPEC, camera=make_camera((640, 360))), np.random.default_rng(1)).image
    assert errors_spaces(find_over(FINDER, [small, *pictures(SPEC, SPEC)])) < 0.03


@pytest.mark.parametrize(
    ("images", "reason"),
    [([], "no picture"), ([np.full((450, 800, 3), 120, np.uint8)] * 2, "no marker")],
    ids=["none", "no board"],
)
def test_nothing_to_find_says_why(images: list[np.ndarray], reason: str) -> None:
    failure = find_over(FINDER, images)
    assert not failure
    assert reason in failure.reason


def test_the_mean_has_the_noise_taken_out() -> None:
    rng = np.random.default_rng(0)
    noisy = [np.clip(rng.normal(100, 8, (50, 60, 3)), 0, 255).astype(np.uint8) for _ in range(16)]
    assert mean_image(noisy).std() == pytest.approx(2.0, abs=0.3)
