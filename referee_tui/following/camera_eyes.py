"""The eyes of a camera: gate, pose and reader of the vision layer put together for one board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from calibration.several import find_over
from referee_tui.following.eyes import Place
from vision.changed import compared_size
from vision.changes import SMALL_WIDTH, table_region
from vision.exposure import exposure_fault
from vision.followed_colours import FollowedColours
from vision.gate import Gate
from vision.known_colours import known_of
from vision.numbers import NumberReader
from vision.reader import TableReader
from vision.rolling import RollingBall, is_kicked
from vision.steady import SteadyReading
from vision.surroundings import what_moved

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calibration.finder import BoardFinder
    from calibration.pose import BoardPose, PoseFailure
    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import Observation
    from referee_tui.following.moves import Mover
    from vision.changes import TableRegion
    from vision.gate import GateState
    from vision.rectify import Image
    from vision.sources import Frame

MAX_DRIFT_SPACES = 0.06
"""The board's markers may come to lie this far from where they were, in widths of a space."""

SAME_VIEW_PX = 0.5
"""Pixels of the gate's small pictures by which the field's corners may move without its memory being worthless."""


class CameraEyes:
    """The vision layer put together for one board."""

    def __init__(self, finder: BoardFinder) -> None:
        """For one camera that looks at one board."""
        self._finder, self._board = finder, finder.board
        self._gate = Gate()
        self._reader = TableReader(finder.board, NumberReader())
        self._colours = FollowedColours()
        self._steady = SteadyReading()
        self._rolling = RollingBall(finder.board) if is_kicked(finder.board) else None
        self._region: tuple[BoardPose, TableRegion] | None = None
        self._judged: BoardPose | None = None
        self._in_place: tuple[Image, BoardPose] | None = None
        self._bent_spaces = 0.0

    def judge(self, frame: Frame, pose: BoardPose | None) -> GateState:
        """Ask the gate; the region of the table is worked out once per pose."""
        if pose is None:
            self._region = None
        elif self._region is None or self._region[0] is not pose:
            height, width = frame.image.shape[:2]
            self._region = (pose, table_region(pose, self._board, (width, height)))
            if self._judged is not None and not self._same_view(self._judged, pose):
                self._gate.forget()
            self._judged = pose
        state = self._gate.step(frame.image, frame.t, self._region[1] if self._region is not None else None)
        if state.settled_new or not state.readable:
            self._steady.forget()
        if self._rolling is not None and pose is not None and not state.readable:
            self._rolling.follow(frame.image, frame.t, pose)
        return state

    def _same_view(self, before: BoardPose, after: BoardPose) -> bool:
        if before.lens.size_px != after.lens.size_px:
            return False
        length, width = self._board.grid.field_size_mm
        corners_mm = ((0.0, 0.0), (length, 0.0), (length, width), (0.0, width))
        shift_px = np.abs(after.project(corners_mm) - before.project(corners_mm)).max()
        return bool(shift_px * SMALL_WIDTH / after.lens.size_px[0] < SAME_VIEW_PX)

    def find(self, frames: Sequence[Frame], previous: BoardPose | None) -> BoardPose | PoseFailure:
        """Ask the finder; pictures that do not agree are no board at rest."""
        # Not finding takes longest, and a picture without the board is seldom followed by a useful one.
        newest = self._finder.find(frames[-1].image, previous)
        if not newest:
            return newest
        found = find_over(self._finder, [frame.image for frame in frames], newest)
        if found:
            # A sheet that does not lie flat is off any pose; what counts is whether that changes.
            check = self._finder.check(frames[-1].image, found)
            self._bent_spaces = check.shift_spaces if check else 0.0
        return found

    def check(self, frame: Frame, pose: BoardPose) -> Place:
        """Ask the finder for its quick check."""
        check = self._finder.check(frame.image, pose)
        if not check:
            return Place.UNSEEN
        if check.shift_spaces > MAX_DRIFT_SPACES + self._bent_spaces:
            return Place.MOVED
        self._in_place = (self._gate.small_of(frame.image), pose)
        return Place.IN_PLACE

    def who_moved(self, frame: Frame, pose: BoardPose) -> Mover:
        """Compare what lies round the sheet."""
        if self._in_place is None:
            return "either"
        return what_moved(self._in_place, (self._gate.small_of(frame.image), pose), self._board)

    def exposure_fault(self, frame: Frame) -> Literal["", "dark", "bright"]:
        """Look at the table's region."""
        return exposure_fault(self._gate.small_of(frame.image), self._region[1]) if self._region is not None else ""

    def read(self, frame: Frame, pose: BoardPose, expected: Mapping[PieceId, Space] | None) -> Observation:
        """Read pieces, ball and dice."""
        known = known_of(self._finder, self._colours.teams)
        small = compared_size(frame.image)
        look = self._steady.read(
            small,
            pose,
            expected,
            t=frame.t,
            frame=frame.number,
            look=lambda again: replace(
                self._reader.read(frame.image, small, pose, expected, known, in_full=again),
                t=frame.t,
                frame=frame.number,
            ),
        )
        self._colours = self._colours.after(look, expected, (frame.image, pose, self._board), known)
        if look.occluded:
            self._gate.distrust()
        return look if self._rolling is None else self._rolling.complete(look, frame.image, pose)
