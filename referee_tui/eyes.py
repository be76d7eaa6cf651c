"""What the session needs of a camera's software, and the real thing: gate, pose and reader of the vision layer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from calibration.board_pose import find_board_pose
from calibration.drift import track_pose
from calibration.markers import dictionary_of
from vision.changes import table_region
from vision.gate import Gate
from vision.numbers import NumberReader
from vision.read import read_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calibration.pose import BoardPose, Lens, PoseFailure
    from engine.board import Board
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

    def __init__(self, board: Board, lens: Lens | None = None) -> None:
        """For one camera that looks at one board. Raises MarkerError for markers that cannot exist."""
        if board.file.markers is not None:
            dictionary_of(board.file.markers)
        self._board = board
        self._lens = lens
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
        """Find the markers."""
        return find_board_pose(frame.image, self._board, self._lens, previous)

    def drifted(self, frame: Frame, pose: BoardPose) -> bool:
        """Look at the markers round their expected places, a few milliseconds."""
        check = track_pose(frame.image, self._board, pose)
        return not check or check.shift_spaces > MAX_DRIFT_SPACES

    def read(self, frame: Frame, pose: BoardPose, expected: Mapping[PieceId, Space] | None) -> Observation:
        """Read pieces, ball and dice."""
        return read_table(
            frame.image, pose, self._board, self._numbers, t=frame.t, frame=frame.number, expected=expected
        )
