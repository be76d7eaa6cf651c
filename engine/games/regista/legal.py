"""Every legal action of a position, lazily and without repeats, agreeing with what the chapters judge.

A move stands once for each space it can end on, named by that space alone: the engine finds the same way again.
Where a free ball can be taken along to a space that can also be reached without it, both are legal and differ
(``B7-H11`` and ``B7-H9~H11``), so both stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista import kickoff, moves, passes, restart_choices, restarts, roles, shots, turns
from engine.games.regista.substitutions import substitution_choices
from engine.match import Action
from engine.rules import acts
from engine.rules.moving import listed

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
        yield from keeper_placements(laws, position)
    elif position.turn is None:
        yield acts.FIRST
    elif position.restart is not None:
        yield from restart_passes(laws, position)
        yield from placements(laws, position)
        yield from substitutions(position)
    else:
        yield from tackles_of(laws, position)
        yield from passes_of(laws, position)
        yield from shots_of(laws, position)
        for piece in movable(position):
            yield from moves_of(laws, position, piece)
        yield acts.END


def keeper_placements(laws: Laws, position: RegistaPosition) -> Iterator[Action]:
    """After a save: where the keeper may be put."""
    awaits = position.awaits
    if awaits is not None and awaits.type == "placement" and awaits.by is not None:
        for space in sorted(shots.save_spaces(laws, position, awaits.by)):
            yield acts.to_space("place", awaits.by, space)


def tackles_of(laws: Laws, position: RegistaPosition) -> Iterator[Action]:
    """Tackles by every piece next to an opponent with the ball."""
    holder = position.holder
    if holder is None or holder[0] == position.turn:
        return
    for space in laws.pitch.neighbours[position.pieces[holder]]:
        piece = position.occupied.get(space)
        if piece is not None and piece[0] == position.turn and piece not in position.tackled:
            yield Action("tackle", piece=piece, other=holder)


def passes_of(laws: Laws, position: RegistaPosition) -> Iterator[Action]:
    """Passes of the holder while play goes on."""
    holder = position.holder
    if holder is not None and holder[0] == position.turn:
        yield from _passes(laws, position, holder)


def _passes(laws: Laws, position: RegistaPosition, piece: PieceId) -> Iterator[Action]:
    """Along the six directions, as far as the first opponent on each."""
    occupied, team = position.occupied, piece[0]
    for ray in laws.pitch.grid.rays[position.pieces[piece]].values():
        for distance, space in enumerate(ray[: roles.LONG_PASS], 1):
            if space is None:
                continue
            if passes.target_fault(laws, position, piece, space, short=distance <= roles.SHORT_PASS) is None:
                yield acts.to_space("pass", piece, space)
            standing = occupied.get(space)
            if standing is not None and standing[0] != team:
                break


def shots_of(laws: Laws, position: RegistaPosition) -> Iterator[Action]:
    """Shots and distance shots of the holder."""
    holder = position.holder
    if holder is None or holder[0] != position.turn:
        return
    end, occupied = laws.attacked(position, position.side), position.occupied
    for line in laws.pitch.shot_lines[end].get(position.pieces[holder], ()):
        if not any(space in occupied and occupied[space][0] != holder[0] for space in line.between):
            yield acts.to_space("shot", holder, line.target)


def movable(position: RegistaPosition) -> list[PieceId]:
    """The pieces that may still be moved or dribble this turn."""
    if len(position.moved) >= roles.MOVES_A_TURN:
        return []
    return [piece for piece in position.pieces if piece[0] == position.turn and piece not in position.moved]


def moves_of(laws: Laws, position: RegistaPosition, piece: PieceId) -> Iterator[Action]:
    """Moves and dribbles of one piece."""
    return listed(moves.search(laws, position, piece), piece, position.pieces[piece])


def restart_passes(laws: Laws, position: RegistaPosition) -> Iterator[Action]:
    """The passes that restart play, once everything stands for them."""
    kick_off = position.restart == "kick_off"
    piece = position.holder if kick_off else restarts.taker(laws, position)
    blocked = kickoff.ready(laws, position) if kick_off else restarts.must_move_off(position)
    if piece is None or piece[0] != position.turn or blocked is not None:
        return
    if restarts.pass_allowed(laws, position, piece) is None:
        yield from _passes(laws, position, piece)


def placements(laws: Laws, position: RegistaPosition) -> Iterator[Action]:
    """What may be put down where before a restart."""
    chapter = kickoff if position.restart == "kick_off" else restart_choices
    for piece, spaces in chapter.placement_choices(laws, position):
        for space in spaces:
            yield acts.to_space("place", piece, space)
    if position.restart == "kick_off" and position.ball != laws.pitch.centre_mark:
        yield Action("ball", target=laws.pitch.centre_mark)


def substitutions(position: RegistaPosition) -> Iterator[Action]:
    """Who may come on for whom."""
    for off, on in substitution_choices(position):
        yield Action("substitute", piece=off, other=on)
