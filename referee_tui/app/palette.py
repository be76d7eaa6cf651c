"""Colours and signs of the board view. Every colour is doubled by a letter or a sign, so that none is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style

from engine.match import TEAMS

if TYPE_CHECKING:
    from engine.board import Board
    from engine.grid import Space
    from engine.match import Team

# Blue and vermilion stay apart in every common form of colour blindness (Okabe and Ito 2008, "Color Universal Design").
TEAM_COLOUR = dict(zip(TEAMS, ("#0a6fc2", "#d04a02"), strict=True))

BACKGROUND = Style(bold=False)
"""Round the board: the ground of the theme. A style all the same, so that no cell is without one."""

TEAM_SIGN = dict(zip(TEAMS, ("▲", "▼"), strict=True))
"""A team's shape, wherever there is room for it."""

LABEL = Style(color="#7d8b99")
PRINT = Style(color="#5d8f6c")
EDGE = Style(color="#4c8a5f")
FREE_BALL = Style(color="#ffd83d", bold=True)
TRAIL = Style(color="#ffd83d", bgcolor="#4a5a1e")
WANTED = Style(color="#000000", bgcolor="#d9d9d9", bold=True, italic=True)
CURSOR = Style(color="#000000", bgcolor="#ffffff", bold=True, reverse=False)
DOUBT = Style(color="#ffffff", bgcolor="#8b1a8b", bold=True, underline=True)

_FIELD = Style(bgcolor="#17432a")
_PENALTY = Style(bgcolor="#1d5535")
_GOAL_AREA = Style(bgcolor="#256842")
_CIRCLE = Style(bgcolor="#1d5535")
_GOAL = Style(bgcolor="#4b5560")
_BESIDE = Style(bgcolor="#23303a")


def piece(team: Team) -> Style:
    """A piece without the ball."""
    return Style(color="#ffffff", bgcolor=TEAM_COLOUR[team], bold=True)


def holder(team: Team) -> Style:
    """The piece that has the ball: the ball's yellow behind the team's colour."""
    return Style(color=_DARK[team], bgcolor="#ffd83d", bold=True)


_DARK = dict(zip(TEAMS, ("#003a70", "#8a1f00"), strict=True))


def shade(board: Board, space: Space) -> Style:
    """The ground colour of a space, by the areas of the board file."""
    if space in board.goals["left"] or space in board.goals["right"]:
        return _GOAL
    if space not in board.grid.field:
        return _BESIDE
    for name, style in (("goal_", _GOAL_AREA), ("penalty_", _PENALTY), ("centre_circle", _CIRCLE)):
        if any(space in spaces for area, spaces in board.areas.items() if area.startswith(name)):
            return style
    return _FIELD


def print_mark(board: Board, space: Space) -> str:
    """The sign of an empty space: what is printed there."""
    if space in board.goals["left"] or space in board.goals["right"]:
        return "#"
    if space not in board.grid.field:
        return " "
    if space == board.centre_mark or any(space in marks for marks in board.kick_off_marks.values()):
        return "+"
    if space in board.corner_spots["left"] or space in board.corner_spots["right"]:
        return "◦"
    middle_mm = board.grid.field_size_mm[0] / 2
    return "¦" if abs(board.grid.centre_mm(space).x_mm - middle_mm) < board.grid.width_mm / 4 else "·"
