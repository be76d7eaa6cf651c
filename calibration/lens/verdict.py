"""What a measured lens is worth, in plain words, and what would make it better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from calibration.lens.coverage import coverage_of
from calibration.sentences import measure
from engine.sentences import joined

if TYPE_CHECKING:
    from calibration.lens.coverage import Coverage
    from calibration.lens.solve import LensSolution

Grade: TypeAlias = Literal["good", "usable", "not good enough"]

GOOD_RMS, USABLE_RMS = 0.6 / 1280, 1.5 / 1280
"""Error of the crossings as a share of the picture's long side: webcams in focus reach 0.1 to 0.5 px at 1280."""
GOOD_EFFECT, USABLE_EFFECT = 1.5 / 1280, 20 / 1280
"""How far off a lens may put things in the picture. Usable: as good as one that is estimated from the board alone."""
GOOD_FOCAL, USABLE_FOCAL = 0.005, 0.04
"""Spread of the focal length; a twentieth is a pose at a wrong distance by as much."""
GOOD_VIEWS = 8
GOOD_MISSING_ZONES, USABLE_MISSING_ZONES = 1, 5
"""Thirds of the picture (of nine) in which the lens is a guess."""
_GRADES: tuple[Grade, ...] = ("good", "usable", "not good enough")


@dataclass(frozen=True)
class Verdict:
    """A grade, and one finding with its cure for each thing that keeps it from being better."""

    grade: Grade
    findings: tuple[str, ...]
    """Sentences without full stop; empty if the grade is good."""

    def __str__(self) -> str:
        return str(self.words)

    @property
    def words(self) -> str:
        """``usable: 5 views are few; take 8 or more``."""
        grade = measure(f"grade.{self.grade}")
        return joined(": ", (grade, joined("; ", self.findings))) if self.findings else grade


def verdict_on(solution: LensSolution) -> Verdict:
    """Judge a lens by its error, its spread, and by what of the picture the target was seen in."""
    coverage = coverage_of(solution.used)
    size, focal = max(solution.lens.size_px), float(solution.lens.camera_matrix[0, 0])
    spread, views = solution.spread, len(solution.used)
    checks = (
        (_rank(solution.rms_px, GOOD_RMS * size, USABLE_RMS * size), _off(solution)),
        (1 if solution.curled else 0, _curled(solution)),
        (
            _rank(spread.focal_px, GOOD_FOCAL * focal, USABLE_FOCAL * focal),
            measure("verdict.focal", share=spread.focal_px / focal),
        ),
        (
            _rank(spread.effect_px, GOOD_EFFECT * size, USABLE_EFFECT * size),
            measure("verdict.effect", px=spread.effect_px),
        ),
        (0 if views >= GOOD_VIEWS else 1, measure("verdict.views", views=views, wanted=GOOD_VIEWS)),
        (_rank(len(coverage.missing_zones), GOOD_MISSING_ZONES, USABLE_MISSING_ZONES), _unseen(coverage)),
    )
    worst = max(rank for rank, _ in checks)
    ordered = sorted((check for check in checks if check[0]), key=lambda check: -check[0])
    return Verdict(_GRADES[worst], tuple(text for _, text in ordered))


def _rank(value: float, good: float, usable: float) -> int:
    return 0 if value <= good else 1 if value <= usable else 2


def _off(solution: LensSolution) -> str:
    return measure("verdict.off", px=solution.rms_px)


def _curled(solution: LensSolution) -> str:
    return measure("verdict.curled", share=max(solution.bends.shares))


def _unseen(coverage: Coverage) -> str:
    *most, last = (measure(f"zone.{zone}") for zone in coverage.missing_zones) if coverage.missing_zones else ("",)
    zones = joined(measure("verdict.and"), (joined(", ", most), last)) if most else last
    return measure("verdict.unseen", zones=zones)
