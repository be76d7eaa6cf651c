"""Numbers that stay unread when a match begins: play is not held up for them, and the guess is said."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.empty import EMPTY
from engine.match import TEAMS, number_of, team_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from engine.grid import Space
    from engine.match import PieceId, Team
    from engine.observation import Observation, SeenPiece

NUMBERS = range(1, 16)


def with_guesses(look: Observation) -> tuple[Observation, dict[PieceId, Space]]:
    """The look with a free number for every disc on the board that has none of its own, and which those are.

    The surer of two discs with the same number keeps it. A disc gets the number that its face scores best among those
    its team has not shown, else the lowest.
    """
    on_board = sorted((disc for disc in look.pieces if disc.space is not None), key=lambda disc: -disc.confidence)
    named: dict[PieceId, SeenPiece] = {}
    nameless: list[SeenPiece] = []
    for disc in on_board:
        if disc.number is None or disc.piece in named:
            nameless.append(disc)
        else:
            named[disc.piece] = disc
    guesses: dict[PieceId, Space] = {}
    for disc in nameless:
        free = [number for number in NUMBERS if f"{disc.team}{number}" not in named]
        if not free or disc.space is None:
            continue
        guess = replace(disc, number=max(free, key=lambda number: (_score(disc, number), -number)))
        named[guess.piece] = guess
        guesses[guess.piece] = disc.space
    return replace(look, pieces=tuple(named.values())), guesses


def other_numbers(seen: Observation, guessed: Mapping[PieceId, Space], piece: PieceId) -> tuple[PieceId, ...]:
    """What a disc that was taken for ``piece`` may be instead, the likeliest first.

    ``seen`` is the look as it was read, ``guessed`` what was made of its unread discs.
    """
    team = team_of(piece)
    known = {disc.piece for disc in seen.pieces if disc.space is not None and disc.number is not None}
    disc = next((disc for disc in seen.pieces if disc.space == guessed[piece] and disc.team == team), None)
    free = [number for number in NUMBERS if f"{team}{number}" not in known | {piece}]
    if disc is None:
        return ()
    ranked = sorted(free, key=lambda number: (-_score(disc, number), number))
    return tuple(f"{team}{number}" for number in ranked)


def with_concluded(look: Observation, squads: Mapping[Team, Collection[PieceId]] = EMPTY) -> Observation:
    """The look with the number of a side's only unread disc, where the others show all its pieces but one.

    A ball on top of its holder hides the number. ``squads`` are the pieces that a side is known to have; without, where
    every side has the same numbers, they are 1 to the count of its discs.
    """
    on_board = [disc for disc in look.pieces if disc.space is not None]
    concluded: dict[SeenPiece, int] = {}
    for team in TEAMS:
        discs = [disc for disc in on_board if disc.team == team]
        unread = [disc for disc in discs if disc.number is None]
        whole = {number_of(piece) for piece in squads.get(team, ())} or {*range(1, len(discs) + 1)}
        missing = whole - {disc.number for disc in discs}
        if len(unread) == len(missing) == 1:
            concluded[unread[0]] = missing.pop()
    return renumbered(look, concluded)


def renumbered(look: Observation, numbers: Mapping[SeenPiece, int | None]) -> Observation:
    """The look with other numbers on some discs, and the ball with the disc that it was with."""
    pieces = tuple(replace(disc, number=numbers[disc]) if disc in numbers else disc for disc in look.pieces)
    carrier = look.carrier
    if look.ball is None or carrier is None or carrier not in numbers:
        return replace(look, pieces=pieces)
    called = replace(carrier, number=numbers[carrier]).piece
    return replace(look, pieces=pieces, ball=replace(look.ball, on_piece=called))


def _score(disc: SeenPiece, number: int) -> float:
    return disc.number_scores[number - 1] if number <= len(disc.number_scores) else 0.0
