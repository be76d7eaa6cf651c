"""Who defends which end, in games in which that never changes: blue the left one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.board import Side
    from engine.match import Team


def defended(team: Team) -> Side:
    """The end that a side defends."""
    return "left" if team == "B" else "right"


def attacked(team: Team) -> Side:
    """The end that a side attacks."""
    return "right" if team == "B" else "left"


def defender_of(side: Side) -> Team:
    """The side that defends an end."""
    return "B" if side == "left" else "R"


def blue_left(_: object, __: object) -> Team:
    """The side that defends the left end, whatever the position."""
    return defender_of("left")
