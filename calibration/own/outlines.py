"""Quadrilaterals in a picture that may be the outline of a board or of its field."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from calibration.own.flat import Picture
    from calibration.pose import FloatArray

LONG_SIDE_PX = 640
"""Outlines are looked for in a picture of this size: fine lines are gone, long edges are not."""
MIN_AREA_SHARE = 0.05
"""Of the picture; a board that is smaller is too far away to be read."""
MIN_FILL = 0.9
"""Share of the quadrilateral's area that the outline must enclose."""
SAME_SHARE = 0.03
"""Corners nearer to one another than this share of the long side are the same."""
LEVELS = 9
EDGE_PX = 6


def find_outlines(image: Picture, most: int = 10) -> list[FloatArray]:
    """Up to ``most`` quadrilaterals (4, 2), clockwise as seen, in the picture's pixels; the best filled first."""
    shrink = min(1.0, LONG_SIDE_PX / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    found: list[tuple[float, FloatArray]] = []
    for mask in _masks(np.asarray(small, np.uint8)):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            outline = _quad(np.asarray(contour), small.shape[0] * small.shape[1])
            if outline is not None and not _cut_off(outline[1], small.shape):
                found.append(outline)
    found.sort(key=lambda item: -item[0])
    chosen: list[FloatArray] = []
    for _, quad in found:
        if all(_apart(quad, other) > SAME_SHARE * LONG_SIDE_PX for other in chosen):
            chosen.append(quad)
        if len(chosen) == most:
            break
    return [np.asarray((quad + 0.5) / shrink - 0.5) for quad in chosen]


def _masks(small: Picture) -> Iterator[NDArray[np.uint8]]:
    """What may be a board, in white: lighter, darker or of another colour than what lies round it."""
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.5), cv2.COLOR_BGR2LAB)
    kernel = np.ones((5, 5), np.uint8)
    for channel in cv2.split(lab):
        for level in np.unique(np.percentile(channel, np.linspace(0, 100, LEVELS + 2)[1:-1]).round()):
            for mask in (channel > level, channel < level):
                # Lines between spaces and discs leave holes and notches.
                closed = cv2.morphologyEx(mask.astype(np.uint8) * 255, cv2.MORPH_CLOSE, kernel)
                yield np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, kernel), np.uint8)


def _quad(contour: NDArray[np.int32], picture_area: float) -> tuple[float, FloatArray] | None:
    """How well a quadrilateral fits round an outline, and its corners clockwise."""
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    if area < MIN_AREA_SHARE * picture_area:
        return None
    length = cv2.arcLength(hull, closed=True)
    for share in (0.01, 0.02, 0.03, 0.05):
        corners = cv2.approxPolyDP(hull, share * length, closed=True).reshape(-1, 2)
        if len(corners) == 4:
            quad = _on_sides(hull.reshape(-1, 2).astype(np.float64), corners.astype(np.float64))
            fill = min(cv2.contourArea(contour), area) / max(cv2.contourArea(quad.astype(np.float32)), 1.0)
            overlap = min(area, cv2.contourArea(quad.astype(np.float32))) / max(
                area, cv2.contourArea(quad.astype(np.float32))
            )
            return (min(fill, 1.0) * overlap, quad) if fill > MIN_FILL and overlap > MIN_FILL else None
        if len(corners) < 4:
            return None
    return None


def _cut_off(quad: FloatArray, shape: tuple[int, ...]) -> bool:
    """Whether two corners or more lie on the picture's edge: then the picture ends there, not the board."""
    at_edge = (quad < EDGE_PX) | (quad > np.array(shape[1::-1]) - 1 - EDGE_PX)
    return int(at_edge.any(axis=1).sum()) >= 2


def _on_sides(hull: FloatArray, corners: FloatArray) -> FloatArray:
    """The corners moved to where lines fitted along the hull's four sides meet; as they are where that fails."""
    lines = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
        samples = _hull_samples(hull)
        off, at = (samples - start) @ np.array((-along[1], along[0])), (samples - start) @ along
        reach = float(np.linalg.norm(end - start))
        near = samples[(np.abs(off) < 0.03 * reach) & (at > 0.05 * reach) & (at < 0.95 * reach)]
        if len(near) < 8:
            return corners
        vx, vy, x, y = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append((np.array((-vy, vx)), float(-vy * x + vx * y)))
    meet = []
    for (a, c), (b, d) in zip(np.roll(np.array(lines, dtype=object), 1, axis=0), lines, strict=True):
        matrix = np.array((a, b), np.float64)
        if abs(float(np.linalg.det(matrix))) < 1e-3:
            return corners
        meet.append(np.linalg.solve(matrix, np.array((c, d), np.float64)))
    return np.array(meet)


def _hull_samples(hull: FloatArray) -> FloatArray:
    """Points along a hull, a pixel apart."""
    parts = []
    for start, end in zip(hull, np.roll(hull, -1, axis=0), strict=True):
        count = max(int(np.linalg.norm(end - start)), 1)
        parts.append(start + np.linspace(0, 1, count, endpoint=False)[:, None] * (end - start))
    return np.vstack(parts)


def _apart(one: FloatArray, other: FloatArray) -> float:
    """Largest distance between corners, whichever comes first."""
    return min(float(np.linalg.norm(one - np.roll(other, k, axis=0), axis=1).max()) for k in range(4))
