"""Running a calibration of the board: from sources of pictures to checks, one a view."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING

from referee_tui.exits import CommandError
from vision.board_check import BoardCheck, Lost, View, check_view, views
from vision.sources.pictures import PictureSource

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from calibration.finder import BoardFinder
    from vision.find import NumberNet
    from vision.rectify import Image
    from vision.sources import Frame, Source

STEP_S, FILM_S = 0.5, 5.0
"""A film is looked at so often, and so long from its beginning: a camera that is well placed shows it at once."""
SETTLE_S = 1.5
"""A camera's automatic exposure needs about this long after it is opened."""
LIVE_PICTURES, LIVE_STEP_S = 4, 0.1
"""A camera is judged by so many pictures at a time, at least so far apart."""
BETWEEN_S = 0.3
"""A live camera is judged anew after this long; judging takes most of a second."""


@dataclass(frozen=True, eq=False)
class Report:
    """What is said of one view."""

    label: str
    """The source, and where it has several pictures, which."""
    answer: BoardCheck | Lost
    image: Image | None
    """The newest picture of the view; None without a board."""

    @property
    def red(self) -> bool:
        """Whether this has to be put right first."""
        return isinstance(self.answer, Lost) or self.answer.verdict == "red"


def recorded_reports(sources: Iterable[Source], finder: BoardFinder, numbers: NumberNet) -> Iterator[Report]:
    """Pictures that follow one another on the command line make views together; each film makes its own."""
    pictures: list[Source] = []
    for source in sources:
        if isinstance(source, PictureSource):
            pictures.append(source)
            continue
        yield from _of_pictures(pictures, finder, numbers)
        pictures = []
        frames = _thinned(takewhile(lambda frame: frame.t <= FILM_S, source), STEP_S)
        yield from (_report(source.name, answer, finder, numbers) for answer in views(frames, finder, film=True))
    yield from _of_pictures(pictures, finder, numbers)


def live_reports(source: Source, finder: BoardFinder, numbers: NumberNet) -> Iterator[Report | None]:
    """A camera is judged again and again; None while there is nothing new. Ends with the source."""
    taken: list[Frame] = []
    wait_until = SETTLE_S
    for frame in source.beats():
        if frame is None:
            yield None
            continue
        if frame.t < wait_until or (taken and frame.t < taken[-1].t + LIVE_STEP_S):
            continue
        taken.append(frame)
        if len(taken) == LIVE_PICTURES:
            yield report_on(source.name, taken, finder, numbers)
            wait_until, taken = frame.t + BETWEEN_S, []


def report_on(label: str, frames: Sequence[Frame], finder: BoardFinder, numbers: NumberNet) -> Report:
    """One judgement of pictures that follow one another, one or more; it takes most of a second."""
    # If the camera moved meanwhile, where it came to rest counts.
    *_, newest = views(frames, finder, film=True)
    return _report(label, newest, finder, numbers)


def first_report(source: Source, finder: BoardFinder, numbers: NumberNet) -> Report:
    """A camera's first judgement. Raises CommandError if it delivers no pictures."""
    for report in live_reports(source, finder, numbers):
        if report is not None:
            return report
        if source.trouble is not None:
            raise CommandError(source.trouble)
    raise CommandError(f"{source.name}: no pictures came; check the cable and try again.")


def _of_pictures(sources: Sequence[Source], finder: BoardFinder, numbers: NumberNet) -> Iterator[Report]:
    labels: list[str] = []
    for answer in views(_numbered(sources, labels), finder, film=False):
        first, last = (answer.number,) * 2 if isinstance(answer, Lost) else (answer.numbers[0], answer.numbers[-1])
        label = labels[first] if first == last else f"{labels[first]} ... {labels[last]}"
        yield _report(label, answer, finder, numbers)


def _numbered(sources: Iterable[Source], labels: list[str]) -> Iterator[Frame]:
    """All pictures one after the other; ``labels`` gets a name for each."""
    for source in sources:
        for frame in source:
            several = source.duration_s
            labels.append(f"{source.name} (picture {frame.number + 1})" if several else source.name)
            yield replace(frame, number=len(labels) - 1)


def _thinned(frames: Iterable[Frame], step_s: float) -> Iterator[Frame]:
    due = 0.0
    for frame in frames:
        if frame.t >= due:
            due = frame.t + step_s
            yield frame


def _report(label: str, view: View | Lost, finder: BoardFinder, numbers: NumberNet) -> Report:
    if isinstance(view, Lost):
        return Report(label, view, None)
    return Report(label, check_view(view, finder, numbers), view.images[-1])
