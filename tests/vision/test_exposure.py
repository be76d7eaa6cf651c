"""When a picture is so dark or bright that the camera should measure the light anew."""

from dataclasses import replace

import numpy as np
import pytest

from engine.board import shipped_board
from tests.scenes import Light, SceneSpec, draw_scene, make_camera
from vision.changes import shrink, table_region
from vision.exposure import exposure_fault

BOARD = shipped_board("regista-a2")
SIZE = (640, 480)


@pytest.mark.parametrize(
    ("light", "fault"),
    [
        (Light(0.9), ""),
        (Light(0.45), ""),
        (Light(0.18), "dark"),
        (Light(1.0, glare_mm=(200.0, 150.0)), ""),
        (Light(2.6), "bright"),
    ],
    ids=["good", "dim", "lamp off", "glare", "lamp on"],
)
@pytest.mark.parametrize("table", [(40, 60, 95), (200, 205, 208)], ids=["dark table", "white table"])
def test_only_a_light_that_no_longer_fits_the_exposure_is_one(
    light: Light, fault: str, table: tuple[int, int, int]
) -> None:
    spec = SceneSpec(make_camera(SIZE, distance_mm=900.0), table=table)
    small = shrink(draw_scene(replace(spec, light=light), np.random.default_rng(2)).image)
    assert exposure_fault(small, table_region(spec.camera, BOARD, SIZE)) == fault
