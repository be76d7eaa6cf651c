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
_RELIT = 0.04
"""Relative change of brightness; the automatics of a webcam wander by 0.01 while pieces move."""


@dataclass(frozen=True, eq=False)
class TableRegion:
    """The part of the small picture in which changes matter."""

    mask: Mask
    """(height, width) of the small picture: the sheet and what lies round it."""
    rim: Mask
    """The outermost pixels of ``mask``: where arms come in."""
    px_per_mm: float
    """Scale of the small picture in the middle of the board."""


def small_size(width: int, height: int) -> tuple[int, int]:
    """(width, height) of the small picture."""
    return SMALL_WIDTH, max(1, round(height * SMALL_WIDTH / width))


def shrink(image: Image) -> Image:
    """The small picture, lightly smoothed so that a shiver of the camera does not show at every edge."""
    height, width = image.shape[:2]
    small = cv2.resize(image, small_size(width, height), interpolation=cv2.INTER_AREA)
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
    # Far outside the picture the lens model turns meaningless; the clip keeps the polygon's shape where it matters.
    corners = np.clip(pose.project(outline) * scale, -2 * SMALL_WIDTH, 3 * SMALL_WIDTH)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1)
    length_mm, width_mm = board.grid.field_size_mm
    return _region(mask, pose.px_per_mm(length_mm / 2, width_mm / 2) * scale)


def whole_picture(small: Image) -> TableRegion:
    """The region while no board is known."""
    height, width = small.shape[:2]
    return _region(np.ones((height, width), np.uint8), width / _USUAL_VIEW_MM)


def _region(mask: NDArray[np.uint8], px_per_mm: float) -> TableRegion:
    inner = cv2.erode(mask, np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    return TableRegion(mask > 0, (mask > 0) & (inner == 0), px_per_mm)


def difference(small: Image, reference: Image) -> FloatMap:
    """Grey levels (height, width) by which a picture differs from another of the same size, lamp corrected."""
    ratio = _ratio(small[:, ::4], reference[:, ::4])
    rows = np.median(ratio[..., 1], axis=1, keepdims=True)
    gains = np.median(ratio / rows[..., None], axis=(0, 1))
    largest = np.zeros(small.shape[:2], np.float32)
    for channel, gain in enumerate(gains):
        change = small[..., channel] - reference[..., channel] * (rows * np.float32(gain))
        np.maximum(largest, np.abs(change, out=change), out=largest)
    return largest


def _ratio(small: Image, reference: Image) -> FloatMap:
    """Brightness now over brightness then, dark pixels drawn towards 1."""
    return np.asarray((small.astype(np.float32) + 8.0) / (reference.astype(np.float32) + 8.0), np.float32)


def lines_kept(small: Image, reference: Image) -> tuple[Mask, Mask]:
    """Where either picture has an edge, and where of these both have the same one (direction; strength within 4:1)."""
    gx, gy = _edges(small)
    rx, ry = _edges(reference)
    now, then = cv2.magnitude(gx, gy), cv2.magnitude(rx, ry)
    drawn = np.maximum(now, then) > _LINE_CONTRAST
    same = (gx * rx + gy * ry > 0.8 * now * then) & (np.minimum(now, then) > 0.25 * np.maximum(now, then))
    return drawn, drawn & same


def is_relit(small: Image, reference: Image) -> bool:
    """Whether the brightness of a good part of the picture changed, as by a lamp or the sun."""
    coarse = [cv2.resize(picture, (16, 9), interpolation=cv2.INTER_AREA) for picture in (small, reference)]
    now, then = (picture.astype(np.float32) + 8.0 for picture in coarse)
    return bool(np.percentile(np.abs(np.log(now / then)), 75) > _RELIT)


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
