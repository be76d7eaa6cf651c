"""Patches of spaces, named as people point at them: ``H11``, or ``H11-J13`` from one corner to the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.grid import Grid, Space


def patches(spaces: Iterable[Space], grid: Grid) -> list[tuple[Space, ...]]:
    """The spaces in patches of neighbours, the largest patch first, each from north-west to south-east."""
    left = dict.fromkeys(spaces)
    order = {space: number for number, space in enumerate(grid.spaces)}
    found: list[tuple[Space, ...]] = []
    while left:
        patch: dict[Space, None] = {}
        edge = [next(iter(left))]
        while edge:
            space = edge.pop()
            if space in left:
                del left[space]
                patch[space] = None
                edge.extend(grid.neighbours(space).values())
        found.append(tuple(sorted(patch, key=order.__getitem__)))
    return sorted(found, key=len, reverse=True)


def patch_name(patch: Iterable[Space], grid: Grid) -> str:
    """``H11``, or the spaces nearest to the patch's north-west and south-east corners: ``H11-J13``."""
    points = [grid.centre_mm(space) for space in patch]
    west, east = (pick(point.x_mm for point in points) for pick in (min, max))
    north, south = (pick(point.y_mm for point in points) for pick in (min, max))
    first, last = grid.nearest(west, north).space, grid.nearest(east, south).space
    return first if first == last else f"{first}-{last}"
