"""What is said while a lens is measured, and of the result: lines for people, an object for programs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from calibration.lens.coverage import cells_of
from calibration.lens.views import View, ViewFailure
from engine.sentences import Book, capital, joined
from referee_tui.texts import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from calibration.lens.coverage import Coverage
    from calibration.lens.solve import LensSolution
    from calibration.lens.verdict import Verdict
    from referee_tui.lens.gather import Step

say = Book(ROOT, "lens")
"""A sentence by its key in ``referee_tui/texts/en/lens.toml``, with values."""

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
    return say("view", count=len(view.ids), tilt=view.tilt_deg, fill=view.fill, px=view.sharpness.blur_px)


def step_line(step: Step) -> str:
    """One line on a picture: taken, or why not."""
    if isinstance(step.answer, View):
        return say("step.taken", name=step.answer.name, number=len(step.taken), view=view_words(step.answer))
    return say("step.not", name=step.answer.name, reason=step.answer.reason)


def wish_line(coverage: Coverage) -> str:
    """How many more views are needed, and how to hold the target next."""
    if coverage.enough:
        return say("wish.enough")
    count, wish = coverage.missing_views, coverage.next_wish()
    if not count:
        return capital(say("wish", wish=wish))
    return say("wish.one" if count == 1 else "wish.more", count=count, wish=wish)


def result_lines(solution: LensSolution, verdict: Verdict, coverage: Coverage) -> list[str]:
    """The result, most important first."""
    lens, spread = solution.lens, solution.spread
    matrix, (width, height) = lens.camera_matrix, lens.size_px
    terms = ", ".join(
        f"{name} {value:+.4f}" for name, value in zip(("k1", "k2", "p1", "p2", "k3"), lens.distortion, strict=True)
    )
    crossings = sum(len(view.ids) for view in solution.used)
    focal = say(
        "focal", across=float(matrix[0, 0]), down=float(matrix[1, 1]), focal=spread.focal_px, x=float(matrix[0, 2]),
        y=float(matrix[1, 2]), centre=spread.centre_px, px=spread.effect_px,
    )  # fmt: skip
    views = len(solution.used)
    return [
        say("verdict", verdict=verdict.words),
        say("rms", px=solution.rms_px, crossings=crossings, views=views, width=width, height=height),
        focal,
        say("distortion", terms=terms, why=solution.model.why),
        *_view_lines(solution),
        *(say("left_out", name=failure.name, reason=failure.reason) for failure in solution.left_out),
        say("seen", share=coverage.share),
        *(f"  {line}" for line in map_lines(coverage)),
    ]


def _view_lines(solution: LensSolution) -> list[str]:
    rows = zip(solution.used, solution.view_rms_px, solution.poses, solution.bends.shares, strict=True)
    return [
        say(
            "view.used",
            name=view.name,
            px=rms,
            cm=float(np.linalg.norm(pose.tvec)) / 10,
            bent=share,
            view=view_words(view),
        )
        for view, rms, pose, share in rows
    ]


def refusals_line(refused: Sequence[ViewFailure]) -> str:
    """``Not taken: 14 similar, 3 blurred.``; empty if all were."""
    return say("refused", counts=refusals(refused)) if refused else ""


def refusals(refused: Sequence[ViewFailure]) -> str:
    """``14 similar, 3 blurred``; empty without any."""
    counts = Counter(failure.kind for failure in refused)
    return joined(", ", (say(f"refused.{kind}", count=count) for kind, count in counts.most_common()))


def result_json(
    solution: LensSolution, verdict: Verdict, coverage: Coverage, refused: Sequence[ViewFailure], saved: Sequence[Path]
) -> dict[str, object]:
    """The result as one object; lengths in pixels of the pictures, angles in degrees."""
    lens, spread = solution.lens, solution.spread
    rows = zip(solution.used, solution.view_rms_px, solution.bends.shares, strict=True)
    return {
        "measured": True,
        "verdict": verdict.grade,
        "findings": [str(finding) for finding in verdict.findings],
        "size_px": list(lens.size_px),
        "camera_matrix": lens.camera_matrix.tolist(),
        "distortion": lens.distortion.tolist(),
        "rms_px": solution.rms_px,
        "focal_sd_px": spread.focal_px,
        "centre_sd_px": spread.centre_px,
        "effect_px": spread.effect_px,
        "held_out_rms_px": solution.model.held_out_rms_px,
        "model": str(solution.model.why),
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
