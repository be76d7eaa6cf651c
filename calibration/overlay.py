"""A picture to judge a calibration by eye: the board as the pose has it, drawn over the board as the camera has it."""

from __future__ import annotations

from itertools import pairwise
from textwrap import wrap
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np

from calibration.board_pose import marker_arrays_mm
from calibration.crossings import line_ends_mm
from calibration.outlines import space_outline_mm

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from calibration.board_pose import Image
    from calibration.pose import BoardPose, FloatArray
    from engine.board import Board
    from engine.grid import Space

Colour: TypeAlias = tuple[int, int, int]

OUTLINE: Colour = (61, 216, 255)
LINE: Colour = (255, 240, 120)
ARROW: Colour = (40, 60, 255)
USED: Colour = (80, 220, 80)
MISSED: Colour = (60, 60, 240)
GOAL: Colour = (255, 160, 60)
WORDS: Colour = (255, 255, 255)
SHADE: Colour = (24, 20, 16)

MAGNIFIED = 30
"""Arrows are so many times as long as the error they show."""
LEAST_WIDTH_PX = 1280
"""Smaller pictures are enlarged first, so that thin lines stay thin."""
_DIM = 0.75
"""Brightness of the picture below the drawing."""
_BITS = 4
"""Fractional bits of drawing coordinates: 1/16 px."""
_LETTER_WIDTH = 0.6
"""Of the font's size, on average and a little more."""
_STRAIGHT_PIECES = 8
"""A lens bends long lines; they are drawn in pieces of one eighth of the field at most."""


def draw_overlay(
    image: Image,
    pose: BoardPose,
    board: Board,
    off_mm: Mapping[Space, FloatArray] = MappingProxyType({}),
    lines: Sequence[str] = (),
) -> NDArray[np.uint8]:
    """Draw what the pose says over the picture it was found in.

    The field's edge, every printed line, the goals, A1, markers that were used (green) and missed (red), the error
    round every space as an arrow ``MAGNIFIED`` times its length, and lines of text below it.

    Args:
        image: (height, width, 3) BGR.
        pose: found in that picture.
        board: the printed board.
        off_mm: errors as in ``calibration.quality.PoseQuality``.
        lines: what to write below the picture.

    Returns:
        A new picture, (height, width, 3) BGR: the one given, enlarged if it was small, and the text below.
    """
    scale = max(1, -(-LEAST_WIDTH_PX // image.shape[1]))
    size = image.shape[1] * scale, image.shape[0] * scale
    dimmed = cv2.convertScaleAbs(cv2.resize(image, size, interpolation=cv2.INTER_CUBIC), alpha=_DIM)
    sheet = _Sheet(np.asarray(dimmed, np.uint8), pose, scale)
    length, width = board.grid.field_size_mm
    for start, end in line_ends_mm(board.grid):
        sheet.path((start, end), LINE)
    corners = np.array(((0, 0), (length, 0), (length, width), (0, width)), np.float64)
    for space in (space for goal in board.goals.values() for space in goal):
        outline = space_outline_mm(board.grid, space)
        sheet.path((*outline, outline[0]), GOAL, 2)
    sheet.path((*corners, corners[0]), OUTLINE, 2)
    if board.file.goals.mouth_mm is not None:
        north, south = board.file.goals.mouth_mm
        for x_mm in (0.0, length):
            sheet.path(((x_mm, north), (x_mm, south)), GOAL, 4)
    if board.file.markers is not None:
        for number, marker in marker_arrays_mm(board.file.markers).items():
            used = number in pose.markers_used
            sheet.path((*marker, marker[0]), USED if used else MISSED, 2)
            sheet.word(str(number), marker.mean(axis=0), USED if used else MISSED)
    first = board.grid.field_spaces[0]
    sheet.dot(corners[0], OUTLINE)
    sheet.word(first, board.grid.centre_mm(first), OUTLINE)
    for space, off in off_mm.items():
        sheet.arrow(np.asarray(board.grid.centre_mm(space)), off, ARROW)
    return sheet.captioned(lines)


class _Sheet:
    """Draws board points onto the enlarged picture."""

    def __init__(self, image: NDArray[np.uint8], pose: BoardPose, scale: int) -> None:
        self.image, self._pose, self._scale = image, pose, scale
        self._text_px = max(14, image.shape[1] // 80)

    def _px(self, points_mm: FloatArray) -> FloatArray:
        # Pixel centres are integers: an enlarged picture begins at -0.5 as well.
        return (self._pose.project(points_mm) + 0.5) * self._scale - 0.5

    def path(self, points_mm: Iterable[object], colour: Colour, thickness: int = 1) -> None:
        """A line through board points, bent as the lens bends it."""
        knots = np.asarray(tuple(points_mm), np.float64)
        along = np.linspace(0, 1, _STRAIGHT_PIECES, endpoint=False)[:, None]
        fine = [start + along * (end - start) for start, end in pairwise(knots)]
        self._polyline(self._px(np.vstack((*fine, knots[-1:]))), colour, thickness)

    def _polyline(self, points_px: FloatArray, colour: Colour, thickness: int = 1) -> None:
        # Points far outside would overflow OpenCV's fixed-point coordinates.
        if np.isfinite(points_px).all() and np.abs(points_px).max() < 1 << 20:
            fixed = np.round(points_px * (1 << _BITS)).astype(np.int32)
            cv2.polylines(self.image, [fixed], False, colour, thickness, cv2.LINE_AA, _BITS)  # noqa: FBT003 - OpenCV's order

    def dot(self, point_mm: FloatArray, colour: Colour) -> None:
        """A filled spot."""
        x, y = self._px(point_mm)[0]
        if abs(x) < 1 << 20 and abs(y) < 1 << 20:
            centre = round(x * (1 << _BITS)), round(y * (1 << _BITS))
            cv2.circle(self.image, centre, 5 << _BITS, colour, -1, cv2.LINE_AA, _BITS)

    def arrow(self, start_mm: FloatArray, off_mm: FloatArray, colour: Colour) -> None:
        """From a point towards where it was seen, enlarged."""
        tail, seen = self._px(np.stack((start_mm, start_mm + off_mm)))
        tip = tail + MAGNIFIED * (seen - tail)
        barb = 0.3 * (tail - tip)
        aside = 0.5 * np.array((-barb[1], barb[0]))
        self._polyline(np.stack((tail, tip)), colour, 2)
        self._polyline(np.stack((tip + barb + aside, tip, tip + barb - aside)), colour, 2)

    def word(self, text: str, centre_mm: object, colour: Colour) -> None:
        """A word with its middle at a board point."""
        x, y = self._px(np.asarray(centre_mm, np.float64))[0]
        height, width = self.image.shape[:2]
        if 0 <= x < width and 0 <= y < height:
            size = self._text_px
            corner = round(x - 0.3 * size * len(text)), round(y + 0.35 * size)
            for right, down in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
                _write(self.image, text, (corner[0] + right, corner[1] + down), size, SHADE)
            _write(self.image, text, corner, size, colour)

    def captioned(self, lines: Sequence[str]) -> NDArray[np.uint8]:
        """The picture with lines of text on a strip below it, broken where they are too long."""
        columns = int((self.image.shape[1] - 2 * self._text_px) / (_LETTER_WIDTH * self._text_px))
        rows = [row for line in lines for row in wrap(line, columns)]
        if not rows:
            return self.image
        step = round(1.5 * self._text_px)
        strip = np.full((step * len(rows) + step // 2, self.image.shape[1], 3), SHADE, np.uint8)
        for number, row in enumerate(rows, 1):
            _write(strip, row, (self._text_px, number * step), self._text_px, WORDS)
        return np.vstack((self.image, strip))


def _write(image: NDArray[np.uint8], text: str, corner: tuple[int, int], size_px: int, colour: Colour) -> None:
    cv2.putText(image, text, corner, colour, cv2.FontFace("sans"), size_px, 600)
