"""Spaces that a single picture does not show are named in the answer of ``touchline read``, each with its reason."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from engine.board import shipped_board
from referee_tui import cli
from tests.scenes import Ball, Disc, Hand, Light, SceneSpec, draw_scene, make_camera

if TYPE_CHECKING:
    from pathlib import Path

GRID = shipped_board("regista-a2").grid
CAMERA = make_camera(elevation_deg=62.0)
GLARE, DARK, COVER = "glare hides it", "it is too dark there", "something lies over it"
MIDDLE = GRID.centre_mm("H12")
PLAIN = Light(0.4, 0.2)
GLARING = Light(0.9, 0.2, 30.0, glare_mm=(MIDDLE.x_mm, MIDDLE.y_mm), glare_radius_mm=60.0)
DIM = Light(0.6, 0.97, from_deg=-40.0)


def read(spec: SceneSpec, tmp_path: Path, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), draw_scene(spec, np.random.default_rng(1)).image)
    assert cli.run(["read", str(path), *more]) == 0
    return capsys.readouterr().out


def disc(piece: str, space: str) -> Disc:
    centre = GRID.centre_mm(space)
    return Disc(piece, centre.x_mm, centre.y_mm)


@pytest.mark.parametrize(
    ("under", "spec", "why"),
    [
        ("H12", SceneSpec(CAMERA, discs=(disc("R10", "H12"), disc("B4", "D5")), light=GLARING), GLARE),
        ("K1", SceneSpec(CAMERA, discs=(disc("R10", "O1"), disc("B4", "D16")), light=DIM), DARK),
        ("H12", SceneSpec(CAMERA, discs=(disc("B4", "D5"),), hand=Hand(MIDDLE.x_mm, MIDDLE.y_mm, 100.0)), COVER),
    ],
    ids=["glare", "dark", "hand"],
)
def test_a_space_that_is_not_seen_is_named_with_its_reason(
    under: str, spec: SceneSpec, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer: dict[str, Any] = json.loads(read(spec, tmp_path, capsys, "--json"))
    assert under not in {piece["cell"] for piece in answer["pieces"]}
    assert {"what": "space", "cell": under, "why": why} in answer["unsure"]
    named = [doubt["cell"] for doubt in answer["unsure"] if doubt["what"] == "space"]
    assert len(named) == len(set(named)) < len(GRID.spaces) / 3
    assert not set(named) & {piece["cell"] for piece in answer["pieces"]}


def test_nothing_is_said_of_spaces_that_are_seen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = SceneSpec(CAMERA, discs=(disc("R10", "H12"), disc("B4", "D5")), light=PLAIN)
    answer = json.loads(read(spec, tmp_path, capsys, "--json"))
    assert answer["unsure"] == []


def test_a_ball_that_is_seen_under_a_hand_is_claimed_on_its_space(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ball = Ball("ball", *GRID.centre_mm("D5"), None, (26, 122, 238))
    spec = SceneSpec(CAMERA, ball=ball, hand=Hand(MIDDLE.x_mm, MIDDLE.y_mm, 100.0))
    answer = json.loads(read(spec, tmp_path, capsys, "--json"))
    assert answer["ball"]["cell"] == "D5"
    assert "D5" not in {doubt["cell"] for doubt in answer["unsure"]}


def test_the_plain_line_names_a_few_of_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = SceneSpec(CAMERA, discs=(disc("B4", "D5"),), hand=Hand(MIDDLE.x_mm, MIDDLE.y_mm, 100.0))
    said = read(spec, tmp_path, capsys)
    assert said.count(COVER) == 1
    assert "more spaces; a hand covers part of the table" in said
    listed = said.split(f"not seen, {COVER}: ")[1].split(" and ")[0].split()
    assert len(listed) == 8
    assert set(listed) <= set(GRID.spaces)
