"""A second reading of where a figure of Soccer Fun gets to, one step after another, written without the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.games.soccer_fun.position import SoccerFunPosition

STEPS = {
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
    "N": (0, -1),
    "NE": (1, -1),
}
ROWS = "ZABCDEFGHIJKLMNOP"
GOALS = {f"{row}{column}" for row in "FGHIJ" for column in (0, 24)}
SQUARES = {f"{row}{column}" for row in ROWS for column in range(25)}
INSIDE = {f"{row}{column}" for row in ROWS[1:-1] for column in range(1, 24)}


def step(space: str, way: str) -> str:
    column, row = int(space[1:]) + STEPS[way][0], ROWS.index(space[0]) + STEPS[way][1]
    return f"{ROWS[row]}{column}" if 0 <= row < len(ROWS) and 0 <= column <= 24 else ""


def ends(position: SoccerFunPosition, piece: str, total: int) -> set[tuple[str, str, int]]:
    """Where a figure can get to, one step after another: its end, and how it kicks a ball that it comes upon."""
    start, found = position.pieces[piece], set[tuple[str, str, int]]()
    taken = {space for other, space in position.pieces.items() if other != piece}
    ball = position.ball if position.holder is None else None

    def free(space: str) -> bool:
        return space in SQUARES and space not in GOALS and space not in taken

    def go(space: str, way: str, left: int, *, turned: bool) -> None:
        """The figure has just come to a square."""
        if space == ball:
            found.add((space, way, max(1, left)))
        elif left == 0:
            found.add((space, "", 0))
        else:
            ahead = free(step(space, way))
            aside = [] if turned else [other for other in STEPS if other != way and free(step(space, other))]
            if ahead:
                go(step(space, way), way, left - 1, turned=turned)
            for other in aside:
                go(step(space, other), other, left - 1, turned=True)
            if not ahead and not aside:
                found.add((space, "", 0))

    for way in STEPS:
        if free(step(start, way)):
            go(step(start, way), way, total - 1, turned=False)
    return found or {(start, "", 0)}
