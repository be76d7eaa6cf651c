"""What lies straight ahead of each space, worked out once for a board and looked up ever after."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.games.regista import roles

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.board import Side
    from engine.games.regista.pitch import Pitch
    from engine.grid import Space


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
