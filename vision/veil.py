"""Gloss taken off: light that a glossy sheet mirrors lies over the print like a thin veil.

The grass is one printed colour, so where it looks paler or bluer than elsewhere, the difference was mirrored. The
same lies over the pieces there, at most, and is subtracted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.illumination import planes
from vision.part import stretched

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.illumination import Planes
    from vision.part import PartOfView

_STEP = 8
_SMOOTH_MM = 12.0
_PURE = 0.85
"""Quantile of the grass's purity that is taken for grass without a veil."""
_TAKEN = 0.95
"""Share of the veil that is taken off; the rest is left so that dark things do not turn black."""
_LEAST_GRASS = 40


def without_veil(light: Planes, veil: NDArray[np.float32] | None, at: PartOfView) -> Planes:
    """Balanced light of a part of the view with the veil (see ``veil_over``) taken off."""
    if veil is None:
        return light
    full = planes(stretched(each, at) for each in cv2.split(np.maximum(veil, 1e-3)))
    blue, green, red = (cv2.divide(each, over) for each, over in zip(light, full, strict=True))
    # A matt disc mirrors less than the sheet: no pixel gives more than it has, all its channels in proportion.
    share = np.asarray(cv2.min(cv2.min(blue, green, dst=blue), red, dst=blue), np.float32)
    cv2.threshold(share, 1.0, 1.0, cv2.THRESH_TRUNC, dst=share)
    share *= np.float32(_TAKEN)
    for over in full:
        cv2.multiply(over, share, dst=over)
    return planes(cv2.subtract(each, over, dst=over) for each, over in zip(light, full, strict=True))


def veil_over(light: Planes, field: NDArray[np.bool_], px_per_mm: float) -> NDArray[np.float32] | None:
    """The veil on a coarse mesh (h, w, 3) over the whole view; None where there is too little grass to tell.

    ``light`` is balanced, ``field`` (height, width) is True on the grass. Pieces on it are no grass and do not count.
    """
    shape = field.shape[1] // _STEP, field.shape[0] // _STEP
    # One pixel of each cell, not the mean: lines and numerals stay out of the grass.
    small = np.dstack(planes(cv2.resize(each, shape, interpolation=cv2.INTER_NEAREST) for each in light))
    on_field = cv2.resize(field.astype(np.uint8), shape, interpolation=cv2.INTER_NEAREST) > 0
    purity = _purity(small)
    grass = on_field & (purity > 0.06)
    if grass.sum() < _LEAST_GRASS:
        return None
    pure = np.quantile(purity[grass], _PURE)
    print_colour = np.median(small[grass & (purity >= pure)], axis=0)
    print_colour = print_colour / print_colour[1]
    local, known = _smooth(small, grass, _SMOOTH_MM * px_per_mm / _STEP)
    return np.asarray(_unexplained(local, print_colour) * known, np.float32)


def _purity(light: NDArray[np.float32]) -> NDArray[np.float32]:
    """Green above the mean of the other two, over the sum of all three."""
    blue, green, red = cv2.split(light)
    return np.asarray((green - 0.5 * (blue + red)) / (blue + green + red + 0.04), np.float32)


def _smooth(
    values: NDArray[np.float32], where: NDArray[np.bool_], sigma: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Mean (h, w, 3) of the values near by that lie at ``where``, and 0..1 (h, w, 1): whether there are any."""
    weight = where.astype(np.float32)
    total = cv2.GaussianBlur(values * weight[..., None], (0, 0), sigma)
    count = cv2.GaussianBlur(weight, (0, 0), sigma)[..., None]
    return np.asarray(total / np.maximum(count, 1e-3), np.float32), np.asarray(count / (count + 0.03), np.float32)


def _unexplained(local: NDArray[np.float32], print_colour: NDArray[np.float32]) -> NDArray[np.float32]:
    """What of the local grass colour is not print: it is print times a brightness, plus a veil of a lamp's colour.

    A lamp's green lies between its red and its blue: three equations, one a channel, for the brightness and the veil's
    red and blue.
    """
    blue, green, red = cv2.split(local)
    by_print = print_colour[1] - 0.5 * (print_colour[0] + print_colour[2])
    brightness = np.maximum(green - 0.5 * (blue + red), 0.0) / by_print
    over_blue = np.maximum(blue - brightness * print_colour[0], 0.0)
    over_red = np.maximum(red - brightness * print_colour[2], 0.0)
    return np.asarray(cv2.merge((over_blue, 0.5 * (over_blue + over_red), over_red)), np.float32)
