"""A random legal action without listing all of them, for random matches: tests, benchmarks, a sparring partner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista import kickoff, legal, moves, roles, turns
from engine.match import TEAMS, Action
from engine.rules import acts
from engine.rules.drawing import a_move, of_a_kind, one_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from random import Random

    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.grid import Space
    from engine.match import PieceId, Team

END, MOVE, PASS, SHOT, TACKLE = 3, 16, 2, 20, 40
"""How likely each kind is beside the others that are open."""
FORWARD = 0.7
"""Share of the passes and dribbles that are the best of three drawn."""
RESTART_PASS = 0.8
"""Share of the acts at a restart that are its pass, once it can be played."""


def draw_action(laws: Laws, position: RegistaPosition, rng: Random) -> Action | None:
    """A legal action, or None if there is none (dice are awaited, the match is over).

    In play first a kind is drawn (tackle, pass, shot, move, end), then an action of the kind; the ball draws pieces to
    it and goes forward more often than not, so that matches have shots and goals. Every legal action in play
    can come. Before a kick-off both sides are filled up with random pieces on random spaces, then it is taken.
    """
    if turns.is_over(laws, position):
        return None
    if position.awaits is not None:
        return one_of(list(legal.keeper_placements(laws, position)), rng)
    if position.turn is None:
        return acts.FIRST
    if position.restart == "kick_off":
        return _kick_off(laws, position, rng)
    if position.restart is not None:
        return _restart(laws, position, rng)
    return _play(laws, position, rng)


def _play(laws: Laws, position: RegistaPosition, rng: Random) -> Action:
    kinds: list[tuple[int, Callable[[], Action | None]]] = [
        (END, lambda: acts.END),
        (MOVE, lambda: _move(laws, position, rng)),
    ]
    holder = position.holder
    if holder is not None and holder[0] == position.turn:
        kinds.append((PASS, lambda: _forward(laws, position, list(legal.passes_of(laws, position)), rng)))
        kinds.append((SHOT, lambda: one_of(list(legal.shots_of(laws, position)), rng)))
    elif holder is not None:
        kinds.append((TACKLE, lambda: one_of(list(legal.tackles_of(laws, position)), rng)))
    return of_a_kind(kinds, rng)


def _forward(laws: Laws, position: RegistaPosition, actions: list[Action], rng: Random) -> Action | None:
    """One of them: any, or of three drawn the one that brings the ball nearest to the opponent's goal line."""
    if not actions or rng.random() > FORWARD:
        return one_of(actions, rng)
    depth = laws.pitch.depth[laws.attacked(position, position.side)]
    return min((actions[int(rng.random() * len(actions))] for _ in range(3)), key=lambda a: depth[_end(a)])


def _end(action: Action) -> Space:
    return str(action.path[-1][1] if action.path else action.target)


def _move(laws: Laws, position: RegistaPosition, rng: Random) -> Action | None:
    return a_move(
        position,
        legal.movable(position),
        lambda piece: moves.search(laws, position, piece),
        lambda actions: _forward(laws, position, actions, rng),
        rng,
    )


def _restart(laws: Laws, position: RegistaPosition, rng: Random) -> Action | None:
    """The pass, or seldom another act that the restart allows; else what must be put down first."""
    passes = list(legal.restart_passes(laws, position))
    if passes and rng.random() < RESTART_PASS:
        return one_of(passes, rng)
    return one_of(list(legal.placements(laws, position)), rng) or one_of(passes, rng)


def _kick_off(laws: Laws, position: RegistaPosition, rng: Random) -> Action | None:
    for team in TEAMS if position.placing else ():
        standing = position.side_pieces(team)
        if len(standing) < roles.ON_FIELD:
            return _missing(laws, position, team, standing, rng)
    if position.holder is None or position.holder[0] != position.turn:
        return _taker(laws, position, rng)
    return one_of(list(legal.restart_passes(laws, position)), rng)


def _missing(
    laws: Laws, position: RegistaPosition, team: Team, standing: Collection[PieceId], rng: Random
) -> Action | None:
    """One more piece of a side that is not complete, the keeper first, on a random space where it may stand."""
    keeper = roles.keeper_of(team)
    absent = [piece for piece in kickoff.may_come(position, team) if piece not in standing]
    piece = keeper if keeper in absent else absent[int(rng.random() * len(absent))]
    spaces = laws.pitch.grid.field_spaces
    while True:
        space = spaces[int(rng.random() * len(spaces))]
        if kickoff.placement_fault(laws, position, piece, space) is None:
            return acts.to_space("place", piece, space)


def _taker(laws: Laws, position: RegistaPosition, rng: Random) -> Action | None:
    """Somebody on the Centre Mark, and the ball too."""
    mark = laws.pitch.centre_mark
    if position.ball != mark:
        return Action("ball", target=mark)
    ours = [
        piece
        for piece in position.side_pieces(position.side)
        if kickoff.placement_fault(laws, position, piece, mark) is None
    ]
    return acts.to_space("place", ours[int(rng.random() * len(ours))], mark) if ours else None
