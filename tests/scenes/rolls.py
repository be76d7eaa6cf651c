"""Films of a ball that is flicked and rolls, blurred by its own motion, with the truth of every moment."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.scenes import things
from tests.scenes.draw import lamp_gain
from tests.scenes.easel import FINER, Easel
from tests.scenes.spec import Ball, Hand
from tests.scenes.surface import paint_surface
from vision.sources import Frame, Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.random import Generator
    from numpy.typing import NDArray

    from tests.scenes.spec import Disc, SceneSpec

ROLLING_S, RESTING_S = 1 / 30, 0.1
"""Time from picture to picture while something moves, and while nothing does."""
UNEVEN = 0.06
"""By how much of it the time from picture to picture varies."""
EXPOSURES = 5
"""Places that are averaged into one blurred picture."""
ARM_FROM_DEG = 100.0
FLICK_MM = (260.0, 120.0, 40.0, 14.0)
"""How far the fingers are from the ball before it is struck, picture by picture."""
PUT_MM = (260.0, 90.0, 0.0, 0.0, 110.0, 280.0)
PUT_AT = 3
"""The table changes with this picture of a visit."""


@dataclass(frozen=True)
class Roll:
    """The ball runs along straight pieces, slower and slower, and comes to rest at the last point."""

    points_mm: tuple[tuple[float, float], ...]
    """From where it lies."""
    speed_mm_s: float
    """With which it starts."""

    @property
    def length_mm(self) -> float:
        return sum(math.dist(a, b) for a, b in zip(self.points_mm, self.points_mm[1:], strict=False))

    @property
    def seconds(self) -> float:
        return 2 * self.length_mm / self.speed_mm_s

    def at(self, t: float) -> tuple[float, float]:
        """Where it is ``t`` seconds after it was struck."""
        t = min(max(t, 0.0), self.seconds)
        way = self.speed_mm_s * t * (1 - t / (2 * self.seconds))
        for a, b in zip(self.points_mm, self.points_mm[1:], strict=False):
            part = math.dist(a, b)
            if way <= part and part > 0:
                return a[0] + way / part * (b[0] - a[0]), a[1] + way / part * (b[1] - a[1])
            way -= part
        return self.points_mm[-1]


@dataclass(frozen=True)
class Put:
    """A hand moves figures, and the ball if it says where."""

    discs: tuple[Disc, ...]
    """All of them afterwards."""
    ball_mm: tuple[float, float] | None = None


@dataclass(frozen=True, eq=False)
class _Moment:
    t: float
    discs: tuple[Disc, ...]
    ball_mm: tuple[tuple[float, float], ...]
    """Where the ball is in the course of the exposure."""
    hand: Hand | None = None


class RollFilm(Source):
    """Pictures of a table on which balls are flicked and figures put."""

    def __init__(
        self,
        scene: SceneSpec,
        steps: Sequence[Roll | Put],
        rng: Generator,
        *,
        exposure_s: float = 1 / 60,
        rest_s: float = 1.2,
        hands: bool = True,
    ) -> None:
        """``scene`` is the table at the beginning; without ``hands`` a ball starts by itself."""
        super().__init__("drawn (rolling)")
        if scene.ball is None:
            raise ValueError("a ball that rolls has to lie somewhere first")
        self._scene, self._colour = scene, scene.ball.colour
        self._exposure_s, self._rest_s, self._hands = exposure_s, rest_s, hands
        self._clock = np.random.default_rng(int(rng.integers(1 << 30)))
        self.struck_t: list[float] = []
        """When each ball was struck."""
        self._moments = list(self._plan(steps, (scene.ball.x_mm, scene.ball.y_mm)))
        width, height = scene.camera.lens.size_px
        self._noise = rng.normal(0.0, scene.sensor.noise, (height + 32, width + 32, 3)).astype(np.float32)
        self._places = rng.integers(0, 32, (len(self._moments), 2))
        self._seed = int(rng.integers(1 << 30))

    def _plan(self, steps: Sequence[Roll | Put], ball_mm: tuple[float, float]) -> Iterator[_Moment]:
        t, discs = 0.0, self._scene.discs
        for step in (None, *steps):
            if isinstance(step, Roll):
                for away in FLICK_MM if self._hands else ():
                    yield _Moment(t, discs, (ball_mm,), _hand(ball_mm, away))
                    t += self._after(ROLLING_S)
                self.struck_t.append(t)
                struck_t, number = t, 0
                while t < struck_t + step.seconds + ROLLING_S:
                    shares = (np.arange(EXPOSURES) + 0.5) / EXPOSURES - 0.5
                    places = tuple(step.at(t - struck_t + float(s) * self._exposure_s) for s in shares)
                    back = FLICK_MM[max(0, 3 - number)] if self._hands and number < len(FLICK_MM) else None
                    yield _Moment(t, discs, places, None if back is None else _hand(step.points_mm[0], back + 8.0))
                    t, number = t + self._after(ROLLING_S), number + 1
                ball_mm = step.points_mm[-1]
            elif step is not None:
                changed = [d for d in step.discs if d not in discs]
                at_mm = (changed[-1].x_mm, changed[-1].y_mm) if changed else step.ball_mm or ball_mm
                for number, away in enumerate(PUT_MM):
                    if number == PUT_AT:
                        discs, ball_mm = step.discs, step.ball_mm or ball_mm
                    yield _Moment(t, discs, (ball_mm,), _hand(at_mm, away))
                    t += self._after(RESTING_S)
            for _ in range(round(self._rest_s / RESTING_S)):
                yield _Moment(t, discs, (ball_mm,))
                t += self._after(RESTING_S)

    def _after(self, step_s: float) -> float:
        """Time to the next picture."""
        return step_s * (1.0 + UNEVEN * float(self._clock.uniform(-1.0, 1.0)))

    @property
    def size_px(self) -> tuple[int, int]:
        return self._scene.camera.lens.size_px

    @property
    def duration_s(self) -> float | None:
        return self._moments[-1].t

    def __iter__(self) -> Iterator[Frame]:
        width, height = self.size_px
        table: _Painted | None = None
        last, picture = None, np.zeros((height, width, 3), np.float32)
        for number, moment in enumerate(self._moments):
            if table is None or table.discs is not moment.discs:
                table = _Painted(replace(self._scene, discs=moment.discs, ball=None), self._seed)
            if last is None or replace(last, t=moment.t) != moment:
                picture, last = table.with_ball(moment, self._colour), moment
            x, y = self._places[number]
            seen = np.clip(np.round(picture + self._noise[y : y + height, x : x + width]), 0, 255).astype(np.uint8)
            yield Frame(number, moment.t, seen)


def _hand(at_mm: tuple[float, float], away_mm: float) -> Hand:
    angle = math.radians(ARM_FROM_DEG)
    return Hand(at_mm[0] + away_mm * math.cos(angle), at_mm[1] + away_mm * math.sin(angle), ARM_FROM_DEG)


class _Painted:
    """A table with its figures, painted once; a ball is put into it picture by picture."""

    def __init__(self, spec: SceneSpec, seed: int) -> None:
        self.discs, self._spec = spec.discs, spec
        self._easel = Easel(spec.camera)
        paint_surface(self._easel, spec, np.random.default_rng(seed))
        things.shade_ground(self._easel, spec)
        for paint in things.far_to_near(spec, things.top_heights_mm(spec)):
            paint(self._easel)
        self._gain = lamp_gain(spec, *self._easel.ground_mm())

    def with_ball(self, moment: _Moment, colour: tuple[int, int, int]) -> NDArray[np.float32]:
        """(height, width, 3): as the lens and the exposure show it, without noise."""
        easel, bare = self._easel, self._easel.image.copy()
        total = np.zeros(bare.shape, np.float32)
        places = moment.ball_mm if len(set(moment.ball_mm)) > 1 else moment.ball_mm[:1]
        window = self._window(places)
        part = np.zeros(bare[window].shape, np.float32)
        for x_mm, y_mm in places:
            easel.image[window] = bare[window]
            self._paint(Ball("ball", x_mm, y_mm, colour=colour), window)
            part += easel.image[window]
        easel.image[window] = np.round(part / len(places)).astype(np.uint8)
        if moment.hand is not None:
            things.paint_hand(easel, moment.hand)
        total = easel.reduced() * self._gain
        easel.image = bare
        blur_px = self._spec.sensor.blur_px
        return np.asarray(cv2.GaussianBlur(total, (0, 0), blur_px) if blur_px > 0 else total, np.float32)

    def _window(self, places: Sequence[tuple[float, float]]) -> tuple[slice, slice]:
        reach = 2.5 * self._spec.board.file.ball.diameter_mm
        corners = np.vstack([np.array(at) + reach * np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))) for at in places])
        pixels = np.vstack((self._easel.project(corners), self._easel.project(corners, reach / 2)))
        width, height = self._easel.size_px
        low = np.floor(pixels.min(axis=0)).astype(int).clip(0, (width, height))
        high = np.ceil(pixels.max(axis=0)).astype(int).clip(0, (width, height)) + 1
        return slice(low[1], high[1]), slice(low[0], high[0])

    def _paint(self, ball: Ball, window: tuple[slice, slice]) -> None:
        """Shadow and ball."""
        easel, radius = self._easel, self._spec.board.file.ball.diameter_mm / 2
        shadow = np.zeros(easel.image[window].shape[:2], np.float32)
        if not shadow.size:
            return
        angle = math.radians(self._spec.light.from_deg)
        away = -np.array((math.cos(angle), math.sin(angle)))
        circle = np.linspace(0, 2 * np.pi, 32, endpoint=False)
        rim = 1.05 * radius * np.column_stack((np.cos(circle), np.sin(circle)))
        corner = np.array((window[1].start, window[0].start))
        for share in (1.8, 3.6, 5.4):
            outline = easel.project(np.array((ball.x_mm, ball.y_mm)) + share * away + rim) - corner
            cv2.fillConvexPoly(shadow, np.round(outline * 16).astype(np.int32), self._spec.light.shadow, cv2.LINE_AA, 4)
        soft = max(1.0, 2.0 * FINER * self._spec.camera.px_per_mm(ball.x_mm, ball.y_mm))
        shade = 1 - cv2.GaussianBlur(shadow, (0, 0), soft)
        easel.image[window] = np.round(easel.image[window] * shade[..., None]).astype(np.uint8)
        things.paint_ball(easel, ball=ball, radius_mm=radius, foot_mm=0.0)
