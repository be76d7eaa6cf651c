"""Every legal action of a position, lazily and without repeats, agreeing with what the chapters judge.

A move stands once for each space it can end on, named by that space alone: the engine finds the same way again.
Where a free ball can be taken along to a space that can also be reached without it, both are legal and differ
(``B7-H11`` and ``B7-H9~H11``), so both stand.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from engine.games.regista import kickoff, moves, passes, restarts, roles, shots, substitutions, tackles, turns
from engine.games.regista.paths import reach
from engine.match import Action, PieceId, team_of
from engine.ruleset import Ruling

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition


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
    # The piece itself has left its space by then, and may come back to it with the ball.
    taken = {*looked.taken} - {start}
    for space in reach(laws.pitch, loose, looked.limit - len(to_ball), taken, looked.goals):
        if space != start:
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
    kick_off = position.restart == "kick_off"
    judge = kickoff.judge_placement if kick_off else restarts.judge_placement
    pieces = roles.PIECES if kick_off and position.placing else position.pieces
    for piece in pieces:
        here = position.pieces.get(piece)
        for space in laws.pitch.grid.field_spaces:
            if space == here or (space in position.occupied and not kick_off):
                continue
            action = Action("place", piece=piece, target=space)
            if isinstance(judge(laws, position, action), Ruling):
                yield action


def _substitutions(position: RegistaPosition) -> Iterator[Action]:
    for off, on in chain.from_iterable(((off, on) for on in roles.PIECES) for off in roles.PIECES):
        if team_of(off) == team_of(on) and substitutions.substitution_fault(position, off, on) is None:
            yield Action("substitute", piece=off, other=on)
