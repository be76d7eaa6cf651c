"""What views of a target are still missing: where in the picture, how tilted, how near; and what to do next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from calibration.sentences import measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.lens.views import View

ENOUGH_VIEWS = 12
"""With so many good ones the result hardly changes any more."""
CELLS = (12, 9)
"""Columns and rows of the map of the picture; zones are thirds of each."""
ZONE_SHARE = 0.3
"""A zone is covered when the target was seen in this share of its cells."""
TILTED_DEG = 15.0
"""From here on perspective tells the focal length from the distance (a usual lens, a target of A4)."""
LEANS = ("right", "lower", "left", "upper")
"""Edges of the target that may be the nearest, by quarter turns from 0 degrees."""
ENOUGH_LEANS = 3
NEAR_FILL = 0.12
"""A target that spans this share of the picture is near: its crossings reach far into the lens's bend."""
_ROWS, _COLUMNS = ("upper", "", "lower"), ("left", "", "right")


@dataclass(frozen=True, eq=False)
class Coverage:
    """What a set of views shows of the picture."""

    cells: NDArray[np.int64]
    """(rows, columns) how many views have a crossing in each cell of the map."""
    zones: NDArray[np.bool_]
    """(3, 3) which thirds of the picture are covered."""
    leans: frozenset[str]
    """Edges of the target (``LEANS``) that have been nearest in a tilted view."""
    near: bool
    """Whether a view shows the target from near."""
    views: int

    @property
    def share(self) -> float:
        """Of the map's cells that have a crossing, 0 to 1."""
        return float((self.cells > 0).mean())

    @property
    def missing_zones(self) -> tuple[str, ...]:
        """Thirds that are not covered, by name: ``upper left``, ``middle``, ..."""
        return tuple(zone_name(int(row), int(column)) for row, column in np.argwhere(~self.zones))

    @property
    def missing_leans(self) -> tuple[str, ...]:
        """Edges that have not been nearest yet, if there are not enough of them."""
        return () if len(self.leans) >= ENOUGH_LEANS else tuple(edge for edge in LEANS if edge not in self.leans)

    @property
    def missing_views(self) -> int:
        """How many more are wanted."""
        return max(0, ENOUGH_VIEWS - self.views)

    @property
    def enough(self) -> bool:
        """Whether nothing is missing."""
        return not (self.missing_views or self.missing_zones or self.missing_leans) and self.near

    def next_wish(self) -> str:
        """Part of a sentence: how to show the target next; empty if nothing is missing."""
        if self.enough:
            return ""
        third, lean = self.next_third, next(iter(self.missing_leans), None)
        zone = zone_name(*third) if third is not None else None
        where = measure("wish.zone", zone=measure(f"zone.{zone}")) if zone else measure("wish.anywhere")
        how = measure("wish.lean", edge=measure(f"edge.{lean}")) if lean else measure("wish.lean.other")
        near = "" if self.near or zone else measure("wish.near")
        return measure("wish", where=where, lean=how, near=near)

    @property
    def next_third(self) -> tuple[int, int] | None:
        """(row, column) of the uncovered third with the fewest views; corners first, where the lens bends most."""
        empty = np.argwhere(~self.zones)
        if not len(empty):
            return None
        thirds = _thirds(self.cells).sum(axis=(2, 3))
        row, column = min(empty.tolist(), key=lambda at: (thirds[at[0], at[1]], -abs(at[0] - 1) - abs(at[1] - 1)))
        return row, column


def coverage_of(views: Sequence[View]) -> Coverage:
    """What the views show together."""
    cells = np.zeros((CELLS[1], CELLS[0]), np.int64)
    for view in views:
        cells += cells_of(view)
    zones = (_thirds(cells) > 0).mean(axis=(2, 3)) >= ZONE_SHARE
    leans = frozenset(lean_of(view) for view in views if view.tilt_deg >= TILTED_DEG)
    return Coverage(cells, zones, leans, any(view.fill >= NEAR_FILL for view in views), len(views))


def cells_of(view: View) -> NDArray[np.bool_]:
    """(rows, columns) where on the map the target is seen."""
    at = (view.corners_px + 0.5) / view.size_px * CELLS
    column, row = at.astype(int).clip(0, np.array(CELLS) - 1).T
    seen = np.zeros((CELLS[1], CELLS[0]), np.bool_)
    seen[row, column] = True
    return seen


def lean_of(view: View) -> str:
    """The target's edge, as seen in the picture, that is nearest to the camera."""
    return LEANS[round(view.lean_deg / 90) % 4]


def zone_name(row: int, column: int) -> str:
    """``upper left`` ... ``middle`` ... ``lower right`` of a third."""
    return f"{_ROWS[row]} {_COLUMNS[column]}".strip() or "middle"


def _thirds(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """(3, 3, rows, columns) the cells of each third."""
    rows, columns = cells.shape[0] // 3, cells.shape[1] // 3
    return cells.reshape(3, rows, 3, columns).swapaxes(1, 2)
