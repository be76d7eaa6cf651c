"""What is said of one die in a plain picture, whoever saw it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class PicturedDie:
    """A die."""

    centre_px: NDArray[np.float64]
    """(2,) middle of its upper face."""
    side_px: float
    """Of its upper face, along a row of the picture."""
    value: int
    """The likeliest."""
    confidence: float
    """That it is right."""
    body_bgr: NDArray[np.float64]
    """(3,) its colour."""
    why: str
    """Why it is not read, in a player's words; empty if it is."""
