"""A random legal action without listing all of them, for random matches: tests, benchmarks, a sparring partner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much import choices, kickoff, legal, moves, turns
from engine.games.very_much.roles import NUMBERS
from engine.match import TEAMS, Action
from engine.notation import DIRECTIONS
from engine.rules import acts
from engine.rules.drawing import a_move, of_a_kind, one_of
from engine.rules.ends import attacked

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.grid import Space
    from engine.match import PieceId

END, MOVE, KICK, CHARGE = 2, 14, 8, 40
"""How likely each kind is beside the others that are open."""
FORWARD = 0.7
"""Share of the kicks, dribbles and choices that go towards the opponent's goal line, if they can."""
SET_PIECE_KICK = 0.8
"""Share of the acts at a set piece that are its kick, once it can be taken."""


def draw_action(laws: Laws, position: MasumePosition, rng: Random) -> Action | None:
    """A legal action, or None if there is none (dice are awaited, the match is over).

    In play first a kind is drawn, then an action of the kind; the ball draws pieces to it and goes forward more often
    than not, so that matches have goals in them. Every legal action in play can come. Before a kick-off both sides are
    filled up with random pieces on random squares of their halves, then it is taken.
    """
    if turns.is_over(laws, position):
        return None
    if position.awaits is not None:
        return _forward(laws, position, list(choices.choices(position)), rng)
    if position.turn is None:
        return acts.FIRST
    if position.restart == "kick_off":
        return _kick_off(laws, position, rng)
    if position.restart == "penalty":
        return one_of(list(legal.legal_actions(laws, position)), rng)
    if position.restart is not None:
        return _set_piece(laws, position, rng)
    return _play(laws, position, rng)


def _play(laws: Laws, position: MasumePosition, rng: Random) -> Action:
    kinds: list[tuple[int, Callable[[], Action | None]]] = [
        (END, lambda: acts.END),
        (MOVE, lambda: _move(laws, position, rng)),
    ]
    holder = position.holder
    if holder is not None and holder[0] == position.turn:
        kinds.append((KICK, lambda: _forward(laws, position, list(legal.kicks_of(laws, position)), rng)))
    elif holder is not None:
        kinds.append((CHARGE, lambda: one_of(list(legal.charges_of(laws, position)), rng)))
    return of_a_kind(kinds, rng)


def _forward(laws: Laws, position: MasumePosition, actions: list[Action], rng: Random) -> Action | None:
    """One of them: any, or of three drawn the one that goes furthest towards the opponent's goal line."""
    if not actions or rng.random() > FORWARD:
        return one_of(actions, rng)
    return max((actions[int(rng.random() * len(actions))] for _ in range(3)), key=lambda a: _gain(laws, position, a))


def _gain(laws: Laws, position: MasumePosition, action: Action) -> int:
    """Columns won by an action of the side on turn, or a guess at it by its direction."""
    east = 1 if attacked(position.side) == "right" else -1
    word = action.direction or ""
    if word.rstrip("123456789") in DIRECTIONS:
        return east * laws.pitch.grid.steps[word.rstrip("123456789")][0] * 2
    ball, end = position.ball, action.path[-1][1] if action.path else action.target
    if not isinstance(ball, str) or end is None:
        return 0
    return east * (laws.pitch.grid.point(end)[0] - laws.pitch.grid.point(ball)[0])


def _move(laws: Laws, position: MasumePosition, rng: Random) -> Action | None:
    return a_move(
        position,
        legal.movable(position),
        lambda piece: moves.search(laws, position, piece),
        lambda actions: _forward(laws, position, actions, rng),
        rng,
    )


def _set_piece(laws: Laws, position: MasumePosition, rng: Random) -> Action | None:
    """The kick, or seldom another act that the set piece allows; else what must be put down first."""
    kicks = list(legal.restart_kicks(laws, position))
    if kicks and rng.random() < SET_PIECE_KICK:
        return _forward(laws, position, kicks, rng)
    return one_of(list(legal.placements(laws, position)), rng) or one_of(kicks, rng)


def _kick_off(laws: Laws, position: MasumePosition, rng: Random) -> Action | None:
    mark = laws.mark(position.side)
    for team in TEAMS if position.placing else ():
        absent = [piece for piece in NUMBERS[team] if piece not in position.pieces]
        if absent:
            return acts.to_space("place", absent[0], _free_square(laws, position, absent[0], rng))
    if position.ball != mark:
        return Action("ball", target=mark)
    if position.holder is None or position.holder[0] != position.turn:
        ours = list(position.side_pieces(position.side))
        return acts.to_space("place", ours[int(rng.random() * len(ours))], mark) if ours else None
    return _forward(laws, position, list(legal.restart_kicks(laws, position)), rng)


def _free_square(laws: Laws, position: MasumePosition, piece: PieceId, rng: Random) -> Space:
    """A square where a piece may stand at the kick-off."""
    spaces = laws.pitch.grid.field_spaces
    while True:
        space = spaces[int(rng.random() * len(spaces))]
        if kickoff.placement_fault(laws, position, piece, space) is None:
            return space
