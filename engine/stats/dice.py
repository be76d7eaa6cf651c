"""What the dice did: how even they fell, and what they decided against what was to be expected."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.chance import FACES, outcome_of, outlook
from engine.match import TEAMS, team_of
from engine.ruleset import Ruling

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.match import Team
    from engine.record.chronicle import Deed, Throw
    from engine.ruleset import Ruleset

ENOUGH = 30
"""Fewer throws than five a face say nothing by chi-square (W. G. Cochran, Biometrics 10, 1954)."""

DUELS = frozenset({"tackle", "charge"})
"""What two sides' dice decide between a holder and who attacks it."""


@dataclass(frozen=True, slots=True)
class Die:
    """All throws with the dice of one side."""

    team: Team | None
    """None for dice that belong to nobody."""
    rolled: bool
    """The program's own dice, not those on the table."""
    counts: tuple[int, int, int, int, int, int]
    """How often it showed 1 to 6."""

    @property
    def thrown(self) -> int:
        """How often it was thrown."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The mean of what it showed; 3.5 is to be expected."""
        return sum(face * count for face, count in zip(FACES, self.counts, strict=True)) / self.thrown

    @property
    def chi_square(self) -> float:
        """Pearson's statistic against a fair die, five degrees of freedom."""
        expected = self.thrown / 6
        return sum((count - expected) ** 2 for count in self.counts) / expected

    @property
    def p_value(self) -> float | None:
        """How likely a fair die is to fall at least this unevenly, 0 to 1; None for too few throws."""
        return _chi_square_tail(self.chi_square) if self.thrown >= ENOUGH else None


def _chi_square_tail(x: float) -> float:
    """The upper tail of the chi-square distribution with five degrees of freedom (Abramowitz and Stegun 26.4.4)."""
    return math.erfc(math.sqrt(x / 2)) + math.sqrt(2 * x / math.pi) * math.exp(-x / 2) * (1 + x / 3)


def dice_of(deeds: Iterable[Deed]) -> tuple[Die, ...]:
    """The dice of both sides, those on the table and the program's apart; only what was thrown and read."""
    seen: dict[tuple[Team | None, bool], Counter[int]] = {}
    for deed in deeds:
        for throw in (throw for throw in deed.throws if throw.source != "concluded"):
            for team, face in _faces(throw):
                seen.setdefault((team, throw.source == "rolled"), Counter())[face] += 1
    order = {"B": 0, "R": 1, None: 2}
    keys = sorted(seen, key=lambda key: (key[1], order[key[0]]))
    return tuple(Die(team, rolled, _counts(seen[team, rolled])) for team, rolled in keys)


def _counts(faces: Counter[int]) -> tuple[int, int, int, int, int, int]:
    one, two, three, four, five, six = (faces[face] for face in FACES)
    return one, two, three, four, five, six


def _faces(throw: Throw) -> Iterator[tuple[Team | None, int]]:
    if throw.roll.duel is not None:
        yield from zip(TEAMS, throw.roll.duel, strict=True)
    else:
        for face in throw.roll.faces:
            yield throw.side, face


@dataclass(frozen=True, slots=True)
class Duels:
    """One side's tackles or charges."""

    tried: int = 0
    won: int = 0
    expected: Fraction = Fraction()
    """How many of them were to be won by their exact chances."""

    def plus(self, chance: Fraction, *, won: bool) -> Duels:
        """One more."""
        return Duels(self.tried + 1, self.won + won, self.expected + chance)


def duels_of(rules: Ruleset, deeds: Sequence[Deed]) -> dict[Team, Duels]:
    """Tackles and charges by the side that tried them."""
    found: dict[Team, Duels] = {"B": Duels(), "R": Duels()}
    for throw in (throw for deed in deeds for throw in deed.throws):
        awaits = throw.before.awaits
        if throw.cause in DUELS and awaits is not None and awaits.by is not None and throw.after != throw.before:
            team = team_of(awaits.by)
            won = outcome_of(throw.before, Ruling(throw.events, throw.after)) == "possession"
            found[team] = found[team].plus(outlook(rules, throw.before).of("possession"), won=won)
    return found
