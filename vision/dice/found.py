"""What is said of one die, whoever saw it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.match import Team

GLARE = "glare hides the upper face of a die"
COCKED = "a die is cocked: it does not lie flat"
NOT_CLEAR = "the upper face of a die is not clear enough"
STACKED = "a die lies on another one"

SAME_DIE_MM = 11.0
"""Two dice that are read stand no closer than 12 mm, the side of the smallest; where each stands is known to half a
millimetre or so. What is nearer is one die seen twice, from its upper face and from a side, say."""


@dataclass(frozen=True, eq=False)
class Found:
    """A die."""

    place_mm: NDArray[np.float64]
    """(2,) middle of its foot, board frame."""
    team: Team | None
    """By its colour; None if it is neither team's."""
    values: tuple[int, int]
    """The two likeliest, the likelier first."""
    confidence: float
    """That the first is right."""
    die: float
    """Probability that it is a die at all."""
    why: str
    """Why it is not read, in a player's words; empty if it is."""
    usual: bool = False
    """Whether it surely has a usual die's size, as its pips say."""
    piece: bool = False
    """Whether it is no die but a piece that lies beside the board, which is all that is said of it."""

    @property
    def xy_mm(self) -> tuple[float, float]:
        """Its place, rounded for the record."""
        x_mm, y_mm = self.place_mm.tolist()
        return round(x_mm, 2), round(y_mm, 2)


def another_size(side_mm: float) -> str:
    """It is too large to be read."""
    return f"a die of another size, about {side_mm:.0f} mm: dice of 12 to 16 mm are read"


def unclear(first: int, second: int) -> str:
    """Two values cannot be told apart."""
    low, high = sorted((first, second))
    return f"{NOT_CLEAR}: it may be {low} or {high}"
