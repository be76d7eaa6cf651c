"""Player replacements (rulebook: Player Replacements)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista import roles
from engine.games.regista.position import RegistaPosition, Substitutions
from engine.games.regista.words import refused
from engine.match import TEAMS, team_of
from engine.rules.events import event
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from engine.match import Action, PieceId, Team
    from engine.ruleset import Refusal


def judge_substitution(position: RegistaPosition, action: Action) -> Verdict:
    """``B9/B11``: 9 goes off for good, 11 comes on in its place; by either side while play is stopped."""
    off, on = action.piece or "", action.other or ""
    if (fault := substitution_fault(position, off, on)) is not None:
        return fault
    return play(position, off, on)


def play(position: RegistaPosition, off: PieceId, on: PieceId) -> Ruling:
    """A substitution that nothing is wrong with."""
    team = team_of(off)
    pieces = {on if piece == off else piece: space for piece, space in position.pieces.items()}
    squad = {side: tuple(on if piece == off else piece for piece in eleven) for side, eleven in position.squad.items()}
    after = counted(position, off).but(
        pieces=pieces,
        squad=squad,
        taker=on if position.taker == off else position.taker,
        to_move_off=on if position.to_move_off == off else position.to_move_off,
        may_move_off=tuple(on if piece == off else piece for piece in position.may_move_off),
    )
    return Ruling((event("substitution", team=team, off=off, on=on),), after)


def counted(position: RegistaPosition, off: PieceId) -> RegistaPosition:
    """The position with one more substitution of a side, whose piece that went off is out for good."""
    team = team_of(off)
    had = position.subs_of(team)
    return position.but(subs={**position.subs, team: Substitutions(had.made + 1, (*had.out, off))})


def substitution_fault(position: RegistaPosition, off: PieceId, on: PieceId) -> Refusal | None:
    """The first thing wrong with a substitution, or None."""
    team = team_of(off)
    had = position.subs_of(team)
    if team_of(on) != team:
        return refused("turn.side", "mixed", on=on, off=off)
    if position.restart is None:
        return refused("sub.play")
    if had.made >= roles.MAX_SUBSTITUTIONS:
        return refused("sub.limit", team=team, made=had.made, most=roles.MAX_SUBSTITUTIONS)
    if roles.keeper_of(team) in {off, on}:
        return refused("sub.keeper")
    if on not in roles.PIECES or off not in roles.PIECES:
        return refused("sub.used", "numbers", most=roles.PIECE_COUNT)
    for piece in (on, off):
        if piece in had.out:
            return refused("sub.used", "out", piece=piece)
    if on in position.pieces or on in position.squad.get(team, ()):
        return refused("sub.used", "eleven", on=on, team=team)
    if off not in may_go(position, team):
        return refused("sub.used", "off", off=off)
    return None


def may_go(position: RegistaPosition, team: Team) -> Collection[PieceId]:
    """The pieces of a side that count as on the field: while it places its eleven anew, those of before."""
    if not position.placing:
        return position.side_pieces(team)
    return position.squad.get(team, roles.SIDES[team])


def substitution_choices(position: RegistaPosition) -> Iterator[tuple[PieceId, PieceId]]:
    """Every substitution that may be made now; agrees with ``judge_substitution``."""
    for team in TEAMS:
        if position.restart is None or position.subs_of(team).made >= roles.MAX_SUBSTITUTIONS:
            continue
        for off in may_go(position, team):
            for on in roles.SIDES[team]:
                if substitution_fault(position, off, on) is None:
                    yield off, on
