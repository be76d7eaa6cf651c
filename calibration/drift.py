"""Is the camera still where it was? A look at small windows around the expected markers, a few milliseconds a frame.

Where hands or cups hide all markers but one, the printed lines are looked at as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.board_pose import MIN_LINE_AGREEMENT, MIN_LINE_POINTS, Image, as_grey, marker_arrays_mm
from calibration.lines import find_lines
from calibration.markers import Grey, dictionary_of
from calibration.pose import BoardPose, PoseFailure

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.pose import FloatArray
    from engine.board import Board, MarkersTable

MIN_LIKENESS = 0.8
"""Correlation (-1 to 1) of a window with the expected marker that counts as seeing it; a slip of paper reaches 0.7."""
MIN_INNER_LIKENESS = 0.65
"""The same of the part inside the black border: another marker in this place agrees in three quarters of its modules,
which is 0.5, and the border alone is alike in all."""
REACH_SIDES = 0.8
"""How far around its place a marker is looked for, in its own widths; the next marker is many widths away."""
ENOUGH_MARKERS = 2
"""With fewer in sight the printed lines are looked at as well."""
LINE_REACH_SPACES = 0.25
"""How far from their places the printed lines are looked for, in widths of a space."""
EVERY_LINE_SAMPLE = 5
"""Of a board's thousands of places on lines one in five is enough, and leaves out no direction that lines run in."""
MAX_TEMPLATE_PX = 40
"""Larger markers are compared at a reduced scale: the time a frame takes then has a bound."""


@dataclass(frozen=True, eq=False)
class PoseCheck:
    """How far the markers in sight lie from where the pose puts them."""

    shift_px: float
    """Median distance over the markers seen (of a single one: that of the printed lines, if it is greater), in the
    picture; of markers gone further than is looked, only that far."""
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
        # Lines alone prove nothing: one space off, or turned round, they look the same.
        return PoseFailure("no marker is where it was; uncover the board's border, or the camera has moved")
    if len(seen) < ENOUGH_MARKERS:
        # A board that turns about the one marker in sight leaves that in place.
        by_lines = _shift_by_lines(image, board, previous)
        if by_lines is None:
            return PoseFailure("a single marker is where it was, and the lines are not; uncover the board's border")
        shifts_px, shifts_spaces = [max(shifts_px[0], by_lines[0])], [max(shifts_spaces[0], by_lines[1])]
    return PoseCheck(float(np.median(shifts_px)), float(np.median(shifts_spaces)), tuple(seen), tuple(expected))


def _shift_by_lines(image: Image, board: Board, previous: BoardPose) -> tuple[float, float] | None:
    """Shift of the printed lines, in pixels and in widths of a space; None if they are not there.

    Each line shows the part across it; over lines of all directions that is two thirds of the whole.
    """
    length, width = board.grid.field_size_mm
    space_px = board.grid.width_mm * previous.px_per_mm(length / 2, width / 2)
    lines = find_lines(as_grey(image), previous, board.grid, LINE_REACH_SPACES * space_px, every=EVERY_LINE_SAMPLE)
    if lines.agreement < MIN_LINE_AGREEMENT or len(lines.points) < MIN_LINE_POINTS:
        return None
    points = lines.points
    across = ((points.seen_px - previous.project(points.points_mm)) * points.normals_px).sum(axis=1)
    shift_px = float(np.pi / 2 * np.abs(across).mean())
    return shift_px, shift_px / space_px


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
    look = _expected_look(markers, number, inside)
    if (np.array(window.shape) < look.picture.shape).any():
        return None
    likeness = np.asarray(cv2.matchTemplate(window, look.picture, cv2.TM_CCOEFF_NORMED), np.float64)
    row, column = np.unravel_index(int(likeness.argmax()), likeness.shape)
    height, width = look.picture.shape
    found = window[row : row + height, column : column + width]
    if likeness[row, column] < MIN_LIKENESS or look.inner_likeness(found) < MIN_INNER_LIKENESS:
        return None
    best = np.array((column + _summit(likeness[row], int(column)), row + _summit(likeness[:, column], int(row))))
    return np.asarray((best - look.corner_px) / shrink, np.float64)


@dataclass(frozen=True, eq=False)
class _Look:
    """A marker as it should be seen."""

    picture: Grey
    """The marker with a rim of paper."""
    inner: NDArray[np.bool_]
    """(height, width) of the picture: the modules inside the black border."""
    corner_px: FloatArray
    """(x, y) of the picture's top left."""

    def inner_likeness(self, found: Grey) -> float:
        """Correlation (-1 to 1) of a picture of the same size with this one, inside the border."""
        here, there = (picture[self.inner].astype(np.float64) for picture in (found, self.picture))
        here, there = here - here.mean(), there - there.mean()
        size = float(np.linalg.norm(here) * np.linalg.norm(there))
        return float(here @ there) / size if size > 0 else 0.0


def _expected_look(markers: MarkersTable, number: int, corners_px: FloatArray) -> _Look:
    """The marker drawn with its corners at these pixels."""
    dictionary = dictionary_of(markers)
    modules = dictionary.markerSize + 2
    zone, px = 1, 8
    side = (modules + 2 * zone) * px
    drawn, inner = np.full((side, side), 255, np.uint8), np.zeros((side, side), np.uint8)
    whole, within = np.s_[zone * px : -zone * px], np.s_[(zone + 1) * px : -(zone + 1) * px]
    drawn[whole, whole] = cv2.aruco.generateImageMarker(dictionary, number, modules * px)
    inner[within, within] = 255
    near, far = zone * px - 0.5, (zone + modules) * px - 0.5
    source = np.array(((near, near), (far, near), (far, far), (near, far)), np.float32)
    rim = float(np.ptp(corners_px, axis=0).max()) / modules
    corner = np.floor(corners_px.min(axis=0) - rim * zone)
    width, height = (np.ceil(corners_px.max(axis=0) + rim * zone) - corner).astype(int) + 1
    matrix = cv2.getPerspectiveTransform(source, (corners_px - corner).astype(np.float32))
    look = cv2.warpPerspective(drawn, matrix, (int(width), int(height)), flags=cv2.INTER_LINEAR, borderValue=255)
    mask = cv2.warpPerspective(inner, matrix, (int(width), int(height)), flags=cv2.INTER_LINEAR)
    return _Look(np.asarray(cv2.GaussianBlur(look, (0, 0), 0.8), np.uint8), mask > 127, corner)


def _summit(values: FloatArray, at: int) -> float:
    """Where a parabola through a peak and its neighbours is highest, relative to the peak."""
    if not 0 < at < len(values) - 1:
        return 0.0
    bend = values[at - 1] - 2 * values[at] + values[at + 1]
    return float(0.5 * (values[at - 1] - values[at + 1]) / bend) if bend < 0 else 0.0
