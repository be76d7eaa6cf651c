"""Finding a board without markers again, against cameras that are known."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.finder import finder_for
from calibration.own.finder import FeatureFinder
from calibration.own.reference import save_reference
from calibration.pose import PoseFailure
from engine.board import shipped_board
from tests.calibration.own_tables import (
    GREEN,
    SAME_ENDS,
    STYLES,
    camera,
    corner_errors_spaces,
    empty_table,
    finder,
    game,
    own,
    printed,
)
from tests.scenes import Hand, Light, SceneSpec, Sensor, draw_scene

VIEWS = {
    "from the other side": {"azimuth_deg": 175.0, "elevation_deg": 60.0},
    "low and turned": {"azimuth_deg": 30.0, "elevation_deg": 40.0, "roll_deg": 100.0, "distance_mm": 1000.0},
    "small picture": {"size_px": (640, 480), "elevation_deg": 75.0, "roll_deg": -20.0},
}


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_a_game_on_the_board_is_found_from_anywhere(view: dict[str, object]) -> None:
    scene = game(GREEN, 1, camera(GREEN, **view))
    pose = finder(GREEN).find(scene.image)
    assert pose
    assert corner_errors_spaces(pose, scene).max() < 0.05
    assert pose.markers_used == ()


@pytest.mark.parametrize("name", [name for name in STYLES if STYLES[name] is not GREEN])
def test_other_prints_are_found_as_well(name: str) -> None:
    style = STYLES[name]
    scene = game(style, 2, camera(style, azimuth_deg=190.0, elevation_deg=70.0), light=Light(0.6, 0.4))
    pose = finder(style).find(scene.image)
    assert pose
    assert corner_errors_spaces(pose, scene).max() < 0.08


def test_a_hand_over_the_board_and_a_lamp_do_not_hide_it() -> None:
    hand = Hand(300.0, 150.0, from_deg=80.0)
    scene = game(GREEN, 4, camera(GREEN), hand=hand, light=Light(0.5, 0.5, cast=(0.72, 0.92, 1.05)))
    pose = finder(GREEN).find(scene.image)
    assert pose
    assert corner_errors_spaces(pose, scene).max() < 0.05


def test_a_pose_that_is_a_space_off_or_turned_is_put_right_by_the_print() -> None:
    scene = empty_table(GREEN)
    pose = own(GREEN).pose
    rotation, _ = cv2.Rodrigues(pose.rvec)
    for shift in ((23.0, 0.0, 0.0), (11.5, 19.9, 0.0)):
        off = replace(pose, tvec=pose.tvec + rotation @ np.array(shift))
        found = finder(GREEN).find(scene.image, off)
        assert found
        assert corner_errors_spaces(found, scene).max() < 0.05


def test_a_measured_lens_is_kept() -> None:
    scene = empty_table(GREEN)
    lens = scene.spec.camera.lens
    pose = FeatureFinder(own(GREEN).reference, lens).find(scene.image)
    assert pose
    assert pose.lens is lens


class TestFailures:
    def reason(self, style: object, image: np.ndarray) -> str:
        answer = finder(style).find(image)
        assert isinstance(answer, PoseFailure)
        return answer.reason

    def test_a_print_that_is_the_same_from_both_ends_is_never_guessed(self) -> None:
        scene = game(SAME_ENDS, 1, camera(SAME_ENDS))
        assert "stick a mark beside one corner" in self.reason(SAME_ENDS, scene.image)

    def test_the_kits_board_is_another(self) -> None:
        scene = draw_scene(SceneSpec(camera(GREEN), shipped_board("regista-a2")), np.random.default_rng(0))
        assert "is not to be seen" in self.reason(GREEN, scene.image)

    def test_no_board(self) -> None:
        scene = draw_scene(replace(empty_table(GREEN).spec, sheet=False), np.random.default_rng(0))
        assert "is not to be seen" in self.reason(GREEN, scene.image)

    def test_mirrored(self) -> None:
        assert "mirrored" in self.reason(GREEN, np.ascontiguousarray(empty_table(GREEN).image[:, ::-1]))

    def test_dark(self) -> None:
        spec = replace(empty_table(GREEN).spec, light=Light(0.03), sensor=Sensor(noise=4.0))
        assert "too dark" in self.reason(GREEN, draw_scene(spec, np.random.default_rng(0)).image)

    def test_a_lens_for_another_shape_of_picture(self) -> None:
        lens = replace(empty_table(GREEN).spec.camera.lens, size_px=(640, 480))
        answer = FeatureFinder(own(GREEN).reference, lens).find(empty_table(GREEN).image)
        assert not answer
        assert "640x480" in answer.reason


class TestCheck:
    def test_a_still_camera_shows_no_shift(self) -> None:
        scene = game(GREEN, 5, camera(GREEN))
        check = finder(GREEN).check(scene.image, scene.spec.camera)
        assert check
        assert check.shift_spaces < 0.03

    @pytest.mark.parametrize("shift_mm", [(2.0, 0.0), (-3.0, 4.0), (0.0, -9.0)])
    def test_a_moved_board_is_measured(self, shift_mm: tuple[float, float]) -> None:
        scene = empty_table(GREEN)
        rotation, _ = cv2.Rodrigues(scene.spec.camera.rvec)
        off = replace(scene.spec.camera, tvec=scene.spec.camera.tvec + rotation @ np.array((*shift_mm, 0.0)))
        check = finder(GREEN).check(scene.image, off)
        assert check
        assert check.shift_spaces * 23.0 == pytest.approx(np.hypot(*shift_mm), rel=0.1, abs=0.4)

    @pytest.mark.parametrize("steps", [1, 2])
    def test_a_board_moved_by_whole_spaces_is_not_taken_for_still(self, steps: int) -> None:
        scene = empty_table(GREEN)
        rotation, _ = cv2.Rodrigues(scene.spec.camera.rvec)
        off = replace(scene.spec.camera, tvec=scene.spec.camera.tvec + rotation @ np.array((23.0 * steps, 0, 0)))
        check = finder(GREEN).check(scene.image, off)
        assert not check or check.shift_spaces > 0.3

    def test_a_bare_table_says_so(self) -> None:
        scene = draw_scene(replace(empty_table(GREEN).spec, sheet=False), np.random.default_rng(0))
        check = finder(GREEN).check(scene.image, scene.spec.camera)
        assert not check
        assert "not where it was" in check.reason


def test_one_door_leads_to_boards_with_markers_and_without(tmp_path: Path) -> None:
    file = tmp_path / "my-board.toml"
    save_reference(file, own(GREEN).reference)
    assert isinstance(finder_for(own(GREEN).board, None, file), FeatureFinder)
    assert not isinstance(finder_for(shipped_board("regista-a2"), None, file), FeatureFinder)
    assert printed(GREEN)[0].file.markers is None
