"""Setting up and kicking off (rulebook: Kick-off)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista import roles
from engine.games.regista.words import refused, say
from engine.match import TEAMS, team_of
from engine.rules.refusals import no_such_space
from engine.rules.setting_up import count_fault, put_ball, put_down

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.grid import Space
    from engine.match import Action, PieceId, Team
    from engine.ruleset import Refusal, Verdict


def judge_placement(laws: Laws, position: RegistaPosition, action: Action) -> Verdict:
    """``B1@H2`` before a kick-off: both sides place theirs, in any order; a piece may be put down again elsewhere."""
    piece, space = action.piece or "", action.target or ""
    if (fault := placement_fault(laws, position, piece, space)) is not None:
        return fault
    return put_down(position, piece, space)


def placement_fault(laws: Laws, position: RegistaPosition, piece: PieceId, space: Space) -> Refusal | None:
    """The first thing wrong with putting a piece on a space before the kick-off, or None."""
    team = team_of(piece)
    if piece not in roles.PIECES:
        return refused("setup.count", "number", piece=piece, most=roles.PIECE_COUNT)
    if piece in position.subs_of(team).out:
        return refused("sub.used", "out", piece=piece)
    if (eleven := position.squad.get(team)) is not None and piece not in eleven:
        return refused("setup.count", "eleven", piece=piece, team=team)
    if piece not in position.pieces and len(position.side_pieces(team)) >= roles.ON_FIELD:
        return refused("setup.count", "many", team=team, most=roles.ON_FIELD, piece=piece)
    if space not in laws.pitch.neighbours:
        return no_such_space(space)
    if (other := position.occupied.get(space)) is not None and other != piece:
        return refused("setup.space", space=space, other=other)
    return standing_fault(laws, position, piece, space)


def standing_fault(laws: Laws, position: RegistaPosition, piece: PieceId, space: Space) -> Refusal | None:
    """A piece outside its own half, or inside the Centre Circle though the other side kicks off."""
    team = team_of(piece)
    if space == laws.pitch.centre_mark and team == position.turn:
        return None
    if space not in laws.pitch.field or not laws.pitch.own_half(space, laws.defended(position, team)):
        return refused("setup.half", space=space, team=team, piece=piece)
    if team != position.turn and space in laws.pitch.board.areas["centre_circle"]:
        return refused("setup.circle", space=space, team=team)
    return None


def placement_choices(laws: Laws, position: RegistaPosition) -> Iterator[tuple[PieceId, Iterable[Space]]]:
    """Every piece that may be put down now, with the spaces it may be put on; agrees with ``judge_placement``."""
    for team in TEAMS:
        free = [space for space in _places(laws, position, team) if space not in position.occupied]
        for piece in may_come(position, team):
            yield piece, free


def _places(laws: Laws, position: RegistaPosition, team: Team) -> Iterator[Space]:
    """Where a side may stand at this kick-off: its half, and the Centre Mark or not the Centre Circle."""
    side = laws.defended(position, team)
    kicks_off, mark = team == position.turn, laws.pitch.centre_mark
    closed = frozenset() if kicks_off else laws.pitch.board.areas["centre_circle"]
    for space in laws.pitch.grid.field_spaces:
        if (laws.pitch.own_half(space, side) and space not in closed) or (kicks_off and space == mark):
            yield space


def may_come(position: RegistaPosition, team: Team) -> tuple[PieceId, ...]:
    """The pieces of a side that may be put down: those on the field, and others until it is complete."""
    standing = position.side_pieces(team)
    if not position.placing or len(standing) >= roles.ON_FIELD:
        return tuple(standing)
    if (eleven := position.squad.get(team)) is not None:
        return eleven
    out = position.subs_of(team).out
    return tuple(piece for piece in roles.SIDES[team] if piece not in out)


def ready(laws: Laws, position: RegistaPosition) -> Refusal | None:
    """Whether both sides stand complete in their halves, when their pieces were placed in play."""
    if not position.placing:
        return None
    if (few := count_fault(position, roles.ON_FIELD)) is not None:
        return few
    for team in TEAMS:
        if roles.keeper_of(team) not in position.pieces:
            return refused("setup.keeper", team=team)
    faults = (standing_fault(laws, position, piece, space) for piece, space in position.pieces.items())
    return next((fault for fault in faults if fault is not None), None)


def judge_ball(laws: Laws, position: RegistaPosition, space: Space | None) -> Verdict:
    """``ball@H11``: the ball is put on the Centre Mark before a kick-off."""
    if position.restart != "kick_off":
        return refused("restart.spot", "hand")
    mark = laws.pitch.centre_mark
    if space != mark:
        return refused("restart.spot", "mark", mark=mark, where=space or say("that_point"))
    return put_ball(position, mark)
