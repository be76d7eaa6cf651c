"""Doing a legal action without asking whether it is one; agrees with ``rules.judge`` on every legal action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much import charges, choices, kickoff, kicks, moves, penalty, set_pieces, turns
from engine.games.very_much.roles import GAME
from engine.rules.match_course import judge_first
from engine.rules.setting_up import put_down
from engine.ruleset import Ruling, ruled

if TYPE_CHECKING:
    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.match import Action


def apply(laws: Laws, position: MasumePosition, action: Action) -> Ruling:
    """What a legal action leads to. No dice are drawn: the position says in ``awaits`` what is to be rolled.

    Unchecked: what an illegal action leads to is not said, though impossible ones mostly raise ValueError or KeyError.
    """
    piece = action.piece or ""
    match action.kind:
        case "move":
            return moves.play(laws, position, piece, action)
        case "pass" | "lob":
            return kicks.play(laws, position, piece, action)
        case "tackle":
            return charges.play(laws, position, piece, action.other or "")
        case "shot":
            return penalty.play(laws, position, piece)
        case "choice":
            return choices.play(laws, position, action)
        case "end":
            return turns.judge_end(laws, position)
        case _:
            return _set_up(laws, position, action)


def _set_up(laws: Laws, position: MasumePosition, action: Action) -> Ruling:
    """What is done while play is stopped."""
    if action.kind == "place" and position.restart == "kick_off":
        return put_down(position, action.piece or "", action.target or "")
    if action.kind == "place":
        # Whether it is the taker or one that makes room is for the chapter to find out.
        return ruled(set_pieces.judge_placement(laws, position, action))
    if action.kind == "ball":
        return ruled(kickoff.judge_ball(laws, position, action.target))
    if action.kind == "first":
        return ruled(judge_first(position))
    raise ValueError(f"{GAME} has no {action.kind}")
