"""Where the discs lie: matched filters of a disc's whole silhouette over the two team colours.

Everything is measured in the view of the plane of the discs' tops. A disc that stands on a flat ball is higher; once
that is known, ``LocatedDisc.at_height`` gives its true place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.parallax import carry
from vision.silhouettes import DiscShape, band_filter, correlate, disc_outline_mm

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from engine.match import Team
    from vision.evidence import Evidence, FloatMap
    from vision.rectify import RectifiedView

COARSE_PX_PER_MM = 1.0
_TILE_MM = 160.0
"""The filter's shape changes slowly over the table; one per tile is enough to find candidates."""
_COARSE_LEVEL = 0.12
"""A disc whose colour is a quarter of full strength still gives this response."""
_MOST_DISCS = 60
"""Two full sets are thirty; anything beyond twice that is no table."""


_ROOM = 0.9
"""Discs that touch are a diameter apart; less a tenth for what is measured wrongly."""


@dataclass(frozen=True, eq=False)
class LocatedDisc:
    """A disc found in the view of the tops' plane."""

    team: Team
    seen_mm: NDArray[np.float64]
    """(2,) where the upper face's centre appears on the tops' plane."""
    plane_mm: float
    """Height of that plane."""
    camera_mm: NDArray[np.float64]
    """(x, y, height) of the camera."""
    strength: float
    """Filter response: about 1 for a clean disc, 0 for nothing."""
    coverage: float
    """Share of the silhouette's outer part that has the team's colour, 0..1."""
    surround: float
    """Share of the band round it that has the team's colour too, 0..1."""
    other_team: float
    """Share of the silhouette that has the other team's colour, 0..1."""

    def at_height(self, top_mm: float) -> NDArray[np.float64]:
        """(2,) the centre, board frame, if its upper face is at this height."""
        return np.asarray(carry(self.seen_mm, self.camera_mm, self.plane_mm, top_mm)[0])


def disc_evidence(evidence: Evidence, team: Team, level: float) -> FloatMap:
    """0..1: how fully a pixel shows the team's colour, ``level`` being the measure of a typical disc of that team."""
    return np.asarray(np.clip((evidence.of(team) - 0.15 * level) / (0.55 * level), 0.0, 1.0), np.float32)


def body_evidence(evidence: Evidence, team: Team, level: float, ground: float) -> FloatMap:
    """0..1, one half at the edge of a disc: a little past half way from the ground's measure to the team's.

    White numerals, gloss and the dark side wall lie nearer to the team's measure than the ground does, so they count as
    disc; the other team's discs lie nearer to the ground. That makes it the map to measure places in, while
    ``disc_evidence``, which white lines do not enter, is the one to find discs in.
    """
    return np.asarray(np.clip((evidence.of(team) - ground) / (level - ground) * 2.0 - 0.7, 0.0, 1.0), np.float32)


@dataclass(frozen=True, eq=False)
class TeamMaps:
    """What a disc is found in and what it is measured in, (height, width) each."""

    colour: FloatMap
    body: FloatMap


def locate_discs(
    view: RectifiedView, maps: dict[Team, TeamMaps], shape: DiscShape, camera_mm: NDArray[np.float64]
) -> tuple[LocatedDisc, ...]:
    """All discs of both teams, strongest first. ``view`` is of the tops' plane."""
    candidates = coarse_discs(view, {team: each.colour for team, each in maps.items()}, shape, camera_mm)
    found: list[LocatedDisc] = []
    for _, team, place_mm in candidates[: 4 * _MOST_DISCS]:
        if any(_too_close(place_mm, disc.seen_mm, 0.75 * shape.diameter_mm) for disc in found):
            continue
        disc = _refine(view, maps, team, place_mm=place_mm, others=found, shape=shape, camera_mm=camera_mm)
        if disc is not None:
            found.append(disc)
    return tuple(found[:_MOST_DISCS])


def _too_close(a_mm: NDArray[np.float64], b_mm: NDArray[np.float64], least_mm: float) -> bool:
    return bool(np.hypot(*(a_mm - b_mm)) < least_mm)


def _kernels(
    seen_mm: NDArray[np.float64], shape: DiscShape, camera_mm: NDArray[np.float64], plane_mm: float, px_per_mm: float
) -> tuple[NDArray[np.float32], NDArray[np.float32], int]:
    """Inside and band kernels at a place, and their half size in pixels."""
    axis_mm = carry(seen_mm, camera_mm, plane_mm, shape.top_mm)[0]

    def outline(grow_mm: float) -> NDArray[np.float64]:
        grown = DiscShape(shape.diameter_mm + 2 * grow_mm, shape.foot_mm, shape.top_mm)
        return disc_outline_mm(axis_mm, grown, camera_mm, plane_mm) - seen_mm

    reach = float(np.abs(outline(2.2)).max())
    half = int(np.ceil(reach * px_per_mm)) + 1
    inside, band = band_filter(outline, px_per_mm, half, (0.4, 0.3, 2.2))
    return inside, band, half


def coarse_discs(
    view: RectifiedView,
    colours: Mapping[Team, FloatMap],
    shape: DiscShape,
    camera_mm: NDArray[np.float64],
    px_per_mm: float = COARSE_PX_PER_MM,
) -> list[tuple[float, Team, NDArray[np.float64]]]:
    """Peaks of the filter response at a low resolution: (response, team, place in mm), strongest first."""
    factor = px_per_mm / view.px_per_mm
    shape_px = view.inside.shape
    size = round(shape_px[1] * factor), round(shape_px[0] * factor)
    small = {team: cv2.resize(colour, size, interpolation=cv2.INTER_AREA) for team, colour in colours.items()}
    responses = {team: np.zeros_like(values) for team, values in small.items()}
    scale = np.array(size) / (np.array(shape_px[::-1]) / view.px_per_mm)
    tile = int(_TILE_MM * px_per_mm)
    origin = np.array((view.west_mm, view.north_mm))
    for top in range(0, size[1], tile):
        for left in range(0, size[0], tile):
            middle = origin + (np.array((left, top)) + tile / 2) / scale
            inside, band, half = _kernels(middle, shape, camera_mm, view.height_mm, px_per_mm)
            kernel = inside - band
            y0, x0 = max(0, top - half), max(0, left - half)
            y1, x1 = min(size[1], top + tile + half), min(size[0], left + tile + half)
            for team, values in small.items():
                part = cv2.filter2D(values[y0:y1, x0:x1], -1, kernel, borderType=cv2.BORDER_CONSTANT)
                responses[team][top : top + tile, left : left + tile] = part[top - y0 :, left - x0 :][:tile, :tile]
    radius = round(0.3 * shape.diameter_mm * px_per_mm)
    found = []
    for team, response in responses.items():
        peak = cv2.dilate(response, np.ones((2 * radius + 1, 2 * radius + 1), np.uint8))
        ys, xs = np.nonzero((response >= peak) & (response > _COARSE_LEVEL))
        places = origin + (np.column_stack((xs, ys)) + 0.5) / scale
        found += [(float(response[y, x]), team, place) for y, x, place in zip(ys, xs, places, strict=True)]
    return sorted(found, key=lambda candidate: -candidate[0])


def _refine(
    view: RectifiedView,
    maps: dict[Team, TeamMaps],
    team: Team,
    *,
    place_mm: NDArray[np.float64],
    others: Sequence[LocatedDisc],
    shape: DiscShape,
    camera_mm: NDArray[np.float64],
) -> LocatedDisc | None:
    """The exact silhouette at full resolution, shifted over a few millimetres; the peak to a fraction of a pixel.

    Places that the other discs leave no room for are left out; None if nothing remains.
    """
    inside, band, half = _kernels(place_mm, shape, camera_mm, view.height_mm, view.px_per_mm)
    search = round(3.0 * view.px_per_mm)
    middle = np.round(view.to_px(place_mm)[0]).astype(int)
    response = correlate(cut(maps[team].body, middle, half + search), inside - band)
    free = _free(view.to_mm(middle - search)[0], response.shape, view.px_per_mm, others, _ROOM * shape.diameter_mm)
    if not free.any():
        return None
    row, column = (int(i) for i in np.unravel_index(int(np.argmax(np.where(free, response, -np.inf))), response.shape))
    exact = np.array((_vertex(response[row], column), _vertex(response[:, column], row)), np.float64)
    at = middle + np.array((column - search, row - search))
    own = cut(maps[team].colour, at, half)
    rival = cut(maps["R" if team == "B" else "B"].colour, at, half)
    coverage, surround = float((own * inside).sum()), float((own * band).sum())
    return LocatedDisc(
        team=team,
        seen_mm=view.to_mm(middle + exact - search)[0],
        plane_mm=view.height_mm,
        camera_mm=camera_mm,
        strength=coverage - surround,
        coverage=coverage,
        surround=surround,
        other_team=float((rival * inside).sum()),
    )


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


def cut(values: FloatMap, middle_px: NDArray[np.int_], half_px: int) -> FloatMap:
    """A square piece (side 2 * half_px + 1) round a pixel (x, y), padded with zeros beyond the border."""
    x, y = (int(v) for v in middle_px)
    side = 2 * half_px + 1
    piece = np.zeros((side, side), np.float32)
    top, left = y - half_px, x - half_px
    y0, y1 = max(0, top), min(values.shape[0], top + side)
    x0, x1 = max(0, left), min(values.shape[1], left + side)
    if y0 < y1 and x0 < x1:
        piece[y0 - top : y1 - top, x0 - left : x1 - left] = values[y0:y1, x0:x1]
    return piece


def _vertex(values: NDArray[np.float32], peak: int) -> float:
    """Sub-pixel place of a peak: the vertex of the parabola through it and its two neighbours."""
    if not 0 < peak < len(values) - 1:
        return float(peak)
    before, here, after = (float(v) for v in values[peak - 1 : peak + 2])
    bend = before - 2 * here + after
    return peak + (0.5 * (before - after) / bend if bend < 0 else 0.0)
