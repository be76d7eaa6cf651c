"""Player replacements (rulebook: Player Replacements)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista import roles
from engine.games.regista.laws import event
from engine.games.regista.position import RegistaPosition, Substitutions
from engine.match import team_of
from engine.ruleset import Refusal, Ruling, Verdict

if TYPE_CHECKING:
    from engine.match import Action, PieceId


def judge_substitution(position: RegistaPosition, action: Action) -> Verdict:
    """``B9/B11``: 9 goes off for good, 11 comes on in its place; by either side while play is stopped."""
    off, on = action.piece or "", action.other or ""
    if (fault := substitution_fault(position, off, on)) is not None:
        return fault
    team, had = team_of(off), position.subs_of(team_of(off))
    pieces = {on if piece == off else piece: space for piece, space in position.pieces.items()}
    after = position.but(
        pieces=pieces,
        subs={**position.subs, team: Substitutions(had.made + 1, (*had.out, off))},
        to_move_off=on if position.to_move_off == off else position.to_move_off,
        may_move_off=tuple(on if piece == off else piece for piece in position.may_move_off),
    )
    return Ruling((event("substitution", team=team, off=off, on=on),), after)


def substitution_fault(position: RegistaPosition, off: PieceId, on: PieceId) -> Refusal | None:
    """The first thing wrong with a substitution, or None."""
    team = team_of(off)
    had = position.subs_of(team)
    if team_of(on) != team:
        return Refusal("turn.side", f"{on} and {off} are not of one side")
    if position.restart is None:
        return Refusal("sub.play", "play is going on; pieces are replaced before a kick-off or another restart")
    if had.made >= roles.MAX_SUBSTITUTIONS:
        return Refusal("sub.limit", f"{team} has replaced {had.made} pieces; {roles.MAX_SUBSTITUTIONS} is all")
    if roles.keeper_of(team) in {off, on}:
        return Refusal("sub.keeper", "the goalkeeper is never replaced")
    if on not in roles.PIECES or off not in roles.PIECES:
        return Refusal("sub.used", f"a side has the numbers 1 to {roles.PIECE_COUNT}")
    for piece in (on, off):
        if piece in had.out:
            return Refusal("sub.used", f"{piece} has been replaced and is out for good")
    if on in position.pieces:
        return Refusal("sub.used", f"{on} is on the field already")
    if off not in position.pieces and not position.placing:
        return Refusal("sub.used", f"{off} is not on the field")
    return None
