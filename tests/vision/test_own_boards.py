"""Tables on boards without markers, read by what their reference picture shows, taken in whatever light there was."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

from calibration.own.build import OwnBoard, set_up
from calibration.own.finder import FeatureFinder
from tests.calibration.own_tables import STYLES, camera, clicked, printed
from tests.scenes import Ball, Disc, Light, SceneSpec, Sensor, draw_scene
from vision.known_colours import known_of
from vision.numbers import NumberReader
from vision.read import read_table

if TYPE_CHECKING:
    from engine.observation import Observation

BULB, NORTH_WINDOW = (0.6, 0.88, 1.08), (1.1, 1.0, 0.86)
POOR = Light(0.35, 0.4, cast=BULB)
"""What a board is set up under."""
SPACES = ("C4", "H6", "M9", "D15", "J18", "H11", "E9", "L20")
WHITE, ORANGE = (236, 240, 240), (26, 122, 238)


@cache
def finder(style: str) -> FeatureFinder:
    """A board set up from a dim and yellow picture of it."""
    board, picture = printed(STYLES[style])
    spec = SceneSpec(
        camera(STYLES[style], elevation_deg=65.0, size_px=(1280, 720)),
        board,
        sheet_picture=picture,
        light=POOR,
        sensor=Sensor(),
    )
    scene = draw_scene(spec, np.random.default_rng(0))
    made = set_up(scene.image, clicked(scene), board.file)
    assert isinstance(made, OwnBoard), made.reason
    return FeatureFinder(made.reference)


def hazy(image: np.ndarray, red: float) -> np.ndarray:
    """The same seen through a glossy foil that mirrors a reddish wall: light that is added everywhere."""
    light = (image / 255.0) ** 2.2 * 0.85 + np.array((0.02, 0.02, red))
    return np.round(255.0 * np.clip(light, 0, 1) ** (1 / 2.2)).astype(np.uint8)


def read(style: str, ball: Ball | None, haze: float) -> Observation:
    """A table with eight pieces and perhaps a ball, under a bright and bluish window."""
    board, picture = printed(STYLES[style])
    middle = {space: board.grid.centre_mm(space) for space in SPACES}
    discs = tuple(
        Disc(f"{'BR'[k % 2]}{k // 2 + 1}", middle[space].x_mm, middle[space].y_mm, 35.0 * k)
        for k, space in enumerate(SPACES)
    )
    spec = SceneSpec(
        camera(STYLES[style], elevation_deg=60.0, size_px=(1280, 720)),
        board,
        sheet_picture=picture,
        discs=discs,
        ball=ball,
        light=Light(0.85, 0.15, cast=NORTH_WINDOW),
        sensor=Sensor(),
    )
    image = hazy(draw_scene(spec, np.random.default_rng(1)).image, haze)
    pose = finder(style).find(image)
    assert pose, pose.reason
    return read_table(image, pose, finder(style).board, NumberReader(), known=known_of(finder(style)))


@pytest.mark.parametrize(
    ("style", "haze", "form", "colour"),
    [
        ("light lines", 0.0, "ball", WHITE),
        ("light lines", 0.06, "ball", WHITE),
        ("light lines", 0.06, "ball", ORANGE),
        ("light lines", 0.0, "ring", WHITE),
        ("dark lines", 0.06, "ring", ORANGE),
    ],
    ids=["white", "white in haze", "orange in haze", "flat white", "flat orange on beige in haze"],
)
def test_a_table_is_read_in_other_light_than_its_board_was_set_up_in(
    style: str, haze: float, form: str, colour: tuple[int, int, int]
) -> None:
    board, _ = printed(STYLES[style])
    at = board.grid.centre_mm("F13")
    seen = read(style, Ball("ring" if form == "ring" else "ball", at.x_mm, at.y_mm, None, colour), haze)
    teams = {piece.space: piece.team for piece in seen.pieces}
    assert teams == {space: "BR"[k % 2] for k, space in enumerate(SPACES)}
    assert seen.ball is not None
    assert seen.ball.space == "F13"
    assert seen.ball.confidence > 0.9
    goals = {space for spaces in board.goals.values() for space in spaces}
    assert not seen.hidden & goals


def test_pale_print_where_no_ball_lies_is_not_claimed_as_one() -> None:
    seen = read("light lines", None, 0.0)
    assert seen.ball is None or (seen.ball.confidence < 0.5 and any(doubt.what == "ball" for doubt in seen.unsure))
