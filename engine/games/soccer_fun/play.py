"""Doing a legal action without asking whether it is one; agrees with ``rules.judge`` on every legal action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_fun import deflections, dice, kickoff, kicks, moves, restarts, turns
from engine.games.soccer_fun.roles import GAME
from engine.rules.match_course import judge_first
from engine.rules.setting_up import put_down
from engine.ruleset import Ruling, ruled

if TYPE_CHECKING:
    from engine.games.soccer_fun.laws import Laws
    from engine.games.soccer_fun.position import SoccerFunPosition
    from engine.match import Action


def apply(laws: Laws, position: SoccerFunPosition, action: Action) -> Ruling:
    """What a legal action leads to. No dice are drawn: the position says in ``awaits`` what is to be rolled.

    Unchecked: what an illegal action leads to is not said, though impossible ones mostly raise ValueError or KeyError.
    """
    return ruled(turns.played_out(position, _apply(laws, position, action)))


def _apply(laws: Laws, position: SoccerFunPosition, action: Action) -> Ruling:
    piece = action.piece or ""
    match action.kind:
        case "declare":
            return dice.declare(position, piece, action.dice or 0)
        case "move":
            return moves.play(laws, position, action)
        case "pass":
            return kicks.play(laws, position, piece, action.direction or "")
        case "choice":
            return deflections.play(laws, position, (action.direction or "").rstrip("123456789"))
        case "place" if position.restart == "kick_off":
            return put_down(position, piece, action.target or "")
        case "place":
            # Whether it is the taker or one that makes room is for the chapter to find out.
            return ruled(restarts.judge_placement(laws, position, action))
        case "ball":
            return ruled(kickoff.judge_ball(laws, position, action.target))
        case "first":
            return ruled(judge_first(position))
        case "time":
            return ruled(turns.judge_time(laws, position))
        case _:
            raise ValueError(f"{GAME} has no {action.kind}")
