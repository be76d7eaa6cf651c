"""A white ball lying in a goal is known by the print that it covers, on boards whose goals are drawn differently."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.board import shipped_board
from tests.scenes import Ball, Light, SceneSpec, Sensor, draw_scene, make_camera
from vision.goals import covered_goal_space, goal_contrast


@pytest.mark.parametrize(("name", "space"), [("very-much-b3", "I23"), ("regista-a2", "G23")])
def test_a_ball_in_a_goal_is_seen_however_it_lies_there(name: str, space: str) -> None:
    board = shipped_board(name)
    length, width = board.grid.field_size_mm
    camera = make_camera(
        elevation_deg=62, azimuth_deg=4, distance_mm=1.45 * length, target_mm=(length / 2, width / 2 + 8)
    )
    bare = SceneSpec(camera, board, light=Light(fall_off=0.15), sensor=Sensor(0.5, 1.5, 92))
    rng = np.random.default_rng(3)
    x_mm, y_mm = board.grid.centre_mm(space)
    lying = replace(bare, ball=Ball("ring", x_mm + 1.5, y_mm - 1.5))
    for spec, wanted in ((bare, None), (lying, space)):
        contrast = goal_contrast(draw_scene(spec, rng).image, camera, board)
        assert covered_goal_space(contrast, board) == wanted
