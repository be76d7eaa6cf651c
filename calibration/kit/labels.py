"""Names of rows and columns along the edges of the printed field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calibration.kit.field import ring_mm
from calibration.kit.tones import INK
from engine.grid import SquareGrid
from engine.half_grid import HalvesGrid

if TYPE_CHECKING:
    from calibration.kit.surface import Surface
    from engine.board import Board, Side

_ROW_MM, _COLUMN_MM = 2.87, 2.34
"""Heights of letters and of numbers."""
_ROW_OFF_MM, _COLUMN_OFF_MM = 4.6, 3.9
"""From the field's edge to their middles."""
_HALVES_MM = (3.6, 3.0)
"""Letters and numbers of a board that is read from both ends, each from further away."""


def paint_labels(surface: Surface, board: Board) -> None:
    """Row letters at both ends and column numbers along both touch lines, or as both players read them."""
    if isinstance(board.grid, HalvesGrid):
        _halves(surface, board.grid)
    elif isinstance(board.grid, SquareGrid) and ring_mm(board):
        _on_ring(surface, board.grid)
    else:
        _rows(surface, board)


def _rows(surface: Surface, board: Board) -> None:
    length, width = board.grid.field_size_mm
    for row in board.grid.rows:
        y = board.grid.centre_mm(f"{row}1").y_mm
        surface.text(row, (_goals_mm(board, "left", row) - _ROW_OFF_MM, y), _ROW_MM, INK)
        surface.text(row, (length + _goals_mm(board, "right", row) + _ROW_OFF_MM, y), _ROW_MM, INK)
    first = board.grid.rows[0]
    for column in range(1, board.grid.columns(first) + 1):
        x = board.grid.centre_mm(f"{first}{column}").x_mm
        surface.text(str(column), (x, -_COLUMN_OFF_MM), _COLUMN_MM, INK)
        surface.text(str(column), (x, width + _COLUMN_OFF_MM), _COLUMN_MM, INK)


def _goals_mm(board: Board, end: Side, row: str) -> float:
    """How far the goals reach out of the field, where a row has one: its letter stands beyond. East is positive."""
    goals = board.goals[end]
    if row not in {space[0] for space in goals}:
        return 0.0
    half = board.grid.width_mm / 2
    centres = [board.grid.centre_mm(space).x_mm for space in goals]
    return min(centres) - half if end == "left" else max(centres) + half - board.grid.field_size_mm[0]


def _on_ring(surface: Surface, grid: SquareGrid) -> None:
    """Letters and numbers on the ring's own squares, at their outer edges."""
    length, width = grid.field_size_mm
    w = grid.width_mm
    out = w - 1.9
    north, south = grid.ring[0], grid.ring[1]
    for row in (north, *grid.rows, south):
        y = grid.centre_mm(f"{row}0").y_mm
        # In the corners a little inwards, out of the number's way.
        y += {north: 0.15 * w, south: -0.15 * w}.get(row, 0.0)
        surface.text(row, (-out, y), 1.9, INK)
        surface.text(row, (length + out, y), 1.9, INK)
    for column in range(grid.column_count + 2):
        x = grid.centre_mm(f"{north}{column}").x_mm
        surface.text(str(column), (x, -out), 1.7, INK)
        surface.text(str(column), (x, width + out), 1.7, INK)


def _halves(surface: Surface, grid: HalvesGrid) -> None:
    """Each half's letters along both touch lines and its numbers along its goal line, upright for its own player."""
    length, width = grid.field_size_mm
    letter_mm, number_mm = _HALVES_MM
    for half, edge, turn in (("W", -_ROW_OFF_MM, 90.0), ("E", length + _ROW_OFF_MM, -90.0)):
        for letter in grid.rows:
            x = grid.centre_mm(f"{half}{letter}1").x_mm
            surface.text(letter, (x, -_ROW_OFF_MM), letter_mm, INK, turn_deg=turn)
            surface.text(letter, (x, width + _ROW_OFF_MM), letter_mm, INK, turn_deg=turn)
        for column in range(1, grid.column_count + 1):
            y = grid.centre_mm(f"{half}{grid.rows[0]}{column}").y_mm
            surface.text(str(column), (edge, y), number_mm, INK, turn_deg=turn)
