"""What changed between two small pictures of the same table, whatever the lamp and the camera's noise do.

Pictures here are the camera's, shrunk to SMALL_WIDTH pixels: a disc is about six pixels wide, which is enough to
notice it and averages a webcam's noise away. Differences are taken after three corrections that a table needs:
each channel's gain (automatic exposure and white balance), rows (lamps flickering against a rolling shutter), and
the noise learnt so far. Whether a change is a thing or only light is told by the printed lines: light keeps them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.pose import BoardPose
    from engine.board import Board
    from vision.rectify import Image

Mask: TypeAlias = NDArray[np.bool_]
FloatMap: TypeAlias = NDArray[np.float32]

SMALL_WIDTH = 320
"""Width of the small pictures."""
SURROUNDINGS_MM = 150.0
"""How far round the sheet dice may lie and hands matter."""
_USUAL_VIEW_MM = 900.0
"""Width of table that a camera sees when no board has been found yet."""
_LINE_CONTRAST = 10.0
"""Sobel response, grey levels, from which a printed edge is one; twice the noise of a poor webcam."""
_BURNT = 245
"""Grey levels from which a pixel, averaged over its neighbours, may be clipped."""
_MOST_GAIN = 8.0
"""Lamps change a picture by less than this, up or down."""
_RANKED_LAST = 1e3
_LEAST_PATTERN_PX, _LEAST_PATTERN = 60, 2.5
"""Pixels by which a pattern is known, and its standard deviation in grey levels: three times a quiet camera's noise."""
_RELIT = 0.04
"""Relative change of brightness; the automatics of a webcam wander by 0.01 while pieces move."""


@dataclass(frozen=True, eq=False)
class TableRegion:
    """The part of the small picture in which changes matter."""

    mask: Mask
    """(height, width) of the small picture: the sheet and what lies round it."""
    rim: Mask
    """The outermost pixels of ``mask``: where arms come in."""
    field: Mask
    """The printed field, whose lines tell whether it is covered."""
    px_per_mm: float
    """Scale of the small picture in the middle of the board."""


def small_size(width: int, height: int) -> tuple[int, int]:
    """(width, height) of the small picture."""
    return SMALL_WIDTH, max(1, round(height * SMALL_WIDTH / width))


def shrink(image: Image) -> Image:
    """The small picture, lightly smoothed so that a shiver of the camera does not show at every edge."""
    height, width = image.shape[:2]
    size = small_size(width, height)
    # To half its size first, which is soon done where no pixel is parted.
    if width % 2 == height % 2 == 0 and width >= 2 * SMALL_WIDTH:
        image = np.asarray(cv2.resize(image, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8)
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(small, (3, 3)), np.uint8)


def table_region(pose: BoardPose, board: Board, size_px: tuple[int, int]) -> TableRegion:
    """The region of a board seen with a pose; ``size_px`` is (width, height) of the camera's pictures."""
    sheet = board.file.sheet
    west, north = (-x for x in sheet.field_origin_mm)
    xs = np.linspace(west - SURROUNDINGS_MM, west + sheet.size_mm[0] + SURROUNDINGS_MM, 9)
    ys = np.linspace(north - SURROUNDINGS_MM, north + sheet.size_mm[1] + SURROUNDINGS_MM, 9)
    outline = [(x, ys[0]) for x in xs] + [(xs[-1], y) for y in ys] + [(x, ys[-1]) for x in xs[::-1]]
    outline += [(xs[0], y) for y in ys[::-1]]
    width, height = small_size(*size_px)
    scale = width / size_px[0]
    length_mm, width_mm = board.grid.field_size_mm
    mask = _filled(pose, outline, scale, (width, height))
    field = _filled(pose, ((0, 0), (length_mm, 0), (length_mm, width_mm), (0, width_mm)), scale, (width, height))
    return _region(mask, field, pose.px_per_mm(length_mm / 2, width_mm / 2) * scale)


def _filled(
    pose: BoardPose, outline_mm: Sequence[tuple[float, float]], scale: float, size_px: tuple[int, int]
) -> NDArray[np.uint8]:
    """1 inside an outline on the board, as seen in the small picture of ``size_px`` (width, height)."""
    # Far outside the picture the lens model turns meaningless; the clip keeps the polygon's shape where it matters.
    corners = np.clip(pose.project(outline_mm) * scale, -2 * SMALL_WIDTH, 3 * SMALL_WIDTH)
    mask = np.zeros(size_px[::-1], np.uint8)
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1)
    return mask


def whole_picture(small: Image) -> TableRegion:
    """The region while no board is known, nor where its field is."""
    everything = np.ones(small.shape[:2], np.uint8)
    return _region(everything, np.zeros_like(everything), small.shape[1] / _USUAL_VIEW_MM)


def _region(mask: NDArray[np.uint8], field: NDArray[np.uint8], px_per_mm: float) -> TableRegion:
    inner = cv2.erode(mask, np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    return TableRegion(mask > 0, (mask > 0) & (inner == 0), field > 0, px_per_mm)


def difference(small: Image, reference: Image) -> FloatMap:
    """Grey levels (height, width) by which a picture differs from another of the same size, lamp corrected."""
    # How bright a burnt-out pixel really was is not known, and it is mixed into its neighbours.
    burnt = cv2.bitwise_not(cv2.inRange(cv2.max(small, reference), (0, 0, 0), (_BURNT - 1,) * 3))
    any_burnt = cv2.countNonZero(burnt) > 0
    near_burnt = cv2.dilate(burnt, np.ones((5, 5), np.uint8)) if any_burnt else burnt
    gains = _gains(small[:, ::4], reference[:, ::4], near_burnt[:, ::4] > 0)
    expected = np.minimum(np.multiply(reference, gains, dtype=np.float32), np.float32(255.0))
    blue, green, red = cv2.split(cv2.absdiff(small.astype(np.float32), expected))
    largest = cv2.max(cv2.max(blue, green), red)
    if any_burnt:
        allowed = 255.0 * np.abs(gains - 1.0).max(axis=2)
        largest = np.maximum(largest - (near_burnt > 0) * allowed, 0.0)
    return np.asarray(largest, np.float32)


def _gains(small: Image, reference: Image, unknown: Mask) -> FloatMap:
    """(height, 1, 3): brightness now over brightness then, of each row and of each channel."""
    # Dark pixels are drawn towards 1.
    ratio = (small.astype(np.float32) + 8.0) / (reference.astype(np.float32) + 8.0)
    # What says nothing of the lamp is ranked above all others in half of its pixels, and below in the others.
    rows, columns = np.nonzero(unknown)
    ratio[rows, columns] = np.where((rows + columns) % 2 == 0, _RANKED_LAST, -_RANKED_LAST)[:, None]
    row_gains = _believable(np.median(ratio[..., 1], axis=1))[:, None]
    every_second = (ratio / row_gains[..., None])[::2, ::2]
    channel_gains = _believable(np.median(every_second.reshape(-1, 3), axis=0))
    return np.asarray(row_gains[..., None] * channel_gains, np.float32)


def _believable(gains: FloatMap) -> FloatMap:
    """Gains, 1 where nothing was there to tell them by."""
    return np.asarray(np.where((gains > 1 / _MOST_GAIN) & (gains < _MOST_GAIN), gains, 1.0), np.float32)


def lines_kept(small: Image, reference: Image) -> tuple[Mask, Mask]:
    """Where either picture has an edge, and where of these both have the same one (direction; strength within 4:1)."""
    gx, gy = _edges(small)
    rx, ry = _edges(reference)
    now, then = cv2.magnitude(gx, gy), cv2.magnitude(rx, ry)
    drawn = np.maximum(now, then) > _LINE_CONTRAST
    same = (gx * rx + gy * ry > 0.8 * now * then) & (np.minimum(now, then) > 0.25 * np.maximum(now, then))
    return drawn, drawn & same


def print_alike(small: Image, reference: Image, where: Mask) -> float | None:
    """Correlation (-1 to 1) of the fine pattern of two pictures in a region; None where there is too little pattern.

    A shadow, however deep, leaves the pattern in its place; a thing has another one or none.
    """
    if np.count_nonzero(where) < _LEAST_PATTERN_PX:
        return None
    now, then = (_pattern(picture)[where] for picture in (small, reference))
    strength = float(np.sqrt((then**2).mean()))
    if strength < _LEAST_PATTERN:
        return None
    return float((now * then).mean() / (strength * max(float(np.sqrt((now**2).mean())), 1e-3)))


def _pattern(small: Image) -> FloatMap:
    """(height, width): green without what varies slowly."""
    green = small[..., 1].astype(np.float32)
    return np.asarray(green - cv2.blur(green, (7, 7)), np.float32)


def steepness(small: Image) -> FloatMap:
    """(height, width) grey levels: how strong an edge runs through each pixel."""
    return np.asarray(cv2.magnitude(*_edges(small)), np.float32)


def is_relit(small: Image, reference: Image) -> bool:
    """Whether the brightness of a good part of the picture changed, as by a lamp or the sun."""
    return bool(np.percentile(np.abs(_light_ratios(small, reference)), 75) > _RELIT)


def light_ratio(small: Image, reference: Image) -> FloatMap:
    """(9, 16): logarithm of the brightness now over that of the reference, place by place of the picture."""
    return np.asarray(_light_ratios(small, reference).mean(axis=2), np.float32)


def _light_ratios(small: Image, reference: Image) -> FloatMap:
    """(9, 16, 3): the same for each channel."""
    coarse = [cv2.resize(picture, (16, 9), interpolation=cv2.INTER_AREA) for picture in (small, reference)]
    now, then = (picture.astype(np.float32) + 8.0 for picture in coarse)
    return np.asarray(np.log(now / then), np.float32)


def _edges(small: Image) -> tuple[FloatMap, FloatMap]:
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return (
        np.asarray(cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=0.25), np.float32),
        np.asarray(cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=0.25), np.float32),
    )


def shift_px(small: Image, reference: Image) -> tuple[float, float]:
    """(x, y) by which the whole picture moved, small pixels, by phase correlation."""
    height, width = small.shape[:2]
    window = cv2.createHanningWindow((width, height), cv2.CV_32F)
    then = cv2.cvtColor(reference, cv2.COLOR_BGR2GRAY).astype(np.float32)
    now = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    (x, y), _ = cv2.phaseCorrelate(then, now, window)
    return float(x), float(y)
