"""Gathering views of a lens target: every picture of a folder, or what is worth taking of a film or a live camera."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from calibration.board_pose import as_grey
from calibration.lens.collect import MOST_VIEWS, curled, moved, repeated, too_similar
from calibration.lens.coverage import Coverage, coverage_of
from calibration.lens.views import View, ViewFailure
from calibration.lens.views import look as look_at
from calibration.sentences import measure
from vision.sources.pictures import PictureSource

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calibration.lens.targets import Target
    from vision.rectify import Image
    from vision.sources import Source

FILM_STEP_S = 0.2
"""A film is looked at so often: two looks tell whether the target is held still."""


AT_REST_S = 15.0
"""A film in which nothing new was seen for so long, and nothing moved, shows a target before a fixed camera."""


class Look(Protocol):
    """Finds the target in a picture."""

    def __call__(self, image: Image, name: str, *, thorough: bool) -> View | ViewFailure:
        """The view, or why it is of no use."""


@dataclass(frozen=True, eq=False)
class Step:
    """What became of one picture."""

    answer: View | ViewFailure
    """Taken, or refused and why."""
    taken: tuple[View, ...]
    """All views taken so far, this one with them."""
    seen: View | None = None
    """The target as it is seen, also where the view is refused."""

    @cached_property
    def coverage(self) -> Coverage:
        """Of the views taken so far."""
        return coverage_of(self.taken)


def target_look(target: Target) -> Look:
    """Looks for a printed target."""

    def look(image: Image, name: str, *, thorough: bool) -> View | ViewFailure:
        return look_at(as_grey(image), target, name, thorough=thorough)

    return look


def gather_pictures(sources: Iterable[Source], look: Look) -> Iterator[Step]:
    """Look at every picture of folders and picture files; all that is of use is taken."""
    taken: tuple[View, ...] = ()
    for source in sources:
        for frame in source:
            name = source.label(frame.number)
            seen = look(frame.image, name, thorough=True)
            answer = _first(seen, _other_size(seen, taken), repeated(seen, taken)) if seen else seen
            if isinstance(answer, View):
                taken = (*taken, answer)
            yield Step(answer, taken, seen or None)


def gather_moving(source: Source, look: Look) -> Iterator[Step | None]:
    """Choose views of a film or a live camera until there are enough; None while a camera has no picture.

    A film in which everything is at rest is left early; somebody before a live camera is waited for.
    """
    taken: tuple[View, ...] = ()
    before: View | None = None
    next_t = news_t = 0.0
    for frame in source.beats():
        if frame is None:
            yield None
            continue
        if frame.t < next_t:
            continue
        next_t = frame.t + FILM_STEP_S
        seen = look(frame.image, source.label(frame.number), thorough=False)
        answer = _judged(seen, before, taken) if seen else seen
        if isinstance(answer, View) or not taken or (before is not None and answer.kind == "moved"):
            news_t = frame.t
        elif source.duration_s is not None and frame.t - news_t >= AT_REST_S:
            yield Step(_at_rest(answer.name), taken, seen or None)
            return
        before = seen or None
        if isinstance(answer, View):
            taken = (*taken, answer)
        step = Step(answer, taken, seen or None)
        yield step
        if step.coverage.enough or len(taken) >= MOST_VIEWS:
            return


def all_pictures(sources: Iterable[Source]) -> bool:
    """Whether the sources are folders or files of pictures, each of which was taken on purpose."""
    return all(isinstance(source, PictureSource) for source in sources)


def _judged(seen: View, before: View | None, taken: tuple[View, ...]) -> View | ViewFailure:
    answer = _first(seen, _other_size(seen, taken), moved(seen, before), too_similar(seen, taken))
    # Last, for it takes a calibration.
    return _first(answer, curled(answer, taken)) if answer else answer


def _first(view: View, *refusals: ViewFailure | None) -> View | ViewFailure:
    """The first refusal there is (they are falsy), else the view."""
    return next((refusal for refusal in refusals if refusal is not None), view)


def _at_rest(name: str) -> ViewFailure:
    return ViewFailure(
        name,
        "still",
        measure("at_rest", seconds=AT_REST_S),
    )


def _other_size(view: View, taken: tuple[View, ...]) -> ViewFailure | None:
    if not taken or view.size_px == taken[0].size_px:
        return None
    own, first = (f"{size[0]}x{size[1]}" for size in (view.size_px, taken[0].size_px))
    return ViewFailure(view.name, "size", measure("size", own=own, first=first))
