"""Passages of Soccer Fun written on a line, done to a position, and the same seen from the other end of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_fun import SoccerFunRules
from engine.games.soccer_fun.position import Declared, SoccerFunPosition
from engine.match import TEAMS, Action, Pending, Score, other
from engine.notation import format_action, parse_action
from tests.engine import passages
from tests.engine.passages import roll_of

if TYPE_CHECKING:
    from engine.match import Position

RULES = SoccerFunRules.of()
LAST_COLUMN = 24

_FACING = str.maketrans("EW", "WE")


class Passage(passages.Passage):
    """By this game's rules: ``B9*2 3,4 B9>E =N``."""

    def __init__(self, position: Position, script: str, rules: SoccerFunRules = RULES) -> None:
        super().__init__(position, script, rules)


def mirrored_script(script: str) -> str:
    words = []
    for word in script.split():
        roll = roll_of(word)
        if roll is None:
            words.append(format_action(mirrored_action(parse_action(word))))
        else:
            words.append(word if roll.duel is None else f"{roll.duel[1]}:{roll.duel[0]}")
    return " ".join(words)


def mirrored_action(action: Action) -> Action:
    return Action(
        action.kind,
        piece=_piece(action.piece),
        path=tuple((mark, mirrored_space(space) or "") for mark, space in action.path),
        target=mirrored_space(action.target),
        direction=None if action.direction is None else action.direction.translate(_FACING),
        other=_piece(action.other),
        dice=action.dice,
    )


def mirrored_space(space: str | None) -> str | None:
    return None if space is None else f"{space[0]}{LAST_COLUMN - int(space[1:])}"


def _piece(piece: str | None) -> str | None:
    return None if piece is None else ("R" if piece[0] == "B" else "B") + piece[1:]


def mirrored(position: SoccerFunPosition) -> SoccerFunPosition:
    """The same with the sides changed and east for west."""
    had, awaits = position.declared, position.awaits
    standing = {str(_piece(piece)): str(mirrored_space(space)) for piece, space in position.pieces.items()}
    return position.but(
        pieces={piece: standing[piece] for team in TEAMS for piece in standing if piece[0] == team},
        ball=mirrored_space(position.ball if isinstance(position.ball, str) else None),
        turn=None if position.turn is None else other(position.turn),
        score=Score(position.score.R, position.score.B),
        turns_done=Score(position.turns_done.R, position.turns_done.B),
        declared=None if had is None else Declared(str(_piece(had.by)), had.dice, had.sum),
        last_touch=_piece(position.last_touch),
        spot=mirrored_space(position.spot),
        taker=_piece(position.taker),
        awaits=None if awaits is None else _mirrored_pending(awaits),
    )


def _mirrored_pending(awaits: Pending) -> Pending:
    left = dict(awaits.left)
    if "direction" in left:
        left["direction"] = left["direction"].translate(_FACING)
    side = None if awaits.side is None else other(awaits.side)
    return Pending(awaits.type, awaits.cause, side, awaits.dice, _piece(awaits.by), left)
