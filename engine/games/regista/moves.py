"""Moves and dribbles, picking the ball up on the way, and goals by dribble (rulebook: 1. Moving, 2. Dribbling)."""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from engine.games.regista import roles, turns
from engine.games.regista.ball import gained_by
from engine.games.regista.faults import no_such_space, not_holder
from engine.match import team_of
from engine.rules.events import event
from engine.rules.paths import Search, Way
from engine.ruleset import Refusal, Ruling, Verdict

if TYPE_CHECKING:
    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.grid import Space
    from engine.match import Action, Event, PieceId


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
    if (fault := _range_fault(laws, position, piece, action)) is not None:
        return fault
    return _way_fault(laws, position, piece, action)


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
    if piece not in position.pieces:
        return Refusal("move.field", f"{piece} is not on the field")
    marks = [mark for mark, _ in action.path]
    starts_with_ball = position.holder == piece
    before = [space for _, space in takewhile(lambda step: step[0] == "-", action.path)]
    if not starts_with_ball and "~" in marks and (position.holder is not None or position.ball not in before):
        return not_holder(position, piece, "dribble")
    if (starts_with_ball and marks[0] == "-") or ("~", "-") in pairwise(marks):
        return Refusal("move.leaves_ball", f"{piece} has the ball and cannot leave it; write ~ for a dribble")
    passed = [space for mark, space in action.path if mark == "-"]
    if position.holder_may_not == piece and position.holder is None and position.ball in passed:
        return _may_not_regain(piece)
    return None


def _may_not_regain(piece: PieceId) -> Refusal:
    return Refusal("restart.regain", f"{piece} restarted play and may not have the ball before another piece had it")


def how_often(position: RegistaPosition, piece: PieceId) -> Refusal | None:
    """At most two moves or dribbles a turn, by two different pieces."""
    if len(position.moved) >= roles.MOVES_A_TURN:
        done = " and ".join(position.moved)
        return Refusal("move.limit", f"{done} have moved; a turn has {roles.MOVES_A_TURN} moves or dribbles")
    if piece in position.moved:
        return Refusal("move.twice", f"{piece} has moved this turn; the second move is another piece's")
    return None


def _range_fault(laws: Laws, position: RegistaPosition, piece: PieceId, action: Action) -> Refusal | None:
    stops = [position.pieces[piece], *(space for _, space in action.path)]
    for space in stops[1:]:
        if space not in laws.pitch.neighbours:
            return no_such_space(space)
    steps = sum(laws.pitch.grid.distance(a, b) for a, b in pairwise(stops))
    most = roles.move_range(piece)
    if any(a == b for a, b in pairwise(stops)):
        return Refusal("move.range", f"{piece} did not move; a move goes 1 to {most} spaces")
    if steps > most:
        return Refusal("move.range", f"{piece} moved {steps} spaces; {_a(roles.PIECES[piece])} moves {most}")
    return None


def _a(role: str) -> str:
    return f"an {role}" if role in {"MF", "FW", "R"} else f"a {role}"


def _way_fault(laws: Laws, position: RegistaPosition, piece: PieceId, action: Action) -> Refusal | None:
    named = [space for _, space in action.path]
    for space in named:
        if standing := position.occupied.get(space):
            if standing == piece:
                continue
            return Refusal("move.occupied", f"{space} is taken by {standing}")
    goals = laws.pitch.board.goals[laws.attacked(position, team_of(piece))]
    for space in named:
        if space in laws.pitch.field or (space == named[-1] and space in goals):
            continue
        return Refusal("move.field", f"{space} is a goal space; a piece enters only the opponent's goal, with the ball")
    return None


def _no_way(laws: Laws, position: RegistaPosition, piece: PieceId, named: tuple[Space, ...]) -> Refusal:
    """Why no way was found although the named spaces are free and near enough."""
    most, last = roles.move_range(piece), named[-1]
    looked = search(laws, position, piece)
    if looked.shut is not None and looked._replace(shut=None).find(position.pieces[piece], named):
        return _may_not_regain(piece)
    if last in laws.pitch.goal_side and not looked.carrying and looked.free_ball not in named:
        return Refusal("move.field", f"{last} is a goal space; {piece} can enter it only with the ball")
    return Refusal(
        "move.occupied", f"other pieces stand in {piece}'s way to {last}; no free way of {most} spaces is left"
    )


def carry_out(laws: Laws, position: RegistaPosition, piece: PieceId, way: Way) -> Ruling:
    """The piece goes its way, and the ball with it from where it was touched."""
    start, steps, carried = position.pieces[piece], way.steps, way.carried_from
    end = steps[-1]
    after = position.but(pieces=position.put(piece, end), moved=(*position.moved, piece))
    if carried is None:
        return Ruling((event("move", by=piece, from_=start, to=end, path=list(steps)),), after)
    events: list[Event] = []
    if carried > 0:
        touched = steps[carried - 1]
        events.append(event("move", by=piece, from_=start, to=touched, path=list(steps[:carried])))
        events.append(event("possession", by=piece, team=team_of(piece), at=touched))
        start = touched
    if carried < len(steps):
        events.append(event("dribble", by=piece, from_=start, to=end, path=list(steps[carried:])))
    after = after.but(ball=end, holder_may_not=gained_by(position, piece))
    if end in laws.pitch.goal_side:
        return turns.goal(laws, after, tuple(events))
    return Ruling(tuple(events), after)
