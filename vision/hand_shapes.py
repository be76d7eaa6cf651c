"""Changes on the table as large as a hand, an arm or a stick, and whether one hides the print below it.

Pictures are the small ones that ``vision.changes.shrink`` makes, masks of the same size; areas are of the table, mm².
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.changes import difference, lines_kept, print_alike, steepness
from vision.disturbance import PATTERN_KEPT, is_shaken, share

if TYPE_CHECKING:
    from typing import TypeAlias

    from vision.changes import FloatMap, Mask, TableRegion
    from vision.rectify import Image

    Labels: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.int32]]

LEAST_CHANGE = 7.0
"""Grey levels; quiet cameras differ by 4 from frame to frame, a die on a table of its own colour by 10 and more."""
SMALLEST_MM2 = 50.0
"""A third of a small die's face: less than that in motion is noise."""
ARM_MM2 = 1200.0
"""Reaching in from the rim; two dice with their shadows stay below it."""
_STICK_MM, _STICK_MM2 = 90.0, 300.0
"""Length and area of what reaches in from the rim and is thinner than an arm: a stick, a pen, a sleeve's cord."""
_PALM_MM2 = 2500.0
_PALM_WIDTH_MM = 45.0
"""Wider than discs, the ball's ring and dice with their shadows, so that those are never taken for a hand."""
_DICE_MM2 = 6000.0
"""Some dice and their shadows, where they were and where they are, seen from a low camera; hands are told before."""
_LINES_KEPT = 0.6
"""Share of the printed edges that light leaves in place; under a hand hardly any are left."""
_ENOUGH_EDGES = 20
"""Pixels of them by which that can be told."""
_LARGE_PART, _HIDDEN_BLOCKS = 0.35, 0.25
"""Share of the picture that is so large, and of its parts that must have lost their print."""
_DARKEST_SHADOW = 0.35
"""Share of the light that a lamp's shadow leaves in a room."""
_MORE_PRINT, _LEAST_PRINT = 1.5, 0.5
"""By how much the field's mean steepness (grey levels) grows where a hand leaves it: factor, and at least so much."""
_VIEW_LOST = 0.35
"""With fewer edges than this in place in every quarter of the picture, it is the camera that moved."""
_BESIDE_MM = 20.0
"""So close to the field a figure may stand."""


def hides_print(part: Mask, inside: Mask, now: Image, settled: Image) -> bool:
    """Whether the print is gone where a part of the picture changed.

    A shadow has an edge too, so it is judged ``inside`` if that is large enough to show some print.
    """
    alike = print_alike(now, settled, part & inside)
    if alike is not None:
        return alike < PATTERN_KEPT or _half_hidden(part & inside, now, settled)
    drawn, kept = lines_kept(now, settled)
    if np.count_nonzero(drawn & part) < _ENOUGH_EDGES:
        # A bare table: what is darker than any shadow is a thing.
        bright_now, bright_then = (cv2.mean(picture, part.astype(np.uint8))[1] for picture in (now, settled))
        return bright_now < _DARKEST_SHADOW * bright_then
    return share(kept, drawn & part) < _LINES_KEPT


def _half_hidden(part: Mask, now: Image, settled: Image) -> bool:
    """Whether a thing so large that all the rest is taken for another light hides a good part of the print."""
    if np.count_nonzero(part) < _LARGE_PART * part.size:
        return False
    rows, columns = (np.array_split(np.arange(length), 6) for length in part.shape)
    blocks = [slice(int(r[0]), int(r[-1]) + 1) for r in rows], [slice(int(c[0]), int(c[-1]) + 1) for c in columns]
    alike = [print_alike(now[r, c], settled[r, c], part[r, c]) for r in blocks[0] for c in blocks[1]]
    known = [each < PATTERN_KEPT for each in alike if each is not None]
    return sum(known) > _HIDDEN_BLOCKS * len(known)


def near_field(where: TableRegion) -> Mask:
    """The field and what is so close to it that a figure may stand there."""
    side = 2 * round(_BESIDE_MM * where.px_per_mm) + 1
    return cv2.dilate(where.field.astype(np.uint8), np.ones((side, side), np.uint8)) > 0


def view_moved(small: Image, settled: Image, where: TableRegion) -> bool:
    """Whether the camera moved: the whole picture shifted, or the edges are gone everywhere, where no hand reaches."""
    if is_shaken(small, settled, where):
        return True
    drawn, kept = lines_kept(small, settled)
    quarters = np.array_split(np.arange(small.shape[1]), 4)
    return all(share(kept[:, part], (drawn & where.mask)[:, part]) < _VIEW_LOST for part in quarters)


def uncovered(now: Image, before: Image, where: TableRegion) -> bool:
    """Whether the field shows clearly more of its print where it changed than it did before: a hand left it."""
    changed = ((difference(now, before) > LEAST_CHANGE) & where.field).astype(np.uint8)
    # A hand's outline is an edge too, but inside it there are few.
    inside = cv2.erode(cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.ones((5, 5), np.uint8))
    if int(inside.sum()) < _PALM_MM2 / 4 * where.px_per_mm**2:
        return False
    print_now, print_before = cv2.mean(steepness(now), inside)[0], cv2.mean(steepness(before), inside)[0]
    return print_now > _MORE_PRINT * print_before + _LEAST_PRINT


def largest_mm2(changed: Mask, where: TableRegion) -> float:
    """Area of the largest connected change on the table; 0 where all of it together would be too little to matter."""
    inside = (changed & where.mask).astype(np.uint8)
    if cv2.countNonZero(inside) <= SMALLEST_MM2 * where.px_per_mm**2:
        return 0.0
    count, _, stats, _ = cv2.connectedComponentsWithStats(inside, connectivity=8)
    largest = stats[1:, cv2.CC_STAT_AREA].max() if count > 1 else 0
    return float(largest) / where.px_per_mm**2


def dice_sized(moved: Mask, where: TableRegion) -> bool:
    """Whether all that moves is no larger than some dice with their shadows, and away from the field."""
    labels, areas = components(moved & where.mask)
    large = areas > SMALLEST_MM2 / 2 * where.px_per_mm**2
    large[0] = False
    if not where.field.any() or not large.any() or areas[large].max() > _DICE_MM2 * where.px_per_mm**2:
        return False
    return not bool((large[labels] & where.field).any())


def hand_sized(foreign: Mask, where: TableRegion) -> Mask:
    """The connected changes that are large enough for a hand: arms from the rim, palms anywhere."""
    scale = where.px_per_mm
    if np.count_nonzero(foreign) <= _STICK_MM2 * scale**2:
        return np.zeros_like(foreign)
    labels, areas = components(foreign)
    at_rim = np.bincount(labels[where.rim], minlength=len(areas)) > 0
    arms = at_rim & ((areas > ARM_MM2 * scale**2) | _sticks(labels, areas, where))
    thick, thick_areas = components(_opened(foreign, _PALM_WIDTH_MM / 2 * scale))
    palms = thick_areas > _PALM_MM2 * scale**2
    arms[0] = palms[0] = False
    return np.asarray(arms[labels] | palms[thick], np.bool_)


def _sticks(labels: Labels, areas: FloatMap, where: TableRegion) -> Mask:
    """Which components reach far over the field for their area."""
    scale = where.px_per_mm
    over = np.bincount(labels[where.field], minlength=len(areas)) > _STICK_MM2 / 2 * scale**2
    long = np.zeros(len(areas), np.bool_)
    for k in np.flatnonzero(over & (areas > _STICK_MM2 * scale**2)):
        rows, columns = np.nonzero(labels == k)
        long[k] = np.hypot(np.ptp(rows), np.ptp(columns)) > _STICK_MM * scale
    return long


def _opened(mask: Mask, radius_px: float) -> Mask:
    """The part of a mask that discs of that radius inside it cover."""
    middles = cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 3) > radius_px
    if not middles.any():
        return middles
    return np.asarray(cv2.distanceTransform((~middles).astype(np.uint8), cv2.DIST_L2, 3) < radius_px, np.bool_)


def components(mask: Mask) -> tuple[Labels, FloatMap]:
    """Labels (0 = background) and the area of each in pixels."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    return np.asarray(labels, np.int32), stats[:, cv2.CC_STAT_AREA].astype(np.float32)
