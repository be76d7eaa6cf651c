"""What lies near each space and straight ahead of it, worked out once for a board and looked up ever after."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from engine.games.regista import roles

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.board import Side
    from engine.games.regista.pitch import Pitch
    from engine.grid import Space

T = TypeVar("T")


class PerSpace(dict[str, T]):
    """A table by space whose entries are worked out when they are first asked for."""

    def __init__(self, find: Callable[[Space], T]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, space: Space) -> T:
        found = self[space] = self._find(space)
        return found


Ways: TypeAlias = "Mapping[Space, tuple[tuple[Space, ...], ...]]"
"""Every shortest way to every space that a move reaches on an empty board."""


def shortest_ways(pitch: Pitch, start: Space) -> Ways:
    """Ways of single steps to everything within a move of ``start``; goal spaces end a way.

    Equally short ways stand in the order of their turns, clockwise from east: the first free one is the way that a
    breadth-first search finds.
    """
    steps_to = {start: 0}
    found: dict[Space, list[tuple[Space, ...]]] = {}
    edge: list[tuple[Space, ...]] = [()]
    for steps in range(1, roles.FARTHEST_MOVE + 1):
        onward = []
        for way in edge:
            for near in pitch.neighbours[way[-1] if way else start]:
                if steps_to.setdefault(near, steps) == steps:
                    found.setdefault(near, []).append((*way, near))
                    if near in pitch.field:
                        onward.append((*way, near))
        edge = onward
    return {space: tuple(ways) for space, ways in found.items()}


class ShotLine(NamedTuple):
    """A straight line along which a shot may be taken on an empty board."""

    target: Space
    between: tuple[Space, ...]


def shot_lines(pitch: Pitch, side: Side) -> Mapping[Space, tuple[ShotLine, ...]]:
    """From each field space, the shots and distance shots at an end that its distance and direction allow."""
    lines: dict[Space, tuple[ShotLine, ...]] = {}
    for start in pitch.grid.field_spaces:
        found = []
        for ray in pitch.grid.rays[start].values():
            for distance, target in enumerate(ray[: roles.DISTANCE_SHOT], 1):
                if target is not None and shot_target(pitch, side, target, distance):
                    between = tuple(space for space in ray[: distance - 1] if space is not None)
                    found.append(ShotLine(target, between))
        if found:
            lines[start] = tuple(found)
    return lines


def shot_target(pitch: Pitch, side: Side, target: Space, distance: int) -> bool:
    """Whether a space at this distance may be shot at: the goal itself, or from far off its mouth too."""
    return target in (pitch.goal_mouth[side] if distance > roles.SHOT else pitch.board.goals[side])
