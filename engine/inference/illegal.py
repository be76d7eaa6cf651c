"""What was not allowed: the nearest act against the rules that explains what no legal story does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.inference import cost
from engine.inference.reading import BALL, differences
from engine.inference.search import price_of, to_explain
from engine.inference.story import by_hand
from engine.match import Action, team_of

if TYPE_CHECKING:
    from engine.board import Board
    from engine.grid import Space
    from engine.inference.reading import Difference, Reading, Table
    from engine.inference.search import Node
    from engine.inference.story import Step
    from engine.match import ActionKind, PieceId, Position
    from engine.ruleset import Refusal, Ruleset


@dataclass(frozen=True, slots=True)
class Illegal:
    """The nearest story with one act against the rules, as its last."""

    before: tuple[Step, ...]
    """Legal steps that lead up to it (the other side's turn having ended, mostly)."""
    table: Table
    """Where the hands had put things by then."""
    action: Action
    refusal: Refusal
    cost: float
    turn_taken: bool = False
    """It begins with the turn belonging to the side that acts, which was open until now."""


def nearest_illegal(rules: Ruleset, reading: Reading, explored: list[Node]) -> Illegal | None:
    """Over all places the legal search came to: one more act, against the rules, after which nothing is left."""
    best: Illegal | None = None
    for node in explored:
        position = node.story.position
        if _stayed(node, explored[0].story.table, reading):
            continue
        found = to_explain(differences(position, node.story.table, reading))
        spent = node.story.cost + cost.ILLEGAL + _unused(node)
        for action, refusal in rules.seen_faults(position, *_elsewhere(found)):
            price = spent + price_of(action) + _wrong_side(position, action)
            if best is None or price < best.cost:
                best = _illegal(node, action, refusal, price)
        for action in _naive(rules.board, position, found, ball_seen=reading.ball is not None):
            price = spent + price_of(action) + _wrong_side(position, action)
            if best is not None and price >= best.cost:
                continue
            if not any(_explains(position, forced, reading) for forced in _forced(position, node, action, reading)):
                continue
            verdict = rules.act(position, action)
            if not verdict and verdict.rule != "notation":
                best = _illegal(node, action, verdict, price)
    return best


def _stayed(node: Node, lay: Table, reading: Reading) -> bool:
    """Whether a keeper who saved is held to have stayed where it ``lay``, and nothing shows that the ball was there."""
    match node.story.last:
        case Action(kind="place", piece=str() as piece, target=str() as space):
            return node.story.position.restart is None and lay.pieces.get(piece) == space != reading.ball
    return False


def _illegal(node: Node, action: Action, refusal: Refusal, price: float) -> Illegal:
    story = node.story
    return Illegal(story.steps, story.table, action, refusal, price, turn_taken=story.turn_taken)


def _forced(position: Position, node: Node, action: Action, reading: Reading) -> list[Table]:
    """Tables after the act as the hand did it; with the ball given to whom it was given."""
    forced = by_hand(position, node.story.table, action)
    if action.kind == "tackle":
        return [replace(forced, ball=reading.ball)]
    if action.kind == "place" and reading.ball is not None and reading.ball == action.target:
        return [forced, replace(forced, ball=reading.ball)]
    return [forced]


def _explains(position: Position, table: Table, reading: Reading) -> bool:
    return not to_explain(differences(position, table, reading))


def _naive(board: Board, position: Position, found: tuple[Difference, ...], *, ball_seen: bool) -> list[Action]:
    """What the hand did, taken at face value, whoever's turn it is."""
    moved, ball_to = _elsewhere(found)
    naive = []
    if position.awaits is not None and position.awaits.type == "placement":
        naive += [Action("place", piece, target=space) for piece, space in moved.items()]
    if position.awaits is None and position.restart not in {None, "kick_off"}:
        own = [piece for piece in moved if team_of(piece) == position.turn and moved[piece] == ball_to]
        naive += [Action("place", piece, target=moved[piece]) for piece in own]
    for piece, space in moved.items():
        # A ball that was not seen went with its holder, as far as anybody can tell.
        if piece == position.holder and (ball_to is not None or not ball_seen):
            naive.append(Action("move", piece, (("~", space),)))
        naive.append(Action("move", piece, (("-", space),)))
    holder = position.holder
    if ball_to is not None and holder is not None:
        kinds: tuple[ActionKind, ...] = ("pass",) if ball_to in board.grid.field else ("shot", "pass")
        naive += [Action(kind, holder, target=ball_to) for kind in kinds]
        thief = position.at(ball_to)
        if thief is not None and team_of(thief) == position.turn != team_of(holder):
            naive.append(Action("tackle", thief, other=holder))
    return naive


def _elsewhere(found: tuple[Difference, ...]) -> tuple[dict[PieceId, Space], Space | None]:
    """Where pieces were put, and the ball, if it was."""
    moved: dict[PieceId, Space] = {d.item: d.seen for d in found if d.item != BALL and d.seen is not None}
    return moved, next((d.seen for d in found if d.item == BALL), None)


def _unused(node: Node) -> float:
    """Dice were thrown for something: what takes no account of them is less likely what was done."""
    return cost.UNUSED_DIE if node.throw is not None and node.throw.dice else 0.0


def _wrong_side(position: Position, action: Action) -> float:
    return cost.WRONG_SIDE if action.piece is not None and team_of(action.piece) != position.turn else 0.0
