"""Spaces of a printed board and how they lie to one another.

A grid is a finite set of named spaces on a regular lattice. Spaces are named ``<row letter><column>``,
columns counted from the left goal, row A at the north touch line (``half_grid`` names them otherwise). Millimetres
are in the board frame: origin at the field's north-west corner, x east, y south.

Spaces outside the field (goal spaces, an outer ring) belong to the lattice as well; they are handed in as
``extra`` and are neighbours like any other. Whether a piece may stand there is the game's business.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

Space: TypeAlias = str
"""A space's name, for example ``H11``."""

_SQRT3 = math.sqrt(3.0)


class Point(NamedTuple):
    """A point of the board plane in millimetres, board frame."""

    x_mm: float
    y_mm: float


class Line(NamedTuple):
    """A straight run from one space to another in one of the grid's directions."""

    direction: str
    """The direction's name, for example ``SE``."""
    between: tuple[Space, ...]
    """The spaces passed over, without both ends, in order."""
    distance: int
    """Number of steps, at least 1."""


class Nearest(NamedTuple):
    """The space that a measured point belongs to."""

    space: Space
    distance_mm: float
    """From the point to the space's centre."""
    margin_mm: float
    """How much further away the second nearest centre is: 0 on the border between two spaces."""
    second: Space
    """The space of that centre; of equally near ones the first by name. Empty where there is only one space."""


class SpaceError(ValueError):
    """A name that is not a space of this grid."""

    def __init__(self, space: object) -> None:
        """Remember the name for whoever words the message."""
        super().__init__(f"{space!r} is not a space of this board")
        self.space = space


@dataclass(frozen=True)
class Grid(ABC):
    """What hex and square grids share: named lattice points with directions, distances and millimetres.

    Subclasses say where a row and column lie on the lattice (``lattice``), what one step in each direction
    adds (``steps``), how far two lattice points are apart, and where a lattice point's centre lies.
    """

    rows: str
    """Row letters from north to south."""
    width_mm: float
    """The width of one space (hexagon: flat to flat along the row; square: its side)."""
    extra: tuple[Space, ...] = ()
    """Spaces outside the field: goals, an outer ring."""

    @property
    @abstractmethod
    def steps(self) -> Mapping[str, tuple[int, int]]:
        """What one step adds to a lattice point, by direction name, clockwise from east."""

    @abstractmethod
    def columns(self, row: str) -> int:
        """Number of field spaces in a row."""

    @abstractmethod
    def lattice(self, row: int, column: int) -> tuple[int, int]:
        """Lattice coordinates of a row (0 = the first letter) and printed column (1 = leftmost)."""

    @abstractmethod
    def lattice_distance(self, a: tuple[int, int], b: tuple[int, int]) -> int:
        """Fewest steps between two lattice points."""

    @abstractmethod
    def lattice_centre_mm(self, point: tuple[int, int]) -> Point:
        """Centre of a lattice point, board frame."""

    @property
    @abstractmethod
    def field_size_mm(self) -> tuple[float, float]:
        """Length (x) and width (y) of the rectangle that just encloses the field's spaces."""

    @cached_property
    def field_spaces(self) -> tuple[Space, ...]:
        """The field's spaces, row by row from the north, left to right."""
        return tuple(f"{row}{column}" for row in self.rows for column in range(1, self.columns(row) + 1))

    @cached_property
    def field(self) -> frozenset[Space]:
        """The field's spaces as a set."""
        return frozenset(self.field_spaces)

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        """All spaces: the field's, then the extra ones."""
        return self.field_spaces + self.extra

    @cached_property
    def points(self) -> Mapping[Space, tuple[int, int]]:
        """Lattice coordinates of every space."""
        return {space: self._lattice_of(space) for space in self.spaces}

    def said(self, text: str) -> list[tuple[str, ...]] | None:  # noqa: ARG002 - where names can be said otherwise
        """A text in which spaces may be named otherwise, in parts, each with all that it may mean; None for none."""
        return None

    @cached_property
    def _names(self) -> Mapping[tuple[int, int], Space]:
        return {point: space for space, point in self.points.items()}

    @cached_property
    def row_numbers(self) -> Mapping[str, int]:
        """The lattice's row of each letter: 0 for the field's northmost, and on to the south."""
        return {letter: row for row, letter in enumerate(self.rows)}

    def _lattice_of(self, space: Space) -> tuple[int, int]:
        row, column = self.row_numbers.get(space[:1]), space[1:]
        if row is None or not column.isascii() or not column.isdigit():
            raise SpaceError(space)
        return self.lattice(row, int(column))

    def point(self, space: Space) -> tuple[int, int]:
        """Lattice coordinates of a space; raises SpaceError for one that the board does not have."""
        try:
            return self.points[space]
        except KeyError:
            raise SpaceError(space) from None

    @cached_property
    def _neighbours(self) -> Mapping[Space, Mapping[str, Space]]:
        return {
            space: {
                direction: self._names[(a + da, b + db)]
                for direction, (da, db) in self.steps.items()
                if (a + da, b + db) in self._names
            }
            for space, (a, b) in self.points.items()
        }

    @cached_property
    def rays(self) -> Mapping[Space, Mapping[str, tuple[Space | None, ...]]]:
        """From every space, what lies straight on in each direction: one step away, two, three ...

        None stands where the board has no space but has one further on (behind the corner of a goal); agrees with
        ``line``.
        """
        return {
            space: {direction: self._ray(point, step) for direction, step in self.steps.items()}
            for space, point in self.points.items()
        }

    def _ray(self, point: tuple[int, int], step: tuple[int, int]) -> tuple[Space | None, ...]:
        most = len(self.rows) + max(self.columns(row) for row in self.rows)
        ray = [self._names.get((point[0] + step[0] * k, point[1] + step[1] * k)) for k in range(1, most + 1)]
        while ray and ray[-1] is None:
            ray.pop()
        return tuple(ray)

    def neighbours(self, space: Space) -> Mapping[str, Space]:
        """The spaces one step away, by direction, clockwise from east; what lies off the board is left out."""
        try:
            return self._neighbours[space]
        except KeyError:
            raise SpaceError(space) from None

    def step(self, space: Space, direction: str) -> Space | None:
        """The space one step away in a direction, or None off the board."""
        return self.neighbours(space).get(direction)

    def distance(self, a: Space, b: Space) -> int:
        """Fewest steps from one space to another over an empty, endless board."""
        return self.lattice_distance(self.point(a), self.point(b))

    def line(self, a: Space, b: Space) -> Line | None:
        """The straight run from ``a`` to ``b``, or None if they do not lie in one of the grid's directions.

        Spaces passed over that the board does not have (beyond the touch line) are left out of ``between``.
        """
        start, end = self.point(a), self.point(b)
        distance = self.lattice_distance(start, end)
        if distance == 0:
            return None
        for direction, (da, db) in self.steps.items():
            if (start[0] + da * distance, start[1] + db * distance) == end:
                run = ((start[0] + da * k, start[1] + db * k) for k in range(1, distance))
                return Line(direction, tuple(self._names[p] for p in run if p in self._names), distance)
        return None

    @cached_property
    def centres_mm(self) -> Mapping[Space, Point]:
        """Centre of every space, board frame."""
        return {space: self.lattice_centre_mm(point) for space, point in self.points.items()}

    def centre_mm(self, space: Space) -> Point:
        """Centre of a space, board frame."""
        return self.lattice_centre_mm(self.point(space))

    @cached_property
    def _by_row_mm(self) -> tuple[tuple[float, tuple[float, ...], tuple[Space, ...]], ...]:
        """Rows of centres from north to south: y, the xs from west to east, and the spaces they belong to."""
        rows: dict[int, list[tuple[float, Space, float]]] = {}
        for space, point in self.points.items():
            centre = self.centres_mm[space]
            rows.setdefault(point[1], []).append((centre.x_mm, space, centre.y_mm))
        ordered = [sorted(rows[row]) for row in sorted(rows)]
        return tuple((row[0][2], tuple(x for x, *_ in row), tuple(space for _, space, _ in row)) for row in ordered)

    def nearest(self, x_mm: float, y_mm: float) -> Nearest:
        """The space whose centre is nearest to a point of the board plane (also for points off the field).

        Of equally near ones the first by name. Rows are searched outwards from the nearest; in each, only the two
        centres on either side of the point can be among the best two.
        """
        best = [(math.inf, ""), (math.inf, "")]
        for row_y, xs, names in sorted(self._by_row_mm, key=lambda row: abs(row[0] - y_mm)):
            if abs(row_y - y_mm) > best[1][0]:
                break
            i = bisect_left(xs, x_mm)
            near = range(max(0, i - 2), min(len(xs), i + 2))
            best = sorted([*best, *((math.hypot(x_mm - xs[k], y_mm - row_y), names[k]) for k in near)])[:2]
        (first, space), (second, other) = best
        return Nearest(space, first, second - first, other)


@dataclass(frozen=True)
class HexGrid(Grid):
    """Hexagons with two flat sides facing the goals; every second row is shifted by half a space.

    Lattice: "doubled" coordinates (half-widths from the west, row), so that all of it is whole numbers: a long-row
    space c is at 2c - 1, a short-row space at 2c (https://www.redblobgames.com/grids/hexagons/#coordinates-doubled).
    """

    long_columns: int = 22
    """Spaces in a long row; a short row has one fewer."""
    first_row_long: bool = True
    """Whether the north row is a long one."""

    @property
    def steps(self) -> Mapping[str, tuple[int, int]]:
        """Half-widths east and rows south per step."""
        return {"E": (2, 0), "SE": (1, 1), "SW": (-1, 1), "W": (-2, 0), "NW": (-1, -1), "NE": (1, -1)}

    def is_long(self, row: int) -> bool:
        """Whether a row (0 = north) is a long one."""
        return (row % 2 == 0) == self.first_row_long

    def columns(self, row: str) -> int:
        """Number of field spaces in a row."""
        return self.long_columns - (0 if self.is_long(self.rows.index(row)) else 1)

    def lattice(self, row: int, column: int) -> tuple[int, int]:
        """(half-widths from the west goal line, row)."""
        return 2 * column - (1 if self.is_long(row) else 0), row

    def lattice_distance(self, a: tuple[int, int], b: tuple[int, int]) -> int:
        """Each diagonal step also covers a half-width; the rest is walked along the row."""
        across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
        return down + max(0, (across - down) // 2)

    def lattice_centre_mm(self, point: tuple[int, int]) -> Point:
        """Rows are width * sqrt(3) / 2 apart, the first centre lies width / sqrt(3) from the touch line."""
        w = self.width_mm
        return Point(point[0] * w / 2, w / _SQRT3 + point[1] * w * _SQRT3 / 2)

    @property
    def field_size_mm(self) -> tuple[float, float]:
        """Length and width of the enclosing rectangle; the touch lines run through the outer hexagon corners."""
        w = self.width_mm
        return self.long_columns * w, (len(self.rows) - 1) * w * _SQRT3 / 2 + 2 * w / _SQRT3


@dataclass(frozen=True)
class SquareLattice(Grid):
    """What grids of squares share, however their spaces are named; diagonal steps count as one (king steps).

    Lattice: (1 = the westmost field column, 0 = the northmost field row).
    """

    @property
    def steps(self) -> Mapping[str, tuple[int, int]]:
        """Squares east and south per step."""
        return {
            "E": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1),
            "W": (-1, 0), "NW": (-1, -1), "N": (0, -1), "NE": (1, -1),
        }  # fmt: skip

    def lattice_distance(self, a: tuple[int, int], b: tuple[int, int]) -> int:
        """King steps."""
        return max(abs(a[0] - b[0]), abs(a[1] - b[1]))

    def lattice_centre_mm(self, point: tuple[int, int]) -> Point:
        """Centre of a square."""
        return Point((point[0] - 0.5) * self.width_mm, (point[1] + 0.5) * self.width_mm)


@dataclass(frozen=True)
class SquareGrid(SquareLattice):
    """Squares in lettered rows from north to south and numbered columns from west to east."""

    column_count: int = 40
    """Spaces in a row."""
    ring: str = ""
    """Letters of the rows just north and south of the field, where one ring of squares lies round it; else empty."""

    @cached_property
    def ring_spaces(self) -> tuple[Space, ...]:
        """The squares of the ring row by row from the north, goals among them; empty without a ring."""
        if not self.ring:
            return ()
        last = self.column_count + 1
        ends = {letter: range(last + 1) for letter in self.ring}
        letters = (self.ring[0], *self.rows, self.ring[1])
        return tuple(f"{letter}{column}" for letter in letters for column in ends.get(letter, (0, last)))

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        """All spaces: the field's, then the goals' and the ring's."""
        return tuple(dict.fromkeys((*self.field_spaces, *self.extra, *self.ring_spaces)))

    @cached_property
    def row_numbers(self) -> Mapping[str, int]:
        """The lattice's row of each letter, -1 for the ring's northern one."""
        letters = self.ring[:1] + self.rows + self.ring[1:]
        return {letter: row for row, letter in enumerate(letters, -1 if self.ring else 0)}

    def columns(self, row: str) -> int:  # noqa: ARG002 - the same in every row; hex rows differ
        """Number of field spaces in a row."""
        return self.column_count

    def lattice(self, row: int, column: int) -> tuple[int, int]:
        """(column, row)."""
        return column, row

    @property
    def field_size_mm(self) -> tuple[float, float]:
        """Length and width of the field."""
        return self.column_count * self.width_mm, len(self.rows) * self.width_mm
