"""Which of the things with a team's colour are pieces: by how fully they show it, and by their outline.

What glare, a hand or the ball hides says nothing, neither for a piece nor against it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.match import TEAMS
from vision.discs import coarse_discs, cut, locate_discs
from vision.evidence import ramp
from vision.rims import Covered, rims_of
from vision.silhouettes import where_above
from vision.teams import team_maps

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from engine.match import Team
    from vision.discs import Candidate, LocatedDisc, TeamMaps
    from vision.evidence import FloatMap
    from vision.sight import TableSight

_TRACE = 0.2
"""Less likely than that by its colour or by its outline, a blob is nothing that needs a word."""
_STRIKING = 0.6
"""So likely by its colour, a blob is named even if its outline is no piece's."""
_DOUBTFUL = 0.5
"""What is less likely a piece than that may hide one of the other team."""
_LEAST_SEEN = 0.3
"""Share of an outline that has to show; less of it says less."""
_UNSEEN = 0.6
"""Probability of a piece by an outline that does not show, in glare: what has a team's colour there mostly is one."""
_LEAST_TOLD = 0.05
"""No outline says more against a piece than one in twenty: gloss or a lamp's edge spoils those of pieces too."""
_FRINGE_MM = 3.0
"""Round burnt-out places colours are pale, and a hand's edge is no sharp line."""
_THIN_MM = 2.0
"""An opening this wide leaves of orange only what is as thick as a ball."""
_LEAST_ORANGE = 0.6
"""What is left of it shows from here on that it is the ball's."""
_BALL_ITSELF = 0.5
"""So fully of the ball's colour, a pixel is the ball's: what it lies on does not show."""
_EDGE_MM = 1.0
"""The edge of what lies on a piece is blurred."""
_RING_OFF_MM = 1.5
"""A piece and the flat ball under it that look like one are found this far beside their place."""
_RINGED = 0.5
"""Share of the flat ball's rim that has to be orange."""
_BARE = 0.25
"""How orange the middle of a red piece is at most."""
SAME_PLACE = 0.75
"""In diameters: of two things that are nearer to each other one at most is a piece."""


def likely_discs(sight: TableSight) -> list[LocatedDisc]:
    """Discs, and what looks enough like one to be named as a doubt, with their outlines; strongest first."""
    ball = _ball_itself(sight)
    free = np.asarray(1.0 - np.maximum(ball, sight.cover.foreign), np.float32)
    maps = team_maps(sight.standing, sight.teams, free)
    hidden = _hidden(sight)
    search = _Search(sight, maps, Covered(hidden, hidden | (ball > _BALL_ITSELF)))
    candidates = coarse_discs(
        sight.view, {team: each.colour for team, each in maps.items()}, sight.disc, sight.camera_mm
    )
    discs = search.on_rings(search.judged(candidates), candidates)
    return search.with_rivals(discs, candidates)


def looks_real(disc: LocatedDisc, sight: TableSight) -> float:
    """Probability that a blob is a piece, by colour and outline."""
    return _by_colour(disc, sight) * by_outline(disc)


def by_outline(disc: LocatedDisc) -> float:
    """The step at a piece's outline is 0.7 to 1, in bad light 0.4; most pens, cards and counters have below 0.2."""
    if disc.rim is None:
        return 0.5
    told = min(1.0, disc.rim.seen / _LEAST_SEEN)
    return _UNSEEN + told * (max(_LEAST_TOLD, logistic(14.0 * (disc.rim.step - 0.4))) - _UNSEEN)


def logistic(score: float) -> float:
    """Probability of a score in units of log odds."""
    return float(1.0 / (1.0 + np.exp(-score)))


@dataclass(frozen=True, eq=False)
class _Search:
    """What candidates are located and judged in."""

    sight: TableSight
    maps: Mapping[Team, TeamMaps]
    covered: Covered

    def judged(self, candidates: Sequence[Candidate], beside: Sequence[LocatedDisc] = ()) -> list[LocatedDisc]:
        """Those of the candidates that deserve a word; ``beside`` are pieces that stand there anyway."""
        sight = self.sight
        located = locate_discs(
            sight.view, self.maps, sight.disc, sight.camera_mm, candidates, unseen=self.covered.faces
        )
        coloured = [disc for disc in located if _by_colour(disc, sight) > _TRACE]
        rims = rims_of(sight.view, self.maps, (*coloured, *beside), sight.disc, self.covered)
        discs = [replace(disc, rim=rim) for disc, rim in zip(coloured, rims, strict=False)]
        # What has a team's colour and no piece's outline is named as a doubt: it may hide one.
        return [disc for disc in discs if by_outline(disc) > _TRACE or _by_colour(disc, sight) > _STRIKING]

    def on_rings(self, discs: list[LocatedDisc], candidates: Sequence[Candidate]) -> list[LocatedDisc]:
        """A red piece on an orange flat ball looks like one larger piece: once more, with the orange left out."""
        kept = [disc for disc in discs if looks_real(disc, self.sight) >= _DOUBTFUL]
        ringed = [each for each in candidates if not self._meets(each.place_mm, kept) and self._ringed(each.place_mm)]
        if not ringed:
            return discs
        orange = np.asarray(self.sight.warm > _BALL_ITSELF)
        free = np.asarray(1.0 - (orange | self.sight.cover.foreign), np.float32)
        faces = self.covered.faces | orange
        apart = replace(
            self,
            maps=team_maps(self.sight.standing, self.sight.teams, free),
            covered=Covered(self.covered.everywhere | orange, faces),
        )
        better = [disc for disc in apart.judged(ringed, kept) if looks_real(disc, self.sight) >= _DOUBTFUL]
        return [*better, *(disc for disc in discs if not self._meets(disc.seen_mm, better))]

    def _ringed(self, place_mm: NDArray[np.float64]) -> bool:
        """Whether there is orange all round a piece's outline and none in its middle."""
        sight, ball = self.sight, self.sight.board.file.ball
        if sight.teams.warm or "ring" not in ball.carried:
            return False
        px_per_mm, radius_mm = sight.view.px_per_mm, sight.disc.diameter_mm / 2
        half = round((ball.ring_diameter_mm / 2 + _RING_OFF_MM) * px_per_mm)
        warm = cut(sight.warm, np.round(sight.view.to_px(place_mm)[0]).astype(int), half)
        away_mm = np.hypot(*np.mgrid[-half : half + 1, -half : half + 1]) / px_per_mm
        rim, middle = warm[away_mm > radius_mm - _RING_OFF_MM], warm[away_mm < radius_mm - 2 * _RING_OFF_MM]
        ring_mm2 = np.pi * (ball.ring_diameter_mm**2 / 4 - radius_mm**2)
        return bool(rim.sum() > _RINGED * ring_mm2 * px_per_mm**2 and middle.mean() < _BARE)

    def with_rivals(self, discs: list[LocatedDisc], candidates: Sequence[Candidate]) -> list[LocatedDisc]:
        """Where one team's colour makes no piece, the other's may: a red ball lies on a blue piece."""
        kept = [disc for disc in discs if looks_real(disc, self.sight) >= _DOUBTFUL]
        doubtful = [disc for disc in discs if not any(disc is each for each in kept)]
        rivals = [
            rival
            for rival in candidates
            if self._meets(rival.place_mm, [disc for disc in doubtful if disc.team != rival.team])
            and not self._meets(rival.place_mm, kept)
        ]
        if not rivals:
            return discs
        better = [
            disc
            for team in TEAMS
            for disc in self._under(team).judged([rival for rival in rivals if rival.team == team], kept)
            if looks_real(disc, self.sight) >= _DOUBTFUL
        ]
        return [*kept, *better, *(disc for disc in doubtful if not self._meets(disc.seen_mm, better))]

    def _under(self, team: Team) -> _Search:
        """The same for one team's pieces, on which lies what has the other team's colour."""
        other = self.maps["R" if team == "B" else "B"].body > _BALL_ITSELF
        side = 2 * round(_EDGE_MM * self.sight.view.px_per_mm) + 1
        other = cv2.dilate(other.astype(np.uint8), np.ones((side, side), np.uint8)) > 0
        return replace(self, covered=Covered(self.covered.everywhere, self.covered.faces | other))

    def _meets(self, place_mm: NDArray[np.float64], discs: Sequence[LocatedDisc]) -> bool:
        reach = SAME_PLACE * self.sight.disc.diameter_mm
        return any(np.hypot(*(disc.seen_mm - place_mm)) < reach for disc in discs)


def _ball_itself(sight: TableSight) -> FloatMap:
    """(height, width) 0..1: how fully a pixel has the ball's colour, if no team has it.

    A red disc's own edge is a little orange where it blurs into the green; what is left of the colour after an opening
    is the ball.
    """
    if sight.teams.warm:
        return np.zeros_like(sight.warm)
    side, found = round(_THIN_MM * sight.view.px_per_mm), np.zeros_like(sight.warm)
    # What is left is nowhere more than there was.
    part = where_above(sight.warm, _LEAST_ORANGE, 2 * side)
    if part is not None:
        orange = cv2.morphologyEx(sight.warm[part], cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
        found[part] = ramp(np.asarray(orange, np.float32), _LEAST_ORANGE, 1.0 - _LEAST_ORANGE)
    return found


def _hidden(sight: TableSight) -> NDArray[np.bool_]:
    """(height, width): True on hands and the like, in glare, and on the fringe of both."""
    hidden = sight.cover.foreign | sight.cover.burnt
    if not hidden.any():
        return sight.standing.glare
    side = 2 * round(_FRINGE_MM * sight.view.px_per_mm) + 1
    fringed = cv2.dilate(hidden.astype(np.uint8), np.ones((side, side), np.uint8)) > 0
    return np.asarray(fringed | sight.standing.glare, np.bool_)


def _by_colour(disc: LocatedDisc, sight: TableSight) -> float:
    """Clean discs respond with 0.7 to 1, glossy ones with 0.45."""
    return logistic(22.0 * (disc.strength - 0.34)) * (1.0 - _orange_share(disc, sight))


def _orange_share(disc: LocatedDisc, sight: TableSight) -> float:
    """0..1: how far a blob is orange all over, which the flat ball is; a small ball on a disc covers a third of it."""
    if sight.teams.warm:
        return 0.0
    half = round(0.25 * sight.disc.diameter_mm * sight.view.px_per_mm) * 2
    middle = np.round(sight.view.to_px(disc.seen_mm)[0]).astype(int)
    share = cv2.mean(cut(sight.warm, middle, half)[half // 2 : -half // 2])[0]
    return min(1.0, max(0.0, (share - 0.55) / 0.2))
