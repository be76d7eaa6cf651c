"""Everything that is wrong with a position of Masume: flags, with the squares and pieces they speak of."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.games.very_much import kickoff, set_pieces, turns
from engine.games.very_much.roles import BOTH_SIDES, ON_FIELD, PLAYS_A_TURN
from engine.match import team_of
from engine.rules.ends import attacked
from engine.rules.restart_names import RESTARTS
from engine.rules.setting_up import set_up_faults
from engine.rules.status import Fault, Status, Wrong, missing_faults, piece_faults, turn_faults

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.grid import Space
    from engine.match import PieceId
    from engine.ruleset import Refusal


def status(laws: Laws, position: MasumePosition) -> Status:
    """Look at everything; nothing is assumed of the position."""
    faults = [*piece_faults(laws.pitch.grid, BOTH_SIDES, position.pieces)]
    if not position.placing and position.turn is not None:
        faults += missing_faults(BOTH_SIDES, position.pieces)
    for check in (_ball, _offence, _plays, _turn, _spot, _put_down, _set_up, _waiting):
        faults += check(laws, position)
    return Status(tuple(faults))


def _ball(laws: Laws, position: MasumePosition) -> Iterator[Fault]:
    ball = position.ball
    if ball is None:
        if position.restart not in {"goal_kick", "corner", "penalty"} and position.turn is not None:
            yield Fault(Wrong.NO_BALL, "there is no ball on the field")
    elif ball not in laws.pitch.neighbours:
        yield Fault(Wrong.BALL_OFF_BOARD, f"the ball lies on {ball}, which is no square of this board", (str(ball),))
    elif ball in laws.pitch.goal_side and not turns.is_over(laws, position):
        yield Fault(Wrong.BALL_IN_GOAL, f"the ball lies on {ball}, a goal square: that is a goal already", (str(ball),))


def _offence(_: Laws, position: MasumePosition) -> Iterator[Fault]:
    holder = position.holder if position.awaits is None and position.restart is None else None
    if holder is not None and team_of(holder) != position.offence:
        text = f"{holder} has the ball, and {position.offence} is said to be the offence"
        yield Fault(Wrong.OFFENCE, text, pieces=(holder,))
    if position.restart is not None and position.turn is not None and position.offence != position.turn:
        text = f"{position.turn} takes the set piece, and {position.offence} is said to be the offence"
        yield Fault(Wrong.OFFENCE, text)


def _plays(_: Laws, position: MasumePosition) -> Iterator[Fault]:
    foreign = tuple(piece for piece, _ in position.plays if piece[0] != position.turn or piece not in position.pieces)
    if foreign:
        text = f"{' and '.join(foreign)} cannot have played in {position.turn}'s turn"
        yield Fault(Wrong.PLAYS, text, pieces=foreign)
    for (piece, kind), times in Counter(position.plays).items():
        if times > 1:
            yield Fault(Wrong.PLAYS, f"{piece} cannot have made a {kind} {times} times in a turn", pieces=(piece,))
    if len(position.plays) > PLAYS_A_TURN:
        yield Fault(Wrong.PLAYS, f"{len(position.plays)} plays were made; a turn has {PLAYS_A_TURN}")
    if position.plays and position.restart is not None:
        yield Fault(Wrong.PLAYS, "nobody has played yet: the set piece comes first")
    # A side that loses the ball, or gains it, starts afresh: it kicks or charges in a turn, never both.
    wrong = "charge" if position.offence == position.turn else "kick"
    if any(kind == wrong for _, kind in position.plays) and position.awaits is None:
        role = "offence" if wrong == "charge" else "defence"
        yield Fault(Wrong.PLAYS, f"{position.turn} is the {role}, and is said to have made a {wrong} this turn")


def _turn(laws: Laws, position: MasumePosition) -> Iterator[Fault]:
    return turn_faults(position, laws.options.turns)


def _spot(laws: Laws, position: MasumePosition) -> Iterator[Fault]:
    kind, spot, team = position.restart, position.spot, position.turn
    if kind is None or team is None:
        return
    places: dict[str, Collection[Space | None]] = {
        "kick_off": {laws.mark(team)},
        "corner": {None, *laws.pitch.board.corner_spots[attacked(team)]},
        "goal_kick": {None},
        "penalty": {None},
        "throw_in": laws.pitch.touch,
    }
    if spot not in places.get(kind, laws.pitch.field):
        where = f"from {spot}" if spot else "without a spot"
        name = RESTARTS[kind]
        yield Fault(Wrong.RESTART, f"{team}'s {name} is not taken {where}", (spot,) if spot else ())


_PUT_DOWN = {
    "taker": {"throw_in", "corner", "free_kick"},
    "spot": {*RESTARTS},
    "placing": {"kick_off"},
}
"""What a position says about a set piece, and at which it can."""


def _put_down(laws: Laws, position: MasumePosition) -> Iterator[Fault]:
    """What belongs to a set piece, without it or against it."""
    if position.turn is None:
        return
    name = RESTARTS.get(position.restart or "")
    for key, kinds in _PUT_DOWN.items():
        if getattr(position, key) and position.restart not in kinds:
            text = f"{key} is given, and " + (f"a {name} has none" if name else "nothing is being restarted")
            yield Fault(Wrong.RESTART, text)
    in_force = position.taker is not None and position.restart in _PUT_DOWN["taker"]
    if in_force and position.taker != set_pieces.taker(laws, position):
        text = f"{position.taker} was put down as the taker and is not on the spot with the ball"
        yield Fault(Wrong.RESTART, text, pieces=(position.taker or "",))


def _set_up(laws: Laws, position: MasumePosition) -> Iterator[Fault]:
    return set_up_faults(position, ON_FIELD, lambda piece, space: _half_fault(laws, piece, space))


def _half_fault(laws: Laws, piece: PieceId, space: Space) -> Refusal | None:
    return kickoff.half_fault(laws, piece, space) if space in laws.pitch.field else None


def _waiting(laws: Laws, position: MasumePosition) -> Iterator[Fault]:
    awaits = position.awaits
    if awaits is None or awaits.cause == "first":
        return
    by, on = awaits.by, str(awaits.left.get("on"))
    if by is None or by not in position.pieces:
        yield Fault(Wrong.WAITING, f"the {awaits.cause} of {by or 'nobody'} is awaited, who is not on the field")
    elif position.restart is not None:
        yield Fault(Wrong.WAITING, f"the {awaits.cause} of {by} is awaited before the set piece", pieces=(by,))
    elif awaits.cause == "charge":
        if position.holder != on:
            yield Fault(Wrong.WAITING, f"{by} charges {on}, who has not the ball", pieces=(by,))
        elif position.pieces[by] not in laws.pitch.neighbours[position.pieces[on]]:
            yield Fault(Wrong.WAITING, f"{by} does not stand next to {on}, whom it charges", pieces=(by,))
    elif awaits.cause != "shot" and position.holder != by:
        text = f"the {awaits.cause} of {by} is awaited, and the ball is not with it"
        yield Fault(Wrong.WAITING, text, pieces=(by,))
