"""A rolling ball followed over drawn films, against where the films put it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.board import shipped_board
from engine.observation import Observation, SeenBall
from tests.scenes import Ball, Disc, SceneSpec, Sensor, make_camera
from tests.scenes.rolls import Roll, RollFilm
from vision.rolling import RollingBall, is_kicked

BOARD = shipped_board("soccer-chess")
CAMERA = make_camera((1120, 630), elevation_deg=62, distance_mm=1230, target_mm=(400.0, 312.0))
WHITE, ORANGE = (235, 238, 240), (40, 120, 245)


def film_of(roll: Roll, colour: tuple[int, int, int], *discs: Disc, hands: bool = True) -> RollFilm:
    start = roll.points_mm[0]
    kicker = Disc("B8", start[0] - 18.5, start[1])
    spec = SceneSpec(
        CAMERA, BOARD, discs=(kicker, *discs), ball=Ball("ball", *start, colour=colour), sensor=Sensor(0.6, 2.0, 95)
    )
    return RollFilm(spec, [roll], np.random.default_rng(3), rest_s=0.3, hands=hands)


def look_after(film: RollFilm, roll: Roll) -> Observation:
    """The look at the end, of a reader that finds no ball any more."""
    ball = RollingBall(BOARD)
    start = roll.points_mm[0]
    frames = list(film)
    first = Observation(0.0, 0, ball=SeenBall(*start, None, None, 1.0, sd_mm=0.3))
    assert ball.complete(first, frames[0].image, CAMERA).path == ()
    for frame in frames[2:-1]:
        ball.follow(frame.image, frame.t, CAMERA)
    return ball.complete(Observation(frames[-1].t, 99), frames[-1].image, CAMERA)


ROLLS = [
    pytest.param(Roll(((300, 210), (420, 330)), 600.0), ORANGE, id="orange, inside"),
    pytest.param(Roll(((300, 150), (330, -30)), 900.0), WHITE, id="white, on to the white margin"),
    pytest.param(Roll(((600, 300), (680, 302), (640, 380)), 1200.0), WHITE, id="white, turned by a figure"),
]


@pytest.mark.parametrize(("roll", "colour"), ROLLS)
def test_the_way_is_where_the_ball_was(roll: Roll, colour: tuple[int, int, int]) -> None:
    turned = (Disc("R5", 692.0, 290.0),) if len(roll.points_mm) > 2 else ()
    film = film_of(roll, colour, *turned)
    look = look_after(film, roll)
    struck_t = film.struck_t[0]
    errors = [
        math.dist(roll.at(p.t - struck_t), (p.x_mm, p.y_mm)) / p.sd_mm for p in look.path if p.t > struck_t + 0.07
    ]
    assert len(errors) >= 8
    assert sum(error <= 2.5 for error in errors) >= 0.85 * len(errors)
    assert look.ball is not None
    assert math.dist(roll.points_mm[-1], (look.ball.x_mm, look.ball.y_mm)) < 3.0 * look.ball.sd_mm


def test_a_hand_that_comes_and_goes_rolls_no_ball() -> None:
    roll = Roll(((300, 210), (302, 210)), 400.0)
    assert look_after(film_of(roll, ORANGE), roll).path == ()


def test_a_path_stays_until_the_ball_moves_again() -> None:
    ball = RollingBall(BOARD)
    roll = Roll(((300, 210), (380, 250)), 700.0)
    frames = list(film_of(roll, ORANGE, hands=False))
    ball.complete(Observation(0.0, 0, ball=SeenBall(300, 210, None, None, 1.0, sd_mm=0.3)), frames[0].image, CAMERA)
    for frame in frames[2:]:
        ball.follow(frame.image, frame.t, CAMERA)
    last, there = frames[-1], SeenBall(380, 250, None, None, 1.0, sd_mm=0.3)
    first = ball.complete(Observation(last.t + 0.1, 1, ball=there), last.image, CAMERA)
    again = ball.complete(Observation(last.t + 0.6, 2, ball=there), last.image, CAMERA)
    assert len(first.path) > 3
    assert again.path == first.path


def test_a_camera_that_moved_begins_anew() -> None:
    ball = RollingBall(BOARD)
    roll = Roll(((300, 210), (380, 250)), 700.0)
    frames = list(film_of(roll, ORANGE, hands=False))
    ball.complete(Observation(0.0, 0, ball=SeenBall(300, 210, None, None, 1.0, sd_mm=0.3)), frames[0].image, CAMERA)
    other = make_camera((1120, 630), elevation_deg=62, distance_mm=1231, target_mm=(400.0, 312.0))
    for frame in frames[2:]:
        ball.follow(frame.image, frame.t, other)
    there = SeenBall(380, 250, None, None, 1.0, sd_mm=0.3)
    assert ball.complete(Observation(frames[-1].t + 0.1, 1, ball=there), frames[-1].image, other).path == ()


@pytest.mark.parametrize(("name", "rolls"), [("soccer-chess", True), ("regista-a2", False), ("soccer-fun-a3", False)])
def test_balls_roll_only_where_they_are_kicked(name: str, *, rolls: bool) -> None:
    assert is_kicked(shipped_board(name)) is rolls
