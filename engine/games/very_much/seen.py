"""What a watched table shows of set pieces taken in the wrong place: the placement that was meant, and its rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much.set_pieces import judge_placement, on_spot, too_near
from engine.match import team_of
from engine.rules import acts
from engine.ruleset import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.grid import Space
    from engine.match import Action, PieceId


def faults(
    laws: Laws, position: MasumePosition, moved: Mapping[PieceId, Space], ball: Space | None
) -> Iterator[tuple[Action, Refusal]]:
    """A taker put down with the ball beside the spot; an opponent put where it is still in the way of a free kick.

    ``moved`` is where pieces were put, ``ball`` the square on which the ball lies, None if it lies where it should.
    """
    if position.awaits is not None or position.restart in {None, "kick_off", "penalty"} or len(moved) != 1:
        return
    ((piece, to),) = moved.items()
    taker = ball == to and team_of(piece) == position.turn
    in_the_way = ball is None and (piece == on_spot(position) or piece in too_near(laws, position))
    if taker or in_the_way:
        action = acts.to_space("place", piece, to)
        if isinstance(verdict := judge_placement(laws, position, action), Refusal):
            yield action, verdict
