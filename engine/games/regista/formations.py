"""Ready formations (rulebook: Appendix), as data in ``formations.toml``."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.games.regista import roles
from engine.rules import formations as shared
from engine.rules.formations import FormationBook, FormationError, opposite

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.board import Side
    from engine.grid import Space
    from engine.match import PieceId, Team

__all__ = ["Formation", "FormationError", "ball", "board", "formation", "formations", "line_up", "opposite"]


class Formation(shared.Formation):
    """Where the eleven of one side stand before a kick-off that the other side takes."""

    __slots__ = ()

    def counts(self) -> Mapping[str, int]:
        """Number of pieces by position: ``{"GK": 1, "DF": 3, "MF": 5, "FW": 2}``."""
        return Counter(roles.PIECES[f"B{number}"] for number in self.spaces)


_BOOK = FormationBook("engine.games.regista", Formation)
formations, formation, board = _BOOK.formations, _BOOK.formation, _BOOK.board


def line_up(blue: Formation, red: Formation, *, kicks_off: Team, blue_defends: Side = "left") -> dict[PieceId, Space]:
    """Both sides as they stand for a kick-off: the first forward of the side that takes it is on the Centre Mark."""
    grid, mark = board().grid, board().centre_mark or ""
    pieces: dict[PieceId, Space] = {}
    sides: tuple[tuple[Team, Formation], ...] = (("B", blue), ("R", red))
    for team, chosen in sides:
        at_left = (team == "B") == (blue_defends == "left")
        for number, space in chosen.spaces.items():
            pieces[f"{team}{number}"] = space if at_left else opposite(grid, space)
    taker = next(f"{kicks_off}{n}" for n in dict(sides)[kicks_off].spaces if roles.PIECES[f"{kicks_off}{n}"] == "FW")
    return {**pieces, taker: mark}


def ball(_: Mapping[PieceId, Space], *, kicks_off: Team) -> Space | None:  # noqa: ARG001 - the same for both sides
    """Where the ball lies then: on the Centre Mark."""
    return board().centre_mark
