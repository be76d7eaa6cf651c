"""From a position and a look to the stories that could lie between, best first; and to what was not allowed.

A best-first search: what lies elsewhere proposes acts, the rules judge each, and a story is told when nothing is left
to explain. If none is, the nearest act against the rules that explains the rest is named by the rule it breaks.
"""

from __future__ import annotations

import heapq
import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from engine.inference import cost
from engine.inference.candidates import END_OF_TURN, acts, may_be_shot_at, may_end
from engine.inference.dice import answer
from engine.inference.reading import BALL, Table, ball_space, differences
from engine.match import Action, Roll, other, team_of

if TYPE_CHECKING:
    from engine.board import Board
    from engine.grid import Space
    from engine.inference.dice import Throw
    from engine.inference.reading import Difference, Reading
    from engine.match import PieceId, Position
    from engine.ruleset import Refusal, Ruleset

Step: TypeAlias = Action | Roll


@dataclass(frozen=True, slots=True)
class Story:
    """A sequence of legal acts and their dice that leads to what is seen."""

    steps: tuple[Step, ...]
    position: Position
    table: Table
    """Where the hands put things; ``position`` may have them elsewhere (a ball that the dice sent on)."""
    cost: float
    turn_taken: bool = False
    """The story begins with the turn belonging to the side that acts, which was open until now."""

    @property
    def leads_to(self) -> Position:
        """The position, whatever the order in which pieces moved: two moves under one hand show none."""
        moved, tackled = tuple(sorted(self.position.moved)), tuple(sorted(self.position.tackled))
        return replace(self.position, moved=moved, tackled=tackled)

    @property
    def acts(self) -> int:
        """How many acts it tells, ends of turns apart."""
        return sum(isinstance(step, Action) and step.kind != "end" for step in self.steps)


@dataclass(frozen=True, slots=True)
class Illegal:
    """The nearest story with one act against the rules, as its last."""

    before: tuple[Step, ...]
    """Legal steps that lead up to it (the other side's turn having ended, mostly)."""
    action: Action
    refusal: Refusal
    cost: float


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
        near = [
            s for s in self.stories[1:] if s.cost - self.best.cost < cost.CLOSE and s.position != self.best.position
        ]
        return (self.best, *near) if near else ()


@dataclass(frozen=True, slots=True)
class _Node:
    story: Story
    throw: Throw | None
    """Dice still to be explained."""


def explain(
    rules: Ruleset,
    position: Position,
    table: Table,
    reading: Reading,
    *,
    throw: Throw | None = None,
    turn_open: bool = False,
) -> Explanation:
    """Explain a look. ``throw`` is the dice thrown since the last look that was understood, None if there are none.

    With ``turn_open`` either side may have the turn (a match taken up in the middle).
    """
    found = _to_explain(differences(position, table, reading))
    if throw is not None and not throw.dice and not throw.nudged:
        throw = None
    roots = [_Node(Story((), position, table, 0.0), throw)]
    if turn_open and position.turn is not None and position.awaits is None:
        swapped = replace(position, turn=other(position.turn))
        roots.append(_Node(Story((), swapped, table, 0.0, turn_taken=True), throw))
    stories, explored = _search(rules, reading, roots, turn_open=turn_open)
    stories.sort(key=lambda story: story.cost)
    cheapest = stories[0] if stories else None
    if not found or (cheapest is not None and cheapest.cost < cost.UNSEEN):
        return Explanation(tuple(stories), None, found)
    illegal = _nearest_illegal(rules, reading, explored)
    if illegal is not None and cheapest is not None and cheapest.cost < illegal.cost:
        illegal = None
    return Explanation(tuple(stories) if illegal is None else (), illegal, found)


def _to_explain(found: tuple[Difference, ...]) -> tuple[Difference, ...]:
    """What acts can explain: a piece that was not found is no act of anybody."""
    return tuple(d for d in found if d.seen is not None)


def _search(
    rules: Ruleset, reading: Reading, roots: list[_Node], *, turn_open: bool
) -> tuple[list[Story], list[_Node]]:
    order = itertools.count()
    queue = [(node.story.cost, next(order), node) for node in roots]
    changed = {d.item for d in _to_explain(differences(roots[0].story.position, roots[0].story.table, reading))}
    seen_still = ({*reading.where} | ({BALL} if reading.ball is not None else set())) - changed
    heapq.heapify(queue)
    stories: list[Story] = []
    explored: list[_Node] = []
    while queue and len(explored) < cost.MOST_NODES:
        spent, _, node = heapq.heappop(queue)
        if stories and spent > min(story.cost for story in stories) + cost.CLOSE:
            break
        explored.append(node)
        found = _to_explain(differences(node.story.position, node.story.table, reading))
        roll = _answer(node)
        if not found and roll is None and _complete(node):
            stories.append(replace(node.story, cost=spent + _open_cost(node) + _unseen_cost(node.story, seen_still)))
        if len(node.story.steps) >= cost.MOST_ACTS:
            continue
        for after in _expand(rules, node, found, roll, turn_open=turn_open):
            heapq.heappush(queue, (after.story.cost, next(order), after))
    return stories, explored


def _complete(node: _Node) -> bool:
    """A story does not stop at an end of turn that nothing followed."""
    steps = node.story.steps
    return not steps or steps[-1] != END_OF_TURN


def _open_cost(node: _Node) -> float:
    """What a story leaves open at its end: dice that nobody has thrown, dice thrown that it does not speak of."""
    waits = node.story.position.awaits
    price = cost.OPEN_ROLL if waits is not None and waits.type == "roll" and node.story.steps else 0.0
    if node.throw is not None and node.throw.dice:
        price += cost.UNUSED_PAIR if node.throw.both else cost.UNUSED_DIE
    return price


def _unseen_cost(story: Story, seen_still: set[str]) -> float:
    """Things that the story moves although they lie where they lay."""
    moved = {item for step in story.steps if isinstance(step, Action) for item in _handled(step)}
    return cost.UNSEEN * len(moved & seen_still)


def _handled(action: Action) -> set[str]:
    if action.kind in {"pass", "shot"}:
        return {BALL}
    carried = {BALL} if any(how == "~" for how, _ in action.path) else set()
    return carried | ({action.piece} if action.piece is not None and action.kind in {"move", "place"} else set())


def _expand(
    rules: Ruleset, node: _Node, found: tuple[Difference, ...], roll: Roll | None, *, turn_open: bool
) -> list[_Node]:
    position = node.story.position
    if roll is not None:
        return _rolled(rules, node, roll)
    after = []
    for action in acts(rules.board, position, found, node.throw):
        verdict = rules.act(position, action)
        if verdict:
            after.append(_acted(rules.board, node, action, verdict.position))
    first = not node.story.steps
    if _complete(node) and not (first and turn_open) and may_end(rules.board, position, found, node.throw):
        verdict = rules.act(position, END_OF_TURN)
        if verdict:
            after.append(_acted(rules.board, node, END_OF_TURN, verdict.position))
    return after


def _answer(node: _Node) -> Roll | None:
    """The roll that the dice thrown since make here. Dice that answer what is awaited are never left aside."""
    story = node.story
    if node.throw is None or story.position.awaits is None:
        return None
    return answer(story.position.awaits, node.throw if story.steps else node.throw.awaited())


def _rolled(rules: Ruleset, node: _Node, roll: Roll) -> list[_Node]:
    story = node.story
    verdict = rules.roll(story.position, roll)
    if not verdict:
        return []
    told = replace(story, steps=(*story.steps, roll), position=verdict.position, cost=story.cost + cost.ROLL)
    return [_Node(told, None)]


def _acted(board: Board, node: _Node, action: Action, position: Position) -> _Node:
    story = node.story
    told = replace(
        story,
        steps=(*story.steps, action),
        position=position,
        table=by_hand(story.position, story.table, action),
        cost=story.cost + _price(board, action),
    )
    return _Node(told, node.throw)


def _price(board: Board, action: Action) -> float:
    if action.kind == "end":
        return cost.END
    if action.kind == "tackle":
        return cost.ACT + cost.TACKLE
    if action.kind == "shot" and action.target in board.grid.field and may_be_shot_at(board, action.target or ""):
        return cost.ACT + cost.BESIDE_GOAL
    return cost.ACT


def by_hand(position: Position, table: Table, action: Action) -> Table:
    """The table after an act was done by hand, before any ruling on it; ``position`` is the one before."""
    pieces, ball = dict(table.pieces), table.ball
    if action.kind == "move" and action.piece is not None and action.path:
        to = action.path[-1][1]
        taken = position.holder == action.piece or any(space == position.ball for _, space in action.path)
        dribbled = any(how == "~" for how, _ in action.path) or (taken and position.holder is None)
        pieces[action.piece] = to
        ball = to if dribbled else ball
    elif action.kind in {"pass", "shot"} and action.target is not None:
        ball = action.target
    elif action.kind == "place" and action.piece is not None and action.target is not None:
        pieces[action.piece] = action.target
        ball = ball_space(position) if position.awaits is None else action.target
    return Table(pieces, ball)


def _nearest_illegal(rules: Ruleset, reading: Reading, explored: list[_Node]) -> Illegal | None:
    """Over all places the legal search came to: one more act, against the rules, after which nothing is left."""
    best: Illegal | None = None
    for node in explored:
        position = node.story.position
        found = _to_explain(differences(position, node.story.table, reading))
        for action in _naive(rules.board, position, found, ball_seen=reading.ball is not None):
            price = node.story.cost + _price(rules.board, action) + cost.ILLEGAL + _wrong_side(position, action)
            if best is not None and price >= best.cost:
                continue
            forced = by_hand(position, node.story.table, action)
            if _to_explain(differences(position, forced, reading)):
                continue
            verdict = rules.act(position, action)
            if not verdict:
                best = Illegal(node.story.steps, action, verdict, price)
    return best


def _naive(board: Board, position: Position, found: tuple[Difference, ...], *, ball_seen: bool) -> list[Action]:
    """What the hand did, taken at face value, whoever's turn it is."""
    moved: dict[PieceId, Space] = {d.item: d.seen for d in found if d.item != BALL and d.seen is not None}
    ball_to = next((d.seen for d in found if d.item == BALL), None)
    naive = []
    for piece, space in moved.items():
        # A ball that was not seen went with its holder, as far as anybody can tell.
        if piece == position.holder and (ball_to is not None or not ball_seen):
            naive.append(Action("move", piece, (("~", space),)))
        naive.append(Action("move", piece, (("-", space),)))
    holder = position.holder
    if ball_to is not None and holder is not None:
        naive.append(Action("pass" if ball_to in board.grid.field else "shot", holder, target=ball_to))
    return naive


def _wrong_side(position: Position, action: Action) -> float:
    return cost.WRONG_SIDE if action.piece is not None and team_of(action.piece) != position.turn else 0.0
