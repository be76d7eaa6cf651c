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
_BURNT_LEVEL, _BURNT_SHARE = 250, 0.25
"""Levels that are clipped or nearly, and the share of the table that glare alone does not clip."""


def exposure_fault(small: Image, region: TableRegion) -> Literal["", "dark", "bright"]:
    """Judge the table in a small picture (``vision.changes.shrink``)."""
    levels = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)[region.mask]
    if not levels.size:
        return ""
    if float(np.percentile(levels, 95)) < _DARK_LEVEL:
        return "dark"
    return "bright" if float((levels >= _BURNT_LEVEL).mean()) > _BURNT_SHARE else ""
