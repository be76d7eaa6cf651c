"""Throw-in, goal kick, corner and free kick: who is put where before the pass (rulebook: 8 to 11).

The order on the table: a piece that stands where the taker must stand is moved off, the taker is put down with the
ball, one more piece of its side may be put anywhere (not at a corner), the taker passes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista import roles
from engine.games.regista.offside import nearest_offside
from engine.games.regista.words import refused
from engine.match import team_of
from engine.rules.events import event
from engine.rules.refusals import either, no_such_space
from engine.rules.restart_names import RESTARTS
from engine.rules.words import restart_name, with_or
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.grid import Space
    from engine.match import Action, PieceId, Team
    from engine.ruleset import Refusal

NAMES = {kind: name for kind, name in RESTARTS.items() if kind != "penalty"}
"""Regista knows no penalty."""


def taker_spots(laws: Laws, position: RegistaPosition) -> frozenset[Space]:
    """Where the taker of the restart may stand."""
    side = laws.defended(position, position.side)
    if position.restart == "goal_kick":
        return laws.pitch.area("goal", side)
    if position.restart == "corner" and position.spot is None:
        return frozenset(laws.pitch.board.corner_spots[laws.attacked(position, position.side)])
    return frozenset({position.spot}) if position.spot else frozenset()


def taker(laws: Laws, position: RegistaPosition) -> PieceId | None:
    """The piece that takes the restart: one of the side on turn, on the spot with the ball (goal kick: the keeper).

    It was put down there (``position.taker``), or stood there beforehand and may still make room for another.
    """
    piece = position.holder
    if piece is None or piece[0] != position.turn or position.ball not in taker_spots(laws, position):
        return None
    if position.restart == "goal_kick" and piece != roles.keeper_of(team_of(piece)):
        return None
    return piece


def pass_allowed(laws: Laws, position: RegistaPosition, piece: PieceId) -> Refusal | None:
    """Whether the restart's pass can be played by this piece now."""
    if (fault := must_move_off(position)) is not None:
        return fault
    standing, name = taker(laws, position), restart_name(position.restart)
    if standing == piece:
        return None
    if standing is not None:
        return refused("restart.first", "by", other=standing, restart=name)
    if position.restart == "goal_kick":
        keeper = roles.keeper_of(team_of(piece))
        where = position.pieces.get(keeper)
        if where not in taker_spots(laws, position):
            return refused("goal_kick.place", "on", keeper=keeper, start=where)
        return refused("restart.spot", "keeper", keeper=keeper)
    return refused("restart.spot", piece=piece, spots=either(taker_spots(laws, position)), restart=name)


def must_move_off(position: RegistaPosition) -> Refusal | None:
    """The offside piece on the spot goes first."""
    if position.to_move_off is None:
        return None
    piece = position.to_move_off
    return refused("offside.moved", "first", piece=piece)


def judge_placement(laws: Laws, position: RegistaPosition, action: Action) -> Verdict:
    """``B6@C7`` while a throw-in, goal kick, corner or free kick is waiting to be taken."""
    piece, space = action.piece or "", action.target or ""
    if piece not in position.pieces:
        return refused("restart.spot", "field", piece=piece)
    named = position.may_move_off if position.to_move_off is None else (position.to_move_off,)
    if (piece in named or team_of(piece) == position.turn) and space not in laws.pitch.neighbours:
        return no_such_space(space)
    if piece == position.to_move_off:
        return _move_off(laws, position, piece, space)
    if team_of(piece) != position.turn:
        return _opponent_placed(laws, position, piece, space)
    if (fault := must_move_off(position)) is not None:
        return fault
    return _own_placed(laws, position, piece, space)


def _own_placed(laws: Laws, position: RegistaPosition, piece: PieceId, space: Space) -> Verdict:
    """A piece of the takers': the taker itself, the extra piece, or one that stood on the spot and makes room."""
    standing, spots = taker(laws, position), taker_spots(laws, position)
    if position.restart == "goal_kick":
        place = _place_taker if standing in {None, piece} else _place_extra
        return place(laws, position, piece, space)
    if is_settled(position, standing):
        return _stays(position, piece) if piece == standing else _place_extra(laws, position, piece, space)
    if position.pieces[piece] in spots and space not in spots:
        return _clear(laws, position, piece, space)
    if standing is None or space in spots:
        return _place_taker(laws, position, piece, space)
    return _place_extra(laws, position, piece, space)


def is_settled(position: RegistaPosition, standing: PieceId | None) -> bool:
    """Whether the piece on the spot was put down there: from then on it is one of the pieces placed, and stays.

    Once the extra piece is down so is the taker, which comes first. A goal kick's keeper may be put elsewhere again.
    """
    if standing is None or position.restart == "goal_kick":
        return False
    return standing == position.taker or position.extra


def _stays(position: RegistaPosition, piece: PieceId) -> Refusal:
    return refused("restart.spot", "settled", piece=piece, ball=position.ball)


def move_off_spaces(laws: Laws, position: RegistaPosition, piece: PieceId) -> frozenset[Space]:
    """Where an offside piece may be moved: a free neighbouring field space; if none is free, the nearest free ones."""
    start = position.pieces[piece]
    free = frozenset(space for space in laws.pitch.field_neighbours[start] if space not in position.occupied)
    return free or laws.pitch.nearest_free(start, position.occupied)


def _move_off(laws: Laws, position: RegistaPosition, piece: PieceId, space: Space) -> Verdict:
    start, allowed = position.pieces[piece], move_off_spaces(laws, position, piece)
    if space not in allowed:
        if allowed.intersection(laws.pitch.neighbours[start]):
            return refused("offside.moved", piece=piece, start=start, space=space)
        return refused("offside.moved", "nearest", start=start, piece=piece, spots=either(allowed), space=space)
    moved = position.but(pieces=position.put(piece, space), to_move_off=None, may_move_off=())
    return Ruling((event("placement", by=piece, at=space),), moved)


def _opponent_placed(laws: Laws, position: RegistaPosition, piece: PieceId, space: Space) -> Verdict:
    if position.to_move_off is None and position.may_move_off:
        if piece in position.may_move_off:
            return _move_off(laws, position, piece, space)
        nearest = with_or(position.may_move_off)
        return refused("offside.moved", "only", nearest=nearest, piece=piece)
    if position.restart != "goal_kick" and position.pieces[piece] in taker_spots(laws, position):
        return _clear(laws, position, piece, space)
    return refused("turn.side", "placed", piece=piece, team=position.turn, restart=restart_name(position.restart))


def _clear(laws: Laws, position: RegistaPosition, piece: PieceId, space: Space) -> Verdict:
    """A piece on the spot that will not be the taker is moved by its owner to the nearest free space."""
    start = position.pieces[piece]
    nearest = laws.pitch.nearest_free(start, position.occupied)
    if space not in nearest:
        return refused("restart.spot", "room", piece=piece, start=start, spots=either(nearest), space=space)
    # With two corners to choose from, the takers that make room on one have chosen it.
    spot = start if team_of(piece) == position.turn else position.spot
    cleared = position.but(pieces=position.put(piece, space), spot=spot)
    return Ruling((event("placement", by=piece, at=space),), cleared)


def _place_taker(laws: Laws, position: RegistaPosition, piece: PieceId, space: Space) -> Verdict:
    spots, name = taker_spots(laws, position), restart_name(position.restart)
    if position.restart == "goal_kick" and piece != roles.keeper_of(team_of(piece)):
        return refused("restart.spot", "keeper_first", restart=name)
    if space not in spots:
        if position.restart == "goal_kick":
            return refused("goal_kick.place", space=space)
        return refused("restart.spot", "taker", restart=name, spots=either(spots), space=space)
    other = position.occupied.get(space)
    if other is not None and other != piece:
        if position.restart == "goal_kick":
            return refused("goal_kick.place", "taken", space=space, other=other)
        return refused("restart.spot", "owner", other=other, space=space)
    # The keeper may be put on another space of its Goal Area until the pass, and nobody else takes a goal kick.
    settled = {} if position.restart == "goal_kick" else {"spot": space, "taker": piece}
    placed = position.but(pieces=position.put(piece, space), ball=space, may_move_off=(), **settled)
    return Ruling((event("placement", by=piece, at=space),), placed)


def _place_extra(laws: Laws, position: RegistaPosition, piece: PieceId, space: Space) -> Verdict:
    name = restart_name(position.restart)
    if position.restart == "corner":
        return refused("restart.extra", "corner")
    if position.extra:
        return refused("restart.extra", "one", restart=name)
    if (other := position.occupied.get(space)) is not None and other != piece:
        if is_settled(position, other):
            return _stays(position, other)
        return refused("move.occupied", space=space, other=other)
    if space not in laws.pitch.field:
        return refused("move.field", "goal_place", space=space, piece=piece)
    # With the extra piece down, one that stood on the spot beforehand is the taker.
    settled = {} if position.restart == "goal_kick" else {"taker": taker(laws, position)}
    placed = position.but(pieces=position.put(piece, space), extra=True, may_move_off=(), **settled)
    return Ruling((event("placement", by=piece, at=space),), placed)


def free_kick_choice(laws: Laws, position: RegistaPosition, offending: Team) -> tuple[PieceId, ...]:
    """Offside pieces that may be moved off, for a position that does not say."""
    if position.spot is None or position.spot in position.occupied or position.to_move_off is not None:
        return ()
    return nearest_offside(laws, position, offending, position.spot)
