"""Profiles: kept, found again by camera and size, refused when stale, and no harm done by broken ones."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.lens_file import AboutLens, LensFile, lens_file
from calibration.pose import Lens
from calibration.profile_boards import MAX_BOARD_FILE_BYTES, board_file, keep_board_file
from calibration.profile_file import MAX_PROFILE_BYTES, CameraTable, ProfileError, is_profile_name
from calibration.profiles import (
    FILE_NAME,
    FoundLens,
    delete_profile,
    lens_for,
    lens_in,
    list_profiles,
    load_profile,
    profile_name,
    save_lens,
)

if TYPE_CHECKING:
    from pathlib import Path

WEBCAM = CameraTable("usb-Maker_HD_Webcam_1234-video-index0", "HD Webcam", "0")
OTHER = CameraTable("usb-Other_Cam-video-index0", "Other Cam", "0")


def measured(size_px: tuple[int, int] = (1920, 1080), *, day: int = 3, focal_px: float = 1500.0) -> LensFile:
    matrix = np.array(((focal_px, 0, size_px[0] / 2), (0, focal_px, size_px[1] / 2), (0, 0, 1)))
    about = AboutLens(measured_on=dt.date(2026, 11, day), rms_px=0.3123, focal_sd_px=2.5, verdict="good")
    return lens_file(Lens(matrix, np.array((-0.1, 0.02, 0, 0, 0)), size_px, measured=True), about)


def test_a_lens_is_found_again_by_camera_and_size(tmp_path: Path) -> None:
    saved = save_lens(tmp_path / "new", "webcam", measured(), WEBCAM)
    found = lens_for(list_profiles(tmp_path / "new"), WEBCAM, (1920, 1080))
    assert isinstance(found, FoundLens)
    assert found.profile == saved
    assert found.lens.measured
    assert found.lens.camera_matrix[0, 0] == 1500
    assert str(found.profile) == "HD Webcam, 1920x1080, measured 2026-11-03, RMS 0.31 px"


def test_the_same_shape_at_another_size_is_scaled(tmp_path: Path) -> None:
    save_lens(tmp_path, "webcam", measured(), WEBCAM)
    found = lens_for(list_profiles(tmp_path), WEBCAM, (1280, 720))
    assert isinstance(found, FoundLens)
    assert found.lens.size_px == (1280, 720)
    assert found.lens.camera_matrix[0, 0] == pytest.approx(1000)
    assert found.lens.focal_sd_px == pytest.approx(2.5 / 1.5)


def test_of_several_the_size_itself_wins_then_the_newest(tmp_path: Path) -> None:
    save_lens(tmp_path, "a-old", measured(day=1, focal_px=1400), WEBCAM)
    save_lens(tmp_path, "b-new", measured(day=9, focal_px=1500), WEBCAM)
    save_lens(tmp_path, "c-small", measured((1280, 720), day=20, focal_px=990), WEBCAM)
    shelf = list_profiles(tmp_path)
    names = {size: getattr(lens_for(shelf, WEBCAM, size), "profile").name for size in ((1920, 1080), (1280, 720))}  # noqa: B009
    assert names == {(1920, 1080): "b-new", (1280, 720): "c-small"}


STALE = {
    "another shape of picture": (WEBCAM, (640, 480), ("1920x1080", "640x480", "not used")),
    "another camera at that number": (OTHER, (1920, 1080), ("Other Cam", "HD Webcam", "not used")),
    "another camera elsewhere": (CameraTable("x", "X", "2"), (1920, 1080), ()),
}


@pytest.mark.parametrize(("camera", "size_px", "says"), STALE.values(), ids=STALE.keys())
def test_a_stale_one_is_not_used_and_said(
    camera: CameraTable, size_px: tuple[int, int], says: tuple[str, ...], tmp_path: Path
) -> None:
    save_lens(tmp_path, "webcam", measured(), WEBCAM)
    answer = lens_for(list_profiles(tmp_path), camera, size_px)
    assert not answer
    assert not isinstance(answer, FoundLens)
    assert all(word in answer.reason for word in says)
    assert bool(answer.reason) is bool(says)


def test_a_named_profile_serves_pictures_of_its_shape_only(tmp_path: Path) -> None:
    profile = save_lens(tmp_path, "phone", measured(), None)
    assert lens_in(profile, (960, 540))
    refused = lens_in(profile, (1080, 1920))
    assert not refused
    assert "another shape" in getattr(refused, "reason", "")


def test_a_lens_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    save_lens(tmp_path, "webcam", measured(), WEBCAM)
    save_lens(tmp_path, "webcam", measured(focal_px=1510), None)
    profile = load_profile(tmp_path, "webcam")
    assert profile.file.lens is not None
    assert profile.file.lens.camera_matrix[0][0] == 1510
    assert profile.file.camera == WEBCAM, "a lens out of files does not make the camera forgotten"
    assert [path.name for path in (tmp_path / "webcam").iterdir()] == [FILE_NAME]


NO_LENS = """
format = 1
[lens]
format = 1
size_px = [0, 0]
camera_matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
distortion = [0.0, 0.0, 0.0, 0.0, 0.0]
"""
BROKEN = {
    "no TOML": "= 1",
    "a newer form": "format = 2",
    "an unknown key": "format = 1\ncolour = 3",
    "a lens that is none": NO_LENS,
    "too large": "#" * (MAX_PROFILE_BYTES + 1),
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_one_is_named_and_the_others_are_there(text: str, tmp_path: Path) -> None:
    save_lens(tmp_path, "webcam", measured(), WEBCAM)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / FILE_NAME).write_text(text, encoding="utf-8")
    shelf = list_profiles(tmp_path)
    assert [profile.name for profile in shelf.profiles] == ["webcam"]
    assert len(shelf.faults) == 1
    assert str(tmp_path / "broken" / FILE_NAME) in shelf.faults[0]
    assert "\n" not in shelf.faults[0]
    with pytest.raises(ProfileError, match="broken"):
        load_profile(tmp_path, "broken")
    with pytest.raises(ProfileError):
        save_lens(tmp_path, "broken", measured(), WEBCAM)
    delete_profile(tmp_path, "broken")
    assert not list_profiles(tmp_path).faults


def test_a_folder_that_is_not_there_is_an_empty_shelf(tmp_path: Path) -> None:
    shelf = list_profiles(tmp_path / "none")
    assert shelf.profiles == ()
    assert shelf.faults == ()


@pytest.mark.parametrize("name", ["none", "..", "../webcam", "web/cam", "", "a" * 61])
def test_a_profile_that_is_not_there_is_neither_loaded_nor_deleted(name: str, tmp_path: Path) -> None:
    save_lens(tmp_path / "profiles", "webcam", measured(), WEBCAM)
    for act in (load_profile, delete_profile):
        with pytest.raises(ProfileError, match="webcam"):
            act(tmp_path / "profiles", name)
    assert load_profile(tmp_path / "profiles", "webcam")


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "a\\b", "\0", "-x", "a" * 61, "a\n"])
def test_names_that_could_leave_the_folder_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="cannot be a name"):
        save_lens(tmp_path, name, measured(), None)
    assert not list(tmp_path.iterdir())


@settings(max_examples=50, deadline=None)
@given(name=st.text(max_size=80), width=st.integers(1, 10_000), height=st.integers(1, 10_000))
def test_every_camera_has_a_name_for_its_profile(name: str, width: int, height: int) -> None:
    made = profile_name(CameraTable("id", name, "0"), (width, height))
    assert is_profile_name(made)
    assert made.endswith(f"{width}x{height}")


class TestFilesOfBoards:
    TODAY = dt.date(2026, 11, 30)

    def test_a_file_is_found_again_for_the_same_board_only(self, tmp_path: Path) -> None:
        save_lens(tmp_path, "webcam", measured(), WEBCAM)
        place = keep_board_file(
            tmp_path, "webcam", "shop-green", "reference.png", data=b"picture", fingerprint="a1", today=self.TODAY
        )
        profile = load_profile(tmp_path, "webcam")
        assert profile.file.lens is not None
        found = board_file(tmp_path, profile, "shop-green", "reference.png", fingerprint="a1")
        assert found == place
        assert place.read_bytes() == b"picture"
        stale = board_file(tmp_path, profile, "shop-green", "reference.png", fingerprint="b2")
        assert not stale
        assert "changed since 2026-11-30" in getattr(stale, "reason", "")
        assert not board_file(tmp_path, profile, "shop-blue", "reference.png", fingerprint="a1")
        assert not board_file(tmp_path, profile, "shop-green", "../profile.toml", fingerprint="a1")

    @pytest.mark.parametrize("names", [("..", "board", "x.png"), ("cam", "..", "x.png"), ("cam", "board", "../x.png")])
    def test_nothing_is_written_outside(self, names: tuple[str, str, str], tmp_path: Path) -> None:
        with pytest.raises(ProfileError, match="cannot be a name"):
            keep_board_file(tmp_path / "profiles", *names, data=b"", fingerprint="a", today=self.TODAY)
        assert not list(tmp_path.iterdir())

    def test_a_file_too_large_for_a_picture_is_refused(self, tmp_path: Path) -> None:
        data = bytes(MAX_BOARD_FILE_BYTES + 1)
        with pytest.raises(ProfileError, match="larger than 20 MB"):
            keep_board_file(tmp_path, "cam", "board", "x.png", data=data, fingerprint="a", today=self.TODAY)
