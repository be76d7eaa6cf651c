"""Every legal action of a position, lazily and without repeats, agreeing with what the chapters judge.

A move stands once for each space it can end on, named by that space alone: the engine finds the same way again.
Where a free ball can be taken along to a space that can also be reached without it, both are legal and differ
(``B7-H11`` and ``B7-H9~H11``), so both stand.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from engine.games.regista import (
    kickoff,
    moves,
    passes,
    restart_choices,
    restarts,
    roles,
    shots,
    substitutions,
    tackles,
    turns,
)
from engine.games.regista.paths import reach
from engine.match import Action

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.match import PieceId


def legal_actions(laws: Laws, position: RegistaPosition) -> Iterator[Action]:
    """Every action that would be ruled on, not refused. While dice are awaited there is none."""
    if turns.is_over(laws, position):
        return
    if position.awaits is not None:
        yield from _keeper_placements(laws, position)
    elif position.turn is None:
        yield Action("first")
    elif position.restart is not None:
        yield from _restart_actions(laws, position)
    else:
        yield from _tackles(laws, position)
        yield from _ball_actions(laws, position)
        yield from _moves(laws, position)
        yield Action("end")


def _keeper_placements(laws: Laws, position: RegistaPosition) -> Iterator[Action]:
    awaits = position.awaits
    if awaits is not None and awaits.type == "placement" and awaits.by is not None:
        for space in sorted(shots.save_spaces(laws, position, awaits.by)):
            yield Action("place", piece=awaits.by, target=space)


def _tackles(laws: Laws, position: RegistaPosition) -> Iterator[Action]:
    holder = position.holder
    if holder is None or holder[0] == position.turn:
        return
    for space in laws.pitch.neighbours[position.pieces[holder]]:
        piece = position.occupied.get(space)
        if (
            piece is not None
            and piece[0] == position.turn
            and tackles.tackle_fault(laws, position, piece, holder) is None
        ):
            yield Action("tackle", piece=piece, other=holder)


def _ball_actions(laws: Laws, position: RegistaPosition) -> Iterator[Action]:
    """Passes and shots of the holder, along the six directions."""
    holder = position.holder
    if holder is None or holder[0] != position.turn:
        return
    yield from _passes(laws, position, holder)
    for target in _straight(laws, position, holder, roles.DISTANCE_SHOT):
        if shots.shot_fault(laws, position, holder, target) is None:
            yield Action("shot", piece=holder, target=target)


def _passes(laws: Laws, position: RegistaPosition, piece: PieceId) -> Iterator[Action]:
    for target in _straight(laws, position, piece, roles.LONG_PASS):
        if passes.pass_fault(laws, position, piece, target) is None:
            yield Action("pass", piece=piece, target=target)


def _straight(laws: Laws, position: RegistaPosition, piece: PieceId, most: int) -> Iterator[str]:
    """Spaces in a straight line from a piece, as far as the first opponent on each."""
    for ray in laws.pitch.grid.rays[position.pieces[piece]].values():
        for space in ray[:most]:
            if space is None:
                continue
            yield space
            standing = position.occupied.get(space)
            if standing is not None and standing[0] != piece[0]:
                break


def _moves(laws: Laws, position: RegistaPosition) -> Iterator[Action]:
    for piece in position.pieces:
        if piece[0] == position.turn and moves.how_often(position, piece) is None:
            yield from _moves_of(laws, position, piece)


def _moves_of(laws: Laws, position: RegistaPosition, piece: PieceId) -> Iterator[Action]:
    looked = moves.search(laws, position, piece)
    start = position.pieces[piece]
    if looked.carrying:
        for space in reach(laws.pitch, start, looked.limit, looked.taken, looked.goals):
            yield Action("move", piece=piece, path=(("~", space),))
        return
    loose = looked.free_ball
    closed = {*looked.taken, *(space for space in (loose, looked.shut) if space is not None)}
    for space in reach(laws.pitch, start, looked.limit, closed):
        yield Action("move", piece=piece, path=(("-", space),))
    if loose is None:
        return
    to_ball = reach(laws.pitch, start, looked.limit, looked.taken).get(loose)
    if to_ball is None:
        return
    yield Action("move", piece=piece, path=(("-", loose),))
    for space in reach(laws.pitch, loose, looked.limit - len(to_ball), looked.taken, looked.goals):
        yield Action("move", piece=piece, path=(("-", loose), ("~", space)))


def _restart_actions(laws: Laws, position: RegistaPosition) -> Iterator[Action]:
    kick_off = position.restart == "kick_off"
    piece = position.holder if kick_off else restarts.taker(laws, position)
    blocked = kickoff.ready(position) if kick_off else restarts.must_move_off(position)
    if piece is not None and piece[0] == position.turn and blocked is None:
        fault = restarts.pass_allowed(laws, position, piece)
        if fault is None:
            yield from _passes(laws, position, piece)
    yield from _placements(laws, position)
    yield from _substitutions(position)


def _placements(laws: Laws, position: RegistaPosition) -> Iterator[Action]:
    chapter = kickoff if position.restart == "kick_off" else restart_choices
    for piece, spaces in chapter.placement_choices(laws, position):
        for space in spaces:
            yield Action("place", piece=piece, target=space)


def _substitutions(position: RegistaPosition) -> Iterator[Action]:
    for off, on in product(roles.PIECES, repeat=2):
        if off[0] == on[0] and substitutions.substitution_fault(position, off, on) is None:
            yield Action("substitute", piece=off, other=on)
