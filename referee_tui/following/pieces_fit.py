"""Do the pieces lie where the match has them? What a pose that was found anew has to show before it is believed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.match import team_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import Observation

ENOUGH = 0.5
"""Share of the pieces that must lie where the match has them. A hand moves a few while the camera is being put right;
of a board read from its wrong end, or one space off, hardly any fit."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How a look agrees with where pieces were last."""

    fitting: int
    """Pieces on whose space a disc of their team lies."""
    looked_for: int
    """Pieces whose space was in sight."""

    @property
    def believable(self) -> bool:
        """Whether the board may be taken to lie as it was read; so it is with nothing to compare."""
        return self.fitting >= ENOUGH * self.looked_for


def fit_of(look: Observation, expected: Mapping[PieceId, Space]) -> Fit:
    """Compare by team and space only: numbers are partly concluded from where pieces are expected."""
    lying = {(disc.team, space) for disc in look.pieces for space in (disc.space, disc.other_space)}
    sought = [(team_of(piece), space) for piece, space in expected.items() if space not in look.hidden]
    return Fit(sum(place in lying for place in sought), len(sought))
