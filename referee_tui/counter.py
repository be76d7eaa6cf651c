"""The time counter and what is left of a turn, for showing: numbers that a game's rulebook gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.games.regista.options import TURNS_PER_HALF
from engine.games.regista.roles import MOVES_A_TURN

if TYPE_CHECKING:
    from engine.match import Position
    from engine.ruleset import Ruleset

MINUTES_A_TURN = 3
"""Regista's counter advances by this when both sides have finished a turn."""


@dataclass(frozen=True, slots=True)
class Counter:
    """How far a match has come; None where the game counts no such thing."""

    turns: int | None = None
    """Turns of each side in the whole match."""
    minutes: int | None = None
    """What the game's time counter shows."""
    moves_allowed: int | None = None
    """Moves in a turn."""


def counter(rules: Ruleset, position: Position | None) -> Counter:
    """The counter of a match at a position."""
    if rules.game != "regista":
        return Counter()
    halves = 2 if rules.options.get("length") == "official" else 1
    done = min(position.turns_done.B, position.turns_done.R) if position else 0
    return Counter(TURNS_PER_HALF * halves, done * MINUTES_A_TURN, MOVES_A_TURN)
