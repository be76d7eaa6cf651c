"""Is this log what it claims to be: unbroken, and every action in it legal when played again?"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine.record.errors import LogError, ReplayError
from engine.record.reader import FIRST_PREV, LogStream
from engine.record.records import Acted, Header
from engine.record.replay import Match, apply, load_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from engine.record.reader import LogLine
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
    """Check the chain and play every record again, line by line. Raises LogError if the file cannot be read at all."""
    try:
        with path.open("rb") as file:
            return _verified(LogStream(file, str(path)), loader)
    except OSError as error:
        raise LogError(f"{path}: the log cannot be read ({error.strerror or error})") from error


def _verified(stream: LogStream, loader: RulesLoader) -> Verification:
    end, played, faults = _ChainEnd(), _Played(), list[Fault]()
    for line in stream:
        faults += _chain_faults(end, line)
        end = end.after(line)
        if line.record is not None and played.stopped is None:
            played = _next(played, line.number, line.record, loader)
    if played.stopped is not None:
        rest = end.lines - played.stopped.line
        unplayed = f"; the {rest} records after it were not played" if rest else ""
        faults.append(Fault(played.stopped.line, f"{played.stopped.what}{unplayed}"))
    if stream.torn:
        faults.append(Fault(end.lines + 1, f"the last record was cut off in writing ({len(stream.torn)} bytes)"))
    if not end.lines:
        faults.append(Fault(1, "the log is empty"))
    faults.sort(key=lambda fault: fault.line)
    return Verification(tuple(faults), end.lines, played.actions, played.match)


def chain_faults(lines: Iterable[LogLine]) -> Iterator[Fault]:
    """What the lines by themselves show: lines that are no records, gaps, changes. Nothing is played again."""
    end = _ChainEnd()
    for line in lines:
        yield from _chain_faults(end, line)
        end = end.after(line)


@dataclass(frozen=True, slots=True)
class _ChainEnd:
    """What the next line must follow."""

    lines: int = 0
    prev: str = FIRST_PREV
    t: float = 0.0

    def after(self, line: LogLine) -> _ChainEnd:
        """One line further."""
        return _ChainEnd(self.lines + 1, line.digest, line.t if line.t is not None else self.t)


def _chain_faults(end: _ChainEnd, line: LogLine) -> Iterator[Fault]:
    """What is wrong with a line by itself and with how it follows the one before it."""
    if line.fault:
        yield Fault(line.number, line.fault)
    if line.seq is not None and line.seq != end.lines:
        yield Fault(line.number, f"has number {line.seq}, {end.lines} was expected: a record is missing or was added")
    if line.prev is not None and line.prev != end.prev:
        yield Fault(line.number, "does not follow from the line before it: one of them was changed")
    if line.t is not None and line.t < end.t:
        yield Fault(line.number, f"its time {line.t} s is before that of the line before it, {end.t} s")


@dataclass(frozen=True, slots=True)
class _Played:
    """As far as the records could be played again."""

    match: Match = field(default_factory=Match)
    rules: Ruleset | None = None
    actions: int = 0
    stopped: Fault | None = None
    """The record that does not follow; what comes after it cannot be judged."""


def _next(played: _Played, number: int, record: Record, loader: RulesLoader) -> _Played:
    try:
        rules, match = _play(played.rules, played.match, record, loader)
    except ReplayError as error:
        return replace(played, stopped=Fault(number, f"{error}"))
    return replace(played, rules=rules, match=match, actions=played.actions + isinstance(record, Acted))


def _play(rules: Ruleset | None, match: Match, record: Record, loader: RulesLoader) -> tuple[Ruleset, Match]:
    if isinstance(record, Header):
        if rules is not None:
            raise ReplayError("is a second header")
        return load_rules(record, loader), match
    if rules is None:
        raise ReplayError("the log does not begin with a header")
    return rules, apply(rules, match, record)
