"""Everything that is wrong with a position of Soccer Chess: flags, with the squares and figures they speak of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_chess import cards, goals, measuring, steals
from engine.games.soccer_chess.outs import CORNERS_FOR_A_PENALTY
from engine.games.soccer_chess.position_json import SIDES
from engine.grid import Point
from engine.match import team_of
from engine.rules.status import Fault, Status, Wrong, piece_faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.soccer_chess.laws import Laws
    from engine.games.soccer_chess.position import SoccerChessPosition


def status(laws: Laws, position: SoccerChessPosition) -> Status:
    """Look at everything; nothing is assumed of the position."""
    faults = [*piece_faults(laws.pitch.grid, SIDES, position.pieces)]
    for check in (_keepers, _ball, _holder, _cycle, _lifted, _restart, _counts, _cards, _waiting):
        faults += check(laws, position)
    return Status(tuple(faults))


def _keepers(_: Laws, position: SoccerChessPosition) -> Iterator[Fault]:
    for piece, space in position.pieces.items():
        if cards.is_keeper(piece):
            text = f"{piece} stands on {space}; the keeper is held on its rod, beside the grid"
            yield Fault(Wrong.OFF_FIELD, text, (space,), (piece,))


def _ball(laws: Laws, position: SoccerChessPosition) -> Iterator[Fault]:
    ball = position.ball
    if ball is None:
        if position.turn is not None:
            yield Fault(Wrong.NO_BALL, "there is no ball on the field")
    elif not isinstance(ball, Point):
        if ball not in laws.pitch.field:
            yield Fault(Wrong.BALL_OFF_BOARD, f"the ball lies on {ball}, which is no square of this board", (ball,))
    elif position.awaits is None and (lie := measuring.lie(laws.pitch, ball, position.sd_mm)).verdict == "out":
        yield Fault(Wrong.BALL_OFF_BOARD, f"the ball lies {lie.over_mm:.1f} mm over a line: it is out already")


def _holder(laws: Laws, position: SoccerChessPosition) -> Iterator[Fault]:
    if position.turn is None or position.restart is not None or position.awaits is not None:
        return
    if goals.is_over(laws, position):
        return
    if position.holder is None:
        yield Fault(Wrong.NO_HOLDER, "nobody has the ball; after a kick the nearest figure is carried to it")
    elif position.due == "kick" and position.holding != position.turn:
        text = f"{position.holder} has the ball, and it is not its side's kick"
        yield Fault(Wrong.TURN, text, pieces=(position.holder,))


def _cycle(laws: Laws, position: SoccerChessPosition) -> Iterator[Fault]:
    rounds = laws.rounds(position)
    if position.round > rounds or (position.round > 1 and position.due == "kick"):
        yield Fault(Wrong.TURN, f"round {position.round} does not go with {rounds} rounds before a kick")
    if position.due == "move" and position.restart is not None:
        yield Fault(Wrong.RESTART, f"a move is due at a {position.restart}; it begins with a kick")
    if position.announced and position.due == "move":
        yield Fault(Wrong.TURN, "a shot is announced, and a move is due")
    if position.dribbled and position.restart is not None:
        yield Fault(Wrong.MOVED, "the holder is said to have dribbled, and play begins with a kick")


def _lifted(_: Laws, position: SoccerChessPosition) -> Iterator[Fault]:
    lifted = position.lifted
    if lifted is not None and (lifted not in position.pieces or team_of(lifted) != position.turn):
        yield Fault(Wrong.MOVED, f"{lifted} was lifted, and is not a figure of the side on turn", pieces=(lifted,))
    if position.stole and (lifted is None or lifted != position.holder or position.due != "move"):
        yield Fault(Wrong.TACKLED, "a steal is being played out, and the thief is not the holder with its move")


def _restart(laws: Laws, position: SoccerChessPosition) -> Iterator[Fault]:
    if position.placing and position.restart != "kick_off":
        yield Fault(Wrong.RESTART, "figures are being placed, and there is no kick-off")
    if position.awaits is not None or position.turn is None:
        return
    if position.restart == "kick_off" and position.ball_on is not None:
        if position.ball_on not in laws.pitch.centre_squares:
            text = f"a kick-off is taken from the middle of the field, not from {position.ball_on}"
            yield Fault(Wrong.RESTART, text, (position.ball_on,))
    elif position.restart == "penalty":
        spot = laws.pitch.penalty_spot(position.side)
        if position.spot != spot or position.ball_on != spot:
            yield Fault(Wrong.RESTART, f"a penalty is taken from {spot}", (spot,))
    elif position.restart is None and position.spot is not None:
        yield Fault(Wrong.RESTART, "spot is given, and nothing is being restarted", (position.spot,))


def _counts(laws: Laws, position: SoccerChessPosition) -> Iterator[Fault]:
    most = max(position.corners.B, position.corners.R)
    if most >= CORNERS_FOR_A_PENALTY:
        yield Fault(Wrong.RESTART, f"{most} corners are counted; the third gives a penalty")
    if most and not laws.options.three_corners:
        yield Fault(Wrong.RESTART, "corners are counted, and three_corners was not agreed on")


def _cards(laws: Laws, position: SoccerChessPosition) -> Iterator[Fault]:
    if laws.options.special_cards:
        return
    special = tuple(piece for piece in position.pieces if position.card(piece).special)
    if special:
        text = f"{' and '.join(special)} stand on the field with special cards, and special_cards was not agreed on"
        yield Fault(Wrong.NO_SUCH_PIECE, text, pieces=special)


def _waiting(laws: Laws, position: SoccerChessPosition) -> Iterator[Fault]:
    awaits = position.awaits
    if awaits is None or awaits.cause == "first":
        return
    by, left = awaits.by, awaits.left
    if by is None or by not in position.pieces:
        yield Fault(Wrong.WAITING, f"the {awaits.cause} of {by or 'nobody'} is awaited, who is not on the field")
    elif awaits.cause == "line" and not isinstance(position.ball, Point):
        yield Fault(Wrong.WAITING, "a line is decided, and the ball's place is not given in millimetres")
    elif awaits.cause == "tackle" and position.holder != left["on"]:
        yield Fault(Wrong.WAITING, f"{by} won the ball from {left['on']}, who had it not", pieces=(by,))
    elif awaits.cause == "tackle" and steals.steps_to_holder(laws, position, by) is None:
        yield Fault(Wrong.WAITING, f"{by} won the ball from {left['on']}, whom it cannot reach", pieces=(by,))
