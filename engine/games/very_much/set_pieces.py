"""Throw-in, goal kick, corner, free kick: who is put where before the taker's kick (house rules).

What stands on the spot is moved off, opponents next to a free kick's spot move away, the taker is put down with the
ball and kicks. A penalty needs none of this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much.roles import keeper_of
from engine.games.very_much.words import refused
from engine.match import team_of
from engine.rules.ends import attacked, defended
from engine.rules.refusals import either, no_such_space
from engine.rules.setting_up import put_down
from engine.rules.words import restart_name

if TYPE_CHECKING:
    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.grid import Space
    from engine.match import Action, PieceId
    from engine.ruleset import Refusal, Verdict


def taker_spots(laws: Laws, position: MasumePosition) -> frozenset[Space]:
    """Where the taker of the set piece may stand."""
    team = position.side
    if position.restart == "goal_kick":
        return laws.pitch.area("goal", defended(team))
    if position.restart == "corner" and position.spot is None:
        return frozenset(laws.pitch.board.corner_spots[attacked(team)])
    return frozenset({position.spot}) if position.spot else frozenset()


def taker(laws: Laws, position: MasumePosition) -> PieceId | None:
    """The taker: a piece of the side on turn, on the spot with the ball (goal kick: the keeper)."""
    piece = position.holder
    if piece is None or piece[0] != position.turn or position.ball not in taker_spots(laws, position):
        return None
    if position.restart == "goal_kick" and piece != keeper_of(team_of(piece)):
        return None
    return piece


def on_spot(position: MasumePosition) -> PieceId | None:
    """The opponent on a free kick's spot, which the takers move off first."""
    piece = position.occupied.get(position.spot) if position.restart == "free_kick" and position.spot else None
    return piece if piece is not None and piece[0] != position.turn else None


def too_near(laws: Laws, position: MasumePosition) -> list[PieceId]:
    """Opponents next to a free kick's spot, which their owner moves away."""
    if position.restart != "free_kick" or position.spot is None:
        return []
    near = (position.occupied.get(space) for space in laws.pitch.neighbours[position.spot])
    return [piece for piece in near if piece is not None and piece[0] != position.turn]


def kick_allowed(laws: Laws, position: MasumePosition, piece: PieceId) -> Refusal | None:
    """Whether the set piece can be taken by this piece now."""
    standing, name = taker(laws, position), restart_name(position.restart)
    if (fault := must_move_off(position)) is not None:
        return fault
    if standing is None:
        return _not_there(laws, position, piece)
    if standing != piece:
        return refused("restart.first", "by", other=standing, restart=name)
    return _must_move_away(laws, position)


def _not_there(laws: Laws, position: MasumePosition, piece: PieceId) -> Refusal:
    spots, name = taker_spots(laws, position), restart_name(position.restart)
    if position.restart == "goal_kick":
        keeper = keeper_of(team_of(piece))
        return refused("restart.spot", "keeper", keeper=keeper)
    if position.pieces.get(piece) in spots:
        return refused("restart.spot", "ball", piece=piece, restart=name)
    return refused("restart.spot", piece=piece, spots=either(spots), restart=name)


def must_move_off(position: MasumePosition) -> Refusal | None:
    """The opponent on a free kick's spot goes first."""
    if (piece := on_spot(position)) is None:
        return None
    return refused("restart.spot", "off", piece=piece, spot=position.spot)


def _must_move_away(laws: Laws, position: MasumePosition) -> Refusal | None:
    """Opponents next to a free kick's spot go before it is taken."""
    near = too_near(laws, position)
    return refused("restart.spot", "near", piece=near[0], spot=position.spot) if near else None


def room_fault(laws: Laws, position: MasumePosition) -> Refusal | None:
    """Which opponent goes first: from the spot, or, with the taker there, from next to it."""
    if (fault := must_move_off(position)) is not None:
        return fault
    return _must_move_away(laws, position) if taker(laws, position) is not None else None


def judge_placement(laws: Laws, position: MasumePosition, action: Action) -> Verdict:
    """``B6@C7`` while a throw-in, goal kick, corner or free kick is waiting to be taken."""
    piece, space = action.piece or "", action.target or ""
    if position.restart == "penalty" and piece[0] == position.turn:
        return refused("restart.first", "nobody")
    if piece not in position.pieces:
        return refused("restart.spot", "field", piece=piece)
    if team_of(piece) != position.turn:
        return _opponent_placed(laws, position, piece, space)
    if space not in laws.pitch.neighbours:
        return no_such_space(space)
    if (fault := must_move_off(position)) is not None:
        return fault
    return _own_placed(laws, position, piece, space)


def _own_placed(laws: Laws, position: MasumePosition, piece: PieceId, space: Space) -> Verdict:
    """A piece of the takers': the taker, or one that stood on the spot and makes room."""
    standing, spots = taker(laws, position), taker_spots(laws, position)
    if position.restart == "goal_kick":
        return _place_taker(laws, position, piece, space)
    if standing is not None and standing == position.taker:
        name = restart_name(position.restart)
        if piece == standing:
            return refused("restart.spot", "stays", other=standing, restart=name)
        return refused("restart.spot", "takes", other=standing, restart=name)
    if position.pieces[piece] in spots and space not in spots:
        return _clear(laws, position, piece, space)
    return _place_taker(laws, position, piece, space)


def _opponent_placed(laws: Laws, position: MasumePosition, piece: PieceId, space: Space) -> Verdict:
    """A piece of the other side, on the spot or next to a free kick's."""
    on = on_spot(position) == piece
    near = not on and piece in too_near(laws, position)
    clears = not on and _must_clear(laws, position, piece)
    if not (on or near or clears):
        name = restart_name(position.restart)
        return refused("turn.side", "placed", piece=piece, team=position.turn, restart=name)
    if space not in laws.pitch.neighbours:
        return no_such_space(space)
    if clears:
        return _clear(laws, position, piece, space)
    if space not in (move_off_spaces(laws, position, piece) if on else away_spaces(laws, position)):
        if on:
            return refused("restart.spot", "step", piece=piece, spot=position.spot, space=space)
        return refused("restart.spot", "away", piece=piece, spot=position.spot, space=space)
    return put_down(position, piece, space)


def _must_clear(laws: Laws, position: MasumePosition, piece: PieceId) -> bool:
    """Whether an opponent stands on a throw-in's or corner's spot."""
    return position.restart not in {"goal_kick", "penalty"} and position.pieces[piece] in taker_spots(laws, position)


def move_off_spaces(laws: Laws, position: MasumePosition, piece: PieceId) -> frozenset[Space]:
    """Where the takers may move an opponent from the spot: a free square next to it; if there is none, the nearest."""
    start = position.pieces[piece]
    free = frozenset(space for space in laws.pitch.field_neighbours[start] if space not in position.occupied)
    return free or laws.pitch.nearest_free(start, position.occupied)


def away_spaces(laws: Laws, position: MasumePosition) -> frozenset[Space]:
    """Where an opponent next to a free kick's spot may be moved: any free square that is not the spot or next to it."""
    spot = position.spot or ""
    return laws.pitch.field.difference(position.occupied, laws.pitch.neighbours[spot], {spot})


def _clear(laws: Laws, position: MasumePosition, piece: PieceId, space: Space) -> Verdict:
    """A piece on the spot that will not be the taker is moved by its owner to the nearest free square."""
    start = position.pieces[piece]
    nearest = laws.pitch.nearest_free(start, position.occupied)
    if space not in nearest:
        return refused("restart.spot", "nearest", piece=piece, start=start, spots=either(nearest), space=space)
    # With two corners to choose from, the takers that make room on one have chosen it.
    spot = start if team_of(piece) == position.turn else position.spot
    return put_down(position.but(spot=spot), piece, space)


def _place_taker(laws: Laws, position: MasumePosition, piece: PieceId, space: Space) -> Verdict:
    spots, name = taker_spots(laws, position), restart_name(position.restart)
    kicked_by_keeper = position.restart == "goal_kick"
    if kicked_by_keeper and piece != keeper_of(team_of(piece)):
        return refused("restart.spot", "keeper_only", piece=piece)
    if space not in spots:
        if kicked_by_keeper:
            return refused("restart.spot", "area", restart=name, space=space)
        return refused("restart.spot", "from", restart=name, spots=either(spots), space=space)
    other = position.occupied.get(space)
    if other is not None and other != piece:
        if kicked_by_keeper:
            return refused("restart.spot", "free", other=other, space=space)
        return refused("restart.spot", "stands", other=other, space=space)
    settled = {} if kicked_by_keeper else {"spot": space, "taker": piece}
    return put_down(position.but(ball=space, **settled), piece, space)
