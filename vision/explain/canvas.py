"""A picture to draw on: lines with a dark edge, words on plates, places that are still free for words."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

Colour: TypeAlias = tuple[int, int, int]
"""Blue, green, red."""
Tones: TypeAlias = tuple[Colour, Colour]
"""A plate's ground, and the ink on it."""
Points: TypeAlias = "NDArray[np.float64]"
"""(N, 2) pixels."""

INK: Colour = (24, 20, 16)
PAPER: Colour = (250, 250, 250)
_BOLD = 600
"""Weight of the font on plates."""
_BITS = 4
"""Fractional bits of drawing coordinates: 1/16 px."""
_FAR_PX = 1 << 20
"""Beyond this OpenCV's fixed-point coordinates overflow."""


@dataclass(frozen=True)
class Box:
    """A rectangle in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """Pixels that both cover."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(wide, 0.0) * max(high, 0.0)


@lru_cache(maxsize=1)
def _font() -> cv2.FontFace:
    return cv2.FontFace("sans")


def text_size(text: str, size_px: int, weight: int = 400) -> tuple[int, int]:
    """(width, height) of a line of text in pixels; the height is that of a capital."""
    (_, _, width, _) = cv2.getTextSize((0, 0), text, (0, 0), _font(), size_px, weight)
    return int(width), round(0.72 * size_px)


@dataclass(eq=False)
class Canvas:
    """Draws on ``image`` (height, width, 3), which it changes."""

    image: NDArray[np.uint8]
    taken: list[Box] = field(default_factory=list)
    """What words should not cover."""

    def path(self, points_px: Points, colour: Colour, thickness: int = 2, *, closed: bool = True) -> None:
        """A line, dark at its edges so that it shows on any ground."""
        if not _drawable(points_px):
            return
        fixed = [np.round(points_px * (1 << _BITS)).astype(np.int32)]
        cv2.polylines(self.image, fixed, closed, INK, thickness + 2, cv2.LINE_AA, _BITS)
        cv2.polylines(self.image, fixed, closed, colour, thickness, cv2.LINE_AA, _BITS)

    def hatch(self, outlines_px: Iterable[Points], colour: Colour, step_px: int, *, falling: bool = False) -> None:
        """Slanted lines inside outlines, and their edges."""
        inside = np.zeros(self.image.shape[:2], np.uint8)
        fixed = [np.round(points).astype(np.int32) for points in outlines_px if _drawable(points)]
        for outline in fixed:
            cv2.fillPoly(inside, [outline], 255)
        rows, columns = np.indices(inside.shape)
        lines = (rows - columns if falling else rows + columns) % step_px < max(2, step_px // 6)
        where = lines & (inside > 0)
        self.image[where] = np.round(0.25 * self.image[where] + 0.75 * np.asarray(colour)).astype(np.uint8)
        cv2.polylines(self.image, fixed, True, colour, 1, cv2.LINE_AA)  # noqa: FBT003 - OpenCV's order

    def cross(self, at_px: Points, arm_px: float, colour: Colour) -> None:
        """A small cross."""
        for aside in ((arm_px, 0.0), (0.0, arm_px)):
            self.path(np.stack((at_px - aside, at_px + aside)), colour, closed=False)

    def words(self, text: str, at_px: tuple[float, float], size_px: int, colour: Colour, weight: int = 400) -> None:
        """A line of text; ``at_px`` is the left end of its base line."""
        cv2.putText(self.image, text, (round(at_px[0]), round(at_px[1])), colour, _font(), size_px, weight)

    def plate(self, text: str, box: Box, size_px: int, tones: Tones) -> None:
        """Text in the middle of a filled rectangle."""
        ground, ink = tones
        corners = (round(box.left), round(box.top)), (round(box.right), round(box.bottom))
        cv2.rectangle(self.image, *corners, ground, -1)
        cv2.rectangle(self.image, *corners, INK, 1)
        width, height = text_size(text, size_px, _BOLD)
        left = (box.left + box.right - width) / 2
        self.words(text, (left, (box.top + box.bottom + height) / 2), size_px, ink, _BOLD)

    def label(self, text: str, around_px: Points, reach_px: float, size_px: int, tones: Tones) -> None:
        """A plate beside a thing of radius ``reach_px``, where it covers least; a line leads to it if it is far."""
        width, height = text_size(text, size_px, _BOLD)
        size = width + 0.6 * size_px, height + 0.6 * size_px
        box = min(_places(around_px, reach_px, size), key=self._cost)
        middle = np.array(((box.left + box.right) / 2, (box.top + box.bottom) / 2))
        if np.hypot(*(middle - around_px)) > reach_px + 1.2 * size[1] + size[0] / 2:
            self.path(np.stack((around_px, middle)), tones[0], 1, closed=False)
        self.plate(text, box, size_px, tones)
        self.taken.append(box)

    def _cost(self, box: Box) -> float:
        height, width = self.image.shape[:2]
        whole = (box.right - box.left) * (box.bottom - box.top)
        outside = whole - box.overlap(Box(0, 0, width, height))
        return 20.0 * outside + sum(box.overlap(other) for other in self.taken)


def _places(around_px: Points, reach_px: float, size: tuple[float, float]) -> Iterator[Box]:
    """Boxes round a point, the nearest and most usual ones first."""
    for away in (1.0, 1.9, 3.0, 4.5):
        for degrees in (-90, 90, 0, 180, -45, -135, 45, 135, -20, 200, 20, 160, -65, -115):
            angle = np.deg2rad(degrees)
            x = around_px[0] + np.cos(angle) * (reach_px * away + size[0] / 2 + 1)
            y = around_px[1] + np.sin(angle) * (reach_px * away + size[1] / 2 + 1)
            yield Box(x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2)


def _drawable(points_px: Points) -> bool:
    return bool(np.isfinite(points_px).all()) and bool(np.abs(points_px).max(initial=0.0) < _FAR_PX)
