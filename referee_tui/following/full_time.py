"""The end of a match that is played to time, said by its clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match import Action
from engine.notation import format_action
from engine.referee import TypedAction
from referee_tui.following.sentences import say

if TYPE_CHECKING:
    from engine.match import Position
    from engine.referee import Referee
    from engine.ruleset import Ruleset
    from referee_tui.following.play_clock import PlayClock

_TIME = Action("time")

CALL = TypedAction(format_action(_TIME), "clock")
"""What the clock tells the referee then."""


class FullTime:
    """Lets a match's clock run, and says once when its minutes are over."""

    def __init__(self, rules: Ruleset, clock: PlayClock) -> None:
        """``clock`` is what it shows to begin with."""
        self._rules, self._clock = rules, clock
        self._called: Position | None = None

    @property
    def played_s(self) -> float:
        """How long the match has been played."""
        return self._clock.played_s

    def at(self, t: float, referee: Referee, *, paused: bool) -> str:
        """What is to be told at ``t`` (the source's seconds) before ``CALL``: what is under way is played out.

        Empty as long as the clock does not call, also while something is asked or dice are awaited.
        """
        position, before = referee.position, self._clock
        self._clock = before.at(t, position, paused=paused)
        if position is None or self._clock.played_s == before.played_s:
            return ""
        minutes = self._rules.counter(position).length_min
        if not self._clock.over(minutes) or position == self._called or referee.held or _dice_due(position):
            return ""
        verdict = self._rules.act(position, _TIME)
        if not verdict:
            return ""
        self._called = position
        under_way = not self._rules.counter(verdict.position).over
        return say("time.plays_out" if under_way else "time.up", minutes=minutes)


def _dice_due(position: Position) -> bool:
    """Whether dice are awaited: the next that is done is to throw them."""
    return position.awaits is not None and position.awaits.type == "roll"
