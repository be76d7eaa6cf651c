"""What the counter on the screen shows: the game counts goals, not turns, so only which turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ruleset import Counter

if TYPE_CHECKING:
    from engine.games.soccer_fun.laws import Laws
    from engine.games.soccer_fun.position import SoccerFunPosition


def counter(_: Laws, position: SoccerFunPosition) -> Counter:
    """The counter at a position; the game has no clock of its own."""
    done = position.turns_done
    return Counter(turn=min(done.B, done.R) + 1)
