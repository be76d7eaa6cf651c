"""What ``touchline read`` says of the board and of the lens that it was seen through."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.board import shipped_board
from tests.scenes import make_camera
from vision.still import board_json


@pytest.mark.parametrize(
    ("measured", "sd_px", "told"),
    [(True, 0.0, None), (True, 2.54, 2.5), (False, 31.0, 31.0)],
    ids=["measured, error unknown", "measured", "estimated"],
)
def test_the_focal_length_is_told_with_its_error(
    measured: bool,  # noqa: FBT001
    sd_px: float,
    told: float | None,
) -> None:
    pose = make_camera((1280, 720), focal_px=1000.04)
    lens = replace(pose.lens, measured=measured, focal_sd_px=sd_px)
    answer = board_json(replace(pose, lens=lens, field_sd_mm=0.4321), shipped_board("regista-a2"))
    assert answer["lens"] == {"measured": measured, "focal_px": 1000.0, "focal_sd_px": told}
    assert answer["sd_mm"] == 0.432
