"""What would be legal in place of an action that was refused."""

from __future__ import annotations

import heapq
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.grid import Grid, Space
    from engine.match import Action, Position
    from engine.ruleset import Refusal, Ruleset

FAR = 1 << 16

_WORD = re.compile(r"\w+")


def instead(
    rules: Ruleset, position: Position, refused: Action, most: int = 3, *, fault: Refusal | None = None
) -> tuple[Action, ...]:
    """The legal actions nearest to a refused one: the same kind of act first, by the same piece, to a near space.

    Where the ``fault`` is how a piece stands at a kick-off, that piece is put elsewhere instead.
    """
    grid = rules.board.grid
    if fault is not None and fault.rule.startswith("setup."):
        named = set(_WORD.findall(fault.reason)) & position.pieces.keys()
        mends = [act for act in rules.legal_actions(position) if act.kind == "place" and act.piece in named]
        if mends:
            return tuple(
                heapq.nsmallest(
                    most, mends, key=lambda act: _apart(grid, position.pieces[act.piece or ""], aimed_at(act))
                )
            )
    wanted = aimed_at(refused)

    def unlike(action: Action) -> tuple[bool, bool, bool, int]:
        return (
            action.kind != refused.kind,
            action.piece != refused.piece,
            action.other != refused.other,
            _apart(grid, wanted, aimed_at(action)),
        )

    return tuple(heapq.nsmallest(most, rules.legal_actions(position), key=unlike))


def aimed_at(action: Action) -> Space | None:
    """The space that an action ends on or goes to."""
    return action.path[-1][1] if action.path else action.target


def _apart(grid: Grid, a: Space | None, b: Space | None) -> int:
    if a is None or b is None or a not in grid.points or b not in grid.points:
        return FAR
    return grid.distance(a, b)
