"""Eyes whose looks are timed, stage by stage, and which open when they look first."""

from __future__ import annotations

import time
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from calibration.pose import BoardPose, PoseFailure
    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import Observation
    from referee_tui.following.eyes import Eyes, Place
    from referee_tui.following.moves import Mover
    from vision.gate import GateState
    from vision.sources import Frame


class TimedEyes:
    """Eyes that look as others do, and note how long each stage took last."""

    def __init__(self, make: Callable[[], Eyes], clock: Callable[[], float] = time.perf_counter) -> None:
        """``make`` is called once, by whoever looks first: the screen is there before a camera's eyes are imported."""
        self._make, self._clock = make, clock
        self._took_s: dict[str, float] = {}

    @cached_property
    def _eyes(self) -> Eyes:
        return self._make()

    def took_s(self) -> Mapping[str, float]:
        """Seconds by stage (``gate``, ``find board``, ``check board``, ``read table``); from any thread."""
        return dict(self._took_s)

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        began = self._clock()
        try:
            yield
        finally:
            self._took_s[stage] = self._clock() - began

    def judge(self, frame: Frame, pose: BoardPose | None) -> GateState:
        """Whether the table is at rest on this frame."""
        with self._timed("gate"):
            return self._eyes.judge(frame, pose)

    def find(self, frames: Sequence[Frame], previous: BoardPose | None) -> BoardPose | PoseFailure:
        """Where the board lies."""
        with self._timed("find board"):
            return self._eyes.find(frames, previous)

    def check(self, frame: Frame, pose: BoardPose) -> Place:
        """Whether the board still lies there."""
        with self._timed("check board"):
            return self._eyes.check(frame, pose)

    def who_moved(self, frame: Frame, pose: BoardPose) -> Mover:
        """What moved."""
        return self._eyes.who_moved(frame, pose)

    def exposure_fault(self, frame: Frame) -> Literal["", "dark", "bright"]:
        """Whether the table is too dark or too bright."""
        return self._eyes.exposure_fault(frame)

    def read(self, frame: Frame, pose: BoardPose, expected: Mapping[PieceId, Space] | None) -> Observation:
        """What lies on the table."""
        with self._timed("read table"):
            return self._eyes.read(frame, pose, expected)
