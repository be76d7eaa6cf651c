"""Which dice were thrown since they were last accounted for, and whether they answer what is awaited.

The same faces lying there from before are no roll: a die counts as thrown when it lies elsewhere, or came back with
another face after it was gone. A shift that all dice share with unchanged faces is the camera's or the sheet's.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from engine.inference.cost import SURE
from engine.match import TEAMS, Roll

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.match import Pending, Team
    from engine.observation import SeenDie

MOVED_MM = 3.0
"""More than two looks at a die at rest ever differ by."""

THROWN_MM = 8.0
"""With the same face up, a nudge by a sleeve stays below this; a throw does so once in a hundred."""

SHARED_SHIFT_MM = 2.0
"""Dice whose shifts agree this closely moved with the picture, not by themselves."""


FACES = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class Concluded(Roll):
    """Dice of which not all could be read: faces by which the table is as it is seen afterwards.

    Of several dice that are added up only the sum is concluded; where other faces come to the same, one of them stands
    here.
    """


@dataclass(frozen=True, slots=True)
class DiceKnown:
    """The dice as they lay when they were last accounted for."""

    dice: tuple[SeenDie, ...] = ()
    gone: frozenset[Team | None] = frozenset()
    """Teams of whose dice not all were there at some look since."""
    looked: bool = False
    """Whether there was a look at all: what lies there at the first one was thrown before anybody watched."""
    blind: bool = False
    """Whether dice that are not accounted for were thrown while the ball was out of sight."""


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice that were thrown, as far as they could be read."""

    dice: tuple[SeenDie, ...] = ()
    """Thrown beyond doubt."""
    nudged: tuple[SeenDie, ...] = ()
    """Moved a little with the same face up: a throw only if one was awaited."""
    turned: tuple[SeenDie, ...] = ()
    """In their places with another face up: misread now or before, or thrown back to where they lay."""

    def of(self, team: Team) -> SeenDie | None:
        """The team's thrown die."""
        return next((die for die in self.dice if die.team == team), None)

    def own(self, side: Team | None) -> tuple[SeenDie, ...]:
        """The side's thrown dice, and those that are neither's."""
        return tuple(die for die in self.dice if die.team in (side, None))

    @property
    def both(self) -> bool:
        """Whether one die of each team was thrown."""
        return self.of("B") is not None and self.of("R") is not None

    def awaited(self) -> Throw:
        """The same where a roll was awaited: what was only nudged counts."""
        return Throw(self.dice + self.nudged)

    def taken_for_thrown(self) -> tuple[Throw, ...]:
        """The same with dice that need not have been thrown counted among those that were, in every way."""
        doubtful = (self.nudged, self.turned, self.nudged + self.turned)
        return tuple(Throw(self.dice + more) for more in dict.fromkeys(doubtful) if more)


def thrown(known: DiceKnown, now: tuple[SeenDie, ...]) -> Throw:
    """Compare two looks at the dice."""
    pairs = _paired(known.dice, now)
    if not known.looked or _shifted_together(pairs):
        return Throw()
    dice, nudged, back = [], [], []
    for die, before in pairs:
        if before is None:
            dice.append(die)
            continue
        moved_mm = math.dist((die.x_mm, die.y_mm), (before.x_mm, before.y_mm))
        turned = die.value is not None and before.value is not None and die.value != before.value
        if moved_mm > THROWN_MM or (turned and (moved_mm > MOVED_MM or die.team in known.gone)):
            dice.append(die)
        elif moved_mm > MOVED_MM:
            nudged.append(die)
        elif turned:
            back.append(die)
    return Throw(tuple(dice), tuple(nudged), tuple(back))


def remember_gone(known: DiceKnown, now: tuple[SeenDie, ...]) -> DiceKnown:
    """Note of which teams fewer dice than known are there at this look."""
    there, had = Counter(die.team for die in now), Counter(die.team for die in known.dice)
    return replace(known, gone=known.gone | {team for team, count in had.items() if there[team] < count})


def settle(known: DiceKnown, now: tuple[SeenDie, ...]) -> DiceKnown:
    """The dice accounted for as they lie now; one that is not in sight stays as it was known."""
    there = {die.team for die in now}
    kept = tuple(die for die in known.dice if die.team not in there)
    return DiceKnown(now + kept, frozenset(die.team for die in kept), looked=True)


def answer(pending: Pending, throw: Throw) -> Roll | None:
    """The roll that thrown dice make for what is awaited, or None if they do not (yet)."""
    rolls = answers(pending, throw)
    return rolls[0] if len(rolls) == 1 and not isinstance(rolls[0], Concluded) else None


def answers(pending: Pending, throw: Throw) -> tuple[Roll, ...]:
    """The rolls that thrown dice may make for what is awaited, every one where a face is not known; else none."""
    dice = _answering(pending, throw)
    if not dice:
        return ()
    rolls = tuple(_roll(pending, faces) for faces in _may_show(pending, dice))
    if any(die.value is None for die in dice):
        return tuple(Concluded(roll.duel, roll.faces) for roll in rolls)
    # What was read comes first; a die that was hardly read may show something else.
    return (rolls[0], *(Concluded(roll.duel, roll.faces) for roll in rolls[1:]))


def _answering(pending: Pending, throw: Throw) -> tuple[SeenDie, ...]:
    """The dice that answer what is awaited, as many as it takes, blue before red; none if there are too few."""
    if pending.type != "roll":
        return ()
    if isinstance(pending.dice, int) and pending.dice > 1:
        # A side that has too few dice of its colour takes the other's.
        return next((dice for dice in (throw.own(pending.side), throw.dice) if len(dice) == pending.dice), ())
    if isinstance(pending.dice, Mapping) and len(pending.dice) > 1:
        pair = tuple(die for team in TEAMS if (die := throw.of(team)) is not None)
        return pair if len(pair) == len(TEAMS) else ()
    die = throw.of(next(iter(pending.dice))) if isinstance(pending.dice, Mapping) else None
    die = die or single(pending, throw)
    return (die,) if die is not None else ()


def _roll(pending: Pending, faces: tuple[int, ...]) -> Roll:
    duel = isinstance(pending.dice, Mapping) and len(pending.dice) > 1
    return Roll(duel=(faces[0], faces[1])) if duel else Roll(faces=faces)


def _may_show(pending: Pending, dice: tuple[SeenDie, ...]) -> Iterator[tuple[int, ...]]:
    """What dice may show, what was read first; of those that are added up one way for each sum."""
    sums: set[int] = set()
    for faces in product(*(_faces(die) for die in dice)):
        if isinstance(pending.dice, int) and sum(faces) in sums:
            continue
        sums.add(sum(faces))
        yield faces


def _faces(die: SeenDie) -> tuple[int, ...]:
    if die.value is None:
        return FACES
    return (die.value,) if well_read(die) else (die.value, *(face for face in FACES if face != die.value))


def well_read(die: SeenDie) -> bool:
    """Whether a face was read, and for certain."""
    return die.value is not None and die.confidence >= SURE


def read_since(known: DiceKnown, now: tuple[SeenDie, ...]) -> bool:
    """Whether a die that lies where it lay can be read now and could not before."""
    return any(
        before is not None
        and not well_read(before)
        and well_read(die)
        and math.dist((die.x_mm, die.y_mm), (before.x_mm, before.y_mm)) <= MOVED_MM
        for die, before in _paired(known.dice, now)
    )


def single(pending: Pending, throw: Throw) -> SeenDie | None:
    """The die that answers for one: the side's own, else the only one that was thrown, whoever's it is."""
    if pending.side is not None and (own := throw.of(pending.side)) is not None:
        return own
    return throw.dice[0] if len(throw.dice) == 1 else None


def _paired(known: tuple[SeenDie, ...], now: tuple[SeenDie, ...]) -> list[tuple[SeenDie, SeenDie | None]]:
    """Each die with the one of its colour that it was before, the nearest first; None for one that has come new."""
    apart = sorted(
        (math.dist((old.x_mm, old.y_mm), (die.x_mm, die.y_mm)), k, j)
        for k, die in enumerate(now)
        for j, old in enumerate(known)
        if old.team == die.team
    )
    was: dict[int, int] = {}
    for _, k, j in apart:
        if k not in was and j not in was.values():
            was[k] = j
    return [(die, known[was[k]] if k in was else None) for k, die in enumerate(now)]


def _shifted_together(pairs: list[tuple[SeenDie, SeenDie | None]]) -> bool:
    shifts = [
        (die.x_mm - before.x_mm, die.y_mm - before.y_mm)
        for die, before in pairs
        if before is not None and die.value == before.value
    ]
    if len(pairs) < 2 or len(shifts) < len(pairs):
        return False
    return all(math.dist(shift, shifts[0]) < SHARED_SHIFT_MM for shift in shifts)
