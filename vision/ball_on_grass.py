"""A white or an orange ball on grass: what has lost the green seen near it, or is warmer than any disc of the kit.

Both are ratios of channels: the same in bright light, in shade and under a veil of gloss, where colours are not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.ball_maps import Instead
from vision.evidence import falling, ramp, redness
from vision.part import stretched

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.match import Team
    from vision.evidence import Evidence, FloatMap
    from vision.ground import Part
    from vision.part import PartOfView

_EDGE_MM = 1.5
"""The line round the field and the paper beside it are no grass."""
_GROUND_STEP = 8
_GROUND_MM = 60.0
"""Width of the neighbourhood whose median is the ground: much wider than a ball, narrower than a lamp's reflection."""
_LOST_GAIN, _LOST_LEAST = 2.6, 0.6
"""White counts from a quarter of the green lost, fully from six tenths."""
_LEAST_GREEN = 0.03
"""Purity of ground that is burnt out: less cannot be told from noise."""


@dataclass(frozen=True, eq=False)
class Lit:
    """How a picture is lit, as far as balls are concerned; maps are (height, width)."""

    evidence: Evidence
    paper: FloatMap
    """How bright white paper would be in each place."""
    warm: FloatMap
    """0..1: see ``vision.warmth``."""
    red: float
    """Measure of the red team's discs."""


@dataclass(frozen=True, eq=False)
class Turf:
    """What grass looks like in a whole view."""

    green: float
    """Measure (``Evidence``) of most of it."""
    neutral: float
    near: FloatMap
    """Its green near each place, on a coarse mesh: a median, so that pieces, lines and balls do not count."""


def see_turf(evidence: Evidence, field: NDArray[np.bool_], px_per_mm: float) -> Turf:
    """Measure it; ``field`` (height, width) is True on the grass."""
    near = _local_ground(evidence.green, field, px_per_mm)
    return Turf(_median(evidence.green, field), _median(evidence.neutral, field), near)


def on_grass(
    lit: Lit, turf: Turf, dull: FloatMap, field: NDArray[np.bool_], *, px_per_mm: float, at: PartOfView
) -> dict[str, Instead]:
    """What is known of the usual balls on the grass; ``dull`` (height, width): a reflection is no ball there either.

    A field of another colour than green has none to lose: there it is nothing. ``at``: what of the whole view it is.
    """
    if turf.green < _LEAST_GREEN:
        return {}
    side = 2 * round(_EDGE_MM * px_per_mm) + 1
    inner = np.asarray(cv2.erode(field.astype(np.uint8), np.ones((side, side), np.uint8)), np.uint8) > 0
    rows, columns = (np.flatnonzero(inner.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return {}
    around = slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)
    top, bottom = _longest(inner[:, (around[1].start + around[1].stop) // 2])
    left, right = _longest(np.asarray(inner[top:bottom].all(axis=0), np.bool_))
    within = slice(top, bottom), slice(left, right)
    maps = {"white": _white(lit, turf, dull, around, at), "orange": _orange(lit, dull, around)}
    return {name: Instead(inner, around, within, *both) for name, both in maps.items()}


def _longest(flags: NDArray[np.bool_]) -> tuple[int, int]:
    """Where the longest run of True begins, and one past its end."""
    ends = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8)))
    if not len(ends):
        return 0, 0
    starts, stops = ends[::2], ends[1::2]
    longest = int((stops - starts).argmax())
    return int(starts[longest]), int(stops[longest])


def _white(
    lit: Lit, turf: Turf, dull: FloatMap, part: Part, at: PartOfView
) -> tuple[FloatMap, Callable[[Team, Part], FloatMap]]:
    evidence, grass = lit.evidence, turf.neutral

    def bright(part: Part) -> FloatMap:
        lightness = ramp(np.divide(evidence.brightness[part], lit.paper[part]), 0.15, 0.35)
        lightness *= dull[part]
        return lightness

    white = _green_lost(evidence, turf, part, at)
    # What is of another colour is not white.
    white *= ramp(evidence.neutral[part], 0.35, 0.25)
    white *= bright(part)
    # How much whiter than discs a place is.
    least = max(0.05, 1.0 - grass)

    def on_disc(_: Team, part: Part) -> FloatMap:
        whiter = ramp(evidence.neutral[part], grass + 0.3 * least, 0.5 * least)
        whiter *= bright(part)
        return whiter

    return white, on_disc


def _orange(lit: Lit, dull: FloatMap, part: Part) -> tuple[FloatMap, Callable[[Team, Part], FloatMap]]:
    def on_disc(team: Team, part: Part) -> FloatMap:
        warm = np.multiply(lit.warm[part], dull[part])
        if team == "R":
            return warm
        # In poor light an orange ball is as red as a disc; on a blue one that is enough.
        reddish = redness(lit.evidence.red[part], lit.red)
        reddish *= dull[part]
        return np.maximum(warm, reddish, out=reddish)

    return np.multiply(lit.warm[part], dull[part]), on_disc


def _green_lost(evidence: Evidence, turf: Turf, part: Part, at: PartOfView) -> FloatMap:
    """0..1 in a part of the view: how far a place has lost the ground's green that is seen near it.

    Gloss makes the grass pale. What is white there has still less green than the pale grass beside it.
    """
    ground = stretched(turf.near, at)[part]
    left = np.divide(evidence.green[part], np.maximum(ground, np.float32(_LEAST_GREEN)))
    return falling(left, 1.0 - (1.0 + _LOST_LEAST) / _LOST_GAIN, 1.0 / _LOST_GAIN)


def _local_ground(purity: FloatMap, field: NDArray[np.bool_], px_per_mm: float) -> FloatMap:
    """See ``Turf.near``."""
    part = (slice(None, None, _GROUND_STEP), slice(None, None, _GROUND_STEP))
    small, on_field = purity[part], field[part]
    everywhere = float(np.median(small[on_field])) if on_field.any() else 0.0
    levels = np.round(np.clip(np.where(on_field, small, everywhere), 0.0, 0.5) * 510.0).astype(np.uint8)
    side = 2 * round(_GROUND_MM / 2 * px_per_mm / _GROUND_STEP) + 1
    return np.asarray(cv2.medianBlur(levels, side).astype(np.float32) / np.float32(510.0), np.float32)


def _median(values: FloatMap, where: NDArray[np.bool_]) -> float:
    sample = where[::3, ::3]
    return float(np.median(values[::3, ::3][sample])) if sample.any() else 0.0
