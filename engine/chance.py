"""The chances of a ruling that waits for dice: exact, by trying every face of every die."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, TypeVar

from engine.match import Roll
from engine.rules.words import cause_name, say
from engine.sentences import joined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from engine.match import Pending, Position, Team
    from engine.ruleset import Ruleset, Ruling
    from engine.sentences import Sentence

_Said = TypeVar("_Said")

FACES = range(1, 7)

NOTHING = "nothing"
"""The outcome that leaves everything as it was, as a tackle that is lost."""

DECISIVE = (
    "goal", "save", "offside", "foul", "penalty", "throw_in", "goal_kick", "corner", "free_kick", "kick_off",
    "turn_over", "possession", "free_ball",
)  # fmt: skip
"""Event types that say how a ruling ended, the most telling first."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """How a ruling may end."""

    cause: str
    """What is being decided: ``tackle``, ``shot``, ``deviation`` ..."""
    outcomes: Mapping[str, Fraction]
    """Probability by outcome, the likeliest first; they sum to 1.

    An outcome is an event type of ``DECISIVE``, the choice that somebody then has (``flick``), or ``nothing``.
    """

    def of(self, outcome: str) -> Fraction:
        """The probability of one outcome, 0 if it cannot come."""
        return self.outcomes.get(outcome, Fraction())

    @property
    def decides(self) -> bool:
        """Whether the dice can change anything by themselves; those that count the steps of an act to come cannot."""
        return self.outcomes.keys() != {NOTHING}

    def words(self) -> Sentence:
        """``tackle: won 58 %, lost 42 %``."""
        return joined(": ", (cause_name(self.cause), self.named()))

    def named(self) -> Sentence:
        """``won 58 %, lost 42 %``."""
        parts = (joined(" ", (self._outcome(it), percent(chance))) for it, chance in self.outcomes.items())
        return joined(", ", parts)

    def _outcome(self, outcome: str) -> str:
        """An outcome in words, those of what is decided before those of any."""
        if f"outcome.{self.cause}.{outcome}" in say:
            return say(f"outcome.{self.cause}.{outcome}")
        return say(f"outcome.{outcome}") if f"outcome.{outcome}" in say else outcome.replace("_", " ")


def percent(chance: Fraction) -> str:
    """A probability in whole per cent; what can come is never 0 %, what can fail never 100 %."""
    if 0 < chance < Fraction(1, 100):
        return "< 1 %"
    if Fraction(99, 100) < chance < 1:
        return "> 99 %"
    return f"{round(chance * 100)} %"


def outlook(rules: Ruleset, position: Position) -> Outlook:
    """The chances of the ruling that a position waits for, through to its end (a distance shot: both its rolls).

    Dice that are only rolled again count for nothing. Raises ValueError if no dice are awaited.
    """
    awaits = _dice_awaited(position)
    found = _shares(rules, position, awaits, outcome_of)
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return Outlook(awaits.cause, dict(ordered))


def goal_chance(rules: Ruleset, position: Position, team: Team) -> Fraction:
    """The probability that the awaited dice end in a goal for a team. Raises ValueError if no dice are awaited."""
    return _shares(rules, position, _dice_awaited(position), scorer).get(team, Fraction())


def scorer(_: Position, ruling: Ruling) -> Team | None:
    """The side that a ruling gives a goal, if any."""
    return next((event.data["team"] for event in ruling.events if event.type == "goal"), None)


def _dice_awaited(position: Position) -> Pending:
    if position.awaits is None or position.awaits.type != "roll":
        raise ValueError("no dice are awaited in this position, so nothing is left to chance")
    return position.awaits


def _shares(
    rules: Ruleset, position: Position, awaits: Pending, said: Callable[[Position, Ruling], _Said]
) -> Mapping[_Said, Fraction]:
    """How likely each thing is that may be said of how the dice end, from the position that waited for the last."""
    shares: defaultdict[_Said, Fraction] = defaultdict(Fraction)
    for roll in every_roll(awaits):
        verdict = rules.roll(position, roll)
        if not verdict:
            raise ValueError(verdict.reason)
        after = verdict.position
        if after == position:
            continue
        if after.awaits is not None and after.awaits.type == "roll":
            for outcome, share in _shares(rules, after, after.awaits, said).items():
                shares[outcome] += share
        else:
            shares[said(position, verdict)] += 1
    whole = sum(shares.values())
    return {outcome: share / whole for outcome, share in shares.items()}


def every_roll(awaits: Pending) -> Iterator[Roll]:
    """Every way in which the awaited dice can fall, all equally likely."""
    if isinstance(awaits.dice, int):
        for faces in product(FACES, repeat=awaits.dice):
            yield Roll(faces=faces)
    else:
        for blue, red in product(FACES, repeat=2):
            yield Roll(duel=(blue, red))


def outcome_of(before: Position, ruling: Ruling) -> str:
    """How a ruling on dice ended, in the words of ``Outlook.outcomes``; ``before`` is the position that waited."""
    awaits = ruling.position.awaits
    if awaits is not None and awaits.type == "choice":
        return awaits.cause
    types = {event.type for event in ruling.events}
    kept = any(event.type == "possession" and event.data.get("team") == before.turn for event in ruling.events)
    if kept or "free_ball" in types:
        # Then the turn only passes because it was used up.
        types.discard("turn_over")
    return next((kind for kind in DECISIVE if kind in types), NOTHING)
