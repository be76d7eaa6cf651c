"""What the lines of a log show by themselves: each a record, each tied to the one before it. Nothing is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.record.chain import FIRST_PREV, agrees_with_its_sum

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.record.reader import LogLine


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a log."""

    line: int
    """Line number in the file, from 1."""
    what: str
    """In plain words."""


_CHANGED = "was changed after it was written: its sum does not fit"
_UNTIED = "does not follow from the line before it: one of them was changed"


def faults_of(lines: Iterable[LogLine]) -> Iterator[Fault]:
    """Everything that is wrong with lines and with how they follow each other, as it is met."""
    previous = None
    for line in lines:
        yield from link_faults(previous, line)
        previous = line
    yield from last_faults(previous)


def first_break(lines: Iterable[LogLine]) -> Fault | None:
    """The first fault behind which nothing may be appended. Records of an unknown kind are none: a newer program's."""
    previous = None
    for line in lines:
        fault = next(_breaks(previous, line), None)
        if fault is not None:
            return fault
        previous = line
    return next(last_faults(previous), None)


def link_faults(previous: LogLine | None, line: LogLine) -> Iterator[Fault]:
    """What is wrong with a line by itself and with how it follows the one before it (None: it is the first)."""
    if line.fault and line.seq is not None:
        yield Fault(line.number, line.fault)
    yield from _breaks(previous, line)
    before_s = previous.t if previous is not None and previous.t is not None else 0.0
    if line.t is not None and line.t < before_s:
        yield Fault(line.number, f"its time {line.t} s is before that of the line before it, {before_s} s")


def last_faults(last: LogLine | None) -> Iterator[Fault]:
    """What is wrong with the last line, which no other line answers for; its sum does."""
    if last is not None and last.seq is not None and not agrees_with_its_sum(last.fields):
        yield Fault(last.number, _CHANGED)


def _breaks(previous: LogLine | None, line: LogLine) -> Iterator[Fault]:
    if line.seq is None:
        yield Fault(line.number, line.fault or "is not a log record")
        return
    if line.seq != line.number - 1:
        what = f"has number {line.seq}, {line.number - 1} was expected: a record is missing or was added"
        yield Fault(line.number, what)
    if line.prev != (previous.digest if previous is not None else FIRST_PREV):
        if previous is not None and previous.seq is not None and not agrees_with_its_sum(previous.fields):
            yield Fault(previous.number, _CHANGED)
        yield Fault(line.number, _UNTIED)
