"""Lens files: what is read, and what is refused."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import numpy as np
import pytest

from calibration.lens_file import MAX_LENS_BYTES, AboutLens, LensError, LensFile, lens_file, load_lens, save_lens
from calibration.pose import Lens

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """
format = 1
size_px = [1280, 720]
camera_matrix = [[900.0, 0.0, 640.0], [0.0, 901.0, 360.0], [0.0, 0.0, 1.0]]
distortion = [-0.1, 0.02, 0.0, 0.0, 0.0]
"""


def test_a_lens_is_read(tmp_path: Path) -> None:
    path = tmp_path / "lens.toml"
    path.write_text(GOOD, encoding="utf-8")
    lens = load_lens(path)
    assert lens.measured
    assert lens.size_px == (1280, 720)
    assert np.array_equal(lens.camera_matrix, [[900, 0, 640], [0, 901, 360], [0, 0, 1]])
    assert np.array_equal(lens.distortion, [-0.1, 0.02, 0, 0, 0])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "format"),
        (GOOD.replace("format = 1", "format = 2"), "format"),
        (GOOD.replace("size_px = [1280, 720]", "size_px = [1280]"), "size_px"),
        (GOOD.replace("size_px = [1280, 720]", "size_px = [0, 720]"), "size_px"),
        (GOOD + "colour = 1\n", "colour"),
        (GOOD.replace("900.0", "nan"), "camera_matrix"),
        (GOOD.replace("900.0", "-900.0"), "camera_matrix"),
        (GOOD.replace("-0.1, ", ""), "distortion"),
        (GOOD + "[about]\nfocal_sd_px = nan\n", "focal_sd_px"),
        (GOOD + "[about]\nfocal_sd_px = -1.0\n", "focal_sd_px"),
        (GOOD + "[about]\nmeasured_on = 'soon'\n", "measured_on"),
        (GOOD + "[about]\nwhy = 1\n", "why"),
        ("format = ", "not a lens file"),
        ("#" * (MAX_LENS_BYTES + 1), "larger"),
    ],
)
def test_what_is_wrong_is_named(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "lens.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LensError, match=says) as error:
        load_lens(path)
    assert "lens.toml" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(LensError, match="cannot be read"):
        load_lens(tmp_path / "none.toml")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "lens.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LensError, match="not a lens file"):
        load_lens(path)


ABOUT = AboutLens(
    measured_on=dt.date(2026, 11, 3), by="chessboard", views=9, rms_px=0.31, focal_sd_px=1.5, verdict="good"
)


def a_lens(focal_px: float = 900.25) -> LensFile:
    matrix = np.array(((focal_px, 0, 640.5), (0, focal_px + 1, 359.5), (0, 0, 1)))
    return lens_file(Lens(matrix, np.array((-0.1, 0.02, 1e-4, -1e-4, 1e-17)), (1280, 720)), ABOUT)


def test_what_is_written_is_read_to_the_last_digit(tmp_path: Path) -> None:
    path = tmp_path / "lens.toml"
    save_lens(path, a_lens())
    lens = load_lens(path)
    assert lens.camera_matrix.tolist() == [list(row) for row in a_lens().camera_matrix]
    assert lens.distortion.tolist() == list(a_lens().distortion)
    assert lens.measured
    assert lens.focal_sd_px == 1.5
    text = path.read_text(encoding="utf-8")
    assert "measured_on = 2026-11-03" in text
    assert "\r" not in text


def test_a_lens_takes_the_place_of_another_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "lens.toml"
    save_lens(path, a_lens())
    save_lens(path, a_lens(1000.0))
    assert load_lens(path).camera_matrix[0, 0] == 1000
    assert list(tmp_path.iterdir()) == [path]


def test_where_nothing_can_be_written_the_sentence_names_the_place(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "none" / "lens.toml", tmp_path / "folder"):
        with pytest.raises(LensError, match="cannot be written") as error:
            save_lens(path, a_lens())
        assert str(path) in str(error.value)
    assert list(tmp_path.iterdir()) == [tmp_path / "folder"]
