"""What covers the table without belonging to it: hands, sleeves and other large things; and glare that burns out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.evidence import Evidence
    from vision.rectify import RectifiedView

_STEP = 4
"""The masks are looked at with one pixel in four each way: hands are large."""
_THICK_MM = 27.0
"""Anything in which a circle of this diameter fits is no disc (18 mm, with its side wall 25 mm one way)."""
_REACH_MM = 14.0
"""Fingers stick out of what the circle fits into by about this much."""
_LARGE_MM2 = 900.0
_BURNT_OUT = 247
"""All channels at this level: nothing can be told of what lies there."""


@dataclass(frozen=True, eq=False)
class Cover:
    """Masks (height, width) of the view."""

    foreign: NDArray[np.bool_]
    """Large things that are neither field nor disc nor glare."""
    burnt: NDArray[np.bool_]
    """Glare in which all channels are at their end."""

    @property
    def occluded(self) -> bool:
        """Whether a hand or another large thing lies over the field."""
        return bool(self.foreign.any())


def find_cover(view: RectifiedView, evidence: Evidence, field: NDArray[np.bool_], grass: float) -> Cover:
    """Look for large patches of the field that have lost its colour. ``grass``: the field's median green measure.

    Glare takes the colour too, but it is brighter than the field and as white as the lamp.
    """
    green = -(evidence.blue + evidence.red)
    part = (slice(None, None, _STEP), slice(None, None, _STEP))
    lost = (green[part] < 0.45 * grass) & field[part]
    px_per_mm = view.px_per_mm / _STEP
    thick = cv2.morphologyEx(lost.astype(np.uint8), cv2.MORPH_OPEN, _circle(_THICK_MM * px_per_mm))
    white = (evidence.neutral[part] > 0.8) & (
        evidence.brightness[part] > 2.0 * _typical(evidence.brightness[part], field[part])
    )
    count, labels, stats, _ = cv2.connectedComponentsWithStats(thick)
    foreign = np.zeros(thick.shape, np.uint8)
    for label in range(1, count):
        area = labels == label
        large = stats[label, cv2.CC_STAT_AREA] / px_per_mm**2 >= _LARGE_MM2
        if large and white[area].mean() < 0.5:
            foreign[area] = 1
    grown = cv2.dilate(foreign, _circle(2 * _REACH_MM * px_per_mm)).astype(bool) & (lost | (foreign > 0))
    size = (view.inside.shape[1], view.inside.shape[0])
    full = cv2.resize(grown.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST).astype(bool)
    burnt = (view.image.min(axis=2) >= _BURNT_OUT) & field
    return Cover(full, burnt)


def _typical(brightness: NDArray[np.float32], field: NDArray[np.bool_]) -> float:
    return float(np.median(brightness[field])) if field.any() else 1.0


def _circle(diameter_px: float) -> NDArray[np.uint8]:
    side = max(3, round(diameter_px) | 1)
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)
