"""Is this log what it claims to be: unbroken, and every action in it legal when played again?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.record.errors import ReplayError
from engine.record.reader import FIRST_PREV, read_log
from engine.record.records import Acted, Header
from engine.record.replay import Match, apply, load_rules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from engine.record.reader import LogLine, LogRead
    from engine.record.records import Record
    from engine.record.replay import RulesLoader
    from engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a log."""

    line: int
    """Line number in the file, from 1."""
    what: str
    """In plain words."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of verifying a log; true if nothing is wrong with it."""

    faults: tuple[Fault, ...]
    lines: int
    """Complete lines."""
    actions: int
    """Actions played again."""
    match: Match
    """As far as it could be replayed."""

    def __bool__(self) -> bool:
        """A sound log."""
        return not self.faults


def verify(path: Path, loader: RulesLoader) -> Verification:
    """Check the chain and play every record again. Raises LogError if the file cannot be read at all."""
    return verify_read(read_log(path), loader)


def verify_read(log: LogRead, loader: RulesLoader) -> Verification:
    """The same for a log already read."""
    match, replay_faults = _play(log.lines, loader)
    faults = [*chain_faults(log.lines), *replay_faults]
    if log.torn:
        faults.append(Fault(len(log.lines) + 1, f"the last record was cut off in writing ({len(log.torn)} bytes)"))
    if not log.lines:
        faults.append(Fault(1, "the log is empty"))
    faults.sort(key=lambda fault: fault.line)
    actions = sum(isinstance(record, Acted) for record in log.records)
    return Verification(tuple(faults), len(log.lines), actions, match)


def chain_faults(lines: tuple[LogLine, ...]) -> Iterator[Fault]:
    """What is wrong with each line by itself and with how it follows the one before it."""
    prev, t = FIRST_PREV, 0.0
    for seq, line in enumerate(lines):
        if line.fault:
            yield Fault(line.number, line.fault)
        if line.seq is not None and line.seq != seq:
            yield Fault(line.number, f"has number {line.seq}, {seq} was expected: a record is missing or was added")
        if line.prev is not None and line.prev != prev:
            yield Fault(line.number, "does not follow from the line before it: one of them was changed")
        if line.t is not None and line.t < t:
            yield Fault(line.number, f"its time {line.t} s is before that of the line before it, {t} s")
        prev, t = line.digest, line.t if line.t is not None else t


def _play(lines: tuple[LogLine, ...], loader: RulesLoader) -> tuple[Match, list[Fault]]:
    """Replay until a record does not follow; what comes after cannot be judged."""
    match = Match()
    rules: Ruleset | None = None
    for line in lines:
        if line.record is None:
            continue
        try:
            rules, match = _next(rules, match, line.record, loader)
        except ReplayError as error:
            rest = len(lines) - line.number
            unplayed = f"; the {rest} records after it were not played" if rest else ""
            return match, [Fault(line.number, f"{error}{unplayed}")]
    return match, []


def _next(rules: Ruleset | None, match: Match, record: Record, loader: RulesLoader) -> tuple[Ruleset, Match]:
    if isinstance(record, Header):
        if rules is not None:
            raise ReplayError("is a second header")
        return load_rules(record, loader), match
    if rules is None:
        raise ReplayError("the log does not begin with a header")
    return rules, apply(rules, match, record)
