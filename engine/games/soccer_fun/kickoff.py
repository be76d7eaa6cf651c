"""Setting up and kicking off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_fun import turns
from engine.games.soccer_fun.roles import NUMBERS, ON_FIELD, keeper_of
from engine.games.soccer_fun.words import refused, say
from engine.match import TEAMS, number_of, team_of
from engine.rules.ends import defended
from engine.rules.events import event
from engine.rules.match_course import first_roll
from engine.rules.setting_up import count_fault, put_ball, put_down
from engine.rules.words import with_or
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.games.soccer_fun.laws import Laws
    from engine.games.soccer_fun.position import Declared, SoccerFunPosition
    from engine.grid import Space
    from engine.match import Action, PieceId, Roll
    from engine.ruleset import Refusal


def first_rolled(position: SoccerFunPosition, roll: Roll) -> Ruling:
    """Higher kicks off; equal dice are rolled again. Figures that stand already stay."""
    team, rolled = first_roll(roll)
    if team is None:
        return Ruling((rolled,), position)
    pieces, ball = position.pieces, position.ball
    placing = position.placing or not pieces
    after = turns.kick_off_position(position, team).but(pieces=pieces, ball=ball, placing=placing)
    return Ruling((rolled, event("kick_off", team=team)), after)


def judge_placement(laws: Laws, position: SoccerFunPosition, action: Action) -> Verdict:
    """``B1@H2`` before a kick-off: both sides place theirs, in any order; a figure may be put down again elsewhere."""
    piece, space = action.piece or "", action.target or ""
    if position.declared is not None:
        return _declared(position.declared)
    if (fault := placement_fault(laws, position, piece, space)) is not None:
        return fault
    return put_down(position, piece, space)


def placement_fault(laws: Laws, position: SoccerFunPosition, piece: PieceId, space: Space) -> Refusal | None:
    """The first thing wrong with putting a figure on a square before the kick-off, or None."""
    if number_of(piece) > ON_FIELD:
        return refused("setup.count", "number", piece=piece, most=ON_FIELD)
    if not position.placing and piece not in position.pieces:
        return refused("setup.count", "complete", piece=piece)
    if space not in laws.pitch.grid.points:
        return refused("move.field", space=space)
    if (other := position.occupied.get(space)) is not None and other != piece:
        return refused("setup.space", space=space, other=other)
    return standing_fault(laws, piece, space)


def standing_fault(laws: Laws, piece: PieceId, space: Space) -> Refusal | None:
    """A figure outside its own half, or a goalkeeper outside its penalty area."""
    team = team_of(piece)
    if space not in laws.pitch.halves[defended(team)]:
        return refused("setup.half", space=space, team=team, piece=piece)
    if piece == keeper_of(team) and space not in laws.pitch.area("penalty", defended(team)):
        return refused("setup.keeper", piece=piece, space=space)
    return None


def placement_choices(laws: Laws, position: SoccerFunPosition) -> Iterator[tuple[PieceId, Iterable[Space]]]:
    """Every figure that may be put down now, with the squares it may be put on; agrees with ``judge_placement``."""
    for team in TEAMS:
        for piece in NUMBERS[team] if position.placing else tuple(position.side_pieces(team)):
            yield piece, free_squares(laws, position, piece)


def free_squares(laws: Laws, position: SoccerFunPosition, piece: PieceId) -> list[Space]:
    """The free squares on which a figure may stand at the kick-off."""
    side = defended(team_of(piece))
    area = laws.pitch.area("penalty", side) if piece == keeper_of(team_of(piece)) else None
    half = (space for space in laws.pitch.halves[side] if area is None or space in area)
    return [space for space in half if space not in position.occupied]


def judge_ball(laws: Laws, position: SoccerFunPosition, space: Space | None) -> Verdict:
    """``ball@H11``: the ball is put next to the centre, where a figure of the side that kicks off stands or will."""
    if position.restart != "kick_off":
        return refused("restart.spot", "hand")
    if position.declared is not None:
        return _declared(position.declared)
    squares = laws.pitch.kick_off_squares(defended(position.side))
    if space not in squares:
        where = space or say("that_point")
        return refused("restart.spot", "next", team=position.turn, spots=with_or(squares), where=where)
    return put_ball(position, space)


def _declared(declared: Declared) -> Refusal:
    return refused("dice.declared", "kick_off", by=declared.by)


def ready(laws: Laws, position: SoccerFunPosition) -> Refusal | None:
    """Whether both sides stand complete and right, if they were placed, and the ball is on a figure at the centre."""
    if position.placing:
        if (few := count_fault(position, ON_FIELD, "figure")) is not None:
            return few
        faults = (standing_fault(laws, piece, space) for piece, space in position.pieces.items())
        if (fault := next((fault for fault in faults if fault is not None), None)) is not None:
            return fault
    return _ball_fault(laws, position)


def _ball_fault(laws: Laws, position: SoccerFunPosition) -> Refusal | None:
    squares, holder = laws.pitch.kick_off_squares(defended(position.side)), position.holder
    if position.ball not in squares:
        if position.ball:
            return refused("restart.spot", "next_not", spots=with_or(squares), space=position.ball)
        return refused("restart.spot", "next_first", spots=with_or(squares), space=squares[0])
    if holder is None or holder[0] != position.turn:
        return refused("restart.spot", "nobody", ball=position.ball, team=position.turn)
    return None
