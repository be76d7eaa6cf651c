"""Whether a die lies on another one: it is seen further away than it lies, by the height of the lower one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.dice.lie import level_edges
from vision.dice.looks import from_above
from vision.dice.net import STACKED
from vision.dice.windows import offset_mm

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from vision.rectify import Image

_BELOW_MM, _CUBES_BELOW_MM = (11.0, 14.0, 17.0), (12.0, 15.0)
"""Heights of the dice that another one may lie on, for the net and for the cube that is laid over the lower one."""
_BESIDE = ((-0.035, 0.035), (0.035, -0.035))
"""From where a lower die is looked for (right and down, window sides)."""
_MAY_BE_STACKED, _STACKED_FROM = 0.4, 0.55
"""Probability of a stack, seen from the place of the lower die whatever its height, from which a cube is laid over it;
its sum with how much more of the lower cube's edges is seen than of the upper one's, from which the upper one is not
read. Of 237 dice on the table, drawn and path-traced, none had more than 0.38 (one in a test 0.44), of 26 on another
one 8 more than 0.6."""


def lies_on_another(place_mm: NDArray[np.float64], image: Image, pose: BoardPose) -> bool:
    """Whether what looks like a die on the table, at a board point (2,), lies a die higher.

    It is nearer to the camera then than it seems.
    """
    camera_mm = pose.camera_position_mm()
    nearer = (camera_mm[:2] - place_mm) / abs(camera_mm[2])
    steps, said = np.array(_BESIDE), 1.0
    for height_mm in _BELOW_MM:
        places_mm = np.repeat([place_mm + height_mm * nearer], len(_BESIDE), axis=0)
        looks = from_above(image, pose, offset_mm(steps, pose, places_mm))
        said = min(said, float(np.mean([seen.opinion.probabilities[STACKED] for seen in looks])))
        if said < _MAY_BE_STACKED:
            return False
    lower = max(level_edges(image, pose, place_mm + height_mm * nearer) for height_mm in _CUBES_BELOW_MM)
    return said + lower - level_edges(image, pose, place_mm) > _STACKED_FROM
