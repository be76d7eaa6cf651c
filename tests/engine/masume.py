"""Passages of Masume written on a line, done to a position, and the same seen from the other end of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.very_much import MasumeRules
from engine.match import TEAMS, Action, Pending, Score, other
from engine.notation import format_action, parse_action
from tests.engine import passages
from tests.engine.passages import roll_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.very_much.position import MasumePosition
    from engine.match import Position, Team

RULES = MasumeRules.of()

_FACING = str.maketrans("EW", "WE")


class Passage(passages.Passage):
    """By this game's rules: ``B5>E 5 =N``."""

    def __init__(self, position: Position, script: str, rules: MasumeRules = RULES) -> None:
        super().__init__(position, script, rules)


def mirrored_script(script: str) -> str:
    return " ".join(_mirrored_word(word) for word in script.split())


def _mirrored_word(word: str) -> str:
    roll = roll_of(word)
    if roll is None:
        return format_action(mirrored_action(parse_action(word)))
    return word[::-1]


def mirrored_action(action: Action) -> Action:
    """The same act by the other side, seen from its own end."""
    way = action.direction
    return Action(
        action.kind,
        piece=_piece(action.piece),
        path=tuple((mark, _space(space)) for mark, space in action.path),
        target=_space(action.target) if action.target else None,
        direction=way if way in {None, "keep"} else way.translate(_FACING),
        other=_piece(action.other),
    )


def _team(team: Team | None) -> Team | None:
    return None if team is None else other(team)


def _piece(piece: str | None) -> Any:  # noqa: ANN401 - a piece for a piece, None for None
    return None if piece is None else f"{other('B' if piece[0] == 'B' else 'R')}{piece[1:]}"


def _space(space: Any) -> Any:  # noqa: ANN401 - a space for a space, None for None
    return None if space is None else f"{space[0]}{23 - int(space[1:])}"


def _score(score: Score) -> Score:
    return Score(score.R, score.B)


def mirrored(position: MasumePosition) -> MasumePosition:
    """The same position with the sides swapped and the board turned end for end."""
    return position.but(
        pieces={_piece(p): _space(s) for team in TEAMS for p, s in position.side_pieces(other(team)).items()},
        ball=_space(position.ball),
        turn=_team(position.turn),
        score=_score(position.score),
        turns_done=_score(position.turns_done),
        plays=tuple((_piece(piece), kind) for piece, kind in position.plays),
        offence=other(position.offence),
        last_touch=_piece(position.last_touch),
        spot=_space(position.spot),
        taker=_piece(position.taker),
        awaits=None if position.awaits is None else _awaits(position.awaits),
    )


def _awaits(awaits: Pending) -> Pending:
    left: Mapping[str, Any] = {
        key: _piece(value) if key == "on" else value.translate(_FACING) if key == "direction" else value
        for key, value in awaits.left.items()
    }
    return Pending(awaits.type, awaits.cause, _team(awaits.side), awaits.dice, _piece(awaits.by), left)
