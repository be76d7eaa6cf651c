"""From records back to the match: ``match = reduce(apply, records)``.

The referee itself goes through this fold, so that what a log replays to is what was on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from engine.match import MalformedError, Roll
from engine.notation import parse_action
from engine.record.errors import ReplayError
from engine.record.records import FORMAT, Acted, Corrected, Header, Rolled, Stated, Undone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from engine.match import Event, Position
    from engine.record.records import Record, Source
    from engine.ruleset import Ruleset

    RulesLoader = Callable[[str, Mapping[str, Any]], Ruleset]
    """Finds a game by name with its options; raises ValueError with one sentence."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """An act that stands, and the position before it: what an undo goes back to."""

    notation: str
    source: Source
    before: Position
    rolls: tuple[Roll, ...] = ()
    """Dice that were thrown for it, in order."""
    changes: Mapping[str, Any] | None = None
    """What a correction changed; None for an act of play."""
    earlier: Checkpoint | None = field(default=None, compare=False, repr=False)
    """The act before it. Linked, so that an act more costs the same at the end of a match as at its start."""

    @property
    def rolled(self) -> bool:
        """Whether dice were thrown for it."""
        return bool(self.rolls)


@dataclass(frozen=True, slots=True)
class Match:
    """A match as far as its records tell it."""

    position: Position | None = None
    """None before the first ``state``."""
    last: Checkpoint | None = None
    """The latest act that stands; the others follow by ``earlier``."""
    events: tuple[Event, ...] = ()
    """What the latest action or roll brought about."""


def apply(rules: Ruleset, match: Match, record: Record) -> Match:
    """The match after one more record. Raises ReplayError if the record does not follow from the match."""
    if isinstance(record, Stated):
        return _stated(rules, match, record)
    if isinstance(record, Acted):
        return _acted(rules, match, record)
    if isinstance(record, Rolled):
        return _rolled(rules, match, record)
    if isinstance(record, Corrected):
        return _corrected(rules, match, record)
    if isinstance(record, Undone):
        return undo(match)
    return match


def replay(rules: Ruleset, records: Iterable[Record]) -> Match:
    """The match after all records. Raises ReplayError at the first that does not follow."""
    match = Match()
    for record in records:
        match = apply(rules, match, record)
    return match


def load_rules(header: Header, loader: RulesLoader) -> Ruleset:
    """The rules that a header names, on the board that it names. Raises ReplayError."""
    if header.format < 1:
        raise ReplayError(f"there is no form {header.format} of a log")
    if header.format > FORMAT:
        raise ReplayError(f"the log has form {header.format}, this program reads up to {FORMAT}; a newer one is needed")
    try:
        rules = loader(header.game, header.options)
    except ValueError as error:
        raise ReplayError(f"the game {header.game!r} with these options cannot be loaded: {error}") from error
    if rules.board.name != header.board:
        raise ReplayError(
            f"the match was played on the board {header.board!r}, not on {rules.board.name!r}; "
            "name its file with --board"
        )
    return rules


def undo(match: Match) -> Match:
    """Take back the last act with its dice, and the end of turn that it implied. Raises ReplayError."""
    undone = undone_by(match)
    if not undone:
        raise ReplayError("there is nothing to take back")
    return Match(undone[0].before, undone[0].earlier)


def undone_by(match: Match) -> tuple[Checkpoint, ...]:
    """What ``undo`` would take back, the earliest first: the last act, after the end of turn that it implied."""
    last = match.last
    if last is None:
        return ()
    before = last.earlier
    if before is not None and last.notation != "end" and before.notation == "end" and before.source == "seen":
        return before, last
    return (last,)


def correct(rules: Ruleset, position: Position, changes: Mapping[str, Any]) -> Position:
    """The position with keys of its JSON form replaced; null takes a piece off. Raises ReplayError."""
    raw = rules.write_position(position)
    pieces = dict(raw.get("pieces", {}))
    moved = changes.get("pieces", {})
    if not isinstance(moved, dict):
        raise ReplayError("pieces: must be an object of piece: space")
    for piece, space in moved.items():
        if space is None:
            pieces.pop(piece, None)
        else:
            pieces[piece] = space
    try:
        return rules.read_position({**raw, **changes, "pieces": pieces})
    except MalformedError as error:
        raise ReplayError(f"{error.key}: {error}", error.sentence) from error


def roll_of(record: Rolled) -> Roll:
    """The dice of a record. Raises ReplayError."""
    try:
        if record.B is not None and record.R is not None:
            return Roll(duel=(record.B, record.R))
        return Roll(faces=tuple(record.faces))
    except ValueError as error:
        raise ReplayError(str(error)) from error


def roll_record(roll: Roll, cause: str, source: Source) -> Rolled:
    """Dice as a record; ``cause`` is what they were thrown for."""
    if roll.duel is not None:
        return Rolled(source=source, cause=cause, B=roll.duel[0], R=roll.duel[1])
    return Rolled(source=source, cause=cause, faces=list(roll.faces))


def _position(match: Match) -> Position:
    if match.position is None:
        raise ReplayError("comes before the first state")
    return match.position


def _stated(rules: Ruleset, match: Match, record: Stated) -> Match:
    try:
        position = rules.read_position(record.position)
    except MalformedError as error:
        raise ReplayError(f"is no position: {error.key}: {error}") from error
    if match.position is None:
        return replace(match, position=position)
    if position != match.position:
        keys = _different_keys(rules.write_position(match.position), rules.write_position(position))
        raise ReplayError(f"differs from the replayed position in {', '.join(keys)}")
    return match


def _different_keys(one: Mapping[str, Any], two: Mapping[str, Any]) -> list[str]:
    return sorted(key for key in {*one, *two} if one.get(key) != two.get(key))


def _acted(rules: Ruleset, match: Match, record: Acted) -> Match:
    before = _position(match)
    try:
        action = parse_action(record.notation)
    except MalformedError as error:
        raise ReplayError(f"{record.notation!r} is no action: {error}") from error
    verdict = rules.act(before, action)
    if not verdict:
        raise ReplayError(f"{record.notation} is refused: {verdict.rule}: {verdict.reason}")
    checkpoint = Checkpoint(record.notation, record.source, before, earlier=match.last)
    return Match(verdict.position, checkpoint, verdict.events)


def _rolled(rules: Ruleset, match: Match, record: Rolled) -> Match:
    before = _position(match)
    if before.awaits is None or before.awaits.type != "roll":
        raise ReplayError("dice that nothing waits for")
    try:
        roll = roll_of(record)
        verdict = rules.roll(before, roll)
    except MalformedError as error:
        raise ReplayError(f"the roll does not fit what is awaited: {error}", error.sentence) from error
    if not verdict:
        raise ReplayError(f"the roll is refused: {verdict.rule}: {verdict.reason}")
    last = replace(match.last, rolls=(*match.last.rolls, roll)) if match.last is not None else None
    return Match(verdict.position, last, verdict.events)


def _corrected(rules: Ruleset, match: Match, record: Corrected) -> Match:
    before = _position(match)
    position = correct(rules, before, record.changes)
    checkpoint = Checkpoint("correction", record.source, before, changes=record.changes, earlier=match.last)
    return Match(position, checkpoint)
