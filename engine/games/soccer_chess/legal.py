"""Every legal action of a position, lazily and without repeats, agreeing with what the chapters judge.

A move stands once for each square it can end on, named by that square alone: the engine finds the same way again. While
a kicked ball rolls, each square of the field stands once, for a ball that comes to rest on its middle: other
resting places, in and outside the field, are legal too and without number. What only tells about a hand or the ball
(``lift:``, ``touch:``) is not listed; nor is a keeper put down, which changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from engine.games.soccer_chess import faults, goals, kicks, moves, setup, steals
from engine.match import Action

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.soccer_chess.laws import Laws
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.match import Pending, PieceId

PASS = Action("no_move")


def legal_actions(laws: Laws, position: SoccerChessPosition) -> Iterator[Action]:
    """Every action that would be ruled on, not refused."""
    if goals.is_over(laws, position):
        return
    if position.awaits is not None:
        yield from answers(laws, position, position.awaits)
    elif position.turn is None:
        yield Action("first")
    elif position.due == "kick":
        yield from kicks_of(laws, position)
        if position.restart is not None:
            yield from placements(laws, position)
    else:
        yield from steals_of(laws, position)
        for piece in movable(laws, position):
            yield from moves_of(laws, position, piece)
        if moves.judge_pass(laws, position):
            yield PASS


def answers(laws: Laws, position: SoccerChessPosition, awaits: Pending) -> Iterator[Action]:
    """What can come while something is awaited; nothing while dice are."""
    match awaits.cause:
        case "kick":
            for space in laws.pitch.grid.field_spaces:
                yield Action("ball", target=space)
        case "line":
            yield Action("choice", direction="in")
            yield Action("choice", direction="out")
        case "nearest":
            for piece in awaits.left["among"]:
                yield Action("choice", direction=piece)
        case "tackle":
            for space in steals.choices(laws, position):
                yield Action("place", piece=awaits.by, target=space)


def hidden_actions(laws: Laws, position: SoccerChessPosition) -> Iterator[Action]:
    """Acts that do not move a figure, or not to where it lies in the end.

    They are the kick, at a restart by whoever stands on the ball's square, or next to it; a steal that takes the ball,
    and where the thief may stand then, from where it may dribble on.
    """
    if position.awaits is not None:
        if position.awaits.type == "choice" or position.awaits.cause == "tackle":
            yield from answers(laws, position, position.awaits)
    elif position.due == "kick" and position.turn is not None and not goals.is_over(laws, position):
        for piece in _by_the_ball(laws, position):
            if kicks.may_kick(laws, position, piece, "kick") is None:
                yield Action("kick", piece=piece)
    elif position.turn is not None:
        for action in steals_of(laws, position):
            if steals.succeeds(laws, position, action.piece or ""):
                yield action


def _by_the_ball(laws: Laws, position: SoccerChessPosition) -> list[PieceId]:
    ball = position.ball_on
    if ball is None:
        return []
    on_it = [piece for piece in kickers(position) if position.pieces[piece] == ball]
    distance = laws.pitch.grid.distance
    return on_it or [piece for piece in kickers(position) if distance(position.pieces[piece], ball) == 1]


def kicks_of(laws: Laws, position: SoccerChessPosition) -> Iterator[Action]:
    """Kicks, and announcements of shots."""
    for piece in kickers(position):
        if kicks.may_announce(laws, position, piece) is None:
            yield Action("shot", piece=piece)
        if kicks.may_kick(laws, position, piece, "kick") is None:
            yield Action("kick", piece=piece)


def kickers(position: SoccerChessPosition) -> tuple[PieceId, ...]:
    """The figures that may kick: the holder, at a restart any of the side."""
    if position.restart is not None:
        return tuple(position.side_pieces(position.side))
    return (position.holder,) if position.holder is not None else ()


def placements(laws: Laws, position: SoccerChessPosition) -> Iterator[Action]:
    """Figures put down before a kick-off, and the ball in the middle."""
    for piece, space in setup.placement_choices(laws, position):
        yield Action("place", piece=piece, target=space)
    if position.restart != "kick_off":
        return
    for space in laws.pitch.centre_squares:
        if position.ball != space:
            yield Action("ball", target=space)


def movable(laws: Laws, position: SoccerChessPosition) -> Iterator[PieceId]:
    """The figures that may be moved now."""
    if position.holder is None:
        return
    for piece in position.side_pieces(position.side):
        if position.lifted in {None, piece} and faults.special_card(laws, position, piece) is None:
            yield piece


def moves_of(laws: Laws, position: SoccerChessPosition, piece: PieceId) -> Iterator[Action]:
    """Every square that one figure can move or dribble to."""
    mark: Literal["-", "~"] = "~" if piece == position.holder else "-"
    for space in moves.destinations(laws, position, piece):
        yield Action("move", piece=piece, path=((mark, space),))


def steals_of(laws: Laws, position: SoccerChessPosition) -> Iterator[Action]:
    """Tries to take the ball, by every figure that can reach the holder."""
    if not laws.options.steal or position.turn == position.holding or position.holder is None:
        return
    for piece in movable(laws, position):
        if steals.steps_to_holder(laws, position, piece) is not None:
            yield Action("tackle", piece=piece, other=position.holder)
