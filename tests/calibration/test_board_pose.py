"""The board's pose against cameras that are known, because the pictures were drawn through them."""

import re
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from calibration.board_pose import find_board_pose
from calibration.kit.write import board_toml
from calibration.pose import BoardPose, Lens
from engine.board import parse_board, shipped_board, shipped_boards
from tests.scenes import Bend, Hand, Light, Scene, SceneSpec, Sensor, draw_scene, make_camera, random_scene, wide_view
from tests.scenes.views import field_corners_mm

BOARD = shipped_board("regista-a2")
BOARD_TEXT = board_toml(BOARD)
LENGTH, WIDTH = BOARD.grid.field_size_mm
CORNERS_MM = np.array(((0, 0), (LENGTH, 0), (LENGTH, WIDTH), (0, WIDTH)))


@cache
def draw(seed: int = 1, **changes: object) -> Scene:
    rng = np.random.default_rng(seed)
    spec = random_scene(rng, camera=make_camera())
    return draw_scene(replace(spec, light=Light(), sensor=Sensor(), **changes), rng)


def corner_error_spaces(pose: BoardPose, scene: Scene) -> float:
    """Mean distance of the field's corners from the truth, in widths of a space in the picture's middle."""
    space_px = scene.spec.camera.px_per_mm(LENGTH / 2, WIDTH / 2) * BOARD.grid.width_mm
    return float(np.linalg.norm(pose.project(CORNERS_MM) - scene.corners_px, axis=1).mean()) / space_px


def worst_error_spaces(pose: BoardPose, scene: Scene) -> float:
    """Of the field's corners and the middles of its spaces that the picture shows, on the board."""
    grid, camera = scene.spec.board.grid, scene.spec.camera
    points = np.array([*field_corners_mm(scene.spec.board), *(grid.centre_mm(space) for space in grid.field_spaces)])
    points = points[camera.sees(points)]
    assert len(points)
    return float(np.linalg.norm(pose.to_board(camera.project(points)) - points, axis=1).max()) / grid.width_mm


@cache
def found(scene: Scene, **options: object) -> BoardPose:
    pose = find_board_pose(scene.image, BOARD, **options)
    assert isinstance(pose, BoardPose), pose.reason
    return pose


def renumbered(numbers: dict[int, int]) -> str:
    """The board's file with other ids at the markers' places."""
    return re.sub(r"(?m)^(\d+) = ", lambda line: f"{numbers[int(line[1])]} = ", BOARD_TEXT)


CAMERAS = {
    "from above, straight": {"elevation_deg": 88.0, "k1": 0.0, "k2": 0.0},
    "low, from the north": {"elevation_deg": 42.0, "distance_mm": 900.0, "azimuth_deg": 180.0},
    "from the east, long": {"azimuth_deg": 90.0, "focal_px": 1330.0, "distance_mm": 1700.0},
    "tilted, wide": {"roll_deg": 14.0, "focal_px": 790.0, "distance_mm": 700.0},
    "barrel": {"k1": -0.18, "k2": 0.03, "focal_px": 900.0, "distance_mm": 700.0},
    "small picture": {"size_px": (640, 480), "distance_mm": 750.0},
    "small board in a large picture": {"size_px": (2560, 1440), "focal_px": 2500.0, "distance_mm": 3800.0},
    "large picture": {"size_px": (1920, 1080)},
}


@cache
def seen_by(name: str) -> Scene:
    return draw(camera=make_camera(**CAMERAS[name]))


@pytest.mark.parametrize("name", CAMERAS)
def test_field_corners_are_found_to_a_fiftieth_of_a_space_without_a_lens(name: str) -> None:
    scene = seen_by(name)
    assert corner_error_spaces(found(scene), scene) < 0.02


@pytest.mark.parametrize("name", ["low, from the north", "barrel"])
def test_tops_of_discs_are_placed_to_half_a_millimetre(name: str) -> None:
    scene = seen_by(name)
    pose = found(scene)
    for disc in scene.spec.discs:
        top_px = scene.spec.camera.project(((disc.x_mm, disc.y_mm),), scene.tops_mm[disc.piece])
        there = pose.to_board(top_px, scene.tops_mm[disc.piece])[0]
        assert np.hypot(*(there - (disc.x_mm, disc.y_mm))) < 0.5


@pytest.mark.parametrize(
    ("hidden", "tolerance"),
    [
        ((0, 3, 6, 9), 0.02),
        (tuple(range(6)), 0.03),
        (tuple(range(9)), 0.05),
        (tuple(n for n in range(12) if n not in (5, 10)), 0.1),
        (tuple(n for n in range(12) if n != 8), 0.3),
    ],
    ids=["corners gone", "half", "three left", "two left", "one left"],
)
def test_any_subset_of_the_markers_does(hidden: tuple[int, ...], tolerance: float) -> None:
    scene = draw(hidden_markers=hidden)
    pose = found(scene)
    assert set(pose.markers_used) == set(range(12)) - set(hidden)
    assert corner_error_spaces(pose, scene) < tolerance


PAIRS = {"one short side": (5, 4), "a corner and its neighbour": (9, 10), "across": (0, 6)}


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_any_two_markers_give_the_whole_field(pair: tuple[int, int]) -> None:
    camera = make_camera((800, 450))
    scene = draw(camera=camera, hidden_markers=tuple(n for n in range(12) if n not in pair))
    pose = found(scene)
    assert pose.markers_used == tuple(sorted(pair))
    assert worst_error_spaces(pose, scene) < 0.02
    assert worst_error_spaces(found(scene, lens=camera.lens), scene) < 0.02


LOW, SMALL, EDGE_OUT = (36.0, 24.0, True, 1), (88.0, 15.0, True, 2), (55.0, 40.0, False, 3)
"""Elevation, pixels a space, whether the whole field is in the picture, and a seed."""


@pytest.mark.parametrize(
    ("board_name", "place"),
    [
        *((name, LOW) for name in shipped_boards()),
        ("regista-a2", SMALL),
        ("soccer-chess", SMALL),
        ("soccer-chess", EDGE_OUT),
        ("very-much-b3", EDGE_OUT),
    ],
)
def test_boards_are_found_from_all_round_through_any_lens(
    board_name: str, place: tuple[float, float, bool, int]
) -> None:
    elevation_deg, space_px, whole_field, seed = place
    board, rng = shipped_board(board_name), np.random.default_rng(seed)
    camera = wide_view(rng, board, elevation_deg=elevation_deg, space_px=space_px, whole_field=whole_field)
    scene = draw_scene(SceneSpec(camera, board), rng)
    pose = find_board_pose(scene.image, board)
    assert isinstance(pose, BoardPose), pose.reason
    error = worst_error_spaces(pose, scene)
    assert error < 0.04
    assert error < 5 * pose.field_sd_mm / board.grid.width_mm


def test_lenses_off_centre_and_with_a_strong_barrel_are_estimated_as_well() -> None:
    camera = make_camera(focal_px=850.0, k1=-0.33, k2=0.07, centre_off_px=(22.0, -15.0), distance_mm=620.0)
    scene = draw(camera=camera)
    assert worst_error_spaces(found(scene), scene) < 0.02


def test_the_boards_origin_may_lie_behind_the_camera() -> None:
    camera = make_camera(
        (640, 480), elevation_deg=35.0, azimuth_deg=270.0, distance_mm=330.0, target_mm=(430.0, 150.0), focal_px=420.0
    )
    assert camera.tvec[2] < 0
    scene = draw(camera=camera)
    assert worst_error_spaces(found(scene), scene) < 0.02


def test_fewer_markers_mean_a_larger_stated_error() -> None:
    many = found(draw(sheet=True))
    few = found(draw(hidden_markers=tuple(range(10))))
    assert 0 < many.field_sd_mm < few.field_sd_mm


@pytest.mark.parametrize("sensor", [Sensor(1.6, 3.0, 75), Sensor(0.6, 11.0, 70)], ids=["soft", "noisy"])
def test_soft_and_noisy_pictures(sensor: Sensor) -> None:
    rng = np.random.default_rng(3)
    spec = replace(random_scene(rng, camera=make_camera()), sensor=sensor, light=Light(0.5, 0.5))
    scene = draw_scene(spec, rng)
    assert corner_error_spaces(found(scene), scene) < 0.05


def test_dim_light() -> None:
    scene_spec = random_scene(np.random.default_rng(5), camera=make_camera())
    scene = draw_scene(replace(scene_spec, light=Light(0.25, 0.6), sensor=Sensor(0.8, 3.0)), np.random.default_rng(5))
    assert corner_error_spaces(found(scene), scene) < 0.03


def test_a_hand_over_the_board_does_not_shift_it() -> None:
    scene = draw(hand=Hand(300.0, 160.0, 60.0))
    assert corner_error_spaces(found(scene), scene) < 0.02


def test_an_edge_that_curls_up_leaves_the_flat_part_right() -> None:
    camera = make_camera((960, 540), elevation_deg=50.0, distance_mm=850.0)
    scene = draw_scene(SceneSpec(camera, bend=Bend(12.0, "edge")), np.random.default_rng(0))
    west = np.array(((10.0, 10.0), (10.0, 290.0), (250.0, 10.0), (250.0, 290.0)))
    there = found(scene).to_board(camera.project(west))
    assert np.linalg.norm(there - west, axis=1).max() / BOARD.grid.width_mm < 0.05


def test_a_phantom_marker_is_outvoted() -> None:
    scene = draw(hidden_markers=(4,))
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    phantom = np.pad(cv2.aruco.generateImageMarker(dictionary, 4, 36), 8, constant_values=255)
    picture = scene.image.copy()
    picture[10:62, 10:62] = phantom[..., None]
    pose = find_board_pose(picture, BOARD)
    assert pose
    assert 4 not in pose.markers_used
    assert corner_error_spaces(pose, scene) < 0.02


def test_a_measured_lens_is_kept_as_it_is() -> None:
    scene = draw(camera=make_camera(k1=-0.15, k2=0.02))
    pose = found(scene, lens=scene.spec.camera.lens)
    assert pose.lens is scene.spec.camera.lens
    assert corner_error_spaces(pose, scene) < 0.01


def test_an_estimated_lens_is_marked_as_such_and_near_the_truth() -> None:
    scene = draw(camera=make_camera(k1=-0.12, k2=0.0, elevation_deg=50.0))
    lens = found(scene).lens
    assert not lens.measured
    assert lens.size_px == (1280, 720)
    assert lens.camera_matrix[0, 0] == pytest.approx(scene.spec.camera.lens.camera_matrix[0, 0], rel=0.03)
    assert lens.distortion[0] == pytest.approx(-0.12, abs=0.04)


def test_grey_pictures_are_as_good() -> None:
    scene = draw()
    pose = find_board_pose(cv2.cvtColor(scene.image, cv2.COLOR_BGR2GRAY), BOARD)
    assert pose
    assert corner_error_spaces(pose, scene) < 0.02


def test_a_previous_pose_lends_its_measured_lens() -> None:
    scene = draw()
    previous = found(scene, lens=scene.spec.camera.lens)
    assert found(scene, previous=previous).lens is previous.lens


class TestFailures:
    def reason(self, image: np.ndarray, **options: object) -> str:
        failure = find_board_pose(image, BOARD, **options)
        assert not failure
        return failure.reason

    def test_markers_that_lie_differently(self) -> None:
        swapped = renumbered(dict(zip(range(12), (6, 5, 9, 8, 7, 1, 0, 4, 3, 2, 11, 10), strict=True)))
        scene = draw_scene(SceneSpec(make_camera(), parse_board(swapped, "swapped.toml")), np.random.default_rng(0))
        assert "do not lie as on regista-a2" in self.reason(scene.image)

    @pytest.mark.parametrize("height_mm", [15.0, 25.0])
    def test_a_fold_that_was_not_smoothed(self, height_mm: float) -> None:
        camera = make_camera((960, 540), elevation_deg=50.0)
        scene = draw_scene(SceneSpec(camera, bend=Bend(height_mm, "fold")), np.random.default_rng(0))
        assert "lay the sheet flat" in self.reason(scene.image)

    def test_a_board_without_markers(self) -> None:
        bare = parse_board(BOARD_TEXT.split("[markers]", maxsplit=1)[0], "bare.toml")
        failure = find_board_pose(draw().image, bare)
        assert not failure
        assert "no printed markers" in failure.reason
        assert "touchline kit regista" in failure.reason

    def test_a_lens_for_another_shape_of_picture(self) -> None:
        lens = Lens(np.eye(3), np.zeros(5), (640, 480), measured=True)
        assert "640x480" in self.reason(draw().image, lens=lens)
