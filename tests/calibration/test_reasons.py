"""Where no board is found, the reason names what is wrong and what mends it."""

import cv2
import numpy as np
import pytest

from calibration.board_pose import find_board_pose
from calibration.markers import Markers
from calibration.reasons import another_sheet, blur_px, copies_in_view, darkness
from engine.board import shipped_board
from tests.scenes import SceneSpec, Sensor, draw_scene, make_camera
from tests.scenes.troubles import TROUBLES

BOARD = shipped_board("regista-a2")


@pytest.mark.parametrize("trouble", TROUBLES)
def test_each_trouble_has_its_own_reason_with_a_cure(trouble: str) -> None:
    draw, words = TROUBLES[trouble]
    failure = find_board_pose(draw(np.random.default_rng(11), BOARD), BOARD)
    assert not failure
    assert words in failure.reason
    assert ";" in failure.reason


@pytest.mark.parametrize(
    ("foreign", "own", "named"),
    [
        ((12, 13, 14), 0, "very-much-b3"),
        ((24, 30), 0, "soccer-chess"),
        ((36, 37, 40), 2, "soccer-fun-a3"),
        ((48, 49, 45), 0, "another sheet"),
        ((17,), 0, None),
        ((12, 13), 4, None),
    ],
)
def test_another_sheet_is_named_if_it_is_known(foreign: tuple[int, ...], own: int, named: str | None) -> None:
    seen = Markers({number: np.zeros((4, 2)) for number in range(own)}, foreign)
    failure = another_sheet(BOARD, seen)
    assert (failure is None) == (named is None)
    if failure is not None and named is not None:
        assert named in failure.reason


def two_copies() -> np.ndarray:
    camera = make_camera((960, 720), elevation_deg=60.0, distance_mm=1100.0, focal_px=1000.0)
    one = draw_scene(SceneSpec(camera), np.random.default_rng(0)).image
    return np.hstack((one, one))


def test_a_second_copy_of_the_board_is_seen() -> None:
    both = two_copies()
    assert len(copies_in_view(both, BOARD)) >= 6
    assert copies_in_view(np.ascontiguousarray(both[:, :960]), BOARD) == ()
    assert copies_in_view(both, shipped_board("soccer-chess")) == ()


def test_two_copies_that_no_pose_explains_are_named() -> None:
    failure = find_board_pose(np.ascontiguousarray(two_copies()[:, :1500]), BOARD)
    assert not failure
    assert "more than one board regista-a2 in view; clear one away" in failure.reason


@pytest.mark.parametrize("part", [slice(0, 640), slice(640, 1280)], ids=["left", "right"])
def test_a_picture_cut_to_a_half_is_asked_for_uncropped(part: slice) -> None:
    camera = make_camera(elevation_deg=60.0, k1=0.0, k2=0.0)
    whole = draw_scene(SceneSpec(camera), np.random.default_rng(0)).image
    assert find_board_pose(whole, BOARD)
    failure = find_board_pose(np.ascontiguousarray(whole[:, part]), BOARD)
    assert not failure
    assert "lie flat" in failure.reason
    assert "use the picture uncropped" in failure.reason


@pytest.mark.parametrize("sigma", [2.0, 4.0, 7.0])
def test_blur_is_measured_in_pixels(sigma: float) -> None:
    spec = SceneSpec(make_camera((800, 450)), sensor=Sensor(0.0, 0.0, 98))
    image = draw_scene(spec, np.random.default_rng(0)).image
    soft = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), sigma)
    assert blur_px(np.asarray(soft, np.uint8)) == pytest.approx(sigma, rel=0.35)


@pytest.mark.parametrize(
    ("level", "says"), [(3, "it is all black: open the camera's shutter"), (25, "switch on a lamp")]
)
def test_a_camera_that_sees_nothing_is_told_from_a_room_without_light(level: int, says: str) -> None:
    noise = np.random.default_rng(1).integers(-3, 4, (360, 640))
    failure = darkness((level + noise).clip(0, 255).astype(np.uint8))
    assert failure is not None
    assert says in failure.reason
    assert darkness(np.full((360, 640), 120, np.uint8)) is None
