"""Profiles: kept, found again by camera and size, refused when stale, and no harm done by broken ones."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.lens_file import AboutLens, LensFile, lens_file
from calibration.own.board_text import board_text
from calibration.own.reference import reference_path
from calibration.pose import Lens
from calibration.profile_boards import (
    MAX_PICTURE_BYTES,
    BoardCopy,
    KeptBoard,
    boards_of,
    copy_path,
    fingerprint,
    keep_board,
    kept_file,
    kept_name,
)
from calibration.profile_file import MAX_PROFILE_BYTES, BoardTable, CameraTable, ProfileError, is_profile_name
from calibration.profiles import (
    FILE_NAME,
    FoundLens,
    Nothing,
    delete_profile,
    lens_for,
    lens_in,
    list_profiles,
    load_profile,
    profile_name,
    save_lens,
)
from engine.board import load_board, shipped_board, shipped_board_text

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


class TestBoards:
    TEXT = shipped_board_text("regista-a2").replace('name = "regista-a2"', 'name = "shop-green"')
    WITHOUT_MARKERS = board_text(msgspec.structs.replace(shipped_board("regista-a2").file, markers=None))

    def table(self, text: str = TEXT, *, day: int = 30, size_px: tuple[int, int] = (1920, 1080)) -> BoardTable:
        return BoardTable(
            fingerprint(text),
            dt.date(2026, 11, day),
            game="regista",
            own=True,
            error_spaces=0.0031,
            size_px=size_px,
            rvec=(0.1, 0.2, 0.3),
            tvec=(-200.0, -100.0, 900.0),
        )

    def test_a_board_is_kept_beside_the_lens_and_found_again(self, tmp_path: Path) -> None:
        save_lens(tmp_path, "webcam", measured(), WEBCAM)
        copy = BoardCopy(self.TEXT, None)
        keep_board(tmp_path, "webcam", "shop-green", self.table(), copy=copy)
        profile = load_profile(tmp_path, "webcam")
        assert profile.file.lens is not None
        (kept,) = boards_of([profile])
        assert kept.table == self.table()
        assert str(kept) == "board shop-green, calibrated 2026-11-30 with HD Webcam, error 0.3 % of a space"
        file = kept_file(tmp_path, kept)
        assert isinstance(file, Path)
        assert load_board(file).name == "shop-green"
        delete_profile(tmp_path, "webcam")
        assert not list(tmp_path.iterdir())

    def test_a_camera_without_a_lens_gets_a_profile_too(self, tmp_path: Path) -> None:
        keep_board(tmp_path, "new", "shop-green", self.table(), camera=WEBCAM)
        profile = load_profile(tmp_path, "new")
        assert profile.file.camera == WEBCAM
        assert not lens_for(list_profiles(tmp_path), WEBCAM, (1920, 1080))

    def test_a_profile_of_before_is_read(self, tmp_path: Path) -> None:
        (tmp_path / "old").mkdir()
        text = 'format = 1\n[boards.green]\nfingerprint = "a1"\nsaved_on = 2026-11-01\n'
        (tmp_path / "old" / FILE_NAME).write_text(text, encoding="utf-8")
        (kept,) = boards_of(list_profiles(tmp_path).profiles)
        assert str(kept) == "board green, calibrated 2026-11-01 with old"
        assert kept.fits((640, 480))

    def test_the_one_calibrated_with_last_comes_first(self, tmp_path: Path) -> None:
        for name, day in (("a", 30), ("b", 2), ("c", 30), ("a", 30)):
            keep_board(tmp_path, "webcam", name, self.table(day=day))
        assert [kept.name for kept in boards_of(list_profiles(tmp_path).profiles)] == ["a", "c", "b"]

    @pytest.mark.parametrize(
        ("size_px", "fits"), [((1920, 1080), True), ((1280, 720), True), ((640, 480), False), ((1080, 1920), False)]
    )
    def test_it_serves_pictures_of_its_shape(self, size_px: tuple[int, int], fits: bool, tmp_path: Path) -> None:  # noqa: FBT001 - a case
        keep_board(tmp_path, "webcam", "a", self.table())
        (kept,) = boards_of(list_profiles(tmp_path).profiles)
        assert kept.fits(size_px) is fits

    def test_a_copy_that_is_not_as_it_was_kept_is_not_used(self, tmp_path: Path) -> None:
        keep_board(tmp_path, "webcam", "green", self.table(), copy=BoardCopy(self.TEXT, None))
        (kept,) = boards_of(list_profiles(tmp_path).profiles)
        path = copy_path(tmp_path, "webcam", "green")
        for spoil, says in (
            (lambda: path.write_text(self.TEXT + "# nudged\n", encoding="utf-8"), "was changed since 2026-11-30"),
            (lambda: path.write_text("nonsense", encoding="utf-8"), "not used"),
            (path.unlink, "cannot be read"),
        ):
            spoil()
            answer = kept_file(tmp_path, kept)
            assert isinstance(answer, Nothing)
            assert says in answer.reason

    def test_a_board_without_markers_needs_its_picture(self, tmp_path: Path) -> None:
        table, copy = self.table(self.WITHOUT_MARKERS), BoardCopy(self.WITHOUT_MARKERS, b"picture")
        keep_board(tmp_path, "webcam", "green", table, copy=copy)
        (kept,) = boards_of(list_profiles(tmp_path).profiles)
        file = kept_file(tmp_path, kept)
        assert isinstance(file, Path)
        assert sorted(path.name for path in file.parent.iterdir()) == ["board.reference.png", "board.toml"]
        reference_path(file).unlink()
        missing = kept_file(tmp_path, kept)
        assert isinstance(missing, Nothing)
        assert "reference picture is missing" in missing.reason

    def test_what_was_copied_goes_when_the_board_is_kept_without(self, tmp_path: Path) -> None:
        keep_board(tmp_path, "webcam", "green", self.table(), copy=BoardCopy(self.TEXT, b"picture"))
        keep_board(tmp_path, "webcam", "green", self.table())
        assert not list(copy_path(tmp_path, "webcam", "green").parent.iterdir())

    @pytest.mark.parametrize("names", [("..", "board"), ("cam", ".."), ("cam", "a/b"), ("cam", "")])
    def test_nothing_is_written_outside(self, names: tuple[str, str], tmp_path: Path) -> None:
        with pytest.raises(ProfileError, match="cannot be a name"):
            keep_board(tmp_path / "profiles", *names, self.table(), copy=BoardCopy(self.TEXT, None))
        assert not list(tmp_path.iterdir())

    def test_an_entry_that_names_a_place_outside_is_not_followed(self, tmp_path: Path) -> None:
        (tmp_path / "board.toml").write_text(self.TEXT, encoding="utf-8")
        keep_board(tmp_path / "p", "cam", "green", self.table())
        profile = load_profile(tmp_path / "p", "cam")
        answer = kept_file(tmp_path / "p", KeptBoard("../../..", self.table(), profile))
        assert isinstance(answer, Nothing)

    def test_a_picture_too_large_is_refused(self, tmp_path: Path) -> None:
        copy = BoardCopy(self.TEXT, bytes(MAX_PICTURE_BYTES + 1))
        with pytest.raises(ProfileError, match="larger than 20 MB"):
            keep_board(tmp_path, "cam", "board", self.table(), copy=copy)
        assert not list(tmp_path.iterdir())

    @settings(max_examples=30, deadline=None)
    @given(name=st.text(max_size=80))
    def test_every_board_has_a_name_in_profiles(self, name: str) -> None:
        assert is_profile_name(kept_name(name))
        assert kept_name(name) == name or kept_name(f"{name}?") != kept_name(name)
