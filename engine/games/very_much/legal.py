"""Every legal action of a position, lazily and without repeats, agreeing with what the chapters judge.

A move stands once for each square it can end on, named by that square alone: the engine finds the same way again.
Where a free ball can be taken along to a square that can also be reached without it, both are legal and differ
(``B7-H11`` and ``B7-H9~H11``), so both stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much import charges, choices, kickoff, kicks, moves, set_piece_choices, set_pieces, turns
from engine.games.very_much.roles import PLAYS_A_TURN
from engine.match import Action
from engine.notation import DIRECTIONS
from engine.rules import acts
from engine.rules.moving import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.match import PieceId


def legal_actions(laws: Laws, position: MasumePosition) -> Iterator[Action]:
    """Every action that would be ruled on, not refused. While dice are awaited there is none."""
    if turns.is_over(laws, position):
        return
    if position.awaits is not None:
        yield from choices.choices(position)
    elif position.turn is None:
        yield acts.FIRST
    elif position.restart == "penalty":
        for piece in position.side_pieces(position.turn):
            yield Action("shot", piece=piece)
    elif position.restart is not None:
        yield from restart_kicks(laws, position)
        yield from placements(laws, position)
    else:
        yield from charges_of(laws, position)
        yield from kicks_of(laws, position)
        for piece in movable(position):
            yield from moves_of(laws, position, piece)
        yield acts.END


def charges_of(laws: Laws, position: MasumePosition) -> Iterator[Action]:
    """Charges by every piece next to an opponent with the ball, those from behind too."""
    holder = position.holder
    if holder is None or holder[0] == position.turn:
        return
    for space in laws.pitch.field_neighbours[position.pieces[holder]]:
        piece = position.occupied.get(space)
        if piece is None or piece[0] != position.turn:
            continue
        if charges.charge_fault(laws, position, piece, holder) is None:
            yield Action("tackle", piece=piece, other=holder)


def kicks_of(laws: Laws, position: MasumePosition) -> Iterator[Action]:
    """Kicks of the holder while play goes on."""
    holder = position.holder
    if holder is None or holder[0] != position.turn or (holder, "kick") in position.plays:
        return
    if len(position.plays) < PLAYS_A_TURN:
        yield from _called_kicks(holder)
        yield from _placed_kicks(laws, position, holder)


def _called_kicks(piece: PieceId) -> Iterator[Action]:
    """Grounders and lobs: every direction can be called."""
    for direction in DIRECTIONS:
        yield acts.in_direction("pass", piece, direction)
        yield acts.in_direction("lob", piece, direction)


def _placed_kicks(laws: Laws, position: MasumePosition, piece: PieceId) -> Iterator[Action]:
    """Inside kicks or throw-ins: in each direction as far as the first opponent."""
    occupied, team = position.occupied, piece[0]
    for track in laws.pitch.tracks[position.pieces[piece]].values():
        for space in track[: kicks.reach(position)]:
            yield acts.to_space("pass", piece, space)
            standing = occupied.get(space)
            if standing is not None and standing[0] != team:
                break


def hidden_actions(laws: Laws, position: MasumePosition) -> Iterator[Action]:
    """Kinds and directions that are called before the die, choices, and a penalty: the holder's, or else anybody's."""
    if turns.is_over(laws, position):
        return
    holder = position.holder
    if position.awaits is not None:
        yield from choices.choices(position)
    elif position.restart == "penalty":
        takers = sorted(position.side_pieces(position.side), key=lambda piece: piece != holder)
        yield from (Action("shot", piece=piece) for piece in takers[:1])
    elif holder is not None and holder[0] == position.turn:
        kicks_open = kicks_of(laws, position) if position.restart is None else restart_kicks(laws, position)
        yield from (action for action in kicks_open if action.target is None)


def movable(position: MasumePosition) -> list[PieceId]:
    """The pieces that may still be moved or dribble this turn."""
    if len(position.plays) >= PLAYS_A_TURN:
        return []
    return [p for p in position.pieces if p[0] == position.turn and (p, "move") not in position.plays]


def moves_of(laws: Laws, position: MasumePosition, piece: PieceId) -> Iterator[Action]:
    """Moves and dribbles of one piece."""
    return listed(moves.search(laws, position, piece), piece, position.pieces[piece])


def restart_kicks(laws: Laws, position: MasumePosition) -> Iterator[Action]:
    """The kicks that restart play, once everything stands for them."""
    piece = position.holder
    if piece is None or piece[0] != position.turn:
        return
    if position.restart == "kick_off" and kickoff.ready(laws, position) is not None:
        return
    if set_pieces.kick_allowed(laws, position, piece) is None:
        if position.restart != "throw_in":
            yield from _called_kicks(piece)
        yield from _placed_kicks(laws, position, piece)


def placements(laws: Laws, position: MasumePosition) -> Iterator[Action]:
    """What may be put down where before a restart."""
    chapter = kickoff if position.restart == "kick_off" else set_piece_choices
    for piece, spaces in chapter.placement_choices(laws, position):
        for space in spaces:
            yield acts.to_space("place", piece, space)
    if position.restart == "kick_off" and position.ball != (mark := laws.mark(position.side)):
        yield Action("ball", target=mark)
