"""Where in a view a ball's colour is seen: white and orange, compared with what a ball may lie on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.ball import BallMap

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.ball import BallColour
    from vision.evidence import Evidence, FloatMap
    from vision.ring import Ring

_EDGE_MM = 1.5
"""The line round the field and the paper beside it are out of what a white ball is looked for in."""
_GROUND_STEP = 8
_GROUND_MM = 60.0
"""Width of the neighbourhood whose median is the ground: much wider than a ball, narrower than a lamp's reflection."""
_LOST_GAIN, _LOST_LEAST = 2.6, 0.6
"""White counts from a quarter of the green lost, fully from six tenths."""
_LEAST_GREEN = 0.03
"""Purity of ground that is burnt out: less cannot be told from noise."""


@dataclass(frozen=True, eq=False)
class Grounds:
    """Masks (height, width) of what a ball may lie on."""

    field: NDArray[np.bool_]
    goals: NDArray[np.bool_]
    margin: NDArray[np.bool_]
    """The sheet round the field, where balls that are kicked come to rest; nothing in games without such."""
    ring: Ring
    """The squares round the field; none on most boards."""
    px_per_mm: float


def ball_colours(light: FloatMap, evidence: Evidence, paper: FloatMap, grounds: Grounds) -> dict[BallColour, BallMap]:
    """Maps of white and of orange; both also have to be bright for the light that falls there.

    ``paper`` (height, width): how bright white paper would be in each place.
    """
    field = grounds.field
    bright = np.clip((evidence.brightness / paper - 0.15) / 0.35, 0.0, 1.0)
    # Orange stands out from the goals' paper, white does not, nor from the line that the field ends with.
    side = 2 * round(_EDGE_MM * grounds.px_per_mm) + 1
    inner = cv2.erode(field.astype(np.uint8), np.ones((side, side), np.uint8)).astype(np.float32)
    white = _whiteness(evidence, field, grounds.px_per_mm) * bright * inner
    grass = _median(evidence.neutral, field)
    on_disc = _on_disc(evidence, grass) * bright * inner
    ring = grounds.ring.inside
    white = np.where(ring, _white_on_ring(evidence, grounds.ring) * bright, white)
    on_disc = np.where(ring, _on_disc(evidence, grass) * bright, on_disc)
    warmth = warm(light, evidence, paper, grounds)
    orange = np.asarray(np.where(ring, _redder_than_ring(evidence, grounds.ring) * warmth, warmth), np.float32)
    told = np.maximum(inner, ring.astype(np.float32))
    return {
        "white": BallMap(np.asarray(white, np.float32), np.asarray(on_disc, np.float32), told),
        "orange": BallMap(orange, orange, np.ones_like(inner)),
    }


def _on_disc(evidence: Evidence, grass: float) -> FloatMap:
    """(height, width) 0..1: how much whiter than discs a place is."""
    return np.asarray(np.clip((evidence.neutral - grass) / max(0.05, 1.0 - grass) * 2.0 - 0.6, 0.0, 1.0), np.float32)


def _white_on_ring(evidence: Evidence, ring: Ring) -> FloatMap:
    """(height, width) 0..1: how much less coloured than the ring's squares a place is."""
    ground = ring.ground(evidence.neutral)
    return np.asarray(
        np.clip((evidence.neutral - ground) / np.maximum(0.05, 1.0 - ground) * 2.0 - 0.6, 0, 1), np.float32
    )


def _redder_than_ring(evidence: Evidence, ring: Ring) -> FloatMap:
    """(height, width) 0..1: how much redder than the ring's squares a place is; goals are yellow."""
    return np.asarray(np.clip((evidence.red - ring.ground(evidence.red) - 0.05) / 0.12, 0.0, 1.0), np.float32)


def warm(light: FloatMap, evidence: Evidence, paper: FloatMap, grounds: Grounds) -> FloatMap:
    """(height, width) 0..1: how orange or yellow a place is, and lit."""
    lit_red = np.clip((light[..., 2] / paper - 0.1) / 0.2, 0.0, 1.0)
    where = grounds.field | grounds.goals | grounds.margin | grounds.ring.inside
    return np.asarray(np.clip((evidence.warm - 0.03) / 0.06, 0.0, 1.0) * lit_red * where, np.float32)


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
