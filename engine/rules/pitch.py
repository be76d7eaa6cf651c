"""A board with two goals as the chapters of several games look at it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal

from engine.rules.ground import Ground

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from engine.board import Board, Side
    from engine.grid import Grid, Space


class BoardParts:
    """Goals, areas and lines of a board."""

    board: Board

    @property
    def grid(self) -> Grid:
        """The board's spaces."""
        return self.board.grid

    @cached_property
    def touch(self) -> frozenset[Space]:
        """The field's spaces along the two touch lines: the last ones before a ball is out there."""
        outer = {0, len(self.grid.rows) - 1}
        return frozenset(space for space in self.grid.field if self.grid.point(space)[1] in outer)

    @cached_property
    def goal_side(self) -> Mapping[Space, Side]:
        """Which end a goal space belongs to."""
        return {space: side for side, goal in self.board.goals.items() for space in goal}

    def area(self, name: Literal["penalty", "goal"], side: Side) -> frozenset[Space]:
        """Penalty area or goal area of an end."""
        return self.board.areas[f"{name}_{side}"]

    def nearest_corners(self, space: Space, side: Side) -> tuple[Space, ...]:
        """The corner spots of an end nearest to where a ball crossed the goal line: two if they are equally near."""
        row = self.grid.point(space)[1]
        far = {spot: abs(self.grid.point(spot)[1] - row) for spot in self.board.corner_spots[side]}
        return tuple(spot for spot, rows in far.items() if rows == min(far.values()))


class BoardGround(BoardParts, Ground):
    """The same as ground that pieces move over; a game's own pitch is made from this."""


def missing_parts(board: Board, areas: Collection[str]) -> Iterator[str]:
    """What a board file lacks of areas, corner spots and goals, by its key there."""
    yield from (f"areas.{name}" for name in areas if not board.areas.get(name))
    yield from (f"corner_spots.{side}" for side, spots in board.corner_spots.items() if not spots)
    yield from (f"goals.{side}" for side, goal in board.goals.items() if not goal)
