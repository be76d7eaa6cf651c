"""What a log took back by word and did not play over: it can be done again in a match that is taken up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.record.records import Acted, Corrected, Rolled, Undone
from engine.record.replay import undone_by
from engine.referee.line_up_back import back_at_once, of_line_up

if TYPE_CHECKING:
    from engine.record.records import Record
    from engine.record.replay import Checkpoint, Match


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What was taken back by word, as far as records tell it."""

    groups: tuple[tuple[Checkpoint, ...], ...] = ()
    """What one word took back each, the last last."""
    since: Checkpoint | None = None
    """The latest act that stood when it was taken back, or done again up to here."""
    left: int = 0
    """Acts of the last group that are still to be taken back: each has a record."""

    def still(self, match: Match) -> tuple[tuple[Checkpoint, ...], ...]:
        """What can be done again from where the match is: nothing in the middle of taking back or of doing again."""
        return self.groups if match.last is self.since and not self.left else ()


NOTHING = TakenBack()


def taken_back(known: TakenBack, before: Match, record: Record, after: Match) -> TakenBack:
    """What can be done again after one more record, which brought the match from ``before`` to ``after``.

    Doing again is written down as doing: a word that does the last of it just as it was leaves the others.
    """
    if isinstance(record, Undone):
        return _back(known, before, record, after)
    if not isinstance(record, Acted | Rolled | Corrected) or not known.groups:
        return known
    *earlier, group = known.groups
    done = _since(after, known.since, len(group))
    if known.left or not done or not _begins(group, done):
        return NOTHING
    whole = len(done) == len(group) and done[-1].rolls == group[-1].rolls
    return TakenBack(tuple(earlier), after.last) if whole else known


def _back(known: TakenBack, before: Match, record: Undone, after: Match) -> TakenBack:
    if record.source != "typed":
        return NOTHING
    gone = len(undone_by(before))
    if known.left:
        return TakenBack(known.groups, after.last, max(0, known.left - gone))
    group = back_at_once(before)
    return TakenBack((*known.still(before), group), after.last, max(0, len(group) - gone))


def _since(match: Match, since: Checkpoint | None, most: int) -> list[Checkpoint]:
    """The acts that stand since then, the earliest first; none if they are more, or if it does not stand any more."""
    found: list[Checkpoint] = []
    past = match.last
    while past is not None and past is not since and len(found) <= most:
        found.append(past)
        past = past.earlier
    return found[::-1] if past is since and len(found) <= most else []


def _begins(group: tuple[Checkpoint, ...], done: list[Checkpoint]) -> bool:
    """Whether the acts done are those taken back, as far as they go; of the last, dice may still be missing."""
    for was, now in zip(group, done, strict=False):
        source = was.source if was.changes is not None or of_line_up(was) else "typed"
        if (now.notation, now.changes, now.source) != (was.notation, was.changes, source):
            return False
        if now.rolls != (was.rolls if now is not done[-1] else was.rolls[: len(now.rolls)]):
            return False
    return True
