"""The drawer of tables itself: its truth against its pictures."""

import numpy as np
import pytest

from tests.scenes import Ball, Disc, Hand, SceneSpec, Sensor, draw_scene, make_camera, random_scene

CLEAR = Sensor(0.0, 0.0, 98)


def test_the_same_generator_draws_the_same_picture() -> None:
    first, second = (draw_scene(random_scene(g), g).image for g in (np.random.default_rng(4), np.random.default_rng(4)))
    assert np.array_equal(first, second)


def test_tops_of_discs_show_their_team() -> None:
    rng = np.random.default_rng(8)
    spec = random_scene(rng, camera=make_camera())
    scene = draw_scene(SceneSpec(spec.camera, discs=spec.discs, sensor=CLEAR), rng)
    for disc in spec.discs:
        rim = np.array((disc.x_mm, disc.y_mm)) + 8.2 * np.array(((1, 0), (0, 1), (-1, 0), (0, -1)))
        x, y = np.round(spec.camera.project(rim, scene.tops_mm[disc.piece])).astype(int).T
        blue, _, red = np.median(scene.image[y, x].astype(float), axis=0)
        assert (blue > red) == (disc.piece[0] == "B")


def test_a_hand_hides_what_lies_under_it() -> None:
    discs = (Disc("B1", 250.0, 200.0), Disc("R1", 60.0, 60.0))
    spec = SceneSpec(make_camera(), discs=discs, hand=Hand(250.0, 120.0))
    visible = draw_scene(spec, np.random.default_rng(0)).visible
    assert visible["B1"] < 0.1
    assert visible["R1"] == 1.0


def test_a_ring_lifts_its_holder_and_shows_around_it() -> None:
    spec = SceneSpec(
        make_camera(), discs=(Disc("B1", 250.0, 150.0),), ball=Ball("ring", 250.0, 150.0, "B1"), sensor=CLEAR
    )
    scene = draw_scene(spec, np.random.default_rng(0))
    assert scene.tops_mm == {"B1": 6.5}
    x, y = np.round(spec.camera.project(((250.0, 150.0 + 10.4),), 1.5)[0]).astype(int)
    assert scene.image[y, x].min() > 150


@pytest.mark.parametrize("elevation", [85.0, 60.0, 40.0])
def test_a_ball_on_top_stands_above_the_face_and_hides_part_of_it(elevation: float) -> None:
    camera = make_camera(elevation_deg=elevation)
    disc, ball = Disc("B1", 250.0, 150.0), Ball("ball", 250.0, 150.0, "B1")
    scene = draw_scene(SceneSpec(camera, discs=(disc,), ball=ball, sensor=CLEAR), np.random.default_rng(0))
    x, y = np.round(camera.project(((250.0, 150.0),), 5.0 + 4.75)[0]).astype(int)
    assert scene.image[y, x].min() > 120
    assert 0.2 < scene.visible["B1"] < 0.95
