"""The tables that were seen while stories were told: another story in their place has to lead over them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.inference import cost
from engine.inference.dice import thrown
from engine.inference.story import by_hand, play_through
from engine.match import Action, Roll, team_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.grid import Space
    from engine.inference import Story, Table
    from engine.match import Position
    from engine.referee.values import Told
    from engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class _Lay:
    """A table that was seen."""

    table: Table
    rolled: bool = True
    """Whether dice may have been thrown by then."""


def with_ball_seen(told: tuple[Told, ...], ball: Space | None) -> tuple[Told, ...]:
    """What was told, with the ball where it is seen now if it was not when the last of it was told."""
    if not told or ball is None or told[-1].lay.ball is not None:
        return told
    return (*told[:-1], replace(told[-1], lay=replace(told[-1].lay, ball=ball)))


def leads_over(rules: Ruleset, story: Story, since: tuple[Told, ...], now: Table) -> float | None:
    """What it costs that a story was not told in place of those ``since``; None if it does not lead over the tables.

    These are the tables that were seen, in order; ``now`` is the last: what was put where a ruling had sent it after
    the last story counts as well.
    """
    told, lays = since[0], [*_lays(since), _Lay(_seen_since(since, now))]
    table, price = told.table, cost.RETOLD
    positions = play_through(rules, told.before.position, story.steps) if told.before.position is not None else None
    if positions is None:
        return None
    for step, (before, after) in zip(story.steps, pairwise(positions), strict=True):
        if isinstance(step, Action):
            table = by_hand(before, table, step)
        elif lays and not lays[0].rolled:
            return None
        while lays and (more := _unlike(lays[0].table, table, after.ball_space)) is not None:
            price, lays = price + more, lays[1:]
    return None if lays else price


def lay_so(since: tuple[Told, ...], other: Story, positions: tuple[Position, ...]) -> bool:
    """Whether the ball may have lain where it was seen, had the first story told ``since`` been another one.

    It lies where the rules have it or where it was left; ``positions`` are those of the other story's end and of every
    step told after it.
    """
    left = {since[0].table.ball, since[0].story.table.ball, other.table.ball}
    done = 0
    for one in since:
        done += len(one.story.steps) if one is not since[0] else 0
        lay, right = one.lay.ball, positions[done].ball_space
        if lay is not None and right is not None and lay not in {right, *left}:
            return False
        left = {lay} if lay is not None else left
    return True


def _lays(since: tuple[Told, ...]) -> Iterator[_Lay]:
    """The tables at which stories were told."""
    rolled = False
    for one in since:
        lay_thrown = thrown(since[0].dice, one.dice_then.dice).awaited().dice
        rolled = rolled or bool(lay_thrown) or any(isinstance(step, Roll) for step in one.story.steps)
        yield _Lay(one.lay, rolled)


def _seen_since(since: tuple[Told, ...], table: Table) -> Table:
    """The table as it lies, without the ball if that was not seen since the last story was told."""
    return table if since[-1].lay.ball is not None else replace(table, ball=None)


def _unlike(lay: Table, table: Table, ball: str | None) -> float | None:
    """What it costs to hold that a table which looked like ``lay`` was this one; None if numbers alone do not do it."""
    sides = [Counter((team_of(piece), space) for piece, space in one.pieces.items()) for one in (lay, table)]
    if sides[0] != sides[1] or lay.ball not in {None, table.ball, ball}:
        return None
    return 0.0 if lay.pieces == table.pieces else cost.MISREAD
