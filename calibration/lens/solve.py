"""The lens from views of a flat target: a robust calibration, and how far it can be trusted.

OpenCV's ``calibrateCamera`` does the fit (Zhang 2000, "A flexible new technique for camera calibration"). Around it:
views and crossings that contradict the rest are left out, whether the third radial term is used is decided by views
that the fit has not seen, and sheets that were not flat are found out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from calibration.lens.bend import CURLED_GAIN, MAX_BEND_SHARE, Bends, bends_of, bent
from calibration.lens.fit import WITH_K3, calibrate
from calibration.lens.robust import MIN_VIEWS, Model, choose_model, without_gross, without_strays
from calibration.lens.spread import Spread, spread_of
from calibration.pose import Lens
from calibration.sentences import measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.lens.fit import Fit, TargetPose
    from calibration.lens.views import View, ViewFailure


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
    """Views that contradict the rest or show a curled sheet."""
    strays: int
    """Single crossings left out."""
    model: Model
    bends: Bends
    spread: Spread

    def __bool__(self) -> Literal[True]:
        """A solution is a success; see LensFailure."""
        return True

    @property
    def curled(self) -> bool:
        """Whether the sheet was not flat."""
        return self.bends.gain >= CURLED_GAIN


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
    solution = _solve(views, ())
    if not solution or not solution.curled:
        return solution
    shares = zip(solution.used, solution.bends.shares, strict=True)
    curled = {view.name: share for view, share in shares if share > MAX_BEND_SHARE}
    if not curled:
        return solution
    flat = [view for view in solution.used if view.name not in curled]
    # Where most views are curled, the rest are so too, only less than can be told.
    if len(flat) < max(MIN_VIEWS, len(curled)):
        return LensFailure(
            measure("none.curled", curled=len(curled), views=len(solution.used), share=max(curled.values()))
        )
    return _solve(flat, (*solution.left_out, *(bent(name, share) for name, share in curled.items())))


def _solve(views: Sequence[View], left_out: tuple[ViewFailure, ...]) -> LensSolution | LensFailure:
    if len(views) < MIN_VIEWS:
        how_many = {0: "none.no", 1: "none.one"}.get(len(views), "none.few")
        return LensFailure(measure(how_many, views=len(views), least=MIN_VIEWS))
    size_px = views[0].size_px
    fit = calibrate(views, size_px, WITH_K3)
    if fit is None:
        return _hopeless()
    kept, strays = without_strays(views, fit, size_px)
    fit = calibrate(kept, size_px, WITH_K3) if strays else fit
    if fit is None:
        return _hopeless()
    kept, gross = without_gross(kept, fit, size_px)
    model = choose_model(kept, size_px)
    final = calibrate(kept, size_px, model.flags) if model is not None else None
    if model is None or final is None:
        return _hopeless()
    return _solution(kept, final, model, (*left_out, *gross), strays)


def _solution(
    views: Sequence[View], fit: Fit, model: Model, left_out: tuple[ViewFailure, ...], strays: int
) -> LensSolution:
    lens = Lens(fit.matrix, fit.distortion, views[0].size_px, measured=True)
    bends = bends_of(views, lens, fit.poses)
    misled_by = bends.lens if bends.gain >= CURLED_GAIN else None
    return LensSolution(
        lens,
        fit.rms_px,
        tuple(views),
        tuple(float(value) for value in fit.view_rms_px),
        fit.poses,
        left_out,
        strays,
        model,
        bends,
        spread_of(lens, views, fit.poses, with_k3=model.with_k3, other=misled_by),
    )


def _hopeless() -> LensFailure:
    return LensFailure(measure("none.hopeless"))
