"""Charges for the ball, their advantages, and the foul from behind (sheet [4])."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much import turns
from engine.games.very_much.faults import how_often
from engine.games.very_much.roles import keeper_of
from engine.games.very_much.words import refused, say
from engine.match import other, team_of
from engine.rules.dice import await_duel, awaited, duel
from engine.rules.ends import attacked, defended
from engine.rules.events import event
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.match import Action, PieceId, Roll, Team
    from engine.ruleset import Refusal

IN_AREA, KEEPER_IN_AREA = 1, 2
"""Advantages of charging in the own penalty area."""


def judge_charge(laws: Laws, position: MasumePosition, action: Action) -> Verdict:
    """``B4xR9``: a piece of the defence next to the holder tries to take the ball."""
    piece, holder = action.piece or "", action.other or ""
    if (fault := charge_fault(laws, position, piece, holder)) is not None:
        return fault
    return play(laws, position, piece, holder)


def charge_fault(laws: Laws, position: MasumePosition, piece: PieceId, holder: PieceId) -> Refusal | None:
    """The first thing wrong with a charge, or None; one from behind is a foul, and not refused."""
    if team_of(piece) == position.offence:
        return refused("charge.side", piece=piece, team=position.offence)
    if position.holder is None or position.holder != holder:
        who = say("has_it", piece=position.holder) if position.holder else say("nobody_has_it")
        return refused("ball.holder", "not", piece=holder, who=who)
    if (fault := how_often(position, piece, "charge")) is not None:
        return fault
    start = position.pieces.get(piece)
    if start is None or position.pieces[holder] not in laws.pitch.neighbours[start]:
        where = say("not_on_field")
        if start is not None:
            where = say("beside", start=start, other=holder, space=position.pieces[holder])
        return refused("charge.square", piece=piece, where=where)
    return None


def play(laws: Laws, position: MasumePosition, piece: PieceId, holder: PieceId) -> Ruling:
    """A charge waits for both dice; from one of the three squares behind the holder it is a foul."""
    at = position.pieces[holder]
    charged = event("charge", by=piece, on=holder, at=at)
    tried = position.but(plays=position.played(piece, "charge"))
    if position.pieces[piece] in laws.pitch.charge_squares[attacked(team_of(holder))][at]:
        return Ruling((charged,), await_duel(tried, "charge", piece, {"on": holder}))
    events = (charged, event("foul", by=piece, on=holder, at=at))
    if at in laws.pitch.area("penalty", defended(team_of(piece))):
        return turns.set_piece(laws, tried, "penalty", team_of(holder), None, before=events)
    return turns.set_piece(laws, tried, "free_kick", team_of(holder), at, before=events)


def advantage(laws: Laws, position: MasumePosition, piece: PieceId, holder: PieceId) -> int:
    """What the charger adds to its die: for numbers in the charge squares, and in its own penalty area."""
    team, at = team_of(piece), position.pieces[holder]
    squares = laws.pitch.charge_squares[attacked(other(team))][at]
    there = sum(position.occupied.get(space, "-")[0] == team for space in squares)
    bonus = there if there > 1 else 0
    if at in laws.pitch.area("penalty", defended(team)):
        bonus += KEEPER_IN_AREA if piece == keeper_of(team) else IN_AREA
    return bonus


def rolled(laws: Laws, position: MasumePosition, roll: Roll) -> Ruling:
    """The charger wins with the higher total or an equal one: it has the ball, and its side a fresh turn."""
    piece, left = awaited(position)
    holder: PieceId = left["on"]
    team: Team = team_of(piece)
    totals, shown = duel("charge", roll, {team: advantage(laws, position, piece, holder)})
    charger_at, holder_at = position.pieces[piece], position.pieces[holder]
    swapped = {**position.pieces, piece: holder_at, holder: charger_at}
    if totals[team] >= totals[other(team)]:
        won = position.but(pieces=swapped, offence=team, last_touch=piece)
        after, stopped = turns.begin(laws, won, team)
        return Ruling((shown, event("possession", by=piece, team=team, at=holder_at), *stopped), after)
    kept = position.but(awaits=None, last_touch=holder)
    if laws.options.charge_swap == "always":
        kept = kept.but(pieces=swapped, ball=charger_at)
    return turns.goes_on(laws, kept, (shown,))
