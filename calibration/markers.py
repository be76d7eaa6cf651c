"""Finding the board's printed markers (OpenCV ArUco) in a picture, with corners to a fraction of a pixel.

All pixel coordinates are those of the picture handed in: integers are pixel centres. Corners run clockwise
from the marker's own top-left, as in the board file.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.faint_markers import framed_shapes, read_faint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from calibration.pose import FloatArray
    from engine.board import MarkersTable

Grey: TypeAlias = NDArray[np.uint8]
"""(height, width), 8 bits."""

CELLS = 6
"""Modules along one side of a marker with its black border (4x4 dictionaries; near enough for the others)."""

UNREAD_SCALE = 3.0
LEAST_PERIMETER_PX = 32.0
"""A marker smaller than 8 px a side has cells that cannot be told apart."""
MAX_LONG_SIDE_PX = 2560
"""Larger pictures are searched reduced to this: a 20 mm marker is then still some 60 px wide."""


class MarkerError(ValueError):
    """A board file whose markers cannot exist; the message names the key."""


@dataclass(frozen=True)
class Markers:
    """Markers seen in a picture."""

    corners_px: Mapping[int, FloatArray] = field(default_factory=dict)
    """(4, 2) corners by id, only ids that the board has."""
    foreign: tuple[int, ...] = ()
    """Ids of the same dictionary that the board does not have."""
    repeated: tuple[int, ...] = ()
    """Ids of the board's markers that are in view more than once."""


def dictionary_of(markers: MarkersTable) -> cv2.aruco.Dictionary:
    """The OpenCV dictionary that a board file names.

    Raises MarkerError for a name that OpenCV does not know, or a marker that the dictionary does not have.
    """
    number = getattr(cv2.aruco, markers.dictionary, None)
    if not markers.dictionary.startswith("DICT_") or not isinstance(number, int):
        raise MarkerError(f"markers.dictionary: {markers.dictionary!r} is no marker dictionary of OpenCV")
    dictionary = cv2.aruco.getPredefinedDictionary(number)
    size = len(dictionary.bytesList)
    if strange := [wanted for wanted in markers.corner_mm if not 0 <= wanted < size]:
        raise MarkerError(f"markers.corner_mm: {markers.dictionary} has markers 0 to {size - 1}, not {strange[0]}")
    return dictionary


def find_markers(
    grey: Grey, markers: MarkersTable, *, enough: int | None = None, readings: int | None = None
) -> Markers:
    """Look for the board's markers, harder and harder until ``enough`` of them (all, if None) were found.

    Several readings of the picture are tried: as it is, evened out against bad light, enlarged, smoothed. ``readings``
    bounds their number: the first two are quick, all (None) take some ten times as long.
    """
    wanted = set(markers.corner_mm)
    target = len(wanted) if enough is None else min(enough, len(wanted))
    dictionary = dictionary_of(markers)
    found: dict[int, FloatArray] = {}
    foreign: set[int] = set()
    repeated: set[int] = set()
    for prepare, scale in islice(_readings(grey), readings):
        reading = prepare(grey)
        read, unread = _detect(reading, dictionary, scale)
        times = Counter(number for number, _ in read)
        repeated |= {number for number in wanted if times[number] > 1}
        for number, corners in read:
            if number not in wanted:
                foreign.add(number)
            elif number not in found:
                found[number] = refine_corners(grey, corners)
        if len(found) < target:
            found |= read_faint(grey, unread, dictionary, wanted - set(found), partial(refine_corners, grey))
        if len(found) >= target:
            break
    return Markers({n: found[n] for n in sorted(found)}, tuple(sorted(foreign)), tuple(sorted(repeated)))


def find_marker_near(
    grey: Grey, markers: MarkersTable, number: int, expected_px: FloatArray, reach_sides: float = 0.8
) -> FloatArray | None:
    """Look for one marker around the (4, 2) corners where it should be; None if it is not to be seen there.

    ``reach_sides``: how far around, in widths of the marker.
    """
    side = float(np.linalg.norm(np.roll(expected_px, -1, axis=0) - expected_px, axis=1).mean())
    height, width = grey.shape
    low = np.floor(expected_px.min(axis=0) - reach_sides * side).astype(int).clip(0)
    high = np.minimum(np.ceil(expected_px.max(axis=0) + reach_sides * side).astype(int) + 1, (width, height))
    if (high - low < 12).any() or side < 6 or side > max(width, height):
        return None
    window = grey[low[1] : high[1], low[0] : high[0]]
    scale = float(np.clip(90.0 / side, 1.0, 6.0))
    large = _enlarge(window, scale)
    soft = np.asarray(cv2.GaussianBlur(large, (0, 0), scale * 0.7), np.uint8)
    dictionary = dictionary_of(markers)
    for reading in (large, _sharpen(large, scale), _even(large), soft):
        read, unread = _detect(reading, dictionary, scale)
        for found, corners in read:
            if found == number:
                return refine_corners(grey, corners + low)
        quads = [quad + low for quad in unread]
        if faint := read_faint(grey, quads, dictionary, (number,), partial(refine_corners, grey)):
            return faint[number]
    return None


def unread_marker_sides_px(grey: Grey, markers: MarkersTable) -> FloatArray:
    """Mean side (N,) of each shape that has a marker's black border on white paper, whether it can be read or not."""
    large = _enlarge(grey, UNREAD_SCALE) if max(grey.shape) <= MAX_LONG_SIDE_PX else grey
    scale = large.shape[1] / grey.shape[1]
    dictionary = dictionary_of(markers)
    read, unread = _detect(large, dictionary, scale)
    shapes = framed_shapes(grey, [*(corners for _, corners in read), *unread], dictionary)
    sides = np.linalg.norm(shapes - np.roll(shapes, 1, axis=1), axis=2).mean(axis=1)
    # The outer and the inner edge of one border make two shapes.
    _, one_each = np.unique(np.round(shapes.mean(axis=1) / 6), axis=0, return_index=True)
    return np.asarray(sides[one_each], np.float64)


def _readings(grey: Grey) -> Iterable[tuple[Callable[[Grey], Grey], float]]:
    """Ways to look at the picture and their enlargement, cheapest first."""
    long_side = max(grey.shape)
    if long_side > MAX_LONG_SIDE_PX:
        scale = MAX_LONG_SIDE_PX / long_side
        yield (
            (lambda image: np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))),
            scale,
        )
    else:
        yield (lambda image: image), 1.0
    yield _even, 1.0
    if long_side <= MAX_LONG_SIDE_PX:
        scale = 2.0 if long_side <= 1400 else 1.5
        yield (lambda image: _enlarge(image, scale)), scale
        yield (lambda image: _sharpen(_enlarge(image, scale), scale)), scale
        yield (lambda image: _enlarge(_even(_smooth(image)), scale)), scale


def _even(grey: Grey) -> Grey:
    """The same contrast everywhere: lamps, shadows and dim corners no longer matter."""
    return np.asarray(cv2.createCLAHE(clipLimit=3.0, tileGridSize=(8, 8)).apply(grey), np.uint8)


def _sharpen(grey: Grey, scale: float) -> Grey:
    """Undo some of a lens that is out of focus, ``scale`` times enlarged (unsharp mask)."""
    soft = cv2.GaussianBlur(grey, (0, 0), 1.5 * scale)
    return np.asarray(cv2.addWeighted(grey, 2.5, soft, -1.5, 0), np.uint8)


def _smooth(grey: Grey) -> Grey:
    """Less noise, edges kept."""
    return np.asarray(cv2.bilateralFilter(grey, 5, 30.0, 2.0), np.uint8)


def _enlarge(grey: Grey, scale: float) -> Grey:
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8)


def _detect(
    grey: Grey, dictionary: cv2.aruco.Dictionary, scale: float
) -> tuple[list[tuple[int, FloatArray]], list[FloatArray]]:
    """Ids and corners, and corners of shapes that read as none, in pixels before ``scale`` times enlarging."""
    parameters = cv2.aruco.DetectorParameters()
    # OpenCV takes it as a share of the picture's long side, but a marker is as readable in a large picture.
    parameters.minMarkerPerimeterRate = min(0.025, LEAST_PERIMETER_PX * max(scale, 1.0) / max(grey.shape))
    parameters.adaptiveThreshWinSizeMax = 33
    parameters.minDistanceToBorder = 1
    parameters.minMarkerDistanceRate = 0.05
    # A board seen askew has narrow markers: allow rounder quads than the default.
    parameters.polygonalApproxAccuracyRate = 0.05
    corners, ids, rejected = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(grey)
    # Without corners ids is None, which its type information hides.
    read = zip(np.asarray(ids).ravel(), corners, strict=True) if len(corners) else ()
    return (
        [(int(number), _before_enlarging(quad, scale)) for number, quad in read],
        [_before_enlarging(quad, scale) for quad in rejected],
    )


def _before_enlarging(quad: cv2.typing.MatLike, scale: float) -> FloatArray:
    return (np.asarray(quad, np.float64).reshape(4, 2) + 0.5) / scale - 0.5


def refine_corners(grey: Grey, corners_px: FloatArray) -> FloatArray:
    """Corners (4, 2) where straight lines through the four edges of a marker meet.

    The edges are found by the steepest rise from black to white across each side; a dozen of profiles a side
    and a line through them are steadier than looking at the corner itself, which blur rounds off.
    A marker with a side that cannot be fitted is returned as it came.
    """
    module = float(np.linalg.norm(np.roll(corners_px, -1, axis=0) - corners_px, axis=1).min()) / CELLS
    refined = corners_px
    for reach in (max(2.0, 0.8 * module), max(1.5, 0.6 * module)):
        lines = [_edge_line(grey, refined[k], refined[(k + 1) % 4], reach) for k in range(4)]
        if any(line is None for line in lines):
            return corners_px
        crossing = [_cross(lines[k - 1], lines[k]) for k in range(4)]
        moved = np.asarray(crossing)
        if not np.isfinite(moved).all() or np.abs(moved - corners_px).max() > max(3.0, 1.5 * module):
            return corners_px
        refined = moved
    return refined


def _edge_line(grey: Grey, start: FloatArray, end: FloatArray, reach_px: float) -> FloatArray | None:
    """Homogeneous line (3,) along a marker's side from ``start`` to ``end`` (black lies to the right of it)."""
    along = end - start
    length = float(np.linalg.norm(along))
    if length < 4:
        return None
    outward = np.array((along[1], -along[0])) / length
    places = start + np.linspace(0.12, 0.88, 15)[:, None] * along
    steps = np.arange(-reach_px, reach_px + 1e-6, 0.25)
    xy = (places[:, None, :] + steps[None, :, None] * outward).astype(np.float32)
    profile = cv2.remap(
        grey.astype(np.float32), xy[..., 0], xy[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    slope = np.gradient(cv2.GaussianBlur(np.asarray(profile, np.float64), (9, 1), 1.5), 0.25, axis=1)
    rise = np.clip(slope, 0.0, None)
    # The centre of the rise, weighed around its peak: less jumpy than the peak alone.
    peak = rise.argmax(axis=1)
    near = np.abs(steps[None, :] - steps[peak][:, None]) <= 1.25
    weight = rise * near
    strength = rise.max(axis=1)
    total = weight.sum(axis=1)
    good = (strength > 0.25 * np.median(strength)) & (total > 1e-6)
    if good.sum() < 5:
        return None
    offset = (weight * steps).sum(axis=1)[good] / total[good]
    edge = places[good] + offset[:, None] * outward
    vx, vy, x0, y0 = cv2.fitLine(edge.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    return np.array((vy, -vx, vx * y0 - vy * x0), np.float64)


def _cross(a: FloatArray | None, b: FloatArray | None) -> FloatArray:
    if a is None or b is None:
        return np.full(2, np.nan)
    point = np.cross(a, b)
    return point[:2] / point[2] if abs(point[2]) > 1e-9 else np.full(2, np.nan)
