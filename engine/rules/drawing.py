"""Drawing acts at random with few calls of the generator: random matches draw millions of times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rules import acts
from engine.rules.moving import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engine.match import Action, PieceId
    from engine.rules.field_position import FieldPosition
    from engine.rules.paths import Search

TO_THE_BALL = 0.9
"""Share of the moves that are the nearest piece's, with the ball or towards it."""
TRIES = 20
"""Near spaces tried before all are listed; half of them are free even in a crowd."""


def one_of(actions: Sequence[Action], rng: Random) -> Action | None:
    """One of them, each as likely, or None if there is none."""
    # rng.choice costs twice as much; the bias of a float times a few hundred is below one in 10**13.
    return actions[int(rng.random() * len(actions))] if actions else None


def of_a_kind(kinds: list[tuple[int, Callable[[], Action | None]]], rng: Random) -> Action:
    """An action of one of the kinds, each as likely as its weight says; one that has an action must be among them."""
    while True:
        place = _weighted([weight for weight, _ in kinds], rng)
        if (action := kinds[place][1]()) is not None:
            return action
        del kinds[place]


def _weighted(weights: Sequence[int], rng: Random) -> int:
    left = rng.random() * sum(weights)
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    return len(weights) - 1


def a_move(
    position: FieldPosition,
    pieces: list[PieceId],
    search: Callable[[PieceId], Search],
    forward: Callable[[list[Action]], Action | None],
    rng: Random,
) -> Action | None:
    """A move of one of the pieces, mostly with the ball or towards it; ``forward`` chooses among those with it."""
    if rng.random() < TO_THE_BALL and (action := _ball_move(position, pieces, search, forward)) is not None:
        return action
    while pieces:
        piece = pieces.pop(int(rng.random() * len(pieces)))
        looked, start = search(piece), position.pieces[piece]
        action = _tried(position, looked, piece, rng) or one_of(list(listed(looked, piece, start)), rng)
        if action is not None:
            return action
    return None


def _ball_move(
    position: FieldPosition,
    pieces: Sequence[PieceId],
    search: Callable[[PieceId], Search],
    forward: Callable[[list[Action]], Action | None],
) -> Action | None:
    """The piece nearest to the ball goes forward with it, fetches it if it is free, or comes nearer to its holder."""
    ball = position.ball
    if not pieces or not isinstance(ball, str):
        return None
    distance = search(pieces[0]).ground.grid.distance
    nearest = min(pieces, key=lambda piece: distance(position.pieces[piece], ball))
    actions = list(listed(search(nearest), nearest, position.pieces[nearest]))
    with_ball = [action for action in actions if action.path[-1][0] == "~" or action.path[-1][1] == ball]
    if with_ball:
        return forward(with_ball)
    return min(actions, key=lambda action: distance(action.path[-1][1], ball), default=None)


def _tried(position: FieldPosition, looked: Search, piece: PieceId, rng: Random) -> Action | None:
    """A move of a piece that has nothing to do with the ball, found by trying spaces near it: each is as likely.

    None where listing is the way: the ball is near, or the piece is hemmed in.
    """
    start = position.pieces[piece]
    near = looked.ground.near[start]
    if position.ball == start or (position.holder is None and position.ball in near):
        return None
    for _ in range(TRIES):
        space = near[int(rng.random() * len(near))]
        if space not in position.occupied and looked.find(start, (space,)):
            return acts.move(piece, space)
    return None
