"""All that was found on a table, place by place, before it is put together: what lies elsewhere does not change it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.ball import best_first
from vision.ball_rims import among_rims
from vision.likely_discs import by_outline, logistic
from vision.pieces import NUMBERS, KnownDisc
from vision.places import locate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.board import Board
    from engine.grid import Space
    from vision.ball import BallCandidate
    from vision.ball_rims import RimLook
    from vision.dice import Found
    from vision.discs import LocatedDisc
    from vision.places import Place

_NUMBER_SHOWS = 60.0
"""A clearly read number makes it thirty times as likely that a doubtful blob is a disc: pens and cards have none."""
_NUMBER_SHOWS_MOST = 0.85
"""Where nothing but the number speaks for a disc, it is reported and named as unsure."""
_LOOKS_LIKE_ONE = 0.35
"""From that much by its looks a number is not all that speaks: with a clear one, each of 24 such things was a piece."""
_CLEAR = 0.97
"""What is hard to see and read with less than that is asked about: of small dark faces some are read wrongly."""
_MOST_COVERED, _HALF_READ = 0.2, 0.5
"""From that share of its face under a hand, half of what is read of a number is not: of a 2 it may leave a 7."""
_RING_SURE = 0.4
"""Score of a flat ball under a disc from which the disc is taken to stand on it."""


def half_read(answer: NDArray[np.float64]) -> NDArray[np.float64]:
    """What a face is read as, (16,), where half of that may be what lies on it."""
    return np.asarray(answer * (1.0 - _HALF_READ) + np.eye(NUMBERS + 1)[NUMBERS] * _HALF_READ, np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """What is on the upper face of a piece."""

    answer: NDArray[np.float64]
    """(16,) probabilities of 1 to 15 and of "cannot be read", by the face alone."""
    lift_mm: float
    """How much higher than on the board it was looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundDisc:
    """Something that may be a piece."""

    located: LocatedDisc
    looks: float
    """Probability that it is one, by colour and outline."""
    lit: bool
    """Whether no reflection lies on it."""
    touched: bool
    """Whether a hand or the like touches it."""
    under: float
    """Share of its face under a hand or the like."""
    face: Face | None = None
    """None: not looked at yet."""

    def known(self, board: Board) -> KnownDisc:
        """All that is known of it by itself; its face was looked at."""
        pieces, face = board.file.pieces, self.face or Face(np.eye(NUMBERS + 1)[NUMBERS], 0.0)
        place = locate(board, self.located.at_height(pieces.place_mm + face.lift_mm))
        return KnownDisc(self.located.team, place, self._as_far_as_shown(face.answer), self._real(place, face, board))

    def _as_far_as_shown(self, answer: NDArray[np.float64]) -> NDArray[np.float64]:
        """What a face is read as, (16,), less sure where a hand or the like lies on it."""
        return answer if self.under < _MOST_COVERED else half_read(answer)

    def _real(self, place: Place, face: Face, board: Board) -> float:
        """Probability that a blob is a disc, its face included.

        Red and blue things off the field (dice, a pen) and in a hand (a sleeve) are discs only if they carry a number.
        """
        answer, numbered = face.answer, board.file.pieces.number != "none"
        if place.space is None:
            # Coloured print fills a third of a disc's outline.
            shape = logistic(22.0 * (self.located.strength - 0.6)) * by_outline(self.located)
            return shape * (float(1.0 - answer[NUMBERS]) if numbered else _NUMBER_SHOWS_MOST)
        if not numbered or not self.touched:
            # Under lamps that leave blue black, the number is what shows that it is a disc.
            read = float(answer[:NUMBERS].max())
            odds = self.looks / max(1.0 - self.looks, 1e-6) * (1.0 + _NUMBER_SHOWS * max(0.0, read - 0.5))
            most = 1.0 if self.looks >= _LOOKS_LIKE_ONE and read >= _CLEAR else _NUMBER_SHOWS_MOST
            return max(self.looks, min(odds / (1.0 + odds), most))
        return self.looks * float(1.0 - answer[NUMBERS])


@dataclass(frozen=True, slots=True, eq=False)
class FoundBalls:
    """What may be the ball. Candidates on discs and rims name theirs by its place among the discs."""

    small: tuple[BallCandidate, ...]
    """On the board and on discs."""
    rims: tuple[RimLook, ...]
    """Under discs."""
    pale: tuple[BallCandidate, ...] | None
    """On paper of the same colour; None: not looked for, as one of the others is plainly the ball."""
    odd_mm: tuple[NDArray[np.float64], ...] = ()
    """Where things (2,) lie that may be one in a colour that balls seldom have; looked for together with pale ones."""

    def ranked(self, discs: tuple[FoundDisc, ...]) -> list[BallCandidate]:
        """All of them, best first."""
        rims = among_rims(self.rims, [disc.located.team for disc in discs])
        plain = best_first((*self.small, *rims))
        return best_first((*plain, *(self.pale or ())))


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """The whole table."""

    discs: tuple[FoundDisc, ...]
    balls: FoundBalls
    dice: tuple[Found, ...]
    unseen: frozenset[Space]
    """Spaces that are hidden as far as the picture goes, whether a piece was made out there or not."""
    occluded: bool
    """Whether a hand or another large thing lies over the sheet."""


def ring_holder(candidates: list[BallCandidate]) -> int | None:
    """The disc that stands on a flat ball, by the colours alone: it is that much higher. Best candidates first."""
    best = candidates[0] if candidates else None
    return best.disc if best is not None and best.form == "ring" and best.score > _RING_SURE else None
