"""The move rounds: runs, dribbles, positioning and passing (rulebook: Move round, Card values, Touched is moved)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from engine.games.soccer_chess import faults
from engine.games.soccer_chess.words import refused, say
from engine.match import team_of
from engine.rules.events import event
from engine.rules.paths import reach
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.soccer_chess.laws import Laws
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.grid import Space
    from engine.match import Action, PieceId
    from engine.ruleset import Refusal


def judge_move(laws: Laws, position: SoccerChessPosition, action: Action) -> Verdict:
    """``B6-WJ10`` a run or positioning, ``B10~WU22`` a dribble: straight steps through free squares."""
    piece = action.piece or ""
    if (fault := _who_fault(laws, position, action)) is not None:
        return fault
    named = tuple(space for _, space in action.path)
    if (fault := _form_fault(laws, position, piece, named)) is not None:
        return fault
    way = find_way(laws, position, piece, named)
    if way is None:
        # Figures stand in the way, and the way round them is too long.
        return _too_far(position, piece, say("how_far.way", space=laws.spoken(named[-1])))
    if (there := position.occupied.get(named[-1])) is not None:
        return refused("move.occupied", space=laws.spoken(named[-1]), other=there)
    return carry_out(laws, position, piece, way)


def play(laws: Laws, position: SoccerChessPosition, action: Action) -> Ruling:
    """A move that nothing is wrong with. Raises ValueError if there is no way to go."""
    piece = action.piece or ""
    way = find_way(laws, position, piece, tuple(space for _, space in action.path))
    if way is None:
        raise ValueError(f"{piece} has no way to {action.path[-1][1]}")
    return carry_out(laws, position, piece, way)


def _who_fault(laws: Laws, position: SoccerChessPosition, action: Action) -> Refusal | None:
    """The side, the figure lifted first, the holder, how often, the order of the cycle."""
    piece = action.piece or ""
    if (fault := faults.misused(laws, position, piece)) is not None:
        return fault
    if piece not in position.pieces:
        return faults.not_on_grid(piece)
    marks = [mark for mark, _ in action.path]
    if position.holder != piece and "~" in marks:
        return faults.not_holder(position, piece, "dribble")
    if position.holder == piece and "-" in marks:
        return refused("move.leaves_ball", piece=piece)
    if position.holder == piece and position.dribbled:
        return refused("dribble.once", piece=piece)
    return order_fault(position, "move")


def order_fault(position: SoccerChessPosition, act: str) -> Refusal | None:
    """A move of any kind although a kick is due, or while nobody has the ball."""
    if position.due == "kick":
        return faults.kick_is_due(position, act)
    if position.holder is None:
        return refused("ball.holder", "nobody")
    return None


def _form_fault(laws: Laws, position: SoccerChessPosition, piece: PieceId, named: tuple[Space, ...]) -> Refusal | None:
    """A square that does not exist, a spelled diagonal step, no move at all, or more squares than the card says."""
    grid, stops = laws.pitch.grid, (position.pieces[piece], *named)
    for space in named:
        if space not in laws.pitch.field:
            return faults.no_such_square(space)
    points = [grid.point(space) for space in stops]
    apart = [(abs(x1 - x2), abs(y1 - y2)) for (x1, y1), (x2, y2) in pairwise(points)]
    # A single square is a target, to which a straight way is looked for; several spell the way out.
    if len(named) > 1 and (1, 1) in apart:
        k = apart.index((1, 1))
        return refused("move.diagonal", piece=piece, start=laws.spoken(stops[k]), space=laws.spoken(stops[k + 1]))
    if stops[-1] == stops[0] or (0, 0) in apart:
        return refused("move.range", "still", piece=piece)
    if (steps := sum(x + y for x, y in apart)) > reach_of(position, piece):
        return _too_far(position, piece, say("how_far", space=laws.spoken(named[-1]), steps=steps))
    if len(named) > 1:
        for space in named[:-1]:
            if (there := position.occupied.get(space)) not in {None, piece}:
                return refused("move.occupied", space=laws.spoken(space), other=there)
    return None


def _too_far(position: SoccerChessPosition, piece: PieceId, how_far: str) -> Refusal:
    colour, most = colour_of(position, piece), reach_of(position, piece)
    return refused(
        "move.range",
        "value",
        how_far=how_far,
        piece=piece,
        what=say(f"value.{colour}"),
        most=most,
        colour=say(f"colour.{colour}"),
    )


def colour_of(position: SoccerChessPosition, piece: PieceId) -> str:
    """Which number of its card a figure moves by: green with the ball, red beside a holder, blue against one."""
    if piece == position.holder:
        return "green"
    return "red" if team_of(piece) == position.holding else "blue"


def reach_of(position: SoccerChessPosition, piece: PieceId) -> int:
    """Most squares of a figure's move now."""
    return int(getattr(position.card(piece), colour_of(position, piece)))


def find_way(
    laws: Laws, position: SoccerChessPosition, piece: PieceId, named: tuple[Space, ...]
) -> tuple[Space, ...] | None:
    """A shortest straight way through free squares to the last of the named ones, or None within the card's value.

    The last square may be taken: what stands there is another question.
    """
    taken = position.occupied.keys() - {position.pieces[piece], named[-1]}
    at, way, left = position.pieces[piece], (), reach_of(position, piece)
    found: tuple[Space, ...] = way
    for stop in named:
        leg = reach(laws.pitch, at, left - len(found), taken, until=stop).get(stop)
        if leg is None:
            return None
        at, found = stop, found + leg
    return found


def carry_out(laws: Laws, position: SoccerChessPosition, piece: PieceId, way: tuple[Space, ...]) -> Ruling:
    """The figure goes, with the ball if it has it, and the next move or kick is due."""
    start, end = position.pieces[piece], way[-1]
    dribble = position.holder == piece
    kind, called = "dribble" if dribble else "move", laws.spoken(start)
    told = event(kind, by=piece, from_=start, to=end, path=list(way), called=called)
    after = next_due(laws, position).but(pieces=position.put(piece, end))
    if dribble:
        after = after.but(dribbled=True, **laws.lying(end))
    return Ruling((told,), after)


def next_due(laws: Laws, position: SoccerChessPosition) -> SoccerChessPosition:
    """After a move or a pass: the other side's move, the next round, or the kick."""
    side = position.holding or position.side
    if position.begins_round:
        return position.but(turn="R" if side == "B" else "B", lifted=None)
    if position.round < laws.rounds(position):
        return position.but(turn=side, round=position.round + 1, lifted=None, stole=False)
    return position.but(turn=side, due="kick", round=1, lifted=None, stole=False)


def judge_pass(laws: Laws, position: SoccerChessPosition) -> Verdict:
    """``pass``: no move in this round. A figure that was lifted must be moved if it can be."""
    if (fault := order_fault(position, "pass")) is not None:
        return fault
    if position.lifted is not None and not position.stole and destinations(laws, position, position.lifted):
        return refused("move.touched", "must", piece=position.lifted)
    return pass_on(laws, position)


def pass_on(laws: Laws, position: SoccerChessPosition) -> Ruling:
    """A pass of the move that nothing is wrong with."""
    return Ruling((), next_due(laws, position))


def destinations(laws: Laws, position: SoccerChessPosition, piece: PieceId) -> Mapping[Space, tuple[Space, ...]]:
    """Every square that a figure on the grid can move to now, with the way there; no more is asked than its reach."""
    if piece == position.holder and position.dribbled:
        return {}
    return reach(laws.pitch, position.pieces[piece], reach_of(position, piece), position.occupied)


def judge_lift(laws: Laws, position: SoccerChessPosition, piece: PieceId) -> Verdict:
    """``lift:B7``: the figure that was lifted first, its square called out; it must be the one moved or kicked with."""
    if (fault := faults.misused(laws, position, piece)) is not None:
        return fault
    if position.lifted == piece:
        return refused("move.touched", "already", piece=piece)
    if piece not in position.pieces:
        return faults.not_on_grid(piece)
    if position.due == "kick" and position.restart is None and position.holder != piece:
        return faults.not_holder(position, piece, "kick")
    space = position.pieces[piece]
    told = event("lift", by=piece, at=space, called=laws.spoken(space))
    return Ruling((told,), position.but(lifted=piece))
