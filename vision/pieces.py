"""Discs that were found, with their faces read, as pieces of an Observation."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.match import TEAMS
from engine.observation import SeenPiece, Unsure
from vision.identity import Identity, assign_numbers, place_prior

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from engine.board import Board
    from engine.grid import Space
    from engine.match import PieceId, Team
    from vision.places import Place

STAND_BY = 0.9
"""The reader stands by what it gives at least this confidence; the rest is named in ``unsure``."""
NUMBERS = 15
LEAST_REAL = 0.5
"""A blob that is less likely a disc than not is not reported, and takes no number from the others."""
_MISREAD = 1e-4
"""No face is so clear that another number is impossible: one in ten thousand is misread all the same."""
_CONTRADICTED = 0.7
"""Confidence, at most, in a number while the face clearly shows another: pieces may have been swapped under a hand."""
BLANK = 0.8
"""So surely without a number is, of the pieces on 132 drawn and traced tables, only one that a ball lies on."""
_NAMED = 0.5
"""Below this the number is left open: no number is more likely right than wrong."""


@dataclass(frozen=True, eq=False)
class KnownDisc:
    """A disc with all that was measured of it."""

    team: Team
    place: Place
    faces: NDArray[np.float64]
    """(16,) probabilities of 1 to 15 and of "cannot be read", by its face alone."""
    real: float
    """Probability that it is a disc of that team at all."""

    @property
    def number_scores(self) -> NDArray[np.float64]:
        """(15,): a face that cannot be read may be any number."""
        return np.asarray(np.maximum(self.faces[:NUMBERS] + self.faces[NUMBERS] / NUMBERS, _MISREAD), np.float64)


def without_blanks(
    discs: Sequence[KnownDisc], shown: Sequence[bool], expected: Mapping[PieceId, Space]
) -> list[KnownDisc]:
    """The discs; what has a team's colour and no number is hardly one: a die, a pen's end, a card.

    ``shown`` (as many) says whose whole face can be seen. Where a piece of ``expected`` stands or is looked for, it may
    lie there with its face down.
    """
    stood = {*expected.values()}
    blank = [
        each and disc.faces[NUMBERS] >= BLANK and disc.place.space not in stood
        for disc, each in zip(discs, shown, strict=True)
    ]
    seen = Counter(disc.team for disc, bare in zip(discs, blank, strict=True) if disc.real >= LEAST_REAL and not bare)
    lacking = {team for team in TEAMS if seen[team] < sum(piece[0] == team for piece in expected)}
    return [
        replace(disc, real=disc.real * float(1.0 - disc.faces[NUMBERS])) if bare and disc.team not in lacking else disc
        for disc, bare in zip(discs, blank, strict=True)
    ]


def identify(discs: Sequence[KnownDisc], board: Board, expected: Mapping[PieceId, Space] | None) -> list[Identity]:
    """A number for every disc, in order; confidence 0 for what is no disc."""
    identities = [Identity(1, 0.0)] * len(discs)
    for team in TEAMS:
        members = [index for index, disc in enumerate(discs) if disc.team == team and disc.real >= LEAST_REAL]
        scores = np.array([discs[index].number_scores for index in members]).reshape(-1, NUMBERS)
        if expected:
            spaces = [discs[index].place.space for index in members]
            scores = scores * place_prior(team, spaces, expected, board.grid, NUMBERS)
        for index, identity in zip(members, assign_numbers(scores), strict=True):
            identities[index] = _heard(discs[index], identity)
    return identities


def _heard(disc: KnownDisc, identity: Identity) -> Identity:
    """An identity that its face may contradict: then it is not stood by."""
    shown = int(disc.faces[:NUMBERS].argmax())
    if shown + 1 == identity.number or disc.faces[shown] < STAND_BY:
        return identity
    return Identity(identity.number, min(identity.confidence, _CONTRADICTED))


def seen_pieces(
    discs: Sequence[KnownDisc], identities: Sequence[Identity]
) -> tuple[tuple[SeenPiece, ...], tuple[Unsure, ...]]:
    """Pieces in the order of the discs, and a doubt for each that the reader does not stand by."""
    real = Counter(disc.place.space for disc in discs if disc.real >= LEAST_REAL)
    crowded = {space for space, count in real.items() if space and count > 1}
    pieces, doubts = [], []
    for disc, identity in zip(discs, identities, strict=True):
        place = disc.place
        known = place.confidence * disc.real
        named = identity.confidence >= _NAMED
        confidence = known * identity.confidence if named else known * (1.0 - identity.confidence)
        pieces.append(
            SeenPiece(
                team=disc.team,
                number=identity.number if named else None,
                x_mm=place.x_mm,
                y_mm=place.y_mm,
                space=place.space,
                confidence=confidence,
                other_space=place.other,
                number_scores=tuple(float(score) for score in disc.faces[:NUMBERS]),
            )
        )
        why = _why(disc, identity, crowded=place.space in crowded)
        # A faint blob off the field is a shadow or print; on the field it may be a piece.
        if why is not None and (disc.real >= LEAST_REAL or place.space is not None):
            doubts.append(Unsure("piece", place.space, why))
    return tuple(pieces), tuple(doubts)


def _why(disc: KnownDisc, identity: Identity, *, crowded: bool) -> str | None:
    """What is doubtful about a piece, or None."""
    if crowded:
        return "two pieces stand on this space"
    if disc.place.confidence < STAND_BY:
        return f"it lies between {disc.place.space} and {disc.place.other}"
    if disc.real < LEAST_REAL and disc.faces[NUMBERS] > BLANK:
        return "something of a team's colour, without a number"
    if disc.real < STAND_BY:
        return "hard to see: glare, shadow or something in front of it"
    if disc.real * disc.place.confidence * identity.confidence < STAND_BY:
        return "its number cannot be read" if disc.faces[NUMBERS] > 0.5 else f"its number may not be {identity.number}"
    return None
