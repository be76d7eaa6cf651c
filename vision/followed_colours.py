"""The teams' colours during a match: learnt from pieces that stand where the match has them, and followed slowly.

Lamps warm up, the sun moves on, cameras correct their white balance. A sudden change is not followed: when pieces are
no longer seen where they should be, what was learnt is forgotten, and the next pictures are read by their own colours.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.match import TEAMS
from vision.colour_space import Colour
from vision.sight import look
from vision.teams import TeamColours, colour_of_disc

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.grid import Space
    from engine.match import PieceId, Team
    from engine.observation import Observation, SeenPiece
    from vision.known_colours import KnownColours
    from vision.rectify import Image
    from vision.sight import TableSight

WAIT_S = 20.0
"""Between two looks at the colours: nothing that is followed is faster."""
LEAST_CONFIRMED = 4
"""Of each team, before its colour is believed."""
_SURE = 0.9
_STEP = 0.3
"""How far the colours go towards what is measured."""
_LOST_SHARE = 0.5
"""Of the expected pieces; with fewer confirmed the light has changed, or the table."""


@dataclass(frozen=True)
class FollowedColours:
    """What is known of the teams' colours after some readings; immutable."""

    teams: TeamColours | None = None
    """None: each picture is read by the colours that are learnt from it alone."""
    looked_t: float | None = None
    """Time in seconds of the last look at them, by the source's clock."""

    def after(
        self,
        seen: Observation,
        expected: Mapping[PieceId, Space] | None,
        picture: tuple[Image, BoardPose, Board],
        known: KnownColours,
    ) -> FollowedColours:
        """Take a reading of a settled picture into account; ``known`` is what it was read with."""
        if not expected or seen.occluded:
            return self
        confirmed = [piece for piece in seen.pieces if _confirmed(piece, expected)]
        if self.teams is not None and len(confirmed) < _LOST_SHARE * len(expected):
            return FollowedColours()
        counts = [sum(piece.team == team for piece in confirmed) for team in TEAMS]
        if min(counts) < LEAST_CONFIRMED or (self.looked_t is not None and seen.t - self.looked_t < WAIT_S):
            return self
        sight = look(*picture, known)
        measured = {team: _middle(sight, [piece for piece in confirmed if piece.team == team]) for team in TEAMS}
        return FollowedColours(_towards(self.teams, measured, sight.teams), seen.t)


def _confirmed(piece: SeenPiece, expected: Mapping[PieceId, Space]) -> bool:
    return piece.confidence >= _SURE and piece.space is not None and expected.get(piece.piece) == piece.space


def _middle(sight: TableSight, pieces: Sequence[SeenPiece]) -> Colour:
    """Median colour of the rims of pieces."""
    rims = [
        colour_of_disc(sight.view, sight.standing.measures, np.array((piece.x_mm, piece.y_mm)), sight.disc)
        for piece in pieces
    ]
    return Colour(*(float(value) for value in np.median(rims, axis=0)))


def _towards(before: TeamColours | None, measured: Mapping[Team, Colour], read_with: TeamColours) -> TeamColours:
    if before is None:
        return replace(read_with, blue=measured["B"], red=measured["R"])
    mixed = {
        team: Colour(*(old + _STEP * (new - old) for old, new in zip(before.of(team), measured[team], strict=True)))
        for team in TEAMS
    }
    return replace(before, blue=mixed["B"], red=mixed["R"])
