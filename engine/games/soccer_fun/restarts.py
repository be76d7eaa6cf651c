"""Throw-in, goal kick, corner: who is put where, before the taker declares its dice and kicks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_fun.words import refused
from engine.match import team_of
from engine.rules.ends import attacked, defended
from engine.rules.refusals import either
from engine.rules.setting_up import put_down
from engine.rules.words import restart_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.soccer_fun.laws import Laws
    from engine.games.soccer_fun.position import SoccerFunPosition
    from engine.grid import Space
    from engine.match import Action, PieceId
    from engine.ruleset import Refusal, Verdict

NAMES = {"kick_off": "kick-off", "throw_in": "throw-in", "goal_kick": "goal kick", "corner": "corner"}


def taker_spots(laws: Laws, position: SoccerFunPosition) -> frozenset[Space]:
    """Where the taker of the restart may stand."""
    if position.restart == "goal_kick":
        return laws.pitch.area("goal", defended(position.side))
    if position.restart == "corner" and position.spot is None:
        return frozenset(laws.pitch.board.corner_spots[attacked(position.side)])
    return frozenset({position.spot}) if position.spot else frozenset()


def taker(laws: Laws, position: SoccerFunPosition) -> PieceId | None:
    """The taker: a figure of the side on turn, on the spot with the ball."""
    piece = position.holder
    if piece is None or piece[0] != position.turn or position.ball not in taker_spots(laws, position):
        return None
    return piece


def may_take(laws: Laws, position: SoccerFunPosition, piece: PieceId) -> Refusal | None:
    """Whether the restart can be taken by this figure now."""
    standing, name, spots = taker(laws, position), restart_name(position.restart), either(taker_spots(laws, position))
    if standing == piece:
        return None
    if standing is not None:
        return refused("play.holder", "restart", other=standing, restart=name)
    if position.pieces.get(piece) in taker_spots(laws, position):
        return refused("restart.spot", "with_ball", restart=name, piece=piece, space=position.pieces[piece])
    return refused("restart.spot", piece=piece, spots=spots, restart=name)


def judge_placement(laws: Laws, position: SoccerFunPosition, action: Action) -> Verdict:
    """``B6@P8`` while a throw-in, goal kick or corner is waiting to be taken."""
    piece, space = action.piece or "", action.target or ""
    if piece not in position.pieces:
        return refused("restart.spot", "field", piece=piece)
    if team_of(piece) != position.turn and not _must_clear(laws, position, piece):
        return refused("turn.side", "placed", piece=piece, team=position.turn, restart=restart_name(position.restart))
    if position.declared is not None:
        return refused("restart.spot", "dice", by=position.declared.by, restart=restart_name(position.restart))
    if space not in laws.pitch.grid.points:
        return refused("move.field", space=space)
    if team_of(piece) != position.turn:
        return _clear(laws, position, piece, space)
    if position.taker is not None and position.taker == taker(laws, position):
        if piece == position.taker:
            return refused("restart.spot", "stays", other=position.taker, restart=restart_name(position.restart))
        return refused("restart.spot", "takes", other=position.taker, restart=restart_name(position.restart))
    if _must_clear(laws, position, piece) and space not in taker_spots(laws, position):
        return _clear(laws, position, piece, space)
    return _place_taker(laws, position, piece, space)


def _must_clear(laws: Laws, position: SoccerFunPosition, piece: PieceId) -> bool:
    """Whether a figure stands on the spot of a throw-in or corner."""
    return position.restart != "goal_kick" and position.pieces[piece] in taker_spots(laws, position)


def _clear(laws: Laws, position: SoccerFunPosition, piece: PieceId, space: Space) -> Verdict:
    """A figure on the spot that will not be the taker is moved by its owner to the nearest free square."""
    start = position.pieces[piece]
    nearest = laws.pitch.nearest_free(start, position.occupied)
    if space not in nearest:
        return refused("restart.spot", "nearest", piece=piece, start=start, spots=either(nearest), space=space)
    # With two corners to choose from, the takers that make room on one have chosen it.
    chosen = {"spot": start, "ball": start} if team_of(piece) == position.turn else {}
    return put_down(position.but(**chosen), piece, space)


def _place_taker(laws: Laws, position: SoccerFunPosition, piece: PieceId, space: Space) -> Verdict:
    spots = taker_spots(laws, position)
    if space not in spots:
        if position.restart == "goal_kick":
            return refused("restart.spot", "area", restart=restart_name(position.restart), space=space)
        return refused("restart.spot", "from", restart=restart_name(position.restart), spots=either(spots), space=space)
    other = position.occupied.get(space)
    if other is not None and other != piece:
        if position.restart == "goal_kick":
            return refused("restart.spot", "free", other=other, space=space)
        return refused("restart.spot", "stands", other=other, space=space)
    settled = {} if position.restart == "goal_kick" else {"spot": space}
    return put_down(position.but(ball=space, taker=piece, **settled), piece, space)


def placement_choices(laws: Laws, position: SoccerFunPosition) -> Iterator[tuple[PieceId, list[Space]]]:
    """Every figure that may be put down now, with the squares it may be put on; agrees with ``judge_placement``."""
    if position.declared is not None:
        return
    settled = position.taker is not None and position.taker == taker(laws, position)
    spots = taker_spots(laws, position)
    for piece, start in position.pieces.items():
        ours, clears = piece[0] == position.turn, _must_clear(laws, position, piece)
        spaces: set[Space] = set()
        if ours and not settled:
            spaces |= {space for space in spots if position.occupied.get(space, piece) == piece}
        if clears and not (ours and settled):
            spaces |= laws.pitch.nearest_free(start, position.occupied)
        yield piece, sorted(spaces)
