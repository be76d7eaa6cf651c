"""Everything that is wrong with a position of Regista: flags, with the spaces and pieces they speak of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista import kickoff, restarts, roles, turns
from engine.games.regista.options import TURNS_PER_HALF
from engine.match import TEAMS
from engine.rules.setting_up import set_up_faults
from engine.rules.status import Fault, Status, Wrong, missing_faults, piece_faults, turn_faults

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.grid import Space
    from engine.match import PieceId
    from engine.ruleset import Refusal


def status(laws: Laws, position: RegistaPosition) -> Status:
    """Look at everything; nothing is assumed of the position."""
    checks = (_counts, _ball, _acted, _turn, _restart, _put_down, _set_up, _substitutions, _waiting)
    faults = [*piece_faults(laws.pitch.grid, roles.BOTH_SIDES, position.pieces)]
    for check in checks:
        faults += check(laws, position)
    return Status(tuple(faults))


def _counts(_: Laws, position: RegistaPosition) -> Iterator[Fault]:
    if position.placing or position.turn is None:
        return
    yield from missing_faults(roles.BOTH_SIDES, position.pieces)


def _ball(laws: Laws, position: RegistaPosition) -> Iterator[Fault]:
    ball = position.ball
    if ball is None:
        if position.restart not in {"goal_kick", "corner"} and position.turn is not None:
            yield Fault(Wrong.NO_BALL, "there is no ball on the field")
    elif ball not in laws.pitch.neighbours:
        yield Fault(Wrong.BALL_OFF_BOARD, f"the ball lies on {ball}, which is no space of this board", (str(ball),))
    elif ball in laws.pitch.goal_side and position.awaits is None and not turns.is_over(laws, position):
        yield Fault(Wrong.BALL_IN_GOAL, f"the ball lies on {ball}, a goal space: that is a goal already", (str(ball),))
    elif position.restart is None and position.holder is not None and position.holder == position.holder_may_not:
        text = f"{position.holder} on {ball} restarted play and has the ball again before another piece had it"
        yield Fault(Wrong.REGAINED, text, (str(ball),), (position.holder,))


def _acted(_: Laws, position: RegistaPosition) -> Iterator[Fault]:
    for flag, acted, did in ((Wrong.MOVED, position.moved, "moved"), (Wrong.TACKLED, position.tackled, "tackled")):
        if foreign := tuple(piece for piece in acted if piece[0] != position.turn or piece not in position.pieces):
            yield Fault(flag, f"{' and '.join(foreign)} cannot have {did} in {position.turn}'s turn", pieces=foreign)
        if len(set(acted)) < len(acted):
            twice = tuple(sorted({piece for piece in acted if acted.count(piece) > 1}))
            yield Fault(flag, f"{' and '.join(twice)} cannot have {did} twice in a turn", pieces=twice)
        if acted and position.restart is not None:
            yield Fault(flag, f"nobody has {did} yet: the restart comes first", pieces=acted)
    if len(position.moved) > roles.MOVES_A_TURN:
        text = f"{len(position.moved)} pieces have moved; a turn has {roles.MOVES_A_TURN} moves"
        yield Fault(Wrong.MOVED, text, pieces=position.moved)


def _turn(laws: Laws, position: RegistaPosition) -> Iterator[Fault]:
    done, most = position.turns_done, TURNS_PER_HALF * laws.options.halves
    yield from turn_faults(position, most)
    second = laws.options.halves == 2 and min(done.B, done.R) >= TURNS_PER_HALF
    if position.half != (2 if second else 1):
        yield Fault(Wrong.HALF, f"half {position.half} does not go with {done.B} and {done.R} finished turns")


def _restart(laws: Laws, position: RegistaPosition) -> Iterator[Fault]:
    kind, spot = position.restart, position.spot
    if kind is None or position.turn is None:
        return
    places: dict[str, Collection[Space | None]] = {
        "kick_off": {laws.pitch.centre_mark},
        "corner": {None, *laws.pitch.board.corner_spots[laws.attacked(position, position.turn)]},
        "goal_kick": {None},
        "throw_in": laws.pitch.touch,
    }
    if spot not in places.get(kind, laws.pitch.field):
        yield Fault(Wrong.RESTART, f"a {restarts.NAMES[kind]} is not taken from {spot}", (spot,) if spot else ())


_PUT_DOWN = {
    "taker": {"throw_in", "corner", "free_kick"},
    "extra": {"throw_in", "goal_kick", "free_kick"},
    "spot": {*restarts.NAMES},
    "to_move_off": {"free_kick"},
    "may_move_off": {"free_kick"},
    "placing": {"kick_off"},
}
"""What a position says about a restart, and at which restarts it can."""


def _put_down(laws: Laws, position: RegistaPosition) -> Iterator[Fault]:
    """What belongs to a restart, without it or against it."""
    if position.turn is None:
        return
    name = restarts.NAMES.get(position.restart or "")
    for key, kinds in _PUT_DOWN.items():
        if getattr(position, key) and position.restart not in kinds and (name is None or key != "spot"):
            text = f"{key} is given, and " + (f"a {name} has none" if name else "nothing is being restarted")
            yield Fault(Wrong.RESTART, text)
    if position.restart not in _PUT_DOWN["taker"]:
        return
    if position.taker is not None and position.taker != restarts.taker(laws, position):
        text = f"{position.taker} was put down as the taker and is not on the spot with the ball"
        yield Fault(Wrong.RESTART, text, pieces=(position.taker,))
    off = position.to_move_off
    if off is not None and position.pieces.get(off) not in restarts.taker_spots(laws, position):
        yield Fault(Wrong.RESTART, f"{off} is to be moved off the spot, and is not on it", pieces=(off,))
    for piece in (off, *position.may_move_off):
        if piece is not None and piece[0] == position.turn:
            text = f"{piece} is of the side that has the free kick; only an offside piece is moved away"
            yield Fault(Wrong.RESTART, text, pieces=(piece,))


def _set_up(laws: Laws, position: RegistaPosition) -> Iterator[Fault]:
    return set_up_faults(position, roles.ON_FIELD, lambda piece, space: _misplaced(laws, position, piece, space))


def _misplaced(laws: Laws, position: RegistaPosition, piece: PieceId, space: Space) -> Refusal | None:
    """A piece that may not stand where it does at this kick-off, or is not one of the eleven."""
    if piece not in roles.PIECES or space not in laws.pitch.neighbours:
        return None
    fault = kickoff.placement_fault(laws, position, piece, space)
    return fault if fault is not None and fault.rule in {"setup.half", "setup.circle", "setup.count"} else None


def _substitutions(_: Laws, position: RegistaPosition) -> Iterator[Fault]:
    for team in TEAMS:
        had = position.subs_of(team)
        if had.made > roles.MAX_SUBSTITUTIONS or len(had.out) > had.made:
            text = f"{team} has replaced {max(had.made, len(had.out))} pieces; {roles.MAX_SUBSTITUTIONS} is all"
            yield Fault(Wrong.SUBSTITUTIONS, text, pieces=had.out)
        if back := tuple(piece for piece in had.out if piece in position.pieces):
            yield Fault(Wrong.SUBSTITUTIONS, f"{' and '.join(back)} had been replaced for good", pieces=back)
        if roles.keeper_of(team) in had.out:
            yield Fault(Wrong.SUBSTITUTIONS, "the goalkeeper is never replaced", pieces=(roles.keeper_of(team),))


def _waiting(laws: Laws, position: RegistaPosition) -> Iterator[Fault]:
    awaits = position.awaits
    if awaits is None or awaits.cause == "first":
        return
    by, left = awaits.by, awaits.left
    if by is None or by not in position.pieces:
        yield Fault(Wrong.WAITING, f"the {awaits.cause} of {by or 'nobody'} is awaited, who is not on the field")
    elif awaits.cause == "tackle" and position.holder != left.get("on"):
        text = f"{by} tackles {left.get('on')}, who has not the ball"
        yield Fault(Wrong.WAITING, text, pieces=(by,))
    elif awaits.cause in {"shot", "deviation"} and position.ball != left.get("target"):
        text = f"the {awaits.cause} of {by} goes to {left.get('target')}, where the ball does not lie"
        yield Fault(Wrong.WAITING, text, (str(left.get("target")),), (by,))
    elif awaits.cause == "tackle" and laws.pitch.grid.distance(position.pieces[by], str(position.ball)) != 1:
        yield Fault(Wrong.WAITING, f"{by} does not stand next to the ball it tackles for", pieces=(by,))
