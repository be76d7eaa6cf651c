"""The matches in a folder of logs, as far as their first and last records tell."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal, TypeAlias

from engine.record.bounds import MAX_LINE_BYTES
from engine.record.reader import parse_line
from engine.record.records import SOURCE_ENDED, Ended, Header, Observed, Ruled, Stated, Undone
from referee_tui.places import LOG_SUFFIX
from referee_tui.words import names_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from engine.record.reader import LogLine
    from engine.record.records import Record

MOST_LISTED = 50
"""Of the newest logs."""
LATELY = timedelta(days=1)
"""Who left a match longer ago is not reminded of it."""
Standing: TypeAlias = Literal["open", "finished", "watched", "untouched"]
"""Not played to its end, played to it, followed to the end of a film, or nothing happened in it."""

_DATED = re.compile(r"-\d{4}-\d\d-\d\d-\d{4}(-\d+)?$")
"""The end of a log's name that the program gave it."""
_TAIL_BYTES = 256 * 1024
"""A record with a position takes a few kilobytes; so much of a log's end is looked through for the last."""


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match that a log holds."""

    path: Path
    game: str
    names: Mapping[str, str]
    """Who plays, by side; a side without a name is left out."""
    score: tuple[int, int] | None
    """Blue, red; None before the match began."""
    standing: Standing
    origin: str
    """The camera that it began with, else what its log is called after: a film, a game."""
    when: datetime
    """Of the last record, in local time."""
    typed: bool = False
    """No camera was there: it was begun, and as far as its end tells gone on with, by typing alone."""

    @property
    def open(self) -> bool:
        """There is something to go on with."""
        return self.standing == "open"


def saved_matches(folder: Path) -> tuple[SavedMatch, ...]:
    """The matches in a folder, those to go on with first, then the newest; none if it cannot be read."""
    found = (saved_match(log) for log in _newest(folder))
    return tuple(sorted((match for match in found if match is not None), key=lambda match: not match.open))


def unread_logs(folder: Path, matches: Iterable[SavedMatch]) -> tuple[str, ...]:
    """The names of those that are called logs, the newest first, and are none of the matches."""
    known = {match.path for match in matches}
    return tuple(log.name for log in _newest(folder) if log not in known)


def _newest(folder: Path) -> list[Path]:
    """What is called a log, as many as are listed; nothing if the folder cannot be read."""
    try:
        return sorted(folder.glob(f"*{LOG_SUFFIX}"), key=_changed, reverse=True)[:MOST_LISTED]
    except OSError:
        return []


def _changed(log: Path) -> float:
    """When a file was changed last; long ago for one that is gone, or a link to nowhere."""
    try:
        return log.stat().st_mtime
    except OSError:
        return 0.0


def left_lately(folder: Path, game: str, now: datetime) -> SavedMatch | None:
    """The newest match of a game that was left within a day, and not played to its end; None if there is none."""
    newest = (match for match in saved_matches(folder) if match.game == game and match.open)
    return next((match for match in newest if now - match.when < LATELY), None)


def saved_match(path: Path) -> SavedMatch | None:
    """The match of a log; None for a file that is no log. Reads its first lines and its end only."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            first, second = (parse_line(file.readline(MAX_LINE_BYTES).rstrip(b"\n"), n).record for n in (1, 2))
            size = file.seek(0, 2)
            file.seek(max(size - _TAIL_BYTES, 0))
            tail = file.read(_TAIL_BYTES)
        when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    except (OSError, ValueError, OverflowError):
        # Not to be read, or of a year that no calendar has.
        return None
    if not isinstance(first, Header):
        return None
    # Of a long log the tail begins within a line; of one that was killed it ends within one.
    lines = tail.split(b"\n")[1 if size > _TAIL_BYTES else 0 : -1]
    last = list(_newest_first(lines))
    score = next((_score(record) for record in last if isinstance(record, Stated)), None)
    return SavedMatch(
        path,
        first.game,
        names_of(first),
        score,
        _standing(last, whole=size <= _TAIL_BYTES),
        first.camera or _DATED.sub("", path.name.removesuffix(LOG_SUFFIX)),
        when,
        # Where a camera is, a look comes before the first position.
        typed=isinstance(second, Stated) and not any(isinstance(record, Observed) for record in last),
    )


def _newest_first(lines: Sequence[bytes]) -> Iterator[Record]:
    parsed: Iterator[LogLine] = (parse_line(raw, 0) for raw in reversed(lines))
    return (line.record for line in parsed if line.record is not None)


def _score(state: Stated) -> tuple[int, int]:
    score = state.position.get("score")
    blue, red = (score.get("B"), score.get("R")) if isinstance(score, dict) else (0, 0)
    return (blue, red) if isinstance(blue, int) and isinstance(red, int) else (0, 0)


def _standing(newest_first: Sequence[Record], *, whole: bool) -> Standing:
    """How a match was left; ``whole``: the records are all that there are."""
    if whole and sum(isinstance(record, Stated) for record in newest_first) < 2:
        return "untouched"
    if _played_to_its_end(newest_first):
        return "finished"
    last = newest_first[0] if newest_first else None
    return "watched" if isinstance(last, Ended) and last.reason == SOURCE_ENDED else "open"


def _played_to_its_end(newest_first: Sequence[Record]) -> bool:
    """Whether the final whistle went, and was not taken back."""
    for record in newest_first:
        if isinstance(record, Undone):
            return False
        if isinstance(record, Ruled) and any(event.get("type") == "full_time" for event in record.events):
            return True
    return False
