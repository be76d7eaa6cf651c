"""Doing a legal action without asking whether it is one; agrees with ``rules.judge`` on every legal action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista import kickoff, moves, passes, restarts, shots, substitutions, tackles, turns
from engine.rules.match_course import judge_first
from engine.rules.setting_up import put_down
from engine.ruleset import Ruling, ruled

if TYPE_CHECKING:
    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.grid import Space
    from engine.match import Action, PieceId


def apply(laws: Laws, position: RegistaPosition, action: Action) -> Ruling:
    """What a legal action leads to. No dice are drawn: the position says in ``awaits`` what is to be rolled.

    Unchecked: what an illegal action leads to is not said, though impossible ones mostly raise ValueError or KeyError.
    """
    piece, target = action.piece or "", action.target or ""
    match action.kind:
        case "move":
            return moves.play(laws, position, piece, action)
        case "pass":
            return passes.play(laws, position, piece, target)
        case "shot":
            return shots.play(laws, position, piece, target)
        case "tackle":
            return tackles.play(position, piece, action.other or "")
        case "end":
            return turns.judge_end(laws, position)
        case "substitute":
            return substitutions.play(position, piece, action.other or "")
        case "place":
            return _place(laws, position, action, piece, target)
        case "ball":
            return ruled(kickoff.judge_ball(laws, position, action.target))
        case "first":
            return ruled(judge_first(position))
        case _:
            raise ValueError(f"Regista has no {action.kind}")


def _place(laws: Laws, position: RegistaPosition, action: Action, piece: PieceId, space: Space) -> Ruling:
    if position.awaits is not None:
        return shots.place_keeper(position, piece, space)
    if position.restart == "kick_off":
        return put_down(position, piece, space)
    # Whether it is the taker, an extra piece or one that makes room is for the chapter to find out.
    return ruled(restarts.judge_placement(laws, position, action))
