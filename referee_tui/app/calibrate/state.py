"""What the board's calibration shows, as immutable values: made in the watching thread, drawn in the screen's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.board_check import Lost

if TYPE_CHECKING:
    from calibration.pose import BoardPose
    from engine.board import Board
    from referee_tui.board.report import Report
    from vision.board_check import BoardCheck
    from vision.rectify import Image


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A judgement with the picture that it is about."""

    report: Report
    image: Image | None
    """None only if nothing could be read."""

    @property
    def check(self) -> BoardCheck | None:
        """What was measured; None if no board was found."""
        return None if isinstance(self.report.answer, Lost) else self.report.answer


@dataclass(frozen=True, slots=True, eq=False)
class BoardState:
    """Everything known of the view of the board at one moment."""

    board: Board
    source: str
    """What is looked at, as the user named it."""
    live: bool
    """A camera is judged again and again; of a recording each view once."""
    image: Image | None = None
    """The newest picture; None before the first."""
    judged: tuple[Judged, ...] = ()
    """Of a camera the newest judgement, of a recording all so far."""
    moved: bool = False
    """The board does not lie any more where the newest judgement has it."""
    trouble: str = ""
    """Why no pictures come; empty while they do."""
    over: bool = False
    """The source has ended."""

    @property
    def newest(self) -> Judged | None:
        """The last judgement, if there is one."""
        return self.judged[-1] if self.judged else None


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """One judgement and the picture that it is drawn over."""

    board: Board
    image: Image | None
    judged: Judged | None
    stale: bool
    """The picture is newer, and the board has moved: nothing is drawn where it does not lie."""

    @property
    def pose(self) -> BoardPose | None:
        """Where the board lies in the picture; None if that is not known."""
        check = self.judged.check if self.judged is not None else None
        if check is None or self.stale or self.image is None:
            return None
        return check.pose if check.pose.lens.size_px == self.image.shape[1::-1] else None


def shown(state: BoardState, number: int | None) -> Shown:
    """What is looked at: of a camera the newest picture, of a recording the view of that number (from 0)."""
    if state.live or not state.judged:
        return Shown(state.board, state.image, state.newest, state.moved)
    judged = state.judged[-1 if number is None else min(max(number, 0), len(state.judged) - 1)]
    return Shown(state.board, judged.image, judged, stale=False)
