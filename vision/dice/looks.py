"""What the net for dice of any make says of places, looked at from above, from nearer or from all round them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from vision.dice.net import ALL_ANSWERS, DiceNet
from vision.dice.opinion import Look, Opinion, together
from vision.dice.windows import FINE_WINDOW_PX, die_windows, offset_mm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from vision.rectify import Image

_STEPS = 2
"""In which a place is looked at from nearer. What differs most from white paper is a white die's shadow, whose middle
lies up to 10 mm beside the die."""
_CLOSE = tuple((x, y) for x in (-0.035, 0.035) for y in (-0.035, 0.035))
"""Where to look closely (right and down, window sides): each look counts as one opinion."""


def from_above(image: Image, pose: BoardPose, middles_mm: NDArray[np.float64]) -> list[Look]:
    """What the net says, looking from above each of some points (N, 2)."""
    probabilities, offsets = _net().look(die_windows(image, pose, middles_mm, FINE_WINDOW_PX))
    places_mm = offset_mm(offsets, pose, middles_mm)
    return [Look(place, Opinion(row)) for place, row in zip(places_mm, probabilities, strict=True)]


def from_nearer(image: Image, pose: BoardPose, looks: Sequence[Look]) -> list[Look]:
    """The best look at each place, step by step from where the net believes a die to stand."""
    best, steps = list(looks), list(looks)
    for _ in range(_STEPS if looks else 0):
        steps = from_above(image, pose, np.array([look.place_mm for look in steps]))
        best = [max(pair, key=lambda look: look.opinion.die) for pair in zip(best, steps, strict=True)]
    return best


def from_all_round(image: Image, pose: BoardPose, looks: Sequence[Look]) -> list[Look]:
    """Each place looked at from all round it; what several looks say together is the geometric mean."""
    if not looks:
        return []
    middles_mm = np.repeat(np.array([look.place_mm for look in looks]), len(_CLOSE), axis=0)
    steps = np.tile(np.array(_CLOSE), (len(looks), 1))
    several = from_above(image, pose, offset_mm(steps, pose, middles_mm))
    joined = []
    for start in range(0, len(several), len(_CLOSE)):
        group = several[start : start + len(_CLOSE)]
        place_mm = np.mean([look.place_mm for look in group], axis=0)
        joined.append(Look(np.asarray(place_mm, np.float64), together([look.opinion for look in group])))
    return joined


@cache
def _net() -> DiceNet:
    return DiceNet(answers=ALL_ANSWERS)
