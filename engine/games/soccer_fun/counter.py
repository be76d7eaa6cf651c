"""What the counter on the screen shows: the game counts goals or minutes, so of turns only which it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_fun.turns import is_over
from engine.ruleset import Counter

if TYPE_CHECKING:
    from engine.games.soccer_fun.laws import Laws
    from engine.games.soccer_fun.position import SoccerFunPosition


def counter(laws: Laws, position: SoccerFunPosition) -> Counter:
    """The counter at a position; the minutes agreed on are shown by the clock of whoever watches."""
    done = position.turns_done
    return Counter(
        turn=min(done.B, done.R) + 1,
        length_min=laws.options.minutes or None,
        over=is_over(laws, position),
    )
