"""Is a picture so dark or so bright that the camera should measure the light anew?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.changes import TableRegion
    from vision.rectify import Image

_DARK_LEVEL = 70.0
"""Grey level that the brightest twentieth of the table (paper, lines) should reach."""
_BURNT_LEVEL, _BURNT_SHARE = 250, 0.4
"""Levels that are clipped or nearly, and the share of the field that a lamp's reflection alone does not clip."""


def exposure_fault(small: Image, region: TableRegion) -> Literal["", "dark", "bright"]:
    """Judge the table in a small picture (``vision.changes.shrink``)."""
    if not region.field.any():
        return ""
    if float(np.percentile(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)[region.mask], 95)) < _DARK_LEVEL:
        return "dark"
    # The sheet's white margin and a white table may be clipped; where the ground is, its colour is lost.
    burnt = small[region.field].max(axis=1) >= _BURNT_LEVEL
    return "bright" if float(burnt.mean()) > _BURNT_SHARE else ""
