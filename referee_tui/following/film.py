"""The film that a match was followed on: known again by its name, and gone on with where the log ends."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from referee_tui.following.sentences import say
from referee_tui.words import clock

if TYPE_CHECKING:
    from vision.sources import Source

PICTURE_S = 0.0
"""Length of a single picture, which is no film."""


def film_name(source: Source) -> str:
    """The name of a film or a folder of pictures, without the way there; empty for all else."""
    length_s = source.duration_s
    return Path(source.name).name if length_s is not None and length_s > PICTURE_S else ""


class GoesOn(NamedTuple):
    """Where a source is gone on with."""

    begins_s: float
    """By its own clock."""
    said: str
    """What people are told of it, a sentence; empty for what is no film."""


def go_on_in(source: Source, film: str, last_t: float) -> GoesOn:
    """Skip what of a film was followed before: ``film`` and ``last_t`` (seconds) are what the log says.

    Another film is followed from its beginning, as is one whose log does not say what it is of. Raises SourceError.
    """
    name = film_name(source)
    if not name:
        return GoesOn(0.0, "")
    if not film:
        return GoesOn(0.0, say("film.unknown", film=name))
    if name != film:
        return GoesOn(0.0, say("film.other", film=name, other=film))
    begins_s = source.skip_to(last_t)
    return GoesOn(begins_s, say("film.goes_on", film=name, at=clock(begins_s)))
