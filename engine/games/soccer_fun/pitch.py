"""A board as Soccer Fun looks at it: the field, the ring round it that figures may stand on, goals, areas by end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Literal

from engine.board import BoardError, shipped_board
from engine.grid import SquareGrid
from engine.notation import DIRECTIONS
from engine.rules.ground import PerSpace
from engine.rules.pitch import BoardParts, missing_parts

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from engine.board import Board, Side
    from engine.grid import Space

NEEDED_AREAS = ("penalty_left", "penalty_right", "goal_left", "goal_right")


@dataclass(frozen=True)
class Pitch(BoardParts):
    """Tables made once for a board. Raises BoardError for a board on which the game cannot be played."""

    board: Board

    def __post_init__(self) -> None:
        """Check that the board has what the rules speak of."""
        board = self.board
        if not isinstance(board.grid, SquareGrid) or not board.grid.ring:
            raise BoardError(f"{board.name}: grid.ring: Soccer Fun is played on squares with a ring round them")
        missing = list(missing_parts(board, NEEDED_AREAS))
        missing += [] if board.centre_mark else ["centre_mark"]
        if missing:
            raise BoardError(f"{board.name}: {missing[0]}: this is missing, and Soccer Fun needs it")

    @cached_property
    def grid(self) -> SquareGrid:
        """The board's squares."""
        assert isinstance(self.board.grid, SquareGrid)  # noqa: S101 - checked above; tells the type checker
        return self.board.grid

    @property
    def centre(self) -> Space:
        """The centre square."""
        return self.board.centre_mark or ""

    @cached_property
    def field(self) -> frozenset[Space]:
        """Squares inside the lines."""
        return self.grid.field

    @cached_property
    def beside(self) -> frozenset[Space]:
        """Squares of the ring on which a figure may stand: all but the goals'."""
        return frozenset(self.grid.ring_spaces) - self.goal_side.keys()

    @cached_property
    def ground(self) -> frozenset[Space]:
        """Everywhere that a figure may stand."""
        return self.field | self.beside

    @cached_property
    def rays(self) -> Mapping[Space, Mapping[str, tuple[Space, ...]]]:
        """From every square, what lies straight on in each direction to the board's edge, goal squares included."""
        return {
            space: {way: tuple(near for near in ray if near is not None) for way, ray in rays.items()}
            for space, rays in self.grid.rays.items()
        }

    @cached_property
    def toward(self) -> Mapping[Space, Mapping[Space, str]]:
        """By square: from where it is seen straight on, and in which direction."""
        back = dict(zip(DIRECTIONS, (*DIRECTIONS[4:], *DIRECTIONS[:4]), strict=True))
        return PerSpace(lambda space: {seen: back[way] for way, ray in self.rays[space].items() for seen in ray})

    def crossed(self, space: Space) -> Literal["touch"] | Side:
        """The line that lies between the field and a square of the ring: an end for its goal line.

        A ball over both lines at once is over the touch line.
        """
        if space[0] in self.grid.ring:
            return "touch"
        return "left" if self.grid.point(space)[0] < 1 else "right"

    @cached_property
    def halves(self) -> Mapping[Side, tuple[Space, ...]]:
        """The field's squares in each end's half; the middle column belongs to neither."""
        spaces, last = self.grid.field_spaces, self.grid.column_count + 1
        return {
            "left": tuple(space for space in spaces if 2 * self.grid.point(space)[0] < last),
            "right": tuple(space for space in spaces if 2 * self.grid.point(space)[0] > last),
        }

    def kick_off_squares(self, side: Side) -> tuple[Space, ...]:
        """The squares next to the centre in an end's half, one of which has the ball at that side's kick-off."""
        return tuple(space for space in self.grid.neighbours(self.centre).values() if space in self.halves[side])

    def nearest_free(self, space: Space, taken: Collection[Space]) -> frozenset[Space]:
        """The free squares nearest to one (all that are equally near), itself not among them."""
        edge, seen = {space}, {space}
        while edge:
            # King steps: what is next to the squares of one distance has the next one, occupied or not.
            edge = {near for here in edge for near in self.grid.neighbours(here).values()} - seen
            seen |= edge
            if free := (edge & self.ground).difference(taken):
                return frozenset(free)
        return frozenset()


@cache
def shipped_pitch(name: str) -> Pitch:
    """The pitch of a board that comes with the program, its tables made once. Raises BoardError for another name."""
    return Pitch(shipped_board(name))
