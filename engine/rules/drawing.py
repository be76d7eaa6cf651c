"""Drawing at random with few calls of the generator: random matches draw millions of times."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.match import Action


def one_of(actions: Sequence[Action], rng: Random) -> Action | None:
    """One of them, each as likely, or None if there is none."""
    # rng.choice costs twice as much; the bias of a float times a few hundred is below one in 10**13.
    return actions[int(rng.random() * len(actions))] if actions else None


def weighted(weights: Sequence[int], rng: Random) -> int:
    """The place of one of them, each as likely as its weight says."""
    left = rng.random() * sum(weights)
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    return len(weights) - 1
