"""From a position and a look to the stories that could lie between, best first; and to what was not allowed.

A best-first search: what lies elsewhere proposes acts, the rules judge each, and a story is told when nothing is left
to explain. If none is, the nearest act against the rules that explains the rest is named by the rule it breaks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.inference import cost
from engine.inference.declared import may_declare
from engine.inference.illegal import Illegal, nearest_illegal
from engine.inference.reading import Table, differences
from engine.inference.search import Node, search, to_explain
from engine.inference.story import Story
from engine.match import Action, Roll, other

if TYPE_CHECKING:
    from engine.inference.dice import Throw
    from engine.inference.reading import Difference, Reading
    from engine.match import Position
    from engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Explanation:
    """What explains a look."""

    stories: tuple[Story, ...]
    """Legal stories that leave nothing to explain, cheapest first."""
    illegal: Illegal | None
    """Looked for if there is no legal story, or only one that needs things to have gone and come back unseen; never
    there beside a story."""
    differences: tuple[Difference, ...]
    """What there was to explain."""

    @property
    def best(self) -> Story | None:
        """The cheapest legal story."""
        return self.stories[0] if self.stories else None

    @property
    def ambiguous(self) -> tuple[Story, ...]:
        """Stories about as cheap as the best that lead elsewhere, the best first; empty if the best stands alone."""
        if self.best is None:
            return ()
        near = [self.best]
        for story in self.stories[1:]:
            close = story.cost - self.best.cost < cost.CLOSE
            if close and all(story.position != other.position for other in near):
                near.append(story)
        return tuple(near) if near[1:] else ()

    @property
    def same(self) -> tuple[Story, ...]:
        """Stories about as cheap as the best that tell of other acts and come to the very same: nothing shows which."""
        if self.best is None:
            return ()
        found = {_acts_shown(self.best): self.best}
        for story in self.stories[1:]:
            if story.cost - self.best.cost < cost.CLOSE and story.position == self.best.position:
                found.setdefault(_acts_shown(story), story)
        return tuple(found.values())[1:]

    @property
    def unfinished(self) -> tuple[Story, ...]:
        """Beside a best story that ends with dice, those that wait for another throw, a tie: a little dearer."""
        if self.best is None or not isinstance(self.best.last, Roll):
            return ()
        near = self.best.cost + cost.CLOSE + cost.OPEN_ROLL
        return tuple(story for story in self.stories[1:] if story.cost < near and _thrown_anew(story))


def _acts_shown(story: Story) -> tuple[tuple[object, ...], ...]:
    """The acts of a story in any order, without the ways that pieces took."""
    acts = [step for step in story.steps if isinstance(step, Action)]
    shown = [(act.kind, act.piece, act.target, act.direction, act.other, act.path[-1:]) for act in acts]
    return tuple(sorted(shown, key=str))


def _as_put(rules: Ruleset, position: Position, story: Story, reading: Reading) -> Story:
    """A story that was begun, to go on from; the ball of a goal lies in the goal now, one that is out outside."""
    scored = story.position.score != position.score and reading.ball in rules.board.grid.extra
    left = story.out is not None and story.position.ball_space is None and reading.ball == story.out
    table = replace(story.table, ball=reading.ball) if scored or left else story.table
    return replace(story, cost=story.spent, table=table)


def _thrown_anew(story: Story) -> bool:
    waits = story.position.awaits
    return waits is not None and waits.type == "roll" and isinstance(story.last, Roll)


def explain(
    rules: Ruleset,
    position: Position,
    table: Table,
    reading: Reading,
    *,
    throw: Throw | None = None,
    turn_open: bool = False,
    accuse: bool = True,
    most: float = math.inf,
    begun: tuple[Story, ...] = (),
    since: Throw | None = None,
) -> Explanation:
    """Explain a look. ``throw`` is the dice thrown since the last look that was understood, None if there are none.

    With ``turn_open`` either side may have the turn (a match taken up in the middle). Without ``accuse`` no act
    against the rules is looked for; no story is that costs more than ``most``. ``begun`` are stories from ``position``
    that explained earlier looks equally well, and ``since`` the dice thrown since then: what is seen now most likely
    goes on from one of them.
    """
    found = to_explain(differences(position, table, reading))
    known = throw
    if throw is not None and not throw.dice and not throw.nudged:
        throw = None
    roots = [Node(Story((), position, table, cost.RETOLD if begun and found else 0.0), throw)]
    roots += [Node(_as_put(rules, position, story, reading), since) for story in begun if story.steps]
    if known is not None and may_declare(rules, position):
        roots += [Node(Story((), position, table, cost.DOUBTFUL_DIE), other) for other in known.taken_for_thrown()]
    if turn_open and position.turn is not None and position.awaits is None:
        swapped = replace(position, turn=other(position.turn))
        roots.append(Node(Story((), swapped, table, 0.0, turn_taken=True), throw))
    stories, explored = search(rules, reading, roots, turn_open=turn_open, most=most)
    stories.sort(key=lambda story: story.cost)
    cheapest = stories[0] if stories else None
    if not accuse or not found or (cheapest is not None and cheapest.cost < cost.UNSEEN):
        return Explanation(tuple(stories), None, found)
    illegal = nearest_illegal(rules, reading, explored)
    if illegal is not None and cheapest is not None and cheapest.cost < illegal.cost:
        illegal = None
    return Explanation(tuple(stories) if illegal is None else (), illegal, found)
