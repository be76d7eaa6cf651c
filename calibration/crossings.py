"""The points where printed lines meet, and how far from there the lines are seen: a pose's error, point by point."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from scipy.spatial import cKDTree

from calibration.lines import SAMPLES, line_samples_mm
from calibration.outlines import corner_offsets_mm, space_outline_mm
from calibration.sighted_board import LinePoints
from engine.grid import HexGrid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.pose import BoardPose, FloatArray
    from engine.grid import Grid

_REACH_LINES = 0.35
"""A line's sample belongs to the crossing at that end of the line that is this share of its length away, or nearer."""
_LEAST_CROSSWISE = 0.15
"""Smallest eigenvalue of the lines' directions that still fixes a point in both directions (parallel lines: 0)."""


@dataclass(frozen=True, eq=False)
class SeenCrossings:
    """Crossings whose lines were seen in at least two directions."""

    at_mm: FloatArray
    """(N, 2) where the board has them."""
    off_mm: FloatArray
    """(N, 2) from where the pose puts each to where its lines are seen, board frame."""

    def __len__(self) -> int:
        return len(self.at_mm)


@lru_cache(maxsize=8)
def crossings_mm(grid: Grid) -> FloatArray:
    """Points (N, 2) where lines between field spaces meet: three lines on a hex grid, four on squares; board frame."""
    outline = corner_offsets_mm(grid)
    needed = 3 if isinstance(grid, HexGrid) else 4
    # The spaces round a crossing share it as a corner, up to rounding.
    corners: dict[tuple[int, int], list[FloatArray]] = defaultdict(list)
    for space in grid.field_spaces:
        for corner in np.asarray(grid.centre_mm(space)) + outline:
            corners[_key(corner, grid)].append(corner)
    return np.asarray([np.mean(shared, axis=0) for shared in corners.values() if len(shared) == needed])


@lru_cache(maxsize=8)
def line_ends_mm(grid: Grid) -> FloatArray:
    """Both ends (N, 2, 2) of every line round field spaces, each line once, board frame."""
    lines: dict[tuple[int, int], tuple[FloatArray, FloatArray]] = {}
    for space in grid.field_spaces:
        corners = space_outline_mm(grid, space)
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            lines.setdefault(_key((start + end) / 2, grid), (start, end))
    return np.asarray(list(lines.values()))


@lru_cache(maxsize=8)
def line_middles_mm(grid: Grid) -> FloatArray:
    """Middles and unit vectors across (N, 2, 2) of the lines between two field spaces, board frame."""
    points, across = line_samples_mm(grid)
    middle = SAMPLES.index(0.5)
    return np.stack((points, across), axis=1)[middle :: len(SAMPLES)]


def _key(point_mm: FloatArray, grid: Grid) -> tuple[int, int]:
    """The same for points that are one up to rounding; lines and crossings are much further apart."""
    x, y = np.round(point_mm / (0.05 * grid.width_mm)).astype(int)
    return int(x), int(y)


def line_length_mm(grid: Grid) -> float:
    """Length of the line between two neighbouring spaces."""
    return grid.width_mm / np.sqrt(3) if isinstance(grid, HexGrid) else grid.width_mm


def seen_crossings(lines: LinePoints, pose: BoardPose, grid: Grid) -> SeenCrossings:
    """Where the lines near each crossing were seen, against where the pose puts them.

    Each line point tells the offset across its line; two directions or three make a point of it (least squares).
    """
    crossings = crossings_mm(grid)
    if not len(lines) or not len(crossings):
        return SeenCrossings(np.empty((0, 2)), np.empty((0, 2)))
    distance, index = cKDTree(crossings).query(lines.points_mm)
    near = distance < _REACH_LINES * line_length_mm(grid)
    index, normals = index[near], lines.normals_px[near]
    across = ((lines.seen_px[near] - pose.project(lines.points_mm[near])) * normals).sum(axis=1)
    matrix = np.zeros((len(crossings), 2, 2))
    vector = np.zeros((len(crossings), 2))
    np.add.at(matrix, index, normals[:, :, None] * normals[:, None, :])
    np.add.at(vector, index, normals * across[:, None])
    firm = np.linalg.eigvalsh(matrix)[:, 0] > _LEAST_CROSSWISE
    off_px = np.linalg.solve(matrix[firm], vector[firm][..., None])[..., 0]
    at_mm = crossings[firm]
    return SeenCrossings(at_mm, pose.to_board(pose.project(at_mm) + off_px) - at_mm)


def chosen(lines: LinePoints, which: NDArray[np.bool_]) -> LinePoints:
    """Some of the line points."""
    return LinePoints(lines.points_mm[which], lines.seen_px[which], lines.normals_px[which])
