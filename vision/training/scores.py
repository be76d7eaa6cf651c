"""How well a reader's probabilities fit the truth. NumPy only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Scores:
    """Of one set of examples."""

    count: int
    accuracy: float
    """Share of right answers, "cannot be read" being one."""
    claimed: float
    """Share of answers with a probability above the line."""
    claimed_accuracy: float
    """Share of right ones among these; 1.0 if there are none."""
    calibration_error: float
    """Expected calibration error: mean gap between confidence and accuracy, 15 bins of equal width."""
    negative_log_likelihood: float
    confusion: NDArray[np.int64]
    """(16, 16): truth by answer."""


def score(probabilities: NDArray[np.float64], labels: NDArray[np.int64], line: float = 0.9) -> Scores:
    """Scores of probabilities (N, 16) against class indices (N,); ``line`` is where an answer counts as claimed."""
    answers, confidence = probabilities.argmax(axis=1), probabilities.max(axis=1)
    right = answers == labels
    claimed = confidence > line
    classes = probabilities.shape[1]
    confusion = np.zeros((classes, classes), np.int64)
    np.add.at(confusion, (labels, answers), 1)
    truth = probabilities[np.arange(len(labels)), labels]
    return Scores(
        count=len(labels),
        accuracy=float(right.mean()),
        claimed=float(claimed.mean()),
        claimed_accuracy=float(right[claimed].mean()) if claimed.any() else 1.0,
        calibration_error=calibration_error(confidence, right),
        negative_log_likelihood=float(-np.log(np.maximum(truth, 1e-12)).mean()),
        confusion=confusion,
    )


def calibration_error(confidence: NDArray[np.float64], right: NDArray[np.bool_], bins: int = 15) -> float:
    """Expected calibration error (Naeini et al. 2015) with bins of equal width."""
    bin_of = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [
        abs(float(confidence[bin_of == k].mean() - right[bin_of == k].mean())) * float((bin_of == k).mean())
        for k in np.unique(bin_of)
    ]
    return float(sum(gaps))


def reliability(confidence: NDArray[np.float64], right: NDArray[np.bool_]) -> list[list[float]]:
    """A row [mean confidence, share of right answers, answers] for each tenth of confidence in which there are any.

    The uppermost tenth is told in three: to 0.99, to 0.999, and above.
    """
    edges = np.array((*np.arange(0.0, 0.95, 0.1), 0.99, 0.999, np.inf))
    bin_of = np.digitize(confidence, edges) - 1
    rows = []
    for k in np.unique(bin_of):
        chosen = bin_of == k
        rows.append([float(confidence[chosen].mean()), float(right[chosen].mean()), int(chosen.sum())])
    return [[round(mean, 4), round(share, 4), count] for mean, share, count in rows]


def best_temperature(logits: NDArray[np.float64], labels: NDArray[np.int64]) -> float:
    """The divisor of the logits with the highest likelihood (Guo et al. 2017), searched on a fine grid, 0.5 to 4."""
    candidates = np.exp(np.linspace(np.log(0.5), np.log(4.0), 120))
    rows = np.arange(len(labels))

    def loss(temperature: float) -> float:
        cooled = logits / temperature
        top = cooled.max(axis=1, keepdims=True)
        spread = np.log(np.exp(cooled - top).sum(axis=1)) + top[:, 0]
        return float((spread - cooled[rows, labels]).mean())

    return float(min(candidates, key=loss))


def as_table(confusion: NDArray[np.int64]) -> str:
    """The confusion table as text: truth down, answers across, ``-`` for "cannot be read"."""
    names = [str(k + 1) for k in range(confusion.shape[0] - 1)] + ["-"]
    lines = ["    " + "".join(f"{name:>6}" for name in names)]
    for name, row in zip(names, confusion, strict=True):
        lines.append(f"{name:>4}" + "".join(f"{count or '.':>6}" for count in row))
    return "\n".join(lines)
