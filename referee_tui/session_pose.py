"""Where the board lies in the picture, kept up to date while a match is followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from calibration.pose import BoardPose
    from engine.board import Board
    from referee_tui.eyes import Eyes
    from vision.gate import GateState
    from vision.sources import Frame

FIND_AGAIN_S = 0.3
"""How often the board is looked for while there is none."""

STILL_S = 0.3
"""How long the picture must have been still before the board is looked for: a picture in motion is blurred, and shows
where the board was."""

IMPATIENT_S = 3.0
"""With something always in motion (a passer-by behind the table) the board is looked for all the same after this."""

NOTEWORTHY_MM = 2.0
"""A move of the camera that is worth a word; smaller ones are only followed."""


class PoseKeeper:
    """Holds the board's pose: finds it, confirms it once the table is at rest, and checks it ever after."""

    def __init__(self, eyes: Eyes, board: Board) -> None:
        """Nothing is known yet."""
        self._eyes, self._board = eyes, board
        self._pose: BoardPose | None = None
        self._confirmed: BoardPose | None = None
        self._why = "the board is looked for as soon as the picture is still"
        self._sought_t = float("-inf")
        self._lost_t: float | None = None

    @property
    def pose(self) -> BoardPose | None:
        """Where the board lies; None while that is not known."""
        return self._pose

    @property
    def reason(self) -> str:
        """Why it is not known, and what would mend it; empty while it is."""
        return self._why

    def follow(self, frame: Frame, gate: GateState) -> str:
        """Take in a frame; returns what there is to be said of it, or an empty string."""
        if self._pose is None:
            if self._may_seek(frame.t, gate):
                self._find(frame)
            return ""
        # What was found before the table came to rest may have been found in motion, and the gate has nothing to
        # compare its first settled picture with: it cannot tell.
        if gate.settled_new and (gate.shifted or self._confirmed is None):
            return self._confirm(frame)
        return ""

    def check(self, frame: Frame) -> str:
        """Before a table at rest is read: is the board still where it was? Returns what there is to be said."""
        if self._pose is None or not self._eyes.drifted(frame, self._pose):
            return ""
        kept = self._pose
        said = self._confirm(frame)
        # The gate saw no move, so where nothing is found the markers are hidden: the pose is the best that is known.
        self._pose = self.pose or kept
        return said

    def _may_seek(self, t: float, gate: GateState) -> bool:
        if self._lost_t is None:
            self._lost_t = t
        if gate.still_s < STILL_S and t - self._lost_t < IMPATIENT_S:
            return False
        return t - self._sought_t >= FIND_AGAIN_S

    def _find(self, frame: Frame) -> None:
        self._sought_t = frame.t
        found = self._eyes.find(frame, self._pose or self._confirmed)
        if found:
            self._pose, self._why, self._lost_t = found, "", None
        else:
            self._pose, self._why, self._lost_t = None, found.reason, frame.t

    def _confirm(self, frame: Frame) -> str:
        self._find(frame)
        if self._pose is None:
            return ""
        moved_mm = self._moved_mm(self._confirmed, self._pose) if self._confirmed is not None else 0.0
        self._confirmed = self._pose
        return f"The camera or the board has moved by {moved_mm:.0f} mm" if moved_mm >= NOTEWORTHY_MM else ""

    def _moved_mm(self, before: BoardPose, after: BoardPose) -> float:
        """How far the field's corners lie from where the pose before has them, on the board: the furthest of them."""
        length, width = self._board.grid.field_size_mm
        corners_mm = ((0.0, 0.0), (length, 0.0), (length, width), (0.0, width))
        return float(np.hypot(*(after.to_board(before.project(corners_mm)) - corners_mm).T).max())
