"""What a look shows of a line-up after a goal, with what follows where something of it cannot be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.empty import EMPTY
from engine.inference.cost import SURE
from engine.match import TEAMS, team_of
from engine.referee.guesses import renumbered, with_concluded
from engine.referee.whole import whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.board import Side
    from engine.grid import Space
    from engine.match import PieceId, Position
    from engine.observation import Observation
    from engine.record.replay import Match
    from engine.ruleset import Ruleset


def with_numbers(rules: Ruleset, look: Observation) -> Observation:
    """The look with the number under a ball that hides it."""
    return with_concluded(look) if rules.board.file.ball.carried == ("on_top",) else look


def seen_after_goal(rules: Ruleset, match: Match, look: Observation) -> tuple[dict[PieceId, Space], Space | None, str]:
    """Pieces and ball of a line-up after a goal, or what is in the way.

    A number that cannot be read, or hardly and is there twice, is the one that is missing of those who stood before the
    goal; a ball that is not seen is with whoever kicks off.
    """
    stood = stood_before(match)
    look = with_numbers(rules, _each_once(look) if stood else look)
    if stood:
        look = with_concluded(look, {team: [piece for piece in stood if team_of(piece) == team] for team in TEAMS})
    pieces, ball, fault = whole(look)
    if look.ball is None and match.position is not None:
        ball = _where_it_belongs(rules, match.position, pieces)
    return pieces, ball, fault


def _each_once(look: Observation) -> Observation:
    """The look without numbers that were hardly read and that another disc of the side shows clearly."""
    clear = {disc.piece for disc in look.pieces if disc.space is not None and disc.confidence >= SURE}
    return renumbered(look, {d: None for d in look.pieces if d.confidence < SURE and d.piece in clear})


def stood_before(match: Match) -> Mapping[PieceId, Space]:
    """Where the pieces stood on the field when the goal fell; nothing if that is not known."""
    past = match.last
    while past is not None and not past.before.pieces:
        past = past.earlier
    return EMPTY if past is None else past.before.pieces


def _where_it_belongs(rules: Ruleset, position: Position, pieces: Mapping[PieceId, Space]) -> Space | None:
    """Where a ball that nobody sees lies once all stand: with whoever kicks off; None if that is not known either."""
    side = position.turn or "B"
    own_end: Side = "left" if side == rules.left_team(position) else "right"
    marks = rules.kick_off_marks.get(side) or (rules.board.kick_off_marks[own_end] if position.ball_stays else ())
    own = {space for piece, space in pieces.items() if team_of(piece) == position.turn}
    taken = [mark for mark in marks if mark in own]
    if len(taken) == 1:
        return taken[0]
    return position.ball_space if position.ball_stays else None
