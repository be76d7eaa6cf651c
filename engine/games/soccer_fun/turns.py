"""The end of a turn, goals, and what is restarted by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match import other
from engine.rules import match_course
from engine.rules.ends import defender_of
from engine.rules.events import event
from engine.rules.match_course import full_time
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from engine.board import Side
    from engine.games.soccer_fun.laws import Laws
    from engine.games.soccer_fun.position import SoccerFunPosition
    from engine.grid import Space
    from engine.match import Event, PieceId, Team

# What a turn begins with: no dice declared, nothing being restarted or decided.
_FRESH = {"declared": None, "awaits": None, "restart": None, "spot": None, "taker": None, "placing": False}


def is_over(laws: Laws, position: SoccerFunPosition) -> bool:
    """Whether a side has the goals it takes to win, or the time agreed on has been played."""
    goals = laws.goals_to_win
    return position.time == "over" or (goals is not None and max(position.score.B, position.score.R) >= goals)


def judge_time(laws: Laws, position: SoccerFunPosition) -> Verdict:
    """``time``: the turn that is under way is the last; before a kick-off none is."""
    return match_course.judge_time(position, laws.options.minutes, at_once=position.restart == "kick_off")


def played_out(before: SoccerFunPosition, verdict: Verdict) -> Verdict:
    """The verdict on an act, with the end of a match whose time is up if it finished the turn."""
    return match_course.played_out(before, verdict, lambda then, now: then.turns_done != now.turns_done)


def begin(position: SoccerFunPosition, team: Team) -> SoccerFunPosition:
    """The turn of the side that played is finished; ``team`` plays next, which may be the same one at a restart."""
    return position.but(**_FRESH, turn=team, turns_done=position.turns_done.plus(position.side))


def over(position: SoccerFunPosition, events: tuple[Event, ...]) -> Ruling:
    """A figure was moved, or the ball came to rest on the field: the opponent's turn."""
    team = other(position.side)
    return Ruling((*events, event("turn_over", team=team)), begin(position, team))


def kicked(position: SoccerFunPosition, piece: PieceId) -> SoccerFunPosition:
    """A figure has kicked: its dice are used, and what was to be restarted is."""
    return position.but(**_FRESH, last_touch=piece)


def goal(laws: Laws, position: SoccerFunPosition, end: Side, before: tuple[Event, ...]) -> Ruling:
    """The ball is in the goal of an end, whoever sent it there; the side that defends it kicks off, formations anew."""
    conceding = defender_of(end)
    scoring = other(conceding)
    after = begin(position.but(score=position.score.plus(scoring)), conceding)
    events = (*before, event("goal", team=scoring))
    if is_over(laws, after):
        # It is in the goal, out of play; where it was kicked from may be the ring, where only a throw-in has it.
        return Ruling((*events, full_time(after)), after.but(ball=None))
    return Ruling((*events, event("kick_off", team=conceding)), kick_off_position(after, conceding))


def kick_off_position(position: SoccerFunPosition, team: Team) -> SoccerFunPosition:
    """An empty field: both sides place their eleven, ``team`` puts the ball on one of them next to the centre."""
    fresh = {**_FRESH, "restart": "kick_off", "placing": True}
    return position.but(**fresh, pieces={}, ball=None, turn=team, last_touch=None)


def restart(
    position: SoccerFunPosition, kind: str, team: Team, spot: Space | None, before: tuple[Event, ...]
) -> Ruling:
    """The ball is given to a side, at a spot if there is only one; it plays next, with a kick of its taker."""
    awarded = event(kind, team=team, **({"at": spot} if spot else {}))
    after = begin(position, team).but(restart=kind, spot=spot, ball=spot)
    return Ruling((*before, awarded), after)
