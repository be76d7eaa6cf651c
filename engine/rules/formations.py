"""Ready formations of a game, read from the ``formations.toml`` beside its rules."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from engine.board import shipped_board

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.board import Board
    from engine.grid import Grid, Space


class FormationError(ValueError):
    """A formation that there is not."""


@dataclass(frozen=True, slots=True)
class Formation:
    """Where one side stands before a kick-off that the other side takes."""

    name: str
    about: str
    spaces: Mapping[int, Space]
    """By number, for the side that defends the left goal."""


F = TypeVar("F", bound=Formation)


@dataclass(frozen=True)
class FormationBook(Generic[F]):
    """A game's formations, read when they are first asked for."""

    package: str
    """The game's package, beside whose modules ``formations.toml`` lies."""
    kind: type[F]

    @cached_property
    def _file(self) -> Mapping[str, Any]:
        return tomllib.loads((resources.files(self.package) / "formations.toml").read_text(encoding="utf-8"))

    @cached_property
    def _read(self) -> Mapping[str, F]:
        return {
            table["name"]: self.kind(
                table["name"], table["about"], {int(number): space for number, space in table["pieces"].items()}
            )
            for table in self._file["formations"]
        }

    def formations(self) -> Mapping[str, F]:
        """All by name, in the file's order."""
        return self._read

    def formation(self, name: str) -> F:
        """One by its name, small letters allowed. Raises FormationError."""
        if name.upper() not in self._read:
            raise FormationError(f"there is no formation {name!r}; there are {', '.join(self._read)}")
        return self._read[name.upper()]

    def board(self) -> Board:
        """The board that they are meant for."""
        return shipped_board(self._file["board"])


def opposite(grid: Grid, space: Space) -> Space:
    """The space that lies where this one does when a board of rows and columns is seen from its other end."""
    row = grid.rows[-1 - grid.rows.index(space[0])]
    return f"{row}{grid.columns(row) + 1 - int(space[1:])}"
