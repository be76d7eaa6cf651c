"""What a log tells, act by act: who did what from which position, which dice fell for it, and what came of it.

The log is played again through the same fold as everywhere (``replay.apply``); what was taken back is kept and marked.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from engine.empty import EMPTY
from engine.match import team_of
from engine.notation import parse_action
from engine.record.errors import LogError, ReplayError
from engine.record.links import Fault, first_break
from engine.record.records import Acted, Corrected, Header, Noted, Observed, Rolled, Ruled, Undone
from engine.record.replay import Match, apply, load_rules, roll_of, undone_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.match import Action, Event, Position, Roll, Team
    from engine.record.reader import LogLine
    from engine.record.records import Record, Source
    from engine.record.replay import RulesLoader
    from engine.ruleset import Ruleset


BY_HAND = "put right by hand"
"""Of a correction for which no reason was given."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that fell for something."""

    seq: int
    t: float
    """Seconds since the source began."""
    cause: str
    """What they were thrown for: ``tackle``, ``shot``, ``deviation`` ..."""
    side: Team | None
    """Whose throw it was; None if both threw."""
    roll: Roll
    source: Source
    before: Position
    """The position that waited for them."""
    after: Position
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Deed:
    """An act of play, or a correction, with the dice that were thrown for it."""

    seq: int
    t: float
    """Seconds since the source began."""
    notation: str
    """As in the log; ``correction``; empty for dice that the first position already waited for."""
    action: Action | None
    """None for a correction and for dice alone."""
    source: Source
    before: Position
    acted: Position
    """The position after the act itself, before its dice."""
    events: tuple[Event, ...]
    """What came of it, dice included."""
    throws: tuple[Throw, ...] = ()
    taken_back: bool = False
    reason: str = ""
    """Of a correction, in people's words."""
    changes: Mapping[str, Any] = field(default_factory=lambda: EMPTY)
    """Of a correction: what it put right, as its record has it."""

    @property
    def after(self) -> Position:
        """The position after its dice."""
        return self.throws[-1].after if self.throws else self.acted

    @property
    def end_t(self) -> float:
        """When the last of its dice fell."""
        return self.throws[-1].t if self.throws else self.t

    @property
    def shown(self) -> Position:
        """The position that shows how it came about: after a goal everything goes back to its place."""
        if not any(event.type == "goal" for event in self.events):
            return self.after
        return self.acted if self.throws else self.before

    @property
    def shows(self) -> bool:
        """Not what the camera alone put right and no board shows, such as how well it measured the ball."""
        moved = (self.before.pieces, self.before.ball) != (self.after.pieces, self.after.ball)
        return self.notation != "correction" or self.source != "seen" or moved

    @property
    def side(self) -> Team | None:
        """Who acted; None where nobody is on turn."""
        if self.action is not None and self.action.piece is not None:
            return team_of(self.action.piece)
        awaits = self.before.awaits
        return awaits.side if awaits is not None and awaits.side is not None else self.before.turn


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that changed nothing, but that people remember."""

    seq: int
    t: float
    """Seconds since the source began."""
    kind: Literal["refused", "question", "note", "undo", "correction"]
    text: str
    """In a sentence."""
    notation: str = ""
    """The act that was refused or taken back."""
    rule: str = ""
    """The rule that was broken."""
    seen: bool = False
    """The table showed it, so that table and match were out of step from then on."""
    position: Position | None = None
    """Where the match stood then, or went back to; None before it began."""
    changes: Mapping[str, Any] = field(default_factory=lambda: EMPTY)
    """What was put right, by a correction or by one that is taken back here."""


@dataclass(frozen=True, slots=True)
class Chronicle:
    """A whole match as its log tells it."""

    header: Header
    rules: Ruleset
    start: Position
    start_t: float
    start_seq: int
    """The number of the record with which it was there."""
    deeds: tuple[Deed, ...]
    """In order, what was taken back too."""
    incidents: tuple[Incident, ...]
    end_t: float
    """Time of the last record."""
    looks: int
    """Observations in the log."""
    out_of_step_s: float
    """How long table and match differed, from when it was said until it was mended."""

    @property
    def standing(self) -> tuple[Deed, ...]:
        """The deeds that were not taken back."""
        return tuple(deed for deed in self.deeds if not deed.taken_back)

    @property
    def position(self) -> Position:
        """Where the match stands."""
        standing = self.standing
        return standing[-1].after if standing else self.start


def chronicle_of(name: str, lines: Iterable[LogLine], loader: RulesLoader) -> Chronicle:
    """Tell a log; ``name`` is for messages. Raises LogError if it has no header or position, or cannot be replayed."""
    teller = _Teller()
    if (fault := _tell(teller, lines, loader)) is not None:
        raise LogError(f"{name}: {fault.what}; touchline log verify names the line")
    return teller.chronicle(name)


def sound_part_of(name: str, lines: Sequence[LogLine], loader: RulesLoader) -> tuple[Chronicle, Fault | None]:
    """Tell a log as far as it is what was written and follows from itself; and what is wrong behind that, if anything.

    Raises LogError if not even a header and a position are sound.
    """
    teller, broken = _Teller(), first_break(lines)
    sound = lines if broken is None else [line for line in lines if line.number < broken.line]
    fault = _tell(teller, sound, loader)
    return teller.chronicle(name), fault or broken


def _tell(teller: _Teller, lines: Iterable[LogLine], loader: RulesLoader) -> Fault | None:
    """Have the lines told; the first that does not follow is the fault, and nothing behind it is told."""
    for line in lines:
        if line.record is None:
            continue
        try:
            teller.take(line, line.record, loader)
        except ReplayError as error:
            return Fault(line.number, str(error))
    return None


class _Teller:
    """The chronicle while it is being put together."""

    def __init__(self) -> None:
        self._header: Header | None = None
        self._rules: Ruleset | None = None
        self._match = Match()
        self._begun: tuple[Position, float, int] | None = None
        self._deeds: list[Deed] = []
        self._undoable: list[int] = []
        """Places in ``_deeds`` of what can be taken back, as ``Match.last`` and its ``earlier`` have it."""
        self._incidents: list[Incident] = []
        self._t = 0.0
        self._looks = 0
        self._after_look = False
        """The record before was an observation, so that what is said now rests on it."""
        self._differs_since: float | None = None
        self._out_of_step_s = 0.0

    def take(self, line: LogLine, record: Record, loader: RulesLoader) -> None:
        """One record more. Raises ReplayError if it does not follow."""
        seq, self._t = line.seq or 0, line.t or 0.0
        if isinstance(record, Header):
            self._header, self._rules = record, load_rules(record, loader)
        elif self._rules is not None:
            before, self._match = self._match, apply(self._rules, self._match, record)
            self._note(seq, record, before)
            if before.position is not None:
                self._add(seq, record, before)
            elif self._match.position is not None:
                self._begun = self._match.position, self._t, seq
        self._after_look = isinstance(record, Observed)
        self._looks += self._after_look

    def chronicle(self, name: str) -> Chronicle:
        """What was told so far. Raises LogError if that is no match yet."""
        if self._header is None or self._rules is None:
            raise LogError(f"{name}: the log has no header, so nothing says which game it is")
        if self._begun is None:
            raise LogError(f"{name}: the log holds no position yet, so there is nothing to tell")
        self._back_in_step()
        start, t, start_seq = self._begun
        return Chronicle(
            self._header, self._rules, start, t, start_seq, tuple(self._deeds), tuple(self._incidents), self._t,
            self._looks, self._out_of_step_s,
        )  # fmt: skip

    def _add(self, seq: int, record: Record, before: Match) -> None:
        """The deed that a record is, or what it does to earlier ones."""
        position, after = before.position, self._match.position
        assert position is not None and after is not None  # noqa: PT018, S101 - a match that has begun keeps a position
        match record:
            case Acted(notation=notation, source=source):
                action = parse_action(notation)
                self._push(Deed(seq, self._t, notation, action, source, position, after, self._match.events))
            case Corrected(source=source, reason=reason, changes=changes):
                self._push(Deed(
                    seq, self._t, "correction", None, source, position, after, (), reason=reason or "", changes=changes
                ))  # fmt: skip
            case Rolled():
                self._throw(seq, record, position, after)
            case Undone():
                self._take_back(before)
            case _:
                return
        self._back_in_step()

    def _push(self, deed: Deed) -> None:
        self._undoable.append(len(self._deeds))
        self._deeds.append(deed)

    def _throw(self, seq: int, record: Rolled, before: Position, after: Position) -> None:
        awaits = before.awaits
        side = awaits.side if awaits is not None else None
        events = self._match.events
        throw = Throw(seq, self._t, record.cause, side, roll_of(record), record.source, before, after, events)
        if not self._undoable:
            self._deeds.append(Deed(seq, self._t, "", None, record.source, before, before, events, (throw,)))
            return
        place = self._undoable[-1]
        deed = self._deeds[place]
        self._deeds[place] = replace(deed, throws=(*deed.throws, throw), events=(*deed.events, *events))

    def _take_back(self, before: Match) -> None:
        checkpoint = before.last
        while checkpoint is not None and checkpoint is not self._match.last:
            place = self._undoable.pop()
            self._deeds[place] = replace(self._deeds[place], taken_back=True)
            checkpoint = checkpoint.earlier

    def _note(self, seq: int, record: Record, before: Match) -> None:
        """What people remember of a record that changes nothing."""
        t, seen = self._t, self._after_look
        match record:
            case Ruled(verdict="illegal", rule=rule, reason=reason, notation=notation):
                said = Incident(seq, t, "refused", reason or "against the rules", notation or "", rule or "", seen)
            case Ruled(verdict="unsure", reason=reason):
                said = Incident(seq, t, "question", reason or "the table was not understood", seen=seen)
            case Noted(text=text, moved=moved):
                said = Incident(seq, t, "note", text)
                # A note that follows a look is the referee's: what differed does so no more.
                if seen and moved is None:
                    self._back_in_step()
            case Corrected(source="correction", reason=reason, changes=changes):
                said = Incident(seq, t, "correction", reason or BY_HAND, changes=changes)
            case Undone(notation=notation):
                gone = undone_by(before)[-1].changes or EMPTY
                said = Incident(seq, t, "undo", f"{notation} is taken back", notation, changes=gone)
            case _:
                return
        self._incidents.append(replace(said, position=self._match.position))
        if said.seen and self._differs_since is None:
            self._differs_since = t

    def _back_in_step(self) -> None:
        if self._differs_since is not None:
            self._out_of_step_s += self._t - self._differs_since
            self._differs_since = None
