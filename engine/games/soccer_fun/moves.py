"""Moves: exactly the sum of the dice, at most one bend, and a kick where the figure comes upon the ball."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from engine.games.soccer_fun import balls, turns
from engine.games.soccer_fun.ways import Course, Way, every_way, fits
from engine.games.soccer_fun.words import refused, say
from engine.rules.events import event
from engine.rules.words import counted

if TYPE_CHECKING:
    from engine.games.soccer_fun.laws import Laws
    from engine.games.soccer_fun.position import SoccerFunPosition
    from engine.grid import Space
    from engine.match import Action, PieceId
    from engine.ruleset import Refusal, Ruling, Verdict

LONGEST = 40
"""No way with one bend is longer on any board that this game is played on."""


def judge_move(laws: Laws, position: SoccerFunPosition, action: Action) -> Verdict:
    """``B7-H10``, or the path spelled out; onto the ball's square it must be clear from where the figure comes."""
    piece, named = action.piece or "", _named(action)
    course = course_of(laws, position, piece)
    ways = _fitting(laws, course, named)
    if not ways:
        return _why_not(laws, position, course, piece, named)
    if len({(way.direction, way.kick) for way in ways if way.kick}) > 1:
        # Nothing against the rules, only not told fully: whoever watches asks instead of accusing.
        return refused("notation", "ways", piece=piece, space=named[-1], path="-".join(ways[0].path))
    return carry_out(laws, position, piece, ways[0])


def play(laws: Laws, position: SoccerFunPosition, action: Action) -> Ruling:
    """A move that nothing is wrong with. Raises ValueError if there is no such way."""
    piece = action.piece or ""
    ways = _fitting(laws, course_of(laws, position, piece), _named(action))
    if not ways:
        raise ValueError(f"{piece} has no way from {position.pieces[piece]} to {action.path[-1][1]}")
    return carry_out(laws, position, piece, ways[0])


def course_of(laws: Laws, position: SoccerFunPosition, piece: PieceId) -> Course:
    """What lies before the figure that the dice were rolled for."""
    start, declared = position.pieces[piece], position.declared
    if declared is None or declared.sum is None:
        raise ValueError(f"no dice were rolled for {piece}")
    free_ball = position.ball if position.holder is None and isinstance(position.ball, str) else None
    return Course(
        rays=laws.pitch.rays,
        directions=laws.directions,
        start=start,
        squares=declared.sum,
        # Its own square is free again once it has left it.
        blocked=(position.occupied.keys() - {start}) | laws.pitch.goal_side.keys(),
        ball=free_ball,
    )


def carry_out(laws: Laws, position: SoccerFunPosition, piece: PieceId, way: Way) -> Ruling:
    """The figure goes its way; if that ends on the ball, it kicks it on."""
    start = position.pieces[piece]
    end = way.path[-1] if way.path else start
    after = position.but(pieces=position.put(piece, end)) if way.path else position
    moved = event("move", by=piece, from_=start, to=end, path=list(way.path))
    if not way.kick or way.direction is None:
        return turns.over(after, (moved,))
    run = balls.Run(end, way.direction, way.kick)
    kicked = event("kick", by=piece, from_=end, direction=run.direction, squares=run.squares)
    return balls.roll_on(laws, turns.kicked(after, piece), run, (moved, kicked))


def _named(action: Action) -> tuple[Space, ...]:
    return tuple(space for _, space in action.path)


def _fitting(laws: Laws, course: Course, named: tuple[Space, ...]) -> list[Way]:
    """The ways that an action may mean, the shortest first; only the one that is spelled out, if it is."""
    ways = [way for way in every_way(_aimed(laws, course, named[-1])) if fits(course, way, named)]
    exact = [way for way in ways if way.path == named]
    if exact or (len(named) > 1 and _steps(laws, (course.start, *named)) is not None):
        return exact
    return sorted(ways, key=lambda way: len(way.path))


def _aimed(laws: Laws, course: Course, end: Space) -> Course:
    """The course with an eye to where it is to end, so that ways that lead elsewhere are not looked for."""
    known = end != course.start and end in laws.pitch.rays
    return course._replace(toward=laws.pitch.toward[end]) if known else course


def _why_not(
    laws: Laws, position: SoccerFunPosition, course: Course, piece: PieceId, named: tuple[Space, ...]
) -> Refusal:
    """The first fault of a move for which there is no way: form, sum, what is in the way, the target."""
    if off := [space for space in named if space not in laws.pitch.grid.points]:
        return refused("move.field", space=off[0])
    spelled = _steps(laws, (course.start, *named))
    if spelled is not None and (len(named) > 1 or course.squares == 1):
        fault = _spelled_fault(laws, course, piece, spelled)
        return _barred(laws, position, course, piece, named) if fault is None else fault
    bare = _aimed(laws, course._replace(blocked=frozenset(), ball=None), named[-1])
    if not (paths := _reaching(bare, named)):
        return _form_fault(laws, bare, piece, named)
    faults = [_barred(laws, position, course, piece, path) for path in paths]
    # Of several ways the one that only fails on the goal itself says what is wrong with going there.
    return next(
        (fault for fault in faults if fault.rule == "move.goal" and named[-1] in laws.pitch.goal_side), faults[0]
    )


def _steps(laws: Laws, path: tuple[Space, ...]) -> tuple[str, ...] | None:
    """The direction of every step, if the path is spelled out square by square."""
    found = []
    for here, there in pairwise(path):
        if here not in laws.pitch.grid.points:
            return None
        near = laws.pitch.grid.neighbours(here)
        way = next((way for way, space in near.items() if space == there), None)
        if way is None:
            return None
        found.append(way)
    return tuple(found)


def _spelled_fault(laws: Laws, course: Course, piece: PieceId, spelled: tuple[str, ...]) -> Refusal | None:
    """Directions, bends and length of a path that is spelled out."""
    if wrong := [way for way in spelled if way not in laws.directions]:
        return refused("move.direction", piece=piece, way=wrong[0], ways=_allowed(laws))
    bends = sum(a != b for a, b in pairwise(spelled))
    if bends > 1:
        return refused("move.bends", "times", piece=piece, bends=bends)
    return None if len(spelled) == course.squares else _sum_fault(course, piece, say("instead", far=len(spelled)))


def _reaching(bare: Course, named: tuple[Space, ...]) -> list[tuple[Space, ...]]:
    """The paths of the full length that fit, with nothing in the way; the board's edge stops none of them short."""
    return [way.path for way in every_way(bare) if len(way.path) == bare.squares and fits(bare, way, named)]


def _form_fault(laws: Laws, bare: Course, piece: PieceId, named: tuple[Space, ...]) -> Refusal:
    """Why squares cannot be reached even with nothing in the way."""
    needed = next((n for n in range(1, LONGEST) if _reaching(bare._replace(squares=n), named)), None)
    if needed is not None:
        return _sum_fault(bare, piece, say("instead.to", far=needed, space=named[-1]))
    eight = bare._replace(directions=tuple(laws.pitch.grid.steps))
    if any(_reaching(eight._replace(squares=squares), named) for squares in range(1, LONGEST)):
        return refused("move.direction", "not", piece=piece, ways=_allowed(laws))
    return refused("move.bends", piece=piece, space=named[-1])


def _sum_fault(course: Course, piece: PieceId, instead: str) -> Refusal:
    return refused("move.sum", piece=piece, squares=counted("square", course.squares), instead=instead)


def _allowed(laws: Laws) -> str:
    return say("moves_go", ways=", ".join(laws.directions))


def _barred(
    laws: Laws, position: SoccerFunPosition, course: Course, piece: PieceId, path: tuple[Space, ...]
) -> Refusal:
    """What bars a path of the right form and length: figures, the ball before its end, a goal square."""
    for space in path:
        standing = position.occupied.get(space)
        if standing is not None and standing != piece:
            return refused("move.occupied", "stands", other=standing, space=space, piece=piece)
        if space == course.ball and space in path[:-1]:
            return refused("move.occupied", "ball", space=space, piece=piece)
    inside = next(space for space in path if space in laws.pitch.goal_side)
    return refused("move.goal", space=inside)
