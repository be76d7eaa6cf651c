"""What a reader of the table hands to the referee: the seam between seeing and ruling.

A camera fills these values, and so may anything else (a typed position, a test, another sensor).
Millimetres are in the board frame: origin at the field's north-west corner, x east, y south.
Confidences are probabilities that the claim is right, 0 to 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

# Not for type checkers alone: a reader of files has to know what the fields are.
from engine.grid import Space  # noqa: TC001 - msgspec has to know it
from engine.match import PieceId, Team  # noqa: TC001 - msgspec has to know it


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A disc on the table."""

    team: Team
    number: int | None
    """None if it could not be read nor concluded."""
    x_mm: float
    y_mm: float
    space: Space | None
    """None off the field."""
    confidence: float
    """That team, number and space are all right."""
    other_space: Space | None = None
    """The second nearest space, where the disc lies near a border."""
    number_scores: tuple[float, ...] = ()
    """Probability of each number 1-15 by its printed face alone; empty if the face was not read."""

    @property
    def piece(self) -> PieceId:
        """``B7``, or ``B?`` without a number."""
        return f"{self.team}{self.number if self.number is not None else '?'}"


@dataclass(frozen=True, slots=True)
class SeenBall:
    """The ball, in any of its forms."""

    x_mm: float
    y_mm: float
    space: Space | None
    on_piece: PieceId | None
    """The piece it lies under, on or beside; None if free."""
    confidence: float
    other_space: Space | None = None
    """The second nearest space, where a free ball lies near a border."""
    sd_mm: float = 0.0
    """Standard deviation of ``x_mm`` and ``y_mm``, per axis, the worse one; 0 if it was not worked out."""


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die at rest off the field, its top face."""

    team: Team | None
    """By its colour; None if it is neither team's."""
    value: int | None
    """None if the face could not be read."""
    x_mm: float
    y_mm: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Unsure:
    """Something the reader does not stand by, in a player's words."""

    what: str
    """``piece``, ``ball``, ``die``, ``board``; ``space``: it could not be seen, and whatever lies there was not;
    ``teams``: they cannot be told apart; ``pieces``: they are of another size than the board file says."""
    space: Space | None
    why: str
    at_mm: tuple[float, float] | None = None
    """Where it is, of a thing off the field; None if its space says it, or unknown."""


@dataclass(frozen=True, slots=True)
class PathPoint:
    """Where a rolling ball was at one moment."""

    t: float
    """Seconds, by the same clock as the look's."""
    x_mm: float
    y_mm: float
    sd_mm: float
    """Standard deviation per axis."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One settled look at the table."""

    t: float
    """Seconds since the source began, by the source's own clock."""
    frame: int
    """Number of the frame, from 0."""
    pieces: tuple[SeenPiece, ...] = ()
    ball: SeenBall | None = None
    dice: tuple[SeenDie, ...] = ()
    unsure: tuple[Unsure, ...] = ()
    hidden: frozenset[Space] = frozenset()
    """Spaces that could not be seen (a hand, glare, out of the picture): unknown, not empty."""
    occluded: bool = False
    """A hand or another object covers part of the table."""
    path: tuple[PathPoint, ...] = ()
    """How the ball last rolled, from where it lay to where it lies, in order; empty if that was not seen."""

    @property
    def carrier(self) -> SeenPiece | None:
        """The disc that the ball lies under, on or beside: of several read as the same piece the nearest to it."""
        ball = self.ball
        if ball is None or ball.on_piece is None:
            return None
        called_so = [disc for disc in self.pieces if disc.piece == ball.on_piece]
        return min(called_so, key=lambda d: math.dist((d.x_mm, d.y_mm), (ball.x_mm, ball.y_mm)), default=None)
