"""The real eyes on drawn tables: is the board still where the pose puts it, and can its markers exist?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest

from calibration.finder import finder_for
from calibration.markers import MarkerError
from engine.board import shipped_board
from referee_tui.following.camera_eyes import CameraEyes
from referee_tui.following.eyes import Place
from tests.scenes import SceneSpec, draw_scene, make_camera
from tests.scenes.spec import Bend
from vision.sources import Frame

if TYPE_CHECKING:
    from calibration.pose import BoardPose

BOARD = shipped_board("regista-a2")
POSE = make_camera()


def frame(camera: BoardPose = POSE, **changes: object) -> Frame:
    return Frame(0, 0.0, draw_scene(replace(SceneSpec(camera), **changes), np.random.default_rng(1)).image)


@pytest.mark.parametrize(
    ("shift_mm", "place"),
    [(0.0, Place.IN_PLACE), (0.5, Place.IN_PLACE), (3.0, Place.MOVED), (9.0, Place.MOVED), (90.0, Place.UNSEEN)],
)
def test_a_board_that_moved_by_millimetres_is_noticed(shift_mm: float, place: Place) -> None:
    moved = make_camera(target_mm=(253.0 - shift_mm, 153.0))
    assert CameraEyes(finder_for(BOARD)).check(frame(moved), POSE) is place


def test_a_few_hidden_markers_are_no_move_and_none_in_sight_may_be_one() -> None:
    eyes = CameraEyes(finder_for(BOARD))
    assert eyes.check(frame(hidden_markers=(0, 1, 7)), POSE) is Place.IN_PLACE
    assert eyes.check(frame(sheet=False), POSE) is Place.UNSEEN


def test_a_sheet_that_does_not_lie_flat_is_in_place_once_it_was_found_so() -> None:
    eyes = CameraEyes(finder_for(BOARD))
    bent = [frame(bend=Bend(35.0)) for _ in range(3)]
    found = eyes.find(bent, None)
    assert found
    assert eyes.check(bent[0], found) is Place.IN_PLACE


def test_markers_that_cannot_exist_are_refused_before_anything_is_watched() -> None:
    assert BOARD.file.markers is not None
    markers = msgspec.structs.replace(BOARD.file.markers, dictionary="DICT_9X9_7")
    board = replace(BOARD, file=msgspec.structs.replace(BOARD.file, markers=markers))
    with pytest.raises(MarkerError, match=r"markers\.dictionary"):
        finder_for(board)
