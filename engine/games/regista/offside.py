"""Offside (rulebook: Offside Position, Offside)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista import turns
from engine.match import other
from engine.rules.events import event
from engine.ruleset import Ruling

if TYPE_CHECKING:
    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.grid import Space
    from engine.match import Event, PieceId, Team

EXEMPT = frozenset({"goal_kick", "corner", "throw_in"})
"""Restarts whose pass cannot be offside."""


def offside_depth(laws: Laws, position: RegistaPosition, team: Team) -> int | None:
    """A space is an offside position for ``team`` if it lies less deep than this, in half spaces from the goal line.

    The line is the opponent second closest to its own goal line, the keeper included; None with fewer than two
    opponents on the field.
    """
    depth = laws.pitch.depth[laws.attacked(position, team)]
    depths = sorted(depth[space] for piece, space in position.pieces.items() if piece[0] != team)
    if len(depths) < 2:
        return None
    # In whole spaces (lenient) half a space ahead is still in line.
    return depths[1] if laws.options.offside_half_space == "strict" else depths[1] - 1


def offside_pieces(laws: Laws, position: RegistaPosition, team: Team) -> list[PieceId]:
    """Pieces of a side that stand in an offside position."""
    line = offside_depth(laws, position, team)
    if line is None:
        return []
    depth = laws.pitch.depth[laws.attacked(position, team)]
    return [piece for piece, space in position.pieces.items() if piece[0] == team and depth[space] < line]


def is_offside(laws: Laws, position: RegistaPosition, passer: PieceId, rest: Space) -> bool:
    """Whether a pass that comes to rest on ``rest`` is offside; nothing has moved since the pass was played."""
    team = position.side
    line = offside_depth(laws, position, team)
    if line is None or laws.pitch.depth[laws.attacked(position, team)][rest] >= line:
        return False
    standing = offside_pieces(laws, position, team)
    return any(piece != passer or laws.options.offside_counts_passer for piece in standing)


def nearest_offside(laws: Laws, position: RegistaPosition, team: Team, spot: Space) -> tuple[PieceId, ...]:
    """The offside pieces of a side nearest to a spot (all that are equally near)."""
    far = {
        piece: laws.pitch.grid.distance(position.pieces[piece], spot)
        for piece in offside_pieces(laws, position, team)
    }  # fmt: skip
    return tuple(piece for piece, distance in far.items() if distance == min(far.values()))


def free_kick(laws: Laws, position: RegistaPosition, rest: Space, before: tuple[Event, ...]) -> Ruling:
    """Offside: the other side has a free kick where the ball lies."""
    team = position.side
    on_spot = position.occupied.get(rest)
    nearest = () if on_spot else nearest_offside(laws, position, team, rest)
    after, stopped = turns.finish_turn(laws, position.but(ball=rest, holder_may_not=None))
    offside = event("offside", team=team, at=rest, **({"by": on_spot} if on_spot else {}))
    if stopped:
        return Ruling((*before, offside, *stopped), after)
    awarded = after.but(restart="free_kick", spot=rest, to_move_off=on_spot, may_move_off=nearest)
    return Ruling((*before, offside, event("free_kick", team=other(team), at=rest)), awarded)
