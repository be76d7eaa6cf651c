"""The time counter beside the board, and what is left of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista.options import TURNS_PER_HALF
from engine.games.regista.roles import MOVES_A_TURN
from engine.games.regista.turns import is_over
from engine.ruleset import Counter

if TYPE_CHECKING:
    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition

MINUTES_A_TURN = 3
"""The counter advances by this when both sides have finished a turn."""


def counter(laws: Laws, position: RegistaPosition) -> Counter:
    """The counter at a position; it runs on through both halves."""
    turns = TURNS_PER_HALF * laws.options.halves
    done = min(position.turns_done.B, position.turns_done.R)
    return Counter(
        turn=min(done + 1, turns),
        turns=turns,
        minutes=done * MINUTES_A_TURN,
        moves_made=len(position.moved),
        moves_allowed=MOVES_A_TURN,
        over=is_over(laws, position),
    )
