"""What the counter on the screen shows: turns and the plays of the present one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much.roles import PLAYS_A_TURN
from engine.games.very_much.turns import is_over
from engine.ruleset import Counter

if TYPE_CHECKING:
    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition


def counter(laws: Laws, position: MasumePosition) -> Counter:
    """The counter at a position; the game has no clock."""
    turns = laws.options.turns
    return Counter(
        turn=min(min(position.turns_done.B, position.turns_done.R) + 1, turns),
        turns=turns,
        moves_made=len(position.plays),
        moves_allowed=PLAYS_A_TURN,
        unit="plays",
        over=is_over(laws, position),
    )
