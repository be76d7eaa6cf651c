"""A ball of a colour that balls seldom have: nobody claims it, and it is not passed over in silence."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from calibration.finder import finder_for
from engine.board import shipped_board
from tests.scenes import Ball, Disc, SceneSpec, draw_scene, make_camera
from vision.changed import compared_size
from vision.known_colours import NOTHING_KNOWN
from vision.numbers import NumberReader
from vision.reader import TableReader
from vision.still import read_still

BOARD = shipped_board("regista-a2")
DISCS = tuple(Disc(f"{'BR'[k % 2]}{k + 1}", 60.0 + 50 * k, 90.0 if k % 2 else 210.0, 20.0 * k) for k in range(8))
BLACK = Ball("ball", 200.0, 130.0, colour=(25, 25, 25))
POSE = make_camera(elevation_deg=62.0)


@cache
def picture(ball: Ball | None) -> np.ndarray:
    return draw_scene(SceneSpec(POSE, BOARD, discs=DISCS, ball=ball), np.random.default_rng(2)).image


@pytest.mark.parametrize(("ball", "spaces"), [(BLACK, ["G9"]), (None, [])], ids=["black", "none"])
def test_a_black_ball_is_asked_about(ball: Ball | None, spaces: list[str]) -> None:
    answer = read_still(picture(ball), finder_for(BOARD))
    assert answer["ball"] is None
    assert [doubt["cell"] for doubt in answer["unsure"] if "may be the ball" in doubt["why"]] == spaces


def test_in_a_match_it_is_asked_about_where_it_lies_now() -> None:
    reader = TableReader(BOARD, NumberReader())
    stood = {disc.piece: BOARD.grid.nearest(disc.x_mm, disc.y_mm).space for disc in DISCS}
    asked = []
    for ball in (None, BLACK, replace(BLACK, x_mm=320.0, y_mm=170.0)):
        image = picture(ball)
        seen = reader.read(image, compared_size(image), POSE, stood, NOTHING_KNOWN, in_full=ball is None)
        assert reader.carries == (ball is not None)
        asked.append([doubt.space for doubt in seen.unsure if doubt.what == "ball"])
    assert asked == [[], ["G9"], ["I14"]]
