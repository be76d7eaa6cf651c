"""What the lens's calibration shows, as immutable values: made in the watching thread, drawn in the screen's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from calibration.lens.coverage import Coverage, coverage_of

if TYPE_CHECKING:
    from calibration.lens.solve import LensSolution
    from calibration.lens.verdict import Verdict
    from calibration.lens.views import View, ViewFailure
    from vision.rectify import Image

NO_COVERAGE = coverage_of(())


@dataclass(frozen=True, slots=True, eq=False)
class LensState:
    """Everything known of the lens and its views at one moment."""

    source: str
    """What is looked at, as the user named it."""
    image: Image | None = None
    """The newest picture that was looked at; None before the first."""
    answer: View | ViewFailure | None = None
    """What became of that picture: taken, or why not."""
    seen: View | None = None
    """The target in it, also where the view was refused."""
    taken: tuple[View, ...] = ()
    refused: tuple[ViewFailure, ...] = ()
    coverage: Coverage = NO_COVERAGE
    """Of the views taken."""
    trouble: str = ""
    """Why no pictures come; empty while they do."""
    gathered: bool = False
    """There are enough views, or no more will come: the lens is being measured."""
    solution: LensSolution | None = None
    verdict: Verdict | None = None
    """On the solution."""
    no_lens: str = ""
    """Why there is none, once it was tried; else empty."""

    @property
    def good(self) -> bool:
        """Whether there is a lens that is worth keeping."""
        return self.verdict is not None and self.verdict.grade != "not good enough"
