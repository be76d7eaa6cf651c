"""The table of a match that is followed: its pictures at rest, where the board lies in them, and when it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee_tui.following.light_keeper import LightKeeper, relit_words
from referee_tui.following.pose_keeper import PoseKeeper

if TYPE_CHECKING:
    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.referee import Referee
    from referee_tui.following.eyes import Eyes
    from vision.gate import GateState
    from vision.sources import Frame, Source

LOOK_AGAIN_S = {"SETTLING": 0.5, "ASKING": 2.0, "OUT OF STEP": 2.0, "IN STEP": 6.0}
"""How soon a table at rest is read again, by what the referee thinks: soon while it wants a second look, seldom while
nothing can have changed without a hand."""

LOOK_UNBELIEVED_S = 0.5
"""The same while the pieces have to prove that the board was found rightly, or the table to be as the log left it."""


class TableWatch:
    """Judges each picture, keeps the board's pose and the light, and says when the table is to be read.

    Its user takes in what was read, and tells ``poses`` whether that proves the board's place.
    """

    def __init__(self, source: Source, eyes: Eyes, board: Board) -> None:
        """Nothing was seen yet."""
        self._source, self._eyes = source, eyes
        self.poses = PoseKeeper(eyes, board)
        self._light = LightKeeper(source, eyes)
        self._gate: GateState | None = None
        self._looked_t = float("-inf")

    @property
    def gate(self) -> GateState | None:
        """What was judged of the newest picture; None before the first."""
        return self._gate

    def see(self, frame: Frame) -> list[str]:
        """Take in a picture. Returns what there is to be said, a sentence each."""
        self._gate = gate = self._eyes.judge(frame, self.poses.pose)
        self.poses.follow(frame, gate)
        said = relit_words(gate), self._light.mind_gone(frame.t, self.poses.gone_s(frame.t))
        return [words for words in said if words]

    def pose_to_read_by(self, frame: Frame, referee: Referee, *, compares: bool) -> BoardPose | None:
        """Where the board lies, if the table is to be read in this picture, which was seen.

        ``compares``: the table has still to be found as the log left it.
        """
        gate = self._gate
        if gate is None or self._source.adjusting or not self._should_look(gate, referee, compares=compares):
            return None
        self.poses.recheck(frame, gate)
        return self.poses.pose if self.poses.readable else None

    def light(self, frame: Frame) -> str:
        """Before a table at rest is read. Returns what there is to be said of its light, mostly nothing."""
        return self._light.mind(frame)

    def looked(self, t: float) -> None:
        """The table is being read in the picture of ``t``."""
        self._looked_t = t

    def look_again(self) -> None:
        """Have it read in the next picture that shows it at rest. May be called from any thread."""
        self._looked_t = float("-inf")

    def _should_look(self, gate: GateState, referee: Referee, *, compares: bool) -> bool:
        if not gate.readable:
            return False
        proved = self.poses.believed and not compares
        # What happens on a film while play is held is looked at as closely as if it were not: it is ruled upon later.
        asked = "SETTLING" if referee.held and self._source.duration_s is not None else referee.eye
        wait_s = LOOK_AGAIN_S.get(asked, 0.5) if proved else LOOK_UNBELIEVED_S
        return gate.settled_new or gate.t - self._looked_t >= wait_s
