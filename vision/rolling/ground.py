"""The table without its ball: what later pictures are compared with to see the ball wherever it rolls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.silhouettes import sphere_outline_mm

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from calibration.pose import BoardPose
    from engine.board import Board
    from vision.evidence import FloatMap
    from vision.rectify import Image

HALF = 2
"""Pictures are compared at half their size: a ball is ten pixels wide there, and noise is halved."""
AROUND_MM = 120.0
"""How far round the sheet a ball is followed."""
_SHADOW = 1.9
"""A ball and its shadow, in radii of the ball."""
_TOLD = 45.0
"""Grey levels (length in BGR) between ball and ground from which its colour tells it apart; else any change must do."""
_OTHER_HUE = 0.15
"""Difference in a channel's share of the mean from which it is another colour."""
_BRIGHTER = 1.7
"""A lamp makes paper brighter here than there by less than this."""
_CHANGE = 70.0
"""Grey levels of change that count as all ball where the colour tells nothing."""


@dataclass(frozen=True, eq=False)
class Ground:
    """A picture of the table at rest, the ball taken out of it."""

    pose: BoardPose
    picture: FloatMap
    """(h, w, 3) BGR at half size."""
    ball_bgr: NDArray[np.float32]
    """(3,) the ball's colour as it was seen there."""
    towards: FloatMap
    """(h, w, 3): the ball's colour less the ground's, over the square of its length; 0 where that tells nothing."""
    told: NDArray[np.bool_]
    """(h, w): whether the ball's colour tells it from the ground."""
    region: NDArray[np.bool_]
    """(h, w): the sheet and a little table round it."""

    def share(self, picture: FloatMap) -> FloatMap:
        """0..1 (h, w): how much of each pixel the ball covers in a later picture (h, w, 3) at half size."""
        change = picture - self.picture
        ball = np.einsum("ijk,ijk->ij", change, self.towards, optimize=False)
        any_change = np.sqrt(np.einsum("ijk,ijk->ij", change, change, optimize=False)) / np.float32(_CHANGE)
        share = np.where(self.told, ball, any_change)
        return np.asarray(np.clip(share, 0.0, 1.0) * self.region, np.float32)


def halved(image: Image) -> FloatMap:
    """A picture at half size, as floats."""
    height, width = image.shape[:2]
    small = cv2.resize(image, (width // HALF, height // HALF), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def learn_ground(image: Image, pose: BoardPose, board: Board, ball_mm: ArrayLike) -> Ground:
    """Take the ball that lies at ``ball_mm`` (2,) out of a picture of a table at rest, and learn its colour."""
    small = np.asarray(np.clip(halved(image), 0, 255), np.uint8)
    radius = board.file.ball.diameter_mm / 2
    core = _filled(pose, ball_mm, radius, 0.6, small.shape)
    ball_bgr = np.median(small[core > 0], axis=0) if core.any() else np.full(3, 255.0)
    without = cv2.inpaint(small, _filled(pose, ball_mm, radius, _SHADOW, small.shape), 3, cv2.INPAINT_TELEA)
    picture = np.asarray(without, np.float32)
    towards = np.asarray(ball_bgr, np.float32) - picture
    square = np.einsum("ijk,ijk->ij", towards, towards)
    told = (square > _TOLD**2) & _of_another_colour(np.asarray(ball_bgr, np.float32), picture)
    towards = np.where(told[..., None], towards / np.maximum(square, 1.0)[..., None], np.float32(0.0))
    return Ground(
        pose,
        picture,
        np.asarray(ball_bgr, np.float32),
        np.asarray(towards, np.float32),
        np.asarray(told, np.bool_),
        _region(pose, board, small.shape),
    )


def _of_another_colour(ball_bgr: NDArray[np.float32], picture: FloatMap) -> NDArray[np.bool_]:
    """(h, w): whether the ball differs from the ground by more than the lamp's brightness can."""
    level, ground = float(ball_bgr.mean()) + 1.0, picture.mean(axis=2) + np.float32(1.0)
    hue = np.abs(picture / ground[..., None] - ball_bgr / level).max(axis=2)
    ratio = level / ground
    return np.asarray((hue > _OTHER_HUE) | (ratio > _BRIGHTER) | (ratio < 1.0 / _BRIGHTER), np.bool_)


def _filled(
    pose: BoardPose, ball_mm: ArrayLike, radius_mm: float, grown: float, shape: tuple[int, ...]
) -> NDArray[np.uint8]:
    """255 inside a ball's outline, ``grown`` times as wide."""
    outline = sphere_outline_mm(ball_mm, grown * radius_mm, radius_mm, pose.camera_position_mm(), radius_mm)
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(pose.project(outline, radius_mm) / HALF).astype(np.int32)], 255)
    return mask


def _region(pose: BoardPose, board: Board, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    sheet = board.file.sheet
    west, north = (-at - AROUND_MM for at in sheet.field_origin_mm)
    east, south = (low + size + 2 * AROUND_MM for low, size in zip((west, north), sheet.size_mm, strict=True))
    xs, ys = np.linspace(west, east, 9), np.linspace(north, south, 9)
    outline = [(x, north) for x in xs] + [(east, y) for y in ys] + [(x, south) for x in xs[::-1]]
    outline += [(west, y) for y in ys[::-1]]
    height, width = shape[:2]
    corners = np.clip(pose.project(outline) / HALF, -2 * width, 3 * width)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1)
    return np.asarray(mask > 0, np.bool_)
