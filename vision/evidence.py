"""How much each pixel of a balanced view looks like blue, red, orange or white: ratios of channels.

Each measure is a difference of channels over their sum. Gloss adds the lamp's colour to all channels alike, and the
lamp's colour is white after balancing: the difference stays. Print and shade that are green or grey come out at or
below zero in both team measures.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.illumination import Planes, planes

FloatMap = NDArray[np.float32]

_DARK = 0.04
"""Added to the sum of channels (3 = white paper): below this, colour is noise."""
_SOFT_MM = 0.35
_LEAST_LIT = 0.1
"""In corners with less of the light than this a camera's own noise is all that shows."""
_LIT_WIDE_MM = 65.0
"""A dim corner is at least so wide; a piece or its shadow is smaller."""
_DIM = 0.6
"""With no corner darker than that, all of the table is in the light."""
_BLACK, _UNLIT = 12, 0.2
"""No channel above this level, with less than this of the light: all print looks the same."""
_LIT_STEP = 8
"""One pixel in eight each way is looked at for it."""

_LEAST_RED, _MOST_RED = 0.25, 0.8
"""Red measures of discs: pale ones, and the purest."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """Colour measures (height, width) of a balanced view; dimensionless."""

    blue: FloatMap
    """Blue above the mean of the other two: grass about -0.4, white 0, blue discs 0.1 to 0.6."""
    red: FloatMap
    """The same of red."""
    warm: FloatMap
    """Green above blue, where red leads: orange 0.1 to 0.3, red discs and white about 0."""
    green: FloatMap
    """Green above the mean of the other two, gloss and all: grass 0.05 (under a veil) to 0.3, white 0."""
    neutral: FloatMap
    """The weakest channel over their mean: white, grey and black 1, pure colours 0."""
    brightness: FloatMap
    """Mean of the channels, 1 = the sheet's paper in most of the light."""


def ramp(values: FloatMap, start: float, width: float) -> FloatMap:
    """0 up to ``start``, 1 from ``width`` beyond it, straight between them; a new map."""
    share = np.multiply(values, np.float32(1.0 / width))
    share -= np.float32(start / width)
    return np.asarray(np.clip(share, 0.0, 1.0, out=share), np.float32)


def falling(values: FloatMap, start: float, width: float) -> FloatMap:
    """1 up to ``start``, 0 from ``width`` beyond it, straight between them; a new map."""
    share = np.multiply(values, np.float32(-1.0 / width))
    share += np.float32(1.0 + start / width)
    return np.asarray(np.clip(share, 0.0, 1.0, out=share), np.float32)


def halved(values: FloatMap) -> FloatMap:
    """Means (height // 2, width // 2) over two by two pixels; at other scales OpenCV takes twenty times as long."""
    rows, columns = (size // 2 for size in values.shape)
    small = cv2.resize(values[: 2 * rows, : 2 * columns], (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def redness(red: FloatMap, disc: float) -> FloatMap:
    """0..1 (height, width): how fully a pixel shows the red of discs, of which an orange ball has a part.

    ``red`` is the measure of ``Evidence``, ``disc`` that of the redder team's discs.
    """
    level = min(max(disc, _LEAST_RED), _MOST_RED)
    return ramp(red, 0.15 * level, 0.55 * level)


def chroma(light: FloatMap) -> tuple[FloatMap, FloatMap]:
    """The measures blue and red of ``Evidence``, (height, width) each, of linear light (height, width, 3)."""
    blue, green, red = (np.asarray(channel, np.float32) for channel in cv2.split(light))
    total = blue + green + red
    scale = np.float32(1.5) / (total + np.float32(_DARK))
    half = np.float32(0.5) * total * (scale / np.float32(1.5))
    return np.asarray(blue * scale - half, np.float32), np.asarray(red * scale - half, np.float32)


def lightness(light: FloatMap) -> FloatMap:
    """Root of the brightness (height, width), about as eyes see it: black 0.15, grass 0.4, paper 1."""
    return np.asarray(cv2.sqrt(np.maximum(cv2.transform(light, np.full((1, 3), 1 / 3, np.float32)), 0)), np.float32)


def dim_light(light: Planes, field: NDArray[np.bool_], px_per_mm: float) -> FloatMap | None:
    """0.1 to 1, on a coarse mesh (h, w): how much of the light in most of the field falls where there is less of it.

    None where that is nowhere. ``light`` is balanced, ``field`` (height, width) is True on the field.
    """
    part = (slice(_LIT_STEP // 2, None, _LIT_STEP), slice(_LIT_STEP // 2, None, _LIT_STEP))
    blue, green, red = (each[part] for each in light)
    bright, on_field = (blue + green + red) / np.float32(3.0), field[part]
    if not on_field.any():
        return None
    share = np.clip(bright / max(float(np.median(bright[on_field])), 1e-4), 0.0, 1.0)
    side = 2 * round(_LIT_WIDE_MM * px_per_mm / _LIT_STEP / 2) + 1
    # Roots, as eight bits are few for what is dark.
    median = cv2.medianBlur(np.round(np.sqrt(share) * 255.0).astype(np.uint8), side)
    lit = np.maximum(np.square(median.astype(np.float32) / 255.0), np.float32(_LEAST_LIT))
    return None if float(lit.min()) > _DIM else lit


def too_dark(image: NDArray[np.uint8], lit: FloatMap | None) -> NDArray[np.bool_]:
    """(height, width): True in corners with so little light that the picture (height, width, 3) tells nothing there.

    What is black where there is light is a thing. ``lit`` (height, width): as ``dim_light``.
    """
    if lit is None:
        return np.zeros(image.shape[:2], np.bool_)
    blue, green, red = cv2.split(image)
    return np.asarray((cv2.max(cv2.max(blue, green), red) <= _BLACK) & (lit < _UNLIT), np.bool_)


def colour_evidence(light: Planes, raw: Planes, px_per_mm: float, lit: FloatMap | None = None) -> Evidence:
    """Measure every pixel of balanced light without its veil; ``raw`` is the same before.

    What is warm has to be so in both: a bluish veil taken off too much makes red look orange, a yellow one left on too.
    ``lit`` (height, width) as ``dim_light``: what is dark in a dim corner is no darker than the same in the light.

    A slight blur comes first: cameras and JPEG carry colour at half resolution anyway.
    """
    dark: FloatMap | np.float32 = np.float32(_DARK) if lit is None else np.float32(_DARK) * lit
    with_gloss = _softened(raw, px_per_mm)
    glossy_warm = _warm(*with_gloss)
    glossy_total, glossy_scale = _total(*with_gloss, dark)
    glossy_warm *= glossy_scale
    glossy_green = _lead(with_gloss[1], glossy_total, glossy_scale)
    blue, green, red = _softened(light, px_per_mm)
    total, scale = _total(blue, green, red, dark)
    warm = _warm(blue, green, red)
    warm *= scale
    neutral = cv2.min(cv2.min(blue, green), red)
    neutral = cv2.multiply(neutral, scale, dst=neutral, scale=3.0)
    return Evidence(
        _lead(blue, total, scale),
        _lead(red, total, scale),
        np.asarray(cv2.min(warm, glossy_warm), np.float32),
        glossy_green,
        np.asarray(neutral, np.float32),
        np.asarray(total / np.float32(3.0), np.float32),
    )


def _total(blue: FloatMap, green: FloatMap, red: FloatMap, dark: FloatMap | np.float32) -> tuple[FloatMap, FloatMap]:
    """Sum of the channels, and one over it and ``dark``."""
    total = blue + green
    total += red
    scale = total + dark
    return total, np.asarray(np.divide(np.float32(1.0), scale, out=scale), np.float32)


def _lead(channel: FloatMap, total: FloatMap, scale: FloatMap) -> FloatMap:
    """A channel above the mean of the other two, over the sum of all."""
    lead = cv2.addWeighted(channel, 1.5, total, -0.5, 0.0)
    return np.asarray(cv2.multiply(lead, scale, dst=lead), np.float32)


def _softened(light: Planes, px_per_mm: float) -> Planes:
    sd_px = _SOFT_MM * px_per_mm
    # Beyond three standard deviations there is a hundred-thousandth of it.
    side = 2 * math.ceil(3.0 * sd_px) + 1
    return planes(cv2.GaussianBlur(each, (side, side), sd_px) for each in light)


def _warm(blue: FloatMap, green: FloatMap, red: FloatMap) -> FloatMap:
    lead = cv2.subtract(green, blue)
    return np.asarray(cv2.min(lead, cv2.subtract(red, green), dst=lead), np.float32)
