"""What the marks on a die's upper face say: pips are counted.

The dice net says what lies there and how; of the value it knows less than layouts, which look at nothing but the upper
face. Numerals are not read: a disc beside the field shows the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.dice.layouts import MORE_PIPS, LayoutScores, layout_scores
from vision.dice.net import COCKED, NO_DIE, ROLLING, STACKED, UNREADABLE
from vision.dice.opinion import Opinion

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DETAILS = 10.0
"""How many independent details a face shows: what a layout leaves unexplained of them tells how likely it is."""
_BEST_MATCH = 0.985
"""No correlation means more than this one."""
_PIPS_FROM, _PIPS_WITHIN = 0.76, 0.08
"""Up to this correlation numerals look like pips too; that much higher, nothing but pips does."""
_NO_FACE, _NOT_LEVEL = (0.82, 0.02), (0.86, 0.05)
"""Correlation at which marks say nothing about whether a level face is there, and by how much more they say it e times;
in drawn scenes 85 of 100 level faces have more than 0.82, of what is no die 1 in 70, of leaning ones a half."""
_SELDOM = 0.3
"""Leaning dice are rarer on tables than among the examples that the net learnt on."""
_DOUBT = 0.02
"""The dice net's opinion of the value is believed only to this."""


@dataclass(frozen=True, eq=False)
class Marked:
    """An opinion with the values weighed anew by the marks that are seen."""

    opinion: Opinion
    match: float
    """How well the pips of a level face match: a correlation."""
    middle: NDArray[np.float64]
    """(2,) how far the upper face's middle is right and down of the window's, window sides, as the pips say."""


def with_marks(opinion: Opinion, window: NDArray[np.uint8]) -> Marked:
    """An opinion weighed by what is seen in a window (S, S, 3) whose middle the die stands in."""
    return _weighed(opinion, layout_scores(window))


def unmarked(opinion: Opinion) -> Marked:
    """An opinion of what is hardly a level die: as where none of a level face's marks are seen."""
    values = opinion.probabilities[1:UNREADABLE]
    return Marked(_with_level(opinion, values / max(float(values.sum()), 1e-6), 0.0), 0.0, np.zeros(2))


def _weighed(opinion: Opinion, pips: LayoutScores) -> Marked:
    scores, values = pips.scores, opinion.probabilities[1:UNREADABLE]
    level = float(values.sum())
    unexplained = 1.0 - np.clip(scores, 0.0, _BEST_MATCH) ** 2
    surely = min(1.0, max(0.0, (float(scores.max()) - _PIPS_FROM) / _PIPS_WITHIN))
    joined = (values / max(level, 1e-6) + _DOUBT) * unexplained ** (-surely * _DETAILS / 2)
    best = int(scores.argmax())
    match = float(scores[best]) - MORE_PIPS * best
    read = _with_level(opinion, joined / joined.sum(), match)
    return Marked(read, match, pips.middles[read.value - 1])


def _with_level(opinion: Opinion, values: NDArray[np.float64], match: float) -> Opinion:
    """The better the marks match those of a level face, the more likely it is one: nothing but dice has such marks."""
    probabilities = opinion.probabilities.copy()
    level = float(probabilities[1:UNREADABLE].sum())
    away, tilted = ((match - middle) / scale for middle, scale in (_NO_FACE, _NOT_LEVEL))
    probabilities[[NO_DIE, UNREADABLE, ROLLING]] *= np.exp(-np.clip(away, -2.0, 4.0))
    # A face that leans a little shows its marks nearly as well.
    probabilities[[COCKED, STACKED]] *= _SELDOM * np.exp(-np.clip(tilted, 0.0, 1.0))
    probabilities[1:UNREADABLE] = level * values
    return Opinion(probabilities / probabilities.sum())
