"""Which disc is which piece: one assignment over all discs of a team, so that every number occurs once.

Each disc brings a probability for every number (by its face, and in a match by where pieces were last). The best
assignment maximises their product (J. Munkres, "Algorithms for the assignment and transportation problems", 1957; here
scipy's). How sure it is of one disc follows from how much worse the best assignment gets when that disc is given
another number: the max-marginals of the assignment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import linear_sum_assignment

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from engine.grid import Grid, Space
    from engine.match import PieceId, Team

_LEAST = 1e-4
"""No face is so clear that another number is impossible: one in ten thousand is misread all the same."""

_STAYED = 0.97
"""In a match, most pieces stand where they stood: the probability that this one does."""
_ABSENT = 0.0005
"""Probability, over that of the pieces in play, of a number that was not in play: a substitute came on."""


@dataclass(frozen=True)
class Identity:
    """The number of one disc."""

    number: int
    """The most probable one."""
    confidence: float
    """Its probability, given that every number occurs once, 0..1."""


def assign_numbers(scores: NDArray[np.float64]) -> tuple[Identity, ...]:
    """Numbers of one team's discs. ``scores`` (N, numbers): probabilities by disc, rows need not add up to 1.

    With more discs than numbers, the discs that fit worst get their own best number at confidence 0.
    """
    count, numbers = scores.shape
    if count == 0:
        return ()
    logs = np.log(np.maximum(scores, _LEAST))
    if count > numbers:
        return _too_many(logs)
    _, best = linear_sum_assignment(logs, maximize=True)
    return tuple(_identity(logs, disc, int(best[disc])) for disc in range(count))


def _too_many(logs: NDArray[np.float64]) -> tuple[Identity, ...]:
    rows, columns = linear_sum_assignment(logs, maximize=True)
    chosen = dict(zip(rows.tolist(), columns.tolist(), strict=True))
    return tuple(Identity(chosen.get(disc, int(np.argmax(row))) + 1, 0.0) for disc, row in enumerate(logs))


def _identity(logs: NDArray[np.float64], disc: int, best: int) -> Identity:
    """The chosen number's share among the best totals with each number forced upon the disc."""
    others = np.delete(logs, disc, axis=0)
    totals = np.array([_total(others, column) + logs[disc, column] for column in range(logs.shape[1])])
    weights = np.exp(totals - totals.max())
    return Identity(best + 1, float(weights[best] / weights.sum()))


def _total(others: NDArray[np.float64], taken: int) -> float:
    """Best total of the other discs when one number is taken."""
    if len(others) == 0:
        return 0.0
    left = np.delete(others, taken, axis=1)
    rows, columns = linear_sum_assignment(left, maximize=True)
    return float(left[rows, columns].sum())


def place_prior(
    team: Team, spaces: Sequence[Space | None], expected: Mapping[PieceId, Space], grid: Grid, numbers: int
) -> NDArray[np.float64]:
    """(N, numbers): how likely each number of a team is on each disc's space, given where the pieces were last.

    A piece stays with probability ``_STAYED``; else it may be anywhere within reach, near rather than far.
    """
    prior = np.full((len(spaces), numbers), _ABSENT)
    for piece, last in expected.items():
        if piece[0] != team or not piece[1:].isdigit() or not 1 <= int(piece[1:]) <= numbers:
            continue
        for row, space in enumerate(spaces):
            prior[row, int(piece[1:]) - 1] = _at(space, last, grid)
    return prior


def _at(space: Space | None, last: Space, grid: Grid) -> float:
    if space is None:
        return 1.0 - _STAYED
    if space == last:
        return _STAYED
    return (1.0 - _STAYED) / (1.0 + 0.5 * grid.distance(space, last))
