"""``touchline read --explain``: one picture for people beside the answer."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from referee_tui import cli
from tests.scenes import draw_scene, make_camera, random_scene


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A drawn table, as a file."""
    rng = np.random.default_rng(4)
    scene = random_scene(rng, camera=make_camera((960, 540), distance_mm=850.0), pieces=6)
    path = tmp_path_factory.mktemp("tables") / "table.png"
    cv2.imwrite(str(path), draw_scene(scene, rng).image)
    return path


def test_what_was_seen_is_drawn_beside_the_answer(table: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = table.with_name("folder") / "explained.png"
    assert cli.run(["read", str(table), "--explain", str(out)]) == 0
    assert "pieces" in capfd.readouterr().out
    assert cv2.imread(str(out)).shape == (720, 1280 + 440, 3)


def test_why_nothing_was_seen_is_drawn_too(tmp_path: Path) -> None:
    dark, out = tmp_path / "dark.png", tmp_path / "explained.png"
    cv2.imwrite(str(dark), np.zeros((480, 640, 3), np.uint8))
    assert cli.run(["read", str(dark), "--explain", str(out)]) == 1
    assert cv2.imread(str(out)) is not None


def test_one_picture_at_a_time(table: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "explained.png"
    assert cli.run(["read", str(table), str(table), "--explain", str(out)]) == 2
    assert "name one IMAGE" in capfd.readouterr().err
    assert not out.exists()
