"""The film that a match was followed on: known again by how it begins, and gone on with where the log ends."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from referee_tui.following.sentences import say
from referee_tui.words import clock

if TYPE_CHECKING:
    from engine.record.records import Header
    from vision.sources import Source

PICTURE_S = 0.0
"""Length of a single picture, which is no film."""


class Film(NamedTuple):
    """A film or a folder of pictures; both are empty for all else."""

    name: str = ""
    """Without the way there."""
    beginning: str = ""
    """A sum of its first bytes; empty in logs of earlier programs."""


NO_FILM = Film()
"""What a camera is."""


def film_of(source: Source) -> Film:
    """The film that a source is; the file's beginning is read for it."""
    length_s = source.duration_s
    if length_s is None or length_s <= PICTURE_S:
        return NO_FILM
    return Film(Path(source.name).name, source.beginning())


def film_in(header: Header) -> Film:
    """The film that a log is of."""
    return Film(header.film, header.film_sum)


class GoesOn(NamedTuple):
    """Where a source is gone on with."""

    begins_s: float
    """By its own clock."""
    said: str
    """What people are told of it, a sentence; empty for what is no film."""


NOWHERE = GoesOn(0.0, "")
"""At the beginning, of which there is nothing to say."""


def go_on_in(source: Source, here: Film, film: Film, last_t: float) -> GoesOn:
    """Skip what of a film was followed before: ``film`` and ``last_t`` (seconds) are what the log says.

    ``here`` is the film that the source is.
    Another film is followed from its beginning, whatever it is called, as is one whose log does not say what it is of.
    Raises SourceError.
    """
    if not here.name:
        return NOWHERE
    if not film.name:
        return GoesOn(0.0, say("film.unknown", film=here.name))
    known = bool(here.beginning and film.beginning)
    if known and here.beginning != film.beginning and here.name == film.name:
        return GoesOn(0.0, say("film.changed", film=here.name))
    if here.beginning != film.beginning if known else here.name != film.name:
        return GoesOn(0.0, say("film.other", film=here.name, other=film.name))
    begins_s = source.skip_to(last_t)
    return GoesOn(begins_s, say("film.goes_on", film=here.name, at=clock(begins_s)))
