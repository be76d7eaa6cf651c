"""Refusals that several chapters share, in the order in which they are cited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match import Team, team_of
from engine.ruleset import Refusal

if TYPE_CHECKING:
    from engine.games.soccer_chess.laws import Laws
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.match import PieceId

TEAM_NAMES: dict[Team, str] = {"B": "Blue", "R": "Red"}


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
    return Refusal("turn.side", f"it is {TEAM_NAMES[position.side]}'s turn, not {piece}'s")


def off_option(option: str) -> Refusal:
    """An optional rule that was not agreed on."""
    return Refusal("option.off", f"the optional rule {option} was not agreed on for this match")


def special_card(laws: Laws, position: SoccerChessPosition, piece: PieceId) -> Refusal | None:
    """A figure with a special card is used, and special cards were not agreed on."""
    if position.card(piece).special and not laws.options.special_cards:
        return Refusal("option.off", f"{piece} has a special card, and special_cards was not agreed on")
    return None


def touched_other(position: SoccerChessPosition, piece: PieceId) -> Refusal | None:
    """Another figure was lifted first."""
    lifted = position.lifted
    if lifted is None or lifted == piece:
        return None
    why = "has the ball and its move now" if position.stole else "was lifted first and is the one that is moved"
    return Refusal("move.touched", f"{lifted} {why}, not {piece}")


def not_on_grid(piece: PieceId) -> Refusal:
    """A figure that is not on the field, as a keeper never is."""
    return Refusal("move.field", f"{piece} is not on the field")


def no_such_square(square: str) -> Refusal:
    """A square that the board does not have."""
    return Refusal("move.field", f"{square} is not on this board")


def not_holder(position: SoccerChessPosition, piece: PieceId, act: str) -> Refusal:
    """Only the holder kicks, shoots and dribbles."""
    who = f"{position.holder} has the ball" if position.holder is not None else "nobody has the ball"
    return Refusal("ball.holder", f"{piece} cannot {act}: {who}")


def kick_is_due(position: SoccerChessPosition, act: str) -> Refusal:
    """The rounds are over, or play begins."""
    who = position.holder if position.restart is None else TEAM_NAMES[position.side]
    return Refusal("cycle.order", f"{act} must wait: {who or TEAM_NAMES[position.side]} kicks first")


def move_is_due(laws: Laws, position: SoccerChessPosition, act: str) -> Refusal:
    """The agreed rounds are not over yet."""
    rounds = laws.rounds(position)
    where = f"round {position.round} of {rounds}" if rounds > 1 else "the move round"
    return Refusal("cycle.order", f"{act} must wait: it is {TEAM_NAMES[position.side]}'s move in {where}")
