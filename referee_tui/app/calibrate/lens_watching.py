"""From sources of pictures to the states of the lens's calibration; run in a thread of its own."""

from __future__ import annotations

from dataclasses import replace
from threading import Event
from typing import TYPE_CHECKING

from calibration.lens.solve import solve_lens
from calibration.lens.verdict import verdict_on
from calibration.lens.views import View
from referee_tui.lens.gather import all_pictures, gather_moving, gather_pictures

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calibration.lens.views import ViewFailure
    from referee_tui.app.calibrate.lens_state import LensState
    from referee_tui.lens.gather import Look, Step
    from vision.rectify import Image
    from vision.sources import Source


class Wishes:
    """What whoever holds the target wants of the thread that watches; set from any thread."""

    def __init__(self) -> None:
        self.measure, self.anew, self.leave = Event(), Event(), Event()

    def end(self) -> None:
        """Come to an end, also where nothing is watched any more."""
        self.leave.set()
        self.anew.set()

    @property
    def stop_gathering(self) -> bool:
        """Whether no further picture is to be looked at."""
        return self.measure.is_set() or self.anew.is_set()


def lens_states(sources: Sequence[Source], look: Look, first: LensState, wishes: Wishes) -> Iterator[LensState]:
    """A state for each picture; once there are enough views, or it is wished, the lens they give.

    Where pictures keep coming it begins anew on a wish, until the end is wished.
    """
    while True:
        state = first
        for state in _gathered(sources, look, first, wishes):
            yield state
        if not wishes.anew.is_set():
            yield replace(state, gathered=True)
            yield _measured(replace(state, gathered=True))
            if sources[0].duration_s is not None or all_pictures(sources):
                return
            wishes.anew.wait()
        if wishes.leave.is_set():
            return
        wishes.anew.clear()
        wishes.measure.clear()
        yield first


def _gathered(sources: Sequence[Source], look: Look, first: LensState, wishes: Wishes) -> Iterator[LensState]:
    state, watched = first, _Watched(look)
    moving = not all_pictures(sources)
    for step in gather_moving(sources[0], watched) if moving else gather_pictures(sources, watched):
        state = replace(state, trouble=sources[0].trouble or "") if step is None else _after(state, step, watched.image)
        yield state
        if wishes.stop_gathering:
            return


def _after(state: LensState, step: Step, image: Image | None) -> LensState:
    refused = state.refused if isinstance(step.answer, View) else (*state.refused, step.answer)
    return replace(
        state,
        image=image,
        answer=step.answer,
        seen=step.seen,
        taken=step.taken,
        refused=refused,
        coverage=step.coverage,
        trouble="",
    )


def _measured(state: LensState) -> LensState:
    solution = solve_lens(state.taken)
    if not solution:
        return replace(state, no_lens=solution.reason)
    return replace(state, solution=solution, verdict=verdict_on(solution))


class _Watched:
    """Looks for the target and remembers the picture."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self.image: Image | None = None

    def __call__(self, image: Image, name: str, *, thorough: bool) -> View | ViewFailure:
        self.image = image
        return self._look(image, name, thorough=thorough)
