"""What every chapter of the rules is handed: the pitch, the options, the directions, and who attacks which end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from engine.games.soccer_fun.roles import BOTH_SIDES

if TYPE_CHECKING:
    from engine.games.soccer_fun.options import Options
    from engine.games.soccer_fun.pitch import Pitch
    from engine.rules.status import Sides

ORTHOGONAL = ("N", "E", "S", "W")


@dataclass(frozen=True)
class Laws:
    """One match's pitch and options."""

    pitch: Pitch
    options: Options

    @cached_property
    def directions(self) -> tuple[str, ...]:
        """The directions in which figures and ball may go."""
        return ORTHOGONAL if self.options.directions == 4 else tuple(self.pitch.grid.steps)

    @cached_property
    def sides(self) -> Sides:
        """How many figures there are, and that they may stand on the ring."""
        return replace(BOTH_SIDES, beside=self.pitch.beside)

    @property
    def goals_to_win(self) -> int | None:
        """None if a time was agreed instead."""
        return None if self.options.minutes else self.options.goals
