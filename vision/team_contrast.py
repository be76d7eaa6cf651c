"""How well the two teams' colours are told apart by this camera in this light."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from calibration.findings import Finding, graded
from engine.match import TEAMS
from vision.sight import look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.match import Team
    from engine.observation import SeenPiece
    from vision.rectify import Image
    from vision.sight import TableSight

GOOD_GAP, LEAST_GAP = 0.6, 0.4
"""Gap between the teams (see TeamContrast), in the measure of vision.evidence: greys are 0 apart, vivid colours 1 to 2.

On drawn tables whose colours were washed out step by step, discs began to be overlooked between 0.45 and 0.32."""
LEAST_DISCS = 2
"""Of each team; one alone may be a die or a sleeve."""
_RIM_SHARES = (0.61, 0.83)
"""Shares of a disc's radius between numeral and edge: paint without ink."""
_TAIL = 10.0
"""Percentile of each team's discs that has to lie apart: one disc in glare is no fault of the colours."""


@dataclass(frozen=True)
class TeamContrast:
    """Two colours as this picture has them."""

    discs: dict[Team, int]
    """How many discs of each team were measured."""
    gap: float
    """Between the least blue of the blue discs and the most blue of the red ones: below 0 they overlap."""


def team_contrast(image: Image, pose: BoardPose, board: Board, pieces: Sequence[SeenPiece]) -> TeamContrast | None:
    """Measure the rims of pieces that were read on the table; None with fewer than two discs of either team."""
    sight = look(image, pose, board)
    leads = {team: [_lead(sight, piece) for piece in pieces if piece.team == team] for team in TEAMS}
    counts = {team: len(values) for team, values in leads.items()}
    if min(counts.values()) < LEAST_DISCS:
        return None
    gap = float(np.percentile(leads["B"], _TAIL) - np.percentile(leads["R"], 100 - _TAIL))
    return TeamContrast(counts, gap)


def contrast_findings(contrast: TeamContrast | None) -> list[Finding]:
    """What is wrong with the teams' colours; nothing if they were not measured."""
    if contrast is None or not (grade := graded(contrast.gap, GOOD_GAP, LEAST_GAP)):
        return []
    return [
        Finding(
            "teams", grade[0], contrast.gap, grade[1], "",
            "the two teams' colours are hard to tell apart in this light",
            "use a white lamp, or pieces in stronger colours",
        )
    ]  # fmt: skip


def _lead(sight: TableSight, piece: SeenPiece) -> float:
    """How much more blue than red a disc's rim is, median over the rim."""
    view, radius = sight.view, sight.disc.diameter_mm / 2
    angles = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    circle = np.column_stack((np.cos(angles), np.sin(angles)))
    rings = np.vstack([share * radius * circle for share in np.linspace(*_RIM_SHARES, 3)])
    rows, columns = view.inside.shape
    x, y = np.round(view.to_px(np.array((piece.x_mm, piece.y_mm)) + rings)).astype(int).T
    there = (x >= 0) & (x < columns) & (y >= 0) & (y < rows)
    lead = sight.evidence.blue - sight.evidence.red
    return float(np.median(lead[y[there], x[there]])) if there.any() else 0.0
