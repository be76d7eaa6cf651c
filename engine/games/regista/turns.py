"""Turns, goals and time (rulebook: Turns, Kick-off, Time Counter)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista import roles
from engine.games.regista.options import TURNS_PER_HALF
from engine.match import TEAMS, Event, other
from engine.rules.events import event
from engine.rules.match_course import first_roll, full_time
from engine.ruleset import Ruling

if TYPE_CHECKING:
    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.match import Roll, Team

# What a change of turn leaves behind: nobody has moved or tackled, nothing is being restarted or decided.
_FRESH = {
    "moved": (), "tackled": (), "restart": None, "spot": None, "extra": False, "placing": False,
    "awaits": None, "taker": None, "to_move_off": None, "may_move_off": (),
}  # fmt: skip


def is_over(laws: Laws, position: RegistaPosition) -> bool:
    """Whether both sides have finished all their turns."""
    done = position.turns_done
    return min(done.B, done.R) >= TURNS_PER_HALF * laws.options.halves


def finish_turn(laws: Laws, position: RegistaPosition) -> tuple[RegistaPosition, tuple[Event, ...]]:
    """Count the acting side's turn and hand over to the other.

    When that completes a half or the match, play stops at once: the events say so, and whatever restart the ruling
    would have brought falls away (``stopped`` tells).
    """
    team = position.side
    position = position.but(**_FRESH, turn=other(team), turns_done=position.turns_done.plus(team))
    if is_over(laws, position):
        return position, (full_time(position),)
    if position.half < laws.options.halves and min(position.turns_done.B, position.turns_done.R) >= TURNS_PER_HALF:
        # The side whose turn completes the half went second in it, and takes the second kick-off.
        position = kick_off_position(laws, position.but(half=2), team)
        return position, (event("half_time", score={"B": position.score.B, "R": position.score.R}),
                          event("kick_off", team=team))  # fmt: skip
    return position, ()


def kick_off_position(laws: Laws, position: RegistaPosition, team: Team) -> RegistaPosition:
    """An empty field with the ball on the Centre Mark: both sides place their eleven, ``team`` kicks off.

    The eleven are those who were on the field; another comes on by a substitution only.
    """
    mark = laws.pitch.centre_mark
    elevens = {side: tuple(position.side_pieces(side)) for side in TEAMS}
    squad = {side: eleven for side, eleven in elevens.items() if len(eleven) == roles.ON_FIELD}
    fresh = {**_FRESH, "restart": "kick_off", "spot": mark, "placing": True}
    return position.but(**fresh, pieces={}, squad=squad, ball=mark, turn=team, holder_may_not=None)


def goal(laws: Laws, position: RegistaPosition, before: tuple[Event, ...]) -> Ruling:
    """The acting side scores; the other side kicks off."""
    team = position.side
    after, stopped = finish_turn(laws, position.but(score=position.score.plus(team)))
    events = (*before, event("goal", team=team))
    if stopped:
        cleared = after if after.restart else after.but(pieces={}, ball=laws.pitch.centre_mark, holder_may_not=None)
        return Ruling((*events, *stopped), cleared)
    conceding = other(team)
    return Ruling((*events, event("kick_off", team=conceding)), kick_off_position(laws, after, conceding))


def judge_end(laws: Laws, position: RegistaPosition) -> Ruling:
    """A turn may end at any time, also with nothing done."""
    after, stopped = finish_turn(laws, position)
    return Ruling((event("turn_over", team=after.turn), *stopped), after)


def turn_lost(laws: Laws, position: RegistaPosition, before: tuple[Event, ...]) -> Ruling:
    """The ball came to rest with an opponent: its ball, and its turn."""
    after, stopped = finish_turn(laws, position)
    return Ruling((*before, event("turn_over", team=other(position.side)), *stopped), after)


def first_rolled(laws: Laws, position: RegistaPosition, roll: Roll) -> Ruling:
    """Higher goes first and kicks off; equal dice are rolled again."""
    team, rolled = first_roll(roll)
    if team is None:
        return Ruling((rolled,), position)
    if position.pieces:
        mark = laws.pitch.centre_mark
        after = position.but(awaits=None, turn=team, restart="kick_off", spot=mark, ball=position.ball or mark)
    else:
        after = kick_off_position(laws, position, team)
    return Ruling((rolled, event("kick_off", team=team)), after)
