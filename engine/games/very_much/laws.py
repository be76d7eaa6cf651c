"""What every chapter of the rules is handed: the pitch, the options, and who attacks which end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.board import Side
    from engine.games.very_much.options import Options
    from engine.games.very_much.pitch import Pitch
    from engine.grid import Space
    from engine.match import Team


@dataclass(frozen=True)
class Laws:
    """One match's pitch and options."""

    pitch: Pitch
    options: Options

    def defended(self, team: Team) -> Side:
        """The end that a side defends: blue the left one, in every game."""
        return "left" if team == "B" else "right"

    def attacked(self, team: Team) -> Side:
        """The end that a side attacks; all its pieces face it."""
        return "right" if team == "B" else "left"

    def defender_of(self, side: Side) -> Team:
        """The side that defends an end."""
        return "B" if side == "left" else "R"

    def mark(self, team: Team) -> Space:
        """Where a side kicks off."""
        return self.pitch.mark(self.defended(team))
