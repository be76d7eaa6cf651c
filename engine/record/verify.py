"""Is this log what it claims to be: unbroken, and every action in it legal when played again?"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import msgspec

from engine.record.bundle import digests_in, is_bundle
from engine.record.errors import ReplayError
from engine.record.evidence import digest_beside
from engine.record.links import Fault, last_faults, link_faults
from engine.record.reader import open_log
from engine.record.records import Acted, Ended, Header, Ruled
from engine.record.replay import Match, apply, load_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from engine.record.reader import LogLine, LogStream
    from engine.record.records import Record
    from engine.record.replay import RulesLoader
    from engine.ruleset import Ruleset


MOST_FAULTS = 1000
"""Behind so many a log is not looked at any further."""


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
    ended: bool
    """Its last record is an ``end``. Records behind which nothing follows can be taken off unnoticed: this tells."""

    def __bool__(self) -> bool:
        """A sound log."""
        return not self.faults


def verify(path: Path, loader: RulesLoader) -> Verification:
    """Check the chain, play every record again, and look at the pictures that rulings rest on, where they are kept.

    Line by line, for logs and bundles. Raises LogError if the file cannot be read at all.
    """
    with open_log(path) as stream:
        if is_bundle(path):
            return _verified(stream, loader, digests_in(path).get)
        return _verified(stream, loader, lambda seq: digest_beside(path, seq))


def _verified(stream: LogStream, loader: RulesLoader, digest_of: Callable[[int], str | None]) -> Verification:
    last, played, faults = None, _Played(), list[Fault]()
    for line in stream:
        faults += link_faults(last, line)
        last = line
        faults += _picture_faults(line, digest_of)
        if line.record is not None and played.stopped is None:
            played = _next(played, line.number, line.record, loader)
            faults += _ruling_faults(line.number, line.record, played.match)
        if len(faults) >= MOST_FAULTS:
            faults.append(Fault(line.number, "there are so many faults that what follows was not looked at"))
            break
    else:
        faults += last_faults(last)
    lines = last.number if last is not None else 0
    if played.stopped is not None:
        rest = lines - played.stopped.line
        unplayed = f"; the {rest} records after it were not played" if rest else ""
        faults.append(Fault(played.stopped.line, f"{played.stopped.what}{unplayed}"))
    if stream.torn:
        faults.append(Fault(lines + 1, f"the last record was cut off in writing ({len(stream.torn)} bytes)"))
    if not lines:
        faults.append(Fault(1, "the log is empty"))
    faults.sort(key=lambda fault: fault.line)
    ended = last is not None and isinstance(last.record, Ended) and not stream.torn
    return Verification(tuple(faults), lines, played.actions, played.match, ended)


def _picture_faults(line: LogLine, digest_of: Callable[[int], str | None]) -> Iterator[Fault]:
    """A picture that is not kept (any more) is no fault: their number is bounded."""
    if isinstance(line.record, Ruled) and line.record.evidence and line.seq is not None:
        digest = digest_of(line.seq)
        if digest is not None and digest != line.record.evidence:
            yield Fault(line.number, "its picture is not the one that the ruling rests on")


def _ruling_faults(number: int, record: Record, match: Match) -> Iterator[Fault]:
    """What a ruling tells that the act before it did not bring about. A key that a later program added is none."""
    if not isinstance(record, Ruled) or record.verdict != "legal":
        return
    told = [event.get("type") for event in record.events]
    played = [event.type for event in match.events]
    if told != played:
        yield Fault(number, f"tells of {_named(told)}; played again it is {_named(played)}")
        return
    for form, event in zip(record.events, match.events, strict=True):
        now = {"type": event.type, **event.data}
        keys = sorted(key for key in form if key not in now or form[key] != _plain(now[key]))
        if keys:
            yield Fault(number, f"its {event.type} differs from the replayed one in {', '.join(keys)}")


def _plain(value: object) -> object:
    """A value of an event as JSON gives it back."""
    return msgspec.to_builtins(value)


def _named(types: Sequence[object]) -> str:
    return ", ".join(map(str, types)) or "nothing"


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
