"""Tackles (rulebook: 5. Tackling)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista import roles
from engine.games.regista.words import refused, say
from engine.match import team_of
from engine.rules.dice import await_duel, awaited, duel
from engine.rules.events import event
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.match import Action, PieceId, Roll, Team
    from engine.ruleset import Refusal


def judge_tackle(laws: Laws, position: RegistaPosition, action: Action) -> Verdict:
    """A piece next to the opponent with the ball tries to take it: once per piece and turn, at no cost of moves."""
    piece, holder = action.piece or "", action.other or ""
    if (fault := tackle_fault(laws, position, piece, holder)) is not None:
        return fault
    return play(position, piece, holder)


def play(position: RegistaPosition, piece: PieceId, holder: PieceId) -> Ruling:
    """A tackle that nothing is wrong with waits for both dice."""
    tried = position.but(tackled=(*position.tackled, piece))
    return Ruling((event("tackle", by=piece, on=holder),), await_duel(tried, "tackle", piece, {"on": holder}))


def tackle_fault(laws: Laws, position: RegistaPosition, piece: PieceId, holder: PieceId) -> Refusal | None:
    """The first thing wrong with a tackle, or None."""
    if team_of(holder) == team_of(piece):
        return refused("tackle.holder", "mate", holder=holder, piece=piece)
    if position.holder != holder:
        who = say("has_it", piece=position.holder) if position.holder else say("nobody_has_it")
        return refused("tackle.holder", holder=holder, who=who)
    if piece in position.tackled:
        return refused("tackle.repeat", piece=piece)
    start = position.pieces.get(piece)
    if start is None or position.pieces[holder] not in laws.pitch.neighbours[start]:
        where = say("not_on_field")
        if start is not None:
            where = say("beside", start=start, other=holder, space=position.pieces[holder])
        return refused("tackle.adjacent", piece=piece, where=where)
    return None


def points(piece: PieceId, holder: PieceId) -> dict[Team, int]:
    """Position Points of both sides."""
    return {team_of(piece): roles.tackler_points(piece), team_of(holder): roles.holder_points(holder)}


def rolled(position: RegistaPosition, roll: Roll) -> Ruling:
    """Higher total has the ball; equal totals are rolled again."""
    piece, left = awaited(position)
    holder = left["on"]
    totals, shown = duel("tackle", roll, points(piece, holder))
    ours, theirs = totals[team_of(piece)], totals[team_of(holder)]
    if ours == theirs:
        return Ruling((shown,), position)
    if ours < theirs:
        return Ruling((shown,), position.but(awaits=None))
    space = position.pieces[piece]
    won = position.but(awaits=None, ball=space, holder_may_not=None)
    return Ruling((shown, event("possession", by=piece, team=team_of(piece), at=space)), won)
