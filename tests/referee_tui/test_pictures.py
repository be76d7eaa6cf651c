"""``touchline number``: what is said of a crop."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import cv2
import pytest

from calibration.kit.write import write_kit
from referee_tui import cli
from referee_tui.commands.pictures import rounded
from vision.numbers import CropReading

if TYPE_CHECKING:
    from pathlib import Path


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
