"""What a board's print looks like whatever lamp shines on it, and which of two places of a board a picture shows.

A lattice looks the same when it is moved by a space or turned half round. What tells such places apart is where the
print differs: D = R - R', the reference minus the reference so moved. A picture that shows R gives a sum of I D near
+|D|^2 / 2, one that shows R' near -|D|^2 / 2, and where the print does not differ there is nothing to say. Each space
has one vote, so that no disc, hand or glare spot outweighs the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.own.flat import Picture
    from calibration.pose import FloatArray

PX_PER_SPACE = 12
LEVEL_SPACES = 1.5
"""What changes more slowly than over this many spaces is lamp light, not print."""
LEAST_SPREAD = 4.0
"""Differences of fewer units (CIE L*, a*, b*) are noise."""
BLOWN_LEVEL = 250
"""From this grey level on nothing of the print is left."""
LEAST_DIFFERENCE = 0.8
"""Where the reference differs less from its moved self, its own noise would have the word."""
MAX_VOTE = 1.0
"""A space that agrees better than perfectly has one vote all the same."""


@dataclass(frozen=True, eq=False)
class Look:
    """The print of the flattened board."""

    values: NDArray[np.float32]
    """(height, width, 3): lightness and two colours, free of lamp light and of contrast, about -2 to 2."""
    known: NDArray[np.bool_]
    """(height, width): False where nothing was seen."""


@dataclass(frozen=True)
class Evidence:
    """For one place of the board against another."""

    strength: float
    """1: just as the reference looks here; 0: undecided; -1: just as it looks there."""
    certainty: float
    """The strength in standard deviations of what chance would give."""
    spaces: float
    """How much of the print speaks: as many spaces as if all of each were of the other shade."""


def look_of(flat: Picture, known: NDArray[np.bool_]) -> Look:
    """The look of a flattened picture with PX_PER_SPACE pixels a space."""
    lab = cv2.cvtColor(flat.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    # A lamp's reflection lies where the lamp is, whichever way the board lies.
    blown = (flat.min(axis=2) >= BLOWN_LEVEL).astype(np.uint8)
    known = known & (cv2.dilate(blown, np.ones((PX_PER_SPACE, PX_PER_SPACE), np.uint8)) == 0)
    weight = known.astype(np.float32)
    share = np.maximum(_spread_out(weight, 1.0), 1e-3)[..., None]
    fine = lab - _spread_out(lab * weight[..., None], 1.0) / share
    energy = (fine**2).sum(axis=2) * weight
    spread = np.sqrt(_spread_out(energy, 1.3)[..., None] / share) + LEAST_SPREAD
    values = np.clip(fine / spread, -2.0, 2.0) * weight[..., None]
    return Look(np.asarray(values, np.float32), known)


def likeness(seen: Look, reference: Look) -> float:
    """Share of the spaces that look like the reference's: correlation above a half."""
    both = (seen.known & reference.known)[..., None]
    a, b = seen.values * both, reference.values * both
    covered, products, squares_a, squares_b = (
        _by_space(part) for part in (both[..., 0].astype(np.float64), _dot(a, b), _dot(a, a), _dot(b, b))
    )
    whole = covered > 0.8 * PX_PER_SPACE**2
    if not whole.any():
        return 0.0
    alike = products[whole] > 0.5 * np.sqrt(squares_a[whole] * squares_b[whole])
    return float(alike.mean())


def differences(here: Look, there: Look) -> FloatArray:
    """(rows, columns): by how much the two looks differ on each square of a space; 0 where one is not known."""
    difference = (here.values - there.values) * (here.known & there.known)[..., None]
    return _by_space(_dot(difference, difference))


def tell_apart(seen: Look, here: Look, there: Look) -> Evidence:
    """Whether a picture shows the reference as it looks here, or as it looks there (moved or turned)."""
    difference = here.values - there.values
    speaks = seen.known & here.known & there.known & (_dot(difference, difference) > LEAST_DIFFERENCE**2)
    difference = difference * speaks[..., None]
    energy = _by_space(_dot(difference, difference))
    gain = _by_space(_dot(difference, 2 * seen.values - here.values - there.values))
    total = float(energy.sum())
    if total <= 0:
        return Evidence(0.0, 0.0, 0.0)
    votes = np.clip(gain, -MAX_VOTE * energy, MAX_VOTE * energy)
    scatter = float(np.sqrt((votes**2).sum()))
    strength, certainty = float(votes.sum()) / total, float(votes.sum()) / max(scatter, 1e-9)
    return Evidence(strength, certainty, total / PX_PER_SPACE**2)


def _dot(a: NDArray[np.float32], b: NDArray[np.float32]) -> FloatArray:
    return np.asarray(np.einsum("ijk,ijk->ij", a, b), np.float64)


def _by_space(values: FloatArray) -> FloatArray:
    """Sums over squares of one space each."""
    rows, columns = (size // PX_PER_SPACE for size in values.shape)
    cut = values[: rows * PX_PER_SPACE, : columns * PX_PER_SPACE]
    return np.asarray(cut.reshape(rows, PX_PER_SPACE, columns, PX_PER_SPACE).sum(axis=(1, 3)))


def _spread_out(values: NDArray[np.float32], factor: float) -> NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), factor * LEVEL_SPACES * PX_PER_SPACE), np.float32)
