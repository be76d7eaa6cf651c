"""What the session needs of a camera's software. The real thing is in ``camera_eyes``, which takes long to import."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calibration.pose import BoardPose, PoseFailure
    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import Observation
    from referee_tui.following.moves import Mover
    from vision.gate import GateState
    from vision.sources import Frame


class Place(Enum):
    """Where the board lies, by a quick check against a pose."""

    IN_PLACE = "in place"
    MOVED = "moved"
    UNSEEN = "unseen"
    """Nothing of what would tell is in sight: hidden, or gone far."""


class Eyes(Protocol):
    """Looks at frames. Holds what it needs from one frame to the next; knows no rules."""

    def judge(self, frame: Frame, pose: BoardPose | None) -> GateState:
        """Whether the table is at rest on this frame."""

    def find(self, frames: Sequence[Frame], previous: BoardPose | None) -> BoardPose | PoseFailure:
        """Where the board lies in pictures taken one after the other, the newest last."""

    def check(self, frame: Frame, pose: BoardPose) -> Place:
        """Whether the board still lies where the pose puts it, quickly; asked of pictures at rest."""

    def who_moved(self, frame: Frame, pose: BoardPose) -> Mover:
        """What moved since a check last found the board in place; ``pose`` is where it lies in ``frame``."""

    def exposure_fault(self, frame: Frame) -> Literal["", "dark", "bright"]:
        """Whether the table is too dark or too bright in a picture at rest."""

    def read(self, frame: Frame, pose: BoardPose, expected: Mapping[PieceId, Space] | None) -> Observation:
        """What lies on the table; ``expected`` is where the pieces were last."""
