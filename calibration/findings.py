"""What a calibration has to say: single findings, each with its cure, and the verdict that follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from engine.sentences import joined

if TYPE_CHECKING:
    from collections.abc import Iterable

Severity: TypeAlias = Literal["yellow", "red"]
"""Yellow: the table is read, but less surely than it could be. Red: readings will be wrong or missing."""

Verdict: TypeAlias = Literal["green", "yellow", "red"]


@dataclass(frozen=True)
class Finding:
    """Something that is not as it should be."""

    kind: str
    """One word for programs: ``dark``, ``glare``, ``few_pixels``, ..."""
    severity: Severity
    value: float
    """What was measured."""
    limit: float
    """From where on it is a finding of this severity."""
    unit: str
    """Of value and limit: ``px``, ``%``, ``degrees``, ..."""
    what: str
    """Half a sentence: what is wrong."""
    cure: str
    """Half a sentence in the imperative: the one thing to do about it."""
    where: tuple[str, ...] = ()
    """Spaces by name where it shows; empty if it is so all over."""

    @property
    def sentence(self) -> str:
        """What is wrong, and the cure."""
        return joined(": ", (self.what, self.cure))


def graded(value: float, yellow: float, red: float) -> tuple[Severity, float] | None:
    """The severity of a value and the limit that it passed; None if it is all right.

    Larger is worse, unless ``red`` is below ``yellow``: then smaller is.
    """
    sign = 1.0 if red >= yellow else -1.0
    if sign * value > sign * red:
        return "red", red
    return ("yellow", yellow) if sign * value > sign * yellow else None


def verdict_of(findings: Iterable[Finding]) -> Verdict:
    """The worst severity among the findings; green without any."""
    severities = {finding.severity for finding in findings}
    if "red" in severities:
        return "red"
    return "yellow" if "yellow" in severities else "green"


def worst_first(findings: Iterable[Finding]) -> list[Finding]:
    """Red before yellow, else as they were."""
    return sorted(findings, key=lambda finding: finding.severity != "red")
