"""The ball's way from where it lay to where it lies, told from all pictures between two looks at a table at rest.

What the tracker knows of time is the frames' own. It proposes a path; what a path means is the referee's business.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from engine.observation import PathPoint, SeenBall
from vision.places import locate
from vision.rolling.ground import Ground, learn_ground
from vision.rolling.spots import Spot, find_spots

if TYPE_CHECKING:
    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.observation import Observation
    from vision.rectify import Image

FASTEST_MM_S = 5000.0
"""Nobody flicks a ball faster over a table."""
_LEAST_REACH_MM = 12.0
_MOST_POINTS = 3000
"""Nobody's ball rolls for longer; what comes after is not kept."""
_ASTRAY_MM = 30.0
"""A path that ends further from the ball at rest than this was something else's."""
_AT_REST_MM = 4.0
"""A ball that stays within this from picture to picture lies still."""
_STILL_POINTS = 3
_KEPT_BALL = 0.9
"""Confidence in a ball at rest that only its path shows."""


def is_kicked(board: Board) -> bool:
    """Whether the ball rolls on this board: it is kicked into goals that stand beside the grid."""
    return board.file.goals.mouth_mm is not None


class RollingBall:
    """Follows one ball. Holds the last look's picture and the points since."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._ground: Ground | None = None
        self._lies: PathPoint | None = None
        self._points: list[PathPoint] = []
        self._path: tuple[PathPoint, ...] = ()

    def follow(self, image: Image, t: float, pose: BoardPose) -> None:
        """Look for the ball in a picture of a table that is not at rest, taken at ``t`` seconds."""
        if self._ground is None or self._lies is None or self._ground.pose is not pose:
            return
        last = self._points[-1] if self._points else self._lies
        if t <= last.t or len(self._points) >= _MOST_POINTS:
            return
        spot = _likeliest(find_spots(image, self._ground, self._board.file.ball.diameter_mm), self._points, last, t)
        if spot is not None:
            self._points.append(PathPoint(t, spot.x_mm, spot.y_mm, spot.sd_mm))

    def complete(self, look: Observation, image: Image, pose: BoardPose) -> Observation:
        """A look at the table at rest with the way that the ball took to where it lies; and begin anew from there.

        Where the look itself shows no ball, the one that the path ends with is taken, if it lies still.
        """
        if self._ground is not None and self._ground.pose is not pose:
            self._ground, self._lies, self._points, self._path = None, None, [], ()
        self.follow(image, look.t, pose)
        ball = look.ball or self._kept_ball()
        if look.occluded:
            return look
        if (way := self._way(ball)) is not None:
            self._path = way
        if ball is None:
            return replace(look, path=self._path)
        self._ground = learn_ground(image, pose, self._board, (ball.x_mm, ball.y_mm))
        self._lies = PathPoint(look.t, ball.x_mm, ball.y_mm, ball.sd_mm)
        self._points = []
        return replace(look, ball=ball, path=self._path)

    def _kept_ball(self) -> SeenBall | None:
        """The ball that came to rest where a single picture does not show it, as white does on white."""
        last = self._points[-_STILL_POINTS:]
        if len(last) < _STILL_POINTS or any(_apart(last[-1], point) > _AT_REST_MM for point in last):
            return None
        best = min(last, key=lambda point: point.sd_mm)
        place = locate(self._board, np.array((best.x_mm, best.y_mm)))
        return SeenBall(best.x_mm, best.y_mm, place.space, None, _KEPT_BALL, place.other, best.sd_mm)

    def _way(self, ball: SeenBall | None) -> tuple[PathPoint, ...] | None:
        """The points since the last look as a path; None if the ball has not moved, or nobody knows how."""
        moved = [point for point in self._points if self._lies and _apart(point, self._lies) > _AT_REST_MM]
        if not moved:
            if ball is None or self._lies is None:
                return None
            here = PathPoint(self._lies.t, ball.x_mm, ball.y_mm, ball.sd_mm)
            return () if _apart(here, self._lies) > _AT_REST_MM else None
        if ball is not None and math.hypot(moved[-1].x_mm - ball.x_mm, moved[-1].y_mm - ball.y_mm) > _ASTRAY_MM:
            return ()
        assert self._lies is not None  # noqa: S101 - points have moved away from somewhere
        start = replace(self._lies, t=max(self._lies.t, moved[0].t - 1e-3))
        return (start, *moved)


def _likeliest(spots: list[Spot], points: list[PathPoint], last: PathPoint, t: float) -> Spot | None:
    """The spot nearest to where the ball should be by now, if it can have got there."""
    passed = t - last.t
    reach = _LEAST_REACH_MM + FASTEST_MM_S * min(passed, 0.2)
    ahead = (last.x_mm, last.y_mm)
    if len(points) >= 2 and passed < 0.25:
        before = points[-2]
        share = passed / max(last.t - before.t, 1e-6)
        ahead = (last.x_mm + share * (last.x_mm - before.x_mm), last.y_mm + share * (last.y_mm - before.y_mm))
    near = [spot for spot in spots if math.hypot(spot.x_mm - last.x_mm, spot.y_mm - last.y_mm) < reach]
    return min(near, key=lambda spot: math.hypot(spot.x_mm - ahead[0], spot.y_mm - ahead[1]), default=None)


def _apart(one: PathPoint, other: PathPoint) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
