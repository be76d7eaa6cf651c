"""A cube on the table as the camera sees it: from a pose to its outline, its upper face, and back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from calibration.pose import BoardPose

FloatArray: TypeAlias = NDArray[np.float64]

DIE_SIZES_MM = (11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0)
"""Common dice are 12 to 16 mm; one step more on each side, since a blurred outline is measured too small or large."""
_ANGLES_DEG = np.arange(0.0, 90.0, 5.0)
_CORNERS = np.array(((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)))
"""Clockwise seen from above (y points south)."""


@dataclass(frozen=True)
class Cube:
    """A die lying flat."""

    x_mm: float
    """Centre of its foot, board frame."""
    y_mm: float
    size_mm: float
    turn_deg: float
    """Clockwise seen from above, 0 to 90."""
    overlap: float
    """How well its outline fits the seen one: intersection over union."""

    def moved(self, along: float, down: float) -> Cube:
        """Shifted by so many of its sides: along its upper edge and down its side, as seen from above."""
        turn = np.deg2rad(self.turn_deg)
        east = self.size_mm * (along * np.cos(turn) - down * np.sin(turn))
        south = self.size_mm * (along * np.sin(turn) + down * np.cos(turn))
        return replace(self, x_mm=float(self.x_mm + east), y_mm=float(self.y_mm + south))

    def face_px(self, pose: BoardPose) -> FloatArray:
        """(4, 2) pixels of the upper face's corners, clockwise seen from above."""
        return pose.project(self._foot_mm(), self.size_mm)

    def outline_px(self, pose: BoardPose) -> FloatArray:
        """(n, 2) pixels of the whole cube's convex outline."""
        foot = self._foot_mm()
        corners = np.vstack((pose.project(foot), pose.project(foot, self.size_mm))).astype(np.float32)
        return np.asarray(cv2.convexHull(corners), np.float64).reshape(-1, 2)

    def _foot_mm(self) -> FloatArray:
        return np.asarray(_square(self.size_mm, self.turn_deg) + np.array((self.x_mm, self.y_mm)), np.float64)


def _square(size_mm: float, turn_deg: float) -> FloatArray:
    turn = np.deg2rad(turn_deg)
    rotation = np.array(((np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))))
    return np.asarray(size_mm * _CORNERS @ rotation.T)


def fit_cubes(outline_px: NDArray[np.float32], pose: BoardPose) -> tuple[Cube, ...]:
    """Cubes whose projection fits a convex outline (n, 2), best first; all sizes and turns, each at its best place.

    Over the few centimetres of a die the projection is close to linear; its Jacobian stands in for it.
    """
    area = abs(float(cv2.contourArea(outline_px)))
    centre_px = _centroid(outline_px)
    half_mm = DIE_SIZES_MM[len(DIE_SIZES_MM) // 2] / 2
    x_mm, y_mm = pose.to_board(centre_px, half_mm)[0]
    spots = pose.project(((x_mm, y_mm), (x_mm + 1, y_mm), (x_mm, y_mm + 1), (x_mm, y_mm)), (0.0, 0.0, 0.0, half_mm))
    on_plane = np.column_stack((spots[1] - spots[0], spots[2] - spots[0]))
    up = (spots[3] - spots[0]) / half_mm
    cubes = []
    for size_mm in DIE_SIZES_MM:
        for turn_deg in _ANGLES_DEG:
            foot = _square(size_mm, float(turn_deg)) @ on_plane.T
            corners = np.vstack((foot, foot + size_mm * up)).astype(np.float32)
            hull = np.asarray(cv2.convexHull(corners), np.float32).reshape(-1, 2)
            origin_px = centre_px - _centroid(hull)
            overlap = _overlap(np.asarray(hull + origin_px, np.float32), outline_px, area)
            east, south = np.linalg.solve(on_plane, origin_px - spots[0])
            cubes.append(Cube(float(x_mm + east), float(y_mm + south), size_mm, float(turn_deg), overlap))
    return tuple(sorted(cubes, key=lambda cube: -cube.overlap))


def disc_overlap(outline_px: NDArray[np.float32], pose: BoardPose, diameter_mm: float, height_mm: float) -> float:
    """How well a round piece lying there would fit an outline (n, 2): intersection over union."""
    middle_px = _centroid(outline_px)
    ((x_mm, y_mm),) = pose.to_board(middle_px, height_mm / 2)
    angles = np.linspace(0.0, 2 * np.pi, 32, endpoint=False)
    circle = np.column_stack((np.cos(angles), np.sin(angles))) * diameter_mm / 2 + np.array((x_mm, y_mm))
    both = np.vstack((pose.project(circle), pose.project(circle, height_mm))).astype(np.float32)
    hull = np.asarray(cv2.convexHull(both), np.float32).reshape(-1, 2)
    hull += (middle_px - _centroid(hull)).astype(np.float32)
    return _overlap(hull, outline_px, abs(float(cv2.contourArea(outline_px))))


def _centroid(polygon: NDArray[np.float32]) -> FloatArray:
    m = cv2.moments(polygon.astype(np.float32).reshape(-1, 1, 2))
    if m["m00"] <= 0:
        return np.asarray(polygon.mean(axis=0), np.float64)
    return np.array((m["m10"] / m["m00"], m["m01"] / m["m00"]))


def _overlap(hull: NDArray[np.float32], outline: NDArray[np.float32], outline_area: float) -> float:
    common, _ = cv2.intersectConvexConvex(hull, outline)
    union = abs(float(cv2.contourArea(hull))) + outline_area - common
    return float(common) / union if union > 0 else 0.0
