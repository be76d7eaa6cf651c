"""The outline of a ball as a camera sees it, and how full of the ball's colour it is, in the rectified view."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from vision.discs import cut, cut_in
from vision.evidence import FloatMap
from vision.parallax import carry
from vision.silhouettes import DiscShape, band_filter, cell_of, correlate, disc_outline_mm, sphere_outline_mm

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from vision.ground import Part
    from vision.rectify import RectifiedView

_KERNELS_KEPT = 1024
"""Of some kilobytes each: under and on every disc of two tables."""
_LEAST_VISIBLE = 0.05
"""Share of an outline's inside, or of the band round it, that has to show for a share of that to be known."""
_TRACE = 0.05
"""Share of an outline's inside that has to have the colour at all."""

Shown: TypeAlias = "Callable[[Part], FloatMap]"
"""A map of the view that is worked out where it is asked for."""
Kernels: TypeAlias = tuple[FloatMap, FloatMap, int]
"""Inside and band of an outline as averaging kernels, and their half size in pixels."""


@dataclass(frozen=True)
class BallShape:
    """A ball of one form as one camera sees it in one view; the outline of it changes slowly over the table."""

    form: Literal["disc", "sphere"]
    diameter_mm: float
    middle_mm: float
    """Height of a sphere's middle, of a flat ball's upper face."""
    camera_mm: tuple[float, float, float]
    plane_mm: float
    px_per_mm: float

    def outline(self, centre_mm: NDArray[np.float64], grow_mm: float) -> NDArray[np.float64]:
        """Grown by so many millimetres, relative to where its middle is seen."""
        seen = carry(centre_mm, self.camera_mm, self.middle_mm, self.plane_mm)[0]
        if self.form == "disc":
            shape = DiscShape(self.diameter_mm + 2 * grow_mm, 0.0, self.middle_mm)
            return np.asarray(disc_outline_mm(centre_mm, shape, self.camera_mm, self.plane_mm) - seen)
        radius = self.diameter_mm / 2 + grow_mm
        around = sphere_outline_mm(centre_mm, radius, self.middle_mm, self.camera_mm, self.plane_mm)
        return np.asarray(around - seen)

    def at_scale(self, px_per_mm: float) -> BallShape:
        """In a view of another scale."""
        return replace(self, px_per_mm=px_per_mm)


def kernels_of(ball: BallShape, centre_mm: NDArray[np.float64]) -> Kernels:
    """The kernels of a ball whose middle lies over the board point ``centre_mm`` (2,)."""
    return _kernels_in(ball, cell_of(centre_mm))


@lru_cache(maxsize=_KERNELS_KEPT)
def _kernels_in(ball: BallShape, place_mm: tuple[float, float]) -> Kernels:
    """For a place and a camera that stay the same while a match is followed."""
    centre = np.array(place_mm)
    half = int(np.ceil(float(np.abs(ball.outline(centre, 2.4)).max()) * ball.px_per_mm)) + 1
    inside, band = band_filter(lambda grow: ball.outline(centre, grow), ball.px_per_mm, half, (0.4, 0.6, 2.4))
    return inside, band, half


@dataclass(frozen=True, eq=False)
class Fit:
    """An outline at its best place."""

    seen_mm: NDArray[np.float64]
    """(2,) where its middle is seen, in the view's plane."""
    inside: float
    """Share of what shows of its inside that has the colour, 0..1."""
    weakest: float
    """The same of the third of its directions from the middle that have least of it."""
    surround: float
    """The same of the band round it."""
    visible: float
    """Share of its inside that shows, 0..1."""


def fitted(
    view: RectifiedView,
    colours: Sequence[Shown],
    seen_in: Sequence[Shown],
    *,
    seen_mm: NDArray[np.float64],
    kernels: Kernels,
    search_mm: float,
) -> Fit | None:
    """Shift an outline over a few millimetres to where its inside has most more of the colour than its surroundings.

    The colour is the mean of ``colours``; maps ``seen_in`` are 0 where it could not be seen: something else lies there,
    or the print has the same colour. ``seen_mm`` (2,), in the view's plane, is where the search begins. None if there
    is next to nothing of the colour.
    """
    inside, band, half = kernels
    search = max(1, round(search_mm * view.px_per_mm))
    middle = np.round(view.to_px(seen_mm)[0]).astype(int)

    def shown_there(values: Shown) -> FloatMap:
        return cut_in(view.inside.shape, values, middle, half + search)

    wanted = shown_there(colours[0])
    for each in colours[1:]:
        wanted += shown_there(each)
    wanted *= np.float32(1.0 / len(colours))
    seen = cut(view.inside, middle, half + search)
    for each in seen_in:
        seen *= shown_there(each)
    whole = float(seen.min()) == 1.0
    if not whole:
        wanted *= seen
    if float(wanted.sum()) * float(inside.max()) < _TRACE:
        return None
    if whole:
        gain = correlate(wanted, inside - band)
    else:
        visible = correlate(seen, inside)
        within = correlate(wanted, inside) / np.maximum(visible, _LEAST_VISIBLE)
        around = correlate(wanted, band) / np.maximum(correlate(seen, band), _LEAST_VISIBLE)
        # Where little can be seen, a high share means little.
        gain = np.asarray((within - around) * np.sqrt(np.maximum(visible, 0.0)), np.float32)
    row, column = (int(i) for i in np.unravel_index(int(np.argmax(gain)), gain.shape))
    here = (slice(row, row + 2 * half + 1), slice(column, column + 2 * half + 1))
    shown = seen[here] * inside
    beside = float((seen[here] * band).sum())
    return Fit(
        seen_mm=view.to_mm(middle + np.array((column - search, row - search)))[0],
        inside=float((wanted[here] * inside).sum()) / max(float(shown.sum()), _LEAST_VISIBLE),
        weakest=_weakest_third(wanted[here], shown),
        surround=float((wanted[here] * band).sum()) / max(beside, _LEAST_VISIBLE),
        visible=float(shown.sum()),
    )


def _weakest_third(wanted: FloatMap, weight: FloatMap) -> float:
    """Mean share of the colour over the third of twelve directions with least of it; the middle does not count."""
    radius, direction = _rose(weight.shape[0] // 2)
    outer = weight * (radius > 0.5 * radius[weight > 0].max(initial=0.0))
    amount = np.bincount(direction, (wanted * outer).ravel(), 12)
    weights = np.bincount(direction, outer.ravel(), 12)
    counted = weights > 0.15 * weights.max()
    shares = np.sort(amount[counted] / np.maximum(weights[counted], 1e-9))
    return float(shares[: max(1, len(shares) // 3)].mean()) if len(shares) else 0.0


@lru_cache(maxsize=32)
def _rose(half_px: int) -> tuple[FloatMap, NDArray[np.int_]]:
    """Distance from the middle of a square (2 * half_px + 1), and which of twelve directions each pixel lies in."""
    y, x = np.mgrid[-half_px : half_px + 1, -half_px : half_px + 1]
    direction = ((np.arctan2(y, x) / np.pi + 1.0) * 5.999).astype(int)
    return np.hypot(x, y).astype(np.float32), direction.ravel()
