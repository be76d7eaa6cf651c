"""Choosing views as they come: which add something, and why the others are left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from calibration.lens.bend import CURLED_GAIN, MAX_BEND_SHARE, bends_of, bent
from calibration.lens.coverage import coverage_of
from calibration.lens.fit import WITHOUT_K3, calibrate
from calibration.lens.views import View, ViewFailure
from calibration.pose import Lens
from calibration.sentences import measure

if TYPE_CHECKING:
    from collections.abc import Sequence

STILL_PER_LONG_SIDE = 3.0 / 1280
"""In a calm hand a target moves less between two looks; cameras read row after row, and bend what moves."""
SAME_SHARE = 0.01
"""Two pictures whose crossings differ by less, in long sides of the picture, are one and the same."""
SIMILAR_SHARE = 0.06
SIMILAR_DEG = 8.0
"""From a live camera a view is to differ by more than both from each one taken, in place and in tilt."""
ENOUGH_TO_TELL = 6
"""With fewer views lens and bending are not told apart."""
ENOUGH_BESIDE = 8
"""More views beside it take longer than somebody likes to hold a target still."""
MOST_VIEWS = 40
"""More add time, not knowledge."""


def moved(view: View, before: View | None) -> ViewFailure | None:
    """Whether the target moved since the frame before; without one it is not known to be still."""
    shift = _shift_share(view, before) if before is not None else None
    if shift is None or shift > STILL_PER_LONG_SIDE:
        return ViewFailure(view.name, "moved", measure("moves"))
    return None


def repeated(view: View, taken: Sequence[View]) -> ViewFailure | None:
    """Whether the very same view was taken before."""
    for other in taken:
        shift = _shift_share(view, other)
        if shift is not None and shift < SAME_SHARE:
            return ViewFailure(view.name, "similar", measure("same", other=other.name))
    return None


def too_similar(view: View, taken: Sequence[View]) -> ViewFailure | None:
    """Whether a view out of many would add little to those taken."""
    if any(_alike(view, other) for other in taken) and not _adds(view, taken):
        wish = coverage_of(taken).next_wish()
        return ViewFailure(view.name, "similar", measure("similar", wish=wish or measure("similar.enough")))
    return None


def curled(view: View, taken: Sequence[View]) -> ViewFailure | None:
    """Whether the sheet is bent in a view, seen beside those taken; too few of them do not tell."""
    together = (*taken[-ENOUGH_BESIDE:], view)
    fit = calibrate(together, view.size_px, WITHOUT_K3) if len(together) >= ENOUGH_TO_TELL else None
    if fit is None:
        return None
    bends = bends_of(together, Lens(fit.matrix, fit.distortion, view.size_px), fit.poses)
    if bends.gain < CURLED_GAIN or bends.shares[-1] <= MAX_BEND_SHARE:
        return None
    return bent(view.name, bends.shares[-1])


def _adds(view: View, taken: Sequence[View]) -> bool:
    """Whether it covers a third of the picture or a lean that nothing covered before."""
    before, after = coverage_of(taken), coverage_of((*taken, view))
    return bool((after.zones & ~before.zones).any()) or bool(after.leans - before.leans) or after.near > before.near


def _alike(view: View, other: View) -> bool:
    shift = _shift_share(view, other)
    return shift is not None and shift < SIMILAR_SHARE and _between_deg(view, other) < SIMILAR_DEG


def _shift_share(view: View, other: View) -> float | None:
    """Mean distance between the crossings that both views show, in long sides of the picture; None without any.

    A chessboard may be counted from either end, and one turned by half is the same view: the nearer reading counts.
    """
    _, here, there = np.intersect1d(view.ids, other.ids, return_indices=True)
    if not len(here) or view.size_px != other.size_px:
        return None
    seen, before = view.corners_px[here], other.corners_px[there]
    readings = (before, before[::-1]) if len(here) == len(view.ids) == len(other.ids) else (before,)
    apart = min(float(np.linalg.norm(seen - reading, axis=1).mean()) for reading in readings)
    return apart / max(view.size_px)


def _between_deg(view: View, other: View) -> float:
    """Angle between the two targets' normals."""
    a, b = (_normal(each) for each in (view, other))
    return float(np.degrees(np.arccos(np.clip(a @ b, -1, 1))))


def _normal(view: View) -> np.ndarray:
    tilt, lean = np.deg2rad((view.tilt_deg, view.lean_deg))
    return np.array((np.sin(tilt) * np.cos(lean), np.sin(tilt) * np.sin(lean), np.cos(tilt)))
