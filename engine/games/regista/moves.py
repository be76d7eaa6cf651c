"""Moves and dribbles, picking the ball up on the way, and goals by dribble (rulebook: 1. Moving, 2. Dribbling)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista import roles, turns
from engine.games.regista.ball import gained_by
from engine.games.regista.words import refused, say
from engine.match import team_of
from engine.rules.moving import Bounds, ball_fault, no_way, range_fault, told, way_fault
from engine.rules.paths import Search, Way
from engine.rules.words import with_and
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.grid import Space
    from engine.match import Action, PieceId
    from engine.ruleset import Refusal


def judge_move(laws: Laws, position: RegistaPosition, action: Action) -> Verdict:
    """A move or dribble of 1-3 spaces (R 1-2); stepping onto the free ball takes it along from there."""
    piece = action.piece or ""
    if (fault := move_fault(laws, position, piece, action)) is not None:
        return fault
    named = tuple(space for _, space in action.path)
    way = search(laws, position, piece).find(position.pieces[piece], named)
    if way is None:
        return _no_way(laws, position, piece, named)
    return carry_out(laws, position, piece, way)


def play(laws: Laws, position: RegistaPosition, piece: PieceId, action: Action) -> Ruling:
    """A move or dribble that nothing is wrong with. Raises ValueError if there is no way to go."""
    way = search(laws, position, piece).find(position.pieces[piece], tuple(space for _, space in action.path))
    if way is None:
        raise ValueError(f"{piece} has no way from {position.pieces[piece]} to {action.path[-1][1]}")
    return carry_out(laws, position, piece, way)


def move_fault(laws: Laws, position: RegistaPosition, piece: PieceId, action: Action) -> Refusal | None:
    """The first thing wrong with a move before a way is looked for, or None."""
    for fault in (_ball_fault(position, piece, action), how_often(position, piece)):
        if fault is not None:
            return fault
    looked, bounds = search(laws, position, piece), _bounds(piece)
    if (fault := range_fault(looked, position.pieces[piece], action, bounds)) is not None:
        return fault
    return way_fault(looked, position, action, bounds)


def search(laws: Laws, position: RegistaPosition, piece: PieceId) -> Search:
    """Where a piece may look for its way."""
    loose = position.ball if position.holder is None and position.ball in laws.pitch.field else None
    barred = position.holder_may_not == piece
    return Search(
        ground=laws.pitch,
        # Its own space is free again once it has left it: a piece may come back to it with the ball.
        taken=frozenset(position.occupied.keys() - {position.pieces[piece]}),
        free_ball=None if barred else str(loose) if loose else None,
        shut=str(loose) if barred and loose else None,
        goals=laws.pitch.board.goals[laws.attacked(position, team_of(piece))],
        carrying=position.holder == piece,
        limit=roles.move_range(piece),
    )


def _ball_fault(position: RegistaPosition, piece: PieceId, action: Action) -> Refusal | None:
    """A holder left without its ball, a dribble without the ball, or a restart's taker after the ball again."""
    if (fault := ball_fault(position, piece, action)) is not None:
        return fault
    passed = [space for mark, space in action.path if mark == "-"]
    if position.holder_may_not == piece and position.holder is None and position.ball in passed:
        return _may_not_regain(piece)
    return None


def _may_not_regain(piece: PieceId) -> Refusal:
    return refused("restart.regain", piece=piece)


def how_often(position: RegistaPosition, piece: PieceId) -> Refusal | None:
    """At most two moves or dribbles a turn, by two different pieces."""
    if len(position.moved) >= roles.MOVES_A_TURN:
        done = with_and(position.moved)
        return refused("move.limit", done=done, most=roles.MOVES_A_TURN)
    if piece in position.moved:
        return refused("move.twice", piece=piece)
    return None


def _bounds(piece: PieceId) -> Bounds:
    role = roles.PIECES[piece]
    return Bounds(
        "space", say("bound.an" if role in {"MF", "FW", "R"} else "bound.a", role=role, most=roles.move_range(piece))
    )


def _no_way(laws: Laws, position: RegistaPosition, piece: PieceId, named: tuple[Space, ...]) -> Refusal:
    """Why no way was found although the named spaces are free and near enough."""
    looked = search(laws, position, piece)
    if looked.shut is not None and looked._replace(shut=None).find(position.pieces[piece], named):
        return _may_not_regain(piece)
    return no_way(looked, piece, named, _bounds(piece))


def carry_out(laws: Laws, position: RegistaPosition, piece: PieceId, way: Way) -> Ruling:
    """The piece goes its way, and the ball with it from where it was touched."""
    end, events = way.steps[-1], told(piece, position.pieces[piece], way)
    after = position.but(pieces=position.put(piece, end), moved=(*position.moved, piece))
    if way.carried_from is None:
        return Ruling(events, after)
    after = after.but(ball=end, holder_may_not=gained_by(position, piece))
    if end in laws.pitch.goal_side:
        return turns.goal(laws, after, events)
    return Ruling(events, after)
