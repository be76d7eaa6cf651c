"""Tries at goal: how likely each was to go in, exactly, and whether it did.

What counts as a try depends on how the game decides it:

* dice decide after the act (a shot, a kick whose die may carry it into the goal): the chance is that of the dice;
* dice were thrown before the act (Soccer Fun): over all ways they could have fallen, how often this very act scores,
  or this very deflection after the kick that it follows;
* the ball is kicked and measured (Soccer Chess): an announced shot, whose chance nobody knows;
* nothing is left to chance (a ball carried into the goal): the chance is 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from engine.chance import DECISIVE, NOTHING, every_roll, goal_chance, outcome_of, scorer
from engine.empty import EMPTY
from engine.ruleset import Ruling

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.match import PieceId, Position, Roll, Team
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
        shot = _shot(chronicle.rules, _played_on(deeds, place), chain)
        if shot is not None:
            shots.append(shot)
            claimed |= shot.seqs
    return tuple(shots)


def _shot(rules: Ruleset, played: _Played, chain: Sequence[Deed]) -> Shot | None:
    deed = chain[0]
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
    elif played.throw is not None and _happened(played.deeds[0], "kick"):
        chance = _chance_of_acts(rules, played.throw, played.deeds, team)
        is_try = chance > 0
        # A kick that a team-mate deflects at the goal is part of the try.
        chain = [*(one for one in played.deeds[:-1] if one.side == team), *chain]
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


@dataclass(frozen=True, slots=True)
class _Played:
    """An act with what it goes on from."""

    throw: Throw | None
    """The dice that it is played with, where they were declared and thrown before."""
    deeds: Sequence[Deed]
    """A kick with the deflections behind it, up to the act itself, which is the last."""


def _played_on(deeds: Sequence[Deed], place: int) -> _Played:
    """What the act at a place goes on from."""
    first = place
    while first > 0 and _happened(deeds[first], "deflection"):
        first -= 1
    before = deeds[first - 1] if first else None
    declared = before is not None and before.action is not None and before.action.kind == "declare"
    return _Played(before.throws[0] if before and declared and before.throws else None, deeds[first : place + 1])


def _chance_of_acts(rules: Ruleset, throw: Throw, deeds: Sequence[Deed], team: Team) -> Fraction:
    """Over all ways in which dice that were thrown before acts could have fallen, how often these very acts score."""
    awaits = throw.before.awaits
    if awaits is None:
        return Fraction()
    rolls = list(every_roll(awaits))
    # What is played with dice depends on their sum.
    scored = {sum(roll.faces): _scores(rules, throw.before, roll, deeds, team) for roll in rolls}
    return Fraction(sum(scored[sum(roll.faces)] for roll in rolls), len(rolls))


def _scores(rules: Ruleset, position: Position, roll: Roll, deeds: Sequence[Deed], team: Team) -> bool:
    """Whether acts that follow a roll are a goal for a team."""
    verdict = rules.roll(position, roll)
    for deed in deeds:
        if not isinstance(verdict, Ruling) or deed.action is None:
            return False
        # Whoever said how far a deflected ball goes on (=NE2) said it of the dice that fell.
        direction = deed.action.direction and deed.action.direction.rstrip("123456789")
        verdict = rules.act(verdict.position, replace(deed.action, direction=direction))
    return isinstance(verdict, Ruling) and scorer(position, verdict) == team


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
