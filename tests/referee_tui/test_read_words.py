"""What ``touchline read`` says of pieces on the field and beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.board import shipped_board
from referee_tui import cli
from tests.scenes import Disc, SceneSpec, draw_scene, make_camera

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_a_piece_beside_the_field_is_named_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = shipped_board("regista-a2").grid.centre_mm("H11")
    discs = (Disc("B9", place.x_mm, place.y_mm), Disc("R7", -22.0, 290.0))
    scene = draw_scene(SceneSpec(make_camera(elevation_deg=70.0), discs=discs), np.random.default_rng(1))
    cv2.imwrite(str(tmp_path / "table.png"), scene.image)
    assert cli.run(["read", str(tmp_path / "table.png")]) == 0
    said = capsys.readouterr().out
    assert "1 piece: B9@H11; R7 beside the field" in said
