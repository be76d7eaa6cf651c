"""Setting up and kicking off (house rules)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much import turns
from engine.games.very_much.roles import NUMBERS, ON_FIELD
from engine.games.very_much.words import refused, say
from engine.match import TEAMS, number_of, team_of
from engine.rules.ends import defended
from engine.rules.events import event
from engine.rules.match_course import first_roll
from engine.rules.refusals import no_such_space
from engine.rules.setting_up import count_fault, put_ball, put_down
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.grid import Space
    from engine.match import Action, PieceId, Roll, Team
    from engine.ruleset import Refusal


def first_rolled(laws: Laws, position: MasumePosition, roll: Roll) -> Ruling:
    """Higher kicks off; equal dice are rolled again. Pieces that stand already stay."""
    team, rolled = first_roll(roll)
    if team is None:
        return Ruling((rolled,), position)
    pieces = position.pieces
    placing = position.placing or not pieces
    after = turns.kick_off_position(laws, position, team).but(pieces=pieces, placing=placing)
    return Ruling((rolled, event("kick_off", team=team)), after)


def judge_placement(laws: Laws, position: MasumePosition, action: Action) -> Verdict:
    """``B1@H2`` before a kick-off: both sides place theirs, in any order; a piece may be put down again elsewhere."""
    piece, space = action.piece or "", action.target or ""
    if (fault := placement_fault(laws, position, piece, space)) is not None:
        return fault
    return put_down(position, piece, space)


def placement_fault(laws: Laws, position: MasumePosition, piece: PieceId, space: Space) -> Refusal | None:
    """The first thing wrong with putting a piece on a square before the kick-off, or None."""
    if number_of(piece) > ON_FIELD:
        return refused("setup.count", "number", piece=piece, most=ON_FIELD)
    if space not in laws.pitch.neighbours:
        return no_such_space(space)
    if (other := position.occupied.get(space)) is not None and other != piece:
        return refused("setup.space", space=space, other=other)
    return half_fault(laws, piece, space)


def half_fault(laws: Laws, piece: PieceId, space: Space) -> Refusal | None:
    """A piece that does not stand in its own half."""
    team = team_of(piece)
    if space in laws.pitch.field and laws.pitch.in_half(space, defended(team)):
        return None
    return refused("setup.half", space=space, team=team, piece=piece)


def placement_choices(laws: Laws, position: MasumePosition) -> Iterator[tuple[PieceId, Iterable[Space]]]:
    """Every piece that may be put down now, with the squares it may be put on; agrees with ``judge_placement``."""
    for team in TEAMS:
        half = [space for space in laws.pitch.grid.field_spaces if laws.pitch.in_half(space, defended(team))]
        free = [space for space in half if space not in position.occupied]
        for piece in may_come(position, team):
            yield piece, free


def may_come(position: MasumePosition, team: Team) -> tuple[PieceId, ...]:
    """The pieces of a side that may be put down: all while both sides set up, else those on the field."""
    return NUMBERS[team] if position.placing else tuple(position.side_pieces(team))


def ready(laws: Laws, position: MasumePosition) -> Refusal | None:
    """Whether both sides stand complete in their halves, when their pieces were placed in play."""
    if not position.placing:
        return None
    if (few := count_fault(position, ON_FIELD)) is not None:
        return few
    faults = (half_fault(laws, piece, space) for piece, space in position.pieces.items())
    return next((fault for fault in faults if fault is not None), None)


def judge_ball(laws: Laws, position: MasumePosition, space: Space | None) -> Verdict:
    """``ball@H11``: the ball is put on the mark of the side that kicks off."""
    if position.restart != "kick_off":
        return refused("restart.spot", "hand")
    mark = laws.mark(position.side)
    if space != mark:
        where = space or say("that_point")
        return refused("restart.spot", "mark", mark=mark, team=position.turn, where=where)
    return put_ball(position, mark)
