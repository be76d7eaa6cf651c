"""Games in which dice come first: declared for a piece, thrown, and then it is played by their sum.

A declaration moves nothing. The table shows how many dice were thrown and who was played with them; from these two it
is told afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match import Action, Roll

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.grid import Space
    from engine.inference.dice import Throw
    from engine.inference.story import Step, Story
    from engine.match import PieceId, Position
    from engine.ruleset import Ruleset


def declarations(
    rules: Ruleset, position: Position, moved: Mapping[PieceId, Space], ball_seen: Space | None, throw: Throw
) -> Iterator[Action]:
    """Calls of as many dice as were thrown, for pieces that were moved and for the holder of a ball that was."""
    counts = {len(throw.dice), len(throw.own(position.turn))}
    for action in rules.hidden_actions(position):
        if action.kind != "declare" or action.dice not in counts:
            continue
        if action.piece in moved or (ball_seen is not None and action.piece == position.holder):
            yield action


def played(
    rules: Ruleset, position: Position, moved: Mapping[PieceId, Space], ball_seen: Space | None
) -> Iterator[Action]:
    """Acts of the piece whose dice were rolled that end where it is seen, or that send the ball away from it."""
    piece = rules.chosen(position)
    for action in rules.legal_actions(position):
        kicked = action.direction is not None and ball_seen is not None
        if kicked or (action.path and action.path[-1][1] == moved.get(piece or "")):
            yield action


def may_declare(rules: Ruleset, position: Position) -> bool:
    """Whether dice thrown now may belong to a piece that has not been named yet."""
    return any(action.kind == "declare" for action in rules.hidden_actions(position))


def thrown_first(stories: tuple[Story, ...]) -> tuple[Step, ...]:
    """The call of dice and their roll, if all stories begin with the same ones; else nothing."""
    first = stories[0].steps[:2] if stories else ()
    match first:
        case (Action(kind="declare"), Roll()) if all(story.steps[:2] == first for story in stories):
            return first
        case _:
            return ()
