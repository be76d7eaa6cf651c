"""What a calibration is to rest on: views and crossings that agree, and as many terms as they can carry."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from calibration.lens.fit import WITH_K3, WITHOUT_K3, calibrate
from calibration.lens.views import View, ViewFailure
from calibration.sentences import measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.lens.fit import Fit

MIN_VIEWS = 4
"""Below this nothing can be left out, and nothing is known of the error."""
MAX_FOLDS = 6
"""With more views than this, several are held out at a time: the time for solving has a bound."""
GROSS_TIMES = 3.0
GROSS_PER_LONG_SIDE = 0.5 / 1280
"""A view is left out if its error is beyond so many times the usual, and beyond this share of the picture."""
STRAY_TIMES = 8.0
STRAY_PER_LONG_SIDE = 3.0 / 1280
"""The same for a single crossing."""
STRAY_OWN_TIMES = 5.0
"""It has to stand out in its own view as well: one that is wrong as a whole is left out as a whole."""
MIN_GAIN = 0.01
"""The third radial term has to make unseen views fit better by this share; otherwise it follows noise."""


@dataclass(frozen=True)
class Model:
    """Which distortion terms are used, and why."""

    with_k3: bool
    held_out_rms_px: float
    """RMS of a view in a fit that it had no part in, the median over the views."""
    why: str
    """Part of a sentence."""

    @property
    def flags(self) -> int:
        """For ``calibrate``."""
        return WITH_K3 if self.with_k3 else WITHOUT_K3


def without_gross(
    views: Sequence[View], fit: Fit, size_px: tuple[int, int]
) -> tuple[list[View], tuple[ViewFailure, ...]]:
    """Leave out the worst view while it contradicts the rest: one bad view bends the others' fit."""
    kept, left_out = list(views), []
    while len(kept) > MIN_VIEWS:
        worst, usual = int(fit.view_rms_px.argmax()), float(np.median(fit.view_rms_px))
        error = float(fit.view_rms_px[worst])
        if error <= max(GROSS_TIMES * usual, GROSS_PER_LONG_SIDE * max(size_px)):
            break
        rest = kept[:worst] + kept[worst + 1 :]
        again = calibrate(rest, size_px, WITH_K3)
        if again is None:
            break
        reason = measure("off", px=error, usual=usual)
        left_out.append(ViewFailure(kept[worst].name, "off", reason))
        kept, fit = rest, again
    return kept, tuple(left_out)


def without_strays(views: Sequence[View], fit: Fit, size_px: tuple[int, int]) -> tuple[list[View], int]:
    """Leave out single crossings that lie far off, for all views and for their own: misread, or hidden by a finger."""
    residuals = fit.residuals_px(views)
    usual = float(np.median(np.concatenate(residuals)))
    limit = max(STRAY_TIMES * usual, STRAY_PER_LONG_SIDE * max(size_px))
    kept, strays = [], 0
    for view, residual in zip(views, residuals, strict=True):
        keep = residual <= max(limit, STRAY_OWN_TIMES * float(np.median(residual)))
        kept.append(view if keep.all() else _part(view, keep))
        strays += int((~keep).sum())
    return kept, strays


def _part(view: View, keep: NDArray[np.bool_]) -> View:
    """A view with some of its crossings only; ``keep`` is a mask (N,)."""
    return replace(view, ids=view.ids[keep], points_mm=view.points_mm[keep], corners_px=view.corners_px[keep])


def choose_model(views: Sequence[View], size_px: tuple[int, int]) -> Model | None:
    """With or without the third radial term: by how well fits foretell views that they have not seen."""
    without, with_k3 = _hold_out_px(views, size_px, WITHOUT_K3), _hold_out_px(views, size_px, WITH_K3)
    if min(without, with_k3) == np.inf:
        return None
    told = measure("held_out", without=without, with_k3=with_k3)
    if with_k3 < (1 - MIN_GAIN) * without:
        return Model(with_k3=True, held_out_rms_px=with_k3, why=measure("model.five", held_out=told))
    return Model(with_k3=False, held_out_rms_px=without, why=measure("model.four", held_out=told))


def _hold_out_px(views: Sequence[View], size_px: tuple[int, int], flags: int) -> float:
    """Leave out each view (or group) in turn: the median RMS of what was left out; infinite if a fit fails.

    The median, because a view that alone shows some part of the picture is foretold badly by any model.
    """
    folds = min(len(views), MAX_FOLDS)
    errors = []
    for fold in range(folds):
        fit = calibrate([view for number, view in enumerate(views) if number % folds != fold], size_px, flags)
        if fit is None:
            return float("inf")
        errors += [float(np.sqrt((fit.unseen_residuals_px(view) ** 2).mean())) for view in views[fold::folds]]
    return float(np.median(errors))
