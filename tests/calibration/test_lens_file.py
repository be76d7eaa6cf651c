"""Lens files: what is read, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from calibration.lens_file import MAX_LENS_BYTES, LensError, load_lens

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
