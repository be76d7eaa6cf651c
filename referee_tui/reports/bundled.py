"""A match in a bundle once more: its acts judged by today's rules, its pictures read by today's eye."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from calibration.finder import finder_for
from engine.match import MalformedError
from engine.notation import parse_action
from engine.record.bundle import content_of
from engine.record.errors import ReplayError
from engine.record.evidence import picture_name
from engine.record.reader import read_log
from engine.record.records import Acted, Corrected, Header, Observed, Rolled, Ruled, Stated, Undone
from engine.record.replay import Checkpoint, Match, apply, load_rules
from referee_tui.following.camera_eyes import CameraEyes
from referee_tui.reports.forms import ReportError
from referee_tui.reports.told import Replayed, changes, on_space, words_of
from referee_tui.version import own_version
from referee_tui.words import clock
from vision.sources.base import Frame, SourceError
from vision.sources.pictures import picture_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from engine.board import Board
    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import Observation
    from engine.record.reader import LogLine
    from engine.record.records import Record
    from engine.record.replay import RulesLoader
    from engine.ruleset import Ruleset
    from vision.rectify import Image


@dataclass(frozen=True, slots=True)
class _Picture:
    """A picture that a ruling rests on, as the log tells of it."""

    seq: int
    t: float
    digest: str
    then: Observed
    """What was read in it."""
    expected: Mapping[PieceId, Space] | None
    """Where the pieces were before it."""


@dataclass(slots=True)
class _Judged:
    """As far as the log was judged again."""

    rules: Ruleset
    match: Match = field(default_factory=Match)
    lost: bool = False
    """Something did not follow by today's rules; the next position in the log is gone on from."""
    look: tuple[Observed, Mapping[PieceId, Space] | None] | None = None
    """The last look, and where the pieces were before it."""
    rulings: list[tuple[str, str]] = field(default_factory=list)
    """``=``, ``-`` or ``+``, and a line."""
    pictures: list[_Picture] = field(default_factory=list)


def replay_match(path: Path, loader: RulesLoader) -> Replayed:
    """Judge a bundle's log and read its pictures again. Raises LogError for what is no match, or damaged."""
    lines = read_log(path).lines
    judged = _judged(path, lines, loader)
    header = lines[0].record
    readings = list(_readings(path, judged.pictures, judged.rules.board))
    read = [same for _, same in readings if same is not None]
    left_out = len(readings) - len(read)
    same_rulings = sum(mark == "=" for mark, _ in judged.rulings)
    then = sum(mark != "+" for mark, _ in judged.rulings)
    told = [
        f"played with {header.software if isinstance(header, Header) else '?'}, replayed by touchline {own_version()}",
        *(line for line, same in readings if same is not None),
        f"pictures read the same: {sum(read)} of {len(read)}",
        *([f"not read: {left_out} that are not kept, or show too little of the board to find it"] if left_out else []),
        *(f"{mark} {text}" for mark, text in judged.rulings),
        f"rulings the same: {same_rulings} of {then}",
    ]
    return Replayed(tuple(told), all(read) and same_rulings == len(judged.rulings))


def _judged(path: Path, lines: Sequence[LogLine], loader: RulesLoader) -> _Judged:
    if not lines or not isinstance(lines[0].record, Header):
        raise ReportError(f"{path}: its log does not begin with a header")
    try:
        judged = _Judged(load_rules(lines[0].record, loader))
    except ReplayError as error:
        raise ReportError(f"{path}: {error}") from error
    for line in lines[1:]:
        if line.record is None:
            raise ReportError(f"{path}: line {line.number} of its log cannot be read; touchline log verify says more")
        _judge(judged, line.t or 0.0, line.seq, line.record)
    return judged


def _judge(judged: _Judged, t: float, seq: int | None, record: Record) -> None:
    """One record more."""
    match record:
        case Observed():
            position = judged.match.position
            judged.look = (record, None if position is None else dict(position.pieces))
        case Stated():
            _state(judged, t, record)
        case Acted() | Rolled() | Corrected() | Undone():
            _play(judged, t, record)
        case Ruled():
            if not judged.lost:
                judged.rulings += _ruling(judged, t, record)
            if record.evidence and seq is not None and judged.look is not None:
                judged.pictures.append(_Picture(seq, t, record.evidence, *judged.look))


def _play(judged: _Judged, t: float, record: Acted | Rolled | Corrected | Undone) -> None:
    before = judged.match
    try:
        judged.match = apply(judged.rules, before, record)
    except ReplayError as error:
        if not judged.lost:
            judged.rulings += [("-", words_of(t, record)), ("+", f"{clock(t):>7}  {error}")]
        judged.lost = True
        if isinstance(record, Acted) and before.position is not None:
            # So that what is taken back later is found.
            act = Checkpoint(record.notation, record.source, before.position, earlier=before.last)
            judged.match = Match(before.position, act)
    else:
        if not judged.lost:
            judged.rulings.append(("=", words_of(t, record)))


def _state(judged: _Judged, t: float, record: Stated) -> None:
    try:
        judged.match = apply(judged.rules, judged.match, record)
    except ReplayError as error:
        if not judged.lost:
            judged.rulings.append(("+", f"{clock(t):>7}  the position {error}"))
        judged.match = _gone_on_from(judged, record)
    judged.lost = False


def _gone_on_from(judged: _Judged, record: Stated) -> Match:
    """The match at a position that did not come about by today's rules. Raises ReportError if it is none."""
    try:
        position = judged.rules.read_position(record.position)
    except MalformedError as error:
        raise ReportError(f"a position in the log is none today: {error.key}: {error}") from error
    return Match(position, judged.match.last)


def _ruling(judged: _Judged, t: float, ruling: Ruled) -> Iterator[tuple[str, str]]:
    """What the log ruled, and what the same comes to today."""
    then = words_of(t, ruling)
    now = then
    if ruling.verdict == "legal":
        events = [{"type": event.type, **event.data} for event in judged.match.events]
        if not _same_events(ruling, events):
            now = words_of(t, msgspec.structs.replace(ruling, events=msgspec.to_builtins(events)))
            now = now if now != then else f"{now} (its details differ)"
    elif ruling.verdict == "illegal" and ruling.notation and _is_allowed(judged, ruling.notation):
        now = f"{clock(t):>7}  legal: {ruling.notation}"
    yield from [("=", then)] if now == then else [("-", then), ("+", now)]


def _same_events(ruling: Ruled, events: Sequence[Mapping[str, object]]) -> bool:
    """A key that a later program added is no difference."""
    now = msgspec.to_builtins(events)
    return len(now) == len(ruling.events) and all(
        key in today and today[key] == value
        for form, today in zip(ruling.events, now, strict=True)
        for key, value in form.items()
    )


def _is_allowed(judged: _Judged, notation: str) -> bool:
    try:
        action = parse_action(notation)
    except MalformedError:
        # Named by a word that is no act: a piece that is gone, dice that do not fit.
        return False
    position = judged.match.position
    return position is not None and bool(judged.rules.act(position, action))


def _readings(path: Path, pictures: Sequence[_Picture], board: Board) -> Iterator[tuple[str, bool | None]]:
    """A line for each picture, and whether it is read today as it was then; None for those that cannot be read."""
    for picture in pictures:
        name = f"evidence/{picture_name(picture.seq)}"
        content = content_of(path, name)
        if content is None:
            yield name, None
            continue
        if hashlib.sha256(content).hexdigest() != picture.digest:
            yield f"{name} is not the picture that the ruling rests on", False
            continue
        try:
            seen = _seen(picture, picture_of(content, f"{path}: {name}"), board)
        except SourceError as error:
            raise ReportError(str(error).rstrip(".")) from error
        if seen is None:
            yield name, None
            continue
        differing = list(_differing(picture.then, seen, board))
        told = "; ".join(differing) if differing else "read as then"
        yield f"picture {picture.then.frame} at {clock(picture.t)}: {told}", not differing


def _seen(picture: _Picture, image: Image, board: Board) -> Observation | None:
    """What is read in a picture by eyes that have seen nothing before; None if the board is not found in it."""
    finder = finder_for(board)
    pose = finder.find(image, None)
    return (
        CameraEyes(finder).read(Frame(picture.then.frame, picture.t, image), pose, picture.expected) if pose else None
    )


def _differing(then: Observed, now: Observation, board: Board) -> Iterator[str]:
    """Pieces and ball on the field that are read otherwise, where both looks could see: a picture shows only a part."""
    unseen = {*then.hidden, *now.hidden, None}
    was = {"piece": [f"{each.id} {on_space(each.cell)}" for each in then.pieces if each.cell not in unseen]}
    is_now = {"piece": [f"{each.piece} {on_space(each.space)}" for each in now.pieces if each.space not in unseen]}
    # A kicked ball is followed while it rolls, which single pictures do not show.
    if board.file.goals.mouth_mm is None:
        was["ball"] = [on_space(then.ball.cell)] if then.ball is not None and then.ball.cell not in unseen else []
        is_now["ball"] = [on_space(now.ball.space)] if now.ball is not None and now.ball.space not in unseen else []
    return changes(was, is_now)
