"""``touchline dice`` and ``touchline number``: what is said of a picture and of a crop."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.kit.write import write_kit
from engine.board import shipped_board
from referee_tui import cli
from referee_tui.commands.pictures import rounded
from tests.scenes import Die, SceneSpec, draw_scene, make_camera
from vision.numbers import CropReading

if TYPE_CHECKING:
    from pathlib import Path

WHITE, BLACK = (240, 240, 240), (25, 25, 25)


@pytest.fixture(scope="module")
def face(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kit's face of blue's 7, turned clockwise by a quarter."""
    folder = tmp_path_factory.mktemp("kit")
    write_kit("regista", folder, png=True)
    image = cv2.imread(str(folder / "pieces" / "B7.png"))
    assert image is not None
    cv2.imwrite(str(folder / "turned.png"), cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE))
    return folder / "turned.png"


def test_a_number_is_told_with_its_confidence_and_angle(face: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["number", str(face), "--json"]) == 0
    answer = json.loads(capfd.readouterr().out)
    assert answer["number"] == 7
    assert answer["confidence"] == round(answer["confidence"], 3)
    assert answer["up_deg"] == pytest.approx(90, abs=25)
    assert cli.run(["number", str(face)]) == 0
    told = capfd.readouterr().out
    assert told == f"{face}: 7 (confidence {answer['confidence']:.3f}, turned by {answer['up_deg']:.0f} degrees)\n"


@pytest.mark.parametrize(
    ("up_deg", "told"),
    [(359.97, 0.0), (0.04, 0.0), (112.04, 112.0), (None, None)],
    ids=["once round", "up", "", "none"],
)
def test_an_angle_stays_below_a_full_turn(up_deg: float | None, told: float | None) -> None:
    assert rounded(CropReading(number=7, confidence=0.98765, up_deg=up_deg, why=None)) == {
        "number": 7, "confidence": 0.988, "up_deg": told, "why": None,
    }  # fmt: skip


def test_a_board_in_a_picture_of_dice_is_told_and_nothing_on_it_is_a_die_outside_its_tray(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    pose = make_camera(elevation_deg=80.0, distance_mm=700.0)
    on_field, beside = (Die(None, 4, x, y, 20.0, 15.0, BLACK, WHITE) for x, y in ((253.0, 153.0), (253.0, 337.0)))
    spec = SceneSpec(pose, shipped_board("regista-a2"), dice=(on_field, beside))
    cv2.imwrite(str(tmp_path / "table.png"), draw_scene(spec, np.random.default_rng(3)).image)
    assert cli.run(["dice", str(tmp_path / "table.png"), "--json"]) == 0
    told = capfd.readouterr()
    answer = json.loads(told.out)
    seen_px = pose.project(((253.0, 153.0), (253.0, 337.0)), 15.0)
    assert [die["value"] for die in answer["dice"]] == [4]
    assert np.hypot(*(answer["dice"][0]["centre_px"] - seen_px[1])) < 6.0
    refused = [spot["centre_px"] for spot in answer["unsure"] if "look much like dice" in spot["why"]]
    assert min(np.hypot(*(place - seen_px[0])) for place in refused) < 6.0
    assert told.err == (
        "touchline: a board (regista-a2) is in the picture: use touchline read, which tells dice from pieces\n"
    )


def test_of_a_picture_without_a_board_nothing_more_is_told(face: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["dice", str(face)]) == 0
    assert capfd.readouterr().err == ""
