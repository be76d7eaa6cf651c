"""A random legal action without listing all of them, for random matches: tests, benchmarks, a sparring partner."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from engine.games.soccer_chess import cards, goals, kicks, legal, moves, setup, steals
from engine.grid import Point
from engine.match import TEAMS, Action, team_of
from engine.rules.drawing import one_of
from engine.rules.ends import attacked

if TYPE_CHECKING:
    from random import Random

    from engine.games.soccer_chess.laws import Laws
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.match import Pending, PieceId

ANNOUNCE = 0.8
"""Share of the kicks from the opponent's half that are announced as shots."""
AT_GOAL = 0.7
"""Share of the announced kicks that are meant for the goal."""
SPREAD = 0.12
"""Standard deviation of a kick's end, as a share of its length: across and along."""
TOUCHED = 0.2
"""Share of the kicks that touch somebody on their way."""
TO_THE_BALL = 0.6
"""Share of the moves that are the holder's or the nearest figure's."""
HOPELESS = 0.05
"""Share of the moves that are a try to steal, if there is one, however it will end."""
MOVE_ON = 0.95
"""Share of the moves that are not passed."""


def draw_action(laws: Laws, position: SoccerChessPosition, rng: Random) -> Action | None:
    """A legal action, or None if there is none (dice are awaited, the match is over).

    Kicks go to a team-mate ahead or at the goal, with the spread of a hand, so that matches have passes, shots, goals
    and balls that go out. Before a kick-off both sides are filled up on random squares of their halves.
    """
    if goals.is_over(laws, position):
        return None
    if position.awaits is not None:
        return _answer(laws, position, position.awaits, rng)
    if position.turn is None:
        return Action("first")
    if position.placing and (action := _missing(laws, position, rng)) is not None:
        return action
    if position.due == "kick":
        return _kick(laws, position, rng)
    return _move(laws, position, rng)


def _answer(laws: Laws, position: SoccerChessPosition, awaits: Pending, rng: Random) -> Action | None:
    if awaits.cause != "kick":
        return one_of(list(legal.answers(laws, position, awaits)), rng)
    if not awaits.left and rng.random() < TOUCHED:
        figures = [piece for piece in position.pieces if piece != awaits.by]
        return Action("touch", piece=figures[int(rng.random() * len(figures))] if figures else cards.keeper_of("B"))
    return Action("ball", point_mm=_end(laws, position, awaits.by or "", rng))


def _end(laws: Laws, position: SoccerChessPosition, kicker: PieceId, rng: Random) -> Point:
    """Where a kick ends: about where it was meant to, to a tenth of a millimetre."""
    start, aim = _place(laws, position), _aim(laws, position, kicker, rng)
    spread = SPREAD * math.dist(start, aim) + 1.0
    return Point(round(rng.gauss(aim.x_mm, spread), 1), round(rng.gauss(aim.y_mm, spread), 1))


def _place(laws: Laws, position: SoccerChessPosition) -> Point:
    ball = position.ball
    if isinstance(ball, str):
        return laws.pitch.grid.centre_mm(ball)
    return ball if ball is not None else laws.pitch.centre_mm


def _aim(laws: Laws, position: SoccerChessPosition, kicker: PieceId, rng: Random) -> Point:
    """The goal for an announced shot, else a team-mate, rather one ahead."""
    team, grid = team_of(kicker), laws.pitch.grid
    if position.announced and rng.random() < AT_GOAL:
        beyond = 3 * laws.pitch.ball_radius_mm
        x_mm = laws.pitch.size_mm[0] + beyond if attacked(team) == "right" else -beyond
        return Point(x_mm, sum(laws.pitch.mouth_mm) / 2)
    mates = [space for piece, space in position.side_pieces(team).items() if piece != kicker]
    if not mates:
        return laws.pitch.centre_mm
    drawn = [mates[int(rng.random() * len(mates))] for _ in range(2)]
    return grid.centre_mm(max(drawn, key=lambda space: laws.pitch.from_own_line(team, space)))


def _kick(laws: Laws, position: SoccerChessPosition, rng: Random) -> Action | None:
    able = [p for p in legal.kickers(position) if kicks.may_kick(laws, position, p, "kick") is None]
    if not able:
        return None
    piece = able[int(rng.random() * len(able))]
    ball = position.ball_on
    ahead = ball is not None and laws.pitch.from_own_line(position.side, ball) > len(laws.pitch.grid.rows)
    if ahead and kicks.may_announce(laws, position, piece) is None and rng.random() < ANNOUNCE:
        return Action("shot", piece=piece)
    return Action("kick", piece=piece)


def _move(laws: Laws, position: SoccerChessPosition, rng: Random) -> Action | None:
    tries = list(legal.steals_of(laws, position))
    if tries and rng.random() < HOPELESS:
        return one_of(tries, rng)
    if (hopeful := [act for act in tries if _wins(laws, position, act.piece or "")]) and rng.random() < TO_THE_BALL:
        return one_of(hopeful, rng)
    figures = list(legal.movable(laws, position))
    if figures and rng.random() < MOVE_ON:
        if rng.random() < TO_THE_BALL and position.ball_on is not None:
            distance, ball = laws.pitch.grid.distance, position.ball_on
            figures.sort(key=lambda piece: distance(position.pieces[piece], ball), reverse=True)
        else:
            rng.shuffle(figures)
        while figures:
            if (action := one_of(list(legal.moves_of(laws, position, figures.pop())), rng)) is not None:
                return action
    return legal.PASS if moves.judge_pass(laws, position) else None


def _wins(laws: Laws, position: SoccerChessPosition, piece: PieceId) -> bool:
    steps = steals.steps_to_holder(laws, position, piece)
    own, theirs = (0, 0) if steps is None else steals.skills(position, piece, steps)
    return own > theirs


def _missing(laws: Laws, position: SoccerChessPosition, rng: Random) -> Action | None:
    """One more figure of a side that is not whole, on a random free square of its half."""
    for team in TEAMS:
        absent = [piece for piece in setup.may_come(laws, position, team) if piece not in position.pieces]
        free = [space for space in laws.pitch.halves[team] if space not in position.occupied] if absent else []
        if free:
            return Action("place", piece=absent[0], target=free[int(rng.random() * len(free))])
    return None
