"""Films of a table whose camera is knocked: still, in motion, still again, with the truth of every moment."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from tests.scenes.chance import random_scene
from tests.scenes.draw import draw_scene
from tests.scenes.spec import Disc, Hand, Light, SceneSpec, Sensor, make_camera
from vision.sources import Frame, Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.random import Generator
    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from engine.board import Board

FPS = 10.0
BEFORE_S, AFTER_S = 2.2, 3.5
EXPOSURES = 5
"""Pictures that are averaged into one that is blurred by motion."""


@dataclass(frozen=True)
class Knock:
    """What happens to the camera, as changes of the arguments of ``make_camera``, and meanwhile."""

    name: str
    shift_mm: float = 0.0
    """The camera slides so far over the table, in any direction."""
    roll_deg: float = 0.0
    """At most so far, either way."""
    to: Mapping[str, float] = field(default_factory=dict)
    """Exact changes: ``{"azimuth_deg": 180.0}`` is the other side of the table."""
    away_s: float = 0.0
    """Before it comes to rest it looks for so long at a bare table."""
    hand_s: float = 0.0
    """After it came to rest a hand lies in the picture for so long."""
    acts: bool = False
    """A piece is moved to a neighbouring space meanwhile."""
    board_moves: bool = False
    """It is the board that slides, and the table stays in the picture."""


@dataclass(frozen=True, eq=False)
class _Moment:
    picture: NDArray[np.uint8]
    camera: BoardPose | None
    """None while the camera moves or looks away."""


class KnockedFilm(Source):
    """Ten pictures a second of one knock."""

    def __init__(self, knock: Knock, board: Board, rng: Generator, size_px: tuple[int, int] = (1280, 720)) -> None:
        super().__init__(f"knock ({knock.name})")
        self._rng, self._size_px = rng, size_px
        start = _start_camera(rng, board, size_px)
        end = _end_camera(knock, start, rng)
        cameras = [make_camera(size_px, **start), make_camera(size_px, **end)]
        self.before = _easily_read(random_scene(rng, board, camera=cameras[0]))
        self.act = _act(self.before, rng) if knock.acts else None
        after = replace(self.before, camera=cameras[1])
        if self.act is not None:
            after = replace(after, discs=tuple(self.act[1] if d.piece == self.act[1].piece else d for d in after.discs))
        if knock.board_moves:
            after = replace(after, table_seen_from=cameras[0])
        self.after = after
        self._moments = list(self._plan(knock, start, end))
        self._noise = rng.normal(0.0, rng.uniform(1.0, 3.0), (size_px[1] + 64, size_px[0] + 64, 3)).astype(np.float32)

    def _plan(self, knock: Knock, start: dict[str, Any], end: dict[str, Any]) -> Iterator[_Moment]:
        # The same wood in every picture.
        seed = int(self._rng.integers(1 << 30))

        def drawn(spec: SceneSpec) -> NDArray[np.uint8]:
            return draw_scene(spec, np.random.default_rng(seed)).image

        first, last = drawn(self.before), drawn(self.after)
        for _ in range(round(BEFORE_S * FPS)):
            yield _Moment(first, self.before.camera)
        count = round(float(self._rng.uniform(0.2, 1.0)) * FPS)
        self.motion_t = BEFORE_S
        for step in range(count):
            yield _Moment(self._blurred(last, start, end, (step / count, (step + 1) / count)), None)
        if knock.away_s:
            bare = drawn(replace(self.after, sheet=False, discs=(), ball=None, dice=()))
            yield from [_Moment(bare, None)] * round(knock.away_s * FPS)
        self.rest_t = BEFORE_S + count / FPS + knock.away_s + knock.hand_s
        if knock.hand_s:
            width, height = self.after.board.grid.field_size_mm
            hand = Hand(float(self._rng.uniform(0.2, 0.8)) * width, float(self._rng.uniform(0.2, 0.8)) * height)
            reached = drawn(replace(self.after, hand=hand))
            yield from [_Moment(reached, None)] * round(knock.hand_s * FPS)
        yield from [_Moment(last, self.after.camera)] * round(AFTER_S * FPS)

    def _blurred(
        self, picture: NDArray[np.uint8], start: dict[str, Any], end: dict[str, Any], part: tuple[float, float]
    ) -> NDArray[np.uint8]:
        """The last picture as the camera would see it on its way, averaged over an exposure."""
        total = np.zeros(picture.shape, np.float32)
        length, width = self.after.board.grid.field_size_mm
        corners = ((0, 0), (length, 0), (length, width), (0, width))
        there = self.after.camera.project(corners).astype(np.float32)
        for share in np.linspace(*part, EXPOSURES):
            way = {key: value + share * (np.asarray(end[key]) - value) for key, value in start.items()}
            here = make_camera(self._size_px, **way).project(corners).astype(np.float32)
            onto = cv2.getPerspectiveTransform(there, here)
            total += cv2.warpPerspective(picture, onto, self._size_px, borderMode=cv2.BORDER_REPLICATE)
        return np.round(total / EXPOSURES).astype(np.uint8)

    @property
    def size_px(self) -> tuple[int, int]:
        return self._size_px

    @property
    def duration_s(self) -> float | None:
        return len(self._moments) / FPS

    def camera_at(self, number: int) -> BoardPose | None:
        """Where the camera is in a picture; None while it moves."""
        return self._moments[number].camera

    def __iter__(self) -> Iterator[Frame]:
        for number, moment in enumerate(self._moments):
            x, y = self._rng.integers(0, 64, 2)
            noise = self._noise[y : y + self._size_px[1], x : x + self._size_px[0]]
            seen = cv2.convertScaleAbs(cv2.max(moment.picture + noise, 0.0))
            yield Frame(number, number / FPS, np.asarray(seen, np.uint8))


def _easily_read(spec: SceneSpec) -> SceneSpec:
    """In good light: it is the knock that is looked at. Noise is added picture by picture."""
    return replace(spec, sensor=Sensor(0.5, 0.0, 95), light=Light(fall_off=0.1))


def _start_camera(rng: Generator, board: Board, size_px: tuple[int, int]) -> dict[str, Any]:
    length, width = board.grid.field_size_mm
    return {
        "focal_px": float(rng.uniform(0.7, 0.9)) * size_px[0],
        "k1": float(rng.uniform(-0.12, 0.0)),
        "elevation_deg": float(rng.uniform(52, 80)),
        "azimuth_deg": float(rng.normal(0, 8)),
        "roll_deg": float(rng.normal(0, 3)),
        "distance_mm": 1.55 * length,
        "target_mm": np.array((length / 2, width / 2)),
    }


def _end_camera(knock: Knock, start: dict[str, Any], rng: Generator) -> dict[str, Any]:
    angle = rng.uniform(0, 2 * np.pi)
    end = dict(start)
    end["target_mm"] = start["target_mm"] + knock.shift_mm * np.array((np.cos(angle), np.sin(angle)))
    end["roll_deg"] = start["roll_deg"] + float(rng.choice((-1, 1)) * rng.uniform(0.3, 1.0)) * knock.roll_deg
    for key, change in knock.to.items():
        end[key] = end[key] + change
    return end


def _act(spec: SceneSpec, rng: Generator) -> tuple[str, Disc]:
    """A piece without the ball goes to a free neighbouring space: the act's notation and the disc there."""
    grid = spec.board.grid
    taken = {grid.nearest(d.x_mm, d.y_mm).space for d in spec.discs}
    if spec.ball is not None:
        taken.add(grid.nearest(spec.ball.x_mm, spec.ball.y_mm).space)
    holder = spec.ball.on_piece if spec.ball is not None else None
    while True:
        disc = spec.discs[rng.integers(len(spec.discs))]
        free = [s for s in grid.neighbours(grid.nearest(disc.x_mm, disc.y_mm).space).values() if s not in taken]
        free = [space for space in free if space in grid.field]
        if disc.piece != holder and free:
            space = free[rng.integers(len(free))]
            return f"{disc.piece}-{space}", replace(disc, x_mm=grid.centre_mm(space)[0], y_mm=grid.centre_mm(space)[1])
