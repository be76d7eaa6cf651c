"""What the net says of one die, and what several looks at it say together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.dice.net import COCKED, NO_DIE, ROLLING, STACKED, UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_INDEPENDENT = 3.0
"""Of four looks: the net is trained on worse pictures than most tables give."""
STATES = (UNREADABLE, COCKED, STACKED, ROLLING)
"""What a die can be that shows no value."""
_LEAST = 1e-6
"""Probability below which the net's own errors are larger."""


@dataclass(frozen=True, eq=False)
class Opinion:
    """Probabilities of what stands in a place."""

    probabilities: NDArray[np.float64]
    """(ANSWERS,) see ``vision.dice.net``."""

    @property
    def die(self) -> float:
        """That a die stands there."""
        return 1.0 - float(self.probabilities[NO_DIE])

    @property
    def value(self) -> int:
        """The likeliest."""
        return 1 + int(self.probabilities[1:UNREADABLE].argmax())

    @property
    def confidence(self) -> float:
        """That the value is right."""
        return float(self.probabilities[self.value])

    @property
    def values(self) -> tuple[int, int]:
        """The two likeliest, the likelier first."""
        second, first = np.argsort(self.probabilities[1:UNREADABLE])[-2:] + 1
        return int(first), int(second)


def together(opinions: Sequence[Opinion]) -> Opinion:
    """What several looks from beside each other say of one place.

    The geometric mean, in which each look counts as one opinion; how the die lies, which they see the more surely the
    more of them agree, counts as so many independent ones as were found to fit.
    """
    mean = np.exp(np.mean([np.log(opinion.probabilities + _LEAST) for opinion in opinions], axis=0))
    level = float(mean[1:UNREADABLE].sum())
    states = np.append(mean[[NO_DIE, *STATES]], level) ** _INDEPENDENT
    states /= states.sum()
    probabilities = mean.copy()
    probabilities[[NO_DIE, *STATES]] = states[:-1]
    probabilities[1:UNREADABLE] *= states[-1] / level
    return Opinion(probabilities)


@dataclass(frozen=True, eq=False)
class Look:
    """What the net says of a place."""

    place_mm: NDArray[np.float64]
    """(2,) middle of the die's foot, board frame."""
    opinion: Opinion

    def apart_mm(self, other: Look) -> float:
        """How far from another one."""
        return float(np.hypot(*(self.place_mm - other.place_mm)))


def distinct(looks: Sequence[Look], apart_mm: float) -> list[Look]:
    """Each place once, as what it looks most like."""
    kept: list[Look] = []
    for look in sorted(looks, key=lambda look: -look.opinion.die):
        if all(look.apart_mm(other) >= apart_mm for other in kept):
            kept.append(look)
    return kept
