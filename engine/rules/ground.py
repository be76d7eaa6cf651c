"""What lies near each space of a board, worked out once and looked up ever after."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from engine.grid import Grid, Space

T = TypeVar("T")

LISTED_STEPS = 3
"""Ways up to so many steps are listed beforehand; longer ones are looked for when they are asked for."""


class PerSpace(dict[str, T]):
    """A table by space whose entries are worked out when they are first asked for."""

    def __init__(self, find: Callable[[Space], T]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, space: Space) -> T:
        found = self[space] = self._find(space)
        return found


Ways: TypeAlias = "Mapping[Space, tuple[tuple[Space, ...], ...]]"
"""Every shortest way to every space that can be reached on an empty board."""


class Ground(ABC):
    """The spaces that pieces move over, one step at a time. A game's own view of its board is made from this."""

    @property
    @abstractmethod
    def grid(self) -> Grid:
        """The board's spaces."""

    @property
    @abstractmethod
    def farthest(self) -> int:
        """Most steps of any piece's move."""

    @cached_property
    def field(self) -> frozenset[Space]:
        """Spaces inside the lines."""
        return self.grid.field

    @cached_property
    def neighbours(self) -> Mapping[Space, tuple[Space, ...]]:
        """The spaces next to each space, goal spaces included, clockwise from east."""
        return {space: tuple(self.grid.neighbours(space).values()) for space in self.grid.spaces}

    @cached_property
    def field_neighbours(self) -> Mapping[Space, tuple[Space, ...]]:
        """The same without goal spaces."""
        return {a: tuple(b for b in near if b in self.field) for a, near in self.neighbours.items()}

    @cached_property
    def steps_from(self) -> Mapping[Space, frozenset[Space]]:
        """Field neighbours as sets."""
        return {space: frozenset(near) for space, near in self.field_neighbours.items()}

    @cached_property
    def ways(self) -> Mapping[Space, Ways]:
        """All shortest ways from a space to what is near it (``LISTED_STEPS`` at most)."""
        return PerSpace(lambda start: _shortest_ways(self, start, min(self.farthest, LISTED_STEPS)))

    @cached_property
    def near(self) -> Mapping[Space, tuple[Space, ...]]:
        """The field's spaces that a move can reach from each space on an empty board, nearest first."""
        return PerSpace(lambda start: _within(self, start, self.farthest))

    def nearest_free(self, space: Space, taken: Collection[Space]) -> frozenset[Space]:
        """The free spaces of the field that are nearest to one (all that are equally near)."""
        distance = self.grid.distance
        for among in ((space,), self.near[space], self.grid.field_spaces):
            free = [(distance(space, other), other) for other in among if other not in taken]
            if free:
                least = min(free)[0]
                return frozenset(other for far, other in free if far == least)
        return frozenset()


def _shortest_ways(ground: Ground, start: Space, most: int) -> Ways:
    """Ways of single steps to everything within ``most`` steps of ``start``; goal spaces end a way.

    Equally short ways stand in the order of their turns, clockwise from east: the first free one is the way that a
    breadth-first search finds.
    """
    steps_to = {start: 0}
    found: dict[Space, list[tuple[Space, ...]]] = {}
    edge: list[tuple[Space, ...]] = [()]
    for steps in range(1, most + 1):
        onward = []
        for way in edge:
            for near in ground.neighbours[way[-1] if way else start]:
                if steps_to.setdefault(near, steps) == steps:
                    found.setdefault(near, []).append((*way, near))
                    if near in ground.field:
                        onward.append((*way, near))
        edge = onward
    return {space: tuple(ways) for space, ways in found.items()}


def _within(ground: Ground, start: Space, most: int) -> tuple[Space, ...]:
    found = {start: None}
    edge = [start]
    for _ in range(most):
        edge = list(dict.fromkeys(b for a in edge for b in ground.field_neighbours[a] if b not in found))
        found.update(dict.fromkeys(edge))
    del found[start]
    return tuple(found)
