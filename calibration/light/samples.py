"""The board's light, space by space: ground beside the lines, the lines themselves, the sheet's white paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.board_pose import as_grey
from calibration.crossings import line_middles_mm

if TYPE_CHECKING:
    from calibration.board_pose import Image
    from calibration.pose import BoardPose, FloatArray
    from engine.board import Board
    from engine.grid import Space

Levels: TypeAlias = NDArray[np.float32]
"""(..., 3) BGR as the camera gives it, 0 to 255."""

RINGS_SPACES = (0.0, 0.16, 0.3)
"""Radii at which a space is sampled, in its widths: clear of the lines round it at half a width."""
PER_RING = 8
BESIDE_PX = 2.5
"""A line is compared with the ground this far to both sides, more where spaces are large (see BESIDE_SPACES)."""
BESIDE_SPACES = 0.09
_QUIET_SHARE = 0.5
"""The white round a marker is sampled in the middle of its quiet zone."""


@dataclass(frozen=True, eq=False)
class BoardSamples:
    """Levels of one picture at known places of the board; places outside the picture are left out."""

    spaces: tuple[Space, ...]
    """The S field spaces that lie in the picture."""
    centres_mm: FloatArray
    """(S, 2) their centres, board frame."""
    ground: Levels
    """(S, K, 3) inside each space, clear of its lines; a piece that stands there is in it."""
    lines: FloatArray
    """(N,) grey levels by which each printed line differs from the ground beside it, lighter positive."""
    lines_mm: FloatArray
    """(N, 2) the middles of these lines."""
    beside: FloatArray
    """(N,) grey level of the ground beside each line."""
    paper: Levels
    """(M, 3) the white round the markers; empty for a board without markers."""


def sample_board(image: Image, pose: BoardPose, board: Board) -> BoardSamples:
    """Look up the levels of a picture (height, width, 3) BGR, or (height, width) grey, at the board's places."""
    colour = image if image.ndim == 3 else np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    grid = board.grid
    centres = np.array([grid.centre_mm(space) for space in grid.field_spaces], np.float64)
    offsets = _ring_offsets() * grid.width_mm
    places = pose.project((centres[:, None, :] + offsets[None]).reshape(-1, 2)).reshape(len(centres), -1, 2)
    seen = np.asarray(_inside(places, image).all(axis=1), np.bool_)
    middles = line_middles_mm(grid)
    lines, beside, kept = _line_levels(as_grey(image), pose, middles[:, 0], middles[:, 1], grid.width_mm)
    return BoardSamples(
        tuple(space for space, there in zip(grid.field_spaces, seen, strict=True) if there),
        centres[seen],
        _levels(colour, places[seen]),
        lines,
        middles[kept, 0],
        beside,
        _paper(colour, pose, board),
    )


def linear(levels: ArrayLike) -> FloatArray:
    """Light from sRGB levels 0 to 255 (IEC 61966-2-1), 0 to 1."""
    share = np.asarray(levels, np.float64) / 255.0
    return np.asarray(np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4), np.float64)


def grey_levels(levels: Levels) -> FloatArray:
    """Grey levels of BGR levels (..., 3)."""
    return np.asarray(levels @ np.array((0.114, 0.587, 0.299)), np.float64)


def _ring_offsets() -> FloatArray:
    """(K, 2) places in a space of width 1, from its centre."""
    angles = np.linspace(0, 2 * np.pi, PER_RING, endpoint=False)
    circle = np.column_stack((np.cos(angles), np.sin(angles)))
    return np.vstack([circle * radius if radius else np.zeros((1, 2)) for radius in RINGS_SPACES])


def _inside(places_px: FloatArray, image: Image, margin_px: float = 1.0) -> NDArray[np.bool_]:
    """Which places (..., 2) lie in the picture."""
    height, width = image.shape[:2]
    inside = (places_px >= margin_px) & (places_px <= np.array((width, height)) - 1 - margin_px)
    return np.asarray(inside.all(axis=-1), np.bool_)


def _levels(image: Image, places_px: FloatArray) -> Levels:
    """Levels at places (A, B, 2), interpolated: (A, B) or (A, B, 3) as the picture has channels."""
    flat = places_px.reshape(-1, 1, 2).astype(np.float32)
    # OpenCV's remap takes at most 32767 rows.
    parts = np.array_split(flat, len(flat) // 30000 + 1)
    looked_up = [cv2.remap(image, part[..., 0], part[..., 1], cv2.INTER_LINEAR) for part in parts if len(part)]
    found = np.concatenate(looked_up) if looked_up else np.empty((0,))
    return np.asarray(found, np.float32).reshape(*places_px.shape[:-1], *image.shape[2:])


def _line_levels(
    grey: Image, pose: BoardPose, middles_mm: FloatArray, across_mm: FloatArray, width_mm: float
) -> tuple[FloatArray, FloatArray, NDArray[np.bool_]]:
    """How far each line stands out, the ground beside it, and which of the lines lie in the picture."""
    at = pose.project(middles_mm)
    normals = pose.project(middles_mm + across_mm) - at
    scale = np.linalg.norm(normals, axis=1, keepdims=True)
    aside = normals / scale * np.maximum(BESIDE_PX, BESIDE_SPACES * width_mm * scale)
    places = np.stack((at - aside, at + aside, at), axis=1)
    kept = np.asarray(_inside(places, grey).all(axis=1), np.bool_)
    levels = _levels(grey, places[kept]).astype(np.float64)
    beside = (levels[:, 0] + levels[:, 1]) / 2
    return levels[:, 2] - beside, beside, kept


def _paper(image: Image, pose: BoardPose, board: Board) -> Levels:
    """Levels in the middle of the white zones round the markers."""
    markers = board.file.markers
    if markers is None:
        return np.empty((0, 3), np.float32)
    out, side = _QUIET_SHARE * markers.quiet_zone_mm, markers.size_mm
    along = np.linspace(0, side, 5)
    ring = np.concatenate(
        [
            np.column_stack((along, np.full(5, -out))),
            np.column_stack((along, np.full(5, side + out))),
            np.column_stack((np.full(5, -out), along)),
            np.column_stack((np.full(5, side + out), along)),
        ]
    )
    corners = np.array(list(markers.corner_mm.values()), np.float64)
    places = pose.project((corners[:, None, :] + ring).reshape(-1, 2))
    return _levels(image, places[_inside(places, image)][:, None, :])[:, 0]
