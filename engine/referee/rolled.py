"""What the way of a rolling ball decides: whether all of it was over a line, where it went out, whom it touched.

Millimetres in the board frame. The lines' outer edges are the field's border; a ball is over one when its centre is
farther beyond the border than its radius. Every point of a path has its own error, and nothing is decided within two
standard deviations of it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from engine.grid import Point

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.match import PieceId
    from engine.observation import PathPoint

SURE = 2.0
"""Standard deviations within which a measurement does not decide."""
LEAST_POINTS_OVER = 2
"""Moments at which all of the ball has to be over a line to be out by its way alone."""
FIT_MM = 90.0
"""How much of the way on either side of a line tells where it was crossed."""
_LEAST_EXIT_SD_MM = 0.3
"""Error of the place where a line was crossed that all points share."""
TURNED_DEG, STRAIGHT_DEG = 14.0, 5.0
"""A ball that turns by so much at a figure touched it; by less than the second it may have passed by."""
WAY_MM = 70.0
"""How much of the way before and after a figure tells the directions."""
_MEETING, _MEETING_STEPS, _MEETING_MM = 1.3, 0.1, 1.0
"""Where two straight ways meet is known so well: factor, share of the steps to the next pictures, and millimetres."""
UNSEEN_MM, UNSEEN_STEPS = 50.0, 2.5
"""A piece of the way longer than this, and than so many of its neighbours, was rolled unseen."""
ROUNDABOUT = 1.25
"""How much longer than straight an unseen way may have been."""
BESIDE_MM = 4.0
"""A figure further from the way than this, errors aside, was not touched."""


class Over(NamedTuple):
    """The ball and the lines along its way."""

    verdict: Literal["in", "out", "close"]
    over_mm: float
    """Gap between ball and line where it was largest; negative if it never was over."""
    sd_mm: float
    """Error of that."""
    out_mm: Point
    """The crossing of the border, carried so far beyond it; where the ball was nearest to being over, if not out."""
    exit_sd_mm: float
    """Error along the border of where it was crossed; 0 if not out."""


class Field(NamedTuple):
    """The field as far as a ball is concerned."""

    size_mm: tuple[float, float]
    radius_mm: float
    """The ball's."""

    def beyond(self, point: PathPoint) -> tuple[float, int, float]:
        """How far a centre lies beyond the nearest line's border, over which axis (0 = x), and that border's place."""
        length, width = self.size_mm
        return max(
            (-point.x_mm, 0, 0.0),
            (point.x_mm - length, 0, length),
            (-point.y_mm, 1, 0.0),
            (point.y_mm - width, 1, width),
        )


def over_lines(field: Field, path: Sequence[PathPoint]) -> Over | None:
    """Judge a way of two points or more; None for less."""
    if len(path) < 2:
        return None
    gaps = [field.beyond(point)[0] - field.radius_mm for point in path]
    clear = [gap - SURE * point.sd_mm for gap, point in zip(gaps, path, strict=True)]
    sure = [k for k, margin in enumerate(clear) if margin > 0]
    if len(sure) >= LEAST_POINTS_OVER:
        return _out(field, path, sure, gaps)
    nearest = max(range(len(path)), key=lambda k: gaps[k] + SURE * path[k].sd_mm + _unseen_mm(gaps, k))
    point = path[nearest]
    may_be = gaps[nearest] + SURE * point.sd_mm + _unseen_mm(gaps, nearest) >= 0
    at = Point(point.x_mm, point.y_mm)
    sd_mm = point.sd_mm + _unseen_mm(gaps, nearest) / SURE
    return Over("close" if may_be else "in", gaps[nearest], sd_mm, at, 0.0)


def _unseen_mm(gaps: Sequence[float], k: int) -> float:
    """How much further a ball that turned back there may have come between two pictures."""
    if not 0 < k < len(gaps) - 1:
        return 0.0
    rise, fall = gaps[k] - gaps[k - 1], gaps[k] - gaps[k + 1]
    if rise < 0 or fall < 0:
        return 0.0
    most = max(rise, fall)
    if not 1 < k < len(gaps) - 2:
        return most
    # Straight on from both sides, the ways meet where it turned, before this picture or after it.
    rise_before, fall_after = gaps[k - 1] - gaps[k - 2], gaps[k + 1] - gaps[k + 2]
    later = rise * max(0.0, fall_after - fall) / max(rise + fall_after, 1e-9)
    earlier = fall * max(0.0, rise_before - rise) / max(fall + rise_before, 1e-9)
    unsure = _MEETING_MM + _MEETING_STEPS * (rise + fall)
    return min(most, _MEETING * max(later, earlier) + unsure)


def _out(field: Field, path: Sequence[PathPoint], sure: Sequence[int], gaps: Sequence[float]) -> Over:
    first = sure[0]
    _, axis, border = field.beyond(path[first])
    inside = max((k for k in range(first) if gaps[k] + field.radius_mm <= 0), default=None)
    along, exit_sd_mm = _crossing(path, inside, first, axis, border)
    # The first stretch outside counts; what the ball did when it was dead does not.
    stretch = [k for k in sure if all(j in sure for j in range(first, k))]
    best = max(stretch, key=lambda k: gaps[k] - SURE * path[k].sd_mm)
    away = border + (1.0 if border > 0 else -1.0) * (field.radius_mm + gaps[best])
    out = Point(away, along) if axis == 0 else Point(along, away)
    return Over("out", gaps[best], path[best].sd_mm, out, exit_sd_mm)


def _crossing(
    path: Sequence[PathPoint], inside: int | None, first: int, axis: int, border: float
) -> tuple[float, float]:
    """Where along the border the centre crossed it, and its error: a straight line through the points on both sides."""
    if inside is None:
        return _along(path[first], axis), path[first].sd_mm
    points = _one_way(path, inside, axis, border)
    weights = [1.0 / max(point.sd_mm, 0.1) ** 2 for point in points]
    total = sum(weights)
    u = [_across(point, axis) - border for point in points]
    v = [_along(point, axis) for point in points]
    mean_u = sum(w * x for w, x in zip(weights, u, strict=True)) / total
    mean_v = sum(w * x for w, x in zip(weights, v, strict=True)) / total
    spread = sum(w * (x - mean_u) ** 2 for w, x in zip(weights, u, strict=True))
    if spread <= 0:
        return mean_v, 1.0 / math.sqrt(total)
    slope = sum(w * (x - mean_u) * (y - mean_v) for w, x, y in zip(weights, u, v, strict=True)) / spread
    missed = [y - mean_v - slope * (x - mean_u) for x, y in zip(u, v, strict=True)]
    worse = max(1.0, sum(w * m * m for w, m in zip(weights, missed, strict=True)) / max(1, len(points) - 2))
    fitted = worse * (1.0 / total + mean_u**2 / spread)
    return mean_v - slope * mean_u, math.hypot(_LEAST_EXIT_SD_MM, math.sqrt(fitted))


def _one_way(path: Sequence[PathPoint], inside: int, axis: int, border: float) -> Sequence[PathPoint]:
    """The points round a crossing, near it and as long as they lead one way: towards the line, then away from it."""
    out = 1.0 if border > 0 else -1.0
    beyond = [out * (_across(point, axis) - border) for point in path]
    low, high = inside, inside + 1
    while low > 0 and beyond[low - 1] < beyond[low] and beyond[low - 1] >= -FIT_MM:
        low -= 1
    while high + 1 < len(path) and beyond[high] < beyond[high + 1] <= FIT_MM:
        high += 1
    return path[low : high + 1]


def _across(point: PathPoint, axis: int) -> float:
    return point.x_mm if axis == 0 else point.y_mm


def _along(point: PathPoint, axis: int) -> float:
    return point.y_mm if axis == 0 else point.x_mm


@dataclass(frozen=True, slots=True)
class Touch:
    """A figure that the ball touched, or may have touched."""

    piece: PieceId
    t: float
    """When they were nearest, by the path's clock."""
    sure: bool


def touches(path: Sequence[PathPoint], figures_mm: Mapping[PieceId, Point], contact_mm: float) -> tuple[Touch, ...]:
    """Figures that turned or stopped the ball, in order, and those that it passed too closely to tell.

    ``contact_mm`` is the distance of the centres when ball and figure touch. The kicker is not to be among the figures.
    """
    found = [touch for piece, at in figures_mm.items() if (touch := _touch(path, piece, at, contact_mm)) is not None]
    return tuple(sorted(found, key=lambda touch: touch.t))


def _touch(path: Sequence[PathPoint], piece: PieceId, at: Point, contact_mm: float) -> Touch | None:
    if len(path) < 2:
        return None
    if (hidden := _unseen_by(path, at, contact_mm)) is not None:
        return Touch(piece, hidden, sure=False)
    apart, k, t = _nearest(path, at)
    sd_mm = max(path[k].sd_mm, path[k + 1].sd_mm)
    if apart > contact_mm + BESIDE_MM + SURE * sd_mm:
        return None
    before, after = _direction(path[: k + 1][::-1]), _direction(path[k + 1 :])
    if before is None:
        return None
    if after is None:
        return Touch(piece, t, apart <= contact_mm + SURE * sd_mm)
    turned = abs((math.degrees(after - before - math.pi) + 180.0) % 360.0 - 180.0)
    if turned >= TURNED_DEG:
        return Touch(piece, t, sure=True)
    if turned <= STRAIGHT_DEG and apart > contact_mm + SURE * sd_mm:
        return None
    return Touch(piece, t, sure=False)


def _unseen_by(path: Sequence[PathPoint], at: Point, contact_mm: float) -> float | None:
    """When the ball may have met a figure on a piece of its way that nobody saw; None if it cannot have."""
    lengths = [math.hypot(b.x_mm - a.x_mm, b.y_mm - a.y_mm) for a, b in pairwise(path)]
    for k, length in enumerate(lengths):
        beside = max((*lengths[max(0, k - 1) : k], *lengths[k + 1 : k + 2]), default=0.0)
        if length <= max(UNSEEN_MM, UNSEEN_STEPS * beside):
            continue
        a, b = path[k], path[k + 1]
        round_it = math.hypot(a.x_mm - at.x_mm, a.y_mm - at.y_mm) + math.hypot(b.x_mm - at.x_mm, b.y_mm - at.y_mm)
        if round_it <= ROUNDABOUT * length + 2 * contact_mm:
            return (a.t + b.t) / 2
    return None


def _nearest(path: Sequence[PathPoint], at: Point) -> tuple[float, int, float]:
    """Least distance of a way from a place, the piece of the way that it is on, and when."""
    best = (math.inf, 0, path[0].t)
    for k, (a, b) in enumerate(pairwise(path)):
        dx, dy = b.x_mm - a.x_mm, b.y_mm - a.y_mm
        square = dx * dx + dy * dy
        share = 0.0 if square == 0 else ((at.x_mm - a.x_mm) * dx + (at.y_mm - a.y_mm) * dy) / square
        share = min(max(share, 0.0), 1.0)
        apart = math.hypot(a.x_mm + share * dx - at.x_mm, a.y_mm + share * dy - at.y_mm)
        if apart < best[0]:
            best = (apart, k, a.t + share * (b.t - a.t))
    return best


def _direction(points: Sequence[PathPoint]) -> float | None:
    """Direction (radians) in which points lead away from the first of them; None if they hardly lead anywhere.

    The very first lies next to a figure and may be where the ball was squeezed or hidden: it counts like any other.
    """
    if not points:
        return None
    start = points[0]
    far = [p for p in points[1:] if math.hypot(p.x_mm - start.x_mm, p.y_mm - start.y_mm) <= WAY_MM] or list(points[1:2])
    if not far:
        return None
    end = max(far, key=lambda p: math.hypot(p.x_mm - start.x_mm, p.y_mm - start.y_mm))
    away = math.hypot(end.x_mm - start.x_mm, end.y_mm - start.y_mm)
    if away < 4 * (start.sd_mm + end.sd_mm):
        return None
    return math.atan2(end.y_mm - start.y_mm, end.x_mm - start.x_mm)
