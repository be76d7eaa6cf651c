"""Which disc is which piece: one assignment over all discs of a team, so that every number occurs once.

Each disc brings a probability for every number (by its face, and in a match by where pieces were last). The best
assignment maximises their product (J. Munkres, "Algorithms for the assignment and transportation problems", 1957; here
scipy's). How sure it is of one disc is the share of all assignments' products that give this disc the same number.
These sums are permanents; with fifteen numbers they are summed exactly, over the sets of numbers that the first discs
may have taken (as M. Held and R. M. Karp sum over sets, "A dynamic programming approach to sequencing problems", 1962).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import linear_sum_assignment

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from engine.grid import Grid, Space
    from engine.match import PieceId, Team

_LEAST = 1e-12
"""Least score, so that even a disc that fits nowhere gets a number."""

_STAYED = 0.97
"""In a match, most pieces stand where they stood: the probability that this one does."""
_ABSENT = 0.0005
"""Probability, over that of the pieces in play, of a number that was not in play: a substitute came on."""


@dataclass(frozen=True)
class Identity:
    """The number of one disc."""

    number: int
    """The one in the most probable assignment."""
    confidence: float
    """Its probability, given that every number occurs once, 0..1."""


def assign_numbers(scores: NDArray[np.float64]) -> tuple[Identity, ...]:
    """Numbers of one team's discs. ``scores`` (N, numbers): likelihoods by disc, at any scale for each row.

    With more discs than numbers, the discs that fit worst get their own best number at confidence 0.
    """
    count, numbers = scores.shape
    if count == 0:
        return ()
    weights = np.maximum(scores / np.maximum(scores.max(axis=1, keepdims=True), _LEAST), _LEAST)
    rows, columns = linear_sum_assignment(np.log(weights), maximize=True)
    if count > numbers:
        chosen = dict(zip(rows.tolist(), columns.tolist(), strict=True))
        return tuple(Identity(chosen.get(disc, int(np.argmax(row))) + 1, 0.0) for disc, row in enumerate(weights))
    shares = marginals(weights)
    return tuple(Identity(int(best) + 1, float(shares[disc, best])) for disc, best in enumerate(columns))


def marginals(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, numbers): probability that a disc has a number, if no two discs have the same one.

    ``weights`` (N, numbers), N at most ``numbers``, above 0: likelihoods by disc, at any scale for each row.
    """
    count, numbers = weights.shape
    steps = _steps(numbers)
    # Products of the first k discs' weights, summed over the orders in which they may have taken each set of k numbers.
    before = [np.ones(1)]
    for row, step in zip(weights, steps, strict=False):
        before.append((before[-1].take(step.without) * row.take(step.taken)).sum(axis=0))
    shares = np.empty_like(weights)
    after = np.ones(len(before[-1]))
    for disc in reversed(range(count)):
        step = steps[disc]
        onwards = weights[disc].take(step.free) * after.take(step.joined)
        whole = (onwards * before[disc]).ravel()
        shares[disc] = np.bincount(step.free.ravel(), whole, minlength=numbers)
        after = onwards.sum(axis=0)
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float64)


@dataclass(frozen=True, eq=False)
class _Step:
    """Between the sets of k numbers and those of k + 1, each kind in an order of its own."""

    taken: NDArray[np.intp]
    """(k + 1, larger sets): each number of a larger set, as if it had come last."""
    without: NDArray[np.intp]
    """(k + 1, larger sets): which smaller set was there before."""
    free: NDArray[np.intp]
    """(numbers - k, smaller sets): each number that a smaller set lacks."""
    joined: NDArray[np.intp]
    """(numbers - k, smaller sets): which larger set it makes."""


@lru_cache(maxsize=4)
def _steps(numbers: int) -> tuple[_Step, ...]:
    """A step for every disc that may come."""
    sets = np.arange(1 << numbers)
    holds = ((sets[:, None] >> np.arange(numbers)) & 1).astype(bool)
    size = holds.sum(axis=1)
    place = np.empty(len(sets), np.intp)
    for k in range(numbers + 1):
        place[size == k] = np.arange(np.count_nonzero(size == k))
    steps = []
    for k in range(numbers):
        smaller, larger = size == k, size == k + 1
        taken = np.ascontiguousarray(np.nonzero(holds[larger])[1].reshape(-1, k + 1).T)
        free = np.ascontiguousarray(np.nonzero(~holds[smaller])[1].reshape(-1, numbers - k).T)
        steps.append(_Step(taken, place[sets[larger] ^ (1 << taken)], free, place[sets[smaller] | (1 << free)]))
    return tuple(steps)


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
