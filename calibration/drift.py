"""Is the camera still where it was? A look at small windows around the expected markers, a few milliseconds a frame.

Where hands or cups hide all markers but one, the printed lines are looked at as well.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.board_pose import MIN_LINE_AGREEMENT, MIN_LINE_POINTS, Image, as_grey, marker_arrays_mm
from calibration.lines import find_lines
from calibration.markers import Grey, dictionary_of
from calibration.pose import BoardPose, PoseFailure
from calibration.sentences import say

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
NEAR_PX = 4
"""So near to its place, in pixels of the comparison, a marker is looked for first: cameras mostly stay."""
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
        return PoseFailure(say("no_markers.check", name=board.name))
    height, width = image.shape[:2]
    targets = _targets(_Wanted(previous, markers, (width, height)))
    shifts = {target.number: _shift_px(image, target) for target in targets}
    seen = [target for target in targets if shifts[target.number] is not None]
    moves_px = np.array([shifts[target.number] for target in seen], np.float64).reshape(-1, 2)
    if not seen:
        # Lines alone prove nothing: one space off, or turned round, they look the same.
        return PoseFailure(say("gone"))
    moved = previous.to_board(moves_px + [target.middle_px for target in seen])
    away_mm = np.linalg.norm(moved - [target.middle_mm for target in seen], axis=1)
    shift_px = float(np.median(np.hypot(*moves_px.T)))
    shift_spaces = float(np.median(away_mm)) / board.grid.width_mm
    if len(seen) < ENOUGH_MARKERS:
        # A board that turns about the one marker in sight leaves that in place.
        by_lines = _shift_by_lines(image, board, previous)
        if by_lines is None:
            return PoseFailure(say("gone.lines"))
        shift_px, shift_spaces = max(shift_px, by_lines[0]), max(shift_spaces, by_lines[1])
    numbers = (tuple(target.number for target in some) for some in (seen, targets))
    return PoseCheck(shift_px, shift_spaces, *numbers)


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


@dataclass(frozen=True)
class _Wanted:
    """What is looked for again and again while the camera stays: poses are told apart as objects."""

    pose: BoardPose
    markers: MarkersTable
    size_px: tuple[int, int]

    def __hash__(self) -> int:
        return hash((self.pose, self.size_px))


@dataclass(frozen=True, eq=False)
class _Target:
    """A marker that should be in the picture, and where it is looked for."""

    number: int
    middle_mm: FloatArray
    middle_px: FloatArray
    low_px: tuple[int, int]
    """(x, y) of the window's first pixel."""
    high_px: tuple[int, int]
    shrink: float
    """Scale at which the window is compared, at most 1."""
    look: _Look


@lru_cache(maxsize=4)
def _targets(wanted: _Wanted) -> tuple[_Target, ...]:
    width, height = wanted.size_px
    targets = []
    for number, corners_mm in marker_arrays_mm(wanted.markers).items():
        place = wanted.pose.project(corners_mm)
        if (place < 1).any() or (place > (width - 2, height - 2)).any():
            continue
        side = float(np.linalg.norm(place - np.roll(place, 1, axis=0), axis=1).mean())
        reach = max(6.0, REACH_SIDES * side)
        low = np.floor(place.min(axis=0) - reach).astype(int).clip(0)
        high = np.minimum(np.ceil(place.max(axis=0) + reach).astype(int) + 1, wanted.size_px)
        shrink = min(1.0, MAX_TEMPLATE_PX / max(side, 1.0))
        look = _expected_look(wanted.markers, number, (place - low + 0.5) * shrink - 0.5)
        window = (int(low[0]), int(low[1])), (int(high[0]), int(high[1]))
        targets.append(_Target(number, corners_mm.mean(axis=0), place.mean(axis=0), *window, shrink, look))
    return tuple(targets)


def _shift_px(image: Image, target: _Target) -> FloatArray | None:
    """(x, y) from where a marker should be to where it is; None if it is not to be seen there."""
    (left, top), (right, bottom) = target.low_px, target.high_px
    look, shrink = target.look, target.shrink
    window = as_grey(image[top:bottom, left:right])
    if shrink < 1.0:
        window = np.asarray(cv2.resize(window, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    if (np.array(window.shape) < look.picture.shape).any():
        return None
    place = look.found_in(window, NEAR_PX) or look.found_in(window)
    return np.asarray((np.array(place) - look.corner_px) / shrink, np.float64) if place else None


@dataclass(frozen=True, eq=False)
class _Look:
    """A marker as it should be seen."""

    picture: Grey
    """The marker with a rim of paper."""
    inner: NDArray[np.bool_]
    """(height, width) of the picture: the modules inside the black border."""
    corner_px: FloatArray
    """(x, y) of the picture's top left."""
    modules: FloatArray
    """(N,) what is inside the border, less its mean, at length 1."""

    def found_in(self, window: Grey, near_px: int | None = None) -> tuple[float, float] | None:
        """(x, y) of the picture's top left where it is most like a window, to a fraction of a pixel; None if nowhere.

        With ``near_px`` only places so near to where it should be count, and not the outermost of these.
        """
        height, width = self.picture.shape
        left, top = (0, 0) if near_px is None else (max(0, int(at) - near_px) for at in self.corner_px)
        reach = None if near_px is None else 2 * near_px
        part = window if reach is None else window[top : top + height + reach, left : left + width + reach]
        if (np.array(part.shape) <= self.picture.shape).any() and reach is not None:
            return None
        likeness = np.asarray(cv2.matchTemplate(part, self.picture, cv2.TM_CCOEFF_NORMED), np.float32)
        _, most, _, (column, row) = cv2.minMaxLoc(likeness)
        outermost = not (0 < column < likeness.shape[1] - 1 and 0 < row < likeness.shape[0] - 1)
        if most < MIN_LIKENESS or (reach is not None and outermost):
            return None
        if self.inner_likeness(part[row : row + height, column : column + width]) < MIN_INNER_LIKENESS:
            return None
        return (
            left + column + _summit(likeness[row], column),
            top + row + _summit(likeness[:, column], row),
        )

    def inner_likeness(self, found: Grey) -> float:
        """Correlation (-1 to 1) of a picture of the same size with this one, inside the border."""
        here = found[self.inner].astype(np.float64)
        here -= here.mean()
        size = math.sqrt(float(here @ here))
        return float(here @ self.modules) / size if size > 0 else 0.0


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
    picture, inside = np.asarray(cv2.GaussianBlur(look, (0, 0), 0.8), np.uint8), mask > 127
    shades = picture[inside].astype(np.float64)
    shades -= shades.mean()
    return _Look(picture, inside, corner, shades / max(float(np.linalg.norm(shades)), 1e-9))


def _summit(values: NDArray[np.float32], at: int) -> float:
    """Where a parabola through a peak and its neighbours is highest, relative to the peak."""
    if not 0 < at < len(values) - 1:
        return 0.0
    before, here, after = (float(value) for value in values[at - 1 : at + 2])
    bend = before - 2 * here + after
    return 0.5 * (before - after) / bend if bend < 0 else 0.0
