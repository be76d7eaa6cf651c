"""Every legal action of a position, lazily and without repeats, agreeing with what the chapters judge.

A move stands once for each square it can end on, named by that square alone: the engine finds a way again. Onto the
ball's square it stands once for each way of kicking the ball, with its path spelled out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_fun import deflections, dice, kickoff, moves, restarts, turns
from engine.games.soccer_fun.roles import MOST_DICE
from engine.games.soccer_fun.ways import every_way
from engine.match import Action
from engine.rules import acts
from engine.rules.ends import defended

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.soccer_fun.laws import Laws
    from engine.games.soccer_fun.position import SoccerFunPosition
    from engine.match import PieceId


def legal_actions(laws: Laws, position: SoccerFunPosition) -> Iterator[Action]:
    """Every action that would be ruled on, not refused. While dice are awaited there is none."""
    if turns.is_over(laws, position):
        return
    if position.awaits is not None:
        yield from deflections.choices(laws, position)
    elif position.turn is None:
        yield acts.FIRST
    elif position.declared is not None:
        yield from played(laws, position, position.declared.by)
    else:
        yield from declarations(laws, position)
        if position.restart is not None:
            yield from placements(laws, position)


def declarations(laws: Laws, position: SoccerFunPosition) -> Iterator[Action]:
    """Dice that may be declared; nothing moves by it."""
    if turns.is_over(laws, position) or position.awaits or position.declared or position.turn is None:
        return
    for piece in playable(laws, position):
        yield from (Action("declare", piece=piece, dice=count) for count in range(1, MOST_DICE + 1))


def hidden_actions(laws: Laws, position: SoccerFunPosition) -> Iterator[Action]:
    """What nothing on the table shows by itself: dice that may be declared, a deflecting figure's choice."""
    yield from declarations(laws, position)
    yield from deflections.choices(laws, position)


def playable(laws: Laws, position: SoccerFunPosition) -> tuple[PieceId, ...]:
    """The figures for which dice may be declared now."""
    holder = position.holder
    if position.restart == "kick_off":
        return (holder,) if holder is not None and kickoff.ready(laws, position) is None else ()
    if position.restart is not None:
        taker = restarts.taker(laws, position)
        return () if taker is None else (taker,)
    if holder is not None and holder[0] == position.turn:
        return (holder,)
    return tuple(position.side_pieces(position.side))


def played(laws: Laws, position: SoccerFunPosition, piece: PieceId) -> Iterator[Action]:
    """What the figure can do with the dice that were rolled for it."""
    if dice.not_rolled(position, piece) is not None:
        return
    if position.holder == piece:
        yield from (acts.in_direction("pass", piece, direction) for direction in laws.directions)
        return
    yield from moves_of(laws, position, piece)


def moves_of(laws: Laws, position: SoccerFunPosition, piece: PieceId) -> Iterator[Action]:
    """Moves of the figure that the dice were rolled for."""
    seen: set[object] = set()
    for way in every_way(moves.course_of(laws, position, piece)):
        end = way.path[-1] if way.path else position.pieces[piece]
        told = (end, way.direction, way.kick) if way.kick else end
        if told in seen:
            continue
        seen.add(told)
        if way.kick:
            yield Action("move", piece=piece, path=tuple(("-", space) for space in way.path))
        else:
            yield acts.move(piece, end)


def placements(laws: Laws, position: SoccerFunPosition) -> Iterator[Action]:
    """What may be put down where before a restart."""
    chapter = kickoff if position.restart == "kick_off" else restarts
    for piece, spaces in chapter.placement_choices(laws, position):
        for space in spaces:
            yield acts.to_space("place", piece, space)
    if position.restart == "kick_off":
        for space in laws.pitch.kick_off_squares(defended(position.side)):
            yield Action("ball", target=space)
