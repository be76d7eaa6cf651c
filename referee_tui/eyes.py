"""What the session needs of a camera's software, and the real thing: gate, pose and reader of the vision layer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from vision.changes import table_region
from vision.gate import Gate
from vision.numbers import NumberReader
from vision.read import read_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calibration.finder import BoardFinder
    from calibration.pose import BoardPose, PoseFailure
    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import Observation
    from vision.gate import GateState
    from vision.sources import Frame

MAX_DRIFT_SPACES = 0.06
"""The board's markers may lie this far from where the pose puts them, in widths of a space: a bent sheet does that."""


class Eyes(Protocol):
    """Looks at frames. Holds what it needs from one frame to the next; knows no rules."""

    def judge(self, frame: Frame, pose: BoardPose | None) -> GateState:
        """Whether the table is at rest on this frame."""

    def find(self, frame: Frame, previous: BoardPose | None) -> BoardPose | PoseFailure:
        """Where the board lies."""

    def drifted(self, frame: Frame, pose: BoardPose) -> bool:
        """Whether the board may no longer lie where the pose puts it; asked of a table at rest."""

    def read(self, frame: Frame, pose: BoardPose, expected: Mapping[PieceId, Space] | None) -> Observation:
        """What lies on the table; ``expected`` is where the pieces were last."""


class CameraEyes:
    """The vision layer put together for one board."""

    def __init__(self, finder: BoardFinder) -> None:
        """For one camera that looks at one board."""
        self._finder, self._board = finder, finder.board
        self._gate = Gate()
        self._numbers = NumberReader()
        self._region: tuple[BoardPose, Any] | None = None

    def judge(self, frame: Frame, pose: BoardPose | None) -> GateState:
        """Ask the gate; the region of the table is worked out once per pose."""
        if pose is None:
            self._region = None
        elif self._region is None or self._region[0] is not pose:
            height, width = frame.image.shape[:2]
            self._region = (pose, table_region(pose, self._board, (width, height)))
        return self._gate.step(frame.image, frame.t, self._region[1] if self._region is not None else None)

    def find(self, frame: Frame, previous: BoardPose | None) -> BoardPose | PoseFailure:
        """Ask the finder."""
        return self._finder.find(frame.image, previous)

    def drifted(self, frame: Frame, pose: BoardPose) -> bool:
        """Ask the finder for its quick check."""
        check = self._finder.check(frame.image, pose)
        return not check or check.shift_spaces > MAX_DRIFT_SPACES

    def read(self, frame: Frame, pose: BoardPose, expected: Mapping[PieceId, Space] | None) -> Observation:
        """Read pieces, ball and dice."""
        return read_table(
            frame.image, pose, self._board, self._numbers, t=frame.t, frame=frame.number, expected=expected
        )
