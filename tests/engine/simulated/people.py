"""Errors that people make once dice have been thrown: what these send elsewhere is put wrongly, or not at all.

The dice were read well each time, so that whatever the referee tells by other faces it tells against them. A table that
lies otherwise than the dice have it is *said* - a question, an accusation, a request that still stands, OUT OF STEP -,
or *overruled*: the match has other faces now, another act or another position, and nobody was asked. Where all is as
the dice have it and nothing is said of the table, it *passes unsaid*. Half of the errors are put right by hand, the
others are answered with one of the question's own keys, or put right as well where there is none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING

import msgspec

from engine.inference import Table
from engine.inference.dice import FACES, Concluded
from engine.inference.story import by_hand, left_outside
from engine.match import Roll
from engine.referee import answers, step
from engine.referee.answers import STANDS
from engine.referee.values import TypedCorrection
from tests.engine.simulated.match import LOOKS_DONE, Simulated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from engine.referee.values import Answer
    from engine.ruleset import Ruleset

LOOKS_LONG = 16
"""Looks at what was put wrongly before anybody notices: longer than the referee waits with any question."""


@dataclass(frozen=True, slots=True)
class People:
    """Shares, 0 to 1, of throws that send something elsewhere."""

    other_faces: float = 0.0
    """Put as another face would have it: the wrong neighbour, the ball to the loser of a duel."""
    beside: float = 0.0
    """The ball put on a space beside the one that the dice say."""
    forgotten: float = 0.0
    """Left where it lies."""
    played_on: float = 0.0
    """Left where it lies, and the next piece moved."""
    put_right: float = 0.5
    """Share of these that are put right by hand; of the others the question is answered."""


def read_people(path: Path) -> People:
    """The shares in a TOML file. Raises msgspec.ValidationError, OSError."""
    return msgspec.toml.decode(path.read_bytes(), type=People)


@dataclass
class Erring(Simulated):
    """A match whose players also err once dice were thrown."""

    people: People = field(default_factory=People)

    def _put(self, events: Iterable[object]) -> None:
        told = list(events)
        if self._throws_well_told() and (error := self._error(told)) is not None:
            self._err(*error, told)
        else:
            super()._put(told)

    def _throws_well_told(self) -> bool:
        """Whether the last step was a throw that was read as it lies, and the referee has it so."""
        if not self._done or not isinstance(roll := self._done[-1].step, Roll) or not self._midway:
            return False
        return self._done[-1].faces == tuple(roll.duel or roll.faces) and self.referee.position == self.position

    def _error(self, events: list[object]) -> tuple[str, Table] | None:
        """An error that may be made now and the table after it; mostly none."""
        right = self._right(events)
        if right is None or right == self.table:
            return None
        roll = self._done[-1].step
        assert isinstance(roll, Roll)
        drawn = self.rng.random()
        for kind in ("other faces", "beside", "forgotten", "played on"):
            share = getattr(self.people, kind.replace(" ", "_"))
            if drawn < share:
                tables = [table for table in self._tables(kind, roll, right) if table != right]
                return (kind, self.rng.choice(tables)) if tables else None
            drawn -= share
        return None

    def _tables(self, kind: str, roll: Roll, right: Table) -> list[Table]:
        if kind == "other faces":
            tables = (self._with_faces(other) for other in _others(roll))
            return [table for table in tables if table is not None and table != self.table]
        if kind == "forgotten":
            return [self.table]
        if kind == "played on":
            action = self.rules.draw(self.position, self.rng)
            free = self.position.restart is None and action is not None and action.piece != self.position.holder
            moves = free and action is not None and action.kind == "move"
            return [by_hand(self.position, self.table, action)] if action is not None and moves else []
        if right.ball is None or right.ball == self.table.ball:
            return []
        taken = {self.table.ball, *right.pieces.values()}
        grid = self.rules.board.grid
        near = [space for space in grid.field_spaces if grid.distance(space, right.ball) == 1 and space not in taken]
        return [Table(right.pieces, space) for space in near]

    def _right(self, events: list[object]) -> Table | None:
        """Where everything belongs by the dice; None where a line-up or other dice are due, or balls roll."""
        if self._rolls_balls or self.position.placing or self.position.awaits is not None:
            return None
        wanted = Table.of(self.position)
        return _outside(self.rules, self.table, events) if wanted.ball is None else wanted

    def _with_faces(self, roll: Roll) -> Table | None:
        """Where everything would belong by other faces of the last throw; None if that cannot be said."""
        verdict = self.rules.roll(self._midway[-1], roll)
        position = verdict.position if verdict else None
        if position is None or position.awaits is not None:
            return None
        wanted = Table.of(position)
        aside = position.placing or wanted.ball is None
        return _outside(self.rules, self.table, list(verdict.events)) if aside else wanted

    def _err(self, kind: str, table: Table, events: list[object]) -> None:
        """Make the error, see what becomes of it, and mend it."""
        right, lying = self._right(events), self.table
        assert right is not None
        self.verdicts.clear()
        self.table = table
        self._show(LOOKS_LONG)
        said = self._made_of_it()
        self.tally.people[f"{kind}: {said}"] += 1
        if said != "said":
            self._remark(kind, said, lying)
        self.verdicts.clear()
        mended = "by hand"
        keys = self._keys() if kind != "played on" else ()
        if self.rng.random() >= self.people.put_right and keys:
            mended = self._press(keys, table, right)
        else:
            self.table = right
            self._show(LOOKS_DONE)
        asked = [ruled for ruled in self.verdicts if ruled.verdict != "legal"]
        astray = self.referee.position != self.position
        ending = "astray" if astray else "asked needlessly" if asked else "in step"
        self.tally.people[f"{kind}: {ending}"] += 1
        if ending != "in step":
            self._remark(f"{kind}, mended {mended}", ending, lying)
        if astray or self.table != right:
            self._begin_anew()
        self.verdicts.clear()

    def _press(self, keys: tuple[Answer, ...], table: Table, right: Table) -> str:
        """Answer with a key: the dice count as read and it is put right, or the table stands."""
        stands = self.rng.random() < 0.5
        key = next(key for key in keys if not stands or key.text == STANDS.text)
        for given in key.given:
            self.referee = step(self.rules, self.referee, given).referee
        self.table = table if stands else right
        self._show(LOOKS_DONE)
        told = self.referee.position
        if stands and told is not None and Table.of(told) == table:
            self.position = told
        return "let stand" if stands else "by the key of the dice"

    def _keys(self) -> tuple[Answer, ...]:
        """The keys of a question about dice: that they count first, and one that the table stands; else none."""
        keys = answers(self.rules, self.referee)
        stands = any(key.text == STANDS.text for key in keys)
        return keys if stands and isinstance(keys[0].given[0], TypedCorrection) else ()

    def _made_of_it(self) -> str:
        """What the referee made of a table that lies otherwise than the dice have it."""
        asked = any(ruled.verdict != "legal" for ruled in self.verdicts)
        if asked or self.referee.asked or self.referee.eye != "IN STEP":
            return "said"
        if self.referee.position == self.position:
            return "passes unsaid"
        past = self.referee.match.last
        while past is not None and not past.rolls:
            past = past.earlier
        roll = self._done[-1].step
        assert isinstance(roll, Roll)
        as_read = past is not None and past.rolls[-1] == roll and not isinstance(past.rolls[-1], Concluded)
        return "told as the next act" if as_read else "overruled"

    def _remark(self, kind: str, ending: str, lying: Table) -> None:
        last = self.referee.match.last
        line = self.rules.format_position(self._midway[-1])
        roll = self._done[-1].step
        faces = roll.duel or roll.faces if isinstance(roll, Roll) else ()
        self.tally.errors[
            f"{kind}: {ending} | {' '.join(self.since)} {faces} | lay {lying.ball} put {self.table.ball} belongs "
            f"{self.position.ball} | told {last.notation if last else '-'} {last.rolls if last else ()}, "
            f"{self.referee.eye} {self.referee.asked} | {line}"
        ] += 1


def _others(roll: Roll) -> Iterator[Roll]:
    """The same dice with other faces."""
    shown = roll.duel or roll.faces
    for faces in product(FACES, repeat=len(shown)):
        if faces != tuple(shown):
            yield Roll(faces=faces) if roll.duel is None else Roll(duel=(faces[0], faces[1]))


def _outside(rules: Ruleset, table: Table, events: list[object]) -> Table:
    return left_outside(rules.board, table, events)  # type: ignore[arg-type]  # events of a ruling
