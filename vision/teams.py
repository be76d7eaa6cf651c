"""What blue and red look like in this picture: levels that start as priors and follow the discs that were found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.match import TEAMS, Team
from vision.discs import TeamMaps, body_evidence, coarse_discs, cut, disc_evidence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from vision.evidence import Evidence, FloatMap
    from vision.rectify import RectifiedView
    from vision.silhouettes import DiscShape

PRIOR_LEVELS: Mapping[Team, float] = {"B": 0.2, "R": 0.35}
"""Measure (see Evidence) of a disc's rim before anything is known of the picture: pale cameras, some gloss."""

_LEAST_LEVEL, _MOST_LEVEL = 0.07, 0.8
_RIM_SHARES = (0.61, 0.83)
"""Shares of a disc's radius between the numeral and the chamfer: paint without ink."""
_ROUGH_PX_PER_MM = 0.5
"""The colour of a rim is wanted, not its exact place."""
_CLEARLY = 0.45
"""Filter response of what is clearly a disc."""


@dataclass(frozen=True)
class TeamLevel:
    """One team's colour in one picture."""

    disc: float
    """Measure of a typical disc's rim."""
    ground: float
    """The same measure of the field."""


def learn_levels(
    view: RectifiedView,
    evidence: Evidence,
    ground: Mapping[Team, float],
    shape: DiscShape,
    camera_mm: NDArray[np.float64],
) -> dict[Team, TeamLevel]:
    """Look once with the prior levels and take the median rim of what is clearly a disc; few leave the prior."""
    colours = {team: disc_evidence(evidence, team, PRIOR_LEVELS[team]) for team in TEAMS}
    coarse = coarse_discs(view, colours, shape, camera_mm, _ROUGH_PX_PER_MM)
    rim_mm = _RIM_SHARES[0] * shape.diameter_mm / 2, _RIM_SHARES[1] * shape.diameter_mm / 2
    levels = {}
    for team in TEAMS:
        clear = [place_mm for strength, of, place_mm in coarse if of == team and strength > _CLEARLY]
        levels[team] = _level(team, [_rim(view, evidence, team, place_mm, rim_mm) for place_mm in clear], ground[team])
    return levels


def team_maps(evidence: Evidence, levels: Mapping[Team, TeamLevel], share: FloatMap) -> dict[Team, TeamMaps]:
    """The maps that discs are found and measured in.

    ``share`` (height, width), 0..1: how far each pixel may belong to a disc at all.
    """
    own = share.astype(np.float32)
    return {
        team: TeamMaps(
            colour=disc_evidence(evidence, team, level.disc) * own,
            body=body_evidence(evidence, team, level.disc, level.ground) * own,
        )
        for team, level in levels.items()
    }


def _level(team: Team, rims: list[float], ground: float) -> TeamLevel:
    prior = PRIOR_LEVELS[team]
    # The prior counts as two discs, so that a red sleeve alone does not teach what red is.
    level = float(np.median([*rims, prior, prior])) if rims else prior
    return TeamLevel(min(max(level, _LEAST_LEVEL), _MOST_LEVEL), ground)


def _rim(
    view: RectifiedView, evidence: Evidence, team: Team, place_mm: NDArray[np.float64], rim_mm: tuple[float, float]
) -> float:
    """Median measure of a disc between two radii."""
    half = int(rim_mm[1] * view.px_per_mm) + 1
    middle = np.round(view.to_px(place_mm)[0]).astype(int)
    patch = cut(evidence.of(team), middle, half)
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    radius_mm = np.hypot(x, y) / view.px_per_mm
    return float(np.median(patch[(radius_mm > rim_mm[0]) & (radius_mm < rim_mm[1])]))
