"""Markers read as whole patterns, where bits can no longer be told apart one by one."""

import cv2
import numpy as np
import pytest

from calibration.faint_markers import framed_shapes, read_faint

DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def sheet(number: int, side_px: float, *, blur_px: float = 0.7, noise: float = 3.0) -> tuple[np.ndarray, np.ndarray]:
    """A marker a little askew on grey paper, and its corners (4, 2)."""
    fine = np.full((80, 80), 235, np.uint8)
    fine[10:70, 10:70] = cv2.aruco.generateImageMarker(DICTIONARY, number, 60)
    source = np.array(((9.5, 9.5), (69.5, 9.5), (69.5, 69.5), (9.5, 69.5)), np.float32)
    corners = 20.3 + side_px * np.array(((0.0, 0.05), (1.0, 0.0), (1.02, 0.97), (0.03, 1.0)))
    matrix = cv2.getPerspectiveTransform(source, (corners * 8 + 3.5).astype(np.float32))
    large = cv2.warpPerspective(fine, matrix, (64 * 8, 64 * 8), borderValue=(235,))
    small = cv2.resize(large, (64, 64), interpolation=cv2.INTER_AREA).astype(np.float64)
    soft = cv2.GaussianBlur(small, (0, 0), blur_px) + np.random.default_rng(number).normal(0, noise, small.shape)
    return np.clip(np.round(soft), 0, 255).astype(np.uint8), corners


def unchanged(quad: np.ndarray) -> np.ndarray:
    return quad


@pytest.mark.parametrize("side_px", [11.0, 14.0, 20.0])
@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("number", [0, 7, 11])
def test_a_small_marker_is_read_whichever_corner_comes_first(number: int, first: int, side_px: float) -> None:
    grey, corners = sheet(number, side_px)
    read = read_faint(grey, [np.roll(corners, -first, axis=0)], DICTIONARY, range(12), unchanged)
    assert set(read) == {number}
    assert np.allclose(read[number], corners)


@pytest.mark.parametrize(
    "picture",
    [
        np.full((64, 64), 235, np.uint8),
        np.random.default_rng(1).integers(0, 255, (64, 64)).astype(np.uint8),
        sheet(30, 16.0)[0],
        sheet(3, 16.0, blur_px=6.0)[0],
    ],
    ids=["paper", "noise", "another marker", "blurred away"],
)
def test_what_is_none_of_the_wanted_markers_is_not_read(picture: np.ndarray) -> None:
    _, corners = sheet(0, 16.0)
    assert read_faint(picture, [corners], DICTIONARY, range(12), unchanged) == {}


def test_of_two_shapes_that_read_the_same_the_better_one_stays() -> None:
    grey, corners = sheet(5, 14.0)
    read = read_faint(grey, [corners + 0.8, corners], DICTIONARY, (5,), unchanged)
    assert np.allclose(read[5], corners)


def test_a_pip_has_no_markers_frame() -> None:
    grey = np.full((64, 64), 235, np.uint8)
    cv2.circle(grey, (30, 30), 5, (20,), -1, cv2.LINE_AA)
    around = np.array(((25.5, 25.5), (34.5, 25.5), (34.5, 34.5), (25.5, 34.5)))
    marker, corners = sheet(4, 9.0)
    assert len(framed_shapes(cv2.GaussianBlur(grey, (0, 0), 1.0), [around], DICTIONARY)) == 0
    assert len(framed_shapes(marker, [corners], DICTIONARY)) == 1


def test_no_shapes_and_no_wishes_are_no_trouble() -> None:
    grey, corners = sheet(0, 16.0)
    assert read_faint(grey, [], DICTIONARY, range(12), unchanged) == {}
    assert read_faint(grey, [corners], DICTIONARY, (), unchanged) == {}
