"""Moves and dribbles (sheet [2]), taking a free ball along, and goals by dribble."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much import turns
from engine.games.very_much.faults import how_often
from engine.games.very_much.words import say
from engine.match import team_of
from engine.rules.ends import attacked
from engine.rules.moving import Bounds, ball_fault, no_way, range_fault, told, way_fault
from engine.rules.paths import Search, Way
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.match import Action, PieceId
    from engine.ruleset import Refusal


def judge_move(laws: Laws, position: MasumePosition, action: Action) -> Verdict:
    """A move or dribble of single steps in 8 directions; stepping onto the free ball takes it along from there."""
    piece = action.piece or ""
    if (fault := move_fault(laws, position, piece, action)) is not None:
        return fault
    looked, named = search(laws, position, piece), [space for _, space in action.path]
    way = looked.find(position.pieces[piece], named)
    return no_way(looked, piece, named, _bounds(laws)) if way is None else carry_out(laws, position, piece, way)


def play(laws: Laws, position: MasumePosition, piece: PieceId, action: Action) -> Ruling:
    """A move or dribble that nothing is wrong with. Raises ValueError if there is no way to go."""
    way = search(laws, position, piece).find(position.pieces[piece], [space for _, space in action.path])
    if way is None:
        raise ValueError(f"{piece} has no way from {position.pieces[piece]} to {action.path[-1][1]}")
    return carry_out(laws, position, piece, way)


def move_fault(laws: Laws, position: MasumePosition, piece: PieceId, action: Action) -> Refusal | None:
    """The first thing wrong with a move before a way is looked for, or None."""
    for fault in (ball_fault(position, piece, action), how_often(position, piece, "move")):
        if fault is not None:
            return fault
    looked = search(laws, position, piece)
    if (fault := range_fault(looked, position.pieces[piece], action, _bounds(laws))) is not None:
        return fault
    return way_fault(looked, position, action, _bounds(laws))


def _bounds(laws: Laws) -> Bounds:
    return Bounds("square", say("bound", most=laws.options.move_max))


def search(laws: Laws, position: MasumePosition, piece: PieceId) -> Search:
    """Where a piece may look for its way."""
    loose = position.ball if position.holder is None and position.ball in laws.pitch.field else None
    return Search(
        ground=laws.pitch,
        # Its own square is free again once it has left it: a piece may come back to it with the ball.
        taken=frozenset(position.occupied.keys() - {position.pieces[piece]}),
        free_ball=str(loose) if loose else None,
        shut=None,
        goals=laws.pitch.board.goals[attacked(team_of(piece))],
        carrying=position.holder == piece,
        limit=laws.options.move_max,
    )


def carry_out(laws: Laws, position: MasumePosition, piece: PieceId, way: Way) -> Ruling:
    """The piece goes its way, and the ball with it from where it was touched."""
    end, team, events = way.steps[-1], team_of(piece), told(piece, position.pieces[piece], way)
    after = position.but(pieces=position.put(piece, end), plays=position.played(piece, "move"))
    if way.carried_from is None:
        return turns.goes_on(laws, after, events)
    after = after.but(ball=end, last_touch=piece)
    if (side := laws.pitch.goal_side.get(end)) is not None:
        return turns.goal(laws, after, side, events)
    if team == position.offence:
        return turns.goes_on(laws, after, events)
    # The defence has gained the ball: it is the offence now, at the first play of its turn.
    fresh, stopped = turns.begin(laws, after.but(offence=team), team)
    return Ruling((*events, *stopped), fresh)
