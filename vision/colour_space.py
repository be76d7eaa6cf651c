"""The measured colours of discs and print, and how far apart they are.

Blue and red are ratios of channels (see ``vision.evidence``), the same in light and shade; lightness is the root of the
brightness relative to white paper in the same light. Distances count what cameras scatter: 1 is what the faces of one
disc, its shaded side or another corner of the table differ by, and from about 4 on colours are told apart for certain.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from vision.evidence import FloatMap

CHROMA_SD = 0.09
"""Scatter of the measures blue, red and green together."""
LIGHTNESS_SD = 0.13
"""Scatter of lightness: shade, gloss and a disc's dark side make more of it than of colour."""


class Colour(NamedTuple):
    """A colour in the measures of ``vision.evidence``."""

    blue: float
    """-0.5 to 1; 0 = white, grey, black."""
    red: float
    lightness: float
    """0 = black, 1 = paper."""

    @property
    def chroma(self) -> float:
        """How far it is from grey, in units of scatter."""
        return float(np.hypot(*scatter_units(self)[:2]))

    @property
    def warmth(self) -> float:
        """How orange or yellow it is, as ``Evidence.warm``: orange 0.1 to 0.3, red and white about 0."""
        blue, red = self.blue / 1.5, self.red / 1.5
        green = -(blue + red)
        return min(green - blue, red - green)

    def apart_from(self, other: Colour) -> float:
        """Distance in units of scatter."""
        return float(np.linalg.norm(scatter_units(self) - scatter_units(other)))


def inner_product(one: Sequence[FloatMap], other: Sequence[FloatMap]) -> FloatMap:
    """Of two differences of colours (blue, red, lightness; maps of one shape), in squared units of scatter.

    The metric of ``scatter_units``, without its coordinates: pictures are large.
    """
    blue, red, light = one
    other_blue, other_red, other_light = other
    whole, half = 2 * CHROMA_SD**-2, CHROMA_SD**-2
    total = cv2.multiply(light, other_light, scale=LIGHTNESS_SD**-2)
    cv2.accumulateProduct(blue, cv2.addWeighted(other_blue, whole, other_red, half, 0.0), total)
    cv2.accumulateProduct(red, cv2.addWeighted(other_red, whole, other_blue, half, 0.0), total)
    return np.asarray(total, np.float32)


def in_metric(colour: Colour) -> tuple[float, float, float]:
    """What to multiply a difference's blue, red and lightness with, and add, for its inner product with a colour."""
    blue, red, light = colour
    return (2 * blue + red) / CHROMA_SD**2, (blue + 2 * red) / CHROMA_SD**2, light / LIGHTNESS_SD**2


def weighted(maps: Sequence[FloatMap], weights: Sequence[float], offset: float = 0.0) -> FloatMap:
    """Sum of two or more maps of one shape, each times its weight, and an offset."""
    total = cv2.addWeighted(maps[0], weights[0], maps[1], weights[1], offset)
    for each, weight in zip(maps[2:], weights[2:], strict=True):
        if weight:
            cv2.addWeighted(total, 1.0, each, weight, 0.0, dst=total)
    return np.asarray(total, np.float32)


@dataclass(frozen=True)
class Weights:
    """A linear measure of a pixel's colour."""

    blue: float
    red: float
    lightness: float


def scatter_units(colours: ArrayLike) -> NDArray[np.float64]:
    """(..., 3) coordinates in which the distance of colours (..., 3: blue, red, lightness) counts scatter.

    The green measure is minus the sum of the other two and counts as they do.
    """
    values = np.asarray(colours, np.float64)
    blue, red, light = values[..., 0], values[..., 1], values[..., 2]
    return np.stack(
        (
            np.sqrt(1.5) * (blue + red) / CHROMA_SD,
            np.sqrt(0.5) * (blue - red) / CHROMA_SD,
            light / LIGHTNESS_SD,
        ),
        axis=-1,
    )


def towards(start: Colour, end: Colour, *, by_lightness: bool = True) -> Weights:
    """Weights that give 1 for the step from ``start`` to ``end`` and 0 for steps square to it."""
    blue, red, light = (b - a for a, b in zip(start, end, strict=True))
    whole = (2 * blue + red) / CHROMA_SD**2, (blue + 2 * red) / CHROMA_SD**2, light / LIGHTNESS_SD**2
    if not by_lightness:
        whole = (*whole[:2], 0.0)
    length = max(whole[0] * blue + whole[1] * red + whole[2] * light, 1e-6)
    return Weights(*(value / length for value in whole))
