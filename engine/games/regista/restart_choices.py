"""What may be put down where while a restart waits to be taken; agrees with ``restarts.judge_placement``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista import roles
from engine.games.regista.restarts import is_settled, move_off_spaces, taker, taker_spots
from engine.match import team_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.grid import Space
    from engine.match import PieceId


def placement_choices(laws: Laws, position: RegistaPosition) -> Iterator[tuple[PieceId, Iterable[Space]]]:
    """Every piece that may be put down now, with the spaces it may be put on."""
    if position.to_move_off is not None:
        yield position.to_move_off, sorted(move_off_spaces(laws, position, position.to_move_off))
        return
    standing = taker(laws, position)
    if not is_settled(position, standing):
        yield from _cleared(laws, position)
    for piece in _takers(position, standing):
        there = {position.pieces[piece]} if standing is None or position.restart != "goal_kick" else set()
        if free := sorted(taker_spots(laws, position) - (position.occupied.keys() - there)):
            yield piece, free
    if standing is not None and position.restart != "corner" and not position.extra:
        anywhere = [space for space in laws.pitch.grid.field_spaces if space not in position.occupied]
        for piece in position.side_pieces(team_of(standing)):
            if piece != standing:
                yield piece, anywhere


def _cleared(laws: Laws, position: RegistaPosition) -> Iterator[tuple[PieceId, Iterable[Space]]]:
    """Pieces that stood on the spot beforehand and leave it, or an offside piece near it."""
    for piece in position.may_move_off:
        yield piece, sorted(move_off_spaces(laws, position, piece))
    if position.may_move_off or position.restart == "goal_kick":
        return
    spots = taker_spots(laws, position)
    for piece, start in position.pieces.items():
        if start in spots:
            yield piece, sorted(laws.pitch.nearest_free(start, position.occupied))


def _takers(position: RegistaPosition, standing: PieceId | None) -> list[PieceId]:
    """Pieces that may be put down as the taker; once one stands there, only that one."""
    if standing is not None:
        return [] if is_settled(position, standing) else [standing]
    ours = list(position.side_pieces(position.side))
    if position.restart == "goal_kick":
        return [piece for piece in ours if piece == roles.keeper_of(team_of(piece))]
    return ours
