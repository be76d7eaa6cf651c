"""Which spots of many pictures were one ball: traced backwards from where it came to rest.

At the end of its way a ball is alone on the table and slow; at its beginning there is a hand beside it, full of spots
that might be balls. So the end is what is known best.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.observation import PathPoint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.rolling.spots import Spot

_REACH_MM, _REACH_STEPS = 15.0, 0.9
"""A spot counts so far from where a ball as fast as before would be, and so many of its last steps more."""
_SUDDEN_MM_S = 2500.0
"""A ball that something stopped was so fast before at most."""
_LOST_S = 0.25
"""A ball hidden for longer than this is not traced any further."""
_STILL_MM = 4.0
"""A ball that stays within this from picture to picture lies still."""
_STILL_PICTURES = 3
_ENDS = 5
"""Last pictures with spots in which the way of a ball that rolled out of sight may end."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The spots of one picture."""

    t: float
    spots: tuple[Spot, ...]

    def point(self, spot: Spot) -> PathPoint:
        """A spot as a place of the ball."""
        return PathPoint(self.t, spot.x_mm, spot.y_mm, spot.sd_mm)


def trace_back(seen: Sequence[Seen], end: PathPoint) -> tuple[PathPoint, ...]:
    """The way that leads to ``end``, in order of time and without it; as far back as it can be told."""
    found = [end]
    for picture in reversed([each for each in seen if each.t < end.t]):
        here = found[-1]
        passed = here.t - picture.t
        if passed > _LOST_S and len(found) > 1:
            break
        step = _step(found, passed)
        ahead = (here.x_mm + step[0], here.y_mm + step[1])
        spot = _nearest(picture.spots, ahead, _REACH_MM + _REACH_STEPS * math.hypot(*step))
        if spot is None and len(picture.spots) == 1:
            spot = _nearest(picture.spots, (here.x_mm, here.y_mm), _SUDDEN_MM_S * passed)
        if spot is not None:
            found.append(picture.point(spot))
    return tuple(found[:0:-1])


def _step(found: Sequence[PathPoint], passed: float) -> tuple[float, float]:
    """How far a ball goes, backwards in time, in ``passed`` seconds by the last two points; nowhere with only one."""
    if len(found) < 2:
        return 0.0, 0.0
    one, other = found[-2], found[-1]
    share = passed / max(one.t - other.t, 1e-3)
    return share * (other.x_mm - one.x_mm), share * (other.y_mm - one.y_mm)


def _nearest(spots: Sequence[Spot], at: tuple[float, float], reach_mm: float) -> Spot | None:
    near = [(math.hypot(spot.x_mm - at[0], spot.y_mm - at[1]), k) for k, spot in enumerate(spots)]
    apart, k = min(near, default=(math.inf, 0))
    return spots[k] if apart <= reach_mm else None


def still_ends(seen: Sequence[Seen]) -> list[PathPoint]:
    """Spots that stayed where they are in the last pictures: where a ball may have come to rest."""
    last = seen[-_STILL_PICTURES:]
    if len(last) < _STILL_PICTURES:
        return []
    ends = []
    for spot in last[-1].spots:
        same = [_nearest(picture.spots, (spot.x_mm, spot.y_mm), _STILL_MM) for picture in last]
        kept = [each for each in same if each is not None]
        if len(kept) == _STILL_PICTURES:
            ends.append(last[-1].point(min(kept, key=lambda each: each.sd_mm)))
    return ends


def last_ends(seen: Sequence[Seen]) -> list[PathPoint]:
    """Where a ball that is gone may have been seen last."""
    return [picture.point(spot) for picture in [s for s in seen if s.spots][-_ENDS:] for spot in picture.spots]
