"""What every chapter of the rules is handed: the pitch, the options, and who attacks which end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.rules.ends import defended

if TYPE_CHECKING:
    from engine.games.very_much.options import Options
    from engine.games.very_much.pitch import Pitch
    from engine.grid import Space
    from engine.match import Team


@dataclass(frozen=True)
class Laws:
    """One match's pitch and options."""

    pitch: Pitch
    options: Options

    def mark(self, team: Team) -> Space:
        """Where a side kicks off."""
        return self.pitch.mark(defended(team))
