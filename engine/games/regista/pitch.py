"""A board as Regista looks at it: goals to attack, areas by side, depth from a goal line, ways between spaces."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Literal

from engine.board import BoardError, shipped_board
from engine.games.regista import roles
from engine.games.regista.tables import ShotLine, shot_lines
from engine.grid import HexGrid
from engine.rules.pitch import BoardGround, missing_parts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.board import Board, Side
    from engine.grid import Space

NEEDED_AREAS = ("penalty_left", "penalty_right", "goal_left", "goal_right", "centre_circle")


def facing(side: Side) -> Side:
    """The other end."""
    return "left" if side == "right" else "right"


@dataclass(frozen=True)
class Pitch(BoardGround):
    """Tables made once for a board. Raises BoardError for a board on which Regista cannot be played."""

    board: Board

    def __post_init__(self) -> None:
        """Check that the board has what the rules speak of."""
        board = self.board
        if not isinstance(board.grid, HexGrid):
            raise BoardError(f"{board.name}: grid.kind: Regista is played on hexagons")
        missing = list(missing_parts(board, NEEDED_AREAS))
        if board.centre_mark is None:
            missing.append("centre_mark")
        if len(board.deviation) != len(board.grid.steps):
            missing.append("deviation_chart")
        if missing:
            raise BoardError(f"{board.name}: {missing[0]}: this is missing, and Regista needs it")

    @cached_property
    def grid(self) -> HexGrid:
        """The board's hexagons."""
        assert isinstance(self.board.grid, HexGrid)  # noqa: S101 - checked above; tells the type checker
        return self.board.grid

    @property
    def farthest(self) -> int:
        """Most steps of a move."""
        return roles.FARTHEST_MOVE

    @cached_property
    def centre_mark(self) -> Space:
        """Where a kick-off is taken."""
        return self.board.centre_mark or ""

    @cached_property
    def shot_lines(self) -> Mapping[Side, Mapping[Space, tuple[ShotLine, ...]]]:
        """By end and space shot from: what may be shot at, and the spaces passed over."""
        return {side: shot_lines(self, side) for side in self.board.goals}

    @cached_property
    def goal_mouth(self) -> Mapping[Side, frozenset[Space]]:
        """Goal spaces of an end and the field spaces next to one: what a distance shot may target."""
        return {
            side: frozenset(goal) | {near for space in goal for near in self.field_neighbours[space]}
            for side, goal in self.board.goals.items()
        }

    @cached_property
    def depth(self) -> Mapping[Side, Mapping[Space, int]]:
        """Distance of each space's centre from an end's goal line, in half spaces."""
        grid = self.grid
        whole, half_mm = 2 * grid.long_columns, grid.width_mm / 2
        left = {space: round(grid.centre_mm(space).x_mm / half_mm) for space in grid.spaces}
        return {"left": left, "right": {space: whole - x for space, x in left.items()}}

    def own_half(self, space: Space, side: Side) -> bool:
        """Whether a space lies wholly in an end's half; spaces on the Halfway Line belong to neither."""
        return self.depth[side][space] < self.grid.long_columns

    def beyond(self, space: Space, direction: str) -> Literal["touch"] | Side:
        """The line that a ball crosses when it leaves the board from a space: a touch line, or an end's goal line.

        A ball that leaves over both at once left over the touch line.
        """
        (x, row), (dx, drow) = self.grid.point(space), self.grid.steps[direction]
        if not 0 <= row + drow < len(self.grid.rows):
            return "touch"
        return "left" if x + dx < self.grid.long_columns else "right"


@cache
def shipped_pitch(name: str) -> Pitch:
    """The pitch of a board that comes with the program, its tables made once. Raises BoardError for another name."""
    return Pitch(shipped_board(name))
