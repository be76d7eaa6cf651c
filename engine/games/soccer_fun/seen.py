"""What a watched table shows of play against the rules where no action of the notation says it.

A ball that was pushed too far, a holder that took its ball along, a taker put down beside its spot: the act that was
meant, and the rule that it breaks as it was done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from engine.games.soccer_fun import deflections, kickoff, kicks, moves, restarts
from engine.games.soccer_fun.ways import every_way
from engine.games.soccer_fun.words import refused
from engine.match import Action, team_of
from engine.rules import acts
from engine.rules.words import counted
from engine.ruleset import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.games.soccer_fun.laws import Laws
    from engine.games.soccer_fun.position import SoccerFunPosition
    from engine.games.soccer_fun.ways import Way
    from engine.grid import Space
    from engine.match import PieceId

Fault: TypeAlias = "tuple[Action, Refusal]"


def faults(
    laws: Laws, position: SoccerFunPosition, moved: Mapping[PieceId, Space], ball: Space | None
) -> Iterator[Fault]:
    """Acts that explain everything that lies elsewhere, each with the rule it breaks.

    ``moved`` is where figures were put, ``ball`` the square on which the ball lies, None if it lies where it should.
    """
    if position.awaits is not None or position.turn is None:
        if not moved and ball is not None:
            yield from _sent_on(laws, position, ball)
        return
    if len(moved) == 1:
        ((piece, to),) = moved.items()
        yield from _put_down(laws, position, piece, to, ball)
        yield from _came_upon(laws, position, piece, to, ball)
        yield from _carried(laws, position, piece, to, ball)
    elif not moved and ball is not None:
        yield from _kicked(laws, position, ball)


def _put_down(
    laws: Laws, position: SoccerFunPosition, piece: PieceId, to: Space, ball: Space | None
) -> Iterator[Fault]:
    """A figure put elsewhere while a restart is set up, alone or with the ball."""
    if position.restart is None or ball not in {None, to}:
        return
    action = acts.to_space("place", piece, to)
    judge = kickoff.judge_placement if position.restart == "kick_off" else restarts.judge_placement
    if isinstance(verdict := judge(laws, position, action), Refusal):
        yield action, verdict


def _carried(laws: Laws, position: SoccerFunPosition, piece: PieceId, to: Space, ball: Space | None) -> Iterator[Fault]:
    """A holder went and took its ball along."""
    if piece != position.holder or ball != to:
        return
    if team_of(piece) != position.turn:
        yield acts.move(piece, to), refused("turn.side", team=position.turn, piece=piece)
        return
    yield acts.move(piece, to), refused("play.holder", "kicks", piece=piece, way=laws.directions[0])


def _kicked(laws: Laws, position: SoccerFunPosition, ball: Space) -> Iterator[Fault]:
    """The holder's ball lies on a line with it, too near or too far, or where the option forbids."""
    had, holder = position.declared, position.holder
    if had is None or had.sum is None or holder != had.by:
        return
    for direction, squares in _lines(laws, position.pieces[holder], ball):
        action = acts.in_direction("pass", holder, direction)
        if isinstance(verdict := kicks.judge_kick(laws, position, action), Refusal):
            yield action, verdict
        elif squares != had.sum:
            went = counted("square", squares)
            yield action, refused("move.sum", "kicked", holder=holder, squares=went, direction=direction, total=had.sum)


def _came_upon(
    laws: Laws, position: SoccerFunPosition, piece: PieceId, to: Space, ball: Space | None
) -> Iterator[Fault]:
    """A figure went onto the free ball's square, and the ball does not lie where that kick sends it."""
    had = position.declared
    if had is None or had.by != piece or to != position.ball or ball is None:
        return
    ways = [way for way in every_way(moves.course_of(laws, position, piece)) if way.kick and way.path[-1] == to]
    if not ways:
        verdict = moves.judge_move(laws, position, acts.move(piece, to))
        if isinstance(verdict, Refusal):
            yield acts.move(piece, to), verdict
        return
    for direction, squares in _lines(laws, to, ball):
        yield _kicked_on(piece, ways, direction, squares)


def _kicked_on(piece: PieceId, ways: list[Way], direction: str, squares: int) -> Fault:
    came = [way for way in ways if way.direction == direction]
    way = came[0] if came else ways[0]
    action = Action("move", piece=piece, path=tuple(("-", space) for space in way.path))
    if came:
        return action, refused("move.sum", "left", piece=piece, left=counted("square", way.kick), squares=squares)
    return action, refused("move.direction", "came", piece=piece, way=way.direction, direction=direction)


def _sent_on(laws: Laws, position: SoccerFunPosition, ball: Space) -> Iterator[Fault]:
    """A deflected ball that lies in line with the figure, but not where any choice sends it."""
    awaits = position.awaits
    if awaits is None or awaits.type != "choice" or awaits.by is None:
        return
    left = awaits.left["squares"]
    for direction, squares in _lines(laws, position.pieces[awaits.by], ball):
        action = deflections.SENT[direction]
        if isinstance(verdict := deflections.judge_choice(laws, position, action), Refusal):
            yield action, verdict
        elif squares != left:
            yield action, refused("move.sum", "on", left=counted("square", left), by=awaits.by, squares=squares)


def _lines(laws: Laws, start: Space, end: Space) -> Iterator[tuple[str, int]]:
    """The direction that leads straight from one square to another, with the squares between counted; or none."""
    for direction, ray in laws.pitch.rays[start].items():
        if end in ray:
            yield direction, ray.index(end) + 1
