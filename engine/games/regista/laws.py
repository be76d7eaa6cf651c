"""What every chapter of the rules is handed: the pitch, the options, and who attacks which end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.games.regista.pitch import facing

if TYPE_CHECKING:
    from engine.board import Side
    from engine.games.regista.options import Options
    from engine.games.regista.pitch import Pitch
    from engine.games.regista.position import RegistaPosition
    from engine.match import Team


@dataclass(frozen=True)
class Laws:
    """One match's pitch and options."""

    pitch: Pitch
    options: Options

    def defended(self, position: RegistaPosition, team: Team) -> Side:
        """The end that a side defends: blue the left one, unless ends have changed."""
        changed = self.options.change_ends and position.half == 2
        return "left" if (team == "B") != changed else "right"

    def attacked(self, position: RegistaPosition, team: Team) -> Side:
        """The end that a side attacks."""
        return facing(self.defended(position, team))
