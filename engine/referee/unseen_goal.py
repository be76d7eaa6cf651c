"""A table that was cleared, or set up anew, though nobody saw a goal: what would have been one is offered by a key."""

from __future__ import annotations

from collections import deque
from itertools import chain, islice, product
from typing import TYPE_CHECKING

from engine.inference.reading import BALL
from engine.match import TEAMS, Action, Roll
from engine.notation import format_action
from engine.referee.sentences import say
from engine.referee.values import Answer, TypedAction, TypedRoll
from engine.referee.words import TEAM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.inference import Difference
    from engine.inference.story import Step
    from engine.match import Pending, Position, Team
    from engine.ruleset import Ruleset

MOST_STEPS = 4
"""Acts and dice of a goal that is offered: dice called, thrown, a kick, and where it was deflected to."""

MOST_TRIED = 4000
"""Bounds the search, which is made once, when people would be asked."""

END = Action("end")
FACES = (1, 2, 3, 4, 5, 6)


def may_be_after_a_goal(position: Position, found: tuple[Difference, ...]) -> bool:
    """Whether most pieces were taken off or put elsewhere, as after a goal."""
    elsewhere = sum(one.item != BALL for one in found)
    return bool(position.pieces) and not position.placing and 2 * elsewhere > len(position.pieces)


def unseen_goals(rules: Ruleset, position: Position) -> tuple[Answer, ...]:
    """For each side the shortest way in which it may have scored just now, as an answer to choose; the likelier first.

    Who has the ball may have shot, or those after them whose turn had begun.
    """
    found: dict[Team, tuple[Step, ...]] = {}
    starts: list[tuple[tuple[Step, ...], Position]] = [((), position)]
    if position.awaits is None and (ended := rules.act(position, END)):
        starts.append(((END,), ended.position))
    queue, tried = deque(starts), 0
    while queue and tried < MOST_TRIED and len(found) < len(TEAMS):
        steps, before = queue.popleft()
        for step, after in _next(rules, before):
            tried += 1
            scored = next((team for team in TEAMS if after.score.of(team) > before.score.of(team)), None)
            if scored is not None:
                found.setdefault(scored, (*steps, step))
            elif sum(one != END for one in steps) + 1 < MOST_STEPS and _under_way(rules, after):
                queue.append(((*steps, step), after))
    return tuple(_answer(team, steps) for team, steps in found.items())


def _under_way(rules: Ruleset, position: Position) -> bool:
    """Whether what was begun is not done yet: dice or a choice are due, or a piece has to be played."""
    return position.awaits is not None or rules.chosen(position) is not None


def _next(rules: Ruleset, position: Position) -> Iterator[tuple[Step, Position]]:
    """What may come next: dice, whatever they show; a choice; what the holder does."""
    waits = position.awaits
    if waits is not None and waits.type == "roll":
        for roll in _rolls(waits):
            if thrown := rules.roll(position, roll):
                yield roll, thrown.position
        return
    acts = chain(rules.hidden_actions(position), rules.legal_actions(position))
    for action in islice(dict.fromkeys(acts), MOST_TRIED):
        own = action.piece == position.holder and action.piece is not None and action.kind != "move"
        if (own or action.kind == "choice") and (ruling := rules.act(position, action)):
            yield action, ruling.position


def _rolls(waits: Pending) -> Iterator[Roll]:
    """What dice may show, of several that are added up one way for each sum."""
    if not isinstance(waits.dice, int) and len(waits.dice or ()) == len(TEAMS):
        yield from (Roll(duel=(blue, red)) for blue, red in product(FACES, FACES))
        return
    count = waits.dice if isinstance(waits.dice, int) else 1
    by_sum = {sum(faces): faces for faces in product(FACES, repeat=count)}
    yield from (Roll(faces=faces) for faces in by_sum.values())


def _answer(team: Team, steps: tuple[Step, ...]) -> Answer:
    acts = " ".join(format_action(step) for step in steps if isinstance(step, Action) and step != END)
    given = tuple(
        TypedAction(format_action(step)) if isinstance(step, Action) else TypedRoll(step, "concluded") for step in steps
    )
    return Answer(say("answer.goal", team=TEAM[team], act=acts), given)
