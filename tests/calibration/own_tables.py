"""Drawn boards without markers, set up once each."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from calibration.own.build import OwnBoard, set_up
from calibration.own.finder import FeatureFinder
from calibration.own.refine import field_corners_mm
from tests.scenes import Scene, SceneSpec, Sensor, draw_scene, make_camera, random_scene
from tests.scenes.own_boards import STYLES as BOARDS
from tests.scenes.own_boards import Style, own_board

if TYPE_CHECKING:
    from calibration.pose import BoardPose
    from engine.board import Board

GREEN = Style(border_mm=(30.0, 36.0, 30.0, 36.0))
STYLES = {
    "light lines": GREEN,
    "dark lines": replace(BOARDS["beige"], width_mm=GREEN.width_mm),
    "squares": BOARDS["squares"],
    "checks without lines": BOARDS["checks"],
}
SAME_ENDS = Style(decorated=False, spaces=((60, 120, 50),))
"""Looks the same from both ends."""


@cache
def printed(style: Style) -> tuple[Board, np.ndarray]:
    return own_board(style, seed=3)


def camera(style: Style, **changes: object) -> BoardPose:
    """Above the middle of the board, far enough to see all of it."""
    board, _ = printed(style)
    length, width = board.grid.field_size_mm
    return make_camera(
        **{"size_px": (960, 540), "target_mm": (length / 2, width / 2), "distance_mm": 1.35 * length, **changes}
    )


@cache
def empty_table(style: Style) -> Scene:
    board, picture = printed(style)
    spec = SceneSpec(camera(style, elevation_deg=65.0), board, sheet_picture=picture, sensor=Sensor())
    return draw_scene(spec, np.random.default_rng(0))


def game(style: Style, seed: int, view: BoardPose, **changes: object) -> Scene:
    """Twenty-two pieces, a ball and dice on it, by some lamp."""
    board, picture = printed(style)
    rng = np.random.default_rng(seed)
    return draw_scene(replace(random_scene(rng, board, camera=view), sheet_picture=picture, **changes), rng)


def clicked(scene: Scene, sd_px: float = 3.0) -> np.ndarray:
    """The field's corners as exactly as people click them."""
    return scene.corners_px + np.random.default_rng(1).normal(0, sd_px, (4, 2))


@cache
def own(style: Style) -> OwnBoard:
    scene = empty_table(style)
    made = set_up(scene.image, clicked(scene), printed(style)[0].file)
    assert isinstance(made, OwnBoard), made.reason
    return made


@cache
def finder(style: Style) -> FeatureFinder:
    return FeatureFinder(own(style).reference)


def corner_errors_spaces(pose: BoardPose, scene: Scene) -> np.ndarray:
    """(4,) how far each corner of the field is off, in widths of a space in the picture's middle."""
    board = scene.spec.board
    length, width = board.grid.field_size_mm
    space_px = scene.spec.camera.px_per_mm(length / 2, width / 2) * board.grid.width_mm
    return np.linalg.norm(pose.project(field_corners_mm(board)) - scene.corners_px, axis=1) / space_px
