"""Everything that is wrong with a position of Soccer Fun: flags, with the squares and figures they speak of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_fun import kickoff, restarts, turns
from engine.games.soccer_fun.roles import ON_FIELD
from engine.match import other
from engine.rules.ends import attacked
from engine.rules.setting_up import set_up_faults
from engine.rules.status import Fault, Status, Wrong, missing_faults, piece_faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.soccer_fun.laws import Laws
    from engine.games.soccer_fun.position import SoccerFunPosition
    from engine.grid import Space
    from engine.match import PieceId
    from engine.ruleset import Refusal


def status(laws: Laws, position: SoccerFunPosition) -> Status:
    """Look at everything; nothing is assumed of the position."""
    faults = [*piece_faults(laws.pitch.grid, laws.sides, position.pieces)]
    if not position.placing and position.turn is not None:
        faults += missing_faults(laws.sides, position.pieces)
    for check in (_ball, _turn, _spot, _put_down, _dice, _set_up, _waiting):
        faults += check(laws, position)
    return Status(tuple(faults))


def _ball(laws: Laws, position: SoccerFunPosition) -> Iterator[Fault]:
    ball, kind, over = position.ball, position.restart, turns.is_over(laws, position)
    if ball is None:
        if kind not in {"goal_kick", "corner", "kick_off"} and position.turn is not None and not over:
            yield Fault(Wrong.NO_BALL, "there is no ball on the field")
    elif ball not in laws.pitch.grid.points:
        yield Fault(Wrong.BALL_OFF_BOARD, f"the ball lies on {ball}, which is no square of this board", (str(ball),))
    elif ball in laws.pitch.goal_side and not over:
        yield Fault(Wrong.BALL_IN_GOAL, f"the ball lies on {ball}, a goal square: that is a goal already", (str(ball),))
    elif ball in laws.pitch.beside and kind != "throw_in":
        yield Fault(Wrong.BALL_OFF_BOARD, f"the ball lies on {ball}, outside the lines: that is out", (str(ball),))


def _turn(laws: Laws, position: SoccerFunPosition) -> Iterator[Fault]:
    if position.turn is None and position.restart not in {None, "kick_off"}:
        yield Fault(Wrong.TURN, "nobody is on turn; that is so only before the roll for the kick-off")
    goals = laws.goals_to_win
    if goals is not None and min(position.score.B, position.score.R) >= goals:
        text = f"B has {position.score.B} goals and R {position.score.R}; the first with {goals} has won"
        yield Fault(Wrong.TURN, text)


def _spot(laws: Laws, position: SoccerFunPosition) -> Iterator[Fault]:
    kind, spot, team = position.restart, position.spot, position.turn
    if kind is None or team is None:
        return
    sound = {
        "kick_off": spot is None,
        "goal_kick": spot is None,
        "corner": spot is None or spot in laws.pitch.board.corner_spots[attacked(team)],
        "throw_in": spot in laws.pitch.beside and laws.pitch.crossed(str(spot)) == "touch",
    }
    if not sound[kind]:
        where = f"from {spot}" if spot else "without a spot"
        text = f"{team}'s {restarts.NAMES[kind]} is not taken {where}"
        yield Fault(Wrong.RESTART, text, (spot,) if spot else ())


def _put_down(laws: Laws, position: SoccerFunPosition) -> Iterator[Fault]:
    """What belongs to a restart, without it or against it."""
    if position.turn is None:
        return
    for given, key, kinds in (
        (position.taker is not None, "taker", {"throw_in", "goal_kick", "corner"}),
        (position.spot is not None, "spot", set(restarts.NAMES)),
        (position.placing, "placing", {"kick_off"}),
    ):
        if given and position.restart not in kinds:
            yield Fault(Wrong.RESTART, f"{key} is given, and nothing of the kind is being restarted")
    in_force = position.taker is not None and position.restart in {"throw_in", "goal_kick", "corner"}
    if in_force and position.taker != restarts.taker(laws, position):
        text = f"{position.taker} was put down as the taker and is not on the spot with the ball"
        yield Fault(Wrong.RESTART, text, pieces=(position.taker or "",))


def _dice(_: Laws, position: SoccerFunPosition) -> Iterator[Fault]:
    declared, holder = position.declared, position.holder
    if declared is None:
        return
    if declared.by not in position.pieces or declared.by[0] != position.turn:
        text = f"dice were declared for {declared.by}, which cannot be played in {position.turn}'s turn"
        yield Fault(Wrong.PLAYS, text, pieces=(declared.by,))
    elif holder is not None and holder[0] == position.turn and holder != declared.by:
        text = f"dice were declared for {declared.by}, and {holder} has the ball"
        yield Fault(Wrong.PLAYS, text, pieces=(declared.by, holder))


def _set_up(laws: Laws, position: SoccerFunPosition) -> Iterator[Fault]:
    return set_up_faults(position, ON_FIELD, lambda piece, space: _standing_fault(laws, piece, space))


def _standing_fault(laws: Laws, piece: PieceId, space: Space) -> Refusal | None:
    return kickoff.standing_fault(laws, piece, space) if space in laws.pitch.grid.points else None


def _waiting(_: Laws, position: SoccerFunPosition) -> Iterator[Fault]:
    awaits = position.awaits
    if awaits is None or awaits.cause == "first":
        return
    by = awaits.by
    if by is None or by not in position.pieces:
        yield Fault(Wrong.WAITING, f"the {awaits.cause} of {by or 'nobody'} is awaited, who is not on the field")
    elif awaits.cause == "deflection":
        if position.restart is not None or position.ball != position.pieces[by]:
            text = f"the deflection by {by} is awaited, and the ball has not come to it"
            yield Fault(Wrong.WAITING, text, pieces=(by,))
        elif position.last_touch != by:
            text = f"the deflection by {by} is awaited, and {position.last_touch or 'nobody'} touched the ball last"
            yield Fault(Wrong.WAITING, text, pieces=(by,))
    elif (awaits.cause == "kick") != (position.holder == by):
        yield Fault(Wrong.WAITING, f"the {awaits.cause} of {by} is awaited, and {_with(position)}", pieces=(by,))


def _with(position: SoccerFunPosition) -> str:
    return f"{position.holder} has the ball" if position.holder else f"nobody of {other(position.side)} has the ball"
