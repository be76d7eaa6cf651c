"""Where the pieces stand: matched filters of a piece's whole silhouette over the two team colours.

Everything is measured in the view of one plane: that of the discs' tops, or of the pawns' feet. A disc that stands on a
flat ball is higher; once that is known, ``LocatedDisc.at_height`` gives its true place.

Candidates come from a coarse look over the whole view, each is then measured in a window of its own. Where pieces
touch, what the others cover is left out of the window, and the measurement is made once more.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from vision.parallax import carry
from vision.silhouettes import cell_of, correlate, correlate_in, outside_mm

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from engine.match import Team
    from vision.evidence import FloatMap
    from vision.ground import Part
    from vision.rectify import RectifiedView
    from vision.rims import Rim
    from vision.silhouettes import DiscShape

COARSE_PX_PER_MM = 0.5
_TILE_MM = 160.0
"""The filter's shape changes slowly over the table; one per tile is enough to find candidates."""
_COARSE_LEVEL = 0.12
"""A disc whose colour is a quarter of full strength still gives this response."""
_KERNELS_KEPT = 512
"""Of some kilobytes each: two cameras' worth of a table with pieces all over it."""
_MOST_DISCS = 60
"""Two full sets are thirty; anything beyond twice that is no table."""

_ROOM = 0.9
"""Discs that touch are a diameter apart; less a tenth for what is measured wrongly."""
_BAND_MM = (0.0, 0.9, 3.0)
"""How far outside the silhouette its inside ends, the band round it begins and ends: the edge itself is blurred."""
_SEARCH_MM = 3.0
_NEIGHBOUR = 1.7
"""Pieces nearer than so many diameters have each other's colours in their windows."""
_LEAST_SEEN = 0.3
"""Share of a silhouette that has to show beside what covers it."""


@dataclass(frozen=True, eq=False)
class LocatedDisc:
    """A piece found in the view of its plane."""

    team: Team
    seen_mm: NDArray[np.float64]
    """(2,) where the upper face's centre appears on the plane."""
    plane_mm: float
    """Height of that plane."""
    camera_mm: NDArray[np.float64]
    """(x, y, height) of the camera."""
    strength: float
    """Filter response, the team's colour inside the silhouette less that in the band round it: about 1 for a clean
    disc, 0 for nothing."""
    rim: Rim | None = None
    """What its outline looks like all round; None: not looked at yet."""

    def at_height(self, top_mm: float) -> NDArray[np.float64]:
        """(2,) the centre, board frame, if its upper face is at this height."""
        return np.asarray(carry(self.seen_mm, self.camera_mm, self.plane_mm, top_mm)[0])


class Candidate(NamedTuple):
    """Where a disc may be."""

    response: float
    """Of the coarse filter, as ``LocatedDisc.strength``."""
    team: Team
    place_mm: NDArray[np.float64]
    """(2,) on the plane of the view."""


@dataclass(frozen=True, eq=False)
class TeamMaps:
    """What a team's discs are found in and what they are measured in, (height, width) each, 0..1."""

    colour: FloatMap
    """How fully a pixel shows the team's colour; print, numerals and the other team's discs stay out."""
    body: FloatMap
    """One half at the edge of a disc: numerals, gloss and the dark side wall count as disc, the ground does not."""


def locate_discs(
    view: RectifiedView,
    maps: Mapping[Team, TeamMaps],
    shape: DiscShape,
    camera_mm: NDArray[np.float64],
    candidates: Sequence[Candidate] | None = None,
    *,
    unseen: NDArray[np.bool_] | None = None,
) -> tuple[LocatedDisc, ...]:
    """Measure candidates, strongest first; of those at one place the first is kept. None: all of ``coarse_discs``.

    ``view`` is of the plane at ``shape.top_mm``.
    ``unseen`` (height, width) is True where glare, a hand or the ball leaves nothing to be told: neither a disc's
    colour nor its absence.
    """
    if candidates is None:
        candidates = coarse_discs(view, {team: each.colour for team, each in maps.items()}, shape, camera_mm)
    shown = None if unseen is None or not unseen.any() else np.asarray(~unseen, np.float32)
    fitting = _Fitting(view, maps, shape, camera_mm, shown)
    found: list[LocatedDisc] = []
    for _, team, place_mm in candidates[: 4 * _MOST_DISCS]:
        if _near(place_mm, found, 0.75 * shape.diameter_mm):
            continue
        disc = fitting.fit(team, place_mm, found)
        if disc is not None:
            found.append(disc)
    return tuple(_among_neighbours(fitting, found[:_MOST_DISCS]))


def _among_neighbours(fitting: _Fitting, discs: Sequence[LocatedDisc]) -> list[LocatedDisc]:
    """Each piece that has others next to it once more, with what those cover left out."""
    reach = _NEIGHBOUR * fitting.shape.diameter_mm
    again = list(discs)
    for index, disc in enumerate(discs):
        near = [other for other in _near(disc.seen_mm, again, reach) if other is not again[index]]
        if near:
            better = fitting.fit(disc.team, disc.seen_mm, near, among=True)
            again[index] = better or disc
    return again


def _near(place_mm: NDArray[np.float64], discs: Sequence[LocatedDisc], reach_mm: float) -> list[LocatedDisc]:
    """Those of some discs that are nearer to a place than a reach."""
    if not discs:
        return []
    off = np.array([disc.seen_mm for disc in discs]) - place_mm
    near = np.hypot(off[:, 0], off[:, 1]) < reach_mm
    return [disc for disc, is_near in zip(discs, near.tolist(), strict=True) if is_near]


def coarse_discs(
    view: RectifiedView,
    colours: Mapping[Team, FloatMap],
    shape: DiscShape,
    camera_mm: NDArray[np.float64],
    px_per_mm: float = COARSE_PX_PER_MM,
) -> list[Candidate]:
    """Peaks of the filter response at a low resolution, strongest first."""
    factor = px_per_mm / view.px_per_mm
    shape_px = view.inside.shape
    size = round(shape_px[1] * factor), round(shape_px[0] * factor)
    small = {
        team: np.asarray(cv2.resize(colour, size, interpolation=cv2.INTER_AREA), np.float32)
        for team, colour in colours.items()
    }
    responses = {team: np.zeros_like(values) for team, values in small.items()}
    scale = np.array(size) / (np.array(shape_px[::-1]) / view.px_per_mm)
    tile = int(_TILE_MM * px_per_mm)
    origin = np.array((view.west_mm, view.north_mm))
    for top in range(0, size[1], tile):
        for left in range(0, size[0], tile):
            middle = origin + (np.array((left, top)) + tile / 2) / scale
            kernels = _kernels(middle, shape, camera_mm, view.height_mm, px_per_mm)
            part = slice(top, min(size[1], top + tile)), slice(left, min(size[0], left + tile))
            for team, values in small.items():
                responses[team][part] = correlate_in(values, kernels.inside - kernels.band, part)
    radius = max(1, round(0.3 * shape.diameter_mm * px_per_mm))
    found = []
    for team, response in responses.items():
        peak = cv2.dilate(response, np.ones((2 * radius + 1, 2 * radius + 1), np.uint8))
        ys, xs = np.nonzero((response >= peak) & (response > _COARSE_LEVEL))
        places = origin + (np.column_stack((xs, ys)) + 0.5) / scale
        found += [Candidate(float(response[y, x]), team, place) for y, x, place in zip(ys, xs, places, strict=True)]
    return sorted(found, key=lambda candidate: -candidate.response)


@dataclass(frozen=True, eq=False)
class _Kernels:
    """Averaging kernels (side 2 * half_px + 1): inside a silhouette, and in a band round it."""

    inside: FloatMap
    band: FloatMap
    half_px: int


def _kernels(
    seen_mm: NDArray[np.float64], shape: DiscShape, camera_mm: NDArray[np.float64], plane_mm: float, px_per_mm: float
) -> _Kernels:
    x, y, height = camera_mm.tolist()
    return _kernels_in(cell_of(seen_mm), shape, (x, y, height), plane_mm, px_per_mm)


@lru_cache(maxsize=_KERNELS_KEPT)
def _kernels_in(
    place_mm: tuple[float, float],
    shape: DiscShape,
    camera_mm: tuple[float, float, float],
    plane_mm: float,
    px_per_mm: float,
) -> _Kernels:
    """For a place and a camera that stay the same while a match is followed."""
    seen_mm = np.array(place_mm)
    tallest = max((0.0, *(high for _, _, high in shape.columns)))
    ends = [
        carry(carry(seen_mm, camera_mm, plane_mm, shape.top_mm), camera_mm, end, plane_mm) for end in (0.0, tallest)
    ]
    reach_mm = max(float(np.abs(end - seen_mm).max()) for end in ends) + 0.55 * shape.diameter_mm + _BAND_MM[2]
    half = int(np.ceil(reach_mm * px_per_mm)) + 1
    steps = np.arange(-half, half + 1) / px_per_mm
    offsets = np.stack(np.meshgrid(steps, steps), axis=-1)
    within = -outside_mm(offsets, seen_mm, shape, camera_mm, plane_mm) * px_per_mm + 0.5

    def filled(grow_mm: float) -> NDArray[np.float64]:
        return np.clip(within + grow_mm * px_per_mm, 0.0, 1.0)

    inside, band = filled(_BAND_MM[0]), filled(_BAND_MM[2]) - filled(_BAND_MM[1])
    return _Kernels(
        (inside / max(float(inside.sum()), 1e-6)).astype(np.float32),
        (band / max(float(band.sum()), 1e-6)).astype(np.float32),
        half,
    )


@dataclass(frozen=True, eq=False)
class _Fitting:
    """Exact silhouettes at full resolution, shifted over a few millimetres; peaks to a fraction of a pixel."""

    view: RectifiedView
    maps: Mapping[Team, TeamMaps]
    shape: DiscShape
    camera_mm: NDArray[np.float64]
    shown: FloatMap | None
    """(height, width): 0 where nothing can be told of what lies there, else 1; None: all of it shows."""

    def fit(
        self, team: Team, place_mm: NDArray[np.float64], others: Sequence[LocatedDisc], *, among: bool = False
    ) -> LocatedDisc | None:
        """The best place near a place that the other discs leave room for; None if nothing remains.

        With ``among``, what the others cover is nobody's: neither inside nor band.
        """
        view = self.view
        kernels = _kernels(place_mm, self.shape, self.camera_mm, view.height_mm, view.px_per_mm)
        half, search = kernels.half_px, round(_SEARCH_MM * view.px_per_mm)
        middle = np.round(view.to_px(place_mm)[0]).astype(int)
        body = cut(self.maps[team].body, middle, half + search)
        visible = self._visible(middle, half + search, others if among else ())
        response = _response(body, kernels, visible)
        corner_mm = view.to_mm(middle - search)[0]
        free = _free(corner_mm, response.shape, view.px_per_mm, others, _ROOM * self.shape.diameter_mm)
        if not (free & np.isfinite(response)).any():
            return None
        best = int(np.argmax(np.where(free, response, -np.inf)))
        row, column = (int(i) for i in np.unravel_index(best, response.shape))
        exact = np.array((_vertex(response[row], column), _vertex(response[:, column], row)), np.float64)
        at = middle + np.array((column - search, row - search))
        seen = None if visible is None else visible[row : row + 2 * half + 1, column : column + 2 * half + 1]
        return self._measured(team, view.to_mm(middle + exact - search)[0], at, kernels, seen)

    def _measured(
        self,
        team: Team,
        seen_mm: NDArray[np.float64],
        at_px: NDArray[np.int_],
        kernels: _Kernels,
        seen: FloatMap | None,
    ) -> LocatedDisc:
        inside, band = kernels.inside, kernels.band
        if seen is not None:
            inside, band = (kernel * seen for kernel in (inside, band))
            inside, band = (kernel / max(float(kernel.sum()), 1e-3) for kernel in (inside, band))
        own = cut(self.maps[team].colour, at_px, kernels.half_px)
        return LocatedDisc(
            team=team,
            seen_mm=seen_mm,
            plane_mm=self.view.height_mm,
            camera_mm=self.camera_mm,
            strength=float((own * inside).sum()) - float((own * band).sum()),
        )

    def _visible(self, middle_px: NDArray[np.int_], half_px: int, others: Sequence[LocatedDisc]) -> FloatMap | None:
        """1 where nothing hides what is there, (2 * half_px + 1) square round a pixel; None if that is everywhere."""
        shown = None if self.shown is None else cut(self.shown, middle_px, half_px)
        if not others and (shown is None or shown.all()):
            return None
        px_per_mm = self.view.px_per_mm
        steps = np.arange(-half_px, half_px + 1) / px_per_mm
        visible = np.ones((len(steps), len(steps)), np.float32) if shown is None else shown
        if not others:
            return visible
        points = self.view.to_mm(middle_px)[0] + np.stack(np.meshgrid(steps, steps), axis=-1)
        for other in others:
            away = outside_mm(points - other.seen_mm, other.seen_mm, self.shape, self.camera_mm, other.plane_mm)
            visible = np.minimum(visible, np.clip(away * px_per_mm + 0.5, 0.0, 1.0).astype(np.float32))
        return visible


def _response(body: FloatMap, kernels: _Kernels, visible: FloatMap | None) -> FloatMap:
    """How much more of a colour the silhouette holds than the band round it, at every shift."""
    if visible is None:
        return correlate(body, kernels.inside - kernels.band)
    seen_inside, seen_band = correlate(visible, kernels.inside), correlate(visible, kernels.band)
    shown = body * visible
    inside = correlate(shown, kernels.inside) / np.maximum(seen_inside, _LEAST_SEEN)
    band = correlate(shown, kernels.band) / np.maximum(seen_band, _LEAST_SEEN)
    return np.asarray(inside - band, np.float32)


def _free(
    corner_mm: NDArray[np.float64],
    size: tuple[int, ...],
    px_per_mm: float,
    others: Sequence[LocatedDisc],
    least_mm: float,
) -> NDArray[np.bool_]:
    """(height, width) of a search window whose first pixel is at a point: True where no other disc's centre is near."""
    rows, columns = size[:2]
    x = corner_mm[0] + np.arange(columns) / px_per_mm
    y = corner_mm[1] + np.arange(rows)[:, None] / px_per_mm
    free = np.ones((rows, columns), np.bool_)
    for disc in others:
        if np.hypot(*(disc.seen_mm - corner_mm)) < 3 * least_mm:
            free &= np.hypot(x - disc.seen_mm[0], y - disc.seen_mm[1]) >= least_mm
    return free


def cut(values: FloatMap | NDArray[np.bool_], middle_px: NDArray[np.int_], half_px: int) -> FloatMap:
    """A square piece (side 2 * half_px + 1) round a pixel (x, y), padded with zeros beyond the border."""
    return cut_in(values.shape, values.__getitem__, middle_px, half_px)


def cut_in(
    shape: tuple[int, ...],
    values: Callable[[Part], NDArray[np.generic]],
    middle_px: NDArray[np.int_],
    half_px: int,
) -> FloatMap:
    """The same of a map of a shape (height, width) that is worked out where it is asked for."""
    x, y = (int(v) for v in middle_px)
    side = 2 * half_px + 1
    piece = np.zeros((side, side), np.float32)
    top, left = y - half_px, x - half_px
    y0, y1 = max(0, top), min(shape[0], top + side)
    x0, x1 = max(0, left), min(shape[1], left + side)
    if y0 < y1 and x0 < x1:
        piece[y0 - top : y1 - top, x0 - left : x1 - left] = values((slice(y0, y1), slice(x0, x1)))
    return piece


def _vertex(values: NDArray[np.float32], peak: int) -> float:
    """Sub-pixel place of a peak: the vertex of the parabola through it and its two neighbours.

    A best place at the edge of what is allowed is no peak, and stays where it is.
    """
    if not 0 < peak < len(values) - 1:
        return float(peak)
    before, here, after = (float(v) for v in values[peak - 1 : peak + 2])
    if here < max(before, after) or here == before == after:
        return float(peak)
    return peak + 0.5 * (before - after) / (before - 2 * here + after)
