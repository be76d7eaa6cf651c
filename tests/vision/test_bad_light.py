"""Pieces where light is bad: found where they show, and where they do not, their spaces are said to be unseen."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.board import shipped_board
from tests.scenes import Ball, Disc, Light, SceneSpec, draw_scene, make_camera
from vision.numbers import NumberReader
from vision.read import read_table

if TYPE_CHECKING:
    from engine.observation import Observation

KIT = shipped_board("regista-a2")
CAMERAS = {"steep": make_camera(elevation_deg=70.0), "flat": make_camera(elevation_deg=45.0)}
SPACES = ("C4", "H6", "M9", "D15", "J18", "H11", "O1", "A22")
FAR_CORNER, AT_THE_GLARE = "O1", "J18"


@cache
def reader() -> NumberReader:
    return NumberReader()


def table(camera: str, light: Light) -> SceneSpec:
    """Eight pieces, two of them in corners of the field beside white paper."""
    centres = [KIT.grid.centre_mm(space) for space in SPACES]
    discs = tuple(Disc(f"{'BR'[k % 2]}{k + 2}", c.x_mm, c.y_mm, 40.0 * k) for k, c in enumerate(centres))
    return SceneSpec(CAMERAS[camera], discs=discs, light=light)


def read(spec: SceneSpec) -> Observation:
    scene = draw_scene(spec, np.random.default_rng(1))
    return read_table(scene.image, spec.camera, spec.board, reader())


def stand(seen: Observation) -> set[tuple[str, str | None]]:
    return {(piece.team, piece.space) for piece in seen.pieces}


TRUE = {("BR"[k % 2], space) for k, space in enumerate(SPACES)}


@pytest.mark.parametrize("camera", CAMERAS)
def test_a_dim_corner_is_no_hand_and_its_pieces_are_found(camera: str) -> None:
    seen = read(table(camera, Light(0.6, 0.9, from_deg=-40.0)))
    assert stand(seen) == TRUE
    assert not seen.occluded


@pytest.mark.parametrize("camera", CAMERAS)
def test_what_lies_in_the_dark_is_hidden(camera: str) -> None:
    seen = read(table(camera, Light(0.6, 0.97, from_deg=-40.0)))
    assert TRUE - stand(seen) <= {("B", FAR_CORNER)}
    assert FAR_CORNER in seen.hidden
    assert not seen.occluded


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("away_mm", [25.0, 35.0, 45.0, 60.0])
def test_a_piece_in_glare_is_found_or_its_space_is_hidden(camera: str, away_mm: float) -> None:
    x, y = KIT.grid.centre_mm(AT_THE_GLARE)
    seen = read(table(camera, Light(0.95, 0.1, glare_mm=(x - away_mm, y), glare_radius_mm=80.0)))
    missed = {space for _, space in TRUE - stand(seen)}
    assert not stand(seen) - TRUE
    assert missed <= {AT_THE_GLARE} & seen.hidden


@pytest.mark.parametrize(("sharpness", "asked"), [(0.3, True), (8.0, False)], ids=["a blurred number", "a clear one"])
def test_a_clear_number_leaves_no_doubt_that_there_is_a_piece(sharpness: float, *, asked: bool) -> None:
    """At the edge of a reflection, which hides most of its outline."""
    x, y = KIT.grid.centre_mm(AT_THE_GLARE)
    spec = table("steep", Light(0.95, 0.1, glare_mm=(x - 22.0, y), glare_radius_mm=60.0))
    picture = draw_scene(spec, np.random.default_rng(1)).image
    seen = read_table(picture, spec.camera, spec.board, NumberReader(sharpness=sharpness))
    assert stand(seen) == TRUE
    assert (AT_THE_GLARE in {doubt.space for doubt in seen.unsure}) is asked


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("towards", [(4.0, -4.0), (-5.0, 2.0)])
def test_a_reddish_ball_on_a_blue_piece_is_no_red_piece(camera: str, towards: tuple[float, float]) -> None:
    spec = table(camera, Light(0.4, 0.2))
    under = spec.discs[4]
    ball = Ball("ball", under.x_mm + towards[0], under.y_mm + towards[1], under.piece, (30, 55, 190), gloss=0.5)
    assert stand(read(replace(spec, ball=ball))) == TRUE
