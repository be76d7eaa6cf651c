"""Places off the field where something of a die's size stands out, whatever its colour.

On the sheet that is what differs from the empty print (``vision.ground``); on the table round it, what differs from its
own surroundings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.board import sheet_bounds_mm
from vision.dice.search import PX_PER_MM, off_field
from vision.evidence import halved
from vision.illumination import LINEAR
from vision.parallax import carry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.board import Board
    from vision.rectify import RectifiedView
    from vision.sight import TableSight

FloatMap: TypeAlias = NDArray[np.float32]

_BODY_MM, _AROUND_MM = 16.0, 38.0
"""Sides of the squares that are compared: a die, and the die with what surrounds it."""
_APART_MM = 8.0
"""Between two places that are looked at."""
_RING_COUNTS = 0.6
"""What differs all round a place counts so much against it: a hand, a mug."""
_LEAST_ON_SHEET = 0.12
"""How surely something stands there, above its surroundings; a white die on white paper has 0.17."""
_LEAST_ON_TABLE = 0.6
"""Difference from the surroundings over what differs there."""
_KIT_ON_SHEET, _KIT_ON_TABLE = 0.3, 1.0
"""The same of the kit's dice, in whose colours much is printed: of 82 in drawn and shared pictures none had less than
0.44, and 1.11."""
_DIM = 0.03
"""Of white in full light: what is darker is the camera's noise."""
_NOISE = 4.0
"""Levels by which a plain table differs from itself anyway."""
_MOST = 9
"""Places looked at on the sheet, and as many on the table: bounds the time where much lies about."""
_EDGE_PX = 1
"""So much wider the sheet's edge looks, being blurred."""
_SPARSE = 4
"""One pixel in four each way is enough for the table's usual colour."""

_LOGARITHM = np.round(255 * np.log1p(LINEAR / _DIM) / np.log1p(1 / _DIM)).astype(np.uint8)
"""Levels whose differences are ratios of light: the same in light and shade."""


@dataclass(frozen=True, slots=True)
class StandsOut:
    """How far things of a die's size stand out; (height, width) of the view."""

    view: RectifiedView
    on_table: FloatMap
    on_sheet: FloatMap
    sheet: NDArray[np.bool_]
    """Where the empty print is known."""
    where: NDArray[np.bool_]
    """Where dice are looked for."""

    def may_be_kit_die(self, places_mm: NDArray[np.float64]) -> NDArray[np.bool_]:
        """(N,) whether anything stands at board points (N, 2) that could be one of the kit's dice."""
        reach = np.ones((2 * round(_APART_MM * PX_PER_MM / 2) + 1,) * 2, np.uint8)
        rows, columns = self.sheet.shape
        x, y = np.round(self.view.to_px(places_mm)).astype(int).T
        at = np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)
        on_sheet, on_table = (cv2.dilate(each, reach)[at] for each in (self.on_sheet, self.on_table))
        stands = np.where(self.sheet[at], on_sheet > _KIT_ON_SHEET, on_table > _KIT_ON_TABLE)
        return np.asarray(stands & self.where[at], np.bool_)


def candidates(maps: StandsOut, board: Board) -> NDArray[np.float64]:
    """(N, 2) board points where a die may stand, those that stand out most first."""
    searched = off_field(maps.view, board) & maps.where
    found = [
        _highest(maps.view, maps.on_sheet, searched & maps.sheet, _LEAST_ON_SHEET),
        _highest(maps.view, maps.on_table, searched & ~maps.sheet, _LEAST_ON_TABLE),
    ]
    return np.concatenate(found)


def stands_out(view: RectifiedView, sights: Sequence[TableSight], where: NDArray[np.bool_] | None = None) -> StandsOut:
    """What stands out in the view that is searched (see ``search``).

    ``sights`` are of the same picture: of all of the sheet, or of the parts of it in which something is looked for.
    ``where`` (height, width) of the view: where it is looked for; None: everywhere.
    """
    differs, sheet = _from_print(view, sights)
    inside, around = _means(differs)
    on_table = _from_surroundings(view, _paper(view, sheet, sights[0]))
    where = view.inside if where is None else view.inside & where
    return StandsOut(view, on_table, inside - np.float32(_RING_COUNTS) * around, sheet, where)


def _paper(view: RectifiedView, sheet: NDArray[np.bool_], sight: TableSight) -> NDArray[np.bool_]:
    """(height, width) of the view: where the sheet is, and where it is seen: it lies lower than the view's plane."""
    west, north, east, south = sheet_bounds_mm(sight.board)
    seen_mm = carry(((west, north), (east, south)), sight.camera_mm, 0.0, view.height_mm)
    (left, top), (right, bottom) = np.round(view.to_px(seen_mm)).astype(int)
    paper = sheet.copy()
    paper[max(0, top - _EDGE_PX) : bottom + 1 + _EDGE_PX, max(0, left - _EDGE_PX) : right + 1 + _EDGE_PX] = True
    return paper


def _from_surroundings(view: RectifiedView, paper: NDArray[np.bool_]) -> FloatMap:
    """How much a die's square differs from what is round it, over how much that differs from itself."""
    levels = np.asarray(cv2.LUT(view.image, _LOGARITHM), np.uint8)
    table = (view.inside & ~paper)[::_SPARSE, ::_SPARSE]
    if table.any():
        # The sheet's edge is no die's. Of the table the median is taken: bytes are soon put in order.
        ordered = np.sort(levels[::_SPARSE, ::_SPARSE][table], axis=0, kind="stable").astype(int)
        levels[paper] = (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) // 2
    side = round(_AROUND_MM * PX_PER_MM) | 1
    apart = cv2.absdiff(levels, cv2.blur(levels, (side, side)))
    mean = np.asarray(cv2.transform(apart.astype(np.float32), np.full((1, 3), 1 / 3, np.float32)), np.float32)
    inside, around = (cv2.sqrt(np.maximum(square, np.float32(0.0))) for square in _means(mean * mean))
    return np.asarray(inside / (around + np.float32(_NOISE)), np.float32)


def _means(values: FloatMap) -> tuple[FloatMap, FloatMap]:
    """(height, width) means in a die's square, and in the band round it."""
    body, whole = (round(side * PX_PER_MM) | 1 for side in (_BODY_MM, _AROUND_MM))
    inside, both = cv2.blur(values, (body, body)), cv2.blur(values, (whole, whole))
    share = np.float32(body**2 / whole**2)
    return np.asarray(inside, np.float32), np.asarray((both - share * inside) / (1 - share), np.float32)


def _from_print(view: RectifiedView, sights: Sequence[TableSight]) -> tuple[FloatMap, NDArray[np.bool_]]:
    """How surely something stands on the sheet, 0 to 1, and where the sheet is; (height, width) of the view."""
    differs, sheet = np.zeros(view.inside.shape, np.float32), np.zeros(view.inside.shape, np.bool_)
    for sight in sights:
        fine, (down, across) = sight.view, sight.at.part
        share = PX_PER_MM / fine.px_per_mm
        first_row, first_column = (
            round((there - here) * PX_PER_MM)
            for here, there in (
                (view.north_mm, fine.north_mm - down.start / fine.px_per_mm),
                (view.west_mm, fine.west_mm - across.start / fine.px_per_mm),
            )
        )
        rows, columns = (round(size * share) for size in sight.at.of)
        sheet[first_row : first_row + rows, first_column : first_column + columns] = True
        top, bottom, left, right = (round(end * share) for end in (down.start, down.stop, across.start, across.stop))
        small = cv2.resize(halved(sight.standing.differs), (right - left, bottom - top), interpolation=cv2.INTER_AREA)
        differs[first_row + top : first_row + bottom, first_column + left : first_column + right] = small
    return differs, sheet


def _highest(view: RectifiedView, stands_out: FloatMap, where: NDArray[np.bool_], least: float) -> NDArray[np.float64]:
    """(N, 2) board points of the highest peaks."""
    reach = 2 * round(_APART_MM * PX_PER_MM / 2) + 1
    peaks = (stands_out >= cv2.dilate(stands_out, np.ones((reach, reach), np.uint8))) & where & (stands_out > least)
    rows, columns = np.nonzero(peaks)
    order = np.argsort(-stands_out[rows, columns], kind="stable")[:_MOST]
    return view.to_mm(np.column_stack((columns[order], rows[order])))
