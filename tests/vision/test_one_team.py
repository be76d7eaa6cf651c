"""Teams that a picture does not tell apart: the cause is named, once and first."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from calibration.finder import finder_for
from engine.board import shipped_board
from tests.scenes import Disc, Light, SceneSpec, Sensor, draw_scene, make_camera, random_scene
from vision.numbers import NumberReader
from vision.still import read_still

if TYPE_CHECKING:
    from vision.rectify import Image

BOARD = shipped_board("regista-a2")
LIGHT_BLUE, DEEP_BLUE = (200, 110, 60), (190, 90, 40)
GRASS, RED = (60, 140, 40), (35, 30, 190)
SPACES = ("C4", "H6", "M9", "D15", "J18", "H11", "K3", "F20")
ALIKE = "the teams' colours are too alike in this picture to be told apart"
CURE = "use a white lamp, or pieces in a colour that the board has not"
LIKE_BOARD = f"one team has nearly the board's own colour in this light: {CURE}"
COLOURLESS = "the picture has no colour to tell the teams, the ball and the dice by"


@cache
def reader() -> NumberReader:
    return NumberReader()


def table(teams: str, inks: tuple[tuple[int, int, int], ...] | None = None) -> Image:
    """Eight pieces, every number on two of them or, with one team, each once."""
    discs = []
    for k, space in enumerate(SPACES):
        number = k // len(teams) + 2
        disc = Disc(f"{teams[k % len(teams)]}{number}", *BOARD.grid.centre_mm(space), 20.0 * k)
        discs.append(replace(disc, ink=inks[k % len(inks)]) if inks else disc)
    return draw_scene(
        SceneSpec(make_camera(elevation_deg=62.0), BOARD, discs=tuple(discs)), np.random.default_rng(2)
    ).image


def grey(image: Image) -> Image:
    """Without colour, and kept as a JPEG."""
    without = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", without)[1], cv2.IMREAD_COLOR), np.uint8)


def causes(image: Image) -> list[dict[str, Any]]:
    answer = read_still(image, finder_for(BOARD), reader())
    assert answer["board"]["found"]
    named = [doubt for doubt in answer["unsure"] if doubt["what"] == "teams"]
    assert named == answer["unsure"][: len(named)]
    return named


@pytest.mark.parametrize("why", [ALIKE, COLOURLESS], ids=["two blues", "no colour"])
def test_the_cause_is_named_once(why: str) -> None:
    image = grey(table("BR")) if why == COLOURLESS else table("BR", (DEEP_BLUE, LIGHT_BLUE))
    assert causes(image) == [{"what": "teams", "cell": None, "why": why}]


def test_a_team_in_the_colour_of_the_grass_is_named_once() -> None:
    """Some of its pieces are missed, and nothing else tells."""
    spec = random_scene(np.random.default_rng(500), BOARD, pieces=22, camera=make_camera(distance_mm=780))
    discs = tuple(replace(disc, ink=GRASS if disc.piece[0] == "B" else RED) for disc in spec.discs)
    scene = draw_scene(replace(spec, discs=discs, light=Light(), sensor=Sensor(), dice=()), np.random.default_rng(7))
    assert causes(scene.image) == [{"what": "teams", "cell": None, "why": LIKE_BOARD}]


@pytest.mark.parametrize("teams", ["BR", "B", "R"], ids=["two teams", "blue alone", "red alone"])
def test_nothing_is_said_where_they_are_told_apart(teams: str) -> None:
    assert causes(table(teams)) == []
