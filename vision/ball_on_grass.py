"""A white or an orange ball on grass: what has lost the green seen near it, or is warmer than any disc of the kit.

Both are ratios of channels: the same in bright light, in shade and under a veil of gloss, where colours are not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.ball_maps import BallMap
from vision.evidence import redness

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from vision.evidence import Evidence, FloatMap
    from vision.ground import Standing

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


def on_grass(
    maps: Mapping[str, BallMap], lit: Lit, standing: Standing, field: NDArray[np.bool_], px_per_mm: float
) -> dict[str, BallMap]:
    """The same maps, with those of the usual balls replaced on the grass; a reflection is no ball there either.

    A field of another colour than green has none to lose: there nothing is replaced.
    """
    if _median(lit.evidence.green, field) < _LEAST_GREEN:
        return dict(maps)
    side = 2 * round(_EDGE_MM * px_per_mm) + 1
    inner = np.asarray(cv2.erode(field.astype(np.uint8), np.ones((side, side), np.uint8)), np.uint8)
    usual = {
        "white": lambda: _white(lit, field, px_per_mm, standing.dull),
        "orange": lambda: _orange(lit, standing.dull),
    }
    return {name: _replaced(each, usual[name](), inner) if name in usual else each for name, each in maps.items()}


def _replaced(general: BallMap, grass: BallMap, inner: NDArray[np.uint8]) -> BallMap:
    def choose(on_grass: FloatMap, elsewhere: FloatMap) -> FloatMap:
        return np.asarray(cv2.copyTo(on_grass, inner, elsewhere.copy()), np.float32)

    on_disc = {team: choose(grass.on_disc[team], general.on_disc[team]) for team in general.on_disc}
    return BallMap(choose(grass.colour, general.colour), on_disc, choose(grass.told, general.told), general.bare)


def _white(lit: Lit, field: NDArray[np.bool_], px_per_mm: float, dull: FloatMap) -> BallMap:
    bright = np.clip((lit.evidence.brightness / lit.paper - 0.15) / 0.35, 0.0, 1.0)
    white = np.asarray(_whiteness(lit.evidence, field, px_per_mm) * bright, np.float32)
    grass = _median(lit.evidence.neutral, field)
    on_disc = np.asarray(_on_disc(lit.evidence, grass) * bright, np.float32)
    white *= dull
    on_disc *= dull
    everywhere = np.ones_like(white)
    return BallMap(white, {"B": on_disc, "R": on_disc}, everywhere, everywhere)


def _orange(lit: Lit, dull: FloatMap) -> BallMap:
    # In poor light an orange ball is as red as a disc; on a blue one that is enough.
    reddish = np.maximum(lit.warm, redness(lit.evidence, lit.red))
    reddish *= dull
    warm = lit.warm * dull
    everywhere = np.ones_like(warm)
    return BallMap(warm, {"B": reddish, "R": warm}, everywhere, everywhere)


def _on_disc(evidence: Evidence, grass: float) -> FloatMap:
    """(height, width) 0..1: how much whiter than discs a place is."""
    return np.asarray(np.clip((evidence.neutral - grass) / max(0.05, 1.0 - grass) * 2.0 - 0.6, 0.0, 1.0), np.float32)


def _whiteness(evidence: Evidence, field: NDArray[np.bool_], px_per_mm: float) -> FloatMap:
    """(height, width) 0..1: how far a place has lost the ground's green that is seen near it, and is no other colour.

    Gloss makes the grass pale. What is white there has still less green than the pale grass beside it.
    """
    ground = _local_ground(evidence.green, field, px_per_mm)
    lost = 1.0 - evidence.green / np.maximum(ground, np.float32(_LEAST_GREEN))
    plain = np.clip((evidence.neutral - 0.35) / 0.25, 0.0, 1.0)
    return np.asarray(np.clip(lost * _LOST_GAIN - _LOST_LEAST, 0.0, 1.0) * plain, np.float32)


def _local_ground(purity: FloatMap, field: NDArray[np.bool_], px_per_mm: float) -> FloatMap:
    """(height, width) the ground's purity near each place: a median, so that pieces, lines and balls do not count."""
    part = (slice(None, None, _GROUND_STEP), slice(None, None, _GROUND_STEP))
    small, on_field = purity[part], field[part]
    everywhere = float(np.median(small[on_field])) if on_field.any() else 0.0
    levels = np.round(np.clip(np.where(on_field, small, everywhere), 0.0, 0.5) * 510.0).astype(np.uint8)
    side = 2 * round(_GROUND_MM / 2 * px_per_mm / _GROUND_STEP) + 1
    local = cv2.medianBlur(levels, side).astype(np.float32) / np.float32(510.0)
    size = field.shape[1], field.shape[0]
    return np.asarray(cv2.resize(local, size, interpolation=cv2.INTER_LINEAR), np.float32)


def _median(values: FloatMap, where: NDArray[np.bool_]) -> float:
    sample = where[::3, ::3]
    return float(np.median(values[::3, ::3][sample])) if sample.any() else 0.0
