"""The lens out of pictures of the board itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from calibration.board_pose import find_board_pose
from calibration.finder import MarkerFinder, finder_for
from calibration.lens.from_board import BoardLook
from calibration.lens.solve import solve_lens
from calibration.lens.views import View, ViewFailure
from engine.board import shipped_board
from tests.scenes import SceneSpec, Sensor, draw_scene, make_camera

if TYPE_CHECKING:
    from calibration.board_pose import Image
    from calibration.pose import BoardPose, PoseFailure

BOARD = shipped_board("regista-a2")
SIZE_PX, FOCAL_PX, K1 = (800, 450), 700.0, -0.18
PLACES = ((62.0, 10.0, -20.0), (55.0, 100.0, 15.0), (70.0, 190.0, 5.0), (52.0, 280.0, -10.0))
"""Elevation, azimuth and roll of each view, degrees."""


def picture(elevation_deg: float, azimuth_deg: float, roll_deg: float, sensor: Sensor | None = None) -> np.ndarray:
    camera = make_camera(
        SIZE_PX,
        focal_px=FOCAL_PX,
        k1=K1,
        elevation_deg=elevation_deg,
        azimuth_deg=azimuth_deg,
        roll_deg=roll_deg,
        distance_mm=760,
    )
    return draw_scene(SceneSpec(camera, sensor=sensor or Sensor()), np.random.default_rng(int(azimuth_deg))).image


def test_several_pictures_give_one_lens_and_how_well_it_is_known() -> None:
    look = BoardLook(finder_for(BOARD))
    pictures = [picture(*place) for place in PLACES]
    views = [look(image, str(number)) for number, image in enumerate(pictures)]
    assert all(isinstance(view, View) for view in views), views
    solution = solve_lens([view for view in views if isinstance(view, View)])
    assert solution
    off = solution.lens.camera_matrix[0, 0] - FOCAL_PX
    assert abs(off) < 0.01 * FOCAL_PX
    assert abs(off) < 4 * solution.spread.focal_px
    assert solution.lens.distortion[0] == pytest.approx(K1, abs=0.02)
    one = find_board_pose(pictures[0], BOARD)
    assert one
    assert not one.lens.measured
    # What one picture alone says of the lens, with its error.
    assert abs(one.lens.camera_matrix[0, 0] - FOCAL_PX) < 4 * one.lens.focal_sd_px
    assert abs(one.lens.distortion[0] - K1) < 4 * one.lens.k1_sd


@pytest.mark.parametrize(
    ("elevation_deg", "sensor", "kinds"),
    [(62.0, Sensor(blur_px=3.2), {"blurred", "none"}), (3.0, None, {"none"})],
    ids=["out of focus", "from the side"],
)
def test_a_picture_of_no_use_is_refused_with_the_reason(
    elevation_deg: float, sensor: Sensor | None, kinds: set[str]
) -> None:
    answer = BoardLook(finder_for(BOARD))(picture(elevation_deg, 20.0, 0.0, sensor), "x.png")
    assert isinstance(answer, ViewFailure)
    assert answer.kind in kinds
    assert answer.reason


class CountingFinder(MarkerFinder):
    """Counts how often a picture is searched."""

    searched = 0

    def find(self, image: Image, previous: BoardPose | None = None) -> BoardPose | PoseFailure:
        self.searched += 1
        return super().find(image, previous)


def test_a_board_before_a_fixed_camera_is_searched_once() -> None:
    finder = CountingFinder(BOARD)
    look = BoardLook(finder)
    first, moved = picture(*PLACES[0]), picture(*PLACES[1])
    views = [look(image, str(number)) for number, image in enumerate((first, first, moved, moved))]
    assert all(isinstance(view, View) for view in views)
    assert [view.name for view in views] == ["0", "1", "2", "3"]
    assert finder.searched == 2
    assert np.array_equal(views[0].corners_px, views[1].corners_px)
    assert not np.array_equal(views[1].ids, views[2].ids) or not np.allclose(views[1].corners_px, views[2].corners_px)
