"""Where on a table something changed between two pictures of it, whatever noise and a slowly drifting lamp do.

What is meant is everything that a reading could go by: a piece that was nudged by a millimetre, a pip. A change of the
light, a moved camera or a hand is no place but the whole table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.board import sheet_bounds_mm
from vision.changes import SURROUNDINGS_MM
from vision.part import PartOfView
from vision.sight import VIEW_PX_PER_MM, view_of_sheet

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from calibration.pose import BoardPose
    from engine.board import Board
    from vision.rectify import Image, RectifiedView

    Mask = NDArray[np.bool_]

_WIDTH_PX = 640
"""Pictures are compared at this width: a numeral or a pip that changed is then still larger than a pixel."""
_TILE_PX, _SPARSE = 32, 4
"""The light is compared by medians over tiles of this side, of one pixel in four each way."""
_MOST_LIGHT, _LIGHT_SHARE = 8.0, 0.1
"""Grey levels by which a tile may be lighter or darker, and share of the tiles that may be so by more: pieces moved."""
_SMOOTH_PX = 5
_LEAST, _NOISE_FACTOR = 5.0, 2.5
"""Grey levels, averaged over a square of that side, by which what shows something else differs: so many, and so many
times the median difference, which is the camera's noise, more. In pictures of drawn tables at rest little differs by
more, mostly along edges; of digits 6 pixels high in poor light, that change, some do by 22 where noise makes 11."""
_CELL_MM = 4.0
"""Of the grid on which changed places are kept."""
_THICK = 1.5
"""What changed in a circle of this many diameters of a piece may be a hand: see ``vision.foreign``."""
_NEAR_MM = 4.0
"""What lies within a piece's diameter and this of a change is looked at again: its silhouette, and what is round it."""
_AROUND = 1.5
"""In diameters of a piece: how much more is looked at to tell what lies there."""
_MOST_SHARE = 0.4
"""Share of the sheet from which to look at all of it is as well."""
_BESIDE_MM, _THICK_BESIDE_MM = 5.0, 40.0
"""Off the field by more than this, dice may lie where something changed; they are thrown side by side, and there a hand
fills a circle of the second diameter."""
_ALIGNED_PX = 18
"""Parts of the view begin at a multiple of the steps at which it is looked at coarsely."""


def compared_size(image: Image) -> Image:
    """A picture (height, width, 3) at the size at which pictures are compared."""
    height, width = image.shape[:2]
    if width <= _WIDTH_PX:
        return image
    size = _WIDTH_PX, max(1, round(height * _WIDTH_PX / width))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


@dataclass(frozen=True, eq=False)
class ChangedPlaces:
    """Places of a table that have to be looked at again."""

    near: Mask
    """(rows, columns) of cells of the table, seen on the plane of the pieces' tops: what is near a change."""
    corner_mm: tuple[float, float]
    """Of the grid: board x and y of its west and north edges."""
    parts: tuple[PartOfView, ...]
    """Parts of the view of the sheet, apart from each other, that hold these places and enough round them."""
    beside: bool
    """Whether anything changed off the field."""

    def hold(self, points_mm: ArrayLike) -> Mask:
        """(N,) whether points (N, 2) of the table are near a change."""
        points = np.asarray(points_mm, np.float64).reshape(-1, 2)
        columns, rows = np.floor((points - self.corner_mm) / _CELL_MM).astype(int).T
        inside = (rows >= 0) & (rows < self.near.shape[0]) & (columns >= 0) & (columns < self.near.shape[1])
        return np.asarray(inside & self.near[rows * inside, columns * inside], np.bool_)

    def in_view(self, view: RectifiedView) -> Mask:
        """(height, width) of a view of the sheet and what lies round it: what is near a change."""
        rows, columns = (
            np.clip(((np.arange(size) + 0.5) / view.px_per_mm + start - corner) / _CELL_MM, 0, cells - 1).astype(int)
            for size, start, corner, cells in zip(
                view.inside.shape, (view.north_mm, view.west_mm), self.corner_mm[::-1], self.near.shape, strict=True
            )
        )
        return np.asarray(self.near[np.ix_(rows, columns)], np.bool_)


def changed_places(
    now: Image, before: Image, pose: BoardPose, board: Board, doubtful_mm: ArrayLike = ()
) -> ChangedPlaces | None:
    """Compare two pictures of ``compared_size``, seen with one pose; None: the light changed, or as good as all.

    ``doubtful_mm`` (N, 2) are places that are looked at again anyway.
    """
    changed = _changed(now, before)
    if changed is None:
        return None
    west, north, east, south = sheet_bounds_mm(board)
    corner_mm = west - SURROUNDINGS_MM, north - SURROUNDINGS_MM
    size_mm = east - west + 2 * SURROUNDINGS_MM, south - north + 2 * SURROUNDINGS_MM
    places_mm = _on_table(changed, pose, board)
    cells = _cells(places_mm, corner_mm, size_mm)
    disc_mm = board.file.pieces.diameter_mm
    if _any_thick(cells, places_mm, corner_mm, board):
        return None
    doubtful = np.asarray(doubtful_mm, np.float64).reshape(-1, 2)
    cells = np.maximum(cells, _cells(doubtful, corner_mm, size_mm))
    near = np.asarray(cv2.dilate(cells, _circle(2 * (disc_mm + _NEAR_MM))), np.uint8)
    parts = _parts(near, corner_mm, board, _AROUND * disc_mm)
    whole = view_of_sheet(board).shape
    if sum(part.shape[0] * part.shape[1] for part in parts) > _MOST_SHARE * whole[0] * whole[1]:
        return None
    beside = bool(_off_field(np.concatenate((places_mm, doubtful)), board).any())
    return ChangedPlaces(near > 0, corner_mm, parts, beside)


def _changed(now: Image, before: Image) -> Mask | None:
    """(height, width): where two pictures differ; None if the light does."""
    if now.shape != before.shape:
        return None
    difference = now.astype(np.float32) - before
    light = _light(difference)
    if float((np.abs(light).max(axis=2) > _MOST_LIGHT).mean()) > _LIGHT_SHARE:
        return None
    size = now.shape[1], now.shape[0]
    difference -= cv2.resize(np.clip(light, -_MOST_LIGHT, _MOST_LIGHT), size, interpolation=cv2.INTER_LINEAR)
    blue, green, red = cv2.split(cv2.blur(np.abs(difference), (_SMOOTH_PX, _SMOOTH_PX)))
    largest = np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)
    noise = float(np.median(largest[::_SPARSE, ::_SPARSE]))
    return np.asarray(largest > _LEAST + _NOISE_FACTOR * noise, np.bool_)


def _light(difference: NDArray[np.float32]) -> NDArray[np.float32]:
    """(h, w, 3): the median difference of each tile."""
    side = _TILE_PX // _SPARSE
    small = difference[::_SPARSE, ::_SPARSE]
    rows, columns = (max(1, size // side) for size in small.shape[:2])
    cut = small[: rows * side, : columns * side]
    if cut.shape[:2] != (rows * side, columns * side):
        return np.asarray(np.median(cut, axis=(0, 1)).reshape(1, 1, 3), np.float32)
    tiles = cut.reshape(rows, side, columns, side, 3).transpose(0, 2, 4, 1, 3).reshape(rows, columns, 3, -1)
    middle = tiles.shape[-1] // 2
    return np.ascontiguousarray(np.partition(tiles, middle, axis=-1)[..., middle])


def _on_table(changed: Mask, pose: BoardPose, board: Board) -> NDArray[np.float64]:
    """(N, 2) places of changed pixels, on the plane of the pieces' tops."""
    rows, columns = np.nonzero(changed)
    scale = pose.lens.size_px[0] / changed.shape[1]
    pixels = (np.column_stack((columns, rows)) + 0.5) * scale - 0.5
    return pose.to_board(pixels, board.file.pieces.place_mm) if len(pixels) else np.zeros((0, 2))


def _cells(
    places_mm: NDArray[np.float64], corner_mm: tuple[float, float], size_mm: tuple[float, float]
) -> NDArray[np.uint8]:
    """Cells of the table, 1 where places are."""
    cells = np.zeros((int(np.ceil(size_mm[1] / _CELL_MM)), int(np.ceil(size_mm[0] / _CELL_MM))), np.uint8)
    columns, rows = np.floor((places_mm - corner_mm) / _CELL_MM).astype(int).T
    inside = (rows >= 0) & (rows < cells.shape[0]) & (columns >= 0) & (columns < cells.shape[1])
    cells[rows[inside], columns[inside]] = 1
    return cells


def _circle(diameter_mm: float) -> NDArray[np.uint8]:
    side = 2 * int(np.ceil(diameter_mm / _CELL_MM / 2)) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def _parts(
    near: NDArray[np.uint8], corner_mm: tuple[float, float], board: Board, around_mm: float
) -> tuple[PartOfView, ...]:
    """Boxes of the sheet's view round all that is near a change; those that meet are one."""
    whole = view_of_sheet(board)
    west, north, *_ = sheet_bounds_mm(board)
    _, _, stats, _ = cv2.connectedComponentsWithStats(near, connectivity=8)
    boxes = []
    for left, top, width, height, _ in stats[1:].tolist():
        low = np.array((corner_mm[1] + top * _CELL_MM - north, corner_mm[0] + left * _CELL_MM - west)) - around_mm
        high = low + np.array((height, width)) * _CELL_MM + 2 * around_mm
        first = np.floor(low * VIEW_PX_PER_MM / _ALIGNED_PX).astype(int) * _ALIGNED_PX
        last = np.ceil(high * VIEW_PX_PER_MM / _ALIGNED_PX).astype(int) * _ALIGNED_PX
        box = np.concatenate((np.maximum(first, 0), np.minimum(last, whole.of)))
        if (box[:2] < box[2:]).all():
            boxes.append(box)
    return tuple(
        PartOfView(whole.of, (slice(int(top), int(bottom)), slice(int(left), int(right))))
        for top, left, bottom, right in _apart(boxes)
    )


def _apart(boxes: list[NDArray[np.int_]]) -> list[NDArray[np.int_]]:
    """Boxes (top, left, bottom, right), those that meet as one."""
    found: list[NDArray[np.int_]] = []
    for each in boxes:
        box, others = each, found
        while meeting := [other for other in others if (box[:2] < other[2:]).all() and (other[:2] < box[2:]).all()]:
            group = np.stack((box, *meeting))
            box = np.concatenate((group[:, :2].min(axis=0), group[:, 2:].max(axis=0)))
            others = [other for other in others if not any(other is met for met in meeting)]
        found = [*others, box]
    return found


def _any_thick(
    cells: NDArray[np.uint8], places_mm: NDArray[np.float64], corner_mm: tuple[float, float], board: Board
) -> bool:
    """Whether something changed that is larger than what is moved on a table; ``cells`` are those of the places."""
    size_mm = cells.shape[1] * _CELL_MM, cells.shape[0] * _CELL_MM
    on_field = _cells(places_mm[~_off_field(places_mm, board)], corner_mm, size_mm)
    return any(
        cv2.morphologyEx(each, cv2.MORPH_OPEN, _circle(width_mm)).any()
        for each, width_mm in ((on_field, _THICK * board.file.pieces.diameter_mm), (cells, _THICK_BESIDE_MM))
    )


def _off_field(places_mm: NDArray[np.float64], board: Board) -> Mask:
    """(N,) whether places are off the field, and so near to the sheet that dice count there."""
    length, width = board.grid.field_size_mm
    x, y = places_mm.T
    beside = (x < -_BESIDE_MM) | (x > length + _BESIDE_MM) | (y < -_BESIDE_MM) | (y > width + _BESIDE_MM)
    west, north, east, south = sheet_bounds_mm(board)
    reach = SURROUNDINGS_MM
    near = (x > west - reach) & (x < east + reach) & (y > north - reach) & (y < south + reach)
    return np.asarray(beside & near, np.bool_)
