"""Setting up and the toss (rulebook: Preparation, Toss and line-up)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_chess import cards, faults
from engine.games.soccer_chess.words import refused, say
from engine.match import TEAMS
from engine.rules.dice import await_duel
from engine.rules.events import event
from engine.rules.match_course import first_roll
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.soccer_chess.laws import Laws
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.grid import Space
    from engine.match import Action, PieceId, Roll, Team
    from engine.ruleset import Refusal


def judge_placement(laws: Laws, position: SoccerChessPosition, piece: PieceId, space: Space) -> Verdict:
    """``B7@WK14`` before a kick-off: both sides set up freely all over the field, a figure to a square.

    At a penalty the figure that takes it is put down by the ball. A square given for a keeper is ignored: it is held on
    its rod beside the grid.
    """
    if (fault := _placement_fault(laws, position, piece, space)) is not None:
        return fault
    return put_down(position, piece, space)


def put_down(position: SoccerChessPosition, piece: PieceId, space: Space) -> Ruling:
    """A placement that nothing is wrong with."""
    pieces = position.pieces if cards.is_keeper(piece) else position.put(piece, space)
    return Ruling((event("placement", by=piece, at=space),), position.but(pieces=pieces))


def _placement_fault(laws: Laws, position: SoccerChessPosition, piece: PieceId, space: Space) -> Refusal | None:
    if position.restart is None:
        return refused("cycle.order", "play", piece=piece)
    if (fault := faults.special_card(laws, position, piece)) is not None:
        return fault
    if space not in laws.pitch.field:
        return faults.no_such_square(space)
    if position.restart == "penalty" and (piece not in takers(position) or space not in by_the_spot(laws, position)):
        return refused("cycle.order", "penalty", team=say(f"team.{position.turn}"), spot=laws.spoken(position.spot))
    if (there := position.occupied.get(space)) not in {None, piece}:
        return refused("move.occupied", "one", space=laws.spoken(space), other=there)
    return None


def takers(position: SoccerChessPosition) -> tuple[PieceId, ...]:
    """The figures that may take a penalty: any of the side's."""
    return tuple(position.side_pieces(position.side))


def by_the_spot(laws: Laws, position: SoccerChessPosition) -> tuple[Space, ...]:
    """The penalty spot and the squares round it."""
    spot = position.spot
    return () if spot is None else (spot, *laws.pitch.grid.neighbours(spot).values())


def placement_choices(laws: Laws, position: SoccerChessPosition) -> Iterator[tuple[PieceId, Space]]:
    """The figures of both sides' squads, and every free square for each; at a penalty those who may take it."""
    if position.restart == "penalty":
        yield from (
            (piece, space)
            for piece in takers(position)
            if faults.special_card(laws, position, piece) is None
            for space in by_the_spot(laws, position)
            if space not in position.occupied and space in laws.pitch.field
        )
        return
    free = [space for space in laws.pitch.grid.field_spaces if space not in position.occupied]
    for team in TEAMS:
        for piece in may_come(laws, position, team):
            for space in free:
                yield piece, space


def may_come(laws: Laws, position: SoccerChessPosition, team: Team) -> tuple[PieceId, ...]:
    """The figures of a side that may be put down before a kick-off."""
    known = dict.fromkeys((*position.side_pieces(team), *cards.squad(position.roster, team)))
    return tuple(piece for piece in known if faults.special_card(laws, position, piece) is None)


def judge_ball(laws: Laws, position: SoccerChessPosition, action: Action) -> Verdict:
    """``ball@WU15`` before a kick-off: the ball is put on the middle of the field, or a square that touches it."""
    if position.restart != "kick_off":
        return refused("cycle.order", "ball")
    if action.target is not None and action.target not in laws.pitch.field:
        return faults.no_such_square(action.target)
    place = action.target if action.target is not None else action.point_mm
    lying = position.but(**laws.lying(place))
    if lying.ball_on not in laws.pitch.centre_squares:
        return refused("restart.spot", "middle")
    return Ruling((event("placement", by="ball", at=lying.ball_on),), lying)


def judge_first(position: SoccerChessPosition) -> Verdict:
    """``first``: the toss, as a die of each side."""
    if position.turn is not None:
        name = say(f"team.{position.turn}")
        return refused("turn.side", "tossed", team=name)
    return Ruling((), await_duel(position, "first", None))


def first_rolled(laws: Laws, position: SoccerChessPosition, roll: Roll) -> Ruling:
    """The higher die kicks off; equal dice are rolled again."""
    team, rolled = first_roll(roll)
    if team is None:
        return Ruling((rolled,), position)
    after = position.but(awaits=None, turn=team, restart="kick_off", placing=position.placing or not position.pieces)
    if after.ball is None:
        after = after.but(**laws.lying(laws.pitch.centre_mm))
    return Ruling((rolled, event("kick_off", team=team)), after)
