"""Doing a legal action without asking whether it is one; agrees with ``rules.judge`` on every legal action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_chess import goals, kicks, moves, possession, setup, steals
from engine.ruleset import Ruling, Verdict, ruled

if TYPE_CHECKING:
    from engine.games.soccer_chess.laws import Laws
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.match import Action, Pending


def apply(laws: Laws, position: SoccerChessPosition, action: Action) -> Ruling:
    """What a legal action leads to.

    Unchecked: what an illegal action leads to is not said, though impossible ones mostly raise ValueError or KeyError.
    """
    return ruled(goals.played_out(position, _apply(laws, position, action)))


def _apply(laws: Laws, position: SoccerChessPosition, action: Action) -> Ruling:
    if position.awaits is not None and action.kind != "time":
        return _answer(laws, position, position.awaits, action)
    piece = action.piece or ""
    match action.kind:
        case "move":
            return moves.play(laws, position, action)
        case "no_move" | "end":
            return moves.pass_on(laws, position)
        case "kick":
            return kicks.kick(laws, position, piece)
        case "shot":
            return kicks.announce(position, piece)
        case "tackle":
            return steals.play(laws, position, piece)
        case "place":
            return setup.put_down(position, piece, action.target or "")
        case _:
            return ruled(_seldom(laws, position, action))


def _answer(laws: Laws, position: SoccerChessPosition, awaits: Pending, action: Action) -> Ruling:
    """What the position waited for."""
    match awaits.cause:
        case "kick" if action.kind == "ball":
            return kicks.come_to_rest(laws, position, kicks.resting_mm(laws, action))
        case "kick":
            return ruled(kicks.judge_touch(position, action.piece or ""))
        case "line":
            return kicks.decide_line(laws, position, action.direction or "")
        case "nearest":
            return possession.choose(laws, position, action.direction or "")
        case _:
            return steals.place(laws, position, action.piece or "", action.target or "")


def _seldom(laws: Laws, position: SoccerChessPosition, action: Action) -> Verdict:
    """Acts that nobody does often enough for their checks to matter."""
    match action.kind:
        case "ball":
            return setup.judge_ball(laws, position, action)
        case "lift":
            return moves.judge_lift(laws, position, action.piece or "")
        case "first":
            return setup.judge_first(position)
        case "time":
            return goals.judge_time(laws, position)
        case _:
            raise ValueError(f"Soccer Chess has no {action.kind} here")
