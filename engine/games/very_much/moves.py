"""Moves and dribbles (sheet [2]), taking a free ball along, and goals by dribble."""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from engine.games.very_much import turns
from engine.games.very_much.faults import how_often, no_such_space, not_holder
from engine.match import team_of
from engine.rules.events import event
from engine.rules.paths import Search, Way
from engine.ruleset import Refusal, Ruling, Verdict

if TYPE_CHECKING:
    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.grid import Space
    from engine.match import Action, PieceId


def judge_move(laws: Laws, position: MasumePosition, action: Action) -> Verdict:
    """A move or dribble of single steps in 8 directions; stepping onto the free ball takes it along from there."""
    piece = action.piece or ""
    if (fault := move_fault(laws, position, piece, action)) is not None:
        return fault
    named = tuple(space for _, space in action.path)
    way = search(laws, position, piece).find(position.pieces[piece], named)
    if way is None:
        return _no_way(laws, position, piece, named)
    return carry_out(laws, position, piece, way)


def play(laws: Laws, position: MasumePosition, piece: PieceId, action: Action) -> Ruling:
    """A move or dribble that nothing is wrong with. Raises ValueError if there is no way to go."""
    way = search(laws, position, piece).find(position.pieces[piece], tuple(space for _, space in action.path))
    if way is None:
        raise ValueError(f"{piece} has no way from {position.pieces[piece]} to {action.path[-1][1]}")
    return carry_out(laws, position, piece, way)


def move_fault(laws: Laws, position: MasumePosition, piece: PieceId, action: Action) -> Refusal | None:
    """The first thing wrong with a move before a way is looked for, or None."""
    for fault in (_ball_fault(position, piece, action), how_often(position, piece, "move")):
        if fault is not None:
            return fault
    if (fault := _range_fault(laws, position, piece, action)) is not None:
        return fault
    return _way_fault(laws, position, piece, action)


def search(laws: Laws, position: MasumePosition, piece: PieceId) -> Search:
    """Where a piece may look for its way."""
    loose = position.ball if position.holder is None and position.ball in laws.pitch.field else None
    return Search(
        ground=laws.pitch,
        # Its own square is free again once it has left it: a piece may come back to it with the ball.
        taken=frozenset(position.occupied.keys() - {position.pieces[piece]}),
        free_ball=str(loose) if loose else None,
        shut=None,
        goals=laws.pitch.board.goals[laws.attacked(team_of(piece))],
        carrying=position.holder == piece,
        limit=laws.options.move_max,
    )


def _ball_fault(position: MasumePosition, piece: PieceId, action: Action) -> Refusal | None:
    """A holder left without its ball, or a dribble without the ball."""
    if piece not in position.pieces:
        return Refusal("move.field", f"{piece} is not on the field")
    marks = [mark for mark, _ in action.path]
    holds = position.holder == piece
    before = [space for _, space in takewhile(lambda step: step[0] == "-", action.path)]
    if not holds and "~" in marks and (position.holder is not None or position.ball not in before):
        return not_holder(position, piece, "dribble")
    if (holds and marks[0] == "-") or ("~", "-") in pairwise(marks):
        return Refusal("move.leaves_ball", f"{piece} has the ball and cannot leave it; write ~ for a dribble")
    return None


def _range_fault(laws: Laws, position: MasumePosition, piece: PieceId, action: Action) -> Refusal | None:
    stops = [position.pieces[piece], *(space for _, space in action.path)]
    for space in stops[1:]:
        if space not in laws.pitch.neighbours:
            return no_such_space(space)
    steps, most = sum(laws.pitch.grid.distance(a, b) for a, b in pairwise(stops)), laws.options.move_max
    if any(a == b for a, b in pairwise(stops)):
        return Refusal("move.range", f"{piece} did not move; a move goes 1 to {most} squares")
    if steps > most:
        return Refusal("move.range", f"{piece} moved {steps} squares; a move goes 1 to {most}")
    return None


def _way_fault(laws: Laws, position: MasumePosition, piece: PieceId, action: Action) -> Refusal | None:
    named = [space for _, space in action.path]
    for space in named:
        standing = position.occupied.get(space)
        if standing is not None and standing != piece:
            return Refusal("move.occupied", f"{space} is taken by {standing}")
    goals = laws.pitch.board.goals[laws.attacked(team_of(piece))]
    for space in named:
        if space in laws.pitch.field or (space == named[-1] and space in goals):
            continue
        return Refusal("move.field", f"{space} is a goal square; only the opponent's goal is entered, with the ball")
    return None


def _no_way(laws: Laws, position: MasumePosition, piece: PieceId, named: tuple[Space, ...]) -> Refusal:
    """Why no way was found although the named squares are free and near enough."""
    most, last, looked = laws.options.move_max, named[-1], search(laws, position, piece)
    if last in laws.pitch.goal_side and not looked.carrying and looked.free_ball not in named:
        return Refusal("move.field", f"{last} is a goal square; {piece} can enter it only with the ball")
    return Refusal(
        "move.occupied", f"other pieces stand in {piece}'s way to {last}; no free way of {most} squares is left"
    )


def carry_out(laws: Laws, position: MasumePosition, piece: PieceId, way: Way) -> Ruling:
    """The piece goes its way, and the ball with it from where it was touched."""
    start, steps, carried = position.pieces[piece], way.steps, way.carried_from
    end, team = steps[-1], team_of(piece)
    after = position.but(pieces=position.put(piece, end), plays=position.played(piece, "move"))
    if carried is None:
        moved = event("move", by=piece, from_=start, to=end, path=list(steps))
        return turns.goes_on(laws, after, (moved,))
    events = []
    if carried > 0:
        touched = steps[carried - 1]
        events.append(event("move", by=piece, from_=start, to=touched, path=list(steps[:carried])))
        events.append(event("possession", by=piece, team=team, at=touched))
        start = touched
    if carried < len(steps):
        events.append(event("dribble", by=piece, from_=start, to=end, path=list(steps[carried:])))
    after = after.but(ball=end, last_touch=piece)
    if (side := laws.pitch.goal_side.get(end)) is not None:
        return turns.goal(laws, after, side, tuple(events))
    if team == position.offence:
        return turns.goes_on(laws, after, tuple(events))
    # The defence has gained the ball: it is the offence now, at the first play of its turn.
    fresh, stopped = turns.begin(laws, after.but(offence=team), team)
    return Ruling((*events, *stopped), fresh)
