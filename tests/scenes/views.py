"""Cameras from all round a table, through good lenses and bad ones; which markers are to be seen from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.board_pose import marker_arrays_mm
from tests.scenes.spec import make_camera

if TYPE_CHECKING:
    from numpy.random import Generator

    from calibration.pose import BoardPose
    from engine.board import Board

SIZES_PX = ((640, 480), (1280, 720), (1920, 1080), (2560, 1440))
"""Small to large; a view takes the smallest that shows what it must."""
ELEVATION_DEG = (35.0, 90.0)
SPACE_PX = (14.0, 60.0)
TRIES = 60


def field_corners_mm(board: Board) -> np.ndarray:
    """(4, 2) NW NE SE SW."""
    length, width = board.grid.field_size_mm
    return np.array(((0.0, 0.0), (length, 0.0), (length, width), (0.0, width)))


def wide_lens(rng: Generator) -> tuple[float, float]:
    """k1 and k2: mostly an ordinary webcam's, at times a strong barrel or a pincushion."""
    kind = rng.random()
    if kind < 0.7:
        k1 = float(rng.uniform(-0.2, 0.02))
    elif kind < 0.9:
        k1 = float(rng.uniform(-0.35, -0.2))
    else:
        k1 = float(rng.uniform(0.02, 0.1))
    # Below 0.45 k1^2 a barrel folds the picture's edge back inwards, which no lens does.
    return k1, float(rng.uniform(0.5, 0.9)) * k1**2 if k1 < 0 else 0.0


def wide_view(
    rng: Generator,
    board: Board,
    *,
    elevation_deg: float | None = None,
    space_px: float | None = None,
    whole_field: bool = True,
) -> BoardPose:
    """A camera anywhere round the board, upright or not, its principal point off the picture's middle.

    ``space_px``: width of a space where the camera looks (geometric mean over directions). Without ``whole_field`` the
    camera looks past the middle, so that an edge or two lie outside the picture, though at least two markers do not.
    """
    length, width = board.grid.field_size_mm
    wanted_px = space_px if space_px is not None else float(np.exp(rng.uniform(*np.log(SPACE_PX))))
    up = elevation_deg if elevation_deg is not None else float(rng.uniform(*ELEVATION_DEG))
    for attempt in range(TRIES * len(SIZES_PX)):
        size = SIZES_PX[attempt // TRIES]
        focal = float(rng.uniform(0.62, 1.05)) * size[0]
        k1, k2 = wide_lens(rng)
        aside = 0.04 if whole_field else 0.45
        pose = make_camera(
            size,
            focal_px=focal,
            k1=k1,
            k2=k2,
            elevation_deg=up,
            azimuth_deg=float(rng.uniform(0, 360)),
            roll_deg=float(rng.uniform(0, 360)),
            distance_mm=focal * board.grid.width_mm / wanted_px * float(np.sqrt(np.sin(np.deg2rad(up)))),
            target_mm=(
                length * (0.5 + float(rng.uniform(-aside, aside))),
                width * (0.5 + float(rng.uniform(-aside, aside))),
            ),
            centre_off_px=(float(rng.normal(0, 0.012 * size[0])), float(rng.normal(0, 0.012 * size[0]))),
        )
        whole = in_picture(pose, field_corners_mm(board), margin_px=4)
        if whole if whole_field else not whole and len(markers_in_picture(pose, board)) >= 2:
            return pose
    raise ValueError(f"no camera of at most {SIZES_PX[-1]} sees {board.name} at {wanted_px:.0f} px a space")


def in_picture(camera: BoardPose, points_mm: np.ndarray, margin_px: float = 0.0) -> bool:
    """Whether all points of the board lie in front of the camera and in its picture."""
    rotation, _ = cv2.Rodrigues(camera.rvec)
    ahead = np.column_stack((points_mm, np.zeros(len(points_mm)))) @ rotation.T + camera.tvec
    # Beyond 60 degrees off its axis a lens model is not to be relied on.
    if (ahead[:, 2] < 0.5 * np.linalg.norm(ahead, axis=1)).any():
        return False
    at = camera.project(points_mm)
    return bool((at > margin_px - 0.5).all() and (at < np.array(camera.lens.size_px) - 0.5 - margin_px).all())


def markers_in_picture(camera: BoardPose, board: Board) -> dict[int, float]:
    """Markers that lie in the picture with half their quiet zone, and the length of their shorter side in pixels."""
    seen = {}
    if board.file.markers is None:
        return seen
    grow = 1 + board.file.markers.quiet_zone_mm / board.file.markers.size_mm
    for number, corners in marker_arrays_mm(board.file.markers).items():
        middle = corners.mean(axis=0)
        if in_picture(camera, middle + grow * (corners - middle), margin_px=1):
            at = camera.project(corners)
            sides = np.linalg.norm(at - np.roll(at, 1, axis=0), axis=1)
            seen[number] = float(sides.min())
    return seen
