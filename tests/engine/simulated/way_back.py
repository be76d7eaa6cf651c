"""The way back from a single misread: two referees go on from it, of whom one has read that table truly.

A table at rest was read with an error, by a referee who was in step and has misread nothing since. From there a shadow
of the referee and its twin go on, both with everything read truly: the next tables that lie at rest, or the same one
again where people speak before another does. Each lies as long as it does in the match; it is one observation.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from engine.record.records import Acted, Rolled, Ruled
from engine.referee import step
from engine.referee.values import BEAT_S

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.match import Position
    from engine.observation import Observation, SeenDie
    from engine.referee import Referee
    from engine.ruleset import Ruleset
    from tests.engine.simulated.tally import Tally

OBSERVATIONS = 2
"""True observations within which a referee is to be back in step."""

Ending: TypeAlias = Literal["in step", "asks", "astray"]


@dataclass
class Shadow:
    """A referee who goes on by itself, and what it has said of acts."""

    referee: Referee
    told: int = 0
    """Acts and dice that it has told."""
    asks: bool = False
    """Whether its last word on the table is a question."""

    def look(self, rules: Ruleset, look: Observation, looks: int, *, first: Observation | None = None) -> None:
        """See a table that lies still; ``first`` is how it is read at the first look, where that differs."""
        t = self.referee.latest.t if self.referee.latest is not None else look.t
        for k in range(looks):
            t += BEAT_S
            outcome = step(rules, self.referee, replace(first if first is not None and not k else look, t=t))
            self.referee = outcome.referee
            self.told += sum(isinstance(record, Acted | Rolled) for record in outcome.records)
            said = [record.verdict for record in outcome.records if isinstance(record, Ruled)]
            self.asks = said[-1] == "unsure" if said else self.asks and self.referee.eye in {"ASKING", "OUT OF STEP"}


@dataclass
class WayBack:
    """One misread, and what follows from it."""

    erring: Shadow
    true: Shadow
    read: Mapping[SeenDie, SeenDie]
    """How dice were read that lay there before: no part of this misread."""
    told_wrongly: bool
    """Whether the misread made the referee tell an act otherwise than it was."""
    left: int = OBSERVATIONS

    def look(self, rules: Ruleset, table: Observation, looks: int) -> None:
        """One true observation."""
        self.left -= 1
        for shadow in (self.erring, self.true):
            shadow.look(rules, self._with_dice(table), looks)

    def _with_dice(self, table: Observation) -> Observation:
        return replace(table, dice=tuple(self.read.get(die, die) for die in table.dice))

    def ending(self, rules: Ruleset, truth: Position) -> Ending:
        """What came of it: ``truth`` is where the players are by now.

        Who has read everything truly may be behind the players (a call that only what follows will show): then so may
        the other one be. A position that is still among those that the next die decides between counts as told.
        """
        right = [truth] if self.true.referee.position is None else [truth, self.true.referee.position]
        waiting = self.erring.referee.begun
        known = [self.erring.referee.position, *(story.position for story in (waiting.stories if waiting else ()))]
        if any(without_order(rules, one) == without_order(rules, other) for one in known for other in right):
            return "in step"
        return "asks" if self.erring.asks else "astray"


def without_order(rules: Ruleset, position: Position | None) -> dict[str, object] | None:
    """A position without the order of a turn's acts, which two moves under one hand leave open."""
    if position is None:
        return None
    written = dict(rules.write_position(position))
    for key in ("moved", "plays"):
        written[key] = sorted(map(str, written.get(key, ())))
    return written


def misread(  # noqa: PLR0917 - one table, as it is and as it was read
    rules: Ruleset,
    referee: Referee,
    table: Observation,
    read: tuple[Observation, Observation],
    before: Mapping[SeenDie, SeenDie],
    looks: int,
) -> WayBack | None:
    """The way back from a table that is read as ``read``, at the first look and later; None if nothing is misread.

    Dice that are read late are not: nothing wrong was said. ``before`` is how the dice that lay there were read.
    """
    known = replace(table, dice=tuple(before.get(die, die) for die in table.dice))
    if read[1] == known:
        return None
    way = WayBack(Shadow(referee), Shadow(referee), dict(before), told_wrongly=False)
    way.erring.look(rules, read[1], looks, first=read[0])
    way.true.look(rules, known, looks)
    wrong = without_order(rules, way.erring.referee.position) != without_order(rules, way.true.referee.position)
    way.told_wrongly = bool(way.erring.told) and wrong
    return way


@dataclass
class WaysBack:
    """The misreads of a match whose end is still to be seen."""

    rules: Ruleset
    tally: Tally
    well_read: bool = True
    """Whether nothing was misread since referee and players last agreed: an error then is a single one."""
    open: list[WayBack] = field(default_factory=list)

    def go_on(self, table: Observation, truth: Position, looks: int) -> None:
        """Whoever misread a table sees the next one, truly; ``truth`` is where the players are by now."""
        for way in self.open:
            way.look(self.rules, table, looks)
            if way.left:
                continue
            ending = way.ending(self.rules, truth)
            self.tally.ways_back[ending] += 1
            if way.told_wrongly:
                self.tally.ways_back[f"told wrongly, {ending}"] += 1
        self.open = [way for way in self.open if way.left]

    def begin(self, way: WayBack | None) -> None:
        """Follow a single misread; None if this table was read truly."""
        if way is not None:
            self.well_read = False
            self.open.append(way)
