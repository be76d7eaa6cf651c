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
from vision.rolling.spots import find_spots
from vision.rolling.tracing import Seen, last_ends, still_ends, trace_back

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.observation import Observation
    from vision.rectify import Image

_MOST_PICTURES = 1800
"""A minute at 30 a second: nobody's ball rolls for longer; of what comes before it only the end is kept."""
_MOST_SPOTS = 12
"""Kept of each picture: more are noise."""
_AT_REST_MM = 4.0
"""A ball this near to where it lay has not moved."""
_BEGINS_MM = 260.0
"""How far from where it lay the way of a ball may begin to be seen: the hand that flicks it hides the beginning."""
_KEPT_BALL = 0.9
"""Confidence in a ball at rest that only its path shows."""


def is_kicked(board: Board) -> bool:
    """Whether the ball rolls on this board: it is kicked into goals that stand beside the grid."""
    return board.file.goals.mouth_mm is not None


class RollingBall:
    """Follows one ball. Holds the last look's picture, and the spots seen since that may be the ball."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._ground: Ground | None = None
        self._lies: PathPoint | None = None
        self._seen: list[Seen] = []
        self._path: tuple[PathPoint, ...] = ()

    def follow(self, image: Image, t: float, pose: BoardPose) -> None:
        """Look for the ball in a picture of a table that is not at rest, taken at ``t`` seconds."""
        ground, lies = self._ground, self._lies
        if ground is None or lies is None or ground.pose is not pose:
            return
        if t <= (self._seen[-1].t if self._seen else lies.t):
            return
        spots = find_spots(image, ground, self._board.file.ball.diameter_mm)
        self._seen = [*self._seen[1 - _MOST_PICTURES :], Seen(t, tuple(spots[:_MOST_SPOTS]))]

    def complete(self, look: Observation, image: Image, pose: BoardPose) -> Observation:
        """A look at the table at rest with the way that the ball took to where it lies; and begin anew from there.

        Where the look itself shows no ball, the one that the path ends with is taken, if it lies still.
        """
        if self._ground is not None and self._ground.pose is not pose:
            self._ground, self._lies, self._seen, self._path = None, None, [], ()
        if look.occluded:
            return look
        self.follow(image, look.t, pose)
        ball = look.ball or self._kept_ball()
        self._path = self._way(look.t, ball)
        if ball is None:
            return replace(look, path=self._path)
        self._ground = learn_ground(image, pose, self._board, (ball.x_mm, ball.y_mm))
        self._lies = PathPoint(look.t, ball.x_mm, ball.y_mm, ball.sd_mm)
        self._seen = []
        return replace(look, ball=ball, path=self._path)

    def _kept_ball(self) -> SeenBall | None:
        """The ball that came to rest where a single picture does not show it, as white does on white."""
        end = self._likeliest(still_ends(self._seen))
        if end is None:
            return None
        place = locate(self._board, np.array((end.x_mm, end.y_mm)))
        return SeenBall(end.x_mm, end.y_mm, place.space, None, _KEPT_BALL, place.other, end.sd_mm)

    def _likeliest(self, ends: Sequence[PathPoint]) -> PathPoint | None:
        """The end that a way leads to from where the ball lay; None if there is none."""
        lies = self._lies
        if lies is None:
            return None
        ways = [(end, trace_back(self._seen, end)) for end in ends if _apart(end, lies) > _AT_REST_MM]
        begun = [(end, way) for end, way in ways if way and _apart(way[0], lies) < _BEGINS_MM]
        return max(begun, key=lambda each: len(each[1]) - _apart(each[1][0], lies) / _BEGINS_MM, default=(None, ()))[0]

    def _way(self, t: float, ball: SeenBall | None) -> tuple[PathPoint, ...]:
        """How the ball last rolled; as before if it has not moved since, empty if nobody knows."""
        lies = self._lies
        if lies is None:
            return ()
        end = self._likeliest(last_ends(self._seen)) if ball is None else PathPoint(t, ball.x_mm, ball.y_mm, ball.sd_mm)
        if end is None:
            return ()
        if _apart(end, lies) <= _AT_REST_MM:
            return self._path
        way = tuple(point for point in trace_back(self._seen, end) if _apart(point, lies) > _AT_REST_MM)
        if not way or _apart(way[0], lies) > _BEGINS_MM:
            return ()
        return (replace(lies, t=max(lies.t, way[0].t - 1e-3)), *way, end)


def _apart(one: PathPoint, other: PathPoint) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
