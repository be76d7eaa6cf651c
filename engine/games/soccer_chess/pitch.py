"""A board as Soccer Chess looks at it: ends, six-yard boxes, goal mouths, squares one straight step apart."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

from engine.board import BoardError, shipped_board
from engine.games.soccer_chess.cards import MOST
from engine.grid import Point
from engine.half_grid import HalvesGrid
from engine.rules.ends import attacked, defended
from engine.rules.ground import Ground

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.board import Board, Side
    from engine.grid import Space
    from engine.match import Team

STRAIGHT = ("E", "S", "W", "N")
"""Figures step forward, back, left and right, never diagonally."""


@dataclass(frozen=True)
class Pitch(Ground):
    """Tables made once for a board. Raises BoardError for a board on which Soccer Chess cannot be played."""

    board: Board

    def __post_init__(self) -> None:
        """Check that the board has what the rules speak of."""
        board = self.board
        if not isinstance(board.grid, HalvesGrid):
            raise BoardError(f"{board.name}: grid.naming: Soccer Chess is played on squares named in halves")
        missing = [f"areas.goal_{side}" for side in ("left", "right") if not board.areas.get(f"goal_{side}")]
        missing += [f"penalty_spots.{side}" for side, spots in board.penalty_spots.items() if not spots]
        if board.file.goals.mouth_mm is None:
            missing.append("goals.mouth_mm")
        if missing:
            raise BoardError(f"{board.name}: {missing[0]}: this is missing, and Soccer Chess needs it")

    @property
    def grid(self) -> HalvesGrid:
        """The board's squares."""
        assert isinstance(self.board.grid, HalvesGrid)  # noqa: S101 - checked above; tells the type checker
        return self.board.grid

    @property
    def farthest(self) -> int:
        """Most steps of any figure's move: what a card can say."""
        return MOST

    @cached_property
    def neighbours(self) -> Mapping[Space, tuple[Space, ...]]:
        """The squares one straight step away, clockwise from east."""
        near = {space: self.grid.neighbours(space) for space in self.grid.spaces}
        return {space: tuple(ways[d] for d in STRAIGHT if d in ways) for space, ways in near.items()}

    @property
    def size_mm(self) -> tuple[float, float]:
        """Length and width of the field; the outer edges of its lines."""
        return self.grid.field_size_mm

    @property
    def ball_radius_mm(self) -> float:
        """Half the ball's diameter."""
        return self.board.file.ball.diameter_mm / 2

    @property
    def mouth_mm(self) -> tuple[float, float]:
        """North and south edge of the goal mouths, y in the board frame."""
        return self.board.file.goals.mouth_mm or (0.0, 0.0)

    @cached_property
    def centre_mm(self) -> Point:
        """The middle of the field, where a kick-off is taken."""
        length, width = self.size_mm
        return Point(length / 2, width / 2)

    @cached_property
    def centre_squares(self) -> tuple[Space, ...]:
        """The squares that touch the middle of the field."""
        x, y = self.centre_mm
        half = self.grid.width_mm / 2
        return tuple(
            dict.fromkeys(self.grid.space_at(x + dx, y + dy) for dy in (-half, half) for dx in (-half, half))
        )  # fmt: skip

    @cached_property
    def halves(self) -> Mapping[Team, tuple[Space, ...]]:
        """The squares of the half that each side defends."""
        rows = len(self.grid.rows)
        teams: tuple[Team, Team] = ("B", "R")
        return {
            team: tuple(space for space in self.grid.field_spaces if self.from_own_line(team, space) <= rows)
            for team in teams
        }

    @cached_property
    def six_yard_boxes(self) -> Mapping[Side, tuple[tuple[int, int], tuple[int, int]]]:
        """The west and east, north and south limits of each six-yard box, as lattice coordinates."""
        boxes: dict[Side, tuple[tuple[int, int], tuple[int, int]]] = {}
        sides: tuple[Side, Side] = ("left", "right")
        for side in sides:
            points = [self.grid.point(space) for space in self.board.areas[f"goal_{side}"]]
            xs, ys = [x for x, _ in points], [y for _, y in points]
            boxes[side] = (min(xs), max(xs)), (min(ys), max(ys))
        return boxes

    def keeper_square(self, team: Team, ball: Space) -> Space:
        """Where a keeper counts as standing: on the square of its six-yard box that is nearest to the ball's."""
        (west, east), (north, south) = self.six_yard_boxes[defended(team)]
        x, y = self.grid.point(ball)
        return self.grid.named((min(max(x, west), east), min(max(y, north), south)))

    def penalty_spot(self, team: Team) -> Space:
        """Where a side takes its penalty."""
        return self.board.penalty_spots[attacked(team)][0]

    def from_own_line(self, team: Team, space: Space) -> int:
        """Lettered lines between a square and the goal line that a side defends: 1 on the first."""
        x, _ = self.grid.point(space)
        return x if team == "B" else self.grid.length + 1 - x

    def from_own_left(self, team: Team, space: Space) -> int:
        """Squares between a square and the touch line on the left of a player of this side."""
        _, y = self.grid.point(space)
        return y if team == "B" else self.grid.column_count - 1 - y


@cache
def shipped_pitch(name: str) -> Pitch:
    """The pitch of a board that comes with the program, its tables made once. Raises BoardError for another name."""
    return Pitch(shipped_board(name))
