"""A ball of a colour that balls seldom have: nobody claims it, and it is not passed over in silence."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.finder import finder_for
from engine.board import shipped_board
from tests.scenes import Ball, Disc, SceneSpec, draw_scene, make_camera
from vision.still import read_still

BOARD = shipped_board("regista-a2")
DISCS = tuple(Disc(f"{'BR'[k % 2]}{k + 1}", 60.0 + 50 * k, 90.0 if k % 2 else 210.0, 20.0 * k) for k in range(8))


@pytest.mark.parametrize(
    ("ball", "spaces"), [(Ball("ball", 200.0, 130.0, colour=(25, 25, 25)), ["G9"]), (None, [])], ids=["black", "none"]
)
def test_a_black_ball_is_asked_about(ball: Ball | None, spaces: list[str]) -> None:
    spec = SceneSpec(make_camera(elevation_deg=62.0), BOARD, discs=DISCS, ball=ball)
    answer = read_still(draw_scene(spec, np.random.default_rng(2)).image, finder_for(BOARD))
    assert answer["ball"] is None
    assert [doubt["cell"] for doubt in answer["unsure"] if "may be the ball" in doubt["why"]] == spaces
