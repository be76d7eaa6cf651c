"""Tries at goal: how likely each was to go in, exactly, and whether it did.

What counts as a try depends on how the game decides it:

* dice decide after the act (a shot, a kick whose die may carry it into the goal): the chance is that of the dice;
* dice were thrown before the act (Soccer Fun): over all ways they could have fallen, how often this very act scores;
* the ball is kicked and measured (Soccer Chess): an announced shot, whose chance nobody knows;
* nothing is left to chance (a ball carried into the goal): the chance is 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from engine.chance import DECISIVE, NOTHING, every_roll, goal_chance, outcome_of, scorer
from engine.match import EMPTY
from engine.ruleset import Ruling

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.match import PieceId, Position, Team
    from engine.record.chronicle import Chronicle, Deed, Throw
    from engine.ruleset import Ruleset

STRUCK = frozenset({"pass", "lob", "shot", "kick", "choice"})
"""Kinds of action that send the ball off."""

MEASURED = frozenset({"ball", "touch"})
"""Kinds of action that say where a ball that was kicked by hand has gone."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A try at goal."""

    seq: int
    """Of the action's record."""
    t: float
    """Seconds since the source began."""
    team: Team
    by: PieceId | None
    notation: str
    chance: Fraction | None
    """Of a goal, before the dice fell; None where no dice decide."""
    goal: bool
    outcome: str
    """How it ended: an event type such as ``goal``, ``save``, ``goal_kick``, or ``nothing``."""
    seqs: frozenset[int]
    """Of all acts that it is made of: an announced shot, its kick, and where the ball was found."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal."""

    seq: int
    t: float
    """Seconds since the source began."""
    team: Team
    """The side that it counts for."""
    by: PieceId | None
    """Whose act it was."""
    notation: str
    own: bool
    """Scored by the other side."""


def goals_of(deeds: Sequence[Deed]) -> tuple[Goal, ...]:
    """The goals among deeds that stand, in order."""
    found = []
    for place, deed in enumerate(deeds):
        team = _scored(deed)
        if team is not None:
            struck = _struck(deeds, place)
            found.append(Goal(deed.seq, deed.end_t, team, _by(struck), struck.notation, own=struck.side != team))
    return tuple(found)


def shots_of(chronicle: Chronicle) -> tuple[Shot, ...]:
    """Every try at goal among the deeds that stand, in order."""
    deeds = chronicle.standing
    shots: list[Shot] = []
    claimed: set[int] = set()
    for place, deed in enumerate(deeds):
        if deed.seq in claimed or deed.action is None or deed.side is None:
            continue
        chain = measured_with(deeds, place)
        shot = _shot(chronicle.rules, deed, deeds[place - 1] if place else None, chain)
        if shot is not None:
            shots.append(shot)
            claimed |= shot.seqs
    return tuple(shots)


def _shot(rules: Ruleset, deed: Deed, before: Deed | None, chain: Sequence[Deed]) -> Shot | None:
    team, action = deed.side, deed.action
    if team is None or action is None:
        return None
    goal = any(_scored(one) == team for one in chain)
    chance: Fraction | None = None
    if deed.throws:
        if action.kind not in STRUCK:
            return None
        chance = goal_chance(rules, deed.throws[0].before, team)
        is_try = chance > 0 or action.kind == "shot"
    elif before is not None and (throw := _thrown_before(before)) is not None and _happened(deed, "kick"):
        chance = _chance_of_act(rules, throw, deed, team)
        is_try = chance > 0
    else:
        is_try = goal or _happened(deed, "shot")
        by_hand = action.kind in MEASURED or _announced(deed.after)
        chance = None if by_hand else Fraction(goal)
    if not is_try:
        return None
    return Shot(
        seq=deed.seq, t=deed.t, team=team, by=_by(deed), notation=deed.notation, chance=chance, goal=goal,
        outcome=_outcome(chain, goal=goal), seqs=frozenset(one.seq for one in chain),
    )  # fmt: skip


def _happened(deed: Deed, kind: str) -> bool:
    return any(event.type == kind for event in deed.events)


def _thrown_before(deed: Deed) -> Throw | None:
    """The dice that the act after this one is played with: those that were declared."""
    declared = deed.action is not None and deed.action.kind == "declare"
    return deed.throws[0] if declared and deed.throws else None


def _chance_of_act(rules: Ruleset, throw: Throw, deed: Deed, team: Team) -> Fraction:
    """Over all ways in which dice that were thrown before an act could have fallen, how often the act is a goal."""
    awaits = throw.before.awaits
    if awaits is None or deed.action is None:
        return Fraction()
    rolls = list(every_roll(awaits))
    scored: dict[int, bool] = {}
    for roll in rolls:
        total = sum(roll.faces)
        if total not in scored:
            ruling = rules.roll(throw.before, roll)
            verdict = rules.act(ruling.position, deed.action) if ruling else ruling
            scored[total] = bool(verdict) and isinstance(verdict, Ruling) and scorer(deed.before, verdict) == team
    return Fraction(sum(scored[sum(roll.faces)] for roll in rolls), len(rolls))


def measured_with(deeds: Sequence[Deed], place: int) -> list[Deed]:
    """The deed at a place, and behind a kick by hand those that tell where its ball went."""
    chain = [deeds[place]]
    if (_happened(deeds[place], "shot") or _happened(deeds[place], "kick")) and not deeds[place].throws:
        chain += _until_struck_again(islice(deeds, place + 1, None))
    return chain


def _until_struck_again(deeds: Iterable[Deed]) -> Iterator[Deed]:
    for deed in deeds:
        announced = deed.action is not None and deed.action.kind == "kick" and _announced(deed.before)
        if not announced and not _tells_where(deed):
            return
        yield deed


def _announced(position: Position) -> bool:
    """Whether a shot is announced, in the one game that has this."""
    return bool(getattr(position, "announced", False))


def _waits_for(position: Position) -> str:
    return position.awaits.cause if position.awaits is not None else ""


def _struck(deeds: Sequence[Deed], place: int) -> Deed:
    """The act that a deed belongs to: the kick before the words on where its ball went."""
    while place > 0 and _tells_where(deeds[place]):
        place -= 1
    return deeds[place]


def _tells_where(deed: Deed) -> bool:
    """Whether an act only says what became of a ball that was kicked by hand."""
    if deed.action is None:
        return False
    if deed.action.kind == "choice":
        return _waits_for(deed.before) in {"line", "nearest"}
    return deed.action.kind in MEASURED and _waits_for(deed.before) == "kick"


def _by(deed: Deed) -> PieceId | None:
    if deed.action is not None and deed.action.piece is not None:
        return deed.action.piece
    return deed.before.awaits.by if deed.before.awaits is not None else None


def _scored(deed: Deed) -> Team | None:
    return scorer(deed.before, Ruling(deed.events, deed.after))


def _outcome(chain: Sequence[Deed], *, goal: bool) -> str:
    if goal:
        return "goal"
    throws = chain[0].throws
    if throws:
        return outcome_of(throws[-1].before, Ruling(throws[-1].events, throws[-1].after))
    types = {event.type for deed in chain for event in deed.events}
    return next((kind for kind in DECISIVE if kind in types), NOTHING)


def expected_goals(shots: Sequence[Shot]) -> Mapping[Team, Fraction]:
    """The sum of the chances of each side's tries; empty where no try has a chance that can be known."""
    known = [shot for shot in shots if shot.chance is not None]
    if not known:
        return EMPTY
    total: dict[Team, Fraction] = {"B": Fraction(), "R": Fraction()}
    for shot in known:
        total[shot.team] += shot.chance or 0
    return total
