"""The drawer of tables itself: its truth against its pictures."""

import cv2
import numpy as np
import pytest

from engine.board import shipped_board
from tests.scenes import (
    Ball,
    Bend,
    Cup,
    Disc,
    Hand,
    SceneSpec,
    Sensor,
    draw_scene,
    make_camera,
    random_scene,
    wide_view,
)
from tests.scenes.views import field_corners_mm, in_picture, markers_in_picture

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


def test_a_cup_hides_the_marker_under_it_and_its_neighbours_stay() -> None:
    spec = SceneSpec(make_camera(), cups=(Cup(162.0, -37.0),), hidden_markers=(7,))
    markers = draw_scene(spec, np.random.default_rng(0)).markers
    assert markers[1] < 0.2
    assert markers[7] == 0.0
    assert markers[2] == 1.0


@pytest.mark.parametrize("kind", ["edge", "fold"])
def test_bent_paper_is_seen_where_it_rises(kind: str) -> None:
    camera = make_camera(distance_mm=1000.0, elevation_deg=50.0)
    bend = Bend(30.0, kind)
    flat, bent = (
        draw_scene(SceneSpec(camera, bend=b, sensor=CLEAR), np.random.default_rng(0)).image for b in (None, bend)
    )
    for x_mm, y_mm in ((505.0, 150.0), (252.0, 153.0), (40.0, 150.0)):
        rise = float(bend.rise_mm(np.float32((x_mm + 44.0) / 594.0)))
        on_table, raised = (camera.project(((x_mm, y_mm),), h)[0].astype(np.float32) for h in (0.0, rise))
        before = cv2.getRectSubPix(flat, (15, 15), on_table)
        after = cv2.getRectSubPix(bent, (15, 15), raised)
        assert cv2.matchTemplate(before, after, cv2.TM_CCOEFF_NORMED)[0, 0] > 0.8


@pytest.mark.parametrize("seed", range(4))
def test_wide_views_are_as_wished(seed: int) -> None:
    board = shipped_board("regista-a2")
    length, width = board.grid.field_size_mm
    rng = np.random.default_rng(seed)
    whole = wide_view(rng, board, elevation_deg=47.0, space_px=24.0)
    assert whole.px_per_mm(length / 2, width / 2) * 23.0 == pytest.approx(24.0, rel=0.15)
    assert in_picture(whole, field_corners_mm(board))
    cut = wide_view(rng, board, elevation_deg=47.0, space_px=24.0, whole_field=False)
    assert not in_picture(cut, field_corners_mm(board))
    assert len(markers_in_picture(cut, board)) >= 2


def test_nothing_of_the_sheet_shows_above_the_horizon() -> None:
    camera = make_camera(elevation_deg=20.0, focal_px=700.0, distance_mm=900.0, k1=0.0, k2=0.0)
    bare, table = (
        draw_scene(SceneSpec(camera, sheet=sheet, sensor=CLEAR, grain=0.0), np.random.default_rng(0)).image[:120]
        for sheet in (True, False)
    )
    assert np.array_equal(bare, table)
