"""Acts that nobody can tell by what the reader made of the table until then: only the players know.

The criterion takes nothing from the referee. It goes over what was truly done, and at every step also does what else
the rules allow and the looks after that step show as well: another act, the turn having ended before, another face of a
die that was not read, the face that was read where it was read wrongly. Where that comes to its end, no dice due and
everything seen where it then belongs, in another position or at another score than the truth, two stories explain the
same looks. A tie that would be thrown again, a choice, a ball that would have to be put elsewhere or that was not seen
make no such story: what is done or seen next tells.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from engine.inference import Table
from engine.inference.story import by_hand, left_outside
from engine.match import TEAMS, Action, Roll, team_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from engine.match import Event, Pending, Position
    from engine.observation import Observation
    from engine.ruleset import Ruleset

END = Action("end")
MOST_LINES = 500
"""Bounds the stories that are gone into at once; an act has some dozens at most."""


@dataclass(frozen=True)
class Done:
    """One step of what was truly done, and how it was read."""

    step: Action | Roll
    table: Table
    """As the hand left it."""
    faces: tuple[int | None, ...] = ()
    """Of a roll, blue's first: how its dice were read, None where they were not."""
    looks: tuple[Observation, ...] = ()
    """What the reader made of that table."""
    put: Table | None = None
    """After what the ruling sends elsewhere was put there; None if nothing was looked at then."""
    put_looks: tuple[Observation, ...] = ()
    """What the reader made of that."""


@dataclass(frozen=True)
class _Line:
    """A story so far."""

    position: Position
    hand: Table
    """As the hand left it."""
    put: Table
    """As it lies once everything was put where the rulings have it."""


def only_a_human_knows(rules: Ruleset, began: Position, done: Iterable[Done], truth: Position) -> bool:
    """Whether another story than the true one explains the same looks and ends elsewhere."""
    if truth.awaits is not None:
        return False
    lines = [_Line(began, Table.of(began), Table.of(began))]
    for one in done:
        lines = list(islice((after for line in lines for after in _goes_on(rules, line, one)), MOST_LINES))
    right = _without_order(rules, truth)
    return any(_settled(line) and _without_order(rules, line.position) != right for line in lines)


def _settled(line: _Line) -> bool:
    """Whether nothing is due any more, no dice and nothing to be put elsewhere."""
    return line.position.awaits is None and _same(line.hand, line.put)


def _goes_on(rules: Ruleset, line: _Line, one: Done) -> Iterator[_Line]:
    """Stories that go on with a step that may have been this one."""
    for after in _steps(rules, line, one):
        if not _shown(after.hand, one.table, one.looks):
            continue
        if one.put is None:
            yield after
        elif _shown(after.put, one.put, one.put_looks):
            yield replace(after, hand=after.put)


def _steps(rules: Ruleset, line: _Line, one: Done) -> Iterator[_Line]:
    if isinstance(one.step, Roll):
        yield from _thrown(rules, line, one.step, one.faces)
        return
    starts = [line.position]
    if line.position.awaits is None and (ended := rules.act(line.position, END)):
        starts.append(ended.position)
    for start in starts:
        if one.step == END:
            yield replace(line, position=start)
            continue
        for action in _acts(rules, start, one.step):
            if verdict := rules.act(start, action):
                yield _line(rules, verdict.position, by_hand(start, line.hand, action), verdict.events)


def _thrown(rules: Ruleset, line: _Line, true: Roll, read: tuple[int | None, ...]) -> Iterator[_Line]:
    waits = line.position.awaits
    if waits is None or waits.type != "roll" or not _as_many(waits, true):
        return
    for roll in _rolls(true, read):
        if verdict := rules.roll(line.position, roll):
            yield _line(rules, verdict.position, line.hand, verdict.events)


def _acts(rules: Ruleset, position: Position, true: Action) -> dict[Action, None]:
    """What may have been done: all that the rules know of, and what was."""
    known = (*rules.legal_actions(position), *rules.hidden_actions(position))
    return dict.fromkeys((true, *(action for action in known if action != END)))


def _rolls(true: Roll, read: tuple[int | None, ...]) -> Iterator[Roll]:
    for faces in product(*(range(1, 7) if face is None else (face,) for face in read)):
        yield Roll(duel=(faces[0], faces[1])) if true.duel is not None else Roll(faces=faces)


def _as_many(waits: Pending, roll: Roll) -> bool:
    """Whether as many dice are due as were thrown, of one side or of both."""
    due = waits.dice if isinstance(waits.dice, int) else len(waits.dice or ())
    both = not isinstance(waits.dice, int) and due == len(TEAMS)
    return both == (roll.duel is not None) and due == len(roll.duel or roll.faces)


def _line(rules: Ruleset, position: Position, hand: Table, events: Iterable[Event]) -> _Line:
    outside = left_outside(rules.board, hand, events)
    right = Table.of(position)
    return _Line(position, hand, outside if position.placing or right.ball is None else right)


def _shown(table: Table, true: Table, looks: tuple[Observation, ...]) -> bool:
    """Whether looks at the true table may have been looks at this one; without a look nothing may be otherwise."""
    if not looks:
        return _same(table, true)
    at, truly_at = _by_space(table.pieces), _by_space(true.pieces)
    for look in looks:
        for disc in look.pieces:
            there = at.get(disc.space)
            well_read = disc.piece == truly_at.get(disc.space)
            if there is None or team_of(there) != disc.team or (well_read and there != disc.piece):
                return False
        if table.ball != (look.ball.space if look.ball is not None else true.ball):
            return False
    return True


def _same(one: Table, other: Table) -> bool:
    return one.ball == other.ball and dict(one.pieces) == dict(other.pieces)


def _by_space(pieces: Mapping[str, str]) -> dict[str | None, str]:
    return {space: piece for piece, space in pieces.items()}


def _without_order(rules: Ruleset, position: Position) -> dict[str, Any]:
    """The position without the order of a turn's acts, and without which of two pieces tried a tackle."""
    written = dict(rules.write_position(position))
    for key in ("moved", "plays"):
        written[key] = sorted(map(str, written.get(key, ())))
    return {**written, "tackled": len(written.get("tackled", ()))}
