"""Which lens is taken: a named file, a named profile, the camera's own, or none."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import numpy as np
import pytest

from calibration.lens_file import AboutLens, LensError, LensFile, lens_file
from calibration.lens_file import save_lens as write_lens
from calibration.pose import Lens
from calibration.profile_file import CameraTable, ProfileError
from calibration.profiles import FILE_NAME, save_lens
from referee_tui import cli
from referee_tui.lens.choice import choose_lens

if TYPE_CHECKING:
    from pathlib import Path

CAMERA = CameraTable("camera 900", "camera 900", "900")
"""As it is known where no such camera is plugged in."""


def measured(focal_px: float, size_px: tuple[int, int] = (1280, 720)) -> LensFile:
    matrix = np.array(((focal_px, 0, size_px[0] / 2), (0, focal_px, size_px[1] / 2), (0, 0, 1)))
    about = AboutLens(measured_on=dt.date(2026, 11, 3), rms_px=0.2)
    return lens_file(Lens(matrix, np.zeros(5), size_px, measured=True), about)


@pytest.fixture
def profiles(tmp_path: Path) -> Path:
    folder = tmp_path / "profiles"
    save_lens(folder, "own", measured(900), CAMERA)
    save_lens(folder, "large", measured(1350, (1920, 1080)), CAMERA)
    save_lens(folder, "other", measured(800), CameraTable("other", "Other", "5"))
    return folder


def focal(lens: Lens | None) -> float | None:
    return float(lens.camera_matrix[0, 0]) if lens is not None else None


def test_the_camera_s_own_is_found_and_said(profiles: Path) -> None:
    choice = choose_lens("900", profiles)
    assert choice.size_px == (1920, 1080), "the camera is asked for the largest that was measured"
    lens, said = choice.for_pictures((1280, 720))
    assert focal(lens) == 900
    assert said == ("lens of camera 900, 1280x720, measured 2026-11-03, RMS 0.20 px.",)


def test_a_named_file_wins_and_is_not_remarked_on(profiles: Path, tmp_path: Path) -> None:
    write_lens(tmp_path / "lens.toml", measured(1000, (640, 480)))
    choice = choose_lens("900", profiles, lens=tmp_path / "lens.toml", profile="own")
    assert choice.size_px == (640, 480)
    lens, said = choice.for_pictures((1280, 720))
    assert focal(lens) == 1000
    assert said == ()


def test_a_named_profile_wins_over_the_camera_s(profiles: Path) -> None:
    assert focal(choose_lens("900", profiles, profile="other").for_pictures((1280, 720))[0]) == 800


@pytest.mark.parametrize("source", ["film.mp4", "", "./900"])
def test_files_have_no_camera(source: str, profiles: Path) -> None:
    choice = choose_lens(source, profiles)
    assert choice.size_px is None
    assert choice.for_pictures((1280, 720)) == (None, ())


def test_no_profile_means_none(profiles: Path) -> None:
    assert choose_lens("900", profiles, use_profiles=False).for_pictures((1280, 720)) == (None, ())


def test_one_of_another_shape_is_said_not_to_be_used(profiles: Path) -> None:
    lens, said = choose_lens("900", profiles).for_pictures((640, 480))
    assert lens is None
    assert len(said) == 1
    assert "640x480" in said[0]
    assert "not used" in said[0]


def test_a_broken_one_is_said_and_play_goes_on(profiles: Path) -> None:
    (profiles / "large" / FILE_NAME).write_text("nonsense", encoding="utf-8")
    lens, said = choose_lens("900", profiles).for_pictures((1280, 720))
    assert focal(lens) == 900
    assert "large" in said[0]
    assert "left out" in said[0]
    assert said[1].startswith("lens of camera 900")


def test_what_the_user_named_has_to_be_there(profiles: Path, tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="no profile 'mine'"):
        choose_lens("900", profiles, profile="mine")
    with pytest.raises(LensError, match="cannot be read"):
        choose_lens("900", profiles, lens=tmp_path / "none.toml")


@pytest.mark.parametrize("command", [["watch", "film.mp4", "--headless"], ["read", "a.png"]])
def test_a_named_profile_that_is_missing_ends_the_command(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path)
    assert cli.run([*command, "--profile", "mine"]) == 2
    assert "there is no profile 'mine'" in capfd.readouterr().err
