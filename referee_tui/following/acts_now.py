"""Examples of what can be typed: an act of each kind that is allowed now, one that players might want to make."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from engine.grid import Point
from engine.match import team_of
from engine.notation import format_action, parse_action
from referee_tui.following.typed_forms import forms_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.grid import Grid, Space
    from engine.match import Action, PieceId, Position
    from engine.ruleset import Ruleset

_BY_HAND = frozenset({"place", "ball", "substitute"})
"""Kinds of acts with which something is put down."""

_LOOKED_AT = 600
"""So many legal acts are looked at for the best of each kind: where pieces may be put anywhere there are thousands."""


def acts_now(rules: Ruleset, position: Position | None) -> tuple[str, ...]:
    """An act of each kind that is allowed in a position, the most needed first; none while dice are awaited.

    Of a kind it is one of a piece at the ball, or near it: to a team-mate, else to a space near the ball.
    """
    if position is None:
        return ()
    measure = _Measure(rules.board.grid, position, {space: piece for piece, space in position.pieces.items()})
    best: dict[str, tuple[_Far, Action]] = {}
    for act in islice(rules.legal_actions(position), _LOOKED_AT):
        kind, far = _kind(act), measure.how_far(act)
        if kind not in best or far < best[kind][0]:
            best[kind] = far, act
    found = {kind: format_action(act) for kind, (_, act) in best.items()}
    needed = [_kind(parse_action(example)) for example in forms_of(rules.game).examples]
    kinds = [kind for kind in dict.fromkeys((*needed, *found)) if kind in found]
    # Where else a piece may be put is no example: the first space there is would be a strange one.
    return tuple(found[kind] for kind in kinds if kind not in _BY_HAND) or tuple(found.values())


def _kind(act: Action) -> str:
    """A dribble is a kind of its own for whoever types it."""
    return "dribble" if any(how == "~" for how, _ in act.path) else act.kind


class _Far(NamedTuple):
    """How far an act is from the ball, in the order in which that counts."""

    leaves_ball: bool = False
    """Whoever has the ball goes away from it."""
    piece_mm: float = 0.0
    """From the ball to the piece."""
    to_nobody: bool = False
    """No team-mate is at its end."""
    stops: int = 0
    """Spaces that have to be typed."""
    end_mm: float = 0.0
    """From the ball to its end."""


@dataclass(frozen=True, slots=True)
class _Measure:
    """How far acts are from the ball; a space is measured once, for there are hundreds of acts."""

    grid: Grid
    position: Position
    standing: Mapping[Space, PieceId]
    """Who stands where."""
    known_mm: dict[Space | None, float] = field(default_factory=dict)

    def how_far(self, act: Action) -> _Far:
        """The smaller, the likelier somebody wants to make it."""
        if act.piece is None:
            return _Far()
        end = act.path[-1][1] if act.path else act.target
        there = self.standing.get(end) if end is not None else None
        own = there is not None and team_of(there) == team_of(act.piece)
        start = self.position.pieces.get(act.piece)
        leaves = act.kind == "move" and start == self.position.ball_space and _kind(act) != "dribble"
        return _Far(leaves, self._mm(start), not own, len(act.path), self._mm(end))

    def _mm(self, space: Space | None) -> float:
        """From a space to the ball; 0 where either is not known."""
        if space not in self.known_mm:
            self.known_mm[space] = self._measured_mm(space)
        return self.known_mm[space]

    def _measured_mm(self, space: Space | None) -> float:
        grid, ball = self.grid, self.position.ball
        if space is None or ball is None or space not in grid.points:
            return 0.0
        if isinstance(ball, Point):
            return math.dist(grid.centre_mm(space), ball)
        return math.dist(grid.centre_mm(space), grid.centre_mm(ball)) if ball in grid.points else 0.0
