"""Refusals that several chapters share, in the order in which they are cited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_chess.words import refused, say
from engine.match import team_of

if TYPE_CHECKING:
    from engine.games.soccer_chess.laws import Laws
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.match import PieceId
    from engine.ruleset import Refusal


def first_of(*found: Refusal | None) -> Refusal | None:
    """The first fault there is; a refusal is falsy, so ``or`` would pass it over."""
    return next((fault for fault in found if fault is not None), None)


def misused(laws: Laws, position: SoccerChessPosition, piece: PieceId) -> Refusal | None:
    """What comes before all else when a figure acts: its side, its card, and whether another was lifted first."""
    return first_of(
        wrong_side(position, piece), special_card(laws, position, piece), touched_other(position, piece)
    )  # fmt: skip


def wrong_side(position: SoccerChessPosition, piece: PieceId) -> Refusal | None:
    """Somebody acts whose turn it is not."""
    if team_of(piece) == position.turn:
        return None
    return refused("turn.side", team=say(f"team.{position.side}"), piece=piece)


def off_option(option: str) -> Refusal:
    """An optional rule that was not agreed on."""
    return refused("option.off", option=option)


def special_card(laws: Laws, position: SoccerChessPosition, piece: PieceId) -> Refusal | None:
    """A figure with a special card is used, and special cards were not agreed on."""
    if position.card(piece).special and not laws.options.special_cards:
        return refused("option.off", "card", piece=piece)
    return None


def touched_other(position: SoccerChessPosition, piece: PieceId) -> Refusal | None:
    """Another figure was lifted first."""
    lifted = position.lifted
    if lifted is None or lifted == piece:
        return None
    if position.stole:
        return refused("move.touched", "stole", lifted=lifted, piece=piece)
    return refused("move.touched", "lifted", lifted=lifted, piece=piece)


def not_on_grid(piece: PieceId) -> Refusal:
    """A figure that is not on the field, as a keeper never is."""
    return refused("move.field", "piece", piece=piece)


def no_such_square(square: str) -> Refusal:
    """A square that the board does not have."""
    return refused("move.field", space=square)


def not_holder(position: SoccerChessPosition, piece: PieceId, act: str) -> Refusal:
    """Only the holder does this: ``kick``, ``announce`` (a shot), ``dribble``."""
    who = say("has_ball", piece=position.holder) if position.holder is not None else say("nobody_has_ball")
    return refused("ball.holder", piece=piece, act=say(f"act.{act}"), who=who)


def kick_is_due(position: SoccerChessPosition, act: str) -> Refusal:
    """The rounds are over, or play begins."""
    holder = position.holder if position.restart is None else None
    return refused("cycle.order", act=say(f"wait.{act}"), who=holder or say(f"team.{position.side}"))


def move_is_due(laws: Laws, position: SoccerChessPosition, act: str) -> Refusal:
    """The agreed rounds are not over yet."""
    rounds = laws.rounds(position)
    where = say("round", round=position.round, rounds=rounds) if rounds > 1 else say("round.one")
    return refused("cycle.order", "move", act=say(f"wait.{act}"), team=say(f"team.{position.side}"), where=where)
