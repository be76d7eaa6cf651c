"""A log as steps that can be gone through, each with its position: pure values, read and made once."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias

from engine.game_text import turn_marker
from engine.match import TEAMS, MalformedError
from engine.notation import parse_action
from engine.record.chronicle import Deed, sound_part_of
from engine.record.errors import LogError
from engine.record.reader import read_log
from engine.record.records import Ruled
from engine.rules.acts import END
from engine.ruleset import Refusal, Ruling
from engine.texts import ENGLISH
from referee_tui.audience import Audience, audience_of
from referee_tui.exports.captions import caption, incident_words, shown
from referee_tui.retold import retold
from referee_tui.texts import texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from engine.grid import Space
    from engine.match import Event, Position
    from engine.record.chronicle import Chronicle, Incident
    from engine.record.reader import LogLine, LogRead
    from engine.record.replay import RulesLoader
    from engine.ruleset import Ruleset
    from engine.texts import Texts

Kind: TypeAlias = Literal["start", "act", "correction", "refused", "question", "undo"]

MOST_TEXT = 400
"""Letters of a sentence out of a log that are shown: logs come from outside."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A piece of a picture that a ruling rests on."""

    seq: int
    """Of the ruling's record: the name of its file."""
    digest: str
    """SHA-256 (hexadecimal), as the log has it."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done, refused, asked or taken back."""

    seq: int
    """Number of its record."""
    t: float
    """Seconds since the source began."""
    kind: Kind
    text: str
    """What was done and what came of it, as one line."""
    position: Position
    """What the board shows."""
    after: Position
    """Where the match stood then: its score and its turn."""
    trail: tuple[Space, ...] = ()
    """The spaces that were gone over, from the start to the end."""
    doubtful: frozenset[Space] = frozenset()
    """The spaces that a refused act was to go to."""
    deed: Deed | None = None
    """Of an act or a correction."""
    incident: Incident | None = None
    """Of a refusal, a question or an undo."""
    notes: tuple[str, ...] = ()
    """What was noted from here to the next step."""
    evidence: tuple[Evidence, ...] = ()

    @property
    def disputed(self) -> bool:
        """Whether people may have argued about it: refused, asked, put right by somebody, or taken back."""
        if self.kind == "correction":
            return self.deed is not None and self.deed.source != "seen"
        return self.kind in {"refused", "question", "undo"} or (self.deed is not None and self.deed.taken_back)

    @property
    def scorer(self) -> str:
        """The side for which a goal was given in it; empty if none was."""
        events = self.deed.events if self.deed is not None else ()
        return next((str(event.data.get("team")) for event in events if event.type == "goal"), "")


@dataclass(frozen=True, slots=True)
class Replay:
    """A log, ready to be gone through."""

    path: Path
    log: LogRead
    """Its sound part."""
    told: Chronicle
    steps: tuple[Step, ...]
    """The first is the start; there is always that one."""
    turns: tuple[int, ...]
    """The steps with which a turn begins, in order; the first is 0."""
    disputes: tuple[int, ...]
    """The disputed steps, in order."""
    goals: tuple[tuple[int, str], ...] = ()
    """The steps in which a goal was given, and the side that has it."""
    warning: str = ""
    """Up to where the log is whole, if it is not; one sentence."""
    language: str = ENGLISH
    """What it is told in."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Keys that the player has given actions, by binding id."""

    @property
    def rules(self) -> Ruleset:
        """Of the game that was played."""
        return self.told.rules

    @property
    def audience(self) -> Audience:
        """Those it is told to."""
        return audience_of(self.rules, self.told.header, self.language)

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.steps) - 1

    def turn_from(self, number: int, way: int) -> int:
        """The step with which the next turn begins (``way`` 1) or this one, or the one before (-1); else an end."""
        if way > 0:
            return next((turn for turn in self.turns[bisect_right(self.turns, number) :]), self.last)
        return next((turn for turn in reversed(self.turns) if turn < number), 0)

    def dispute_from(self, number: int, way: int) -> int | None:
        """The next (1) or earlier (-1) disputed step; None if there is no more."""
        return _next(self.disputes, number, way)

    def found_from(self, number: int, words: str, way: int) -> int | None:
        """The next (1) or earlier (-1) step in which words are said, round the ends; None if they are in none."""
        wanted = words.casefold()
        hits = tuple(n for n, step in enumerate(self.steps) if wanted in _all_words(step))
        if not hits:
            return None
        found = _next(hits, number, way)
        return found if found is not None else hits[0 if way > 0 else -1]


def read_replay(path: Path, log: LogRead, loader: RulesLoader, language: str = ENGLISH) -> Replay:
    """Make a log's steps. Raises LogError if it tells of no match, or its beginning is not sound."""
    told, fault = sound_part_of(str(path), log.lines, loader)
    end = fault.line if fault is not None else len(log.lines) + 1
    sound = [line for line in log.lines if line.number < end]
    audience = audience_of(told.rules, told.header, language)
    steps = _with_notes_and_evidence(list(_steps(told, audience)), told, sound, audience)
    turns = [0, *(n + 1 for n, (one, two) in enumerate(pairwise(steps)) if _turn(one) != _turn(two))]
    return Replay(
        path, type(log)(tuple(sound), sum(len(line.raw) + 1 for line in sound), b""), told, steps, tuple(turns),
        tuple(n for n, step in enumerate(steps) if step.disputed),
        tuple((n, step.scorer) for n, step in enumerate(steps) if step.scorer in TEAMS),
        _warning(log, end, fault.what if fault else "", texts("replay", language)), language,
    )  # fmt: skip


def _warning(log: LogRead, end: int, what: str, text: Texts) -> str:
    if what:
        return text("shown_up_to", last=end - 1, line=end, what=shown(what, MOST_TEXT))
    return text("torn") if log.torn else ""


def _next(numbers: Sequence[int], number: int, way: int) -> int | None:
    if way > 0:
        return next((n for n in numbers if n > number), None)
    return next((n for n in reversed(numbers) if n < number), None)


def _all_words(step: Step) -> str:
    rule = step.incident.rule if step.incident is not None else ""
    return " ".join((step.text, rule, *step.notes)).casefold()


def _turn(step: Step) -> str:
    """The turn that a step belongs to: an act to the one in which it was done."""
    return turn_marker(step.deed.before if step.deed is not None else step.after)


def _named_spaces(rules: Ruleset, notation: str) -> frozenset[Space]:
    """The spaces on the board that an act names; none for one that is no act."""
    try:
        action = parse_action(notation)
    except MalformedError:
        return frozenset()
    named = {*(space for _, space in action.path), *filter(None, (action.target,))}
    return frozenset(named & rules.board.grid.points.keys())


def _steps(told: Chronicle, audience: Audience) -> Iterator[Step]:
    """The start, then deeds and incidents in the order of their records."""
    start = told.start
    yield Step(told.start_seq, told.start_t, "start", texts("replay", audience.language)("start"), start, start)
    things: list[Deed | Incident] = [deed for deed in told.deeds if deed.shows]
    # A correction is a deed too, and a note belongs to the step before it.
    things += [said for said in told.incidents if said.kind not in {"note", "correction"}]
    for thing in sorted(things, key=lambda each: each.seq):
        if isinstance(thing, Deed):
            yield _deed_step(told.rules, thing, audience)
        else:
            yield _incident_step(told, thing, audience)


def _deed_step(rules: Ruleset, deed: Deed, audience: Audience) -> Step:
    kind: Kind = "correction" if deed.notation == "correction" else "act"
    text, trail = shown(audience.hears(caption(deed)), MOST_TEXT), _trail(rules, deed.events)
    return Step(deed.seq, deed.t, kind, text, deed.shown, deed.after, trail, deed=deed)


def _incident_step(told: Chronicle, said: Incident, audience: Audience) -> Step:
    position = said.position or told.start
    kind: Kind = "refused" if said.kind == "refused" else "undo" if said.kind == "undo" else "question"
    named = f"{said.notation}: " if said.kind == "refused" and said.notation else ""
    words = _refusal(told.rules, position, said) if said.kind == "refused" else incident_words(said)
    text = shown(f"{named}{retold(told.rules, audience, words)}", MOST_TEXT)
    doubtful = _named_spaces(told.rules, said.notation) if said.kind == "refused" else frozenset()
    return Step(said.seq, said.t, kind, text, position, position, doubtful=doubtful, incident=said)


def _refusal(rules: Ruleset, position: Position, said: Incident) -> str:
    """Why an act was refused: as the rules say it where they still say the same, for they know best what they mean.

    The referee takes an act of the other side for one after the end of the turn, which the table does not show.
    """
    try:
        action = parse_action(said.notation)
        ended = rules.act(position, END)
        stands = (position, ended.position) if isinstance(ended, Ruling) else (position,)
        verdicts = [rules.act(each, action) for each in stands]
    except (MalformedError, ValueError):
        return said.text
    same = (each.reason for each in verdicts if isinstance(each, Refusal) and each.reason == said.text)
    return next(same, said.text)


def _trail(rules: Ruleset, events: Sequence[Event]) -> tuple[Space, ...]:
    """The spaces that pieces and ball went over."""
    grid = rules.board.grid
    way: list[Space] = []
    for event in events:
        named = [event.data.get("from"), *event.data.get("path", ()), event.data.get("to")]
        stops = [space for space in named if isinstance(space, str) and space in grid.points]
        for one, two in pairwise(stops):
            line = grid.line(one, two)
            way += [one, *(line.between if line else ()), two]
    return tuple(dict.fromkeys(way))


def _with_notes_and_evidence(
    steps: list[Step], told: Chronicle, lines: Sequence[LogLine], audience: Audience
) -> tuple[Step, ...]:
    """The steps with what was noted after each, and with the pictures that their rulings rest on."""
    starts = [step.seq for step in steps]
    notes: dict[int, list[str]] = {}
    for said in told.incidents:
        if said.kind == "note":
            text = shown(retold(told.rules, audience, said.text), MOST_TEXT)
            notes.setdefault(_place(starts, said.seq), []).append(text)
    pictures: dict[int, list[Evidence]] = {}
    for line in lines:
        if isinstance(line.record, Ruled) and line.record.evidence and line.seq is not None:
            pictures.setdefault(_place(starts, line.seq), []).append(Evidence(line.seq, line.record.evidence))
    return tuple(_dressed(step, tuple(notes.get(n, ())), tuple(pictures.get(n, ()))) for n, step in enumerate(steps))


def _place(starts: Sequence[int], seq: int) -> int:
    return max(bisect_right(starts, seq) - 1, 0)


def _dressed(step: Step, notes: tuple[str, ...], evidence: tuple[Evidence, ...]) -> Step:
    return replace(step, notes=notes, evidence=evidence) if notes or evidence else step


def load_replay(path: Path, loader: RulesLoader, language: str = ENGLISH) -> Replay:
    """Read a log, or the one in a bundle, as far as it is sound, to be told in a language. Raises LogError."""
    log = read_log(path)
    if not any(line.seq is not None for line in log.lines):
        raise LogError(f"{path}: is not a match log; there is no record in it")
    return read_replay(path, log, loader, language)
