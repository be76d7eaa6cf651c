"""A board as Masume looks at it: goals, areas by end, the ball's straight tracks, charge squares."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Literal

from engine.board import BoardError, shipped_board
from engine.grid import SquareGrid
from engine.rules.pitch import BoardGround, missing_parts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.board import Board, Side
    from engine.grid import Space

NEEDED_AREAS = ("penalty_left", "penalty_right", "goal_left", "goal_right")

_CHARGED_FROM: Mapping[Side, tuple[str, ...]] = {
    "right": ("E", "SE", "S", "N", "NE"),
    "left": ("W", "NW", "N", "S", "SW"),
}
"""Directions from a holder that attacks an end to its charge squares: front, front diagonals, sides."""


@dataclass(frozen=True)
class Pitch(BoardGround):
    """Tables made once for a board. Raises BoardError for a board on which the game cannot be played."""

    board: Board
    most_steps: int
    """Of a move (option ``move_max``)."""

    def __post_init__(self) -> None:
        """Check that the board has what the rules speak of."""
        board = self.board
        if not isinstance(board.grid, SquareGrid):
            raise BoardError(f"{board.name}: grid.kind: Masume Soccer Tactics is played on squares with plain names")
        missing = [f"kick_off_marks.{side}" for side in board.goals if not self._marks(side)]
        missing += missing_parts(board, NEEDED_AREAS)
        if missing:
            raise BoardError(f"{board.name}: {missing[0]}: this is missing, and Masume Soccer Tactics needs it")

    @cached_property
    def grid(self) -> SquareGrid:
        """The board's squares."""
        assert isinstance(self.board.grid, SquareGrid)  # noqa: S101 - checked above; tells the type checker
        return self.board.grid

    @property
    def farthest(self) -> int:
        """Most steps of a move."""
        return self.most_steps

    def _marks(self, side: Side) -> tuple[Space, ...]:
        return self.board.kick_off_marks.get(side) or tuple(filter(None, (self.board.centre_mark,)))

    def mark(self, side: Side) -> Space:
        """Where the side that defends an end kicks off."""
        return self._marks(side)[0]

    @cached_property
    def tracks(self) -> Mapping[Space, Mapping[str, tuple[Space, ...]]]:
        """From every field square and in every direction: the squares a ball passes until it is off the field.

        A goal square is the last one of its track.
        """
        return {space: {way: self._track(space, way) for way in self.grid.steps} for space in self.grid.field_spaces}

    def _track(self, start: Space, direction: str) -> tuple[Space, ...]:
        track: list[Space] = []
        at = self.grid.step(start, direction)
        while at is not None:
            track.append(at)
            at = None if at in self.goal_side else self.grid.step(at, direction)
        return tuple(track)

    def leaves(self, start: Space, direction: str) -> tuple[Space, Literal["touch"] | Side]:
        """Where a ball leaves the board: the last square inside, and the line crossed (an end for its goal line).

        A ball that leaves over both lines at once left over the touch line.
        """
        inside = [space for space in (start, *self.tracks[start][direction]) if space in self.field]
        last = inside[-1]
        (column, row), (dx, dy) = self.grid.point(last), self.grid.steps[direction]
        if not 0 <= row + dy < len(self.grid.rows):
            return last, "touch"
        return last, "left" if column + dx < 1 else "right"

    @cached_property
    def charge_squares(self) -> Mapping[Side, Mapping[Space, tuple[Space, ...]]]:
        """By the end that a holder attacks and its square: where it is charged from without a foul."""
        return {
            side: {
                space: tuple(near[way] for way in ways if (near := self.grid.neighbours(space)).get(way) in self.field)
                for space in self.grid.field_spaces
            }
            for side, ways in _CHARGED_FROM.items()
        }

    @cached_property
    def depth(self) -> Mapping[Side, Mapping[Space, int]]:
        """Columns from an end's goal line, 1 next to it."""
        columns = self.grid.column_count
        left = {space: self.grid.point(space)[0] for space in self.grid.field_spaces}
        return {"left": left, "right": {space: columns + 1 - column for space, column in left.items()}}

    def in_half(self, space: Space, side: Side) -> bool:
        """Whether a field square lies in an end's half; a middle column belongs to neither."""
        return 2 * self.depth[side][space] <= self.grid.column_count


@cache
def shipped_pitch(name: str, most_steps: int) -> Pitch:
    """The pitch of a board that comes with the program, its tables made once. Raises BoardError for another name."""
    return Pitch(shipped_board(name), most_steps)
