"""A table on which Soccer Fun is played, as a perfect reader sees it, and a referee who looks at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games import load_ruleset
from engine.observation import Observation, SeenBall, SeenDie, SeenPiece
from engine.record.records import Acted, Rolled, Ruled
from engine.record.replay import Match
from engine.referee import Referee, take_up
from tests.engine.stepping import after

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.record.records import Record
    from engine.referee import Input, Say

RULES = load_ruleset("soccer-fun")
GRID = RULES.board.grid

Die = tuple[str | None, int | None, float, float]
"""Whose it is, its face, and where it lies, in millimetres."""

SOUTH_MM = 280.0
"""South of the sheet."""

LYING: tuple[Die, ...] = tuple(
    (team, face, first + 20.0 * k, SOUTH_MM)
    for team, first, faces in (("B", 60.0, (1, 2, 3)), ("R", 200.0, (4, 5, 6)))
    for k, face in enumerate(faces)
)
"""Three dice a side, from before."""


def thrown(side: str, *faces: int | None, before: tuple[Die, ...] = LYING) -> tuple[Die, ...]:
    """The dice after a side threw as many of its own as there are faces: these lie elsewhere, the others as before."""
    first = next(k for k, die in enumerate(before) if die[0] == side)
    after = list(before)
    for k, face in enumerate(faces, first):
        _, _, x_mm, y_mm = before[k]
        after[k] = (side, face, x_mm, y_mm + (24.0 if y_mm == SOUTH_MM else -24.0))
    return tuple(after)


def table(
    pieces: Mapping[str, str], ball: str | None, dice: Iterable[Die] = LYING, *, confidence: float = 0.98
) -> Observation:
    """A look at everything in the middle of its square."""
    discs = []
    for piece, space in pieces.items():
        at = GRID.centre_mm(space)
        discs.append(SeenPiece(piece[0], int(piece[1:]), at.x_mm, at.y_mm, space, confidence))
    found = None
    if ball is not None:
        at = GRID.centre_mm(ball)
        holder = next((piece for piece, space in pieces.items() if space == ball), None)
        found = SeenBall(at.x_mm, at.y_mm, ball, holder, confidence)
    lying = tuple(SeenDie(team, face, x_mm, y_mm, confidence) for team, face, x_mm, y_mm in dice)
    return Observation(0.0, 0, tuple(discs), found, lying)


def follow(state: Referee, inputs: Iterable[Input]) -> tuple[Referee, list[Record], list[Say]]:
    return after(RULES, state, inputs)


def under_way(line: str, dice: Iterable[Die] = LYING) -> Referee:
    """A referee in the middle of a match who has seen the table as it should be."""
    state = take_up(Match(RULES.parse_position(line)))
    assert state.position is not None
    return follow(state, [table(state.position.pieces, state.position.ball_space, dice)])[0]


def done(records: Iterable[Record]) -> str:
    """Acts and dice as on a line: ``B9*2 3,4 B9>E =N``."""
    told = []
    for record in records:
        if isinstance(record, Acted):
            told.append(record.notation)
        elif isinstance(record, Rolled):
            told.append(",".join(map(str, record.faces)))
    return " ".join(told)


def accused(records: Iterable[Record]) -> list[tuple[str | None, str | None]]:
    """Acts that were called illegal, each with the rule."""
    return [(r.notation, r.rule) for r in records if isinstance(r, Ruled) and r.verdict == "illegal"]
