"""Where the camera stands and where it should: known cameras, no pictures."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.camera_place import better_place, camera_place, place_findings, spaces_px
from engine.board import shipped_board
from tests.scenes import make_camera

BOARD = shipped_board("regista-a2")
MIDDLE_MM = (253.0, BOARD.grid.field_size_mm[1] / 2)


def said(**camera: object) -> dict[str, str]:
    """The findings' sentences by kind."""
    findings = place_findings(make_camera(**{"target_mm": MIDDLE_MM, **camera}), BOARD)
    return {finding.kind: finding.sentence for finding in findings}


@pytest.mark.parametrize(
    ("elevation", "azimuth", "distance"), [(60.0, 0.0, 800.0), (45.0, 130.0, 950.0), (85.0, -90.0, 700.0)]
)
def test_the_place_is_where_the_camera_is(elevation: float, azimuth: float, distance: float) -> None:
    camera = make_camera(elevation_deg=elevation, azimuth_deg=azimuth, distance_mm=distance, target_mm=MIDDLE_MM)
    place = camera_place(camera, BOARD)
    assert place.elevation_deg == pytest.approx(elevation, abs=0.01)
    assert place.distance_mm == pytest.approx(distance, abs=0.1)
    assert place.height_mm == pytest.approx(distance * np.sin(np.deg2rad(elevation)), abs=0.1)


def test_sizes_of_spaces_from_straight_above() -> None:
    camera = make_camera(elevation_deg=90.0, distance_mm=1000.0, focal_px=1000.0, k1=0.0, k2=0.0, target_mm=MIDDLE_MM)
    assert spaces_px(camera, BOARD) == pytest.approx(BOARD.grid.width_mm)


def test_the_smallest_spaces_are_the_furthest() -> None:
    place = camera_place(make_camera(azimuth_deg=20.0), BOARD)
    assert place.least_at == "A1"


def test_a_good_place_is_left_alone() -> None:
    assert said() == {}


@pytest.mark.parametrize(
    ("camera", "kind", "words"),
    [
        ({"distance_mm": 1600.0}, "few_pixels", "nearer"),
        ({"distance_mm": 1500.0}, "few_pixels", "use 1920x1080 pictures"),
        ({"distance_mm": 2500.0, "size_px": (3840, 2160)}, "small", "nearer"),
        ({"elevation_deg": 34.0}, "shallow", "above the table"),
        ({"distance_mm": 480.0}, "cut_off", "further away"),
        ({"target_mm": (253.0, 20.0)}, "cut_off", "turn the camera down"),
        ({"target_mm": (253.0, 400.0)}, "cut_off", "turn the camera up"),
        ({"target_mm": (560.0, 153.0)}, "cut_off", "turn the camera left"),
        ({"target_mm": (-60.0, 153.0)}, "cut_off", "turn the camera right"),
    ],
)
def test_a_bad_place_gets_a_cure(camera: dict[str, object], kind: str, words: str) -> None:
    assert words in said(**camera)[kind]


def test_whole_columns_out_of_view_are_named() -> None:
    camera = make_camera(target_mm=(600.0, 153.0), distance_mm=700.0)
    finding = next(finding for finding in place_findings(camera, BOARD) if finding.kind == "cut_off")
    assert finding.severity == "red"
    assert finding.what.startswith("columns 1")
    assert finding.what.endswith("are cut off")
    assert "A1" in finding.where
    assert "A22" not in finding.where


def test_a_marker_or_two_out_of_the_picture_do_no_harm() -> None:
    camera = make_camera(distance_mm=600.0, target_mm=MIDDLE_MM)
    assert 0 < len(camera_place(camera, BOARD).markers_out) <= 3
    assert place_findings(camera, BOARD) == []


def test_no_larger_pictures_are_asked_of_a_camera_that_gives_them() -> None:
    assert "1920x1080" not in said(distance_mm=2600.0, size_px=(1920, 1080))["few_pixels"]


@given(
    elevation=st.floats(25, 88),
    azimuth=st.floats(0, 360),
    distance=st.floats(400, 3000),
    size=st.sampled_from([(640, 480), (1280, 720), (1920, 1080)]),
)
@settings(deadline=None, max_examples=6)
def test_a_proposed_place_sees_the_whole_board_well(
    elevation: float, azimuth: float, distance: float, size: tuple[int, int]
) -> None:
    camera = make_camera(size, elevation_deg=elevation, azimuth_deg=azimuth, distance_mm=distance, target_mm=MIDDLE_MM)
    better = better_place(camera, BOARD)
    if better is not None:
        assert better.cut_off == ()
        assert better.markers_out == ()
        assert better.least_space_px >= 18.0
        assert better.elevation_deg >= 40.0
