"""The measured error of a pose against errors that are known, because they were made."""

from dataclasses import replace
from functools import cache

import cv2
import msgspec
import numpy as np
import pytest

from calibration.board_pose import find_board_pose
from calibration.findings import Finding, graded, verdict_of
from calibration.pose import BoardPose
from calibration.quality import PoseQuality, measure_quality, quality_findings, repeatability_spaces
from engine.board import shipped_board
from tests.scenes import Light, Scene, Sensor, draw_scene, make_camera, random_scene
from tests.scenes.spec import Bend

BOARD = shipped_board("regista-a2")
SPACE_MM = BOARD.grid.width_mm
CAMERA = make_camera()


@cache
def draw(**changes: object) -> Scene:
    rng = np.random.default_rng(3)
    spec = replace(random_scene(rng, camera=CAMERA), light=Light(), sensor=Sensor())
    return draw_scene(replace(spec, **changes), rng)


def shifted(pose: BoardPose, x_mm: float, y_mm: float) -> BoardPose:
    """The pose of a camera that takes the board for lying so much further east and south."""
    rotation, _ = cv2.Rodrigues(pose.rvec)
    return replace(pose, tvec=pose.tvec + rotation @ np.array((x_mm, y_mm, 0.0)))


def found(scene: Scene) -> BoardPose:
    pose = find_board_pose(scene.image, BOARD)
    assert isinstance(pose, BoardPose), pose.reason
    return pose


def kinds(quality: PoseQuality) -> set[str]:
    return {finding.kind for finding in quality_findings(quality)}


def test_a_good_pose_is_measured_as_good_on_lines_it_was_not_fitted_to() -> None:
    quality = measure_quality(draw().image, found(draw()), BOARD)
    assert quality.held_out
    assert quality.crossings > 400
    assert quality.mean_spaces < 0.01
    assert quality.worst_spaces < 0.04
    assert quality.agreement > 0.8
    assert quality_findings(quality) == []


@pytest.mark.parametrize("shift_mm", [(1.0, 0.0), (0.0, -1.5), (1.2, 1.6), (-2.0, 0.0)])
def test_a_pose_that_is_off_is_measured_by_as_much(shift_mm: tuple[float, float]) -> None:
    quality = measure_quality(draw().image, replace(shifted(CAMERA, *shift_mm), markers_used=tuple(range(12))), BOARD)
    expected = float(np.hypot(*shift_mm)) / SPACE_MM
    assert quality.mean_spaces == pytest.approx(expected, rel=0.1)
    assert kinds(quality) >= {"error"}
    # The arrows lead back to where the lines are.
    assert np.median(list(quality.off_mm.values()), axis=0) == pytest.approx(np.negative(shift_mm), abs=0.15)


def test_a_folded_sheet_is_found_out_where_the_fold_is() -> None:
    folded = draw(bend=Bend(8.0, "fold"))
    quality = measure_quality(folded.image, found(folded), BOARD)
    assert "bulge" in kinds(quality)
    assert quality.worst_at is not None
    # The fold stands up in the middle of the sheet, over the middle half of it.
    assert 0.2 < BOARD.grid.centre_mm(quality.worst_at).x_mm / BOARD.grid.field_size_mm[0] < 0.8


def test_a_board_without_markers_is_measured_as_well() -> None:
    plain = replace(BOARD, file=msgspec.structs.replace(BOARD.file, markers=None))
    quality = measure_quality(draw().image, CAMERA, plain)
    assert quality.held_out
    assert quality.mean_spaces < 0.01
    off = measure_quality(draw().image, shifted(CAMERA, 1.5, 0.0), plain)
    assert off.mean_spaces == pytest.approx(1.5 / SPACE_MM, rel=0.1)


def test_another_print_is_no_match() -> None:
    other = replace(BOARD, grid=replace(BOARD.grid, width_mm=21.0))
    quality = measure_quality(draw().image, CAMERA, other)
    assert quality.agreement < 0.5
    assert [(finding.kind, finding.severity) for finding in quality_findings(quality)] == [("lines", "red")]


def test_nothing_to_see_is_not_measured() -> None:
    blank = np.full((720, 1280, 3), 90, np.uint8)
    quality = measure_quality(blank, CAMERA, BOARD)
    assert not quality.measured
    assert [(finding.kind, finding.severity) for finding in quality_findings(quality)] == [("unmeasured", "yellow")]


def test_repeatability_is_the_scatter_of_the_board() -> None:
    poses = [shifted(CAMERA, *away) for away in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))]
    assert repeatability_spaces(poses, BOARD) == pytest.approx(1.0 / SPACE_MM, rel=0.02)
    assert repeatability_spaces([CAMERA] * 3, BOARD) == pytest.approx(0.0, abs=1e-9)


def test_pictures_that_disagree_are_a_finding() -> None:
    others = [shifted(CAMERA, 3.0 * sign, 0.0) for sign in (-1, 1)]
    quality = measure_quality(draw().image, CAMERA, BOARD, others)
    assert "unsteady" in kinds(quality)


@pytest.mark.parametrize(
    ("value", "yellow", "red", "expected"),
    [
        (0.5, 1.0, 2.0, None),
        (1.5, 1.0, 2.0, ("yellow", 1.0)),
        (2.5, 1.0, 2.0, ("red", 2.0)),
        (20.0, 18.0, 12.0, None),
        (15.0, 18.0, 12.0, ("yellow", 18.0)),
        (11.0, 18.0, 12.0, ("red", 12.0)),
    ],
)
def test_grades(value: float, yellow: float, red: float, expected: object) -> None:
    assert graded(value, yellow, red) == expected


def test_the_worst_finding_makes_the_verdict() -> None:
    yellow = Finding("dim", "yellow", 1.0, 2.0, "", "it is dim", "switch on a lamp")
    assert verdict_of([]) == "green"
    assert verdict_of([yellow]) == "yellow"
    assert verdict_of([yellow, replace(yellow, severity="red")]) == "red"
    assert yellow.sentence == "it is dim: switch on a lamp"
