"""A round ball's place in millimetres and the error to expect, against how its scene was made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.board import shipped_board
from tests.scenes import Ball, Disc, Light, SceneSpec, Sensor, draw_scene, make_camera
from vision.ball_fit import measure_ball, measure_balls

if TYPE_CHECKING:
    from calibration.pose import BoardPose

BOARD = shipped_board("soccer-chess")
WHITE, ORANGE = (235, 238, 240), (40, 120, 245)
RADIUS_MM = 8.0


def camera(elevation_deg: float = 60.0, distance_mm: float = 1050.0, azimuth_deg: float = 0.0) -> BoardPose:
    return make_camera(
        elevation_deg=elevation_deg, distance_mm=distance_mm, azimuth_deg=azimuth_deg, target_mm=(400.0, 300.0)
    )


def scene(seed: int, x_mm: float, y_mm: float, **more: object) -> SceneSpec:
    """A ball, light and camera that differ from seed to seed."""
    rng = np.random.default_rng(seed)
    discs = (Disc("R5", x_mm + 17.5, y_mm, 30.0),) if more.get("disc") else ()
    return SceneSpec(
        camera(float(rng.uniform(45, 80)), float(rng.uniform(1150, 1300)), float(rng.uniform(-25, 25))),
        BOARD,
        discs=discs,
        ball=Ball("ball", x_mm, y_mm, colour=WHITE if more.get("white") else ORANGE),
        light=Light(float(rng.uniform(0.6, 1.0)), 0.3, float(rng.uniform(0, 360))),
        sensor=Sensor(float(rng.uniform(0.4, 0.9)), float(rng.uniform(1.0, 4.0)), 85),
    )


CASES = [
    pytest.param(1, 250.0, 210.0, {"white": True}, id="white in the open"),
    pytest.param(2, 401.5, 260.0, {"white": True}, id="white on the halfway line"),
    pytest.param(3, 520.0, 330.0, {"white": True, "disc": True}, id="white by a red disc"),
    pytest.param(4, 330.0, 410.0, {"disc": True}, id="orange by a red disc"),
    pytest.param(5, 300.0, -9.0, {}, id="orange just over the touch line"),
    pytest.param(6, 808.0, 120.0, {}, id="orange over the goal line"),
    pytest.param(7, 640.0, 592.0, {"white": True}, id="white at the touch line"),
]


@pytest.mark.parametrize(("seed", "x_mm", "y_mm", "more"), CASES)
def test_the_centre_is_found_within_the_error_that_is_given(
    seed: int, x_mm: float, y_mm: float, more: dict[str, bool]
) -> None:
    spec = scene(seed, x_mm, y_mm, **more)
    picture = draw_scene(spec, np.random.default_rng(seed)).image
    fit = measure_ball(picture, spec.camera, (x_mm + 1.0, y_mm - 0.8), RADIUS_MM)
    assert fit
    error_mm = np.hypot(fit.centre_mm[0] - x_mm, fit.centre_mm[1] - y_mm)
    assert error_mm < min(1.2, 3.0 * fit.sd_mm)
    assert fit.sd_mm < 1.2


def test_bare_grass_is_no_ball() -> None:
    spec = SceneSpec(camera(), BOARD)
    picture = draw_scene(spec, np.random.default_rng(0)).image
    found = measure_ball(picture, spec.camera, (310.0, 210.0), RADIUS_MM)
    assert not found
    assert "outline" in found.reason


def test_a_ball_at_the_edge_of_the_picture_says_so() -> None:
    spec = SceneSpec(camera(distance_mm=500.0), BOARD)
    edge_mm = spec.camera.to_board(((2.0, 300.0),))[0]
    found = measure_ball(np.zeros((720, 1280, 3), np.uint8), spec.camera, edge_mm, RADIUS_MM)
    assert not found
    assert "edge of the picture" in found.reason


def test_poorer_pictures_promise_less() -> None:
    def sd_mm(distance_mm: float, blur_px: float, noise: float) -> float:
        spec = SceneSpec(
            camera(distance_mm=distance_mm),
            BOARD,
            ball=Ball("ball", 330.0, 250.0, colour=ORANGE),
            sensor=Sensor(blur_px, noise, 90),
        )
        fit = measure_ball(draw_scene(spec, np.random.default_rng(4)).image, spec.camera, (330.0, 250.0), RADIUS_MM)
        assert fit
        return fit.sd_mm

    assert sd_mm(1900.0, 1.0, 5.0) > 1.3 * sd_mm(950.0, 0.5, 1.0)


def test_places_are_measured_together_as_they_are_alone() -> None:
    spec = scene(8, 300.0, 250.0)
    picture = draw_scene(spec, np.random.default_rng(8)).image
    near_mm = np.array(((301.0, 249.2), (520.0, 90.0), (299.0, 251.5), (-4000.0, 0.0)))
    together = measure_balls(picture, spec.camera, near_mm, RADIUS_MM)
    for place, found in zip(near_mm, together, strict=True):
        alone = measure_ball(picture, spec.camera, place, RADIUS_MM)
        assert type(found) is type(alone)
        if found and alone:
            assert found.centre_mm == pytest.approx(alone.centre_mm, abs=1e-3)
            assert found.sd_mm == pytest.approx(alone.sd_mm, abs=1e-3)
    assert [bool(found) for found in together] == [True, False, True, False]
    assert measure_balls(picture, spec.camera, np.zeros((0, 2)), RADIUS_MM) == []
