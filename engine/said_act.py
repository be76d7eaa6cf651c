"""An act as players write it, who know the game and see the position; the notation itself is ``engine.notation``.

What is no act is answered with the game's own forms and an act that is possible now. A square that both halves of a
board have (``K-14``) is the one that the rules allow.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from engine.inference.reading import ball_space
from engine.instead import aimed_at, instead
from engine.match import Action, MalformedError, team_of
from engine.notation import MAX_ACTION_LENGTH, expected, format_action, parse_action
from engine.rules.words import say, with_or

if TYPE_CHECKING:
    from engine.grid import Space
    from engine.match import ActionKind, PieceId, Position
    from engine.ruleset import Ruleset

_PIECE = re.compile(r"[BR][1-9][0-9]?")
_SPACE = re.compile(r"[A-Z]{1,2}-?[0-9]{1,3}")
_SIGNS: dict[str, ActionKind] = {
    "-": "move", "~": "move", ">": "pass", "^": "lob", "x": "tackle", "!": "shot", "@": "place", "/": "substitute"
}  # fmt: skip
_MOST_SQUARES = 6
"""So many squares of an act may be said without their half; a way that is spelled further says it."""


def read_said(rules: Ruleset, position: Position, text: str) -> Action:
    """The act that a player means in a position; whether it is allowed is not asked.

    Raises MalformedError (key ``actions``) for what is no act, or may be two: what could be written instead.
    """
    text = text.strip()
    try:
        meant = [parse_action(each, rules.say) for each in _meant(rules, text)]
    except MalformedError as error:
        example = _possible(rules, position, text)
        if len(text) > MAX_ACTION_LENGTH or example is None:
            raise
        forms, now = expected(text, rules.say), format_action(example)
        raise MalformedError(error.key, say("action.none.now", text=repr(text), expected=forms, example=now)) from error
    return meant[0] if len(meant) == 1 else _the_one(rules, position, meant)


def square_said(rules: Ruleset, position: Position, piece: PieceId | None, text: str) -> Space:
    """The space that a player means who says where a piece, or the ball, really is: of two, the one nearest to it.

    A piece that is not on the field is meant to be in its own half. What is no space is given back as it is.
    """
    grid = rules.board.grid
    parts = grid.said(f"@{text}") or []
    known = [name for name in parts[1] if name in grid.points] if parts[2:] == [("",)] else []
    if len(known) < 2:
        return known[0] if known else text
    start = position.pieces.get(piece) if piece is not None else ball_space(position)
    if start is not None and start in grid.points:
        return min(known, key=lambda name: grid.distance(start, name))
    return next((name for name in known if _in_half_of(rules, piece or "B", name)), known[0])


def _meant(rules: Ruleset, text: str) -> list[str]:
    """The text with every square by its full name, in each way that it may be meant."""
    parts = rules.board.grid.said(text)
    if parts is None or sum(len(names) > 1 for names in parts) > _MOST_SQUARES:
        return [text]
    return ["".join(names) for names in product(*parts)]


def _the_one(rules: Ruleset, position: Position, meant: list[Action]) -> Action:
    """The act that is allowed of several; of none, the one nearest to its piece. Raises MalformedError for two."""
    allowed = [action for action in meant if rules.act(position, action)]
    if len(allowed) > 1:
        own = [action for action in allowed if _in_own_half(rules, action)]
        if len(own) != 1:
            which = with_or(list(map(format_action, allowed)))
            raise MalformedError("actions", say("action.which", which=which))
        allowed = own
    return allowed[0] if allowed else min(meant, key=lambda action: _way(rules, position, action))


def _in_own_half(rules: Ruleset, action: Action) -> bool:
    """Whether a piece is put down in the half that its side defends; sides set up by their own coordinates."""
    piece, target = action.piece, action.target
    if action.kind != "place" or piece is None or target is None or target not in rules.board.grid.points:
        return False
    return _in_half_of(rules, piece, target)


def _in_half_of(rules: Ruleset, piece: PieceId, space: Space) -> bool:
    grid = rules.board.grid
    return (grid.centre_mm(space).x_mm < grid.field_size_mm[0] / 2) == (team_of(piece) == "B")


def _way(rules: Ruleset, position: Position, action: Action) -> int:
    start, end = position.pieces.get(action.piece or ""), aimed_at(action)
    grid = rules.board.grid
    if start is None or end is None or start not in grid.points or end not in grid.points:
        return 0
    return grid.distance(start, end)


def _possible(rules: Ruleset, position: Position, text: str) -> Action | None:
    """A legal act like what was written, as far as that names a piece, an act and a space."""
    return next(iter(instead(rules, position, _guessed(rules, text), 1)), None)


def _guessed(rules: Ruleset, text: str) -> Action:
    piece = _PIECE.match(text)
    rest = text[piece.end() :] if piece else text
    kind: ActionKind = next((_SIGNS[sign] for sign in rest if sign in _SIGNS), "move")
    spaces: list[Space] = [space for space in _SPACE.findall(rest) if space in rules.board.grid.points]
    return Action(kind, piece=piece[0] if piece else None, target=spaces[-1] if spaces else None)
