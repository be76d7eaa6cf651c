"""Goals, goals that do not count, the kick-off after one and the end of the match (rulebook: Shot, 02)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.empty import EMPTY
from engine.match import other
from engine.rules import match_course
from engine.rules.ends import defender_of
from engine.rules.events import event
from engine.rules.match_course import full_time
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from engine.board import Side
    from engine.games.soccer_chess.kicked import Kick
    from engine.games.soccer_chess.laws import Laws
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.match import Team


def is_over(laws: Laws, position: SoccerChessPosition) -> bool:
    """Whether a side has the goals that the match is played to, or the time agreed on has been played."""
    score = position.score
    return position.time == "over" or 0 < laws.options.goals <= max(score.B, score.R)


def judge_time(laws: Laws, position: SoccerChessPosition) -> Verdict:
    """``time``: a ball that rolls or is being decided on is played out; so is a shot announced, and a penalty."""
    return match_course.judge_time(position, laws.options.minutes, at_once=_nothing_begun(position, position))


def played_out(before: SoccerChessPosition, verdict: Verdict) -> Verdict:
    """The verdict on an act, with the end of a match whose time is up once the ball lies still."""
    return match_course.played_out(before, verdict, _nothing_begun)


def _nothing_begun(_: SoccerChessPosition, position: SoccerChessPosition) -> bool:
    return position.awaits is None and not position.announced and position.restart != "penalty"


def in_goal(laws: Laws, kick: Kick, side: Side) -> Ruling:
    """The whole ball is over a goal line, between the posts. Into the own goal it counts for the other side."""
    # A penalty is a shot, announced or not.
    if not kick.before.announced and kick.before.restart != "penalty":
        return _again(kick, "shot.announced")
    if laws.options.own_half_no_goal and _behind_halfway(laws, kick.before, kick.team):
        return _again(kick, "own_half_no_goal")
    return _scored(laws, kick.after, other(defender_of(side)))


def _behind_halfway(laws: Laws, before: SoccerChessPosition, team: Team) -> bool:
    """Whether the ball was kicked from the half that a side defends; on the halfway line itself it was not."""
    ball = before.ball
    if ball is None:
        return False
    place = laws.pitch.grid.centre_mm(ball) if isinstance(ball, str) else ball
    beyond_mm = place.x_mm - laws.pitch.centre_mm.x_mm
    return beyond_mm < 0 if team == "B" else beyond_mm > 0


def _again(kick: Kick, rule: str) -> Ruling:
    """It does not count, and the kick is taken again from where it was."""
    told = event("foul", rule=rule, by=kick.by, team=kick.team)
    # The shot is announced anew, or not.
    return Ruling((told,), kick.before.but(awaits=None, announced=False, lifted=None))


def _scored(laws: Laws, after: SoccerChessPosition, team: Team) -> Ruling:
    after = after.but(score=after.score.plus(team), passes=0, due="kick", pieces={}, **laws.lying(laws.pitch.centre_mm))
    scored = event("goal", team=team)
    if is_over(laws, after):
        return Ruling((scored, full_time(after)), after)
    return Ruling((scored, event("kick_off", team=other(team))), kick_off_position(laws, after, other(team)))


def kick_off_position(laws: Laws, position: SoccerChessPosition, team: Team) -> SoccerChessPosition:
    """An empty field with the ball in the middle: both sides set up freely, ``team`` first, and it kicks off."""
    return position.but(
        pieces=EMPTY, turn=team, due="kick", round=1, restart="kick_off", spot=None, placing=True, announced=False,
        passes=0, dribbled=False, lifted=None, stole=False, last_kick=None, awaits=None,
        **laws.lying(laws.pitch.centre_mm),
    )  # fmt: skip
