"""Which moment of a match is meant: ``17`` (the record with this number) or ``4R`` (red's fourth turn)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.game_text import turn_marker
from engine.record.chronicle import chronicle_of
from referee_tui.exports.errors import ExportError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.match import Position
    from engine.record.chronicle import Chronicle, Deed
    from engine.record.reader import LogLine
    from engine.record.replay import RulesLoader


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a match."""

    told: Chronicle
    """The match, as far as that moment at least."""
    position: Position
    deed: Deed | None
    """The act that led to it; None at the start."""


def moment_of(name: str, lines: Sequence[LogLine], loader: RulesLoader, at: str | None) -> Moment:
    """The moment of a log (``name`` for messages) that ``at`` names; the last if it is None.

    Raises ExportError for a moment that is not in the log, LogError for a log that cannot be told.
    """
    if at is None:
        return _after(name, lines, loader)
    if re.fullmatch(r"[0-9]{1,9}", at):
        seq = int(at)
        if not any(line.seq == seq for line in lines):
            last = max((line.seq for line in lines if line.seq is not None), default=0)
            raise ExportError(f"--at {at}: {name} has no record of this number; they go from 0 to {last}.")
        return _after(name, [line for line in lines if line.seq is not None and line.seq <= seq], loader)
    if not re.fullmatch(r"[1-9][0-9]{0,3}[BR]", at):
        raise ExportError(f"--at {at}: a record's number such as 17, or a turn such as 4R, is expected.")
    return _turn(name, lines, loader, at)


def _after(name: str, lines: Sequence[LogLine], loader: RulesLoader) -> Moment:
    told = chronicle_of(name, lines, loader)
    standing = told.standing
    return Moment(told, told.position, standing[-1] if standing else None)


def _turn(name: str, lines: Sequence[LogLine], loader: RulesLoader, at: str) -> Moment:
    told = chronicle_of(name, lines, loader)
    earlier: Deed | None = None
    for deed in told.standing:
        if turn_marker(deed.before) == f"{at}:":
            return Moment(told, deed.before, earlier)
        earlier = deed
    if turn_marker(told.position) == f"{at}:":
        return Moment(told, told.position, earlier)
    raise ExportError(
        f"--at {at}: {name} has no such turn; the last is {turn_marker(told.position)[:-1] or 'none yet'}."
    )
