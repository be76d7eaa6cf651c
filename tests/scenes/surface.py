"""The table top and the printed sheet on it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.kit.sheet import draw_sheet
from engine.board import Board, shipped_board, shipped_boards
from tests.scenes.easel import FINER, Easel

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    from tests.scenes.spec import Bend, SceneSpec

SHEET_PX_PER_MM = 6.0


@lru_cache(maxsize=4)
def _shipped_sheet(name: str) -> NDArray[np.uint8]:
    return draw_sheet(shipped_board(name), SHEET_PX_PER_MM)


@lru_cache(maxsize=8)
def _shipped_sheet_at(name: str, px_per_mm: float) -> NDArray[np.uint8]:
    return _at(_shipped_sheet(name), px_per_mm)


def _at(sheet: NDArray[np.uint8], px_per_mm: float) -> NDArray[np.uint8]:
    scale = px_per_mm / SHEET_PX_PER_MM
    return np.asarray(cv2.resize(sheet, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _sheet_at(board: Board, px_per_mm: float) -> NDArray[np.uint8]:
    if board.name in shipped_boards() and board is shipped_board(board.name):
        return _shipped_sheet_at(board.name, px_per_mm)
    return _at(draw_sheet(board, SHEET_PX_PER_MM), px_per_mm)


def paint_surface(easel: Easel, spec: SceneSpec, rng: Generator) -> None:
    """Table everywhere, the sheet where it lies."""
    x_mm, y_mm = easel.ground_mm(FINER)
    grain = _grain(spec, rng)
    table = (x_mm, y_mm) if spec.table_seen_from is None else Easel(spec.table_seen_from).ground_mm(FINER)
    u, v = (along / 2 + 512 for along in table)
    easel.image = np.asarray(cv2.remap(grain, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP), np.uint8)
    if not spec.sheet:
        return
    length, width = spec.board.grid.field_size_mm
    finest = FINER * spec.camera.px_per_mm(length / 2, width / 2)
    px_per_mm = next((k for k in (1.0, 1.5, 2.0, 3.0, 6.0) if k > 0.8 * finest), 6.0)
    picture = spec.sheet_picture
    sheet = _sheet_at(spec.board, px_per_mm).copy() if picture is None else _at(picture, px_per_mm)
    _cover_markers(sheet, spec, px_per_mm)
    origin_x, origin_y = spec.board.file.sheet.field_origin_mm
    if spec.bend is not None:
        x_mm, y_mm = _on_bent_sheet(spec, spec.bend, x_mm, y_mm)
    u, v = (x_mm + origin_x) * px_per_mm - 0.5, (y_mm + origin_y) * px_per_mm - 0.5
    cv2.remap(sheet, u, v, cv2.INTER_LINEAR, dst=easel.image, borderMode=cv2.BORDER_TRANSPARENT)


def _on_bent_sheet(
    spec: SceneSpec, bend: Bend, x_mm: NDArray[np.float32], y_mm: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where lines of sight that meet the table's plane at (x, y) meet paper that rises from it."""
    eye_x, eye_y, eye_height = (np.float32(v) for v in spec.camera.camera_position_mm())
    origin, long_mm = np.float32(spec.board.file.sheet.field_origin_mm[0]), spec.board.file.sheet.size_mm[0]
    x, y = x_mm, y_mm
    for _ in range(6):
        share = bend.rise_mm(np.clip((x + origin) / np.float32(long_mm), 0, 1)) / eye_height
        x, y = x_mm + share * (eye_x - x_mm), y_mm + share * (eye_y - y_mm)
    return x, y


def _cover_markers(sheet: NDArray[np.uint8], spec: SceneSpec, px_per_mm: float) -> None:
    markers, origin = spec.board.file.markers, np.asarray(spec.board.file.sheet.field_origin_mm)
    if markers is None:
        return
    for number in spec.hidden_markers:
        low = (np.asarray(markers.corner_mm[number]) + origin - 2) * px_per_mm
        high = low + (markers.size_mm + 4) * px_per_mm
        (x0, y0), (x1, y1) = np.round(low).astype(int).clip(0), np.round(high).astype(int)
        sheet[y0:y1, x0:x1] = (180, 190, 200)


def _grain(spec: SceneSpec, rng: Generator) -> NDArray[np.uint8]:
    """Boards running east: long smooth streaks, 2 mm a pixel, wraps around."""
    rough = rng.standard_normal((1024, 64), np.float32)
    streaks = cv2.resize(rough, (1024, 1024), interpolation=cv2.INTER_CUBIC)
    streaks = cv2.GaussianBlur(streaks, (0, 0), sigmaX=8, sigmaY=1.2)
    shade = 1 + spec.grain * streaks / max(float(streaks.std()), 1e-6) * 0.5
    return np.clip(shade[..., None] * np.asarray(spec.table, np.float32), 0, 255).astype(np.uint8)
