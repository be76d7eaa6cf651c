"""Drawn boards without markers, each set up from one picture of it empty, and the tables that are read on them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from eye_pictures import drawn_picture

from calibration.own.build import set_up
from calibration.own.finder import FeatureFinder
from tests.scenes import SceneSpec, Sensor, draw_scene, random_camera
from tests.scenes.own_boards import STYLES, own_board
from tests.scenes.wide import LAMPS, any_light, wide_scene

if TYPE_CHECKING:
    from eye_pictures import Picture

CLICKED_SD_PX = 3.0
"""How exactly people click corners."""
SET_UP_UNDER = ("daylight", "bulb", "dim")
SET_UP_PX = (1600, 900)


def drawn_own(number: int, seed: int) -> Picture:
    """A table on a board without markers, of each style in turn; the same for the same number and seed."""
    styles = list(STYLES)
    style = number % len(styles)
    finder = _set_up(styles[style], seed)
    rng = np.random.default_rng((seed, number, 1))
    board, print_ = own_board(STYLES[styles[style]], seed=style)
    wide = wide_scene(rng, board=board)
    wide = replace(wide, spec=replace(wide.spec, sheet_picture=print_), kinds={**wide.kinds, "board": styles[style]})
    picture = drawn_picture(f"own_{number:04d}", wide, rng)
    return replace(picture, board=finder.board, finder=finder)


@cache
def _set_up(style: str, seed: int) -> FeatureFinder:
    """A board as somebody set it up from a telephone's picture, by whatever lamp was there."""
    number = list(STYLES).index(style)
    rng = np.random.default_rng((seed, number))
    board, print_ = own_board(STYLES[style], seed=number)
    lamp = LAMPS[str(rng.choice(SET_UP_UNDER))]
    camera = random_camera(rng, board, SET_UP_PX)
    light = any_light(rng, board, lamp)
    sensor = Sensor(noise=float(rng.uniform(*lamp.noise)))
    scene = draw_scene(SceneSpec(camera, board, sheet_picture=print_, light=light, sensor=sensor), rng)
    own = set_up(scene.image, scene.corners_px + rng.normal(0, CLICKED_SD_PX, (4, 2)), board.file)
    if not own:
        raise RuntimeError(own.reason)
    return FeatureFinder(own.reference)
