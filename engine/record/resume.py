"""Taking up a match where its log ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.record.errors import LogError, ReplayError
from engine.record.records import Acted, Corrected, Header, Rolled, Undone
from engine.record.replay import Match, apply, load_rules
from engine.referee.again import NOTHING, taken_back

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.record.records import Record
    from engine.record.replay import Checkpoint, RulesLoader
    from engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Resumed:
    """A match taken up again."""

    header: Header
    rules: Ruleset
    match: Match
    """``match.position`` is None if the log ends before the first state."""
    turn_open: bool = False
    """The match began in its middle and nobody has acted yet: whoever acts first has the turn."""
    undone: tuple[tuple[Checkpoint, ...], ...] = ()
    """What was taken back by word and not played over: it can be done again, the last first."""


def resume_match(records: Sequence[Record], loader: RulesLoader) -> Resumed:
    """The match at the end of the records (any prefix of a log will do). Raises LogError."""
    if not records or not isinstance(records[0], Header):
        raise LogError("the log does not begin with a header and cannot be resumed")
    try:
        rules = load_rules(records[0], loader)
        match, undone = _replayed(rules, records[1:])
    except ReplayError as error:
        raise LogError(f"the log cannot be resumed: {error}") from error
    return Resumed(records[0], rules, match, turn_open=_nobody_has_acted(records, match), undone=undone)


def _replayed(rules: Ruleset, records: Sequence[Record]) -> tuple[Match, tuple[tuple[Checkpoint, ...], ...]]:
    """The match, and what can be done again in it. Raises ReplayError at the first record that does not follow."""
    match, back = Match(), NOTHING
    for record in records:
        after = apply(rules, match, record)
        match, back = after, taken_back(back, match, record, after)
    return match, back.still(match)


def _nobody_has_acted(records: Sequence[Record], match: Match) -> bool:
    position = match.position
    if position is None or position.restart is not None or position.placing or position.awaits is not None:
        return False
    return not any(
        isinstance(record, Acted | Rolled | Undone) or (isinstance(record, Corrected) and record.source != "seen")
        for record in records
    )
