"""What hands do that the rules do not allow, or that is no act at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.inference import Table
from engine.match import Action, other, team_of

if TYPE_CHECKING:
    import random

    from engine.match import PieceId, Position
    from engine.ruleset import Ruleset


def a_fault(rules: Ruleset, position: Position, rng: random.Random) -> Action | None:
    """A move of a piece, mostly of the side on turn, or a kick to a space, by hands that do not look at the rules."""
    grid, side = rules.board.grid, position.turn
    if side is None or position.restart is not None:
        return None
    if rng.random() < 0.1:
        side = other(side)
    ours = [piece for piece in position.pieces if team_of(piece) == side]
    holder = position.holder
    free = [space for space in grid.field_spaces if position.at(space) is None and space != position.ball]
    if not ours:
        return None
    if holder in ours and rng.random() < 0.3 and rules.game != "soccer-chess":
        return Action("pass", holder, target=rng.choice(free))
    piece: PieceId = rng.choice(ours)
    near = [space for space in free if grid.distance(position.pieces[piece], space) <= 6]
    how = "~" if piece == holder and rng.random() < 0.7 else "-"
    return Action("move", piece, ((how, rng.choice(near)),)) if near else None


def meddled(rules: Ruleset, table: Table, rng: random.Random) -> tuple[str, Table]:
    """The table after something that no act does, and what it was."""
    pieces = dict(table.pieces)
    one, two = rng.sample(sorted(pieces), 2)
    kind = rng.choice(("swapped", "gone", "two moved", "two on a space"))
    if kind == "swapped":
        pieces[one], pieces[two] = pieces[two], pieces[one]
    elif kind == "gone":
        del pieces[one]
    elif kind == "two on a space":
        pieces[one] = pieces[two]
    else:
        free = [space for space in rules.board.grid.field_spaces if space not in {*pieces.values(), table.ball}]
        pieces[one], pieces[two] = rng.sample(free, 2)
    return kind, Table(pieces, table.ball)
