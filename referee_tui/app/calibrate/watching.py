"""From sources of pictures to the states of the board's calibration; run in a thread of its own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from calibration.pose import PoseFailure
from calibration.several import MAX_SHIFT_SPACES
from referee_tui.app.calibrate.state import BoardState, Judged
from referee_tui.board.report import (
    BETWEEN_S,
    LIVE_PICTURES,
    LIVE_STEP_S,
    SETTLE_S,
    recorded_reports,
    report_on,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future
    from threading import Event

    from calibration.drift import PoseCheck
    from calibration.finder import BoardFinder
    from calibration.pose import BoardPose
    from engine.board import Board
    from referee_tui.board.report import Report
    from vision.find import NumberNet
    from vision.rectify import Image
    from vision.sources import Frame, Source

PICTURE_STEP_S = 0.1
"""So often a live picture is shown."""
SILENT_BEATS = 4
"""After so many beats without a new picture those that came are judged: a match on a film may be held."""


def live_states(
    source: Source,
    finder: BoardFinder,
    numbers: NumberNet,
    first: BoardState,
    awake: Event,
    *,
    settle_s: float = SETTLE_S,
) -> Iterator[BoardState]:
    """A camera's pictures as they come, and beside them, in another thread, one judgement after the other.

    While ``awake`` is not set, nobody looks and nothing is judged; nor before the exposure has settled.
    """
    state, picture_t = first, 0.0
    with ThreadPoolExecutor(1, "judge") as pool:
        judge = _Judge(lambda frames: pool.submit(report_on, source.name, frames, finder, numbers), settle_s)
        for frame in source.beats():
            if judged := judge.done():
                state = replace(state, judged=(judged,))
            judge.look(frame, awake=awake.is_set())
            if frame is None:
                state = replace(state, trouble=source.trouble or "")
            elif frame.t >= picture_t:
                picture_t = frame.t + PICTURE_STEP_S
                state = replace(state, image=frame.image, moved=_moved(finder, frame.image, state), trouble="")
            yield state
    yield replace(state, over=True)


class _Judge:
    """Gathers a camera's pictures and has them judged, one judgement after the other."""

    def __init__(self, submit: Callable[[tuple[Frame, ...]], Future[Report]], settle_s: float) -> None:
        self._submit = submit
        self._pending: Future[Report] | None = None
        self._taken: tuple[Frame, ...] = ()
        self._next_t, self._silent = settle_s, 0

    def look(self, frame: Frame | None, *, awake: bool) -> None:
        """Take a picture in; None is a beat without one. While nobody is awake the newest are kept for later."""
        self._silent = self._silent + 1 if frame is None else 0
        if self._pending is not None:
            return
        if frame is not None and frame.t >= self._next_t:
            self._taken, self._next_t = (*self._taken, frame)[-LIVE_PICTURES:], frame.t + LIVE_STEP_S
        if awake and self._taken and (len(self._taken) == LIVE_PICTURES or self._silent >= SILENT_BEATS):
            self._pending = self._submit(self._taken)

    def done(self) -> Judged | None:
        """The judgement that has become ready, if one has. Raises what judging raised."""
        if self._pending is None or not self._pending.done():
            return None
        report, newest = self._pending.result(), self._taken[-1]
        self._pending, self._taken, self._next_t = None, (), newest.t + BETWEEN_S
        return Judged(report, report.image if report.image is not None else newest.image)


def recorded_states(
    sources: Sequence[Source], finder: BoardFinder, numbers: NumberNet, first: BoardState
) -> Iterator[BoardState]:
    """Films, folders and pictures: a state for each view that was judged."""
    watched = _Watched(finder)
    state = first
    for report in recorded_reports(sources, watched, numbers):
        image = report.image if report.image is not None else watched.image
        state = replace(state, image=image, judged=(*state.judged, Judged(report, image)))
        yield state
    yield replace(state, over=True)


def _moved(finder: BoardFinder, image: Image, state: BoardState) -> bool:
    """Whether the board lies elsewhere than the newest judgement has it; a few milliseconds."""
    check = state.newest.check if state.newest is not None else None
    if check is None or check.pose.lens.size_px != image.shape[1::-1]:
        return False
    found = finder.check(image, check.pose)
    return isinstance(found, PoseFailure) or found.shift_spaces > MAX_SHIFT_SPACES


class _Watched:
    """A finder that remembers the last picture it was shown, so that also one without a board can be looked at."""

    def __init__(self, finder: BoardFinder) -> None:
        self._finder = finder
        self.image: Image | None = None

    @property
    def board(self) -> Board:
        return self._finder.board

    def find(self, image: Image, previous: BoardPose | None = None) -> BoardPose | PoseFailure:
        self.image = image
        return self._finder.find(image, previous)

    def check(self, image: Image, pose: BoardPose) -> PoseCheck | PoseFailure:
        return self._finder.check(image, pose)
