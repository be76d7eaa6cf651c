"""Which side defends which end, for whoever looks at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.match import Team


def left_team(laws: Laws, position: RegistaPosition) -> Team:
    """The side that defends the left goal: blue, unless ends have changed (option ``change_ends``)."""
    return "B" if laws.defended(position, "B") == "left" else "R"
