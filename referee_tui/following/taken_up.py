"""The first looks at the table of a match that is taken up again: compared with the log before anything is ruled."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.referee.taken_up import unlike_the_log
from referee_tui.following.sentences import say

if TYPE_CHECKING:
    from engine.observation import Observation
    from engine.referee import Referee
    from engine.ruleset import Ruleset

LOOKS_TO_SAY = 2
"""Looks in a row that must differ alike before it is said: a single misreading makes no noise."""


class TakenUp:
    """Whether the table of a match that is under way still has to be found as its log left it."""

    def __init__(self, rules: Ruleset, *, waits: bool) -> None:
        """``waits`` if the match was taken up from a log; a match that begins has nothing to compare."""
        self._rules = rules
        self._waits = waits
        self._differs, self._looks = "", 0

    @property
    def waits(self) -> bool:
        """Whether looks are only compared, not ruled upon."""
        return self._waits

    @property
    def differs(self) -> str:
        """What people were told, as long as it stands; empty otherwise."""
        return self._differs if self._looks >= LOOKS_TO_SAY else ""

    def compare(self, referee: Referee, look: Observation) -> tuple[Referee, str]:
        """Take in a look. Returns the referee, who knows it for the case that people accept it, and what is new.

        The look may be ruled upon if there is news and ``differs`` is empty.
        """
        if look.occluded:
            return referee, ""
        differs = unlike_the_log(self._rules, referee, look)
        self._looks = self._looks + 1 if differs == self._differs else 1
        self._differs = differs
        self._waits = bool(differs)
        if not differs:
            return referee, say("as_left")
        return replace(referee, latest=look), differs if self._looks == LOOKS_TO_SAY else ""
