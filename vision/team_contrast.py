"""How well the two teams' colours are told apart, from each other and from the board, by this camera in this light."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from calibration.findings import Finding, graded
from calibration.sentences import find
from engine.match import TEAMS
from vision.colour_space import Colour, scatter_units
from vision.teams import colour_of_disc

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.match import Team
    from engine.observation import SeenPiece
    from vision.evidence import FloatMap
    from vision.sight import TableSight

GOOD_APART, LEAST_APART = 5.0, 3.5
"""Units of scatter (see ``vision.colour_space``) between the teams; the kit's blue and red are 12 to 18 apart."""
GOOD_OFF_BOARD, LEAST_OFF_BOARD = 3.2, 2.2
"""The same between a team and the print under its discs.

On drawn tables whose colours were washed out step by step, all discs were read at 4.3 and 2.7, none at 3.1 and 1.8."""
LEAST_DISCS = 2
"""Of each team; one alone may be a die or a sleeve."""
_TAIL = 10.0
"""Percentile of the discs that has to lie apart: one disc in glare is no fault of the colours."""


@dataclass(frozen=True)
class TeamContrast:
    """Two colours as this picture has them; distances in units of scatter (see ``vision.colour_space``)."""

    discs: dict[Team, int]
    """How many discs of each team were measured."""
    gap: float
    """How far apart the teams are, along the line between them; below 0 they overlap."""
    from_board: float
    """How far the nearer team is from the print under its discs."""


def team_contrast(sight: TableSight, pieces: Sequence[SeenPiece]) -> TeamContrast | None:
    """Measure the rims of pieces that were read in a picture; None with fewer than two discs of either team."""
    members = {team: [piece for piece in pieces if piece.team == team] for team in TEAMS}
    counts = {team: len(group) for team, group in members.items()}
    if min(counts.values()) < LEAST_DISCS:
        return None
    standing = sight.standing
    rims, over = (
        {team: scatter_units([_rim(sight, measures, piece) for piece in group]) for team, group in members.items()}
        for measures in (standing.measures, standing.over)
    )
    from_board = min(float(np.median(np.linalg.norm(over[team], axis=1))) for team in TEAMS)
    return TeamContrast(counts, _gap(rims["B"], rims["R"]), from_board)


def contrast_findings(contrast: TeamContrast | None) -> list[Finding]:
    """What is wrong with the teams' colours; nothing if they were not measured."""
    if contrast is None:
        return []
    found = []
    if grade := graded(contrast.gap, GOOD_APART, LEAST_APART):
        found.append(
            Finding(
                "teams", grade[0], contrast.gap, grade[1], "",
                find("teams.alike"), find("teams.alike.cure"),
            )
        )  # fmt: skip
    return [*found, *like_board_findings(contrast)]


def like_board_findings(contrast: TeamContrast | None) -> list[Finding]:
    """That a team has nearly the print's colour, if it has: pieces of it may be missed, and nothing else would tell."""
    grade = graded(contrast.from_board, GOOD_OFF_BOARD, LEAST_OFF_BOARD) if contrast is not None else None
    if contrast is None or grade is None:
        return []
    return [
        Finding(
            "teams", grade[0], contrast.from_board, grade[1], "",
            find("teams.board"), find("teams.board.cure"),
        )
    ]  # fmt: skip


def _gap(ones: NDArray[np.float64], others: NDArray[np.float64]) -> float:
    """Between the outermost discs of two groups (N, 3) along the line between their middles."""
    way = np.median(ones, axis=0) - np.median(others, axis=0)
    along = way / max(float(np.linalg.norm(way)), 1e-9)
    return float(np.percentile(ones @ along, _TAIL) - np.percentile(others @ along, 100 - _TAIL))


def _rim(sight: TableSight, measures: tuple[FloatMap, FloatMap, FloatMap], piece: SeenPiece) -> Colour:
    return colour_of_disc(sight.view, measures, np.array((piece.x_mm, piece.y_mm)), sight.disc)
