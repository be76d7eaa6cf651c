"""How long turns took."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.match import Position, Team
    from engine.record.chronicle import Chronicle


@dataclass(frozen=True, slots=True)
class Turn:
    """One finished turn."""

    team: Team
    number: int
    """From 1, counted by side."""
    seconds: float
    """From the end of the turn (or the line-up) before it to its own end, thinking included."""
    acts: int


@dataclass(frozen=True, slots=True)
class Pace:
    """One side's turns; all 0 without one."""

    turns: int
    total_s: float
    mean_s: float
    median_s: float
    longest_s: float


def turns_of(chronicle: Chronicle) -> tuple[Turn, ...]:
    """The finished turns, in order; what was taken back is not an act, but its time was spent."""
    turns: list[Turn] = []
    since, acts, before = chronicle.start_t, 0, chronicle.start
    for deed in chronicle.standing:
        after = deed.after
        acts += 1
        if _whose(after) == _whose(before):
            if after.placing:
                since, acts = deed.end_t, 0
            continue
        if before.turn is not None and not before.placing:
            number = before.turns_done.of(before.turn) + 1
            turns.append(Turn(before.turn, number, deed.end_t - since, acts))
        since, acts, before = deed.end_t, 0, after
    return tuple(turns)


def _whose(position: Position) -> tuple[Team | None, int, int]:
    return position.turn, position.turns_done.B, position.turns_done.R


def pace_of(turns: Iterable[Turn], team: Team) -> Pace:
    """The pace of one side."""
    seconds = [turn.seconds for turn in turns if turn.team == team]
    if not seconds:
        return Pace(0, 0.0, 0.0, 0.0, 0.0)
    return Pace(len(seconds), sum(seconds), statistics.fmean(seconds), statistics.median(seconds), max(seconds))
