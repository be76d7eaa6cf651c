"""What was measured of the light on a whole table: enough to look at any part of a later picture in the same light."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.part import PartOfView, stretched

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.ball_on_grass import Turf
    from vision.evidence import Evidence, FloatMap
    from vision.ground import PrintAndLamp

_PAPER_STEP = 8
_SMOOTH, _NEAR = 1.5, 5
"""Of the mesh on which the paper's brightness is measured: standard deviation, and side of the darkest-near-by."""


@dataclass(frozen=True, eq=False)
class Paper:
    """How bright white paper would be, judged by the grass near by."""

    local: FloatMap | None
    """On a coarse mesh, the grass's brightness; None: there is no grass to judge by."""
    everywhere: float
    """The same of most grass: the balance makes paper 1 in most of the light."""

    def at(self, part: PartOfView) -> FloatMap:
        """(rows, columns) of a part of the view; 1 in most of the light."""
        if self.local is None:
            return np.ones(part.shape, np.float32)
        return np.asarray(stretched(self.local, part) / self.everywhere, np.float32)


@dataclass(frozen=True, eq=False)
class TableLight:
    """Coarse maps over the whole view of a table, in the order in which they are applied."""

    gain: NDArray[np.float32]
    """What takes the lamps' colour out of linear light; see ``illumination.Balanced``."""
    veil: NDArray[np.float32] | None
    """See ``veil.veil_over``."""
    dim: FloatMap | None
    """See ``evidence.dim_light``."""
    grass: float
    """Median green measure of the field."""
    paper: Paper
    turf: Turf
    printed: PrintAndLamp
    near_glare: NDArray[np.bool_] | None
    """See ``ground.glare_near``."""


def see_paper(evidence: Evidence, field: NDArray[np.bool_], grass: float) -> Paper:
    """At the edge of a sunbeam or shadow the darker side counts for both.

    ``field`` (height, width) is True on the grass, ``grass`` its median green measure.
    """
    share = 1 / _PAPER_STEP
    small = cv2.resize(evidence.brightness, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    green = cv2.resize(-(evidence.blue + evidence.red), None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    on_field = cv2.resize(field.astype(np.float32), None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    usable = ((green > 0.6 * grass) & (on_field > 0.9)).astype(np.float32)
    if not usable.any():
        return Paper(None, 1.0)
    weight = cv2.GaussianBlur(usable, (0, 0), _SMOOTH)
    near = cv2.GaussianBlur(small * usable, (0, 0), _SMOOTH) / np.maximum(weight, 0.05)
    everywhere = float(np.median(small[usable > 0]))
    local = np.where(weight > 0.05, near, everywhere).astype(np.float32)
    return Paper(np.asarray(cv2.erode(local, np.ones((_NEAR, _NEAR), np.uint8)), np.float32), everywhere)
