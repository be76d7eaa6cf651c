"""The board as the program has it, drawn over the camera's picture in text cells; pure functions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from rich.style import Style

from calibration.board_pose import marker_arrays_mm
from calibration.crossings import line_ends_mm
from calibration.overlay import LINE, OUTLINE
from referee_tui.app.calibrate.cells import Label, Painted
from referee_tui.app.preview import fitted
from vision.rectify import rectify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from calibration.pose import BoardPose, FloatArray
    from engine.board import Board
    from referee_tui.app.calibrate.state import Shown
    from vision.rectify import Image

    ToView: TypeAlias = Callable[[FloatArray], FloatArray]
    """Board points (N, 2) in millimetres to pixels of the view."""

ZOOMS = (1.0, 2.0, 4.0, 8.0)
"""Screen pixels a picture pixel, of a corner that is looked at from near."""
_FINER = 3
"""A view from above is sampled so much finer than it is shown, and then averaged."""
_LINES_FROM_PX = 6.0
"""Printed lines are drawn where a space is at least this wide on the screen."""
_BENT = 16
"""Pieces in which an edge is drawn, for the lens bends it."""

CORNER_NAMES = ("A1", "2", "3", "4")
FOUND = Style(color="#000000", bgcolor="#50dc50", bold=True)
MISSED = Style(color="#ffffff", bgcolor="#c02020", bold=True)
CORNER = Style(color="#000000", bgcolor="#ffd83d", bold=True)
FAULT = Style(color="#ffffff", bgcolor="#8b1a8b", bold=True)


@dataclass(frozen=True, slots=True)
class Aim:
    """What of the picture is looked at."""

    above: bool = False
    """The whole sheet from straight above, instead of the picture as it is."""
    corner: int | None = None
    """0 to 3: from near, the field's corner, A1's first, clockwise."""
    zoom_step: int = 1

    def near(self, corner: int) -> Aim:
        """Look at a corner."""
        return replace(self, corner=corner % 4)

    def whole(self) -> Aim:
        """Look at all of it."""
        return replace(self, corner=None)

    def turned_over(self) -> Aim:
        """From above, or as the camera has it."""
        return Aim(above=not self.above)

    def magnified(self, steps: int) -> Aim:
        """Nearer, or with fewer than 0 steps less near."""
        return replace(self, zoom_step=min(max(self.zoom_step + steps, 0), len(ZOOMS) - 1))


def corners_mm(board: Board) -> FloatArray:
    """(4, 2) the field's corners, A1's first, clockwise."""
    length, width = board.grid.field_size_mm
    return np.array(((0, 0), (length, 0), (length, width), (0, width)), np.float64)


def paint(shown: Shown, aim: Aim, columns: int, lines: int) -> Painted | None:
    """The picture for so many text cells, with what was found; None without a picture."""
    image, pose, board = shown.image, shown.pose, shown.board
    if image is None or columns < 1 or lines < 1:
        return None
    if pose is None:
        return Painted(fitted(image, columns, lines))
    if aim.corner is not None:
        view, place = _near(image, pose, corners_mm(board)[aim.corner], ZOOMS[aim.zoom_step], (columns, 2 * lines))
    elif aim.above:
        view, place = _above(image, pose, board, columns, lines)
    else:
        view = fitted(image, columns, lines)
        scale = np.array((view.shape[1] / image.shape[1], view.shape[0] / image.shape[0]))

        def place(points_mm: FloatArray) -> FloatArray:
            return np.asarray((pose.project(points_mm) + 0.5) * scale - 0.5, np.float64)

    return _over(view.copy(), place, shown, pose)


def _near(
    image: Image, pose: BoardPose, corner_mm: FloatArray, zoom: float, size_px: tuple[int, int]
) -> tuple[Image, ToView]:
    middle = pose.project(corner_mm)[0]
    shift = (np.array(size_px) - 1) / 2 - zoom * middle
    matrix = np.column_stack((zoom * np.eye(2), shift))
    view = np.asarray(cv2.warpAffine(image, matrix, size_px, flags=cv2.INTER_LINEAR), np.uint8)
    return view, lambda points_mm: zoom * pose.project(points_mm) + shift


def _above(image: Image, pose: BoardPose, board: Board, columns: int, lines: int) -> tuple[Image, ToView]:
    sheet = board.file.sheet
    (west, north), (length, width) = (-sheet.field_origin_mm[0], -sheet.field_origin_mm[1]), sheet.size_mm
    per_mm = min(columns / length, 2 * lines / width)
    fine = rectify(image, pose, (west, north, west + length, north + width), _FINER * per_mm)
    view = fitted(fine.image, columns, lines)
    scale = view.shape[1] / fine.image.shape[1], view.shape[0] / fine.image.shape[0]
    return view, lambda points_mm: (fine.to_px(points_mm) + 0.5) * scale - 0.5


def _over(view: Image, place: ToView, shown: Shown, pose: BoardPose) -> Painted:
    """Field, lines, markers, A1 and the spots of findings on top of a view."""
    board = shown.board
    corners = corners_mm(board)
    length, width = place(corners[1:2])[0] - place(corners[:1])[0]
    if np.hypot(length, width) * board.grid.width_mm / board.grid.field_size_mm[0] >= _LINES_FROM_PX:
        for start, end in line_ends_mm(board.grid):
            _line(view, place(np.stack((start, end))), LINE)
    closed = np.vstack((corners, corners[:1]))
    along = np.linspace(0, 1, _BENT, endpoint=False)[:, None]
    edge = np.vstack([start + along * (end - start) for start, end in pairwise(closed)])
    _line(view, place(np.vstack((edge, corners[:1]))), OUTLINE)
    labels = [*_spots(place, shown), *_markers(place, board, pose)]
    names = zip(place(corners), CORNER_NAMES, strict=True)
    labels += [_label(at_px, name, CORNER) for at_px, name in names]
    return Painted(view, tuple(labels))


def _markers(place: ToView, board: Board, pose: BoardPose) -> Iterable[Label]:
    if board.file.markers is None:
        return
    for number, corners in marker_arrays_mm(board.file.markers).items():
        used = number in pose.markers_used
        sign = f"{number}" if used else f"x{number}"
        yield _label(place(corners.mean(axis=0)[None])[0], sign, FOUND if used else MISSED)


def _spots(place: ToView, shown: Shown) -> Iterable[Label]:
    """Spaces where a finding shows; of a large patch each space."""
    check = shown.judged.check if shown.judged is not None else None
    spaces = dict.fromkeys(space for finding in (check.findings if check else ()) for space in finding.where)
    grid = shown.board.grid
    known = set(grid.field_spaces)
    for space in spaces:
        if space in known:
            yield _label(place(np.array(grid.centre_mm(space), np.float64)[None])[0], "!", FAULT)


def _label(at_px: FloatArray, text: str, style: Style) -> Label:
    """Words with their middle at a pixel of the view, of which a text cell has two, one above the other."""
    x, y = (float(value) for value in at_px)
    if not (np.isfinite(x) and np.isfinite(y) and abs(x) < 1 << 15 and abs(y) < 1 << 15):
        return Label(-1, -1, "", style)
    return Label(round(x - (len(text) - 1) / 2), int((y + 0.5) // 2), text, style)


def _line(view: Image, points_px: FloatArray, colour: tuple[int, int, int]) -> None:
    # Points far outside would overflow OpenCV's whole numbers.
    if np.isfinite(points_px).all() and np.abs(points_px).max() < 1 << 15:
        cv2.polylines(view, [np.round(points_px).astype(np.int32)], isClosed=False, color=colour)
