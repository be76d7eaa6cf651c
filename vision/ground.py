"""What the empty print looks like in one picture, place by place, so that whatever differs stands on it.

The sheet is known (``vision.printed``), the lamp, the printer's ink and the camera's colours are not. They are measured
from the picture: every shade of the print by the median of all that is printed alike, the lamp by medians over places a
few spaces wide. Pieces cover too little of either to count.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np

from vision.colour_space import in_metric, inner_product, towards, weighted
from vision.evidence import falling, ramp
from vision.part import PartOfView, nearest, stretched
from vision.printed import UNKNOWN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.colour_space import Colour
    from vision.evidence import Evidence, FloatMap
    from vision.printed import PrintedSheet, SheetInView
    from vision.rectify import RectifiedView

ROUGH_PX_PER_MM = 0.9
"""The print is predicted at this scale: where its lines are is not known better than that anyway."""
_STEP = 4
"""One pixel in four each way of that is looked at for medians."""
_NEAR_MM = 65.0
"""Width of the places over which a lamp is taken to be the same."""
_MANY_MM2 = 8000.0
"""A shade is measured if so much of it is printed; of less, pieces may cover the most."""
_MOST_SHIFT = 0.25
_ALIKE = 0.2
"""Share of the range within which places near each other have the same print."""
_LEAST_WAY = 2.5
"""Squared units of scatter between print and a colour below which they are not told apart; from twice that they are."""
_PRINT_ITSELF, _SURELY = 1.2, 1.8
"""Units of scatter from the print: up to the first it may be print, that much further on it surely is not."""
_ENOUGH = 0.02
"""Share of a place's surroundings that has to show print for its mean to count."""
GLARE_STEP = 3
"""One pixel in three each way is looked at for reflections."""
_SPARSE = (slice(None, None, GLARE_STEP), slice(None, None, GLARE_STEP))
_BURNT = 235
"""Green and red at this level: a lamp's reflection, or white in bright light."""
_NEARLY, _FRINGE = 185, 4.0
"""The fringe of a reflection: so bright, and so many diameters of a disc wide in all. Its colours are the camera's."""
_LEAD, _LEFT = 20, 0.08
"""So many levels above the other channels, and so much of the measure blue or red, is the colour of a thing."""
_OUTSHINES, _REFLECTS = 1.12, 0.15
"""Lightness relative to paper: brighter is a reflection, surely so that much further on."""
_WIDER = 1.3
"""In diameters of a disc: burnt places larger than this are no disc."""
_RANGE = 0.5
"""Local differences of a measure that can be told; more is no print."""


Part: TypeAlias = tuple[slice, slice]
"""Rows and columns of a view."""
WHOLE: Part = (slice(None), slice(None))


@dataclass(frozen=True, eq=False)
class Ground:
    """The empty print in the measures blue, red and lightness; maps are (height, width) of the view."""

    least: tuple[FloatMap, FloatMap, FloatMap]
    """Of each measure the least that the print may show there."""
    most: tuple[FloatMap, FloatMap, FloatMap]
    lamp: FloatMap
    """How much of the paper's light falls there, as a factor on lightness: 1 in most of the light."""
    known: NDArray[np.bool_]
    """Where the print is known at all."""
    paper: float = 1.0
    """Lightness of white paper, at most."""


@dataclass(frozen=True, eq=False)
class Standing:
    """A picture compared with its empty print; maps are (height, width) of the view."""

    measures: tuple[FloatMap, FloatMap, FloatMap]
    """Blue, red and lightness relative to paper in the same light."""
    over: tuple[FloatMap, FloatMap, FloatMap]
    """How much each measure differs from all that the print may show there."""
    glare: NDArray[np.bool_]
    """Where a lamp's reflection leaves no colour: nothing is told of what lies there."""

    paper: float = 1.0
    """Lightness of white paper, at most."""

    def way_to(self, colour: Colour) -> tuple[FloatMap, FloatMap]:
        """Squared length of the way from each pixel's own ground to a colour, and how far along it the pixel is.

        The second is the inner product of both; squared units of scatter. With c the colour, p the print, o what lies
        over it, these are (c - p)(c - p) and (c - p) o, of which only what holds c is computed for each colour.
        """
        return self.length_to(colour), self.along(colour)

    def along(self, colour: Colour, part: Part = WHOLE) -> FloatMap:
        """The second of both alone, in a part of the view."""
        over = [each[part] for each in (*self.over, self._ground[2])]
        return weighted(over, (*in_metric(colour), -1.0))

    def length_to(self, colour: Colour, part: Part = WHOLE) -> FloatMap:
        """The first of both alone, in a part of the view."""
        blue, red, light = in_metric(colour)
        own = blue * colour.blue + red * colour.red + light * colour.lightness
        ground, ground2, _ = self._ground
        maps = [each[part] for each in (*ground, ground2)]
        return weighted(maps, (-2.0 * blue, -2.0 * red, -2.0 * light, 1.0), own)

    @cached_property
    def differs(self) -> FloatMap:
        """0..1: how surely something stands there that is not print."""
        away = np.asarray(cv2.sqrt(np.maximum(self.over2, np.float32(0.0))), np.float32)
        return ramp(away, _PRINT_ITSELF, _SURELY)

    @cached_property
    def dull(self) -> FloatMap:
        """0..1: how surely a place is no brighter than paper; what is, is a reflection."""
        return falling(self.measures[2], _OUTSHINES * self.paper, _REFLECTS)

    @cached_property
    def over2(self) -> FloatMap:
        """Squared distance of each pixel from its own ground, in scatter."""
        return inner_product(self.over, self.over)

    @cached_property
    def _ground(self) -> tuple[tuple[FloatMap, FloatMap, FloatMap], FloatMap, FloatMap]:
        """The print nearest to what is seen, its square, and its inner product with what lies over it."""
        blue, red, light = (cv2.subtract(seen, over) for seen, over in zip(self.measures, self.over, strict=True))
        ground = np.asarray(blue, np.float32), np.asarray(red, np.float32), np.asarray(light, np.float32)
        return ground, inner_product(ground, ground), inner_product(ground, self.over)

    def share_of(self, colour: Colour) -> FloatMap:
        """How far each pixel is on the way from its own ground to a colour: 0 print, 1 the colour."""
        way, done = self.way_to(colour)
        # Print of nearly a team's own colour hides its discs: what cannot be told is not claimed.
        told = ramp(way, _LEAST_WAY, _LEAST_WAY)
        told *= done
        return np.divide(told, np.maximum(way, np.float32(_LEAST_WAY), out=way), out=told)

    def step(self, start: Colour, end: Colour, part: Part = WHOLE, *, by_lightness: bool = True) -> FloatMap:
        """How far each pixel is on the way from one colour to another: 0 the one, 1 the other."""
        weights = towards(start, end, by_lightness=by_lightness)
        offset = weights.blue * start.blue + weights.red * start.red + weights.lightness * start.lightness
        maps = [each[part] for each in self.measures]
        return weighted(maps, (weights.blue, weights.red, weights.lightness), -offset)


def compare(view: RectifiedView, evidence: Evidence, ground: Ground, near_glare: NDArray[np.bool_] | None) -> Standing:
    """What stands on the print, in the measures of a balanced view; ``near_glare`` (h, w): see ``glare_near``."""
    glare = _glare(view, evidence, near_glare)
    told = ground.known & ~glare
    light = cv2.sqrt(np.maximum(evidence.brightness, np.float32(0.0))) / ground.lamp
    measures = evidence.blue, evidence.red, np.asarray(light, np.float32)
    untold = ~told
    blue, red, lighter = (
        _beyond(seen, least, most, untold)
        for seen, least, most in zip(measures, ground.least, ground.most, strict=True)
    )
    return Standing(measures, (blue, red, lighter), glare, ground.paper)


def _beyond(seen: FloatMap, least: FloatMap, most: FloatMap, untold: NDArray[np.bool_]) -> FloatMap:
    over = cv2.subtract(seen, cv2.min(cv2.max(seen, least), most))
    over[untold] = 0.0
    return np.asarray(over, np.float32)


def glare_near(view: RectifiedView, disc_mm: float) -> NDArray[np.bool_] | None:
    """Where a lamp's reflection, larger than a white disc could be, is or is near: one pixel (h, w) in ``GLARE_STEP``.

    ``disc_mm`` is a disc's diameter. None: nowhere.
    """
    small = view.image[_SPARSE]
    burnt = (np.minimum(small[..., 1], small[..., 2]) >= _BURNT).astype(np.uint8)
    scale = view.px_per_mm / GLARE_STEP
    wide, edge = (
        cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round(mm * scale / 2) + 1,) * 2)
        for mm in (_WIDER * disc_mm, _FRINGE * disc_mm)
    )
    core = cv2.morphologyEx(burnt, cv2.MORPH_OPEN, wide)
    return np.asarray(cv2.dilate(core, edge) > 0, np.bool_) if core.any() else None


def _glare(view: RectifiedView, evidence: Evidence, near: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
    """(height, width) where a reflection leaves no colour."""
    if near is None or not near.any():
        return np.zeros(view.inside.shape, np.bool_)
    small = view.image[_SPARSE]
    bright = np.minimum(small[..., 1], small[..., 2])
    around = near & (bright >= _NEARLY) & ~_coloured(small, evidence.blue[_SPARSE], evidence.red[_SPARSE])
    shape = view.inside.shape
    if all(-(-size // GLARE_STEP) * GLARE_STEP == size for size in shape):
        return np.asarray(around.repeat(GLARE_STEP, axis=0).repeat(GLARE_STEP, axis=1), np.bool_)
    return nearest(around, PartOfView.whole(shape))


def _coloured(image: NDArray[np.uint8], blue: FloatMap, red: FloatMap) -> NDArray[np.bool_]:
    """(h, w) where blue or red is left in bright light, in the picture's own channels and in the balanced measures.

    What a lamp's reflection leaves of green or white print is neither: there the channels that reach their end first
    make colours that are not there, in the one or in the other.
    """
    b, g, r = (np.asarray(channel, np.int16) for channel in cv2.split(image))
    return np.asarray(
        (r - np.maximum(g, b) > _LEAD) & (red > _LEFT) | (b - np.maximum(g, r) > _LEAD) & (blue > _LEFT), np.bool_
    )


@dataclass(frozen=True, eq=False)
class PrintAndLamp:
    """What was measured of the print and of the lamp over it in a whole view; maps are coarse."""

    sheet: SheetInView
    known: NDArray[np.bool_]
    """Where the print is known, at the sheet's scale."""
    shift: NDArray[np.float32]
    """(256, 3): what to add to each shade's measures."""
    drift: tuple[FloatMap, FloatMap]
    """What to add to blue and red, place by place."""
    lamp: FloatMap
    """As in ``Ground``."""

    def ground(self, at: PartOfView) -> Ground:
        """The empty print in a part of that view."""
        rough = at.at_scale(self.sheet.shades.shape)
        held = None if at.is_whole else rough
        shades = self.sheet.shades[rough.part]
        corrections = [np.asarray(cv2.LUT(shades, self.shift[:, k]), np.float32) for k in range(3)]
        for k, drift in enumerate(self.drift):
            corrections[k] += stretched(drift, rough)
        lows, highs = (
            [
                stretched(each[rough.part] + correction, at, held)
                for each, correction in zip(limits, corrections, strict=True)
            ]
            for limits in (self.sheet.least, self.sheet.most)
        )
        return Ground(
            (lows[0], lows[1], lows[2]),
            (highs[0], highs[1], highs[2]),
            stretched(self.lamp, at),
            nearest(self.known, at),
            self.sheet.paper,
        )


def see_print(
    view: RectifiedView,
    evidence: Evidence,
    printed: PrintedSheet,
    camera_mm: NDArray[np.float64],
    field: NDArray[np.bool_],
) -> PrintAndLamp:
    """Measure the print in a balanced view whose colours were measured.

    ``field`` (height, width) is True on the field.
    """
    sheet = printed.seen_in(view, camera_mm, ROUGH_PX_PER_MM)
    size = sheet.shades.shape[1], sheet.shades.shape[0]
    inside = cv2.resize(view.inside.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
    part = (slice(_STEP // 2, None, _STEP), slice(_STEP // 2, None, _STEP))
    # The same pixels of the view itself.
    rows, columns = (
        (np.arange(_STEP // 2, few, _STEP) * (many / few)).astype(int)
        for few, many in zip(sheet.shades.shape, view.inside.shape, strict=True)
    )
    at = np.ix_(rows, columns)
    seen = np.dstack((evidence.blue[at], evidence.red[at], np.sqrt(np.maximum(evidence.brightness[at], 0.0))))
    sample = _Sample(
        np.asarray(seen, np.float32),
        sheet.typical[part],
        sheet.shades[part],
        inside[part] & (sheet.shades[part] != UNKNOWN) & sheet.flat[part],
        field[at],
    )
    return _measured(sheet, sample, inside)


@dataclass(frozen=True, eq=False)
class _Sample:
    """A coarse mesh (h, w) over the view."""

    seen: FloatMap
    """(h, w, 3)"""
    printed: FloatMap
    shades: NDArray[np.uint8]
    telling: NDArray[np.bool_]
    """Where print of one shade can be seen, unless something lies on it."""
    field: NDArray[np.bool_]
    """Gloss and lamps change field and border differently: each is compared with its like."""


def _measured(sheet: SheetInView, sample: _Sample, inside: NDArray[np.bool_]) -> PrintAndLamp:
    lamp = _local_lamp(sample.seen[..., 2], sample.printed[..., 2], sample)
    levelled = sample.seen.copy()
    levelled[..., 2] /= lamp
    shift = _shade_shifts(levelled, sample)
    expected = sample.printed + shift[sample.shades]
    lamp = lamp * _local_lamp(levelled[..., 2], expected[..., 2], sample)
    blue, red = (_local_shift(levelled[..., k] - expected[..., k], sample) for k in range(2))
    return PrintAndLamp(sheet, (sheet.shades != UNKNOWN) & inside, shift, (blue, red), np.asarray(lamp, np.float32))


def _shade_shifts(levelled: FloatMap, sample: _Sample) -> NDArray[np.float32]:
    """(256, 3): what to add to each shade's measures; those with little print follow the others in proportion."""
    mm2 = (_STEP / ROUGH_PX_PER_MM) ** 2
    shift = np.zeros((256, 3), np.float32)
    counts = np.bincount(sample.shades[sample.telling], minlength=256) * mm2
    large = [int(k) for k in np.flatnonzero(counts >= _MANY_MM2) if k != UNKNOWN]
    if not large:
        return shift
    masks = {k: sample.telling & (sample.shades == k) for k in large}
    had = np.array([np.median(sample.printed[mask], axis=0) for mask in masks.values()])
    seen = np.array([np.median(levelled[mask], axis=0) for mask in masks.values()])
    change = np.clip(seen - had, -_MOST_SHIFT, _MOST_SHIFT).astype(np.float32)
    weights = counts[large]
    shift[:] = np.average(change, axis=0, weights=weights)
    shift[large] = change
    shift[UNKNOWN] = 0.0
    return shift


def _local_lamp(seen: FloatMap, expected: FloatMap, sample: _Sample) -> FloatMap:
    """(h, w) factor between two maps of lightness, the same over a few spaces."""
    ratio = np.log(np.maximum(seen, 0.02) / np.maximum(expected, 0.05)).astype(np.float32)
    middle = float(np.median(ratio[sample.telling])) if sample.telling.any() else 0.0
    return np.asarray(np.exp(middle + _by_parts(np.clip(ratio - middle, -1.2, 1.2), sample, 1.2)), np.float32)


def _local_shift(difference: FloatMap, sample: _Sample) -> FloatMap:
    return _by_parts(np.clip(difference, -_RANGE, _RANGE), sample, _RANGE)


def _by_parts(values: FloatMap, sample: _Sample, reach: float) -> FloatMap:
    on, off = (_local(values, sample.telling & part, reach) for part in (sample.field, ~sample.field))
    return np.where(sample.field, on, off)


def _local(values: FloatMap, telling: NDArray[np.bool_], reach: float) -> FloatMap:
    """(h, w) what values within +-reach are near each place; what is far from the median there does not count."""
    side = _NEAR_MM * ROUGH_PX_PER_MM / _STEP
    first, _ = _mean(values, telling, side / 2)
    levels = np.round((np.where(telling, values, first) / reach + 1.0) * 127.5).astype(np.uint8)
    median = (cv2.medianBlur(levels, 2 * round(side / 2) + 1).astype(np.float32) / 127.5 - 1.0) * reach
    alone = telling & (np.abs(values - median) < _ALIKE * reach)
    mean, near = _mean(values, alone, side / 6)
    return np.where(near > _ENOUGH, mean, median)


def _mean(values: FloatMap, where: NDArray[np.bool_], sigma: float) -> tuple[FloatMap, FloatMap]:
    """(h, w) Gaussian mean of the values at ``where``, 0 far from all of them; and how much of it is there, 0..1."""
    weight = where.astype(np.float32)
    total, count = (np.asarray(cv2.GaussianBlur(each, (0, 0), sigma), np.float32) for each in (values * weight, weight))
    return np.asarray(total / np.maximum(count, np.float32(1e-3)), np.float32), count
