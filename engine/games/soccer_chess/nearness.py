"""Whose ball it is: the nearest figure (rulebook: Who has the ball?, The kicker, The keeper, 03 Offside)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.games.soccer_chess.cards import keeper_of
from engine.match import TEAMS, other, team_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.soccer_chess.laws import Laws
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.grid import Space
    from engine.match import PieceId, Team


class Nearest(NamedTuple):
    """The figures that a ball may belong to: one, or several that nothing tells apart; none if there are none."""

    among: tuple[PieceId, ...]
    distance: int
    """King steps from each of them to the square in question."""


NOBODY = Nearest((), 0)


def usable(laws: Laws, position: SoccerChessPosition, kicker: PieceId) -> dict[PieceId, Space]:
    """The figures that can get the ball after a kick: all but the kicker and cards that may not be used."""
    return {
        piece: space
        for piece, space in position.pieces.items()
        if piece != kicker and (laws.options.special_cards or not position.card(piece).special)
    }


def nearest_to(
    laws: Laws, position: SoccerChessPosition, square: Space, standing: Mapping[PieceId, Space], last: Team
) -> Nearest:
    """The nearest figures to a square: fewest king steps, then general skill, then the side that kicked last."""
    if not standing:
        return NOBODY
    distance = laws.pitch.grid.distance
    steps = {piece: distance(space, square) for piece, space in standing.items()}
    least = min(steps.values())
    near = [piece for piece, count in steps.items() if count == least]
    best = max(position.card(piece).skill for piece in near)
    near = [piece for piece in near if position.card(piece).skill == best]
    ours = [piece for piece in near if team_of(piece) == last]
    return Nearest(tuple(sorted(ours or near, key=lambda piece: (piece[0], int(piece[1:])))), least)


def owners(laws: Laws, position: SoccerChessPosition, kicker: PieceId, square: Space) -> Nearest:
    """The figures that a ball at rest on a square may belong to, keepers among them.

    A keeper without a team-mate who could get the ball in its place is left out.
    """
    figures = usable(laws, position, kicker)
    for piece in offside(laws, position, kicker):
        figures.pop(piece, None)
    teams = {team_of(piece) for piece in figures}
    keepers = {keeper_of(team): laws.pitch.keeper_square(team, square) for team in TEAMS if team in teams}
    return nearest_to(laws, position, square, {**figures, **keepers}, team_of(kicker))


def instead_of_keeper(laws: Laws, lying: SoccerChessPosition, keeper: PieceId, square: Space) -> Nearest:
    """The team-mates nearest to a keeper that would own the ball lying on ``square`` after the last kick."""
    kicker, team = lying.last_kick or "", team_of(keeper)
    barred = {*offside(laws, lying, kicker)}
    mates = {
        piece: space
        for piece, space in usable(laws, lying, kicker).items()
        if team_of(piece) == team and piece not in barred
    }
    return nearest_to(laws, lying, laws.pitch.keeper_square(team, square), mates, team_of(kicker))


def offside(laws: Laws, position: SoccerChessPosition, kicker: PieceId) -> tuple[PieceId, ...]:
    """Figures of the kicking side one or more lettered lines beyond the rearmost opponent; none without the option.

    Keepers are not on the grid, and so are not the rearmost opponent.
    """
    if not laws.options.offside:
        return ()
    team = team_of(kicker)
    line = laws.pitch.from_own_line
    rearmost = max((line(team, space) for space in position.side_pieces(other(team)).values()), default=None)
    if rearmost is None:
        return ()
    return tuple(
        piece
        for piece, space in position.side_pieces(team).items()
        if piece != kicker and line(team, space) > rearmost
    )  # fmt: skip
