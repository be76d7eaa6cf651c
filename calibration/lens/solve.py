"""The lens from views of a flat target: a robust calibration, and how far it can be trusted.

OpenCV's ``calibrateCamera`` does the fit (Zhang 2000, "A flexible new technique for camera calibration"). Around it:
views and crossings that contradict the rest are left out, and whether the third radial term is used is decided by
views that the fit has not seen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from calibration.lens.fit import WITH_K3, WITHOUT_K3, calibrate
from calibration.lens.spread import Spread, spread_of
from calibration.lens.views import View, ViewFailure
from calibration.pose import Lens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.lens.fit import Fit, TargetPose

MIN_VIEWS = 4
"""Below this nothing can be left out, and nothing is known of the error."""
MAX_FOLDS = 12
"""With more views than this, several are left out at a time: the time for solving has a bound."""
GROSS_TIMES = 3.0
GROSS_PER_LONG_SIDE = 0.5 / 1280
"""A view is left out if its error is beyond so many times the usual, and beyond this share of the picture."""
STRAY_TIMES = 8.0
STRAY_PER_LONG_SIDE = 3.0 / 1280
"""The same for a single crossing."""
MIN_GAIN = 0.01
"""The third radial term has to make unseen views fit better by this share; otherwise it follows noise."""


@dataclass(frozen=True, eq=False)
class LensSolution:
    """A measured lens and what it rests on."""

    lens: Lens
    rms_px: float
    """Over all crossings used."""
    used: tuple[View, ...]
    view_rms_px: tuple[float, ...]
    """Of each view used."""
    poses: tuple[TargetPose, ...]
    """Of the target in each view used."""
    left_out: tuple[ViewFailure, ...]
    """Views that contradict the rest."""
    strays: int
    """Single crossings left out."""
    held_out_rms_px: float
    """RMS of a view in a fit that it had no part in, the median over the views."""
    model: str
    """Which terms are used, and why: part of a sentence."""
    spread: Spread

    def __bool__(self) -> Literal[True]:
        """A solution is a success; see LensFailure."""
        return True


@dataclass(frozen=True)
class LensFailure:
    """No lens, and why. Falsy; see PoseFailure."""

    reason: str
    """One sentence: what is wrong and what to do."""

    def __bool__(self) -> Literal[False]:
        """A failure is a no."""
        return False


def solve_lens(views: Sequence[View]) -> LensSolution | LensFailure:
    """Measure the lens from views of one target, all in pictures of one size."""
    if len(views) < MIN_VIEWS:
        return LensFailure(
            f"{len(views)} usable view{'' if len(views) == 1 else 's'} of the target, and {MIN_VIEWS} is the least; "
            "show it from more sides"
        )
    size_px = views[0].size_px
    fit = calibrate(views, size_px, WITH_K3)
    if fit is None:
        return _hopeless()
    views, left_out = _without_gross(views, fit, size_px)
    views, strays = _without_strays(views, size_px)
    chosen = _choose_model(views, size_px)
    if chosen is None:
        return _hopeless()
    flags, held_out_rms_px, model = chosen
    final = calibrate(views, size_px, flags)
    if final is None:
        return _hopeless()
    lens = Lens(final.matrix, final.distortion, size_px, measured=True)
    return LensSolution(
        lens,
        final.rms_px,
        tuple(views),
        tuple(float(value) for value in final.view_rms_px),
        final.poses,
        left_out,
        strays,
        held_out_rms_px,
        model,
        spread_of(lens, views, final.poses, with_k3=flags == WITH_K3),
    )


def _hopeless() -> LensFailure:
    return LensFailure(
        "the views do not belong together: no lens explains them; check the target's size, and use one camera with "
        "one zoom and focus"
    )


def _without_gross(
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
        reason = f"contradicts the other views ({error:.1f} px off, usual {usual:.2f} px)"
        left_out.append(ViewFailure(kept[worst].name, "off", reason))
        kept, fit = rest, again
    return kept, tuple(left_out)


def _without_strays(views: Sequence[View], size_px: tuple[int, int]) -> tuple[list[View], int]:
    """Leave out single crossings that lie far off: misread, or hidden by a finger."""
    fit = calibrate(views, size_px, WITH_K3)
    if fit is None:
        return list(views), 0
    residuals = fit.residuals_px(views)
    limit = max(STRAY_TIMES * float(np.median(np.concatenate(residuals))), STRAY_PER_LONG_SIDE * max(size_px))
    keep = [residual <= limit for residual in residuals]
    strays = sum(int((~mask).sum()) for mask in keep)
    if not strays:
        return list(views), 0
    return [_part(view, mask) for view, mask in zip(views, keep, strict=True) if mask.sum() >= 6], strays


def _part(view: View, keep: NDArray[np.bool_]) -> View:
    """A view with some of its crossings only; ``keep`` is a mask (N,)."""
    return replace(view, ids=view.ids[keep], points_mm=view.points_mm[keep], corners_px=view.corners_px[keep])


def _choose_model(views: Sequence[View], size_px: tuple[int, int]) -> tuple[int, float, str] | None:
    """With or without the third radial term: by how well fits foretell views that they have not seen."""
    without, with_k3 = _hold_out_px(views, size_px, WITHOUT_K3), _hold_out_px(views, size_px, WITH_K3)
    if min(without, with_k3) == np.inf:
        return None
    told = f"views held out of the fit are off by {without:.2f} px without it and {with_k3:.2f} px with it"
    if with_k3 < (1 - MIN_GAIN) * without:
        return WITH_K3, with_k3, f"five distortion terms, k3 among them: {told}"
    return WITHOUT_K3, without, f"four distortion terms, k3 left out: {told}"


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
