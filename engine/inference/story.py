"""A story: what is told of the time between two looks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from engine.inference.reading import Table, ball_space
from engine.match import Action, Roll

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.board import Board
    from engine.grid import Space
    from engine.match import Event, Position
    from engine.ruleset import Ruleset

Step: TypeAlias = Action | Roll


@dataclass(frozen=True, slots=True)
class Story:
    """A sequence of legal acts and their dice that leads to what is seen."""

    steps: tuple[Step, ...]
    position: Position
    table: Table
    """Where the hands put things; ``position`` may have them elsewhere (a ball that the dice sent on)."""
    cost: float
    turn_taken: bool = False
    """The story begins with the turn belonging to the side that acts, which was open until now."""
    spent: float = 0.0
    """What its acts cost, and dice that it leaves aside, without what it leaves open at its end; known when told."""
    out: Space | None = None
    """Where its last step leaves a ball that it sent out; None if it did not."""

    @property
    def last(self) -> Step | None:
        """Its last step; None where nothing is done in it."""
        return self.steps[-1] if self.steps else None

    @property
    def acts(self) -> int:
        """How many acts it tells, ends of turns apart."""
        return sum(isinstance(step, Action) and step.kind != "end" for step in self.steps)


def left_lying(position: Position, table: Table, seen: Space | None) -> bool:
    """Whether a ball that the rules have elsewhere is seen to lie where hands left it, with nobody to set up."""
    return not position.placing and seen is not None and seen == table.ball and position.ball_space not in {None, seen}


def play_through(rules: Ruleset, position: Position, steps: Iterable[Step]) -> tuple[Position, ...] | None:
    """The position before each step and the one after the last; None if one of them was not allowed."""
    positions = [position]
    for step in steps:
        waits = positions[-1].awaits
        if isinstance(step, Roll) and (waits is None or waits.type != "roll"):
            return None
        verdict = rules.act(positions[-1], step) if isinstance(step, Action) else rules.roll(positions[-1], step)
        if not verdict:
            return None
        positions.append(verdict.position)
    return tuple(positions)


def by_hand(position: Position, table: Table, action: Action) -> Table:
    """The table after an act was done by hand, before any ruling on it; ``position`` is the one before."""
    pieces, ball = dict(table.pieces), table.ball
    if action.kind == "move" and action.piece is not None and action.path:
        to = action.path[-1][1]
        taken = position.holder == action.piece or any(space == position.ball for _, space in action.path)
        dribbled = any(how == "~" for how, _ in action.path) or (taken and position.holder is None)
        pieces[action.piece] = to
        ball = to if dribbled else ball
    elif action.kind in {"pass", "shot", "ball"} and action.target is not None:
        ball = action.target
    elif action.kind == "place" and action.piece is not None and action.target is not None:
        pieces[action.piece] = action.target
        ball = ball_space(position) if position.awaits is None else action.target
    return Table(pieces, ball)


def left_outside(board: Board, table: Table, events: Iterable[Event]) -> Table:
    """A ball that is out lies where it crossed the line, wherever its restart is taken; one in the goal, there."""
    spot: Space | None = None
    ran: Iterator[Space] = iter(())
    for event in events:
        if event.type in {"kick", "deflection"} and event.data.keys() >= {"from", "direction"}:
            ran = _straight_on(board, event.data["from"], event.data["direction"])
        elif event.type == "out":
            spot = event.data.get("spot")
        elif event.type == "goal":
            spot = next((space for space in ran if space in board.grid.extra), None)
    return table if spot is None else replace(table, ball=spot)


def _straight_on(board: Board, space: Space | None, direction: str) -> Iterator[Space]:
    while space is not None and (space := board.grid.step(space, direction)) is not None:
        yield space
