"""What moved, camera or board: told by the table round the sheet, and not where that shows nothing."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.pose import BoardPose
from engine.board import shipped_board
from tests.scenes import SceneSpec, draw_scene, make_camera
from vision.changes import shrink
from vision.rectify import Image
from vision.surroundings import what_moved

BOARD = shipped_board("regista-a2")
SIZE = (640, 480)


def camera(**changes: object) -> BoardPose:
    return make_camera(SIZE, **{"elevation_deg": 65.0, "distance_mm": 900.0, **changes})  # type: ignore[arg-type] - changes of any argument


def picture(spec: SceneSpec, seed: int = 4) -> tuple[Image, BoardPose]:
    """The gate's small picture of a scene; the same seed gives the same wood."""
    return shrink(draw_scene(spec, np.random.default_rng(seed)).image), spec.camera


@pytest.mark.parametrize(
    "moved",
    [{"target_mm": (270.0, 160.0)}, {"roll_deg": 4.0}, {"azimuth_deg": 20.0, "distance_mm": 950.0}],
    ids=["slid", "turned", "carried"],
)
@pytest.mark.parametrize("board_moved", [False, True], ids=["camera", "board"])
def test_wood_round_the_sheet_tells_what_moved(moved: dict[str, object], *, board_moved: bool) -> None:
    before = SceneSpec(camera(), grain=0.25)
    after = replace(before, camera=camera(**moved), table_seen_from=before.camera if board_moved else None)
    assert what_moved(picture(before), picture(after), BOARD) == ("board" if board_moved else "camera")


def test_a_plain_table_does_not_tell() -> None:
    before = SceneSpec(camera(), grain=0.0)
    after = replace(before, camera=camera(target_mm=(270.0, 160.0)))
    assert what_moved(picture(before), picture(after), BOARD) == "either"


def test_pictures_of_two_sizes_do_not_tell() -> None:
    before, after = SceneSpec(camera()), SceneSpec(make_camera((640, 360)))
    assert what_moved(picture(before), picture(after), BOARD) == "either"
