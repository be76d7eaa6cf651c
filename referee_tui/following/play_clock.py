"""How long a match has been played, for games whose length is agreed on in minutes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import dropwhile
from typing import TYPE_CHECKING

from engine.record.records import Stated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.match import Position
    from engine.record.reader import LogLine


@dataclass(frozen=True, slots=True)
class PlayClock:
    """Runs from the first kick-off on, and stands still while the match is paused."""

    played_s: float = 0.0
    last_s: float | None = None
    """The source's clock when it ran last, None while this one stands still."""

    def at(self, now_s: float, position: Position | None, *, paused: bool) -> PlayClock:
        """The clock when the source's shows ``now_s`` (seconds). It starts once the first kick-off has been taken."""
        waits = position is None or (self.last_s is None and not self.played_s and _before_kick_off(position))
        if paused or waits:
            return replace(self, last_s=None)
        went_s = 0.0 if self.last_s is None else max(0.0, now_s - self.last_s)
        return PlayClock(self.played_s + went_s, now_s)

    def over(self, length_min: int | None) -> bool:
        """Whether the minutes agreed on, if any were, have been played."""
        return length_min is not None and self.played_s >= 60 * length_min


def played_before(lines: Iterable[LogLine]) -> PlayClock:
    """The clock of a match that is gone on with: from the first kick-off in its log to the log's end."""
    times = [line.t for line in _from_kick_off(lines) if line.t is not None]
    return PlayClock(max(0.0, times[-1] - times[0]) if times else 0.0)


def _before_kick_off(position: Position) -> bool:
    return position.placing or position.restart == "kick_off"


def _from_kick_off(lines: Iterable[LogLine]) -> Iterator[LogLine]:
    return dropwhile(lambda line: not _of_play(line), lines)


def _of_play(line: LogLine) -> bool:
    """Whether a line states a position after the kick-off."""
    if not isinstance(line.record, Stated):
        return False
    stated = line.record.position
    return not stated.get("placing") and stated.get("restart") != "kick_off"
