"""Is the camera still where it was? A look at small windows around the expected markers, a few milliseconds a frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.board_pose import Image, as_grey, marker_arrays_mm
from calibration.markers import Grey, dictionary_of
from calibration.pose import BoardPose, PoseFailure

if TYPE_CHECKING:
    from calibration.pose import FloatArray
    from engine.board import Board, MarkersTable

MIN_LIKENESS = 0.8
"""Correlation (-1 to 1) of a window with the expected marker that counts as seeing it; a slip of paper reaches 0.7."""
REACH_SIDES = 0.8
"""How far around its place a marker is looked for, in its own widths; the next marker is many widths away."""
MAX_TEMPLATE_PX = 40
"""Larger markers are compared at a reduced scale: the time a frame takes then has a bound."""


@dataclass(frozen=True, eq=False)
class PoseCheck:
    """How far the markers in sight lie from where the pose puts them."""

    shift_px: float
    """Median distance over the markers seen, in the picture; of markers gone further than is looked, only that far."""
    shift_spaces: float
    """The same in widths of a space, on the board."""
    seen: tuple[int, ...]
    """Ids of the markers seen near their places."""
    expected: tuple[int, ...]
    """Ids of those that should be in the picture."""

    def __bool__(self) -> bool:
        """A check that saw something; see PoseFailure."""
        return True


def track_pose(image: Image, board: Board, previous: BoardPose) -> PoseCheck | PoseFailure:
    """Measure the markers' shift against a pose found before with the same camera.

    A failure says that no marker is where it should be: something hides them, or the camera moved further than
    a marker's width. It takes ``find_board_pose`` to tell.
    """
    markers = board.file.markers
    if markers is None:
        return PoseFailure(f"the board {board.name} has no printed markers to check the camera by")
    height, width = image.shape[:2]
    expected, seen, shifts_px, shifts_spaces = [], [], [], []
    for number, corners_mm in marker_arrays_mm(markers).items():
        place = previous.project(corners_mm)
        if (place < 1).any() or (place > (width - 2, height - 2)).any():
            continue
        expected.append(number)
        shift = _shift_px(image, markers, number, place)
        if shift is None:
            continue
        seen.append(number)
        middle = corners_mm.mean(axis=0)
        moved = previous.to_board(np.array((place.mean(axis=0), place.mean(axis=0) + shift)))
        shifts_px.append(float(np.hypot(*shift)))
        shifts_spaces.append(float(np.linalg.norm(moved[1] - middle)) / board.grid.width_mm)
    if not seen:
        return PoseFailure("no marker is where it was; uncover the board's border, or the camera has moved")
    return PoseCheck(float(np.median(shifts_px)), float(np.median(shifts_spaces)), tuple(seen), tuple(expected))


def _shift_px(image: Image, markers: MarkersTable, number: int, place_px: FloatArray) -> FloatArray | None:
    """(x, y) from where a marker should be to where it is; None if it is not to be seen there."""
    side = float(np.linalg.norm(place_px - np.roll(place_px, 1, axis=0), axis=1).mean())
    reach = max(6.0, REACH_SIDES * side)
    low = np.floor(place_px.min(axis=0) - reach).astype(int).clip(0)
    high = np.minimum(np.ceil(place_px.max(axis=0) + reach).astype(int) + 1, image.shape[1::-1])
    window = as_grey(image[low[1] : high[1], low[0] : high[0]])
    shrink = min(1.0, MAX_TEMPLATE_PX / max(side, 1.0))
    if shrink < 1.0:
        window = np.asarray(cv2.resize(window, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    inside = (place_px - low + 0.5) * shrink - 0.5
    template, corner = _expected_look(markers, number, inside)
    if (np.array(window.shape) < template.shape).any():
        return None
    likeness = np.asarray(cv2.matchTemplate(window, template, cv2.TM_CCOEFF_NORMED), np.float64)
    row, column = np.unravel_index(int(likeness.argmax()), likeness.shape)
    if likeness[row, column] < MIN_LIKENESS:
        return None
    best = np.array((column + _summit(likeness[row], int(column)), row + _summit(likeness[:, column], int(row))))
    return np.asarray((best - corner) / shrink, np.float64)


def _expected_look(markers: MarkersTable, number: int, corners_px: FloatArray) -> tuple[Grey, FloatArray]:
    """The marker drawn with its corners at these pixels, cropped to it with a rim of paper, and the crop's (x, y)."""
    dictionary = dictionary_of(markers)
    modules = dictionary.markerSize + 2
    zone, px = 1, 8
    drawn = np.full(((modules + 2 * zone) * px,) * 2, 255, np.uint8)
    inner = np.s_[zone * px : (zone + modules) * px]
    drawn[inner, inner] = cv2.aruco.generateImageMarker(dictionary, number, modules * px)
    near, far = zone * px - 0.5, (zone + modules) * px - 0.5
    source = np.array(((near, near), (far, near), (far, far), (near, far)), np.float32)
    rim = float(np.ptp(corners_px, axis=0).max()) / modules
    corner = np.floor(corners_px.min(axis=0) - rim * zone)
    width, height = (np.ceil(corners_px.max(axis=0) + rim * zone) - corner).astype(int) + 1
    matrix = cv2.getPerspectiveTransform(source, (corners_px - corner).astype(np.float32))
    look = cv2.warpPerspective(drawn, matrix, (int(width), int(height)), flags=cv2.INTER_LINEAR, borderValue=255)
    return np.asarray(cv2.GaussianBlur(look, (0, 0), 0.8), np.uint8), corner


def _summit(values: FloatArray, at: int) -> float:
    """Where a parabola through a peak and its neighbours is highest, relative to the peak."""
    if not 0 < at < len(values) - 1:
        return 0.0
    bend = values[at - 1] - 2 * values[at] + values[at + 1]
    return float(0.5 * (values[at - 1] - values[at + 1]) / bend) if bend < 0 else 0.0
