"""Squares whose names are read by both sides from their own goal line, as on the Soccer Chess board.

Each half has the same lettered lines, ``A`` at its goal line, and columns counted from its own player's left; a
name is the half, the letter and the column: ``WK14``, ``EK14``. Turning the board round swaps the halves and changes
nothing else in a name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from engine.grid import Space, SpaceError, SquareLattice

Half: TypeAlias = Literal["W", "E"]

_NAME = re.compile(r"([WE])([A-Z])([1-9][0-9]{0,3})")
_SAID = re.compile(r"(?<=[-~@>!])(?P<half>[WE]?)(?P<letter>[A-Z])-?(?P<column>[1-9][0-9]?)(?![0-9])")
"""``K-14``, ``K14``, ``WK-14`` or ``WK14``, behind the sign with which an act names a square."""


@dataclass(frozen=True)
class HalvesGrid(SquareLattice):
    """Squares in two halves that face each other; diagonal steps count as one (king steps).

    ``rows`` are the letters of one half, from its goal line to the halfway line: lines of squares that run across the
    field, from touch line to touch line. Lattice: (1 = the west goal line's squares, 0 = the north touch line's).
    """

    column_count: int = 30
    """Squares across the field, on one lettered line."""

    @property
    def length(self) -> int:
        """Squares from one goal line to the other."""
        return 2 * len(self.rows)

    def columns(self, row: str) -> int:  # noqa: ARG002 - the same on every line; hex rows differ
        """Number of squares on a lettered line of one half."""
        return self.column_count

    def lattice(self, row: int, column: int) -> tuple[int, int]:
        """Lattice point of a lettered line (0 = the west goal line's ... ``length`` - 1 = the east's) and column."""
        west = row < len(self.rows)
        return row + 1, (column - 1 if west else self.column_count - column)

    def named(self, point: tuple[int, int]) -> Space:
        """The name of a lattice point of the field."""
        x, y = point
        if x <= len(self.rows):
            return f"W{self.rows[x - 1]}{y + 1}"
        return f"E{self.rows[self.length - x]}{self.column_count - y}"

    @cached_property
    def field_spaces(self) -> tuple[Space, ...]:
        """The field's squares, from north to south and in each such line from west to east."""
        return tuple(self.named((x, y)) for y in range(self.column_count) for x in range(1, self.length + 1))

    def _lattice_of(self, space: Space) -> tuple[int, int]:
        match = _NAME.fullmatch(space)
        if match is None or match[2] not in self.rows or int(match[3]) > self.column_count:
            raise SpaceError(space)
        line = self.rows.index(match[2])
        return self.lattice(line if match[1] == "W" else self.length - 1 - line, int(match[3]))

    def space_at(self, x_mm: float, y_mm: float) -> Space:
        """The square that holds a point of the board plane; a border belongs to the square east and south of it.

        A point off the field counts to the nearest square.
        """
        x = min(max(int(x_mm // self.width_mm) + 1, 1), self.length)
        y = min(max(int(y_mm // self.width_mm), 0), self.column_count - 1)
        return self.named((x, y))

    @staticmethod
    def half(space: Space) -> Half:
        """The half that a square lies in."""
        return "W" if space[0] == "W" else "E"

    @staticmethod
    def spoken(space: Space) -> str:
        """A square as players call it, without its half: ``K-14``."""
        return f"{space[1]}-{space[2:]}"

    def said(self, text: str) -> list[tuple[str, ...]] | None:
        """A text with squares as players say them, in parts: ``K-14`` may be ``WK14`` or ``EK14``; None for none."""
        parts: list[tuple[str, ...]] = []
        end = 0
        for found in _SAID.finditer(text):
            letter, column = found["letter"], found["column"]
            names = tuple(f"{half}{letter}{column}" for half in found["half"] or "WE")
            parts += [(text[end : found.start()],), tuple(name for name in names if name in self.points) or names]
            end = found.end()
        return [*parts, (text[end:],)] if parts else None

    @property
    def field_size_mm(self) -> tuple[float, float]:
        """Length (x) and width (y) of the field."""
        return self.length * self.width_mm, self.column_count * self.width_mm
