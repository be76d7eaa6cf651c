"""What on a table has a warm colour, orange or yellow, which no disc of the kit has: there it is a ball, not a disc."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.evidence import ramp

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.evidence import Evidence, FloatMap
    from vision.illumination import Planes


@dataclass(frozen=True, eq=False)
class Grounds:
    """Masks (height, width) of what a ball may lie on."""

    field: NDArray[np.bool_]
    goals: NDArray[np.bool_]
    margin: NDArray[np.bool_]
    """The sheet round the field, where balls that are kicked come to rest; nothing in games without such."""
    ring: NDArray[np.bool_]
    """The squares round the field; none on most boards."""


def warm(light: Planes, evidence: Evidence, paper: FloatMap, grounds: Grounds) -> FloatMap:
    """(height, width) 0..1: how orange or yellow a place is, and lit."""
    found = ramp(evidence.warm, 0.03, 0.06)
    found *= ramp(np.divide(light[2], paper), 0.1, 0.2)
    found *= grounds.field | grounds.goals | grounds.margin | grounds.ring
    return found
