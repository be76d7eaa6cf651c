"""What is said while a lens is measured, and of the result: lines for people, an object for programs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from calibration.lens.coverage import cells_of
from calibration.lens.views import View, ViewFailure

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from calibration.lens.coverage import Coverage
    from calibration.lens.solve import LensSolution
    from calibration.lens.verdict import Verdict
    from referee_tui.lens.gather import Step

FEW, SOME, MANY = "\u2591", "\u2592", "\u2588"
"""A cell of the map with one view, with two, with more; one without is a dot."""


def map_lines(coverage: Coverage, now: View | None = None) -> list[str]:
    """Where in the picture the target was seen so far, two letters a cell, and ``[]`` where it is seen now."""
    marks = np.array(("..", FEW * 2, SOME * 2, MANY * 2))[np.minimum(coverage.cells, 3)]
    if now is not None:
        marks[cells_of(now)] = "[]"
    return ["".join(row) for row in marks.tolist()]


def view_words(view: View) -> str:
    """``35 crossings, tilt 28 degrees, fills 21 % of the picture, edges 0.8 px``."""
    return (
        f"{len(view.ids)} crossings, tilt {view.tilt_deg:.0f} degrees, fills {view.fill:.0%} of the picture, "
        f"edges {view.sharpness.blur_px:.1f} px"
    )


def step_line(step: Step) -> str:
    """One line on a picture: taken, or why not."""
    if isinstance(step.answer, View):
        return f"{step.answer.name}: view {len(step.taken)}, {view_words(step.answer)}"
    return f"{step.answer.name}: not taken, {step.answer.reason}"


def wish_line(coverage: Coverage) -> str:
    """How many more views are needed, and how to hold the target next."""
    if coverage.enough:
        return "That is enough."
    count = coverage.missing_views
    more = f"{count} more view{'' if count == 1 else 's'}: " if count else ""
    wish = f"{more}{coverage.next_wish()}."
    return wish[0].upper() + wish[1:]


def result_lines(solution: LensSolution, verdict: Verdict, coverage: Coverage) -> list[str]:
    """The result, most important first."""
    lens, spread = solution.lens, solution.spread
    matrix, (width, height) = lens.camera_matrix, lens.size_px
    terms = ", ".join(
        f"{name} {value:+.4f}" for name, value in zip(("k1", "k2", "p1", "p2", "k3"), lens.distortion, strict=True)
    )
    crossings = sum(len(view.ids) for view in solution.used)
    focal = (
        f"Focal length {matrix[0, 0]:.1f} x {matrix[1, 1]:.1f} px (+- {spread.focal_px:.1f}), centre "
        f"{matrix[0, 2]:.1f}, {matrix[1, 2]:.1f} (+- {spread.centre_px:.1f}); where it was measured, things are put to "
        f"within {spread.effect_px:.2f} px."
    )
    return [
        f"Verdict: {verdict}.",
        f"RMS {solution.rms_px:.3f} px over {crossings} crossings in {len(solution.used)} views, {width}x{height}.",
        focal,
        f"Distortion {terms}: {solution.model.why}.",
        *_view_lines(solution),
        *(f"  left out: {failure.name}: {failure.reason}" for failure in solution.left_out),
        f"Seen in {coverage.share:.0%} of the picture:",
        *(f"  {line}" for line in map_lines(coverage)),
    ]


def _view_lines(solution: LensSolution) -> list[str]:
    rows = zip(solution.used, solution.view_rms_px, solution.poses, solution.bends.shares, strict=True)
    return [
        f"  {view.name}: {rms:.2f} px off, {float(np.linalg.norm(pose.tvec)) / 10:.0f} cm away, bent {share:.1%}, "
        f"{view_words(view)}"
        for view, rms, pose, share in rows
    ]


def refusals_line(refused: Sequence[ViewFailure]) -> str:
    """``Not taken: 14 similar, 3 blurred.``; empty if all were."""
    counts = Counter(failure.kind for failure in refused)
    words = {
        "none": "without the target",
        "few": "with too little of it",
        "size": "of another size",
        "bent": "curled",
        "still": "at rest",
    }
    told = ", ".join(f"{count} {words.get(kind, kind)}" for kind, count in counts.most_common())
    return f"Not taken: {told}." if told else ""


def result_json(
    solution: LensSolution, verdict: Verdict, coverage: Coverage, refused: Sequence[ViewFailure], saved: Sequence[Path]
) -> dict[str, object]:
    """The result as one object; lengths in pixels of the pictures, angles in degrees."""
    lens, spread = solution.lens, solution.spread
    rows = zip(solution.used, solution.view_rms_px, solution.bends.shares, strict=True)
    return {
        "measured": True,
        "verdict": verdict.grade,
        "findings": list(verdict.findings),
        "size_px": list(lens.size_px),
        "camera_matrix": lens.camera_matrix.tolist(),
        "distortion": lens.distortion.tolist(),
        "rms_px": solution.rms_px,
        "focal_sd_px": spread.focal_px,
        "centre_sd_px": spread.centre_px,
        "effect_px": spread.effect_px,
        "held_out_rms_px": solution.model.held_out_rms_px,
        "model": solution.model.why,
        "curled": solution.curled,
        "coverage": {"share": coverage.share, "missing": list(coverage.missing_zones)},
        "views": [
            {
                "name": view.name,
                "rms_px": rms,
                "crossings": len(view.ids),
                "tilt_deg": view.tilt_deg,
                "fill": view.fill,
                "blur_px": view.sharpness.blur_px,
                "bent": share,
            }
            for view, rms, share in rows
        ],
        "refused": refused_json((*refused, *solution.left_out)),
        "saved": [str(path) for path in saved],
    }


def refused_json(refused: Sequence[ViewFailure]) -> list[dict[str, str]]:
    """Views that were not used, and why."""
    return [{"name": failure.name, "why": failure.kind, "reason": str(failure.reason)} for failure in refused]
