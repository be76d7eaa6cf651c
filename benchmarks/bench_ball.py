"""A round ball in millimetres, at rest and rolling, on drawn tables of Soccer Chess whose truth is known."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Console
from rich.table import Table

from calibration.board_pose import find_board_pose
from engine.board import shipped_board
from engine.observation import Observation, SeenBall
from engine.referee.rolled import Field, over_lines
from vision.ball_fit import measure_ball
from vision.rolling import RollingBall

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.scenes import Ball, Disc, Light, SceneSpec, Sensor, draw_scene, make_camera, wide_view
from tests.scenes.rolls import Roll, RollFilm

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.random import Generator

BOARD = shipped_board("soccer-chess")
LENGTH_MM, WIDTH_MM = BOARD.grid.field_size_mm
RADIUS_MM = BOARD.file.ball.diameter_mm / 2
COLOURS = {"white": (235, 238, 240), "orange": (40, 120, 245), "yellow": (60, 215, 240)}
SQUARE_PX = (14.0, 40.0)
PLACES = ("open", "halfway line", "touch line", "by a disc")
WAYS = ("over a line", "over and back", "near a line and back", "inside")


@dataclass(frozen=True)
class Measured:
    """One ball at rest; infinite errors where it could not be measured."""

    kind: tuple[str, str]
    error_mm: float
    sd_mm: float


def run(n: int = 12) -> None:
    """Print both tables; ``n`` tables of each place and films of each way."""
    rng = np.random.default_rng(20)
    _print_rest([_at_rest(place, rng) for _ in range(n) for place in PLACES])
    _print_ways({way: [_rolled(way, rng) for _ in range(max(2, n // 3))] for way in WAYS})


def _light(rng: Generator) -> Light:
    return Light(
        float(rng.uniform(0.5, 1.0)),
        float(rng.uniform(0.0, 0.5)),
        float(rng.uniform(0, 360)),
        (float(rng.uniform(0.75, 1.05)), 1.0, float(rng.uniform(0.9, 1.1))),
        float(rng.uniform(0.1, 0.6)),
    )


def _at_rest(place: str, rng: Generator) -> Measured:
    x, y = float(rng.uniform(60, LENGTH_MM - 60)), float(rng.uniform(60, WIDTH_MM - 60))
    if place == "halfway line":
        x = LENGTH_MM / 2 + float(rng.normal(0, 4))
    elif place == "touch line":
        y = float(rng.choice((0.0, WIDTH_MM)) + rng.normal(0, 5))
    turn = float(rng.uniform(0, 2 * math.pi))
    beside = Disc(str(rng.choice(("B8", "R5"))), x + 18 * math.cos(turn), y + 18 * math.sin(turn))
    colour = str(rng.choice(list(COLOURS)))
    space_px = float(np.exp(rng.uniform(*np.log(SQUARE_PX))))
    spec = SceneSpec(
        wide_view(rng, BOARD, elevation_deg=float(rng.uniform(38, 88)), space_px=space_px),
        BOARD,
        discs=(beside,) if place == "by a disc" else (),
        ball=Ball("ball", x, y, colour=COLOURS[colour]),
        light=_light(rng),
        sensor=Sensor(float(rng.uniform(0.3, 1.1)), float(rng.uniform(0.5, 5)), int(rng.integers(70, 96))),
    )
    picture = draw_scene(spec, rng).image
    pose = find_board_pose(picture, BOARD)
    start = np.array((x, y)) + rng.normal(0, 0.8, 2)
    fit = measure_ball(picture, pose, start, RADIUS_MM) if pose else None
    if not fit:
        return Measured((place, colour), math.inf, math.nan)
    return Measured((place, colour), math.dist(fit.centre_mm, (x, y)), fit.sd_mm)


@dataclass(frozen=True)
class Judged:
    """One ball that rolled."""

    answer: str
    """``right``, ``asked``, ``wrong``, ``not seen``."""
    exit_mm: float
    """Error of where it crossed the border; not a number where it did not."""


def _places(way: str, rng: Generator) -> tuple[tuple[float, float], ...]:
    start = float(rng.uniform(150, LENGTH_MM - 150)), float(rng.uniform(150, WIDTH_MM - 150))
    x, north = float(rng.uniform(80, LENGTH_MM - 120)), bool(rng.random() < 0.5)

    def at(beyond_mm: float) -> float:
        return -beyond_mm if north else WIDTH_MM + beyond_mm

    if way == "over a line":
        return start, (x, at(float(rng.uniform(14, 36))))
    if way == "inside":
        return start, (x, at(-float(rng.uniform(30, 120))))
    turn = (9.5, 24.0) if way == "over and back" else (-14.0, 6.5)
    return start, (x, at(float(rng.uniform(*turn)))), (x + float(rng.uniform(10, 80)), at(-float(rng.uniform(40, 120))))


def _rolled(way: str, rng: Generator) -> Judged:
    places = _places(way, rng)
    camera = make_camera(
        elevation_deg=float(rng.uniform(48, 82)), distance_mm=float(rng.uniform(1180, 1400)), target_mm=(400.0, 310.0)
    )
    colour = COLOURS[str(rng.choice(list(COLOURS)))]
    spec = SceneSpec(
        camera,
        BOARD,
        discs=(Disc("B8", places[0][0] - 18.5, places[0][1]),),
        ball=Ball("ball", *places[0], colour=colour),
        light=_light(rng),
        sensor=Sensor(float(rng.uniform(0.4, 0.9)), float(rng.uniform(1, 4)), 95),
    )
    roll = Roll(places, float(np.exp(rng.uniform(*np.log((300.0, 2000.0))))))
    exposure_s = float(rng.choice((1 / 200, 1 / 60, 1 / 30)))
    film = RollFilm(spec, [roll], rng, exposure_s=exposure_s, rest_s=0.4, hands=bool(rng.random() < 0.6))
    look = _look_after(film, places[0])
    over = over_lines(Field((LENGTH_MM, WIDTH_MM), RADIUS_MM), look.path) if look is not None else None
    if over is None:
        return Judged("not seen", math.nan)
    crossed = _crossed(roll)
    farthest = max(max(-y, y - WIDTH_MM) for _, y in places)
    right = "out" if farthest > RADIUS_MM else "in"
    answer = "asked" if over.verdict == "close" else "right" if over.verdict == right else "wrong"
    known = over.verdict == "out" and crossed is not None
    return Judged(answer, abs(over.out_mm.x_mm - crossed) if known and crossed is not None else math.nan)


def _crossed(roll: Roll) -> float | None:
    """Where along a touch line the ball's middle went over it."""
    for (ax, ay), (bx, by) in zip(roll.points_mm, roll.points_mm[1:], strict=False):
        border = 0.0 if by < 0 else WIDTH_MM
        if by < 0 or by > WIDTH_MM:
            return ax + (border - ay) / (by - ay) * (bx - ax)
    return None


def _look_after(film: RollFilm, start: tuple[float, float]) -> Observation | None:
    ball, pose, frame = RollingBall(BOARD), None, None
    for number, frame in enumerate(film):
        if number == 0:
            found = find_board_pose(frame.image, BOARD)
            if not found:
                return None
            pose = found
            first = SeenBall(*start, None, None, 1.0, sd_mm=0.3)
            ball.complete(Observation(frame.t, 0, ball=first), frame.image, pose)
        elif pose is not None:
            ball.follow(frame.image, frame.t, pose)
    if frame is None or pose is None:
        return None
    return ball.complete(Observation(frame.t + 0.01, frame.number), frame.image, pose)


def _print_rest(all_of_them: list[Measured]) -> None:
    table = Table("ball at rest", "tables", "not measured", "mean mm", "worst mm", "sd mm", "within 2 sd")

    def row(name: str, chosen: Callable[[Measured], bool]) -> None:
        some = [each for each in all_of_them if chosen(each)]
        known = [each for each in some if math.isfinite(each.error_mm)]
        if not known:
            return
        errors = np.array([each.error_mm for each in known])
        sds = np.array([each.sd_mm for each in known])
        told = f"{(errors <= 2 * sds).mean():.1%}"
        lost = str(len(some) - len(known))
        table.add_row(
            name, str(len(some)), lost, f"{errors.mean():.2f}", f"{errors.max():.2f}", f"{np.median(sds):.2f}", told
        )

    row("all", lambda _: True)
    for name in (*PLACES, *COLOURS):
        row(name, lambda each, name=name: name in each.kind)  # type: ignore[misc]  # mypy knows no default here
    Console().print(table)


def _print_ways(ways: dict[str, list[Judged]]) -> None:
    table = Table("rolling", "films", "right", "asked", "wrong", "not seen", "exit mean mm", "exit worst mm")
    for way, judged in ways.items():
        answers = [each.answer for each in judged]
        exits = [each.exit_mm for each in judged if not math.isnan(each.exit_mm)]
        counts = (str(answers.count(answer)) for answer in ("right", "asked", "wrong", "not seen"))
        mean, worst = (f"{np.mean(exits):.2f}", f"{max(exits):.2f}") if exits else ("-", "-")
        table.add_row(way, str(len(judged)), *counts, mean, worst)
    Console().print(table)


if __name__ == "__main__":
    run(int(sys.argv[1]) if len(sys.argv) > 1 else 12)
