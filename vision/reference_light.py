"""What the light on a board of one's own does to its print, against the light of its reference picture.

A lamp multiplies what the print throws back; gloss and haze add to it, alike everywhere. Dark print shows mostly what
is added, so a lamp's colour is told from the palest print, and its brightness with what is added taken off.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DIM = 0.01
"""Added to both lights that are compared: below it a camera's colours are noise."""
_PALE, _PALEST = 0.5, 0.998
"""Print is pale whose weakest channel is at least so much of what the palest has, which is this quantile."""
_ROUNDS = 6
_SD, _LEAST_SD = 0.15, 0.01
"""How far print and picture differ: a share of the light, and at least so much."""
_USUAL_VEIL, _PULL = 0.05, 0.01
"""What gloss usually adds, white paper being 1; share of the points that this counts like."""
_MOST_VEIL = 0.2
_ADDED = 0.5
"""How far a fit of what is added is believed: with all of it a dim camera's noise is taken for colours, with none of it
white things are taken for grey ones."""


@dataclass(frozen=True, eq=False)
class PrintPoints:
    """Points of even print that can be seen and are neither burnt out nor black.

    Beside a line a picture that is small or soft shows something else.
    """

    points_mm: NDArray[np.float64]
    """(N, 2) board frame."""
    expected: NDArray[np.float64]
    """(N, 3) linear light in the reference picture, 1 = white paper."""
    seen: NDArray[np.float64]
    """(N, 3) linear light."""

    def of(self, which: NDArray[np.bool_]) -> PrintPoints:
        """Some of them."""
        return PrintPoints(self.points_mm[which], self.expected[which], self.seen[which])

    @property
    def ratios(self) -> NDArray[np.float64]:
        """(N, 3) the light there as a multiple of the reference picture's."""
        return (self.seen + _DIM) / (self.expected + _DIM)


def pale(points: PrintPoints) -> PrintPoints:
    """Those that are pale for their board."""
    weakest = points.expected.min(axis=1, initial=1.0)
    return points.of(weakest >= _PALE * np.quantile(weakest, _PALEST)) if len(weakest) else points


def log_brightness(points: PrintPoints, lamp: NDArray[np.float64]) -> float:
    """Logarithm of how much more light than on the reference picture falls in most places.

    ``lamp`` (3,): its colour. Seen is, in each place, so much of the lamp times the print plus what gloss adds: the
    first by each place, the second by all of them, in turns.
    """
    veil = np.zeros(3)
    expected, seen = points.expected * lamp, points.seen
    for _ in range(_ROUNDS):
        model = expected + veil
        sd = _SD * model + _LEAST_SD
        level = np.maximum((seen * model / sd**2).sum(axis=1) / (model**2 / sd**2).sum(axis=1), 1e-4)
        left = seen / level[:, None] - expected
        off = np.linalg.norm((left - veil) / sd, axis=1)
        weights = 1.0 / (1.0 + (off / max(1.0, 1.5 * float(np.median(off)))) ** 2)
        each = weights[:, None] / sd**2
        pull = len(seen) * _PULL / _USUAL_VEIL**2
        veil = np.clip((each * left).sum(axis=0) / (each.sum(axis=0) + pull), 0.0, _MOST_VEIL)
    seen_as_lamp = np.log(np.maximum(points.ratios, 1e-4)).mean(axis=1)
    return float(_ADDED * np.median(np.log(level)) + (1.0 - _ADDED) * np.median(seen_as_lamp))
