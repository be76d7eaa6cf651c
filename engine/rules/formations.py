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


def read_formations(package: str, kind: type[F]) -> Mapping[str, F]:
    """All formations of a game's package by name, in the file's order."""
    return {
        table["name"]: kind(
            table["name"], table["about"], {int(number): space for number, space in table["pieces"].items()}
        )
        for table in _file(package)["formations"]
    }


def board_name(package: str) -> str:
    """The board that a game's formations are meant for."""
    return str(_file(package)["board"])


def find(known: Mapping[str, F], name: str) -> F:
    """One by its name, small letters allowed. Raises FormationError."""
    if name.upper() not in known:
        raise FormationError(f"there is no formation {name!r}; there are {', '.join(known)}")
    return known[name.upper()]


@dataclass(frozen=True)
class FormationBook(Generic[F]):
    """A game's formations, read when they are first asked for."""

    package: str
    kind: type[F]

    @cached_property
    def _read(self) -> Mapping[str, F]:
        return read_formations(self.package, self.kind)

    def formations(self) -> Mapping[str, F]:
        """All by name, in the file's order."""
        return self._read

    def formation(self, name: str) -> F:
        """One by its name, small letters allowed. Raises FormationError."""
        return find(self._read, name)

    def board(self) -> Board:
        """The board that they are meant for."""
        return shipped_board(board_name(self.package))


def opposite(grid: Grid, space: Space) -> Space:
    """The space that lies where this one does when a board of rows and columns is seen from its other end."""
    row = grid.rows[-1 - grid.rows.index(space[0])]
    return f"{row}{grid.columns(row) + 1 - int(space[1:])}"


def _file(package: str) -> dict[str, Any]:
    return tomllib.loads((resources.files(package) / "formations.toml").read_text(encoding="utf-8"))
