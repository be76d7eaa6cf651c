"""Drawing one legal action at random, with dice used and the ball played forward more often than not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_fun import deflections, kickoff, legal, moves, restarts, turns
from engine.games.soccer_fun.roles import MOST_DICE, NUMBERS
from engine.games.soccer_fun.ways import Way, every_way
from engine.match import TEAMS, Action
from engine.rules import acts
from engine.rules.drawing import one_of
from engine.rules.ends import attacked, defended

if TYPE_CHECKING:
    from random import Random

    from engine.games.soccer_fun.laws import Laws
    from engine.games.soccer_fun.position import SoccerFunPosition
    from engine.match import PieceId

TO_THE_BALL = 0.8
"""Share of the turns without the ball in which a figure near it is chosen, and goes for it if it can."""
FORWARD = 0.7
"""Share of the kicks that go towards the opponent's goal line."""


def draw_action(laws: Laws, position: SoccerFunPosition, rng: Random) -> Action | None:
    """A legal action, or None if there is none (dice are awaited, the match is over). Every one in play can come.

    Before a kick-off both sides are filled up with random figures on random squares of their halves, then it is taken.
    """
    if turns.is_over(laws, position):
        return None
    if position.awaits is not None:
        return one_of(list(deflections.choices(laws, position)), rng)
    if position.turn is None:
        return acts.FIRST
    if position.declared is not None:
        return _played(laws, position, position.declared.by, rng)
    if position.restart == "kick_off" and (action := _set_up(laws, position, rng)) is not None:
        return action
    if not (pieces := legal.playable(laws, position)):
        # Nobody stands on the spot yet; the one put down is then the taker.
        return one_of(_takers(laws, position) or list(legal.placements(laws, position)), rng)
    return Action("declare", piece=_chosen(laws, position, pieces, rng), dice=1 + int(rng.random() * MOST_DICE))


def _chosen(laws: Laws, position: SoccerFunPosition, pieces: tuple[PieceId, ...], rng: Random) -> PieceId:
    ball = position.ball
    if isinstance(ball, str) and len(pieces) > 1 and rng.random() < TO_THE_BALL:
        distance = laws.pitch.grid.distance
        return min(pieces, key=lambda piece: (distance(position.pieces[piece], ball), rng.random()))
    return pieces[int(rng.random() * len(pieces))]


def _played(laws: Laws, position: SoccerFunPosition, piece: PieceId, rng: Random) -> Action | None:
    east = 1 if attacked(position.side) == "right" else -1
    if position.holder == piece:
        ways = [way for way in laws.directions if laws.pitch.grid.steps[way][0] * east > 0]
        chosen = ways if rng.random() < FORWARD else laws.directions
        return acts.in_direction("pass", piece, chosen[int(rng.random() * len(chosen))])
    ways_to_go = list(every_way(moves.course_of(laws, position, piece)))
    onto_ball = [way for way in ways_to_go if way.kick]
    pool = onto_ball if onto_ball and rng.random() < TO_THE_BALL else ways_to_go
    return _named(position, piece, pool[int(rng.random() * len(pool))])


def _named(position: SoccerFunPosition, piece: PieceId, way: Way) -> Action:
    """The action as ``legal_actions`` lists it."""
    if way.kick:
        return Action("move", piece=piece, path=tuple(("-", space) for space in way.path))
    return acts.move(piece, way.path[-1] if way.path else position.pieces[piece])


def _set_up(laws: Laws, position: SoccerFunPosition, rng: Random) -> Action | None:
    """The next thing to be put down before a kick-off, or None once all stands."""
    squares = laws.pitch.kick_off_squares(defended(position.side))
    if position.ball not in squares:
        return Action("ball", target=squares[int(rng.random() * len(squares))])
    if position.holder is None:
        absent = [piece for piece in NUMBERS[position.side][1:] if piece not in position.pieces or not position.placing]
        return acts.to_space("place", absent[int(rng.random() * len(absent))], str(position.ball)) if absent else None
    for team in TEAMS if position.placing else ():
        piece = next((piece for piece in NUMBERS[team] if piece not in position.pieces), None)
        if piece is not None:
            free = kickoff.free_squares(laws, position, piece)
            return acts.to_space("place", piece, free[int(rng.random() * len(free))])
    return None


def _takers(laws: Laws, position: SoccerFunPosition) -> list[Action]:
    """The placements that put a taker down."""
    spots = restarts.taker_spots(laws, position)
    ours = (action for action in legal.placements(laws, position) if (action.piece or "")[:1] == position.turn)
    return [action for action in ours if action.target in spots]
