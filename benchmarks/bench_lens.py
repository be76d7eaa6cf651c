"""How exactly a lens is measured by the kit's target, on drawn views whose true lens is known."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from calibration.lens.solve import solve_lens
from calibration.lens.targets import kit_target
from calibration.lens.verdict import verdict_on
from calibration.lens.views import View, look
from tests.scenes.targets import Shot, all_round, draw_view, kit_print, true_lens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.pose import Lens

SIZE_PX = (960, 540)


@dataclass(frozen=True)
class Case:
    """One way of taking views; every measurement has a lens of its own, from strong barrel to slight pincushion."""

    name: str
    views: int = 12
    curl_mm: float = 0.0
    shot: Shot = field(default_factory=Shot)


CASES = (
    Case("flat target"),
    Case("only 6 views", views=6),
    Case("soft and noisy", shot=Shot(blur_px=1.3, noise=7.0)),
    Case("curled by 1 mm", curl_mm=1.0),
    Case("curled by 3 mm", curl_mm=3.0),
    Case("curled by 8 mm", curl_mm=8.0),
)


@dataclass(frozen=True)
class Measured:
    """One measurement against the truth."""

    verdict: str
    """Also ``no lens``."""
    focal_off: float = 0.0
    """Share of the focal length."""
    focal_sd: float = 0.0
    """What the measurement says of its own error, the same."""
    rms_ratio: float = 1.0
    """To OpenCV's own calibration on the same crossings."""


def run(n: int = 3, seed: int = 1) -> None:
    """Draw the views of ``n`` measurements of each case, measure, and print the table."""
    table = Table(title=f"Lens, {n} measurements each, views of {SIZE_PX[0]}x{SIZE_PX[1]}")
    for column in ("views", "focal error, mean", "max", "within 2 sd", "RMS to OpenCV's", "verdicts"):
        table.add_column(column, justify="left" if column in {"views", "verdicts"} else "right")
    for case in CASES:
        results = [_measure(case, np.random.default_rng((seed, number))) for number in range(n)]
        with_lens = [result for result in results if result.verdict != "no lens"]
        verdicts = ", ".join(f"{count} {word}" for word, count in Counter(r.verdict for r in results).most_common())
        table.add_row(case.name, *_figures(with_lens), verdicts)
    Console().print(table)


def _figures(results: Sequence[Measured]) -> tuple[str, str, str, str]:
    if not results:
        return "-", "-", "-", "-"
    off = [abs(result.focal_off) for result in results]
    honest = np.mean([abs(result.focal_off) < 2 * result.focal_sd for result in results])
    ratio = max((result.rms_ratio for result in results), key=lambda value: abs(value - 1))
    return f"{np.mean(off):.2%}", f"{max(off):.2%}", f"{honest:.0%}", f"{ratio:.3f}"


def _measure(case: Case, rng: np.random.Generator) -> Measured:
    lens = true_lens(
        SIZE_PX,
        focal_px=float(rng.uniform(0.6, 1.05)) * SIZE_PX[0],
        centre_off_px=(float(rng.normal(0, 8)), float(rng.normal(0, 8))),
        terms=(float(rng.uniform(-0.3, 0.05)), float(rng.uniform(-0.02, 0.08)), 0.0005, -0.0005, 0.0),
    )
    views = _views(case, lens, rng)
    solution = solve_lens(views)
    if not solution:
        return Measured("no lens")
    truth = lens.camera_matrix[0, 0]
    return Measured(
        verdict_on(solution).grade,
        float((solution.lens.camera_matrix[0, 0] - truth) / truth),
        solution.spread.focal_px / float(truth),
        solution.rms_px / _opencv_rms_px(solution.used),
    )


def _views(case: Case, lens: Lens, rng: np.random.Generator) -> list[View]:
    printed, target = kit_print(), kit_target()
    # A long lens is held further away from.
    scale = lens.camera_matrix[0, 0] / (0.8 * SIZE_PX[0])
    seen = []
    for number, held in enumerate(all_round(rng, case.views, curl_mm=case.curl_mm)):
        picture = draw_view(printed, lens, replace(held, distance_mm=held.distance_mm * scale), rng, case.shot)
        seen.append(look(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8), target, str(number)))
    return [view for view in seen if isinstance(view, View)]


def _opencv_rms_px(views: Sequence[View]) -> float:
    solid = [view.solid_mm.astype(np.float32) for view in views]
    seen = [view.corners_px.astype(np.float32) for view in views]
    rms, *_ = cv2.calibrateCamera(solid, seen, views[0].size_px, np.eye(3), np.zeros(5))
    return float(rms)
