"""Pictures in which no board can be found, each for one known cause."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.board import shipped_board, shipped_boards
from tests.scenes.chance import random_scene
from tests.scenes.draw import draw_scene
from tests.scenes.spec import Hand, Light, Sensor
from tests.scenes.views import field_corners_mm, markers_in_picture, wide_view

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.random import Generator
    from numpy.typing import NDArray

    from engine.board import Board
    from tests.scenes.spec import SceneSpec

    Picture = NDArray[np.uint8]

CLEAR = Sensor(0.5, 2.0, 90)


def _table(rng: Generator, board: Board, space_px: float | None = None) -> SceneSpec:
    """A table without fault."""
    camera = wide_view(rng, board, elevation_deg=float(rng.uniform(45, 85)), space_px=space_px or rng.uniform(20, 34))
    spec = random_scene(rng, board, camera=camera, pieces=8)
    return replace(spec, light=Light(0.8, 0.2), sensor=CLEAR)


def dark(rng: Generator, board: Board) -> Picture:
    """A lens cap, or a room at night: no more than noise."""
    spec = replace(_table(rng, board), light=Light(0.015), sensor=Sensor(0.6, 4.0, 80))
    return draw_scene(spec, rng).image


def overexposed(rng: Generator, board: Board) -> Picture:
    """A lamp right above, the exposure fixed for a dimmer one."""
    image = draw_scene(replace(_table(rng, board), table=(225, 228, 230)), rng).image
    return np.clip(image.astype(np.float32) * 6 + 100, 0, 255).astype(np.uint8)


def mirrored(rng: Generator, board: Board) -> Picture:
    """A webcam's selfie view."""
    return np.ascontiguousarray(draw_scene(_table(rng, board), rng).image[:, ::-1])


def another_sheet(rng: Generator, board: Board) -> Picture:
    """The board of another game lies on the table."""
    others = [name for name in shipped_boards() if name != board.name]
    return draw_scene(_table(rng, shipped_board(others[rng.integers(len(others))])), rng).image


def blurred(rng: Generator, board: Board) -> Picture:
    """Out of focus by far."""
    spec = _table(rng, board)
    marker_px = float(np.median(list(markers_in_picture(spec.camera, board).values()) or [20.0]))
    return draw_scene(replace(spec, sensor=Sensor(max(5.0, 0.35 * marker_px), 1.5, 88)), rng).image


def hidden(rng: Generator, board: Board) -> Picture:
    """Every marker under paper, a hand on the field."""
    spec = _table(rng, board)
    markers = list(board.file.markers.corner_mm) if board.file.markers is not None else []
    length, width = field_corners_mm(board)[2]
    return draw_scene(
        replace(spec, hidden_markers=tuple(markers), hand=Hand(length / 2, width / 2, float(rng.uniform(0, 360)))), rng
    ).image


def far_away(rng: Generator, board: Board) -> Picture:
    """A camera so far off that the markers have hardly more than five pixels."""
    spec = _table(rng, board, space_px=board.grid.width_mm / _marker_mm(board) * float(rng.uniform(5.2, 5.8)))
    return draw_scene(spec, rng).image


def soft(rng: Generator, board: Board) -> Picture:
    """Not quite in focus, and too far off for that: a module of a marker is hardly wider than an edge."""
    spec = _table(rng, board, space_px=board.grid.width_mm / _marker_mm(board) * float(rng.uniform(9.9, 10.1)))
    return draw_scene(replace(spec, sensor=Sensor(1.25, 1.0, 92)), rng).image


def no_sheet(rng: Generator, board: Board) -> Picture:
    """Only a table with things on it."""
    return draw_scene(replace(_table(rng, board), sheet=False), rng).image


def crumpled(rng: Generator, board: Board) -> Picture:
    """Paper that was never smoothed: it bulges all over by far more than a line's width."""
    image = draw_scene(_table(rng, board), rng).image
    height, width = image.shape[:2]
    span = max(height, width)
    rough = rng.standard_normal((6, 8, 2)).astype(np.float32) * np.float32(0.016 * span)
    bulge = cv2.resize(rough, (width, height), interpolation=cv2.INTER_LINEAR)
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    return np.asarray(cv2.remap(image, x + bulge[..., 0], y + bulge[..., 1], cv2.INTER_LINEAR), np.uint8)


def _marker_mm(board: Board) -> float:
    return board.file.markers.size_mm if board.file.markers is not None else 20.0


TROUBLES: Mapping[str, tuple[Callable[[Generator, Board], Picture], str]] = {
    "too dark": (dark, "too dark"),
    "overexposed": (overexposed, "overexposed"),
    "mirrored": (mirrored, "mirrored"),
    "another sheet": (another_sheet, "belong to"),
    "blurred": (blurred, "blurred"),
    "markers hidden": (hidden, "no marker"),
    "too far away": (far_away, "come nearer"),
    "too soft": (soft, "soft, too small to be read"),
    "not flat": (crumpled, "lay the sheet flat"),
    "no sheet": (no_sheet, "no marker"),
}
"""What draws each trouble, and words that the reason must have."""
