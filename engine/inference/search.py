"""The search itself: what lies elsewhere proposes acts, the rules judge each, the cheapest stories come first."""

from __future__ import annotations

import heapq
import itertools
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.inference import cost
from engine.inference.candidates import END_OF_TURN, acts, blind_shots, may_end
from engine.inference.dice import Concluded, answers
from engine.inference.reading import BALL, differences
from engine.inference.story import Story, by_hand, left_lying, left_outside
from engine.match import Action, Roll, team_of

if TYPE_CHECKING:
    from engine.board import Board
    from engine.grid import Space
    from engine.inference.dice import Throw
    from engine.inference.reading import Difference, Reading
    from engine.match import Position
    from engine.ruleset import Ruleset, Ruling


@dataclass(frozen=True, slots=True)
class Node:
    """A story so far."""

    story: Story
    throw: Throw | None
    """Dice still to be explained."""


def search(
    rules: Ruleset, reading: Reading, roots: list[Node], *, turn_open: bool, most: float = math.inf
) -> tuple[list[Story], list[Node]]:
    """Legal stories that leave nothing to explain, in no order, and every node that was looked into.

    What costs more than ``most`` is not gone into, and less of what is told anew (then ``most`` is given).
    """
    bound = cost.MOST_NODES if most == math.inf else cost.MOST_NODES_ANEW
    order = itertools.count()
    queue = [(node.story.cost, next(order), node) for node in roots]
    changed = {d.item for d in to_explain(differences(roots[0].story.position, roots[0].story.table, reading))}
    first = rules.chosen(roots[0].story.position) is not None
    seen_still = ({*reading.where} | ({BALL} if reading.ball is not None else set())) - changed
    heapq.heapify(queue)
    stories: list[Story] = []
    explored: list[Node] = []
    while queue and len(explored) < bound:
        spent, _, node = heapq.heappop(queue)
        if spent > most or (stories and spent > min(story.cost for story in stories) + cost.CLOSE):
            break
        explored.append(node)
        found = to_explain(differences(node.story.position, node.story.table, reading))
        rolls = _answers(node)
        if not found and not rolls and _complete(node):
            stories.append(
                replace(
                    node.story,
                    cost=spent + _open_cost(node, reading, first=first) + _unseen_cost(node.story, seen_still),
                    spent=spent + _unused_cost(node, reading, first=first),
                )
            )
        if _out_of_reach(node.story, found):
            continue
        for after in _expand(rules, node, found, rolls, reading, turn_open=turn_open):
            told = _with_goal(rules, node, after, reading.ball)
            heapq.heappush(queue, (told.story.cost, next(order), told))
    return stories, explored


def _with_goal(rules: Ruleset, before: Node, after: Node, ball: Space | None) -> Node:
    """After a goal the ball that is seen in one was put there by the hand that scored, whatever was called.

    Where it is known at which space it went in, another one is less likely.
    """
    story = after.story
    if before.story.position.score == story.position.score or ball not in rules.board.grid.extra:
        return after
    price = cost.GOAL_ELSEWHERE if story.table.ball in rules.board.grid.extra and story.table.ball != ball else 0.0
    return replace(after, story=replace(story, table=replace(story.table, ball=ball), cost=story.cost + price))


def to_explain(found: tuple[Difference, ...]) -> tuple[Difference, ...]:
    """What acts can explain: a piece that was not found is no act of anybody."""
    return tuple(d for d in found if d.seen is not None)


def _length(story: Story) -> int:
    return sum(not isinstance(step, Action) or step.kind != "declare" for step in story.steps)


def _out_of_reach(story: Story, found: tuple[Difference, ...]) -> bool:
    """Whether the acts that a story may still tell cannot move all that lies elsewhere."""
    left = cost.MOST_ACTS - _length(story)
    return left <= 0 or sum(d.item != BALL for d in found) > cost.MOST_MOVED * left


def _complete(node: Node) -> bool:
    """A story does not stop at an end of turn that nothing followed."""
    return node.story.last != END_OF_TURN


def _open_cost(node: Node, reading: Reading, *, first: bool) -> float:
    """What a story leaves open at its end: dice that nobody has thrown, dice thrown that it does not speak of."""
    waits = node.story.position.awaits
    price = cost.OPEN_ROLL if waits is not None and waits.type == "roll" and node.story.steps else 0.0
    if node.story.steps and not reading.ball_back and _moved_on(node.story, reading):
        price += cost.AHEAD
    return price + _unused_cost(node, reading, first=first)


def _unused_cost(node: Node, reading: Reading, *, first: bool) -> float:
    """What it costs a story to leave dice aside; ``first``: they come before what is done with them."""
    if node.throw is None or not node.throw.dice:
        return 0.0
    if node.throw.both or reading.ball_missing:
        return cost.UNUSED_PAIR
    blind = reading.ball_back and reading.ball is not None and bool(node.story.steps)
    return cost.UNUSED_KICK if blind else _unused_die(node.story, first=first)


def _unused_die(story: Story, *, first: bool) -> float:
    """What it costs a story to leave a die aside."""
    due = story.position.restart not in {None, "kick_off"} and story.position.awaits is None
    if due and _puts_down(story):
        return cost.UNUSED_KICK
    return cost.UNUSED_FIRST if first and story.steps else cost.UNUSED_DIE


def _puts_down(story: Story) -> bool:
    """Whether all that it does so far is to put pieces down."""
    return bool(story.steps) and all(isinstance(step, Action) and step.kind == "place" for step in story.steps)


def _moved_on(story: Story, reading: Reading) -> bool:
    """Whether the ball was moved by dice before it was seen where the hand had put it."""
    match story.steps[-2:]:
        case (Action(kind="pass" | "shot", target=str()), Roll()):
            return reading.ball is not None and reading.ball != story.table.ball
    return False


def _unseen_cost(story: Story, seen_still: set[str]) -> float:
    """Things that the story moves although they lie where they lay."""
    moved = {item for step in story.steps if isinstance(step, Action) for item in _handled(step)}
    return cost.UNSEEN * len(moved & seen_still)


def _handled(action: Action) -> set[str]:
    if action.kind in {"pass", "shot"}:
        # A call without a target moves nothing by itself; its die is what shows of it.
        return {BALL} if action.target is not None else set()
    carried = {BALL} if any(how == "~" for how, _ in action.path) else set()
    return carried | ({action.piece} if action.piece is not None and action.kind in {"move", "place"} else set())


def _expand(
    rules: Ruleset,
    node: Node,
    found: tuple[Difference, ...],
    rolls: tuple[Roll, ...],
    reading: Reading,
    *,
    turn_open: bool,
) -> list[Node]:
    position = node.story.position
    if rolls:
        return _rolled(rules, node, rolls)
    allowed = [
        (act, ruling)
        for act in acts(rules, position, found, node.throw, ball_in_sight=reading.ball is not None)
        if (ruling := rules.act(position, act))
    ]
    shots = {act.target for act, ruling in allowed if act.kind == "shot" and ruling.position.awaits is not None}
    late = _not_put(node.story, reading)
    after = []
    for action, verdict in allowed:
        price = late if action.kind not in {"place", "choice"} else 0.0
        if action.kind == "pass" and action.target in shots and verdict.position.awaits is not None:
            price += cost.NOT_A_SHOT
        if position.placing and not verdict.position.placing and _puts_down(node.story):
            price += cost.SET_UP_LATE
        after += [_dearer(told, price) for told in _acted(rules.board, node, action, verdict)]
    if reading.ball_missing and node.throw is not None and node.throw.dice:
        after += _blind_shots(rules, node)
    first = not node.story.steps
    if _complete(node) and not (first and turn_open) and may_end(rules.board, position, found, node.throw):
        ended = rules.act(position, END_OF_TURN)
        if ended:
            after += [_dearer(told, late) for told in _acted(rules.board, node, END_OF_TURN, ended)]
    return after


def _blind_shots(rules: Ruleset, node: Node) -> list[Node]:
    """Shots with a ball that is seen nowhere, if the dice that were thrown answer them."""
    shots = []
    for action in blind_shots(rules.board, node.story.position):
        verdict = rules.act(node.story.position, action)
        if verdict:
            told = _dearer(_acted(rules.board, node, action, verdict)[0], cost.BLIND_SHOT)
            shots += [told] if _answers(told) else []
    return shots


def _dearer(node: Node, price: float) -> Node:
    return replace(node, story=replace(node.story, cost=node.story.cost + price))


def _answers(node: Node) -> tuple[Roll, ...]:
    """The rolls that the dice thrown since may make here. Dice that answer what is awaited are never left aside."""
    story = node.story
    if node.throw is None or story.position.awaits is None:
        return ()
    return answers(story.position.awaits, node.throw if story.steps else node.throw.awaited())


def _rolled(rules: Ruleset, node: Node, rolls: tuple[Roll, ...]) -> list[Node]:
    """The story with dice more; of rolls that come to the same the first."""
    after: list[Node] = []
    positions: list[Position] = []
    for roll in rolls:
        verdict = rules.roll(node.story.position, roll)
        if verdict and verdict.position not in positions:
            positions.append(verdict.position)
            after += _fallen(rules, node, roll, verdict)
    return after


def _fallen(rules: Ruleset, node: Node, roll: Roll, verdict: Ruling) -> list[Node]:
    story = node.story
    spent = story.cost + (cost.UNREAD_ROLL if isinstance(roll, Concluded) else cost.ROLL)
    if roll.duel is None and node.throw is not None and node.throw.both:
        spent += cost.HALF_PAIR
    out = left_outside(rules.board, replace(story.table, ball=None), verdict.events).ball
    told = replace(story, steps=(*story.steps, roll), position=verdict.position, cost=spent, out=out)
    tables = dict.fromkeys((story.table.ball, story.table.ball if out is None else out))
    return [Node(replace(told, table=replace(story.table, ball=ball)), None) for ball in tables]


def _acted(board: Board, node: Node, action: Action, ruling: Ruling) -> list[Node]:
    """The story with an act more.

    A ball that a piece has come upon, and that the ruling sends out, lies there already or is still to be sent.
    """
    story = node.story
    lies = by_hand(story.position, story.table, action)
    tables = [left_outside(board, lies, ruling.events)]
    if tables[0] != lies and action.kind == "move":
        tables.append(lies)
    told = replace(
        story,
        steps=(*story.steps, action),
        position=ruling.position,
        out=tables[0].ball if tables[0] != lies else None,
        cost=story.cost
        + price_of(action)
        + _left_over(action, node.throw)
        + _stood(story.position, action)
        + _handed_over(board, story, action),
    )
    after = [Node(replace(told, table=table), node.throw) for table in tables]
    if action.kind == "tackle" and action.piece is not None:
        # Taken before the dice were thrown; they will tell whether it stays there.
        taken = replace(told, table=replace(lies, ball=story.position.pieces[action.piece]))
        after.append(_dearer(Node(taken, node.throw), cost.TAKEN))
    return after


def _not_put(story: Story, reading: Reading) -> float:
    """What it costs to play on with a ball that dice sent elsewhere and that still lies where it lay."""
    left = left_lying(story.position, story.table, reading.ball)
    return cost.NOT_PUT if left and isinstance(story.last, Roll) else 0.0


def _stood(position: Position, action: Action) -> float:
    return cost.STOOD if action.kind == "tackle" and action.piece not in position.moved else 0.0


def _handed_over(board: Board, story: Story, action: Action) -> float:
    """What it costs a side to begin its turn by giving the ball to an opponent beside the holder."""
    position = story.position
    if action.kind != "pass" or action.piece is None or action.target is None or story.steps[-1:] != (END_OF_TURN,):
        return 0.0
    there = position.at(action.target)
    beside = action.target in board.grid.neighbours(position.pieces[action.piece]).values()
    return cost.HANDED_OVER if beside and there is not None and team_of(there) != team_of(action.piece) else 0.0


def _left_over(action: Action, throw: Throw | None) -> float:
    """What it costs a call to leave thrown dice aside."""
    if throw is None or action.dice is None:
        return 0.0
    return cost.UNUSED_DIE * (len(throw.dice) - action.dice)


def price_of(action: Action) -> float:
    """What one act costs (see cost.py)."""
    if action.kind == "end":
        return cost.END
    if action.kind == "declare":
        return cost.DECLARED
    if action.kind == "tackle":
        return cost.ACT + cost.TACKLE
    if len({space for _, space in action.path}) < len(action.path):
        return cost.ACT + cost.BACK_AND_FORTH
    return cost.ACT
