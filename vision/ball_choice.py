"""One ball, chosen from the candidates of all forms, with the confidence that it is the right one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.observation import SeenBall, Unsure
from vision.ball import NOTHING, STEEPNESS
from vision.pieces import LEAST_REAL, STAND_BY
from vision.places import locate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.board import Board
    from engine.grid import Space
    from engine.observation import SeenPiece
    from vision.ball import BallCandidate
    from vision.ball_fit import BallFit, BallUnmeasured
    from vision.pieces import KnownDisc

_HIDDEN, _LEAST_HIDDEN = 1.5, 1e-3
"""How much a numeral that can be read says against a ball on it: power of the share that is hidden, at least."""
_COVERED = 3.0
"""Logarithm of what a face that surely cannot be read, while the others can, says for a ball on it. Of 3655 things like
pieces without a ball on them four had such a face: three in a reflection, and a flat ball itself."""
_SHOWS_AT_ALL = 0.4
"""Share of a ball's outline on such a piece that has a ball's colour, at least: cubes and cards show less."""
_BESIDE_FIELD = 0.02
"""How much rarer it lies beside the field, among printed letters, where no kick can send it."""
_BESIDE_OWN = 0.001
"""The same on a board of one's own: how bright its print is, charts and flags among it, is known less well."""
_IN_GOAL = 0.8
"""Paper lying there, or a reflection, would look the same."""
_SHADE_MM = 0.4
"""The shade at a round ball's foot draws its outline towards it, and the outline does not tell. With it 7 of 8 on
path-traced tables lie within two standard deviations, 5 without; 98 % of 240 on drawn ones, 96 % without."""
_UNMEASURED_SD_MM = 2.0
"""Error of a ball whose outline could not be measured, per axis."""
_SECOND = 2e4
"""Odds from which what lies elsewhere is a second ball, however much likelier the first is."""
_NAMED = 0.25
"""There is one ball at most: below this, no place is worth naming."""


def weight(candidate: BallCandidate, discs: Sequence[KnownDisc], lit: Sequence[bool]) -> float:
    """Odds of a candidate against there being no ball there; ``lit`` says which discs no reflection lies on.

    A small ball on a disc hides its numeral. Where the numeral can be read, what looks like a ball is the numeral, or
    gloss on it; where it alone cannot, a ball in the shade need not look like one.
    """
    odds = float(np.exp(np.clip(STEEPNESS * (candidate.score - NOTHING), -20.0, 20.0)))
    if candidate.form == "on_top" and candidate.disc is not None:
        disc = discs[candidate.disc]
        readable = float(disc.faces[:-1].max())
        odds *= max(_LEAST_HIDDEN, 1.0 - 1.7 * readable) ** _HIDDEN
        is_piece = disc.place.space is not None and disc.real >= LEAST_REAL
        if is_piece and lit[candidate.disc] and candidate.inside >= _SHOWS_AT_ALL:
            usual = float(np.median([each.faces[-1] for each in discs]))
            odds *= float(np.exp(_COVERED * max(0.0, float(disc.faces[-1]) - usual)))
    return odds


@dataclass(frozen=True, eq=False)
class ChosenBall:
    """The ball, and the candidate that it was."""

    ball: SeenBall | None
    """None if there is none, or where is not worth naming."""
    unsure: tuple[Unsure, ...]
    candidate: BallCandidate | None = None

    def measured(self, fit: BallFit | BallUnmeasured, board: Board) -> SeenBall | None:
        """The ball with the place that its outline was measured at, and what to expect of the error."""
        if self.ball is None:
            return None
        if not fit:
            return replace(self.ball, sd_mm=_UNMEASURED_SD_MM)
        x_mm, y_mm = fit.centre_mm
        sd_mm = float(np.hypot(fit.sd_mm, _SHADE_MM))
        if self.ball.on_piece is not None:
            return replace(self.ball, x_mm=x_mm, y_mm=y_mm, sd_mm=sd_mm)
        place = locate(board, np.array(fit.centre_mm))
        return replace(self.ball, x_mm=x_mm, y_mm=y_mm, space=place.space, other_space=place.other, sd_mm=sd_mm)


def choose_ball(
    candidates: Sequence[BallCandidate],
    discs: Sequence[KnownDisc],
    pieces: Sequence[SeenPiece],
    board: Board,
    lit: Sequence[bool],
    *,
    own_print: bool = False,
) -> ChosenBall:
    """The likeliest candidate, or None if nothing is more likely.

    ``discs`` and ``pieces`` are in the same order, and so is ``lit``: whether no reflection lies on each.
    ``own_print``: it is a board of one's own.
    """
    if not candidates:
        return ChosenBall(None, ())
    spaces = [_space_of(candidate, discs, board) for candidate in candidates]
    weights = np.array([weight(candidate, discs, lit) for candidate in candidates])
    if board.file.goals.mouth_mm is None:
        beside = _BESIDE_OWN if own_print else _BESIDE_FIELD
        weights *= [beside if space is None else 1.0 for space in spaces]
    best = int(np.argmax(weights))
    chosen = candidates[best]
    place = spaces[best]
    other = locate(board, chosen.centre_mm).other if chosen.disc is None else None
    # Several candidates on one space agree about what matters.
    agree = np.array([space == place for space in spaces])
    total = 1.0 + float(np.sum(weights[~agree])) + float(weights[best])
    confidence = float(weights[best]) / total
    if confidence < _NAMED:
        return ChosenBall(None, (Unsure("ball", place, "something here may be the ball"),) if confidence > 0.1 else ())
    real = [piece for piece, disc in zip(pieces, discs, strict=True) if disc.real >= LEAST_REAL]
    holder = pieces[chosen.disc] if chosen.disc is not None else _beside(place, real)
    x_mm, y_mm = (float(v) for v in chosen.centre_mm)
    ball = SeenBall(x_mm, y_mm, place, holder.piece if holder else None, confidence, other)
    doubts = _doubts(place, confidence, spaces, np.where(agree, 0.0, weights))
    return ChosenBall(ball, doubts, chosen)


def _doubts(
    place: Space | None, confidence: float, spaces: Sequence[Space | None], rivals: NDArray[np.float64]
) -> tuple[Unsure, ...]:
    """What to ask: which of two balls is meant, or whether this is one. ``rivals`` are odds, 0 for those that agree."""
    if rivals.max(initial=0.0) > _SECOND:
        other = spaces[int(np.argmax(rivals))]
        return (
            Unsure("ball", place, f"there are two balls, the other {f'at {other}' if other else 'beside the field'}"),
        )
    return (Unsure("ball", place, "the ball may lie elsewhere"),) if confidence < STAND_BY else ()


def ball_in_goal(space: Space, board: Board) -> tuple[SeenBall, tuple[Unsure, ...]]:
    """A ball concluded from the goal's print being covered, at the middle of the space."""
    centre = board.grid.centre_mm(space)
    ball = SeenBall(centre.x_mm, centre.y_mm, space, None, _IN_GOAL)
    return ball, (Unsure("ball", space, "white on white: concluded from the goal's covered print"),)


def _space_of(candidate: BallCandidate, discs: Sequence[KnownDisc], board: Board) -> Space | None:
    """A ball under or on a disc is on the disc's space."""
    if candidate.disc is not None:
        return discs[candidate.disc].place.space
    return locate(board, candidate.centre_mm).space


def _beside(space: Space | None, pieces: Sequence[SeenPiece]) -> SeenPiece | None:
    """The piece that shares the ball's space."""
    return next((piece for piece in pieces if space is not None and piece.space == space), None)
