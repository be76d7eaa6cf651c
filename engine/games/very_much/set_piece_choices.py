"""What may be put down where while a set piece waits to be taken; agrees with ``set_pieces.judge_placement``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much.roles import keeper_of
from engine.games.very_much.set_pieces import away_spaces, move_off_spaces, on_spot, taker, taker_spots, too_near

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.grid import Space
    from engine.match import PieceId


def placement_choices(laws: Laws, position: MasumePosition) -> Iterator[tuple[PieceId, Iterable[Space]]]:
    """Every piece that may be put down now, with the squares it may be put on."""
    if position.restart == "penalty":
        return
    for piece in too_near(laws, position):
        yield piece, sorted(away_spaces(laws, position))
    if (blocker := on_spot(position)) is not None:
        yield blocker, sorted(move_off_spaces(laws, position, blocker))
    elif position.restart == "goal_kick":
        yield from _keeper(laws, position)
    else:
        yield from _on_one_spot(laws, position)


def _keeper(laws: Laws, position: MasumePosition) -> Iterator[tuple[PieceId, Iterable[Space]]]:
    keeper = keeper_of(position.side)
    if keeper in position.pieces:
        yield keeper, sorted(taker_spots(laws, position) - (position.occupied.keys() - {position.pieces[keeper]}))


def _on_one_spot(laws: Laws, position: MasumePosition) -> Iterator[tuple[PieceId, Iterable[Space]]]:
    """The taker, and pieces that stood on the spot and make room for it."""
    standing, spots = taker(laws, position), taker_spots(laws, position)
    settled = standing is not None and standing == position.taker
    for piece, start in position.pieces.items():
        if start in spots and not (settled and piece[0] == position.turn):
            yield piece, sorted(laws.pitch.nearest_free(start, position.occupied))
    if settled:
        return
    for piece, start in position.side_pieces(position.side).items():
        if free := sorted(spots - (position.occupied.keys() - {start})):
            yield piece, free
