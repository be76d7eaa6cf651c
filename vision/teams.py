"""What the two teams' colours look like in this picture, and the maps that their discs are found in.

Any two colours will do. Without a word from anybody they are learnt from the picture: what stands on the print and has
a disc's shape falls into two groups by colour. The bluer group is B; of two that are as blue, the darker one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.match import TEAMS, Team
from vision.colour_space import Colour, scatter_units
from vision.discs import TeamMaps, coarse_discs
from vision.evidence import ramp

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from vision.evidence import FloatMap
    from vision.ground import Standing
    from vision.rectify import RectifiedView
    from vision.silhouettes import DiscShape

KIT_COLOURS: Mapping[Team, Colour] = {"B": Colour(0.3, -0.2, 0.35), "R": Colour(-0.2, 0.4, 0.45)}
"""The kit's blue and red under an ordinary lamp: for a team of which nothing is seen."""

RIM_SHARES = (0.61, 0.83)
"""Shares of a disc's radius between the numeral and the chamfer: paint without ink."""
_ROUGH_PX_PER_MM = 0.5
"""The colour of a rim is wanted, not its exact place."""
_CLEARLY = 0.45
"""Filter response of what clearly has a disc's shape."""
_SAME = 3.5
"""Units of scatter within which discs are of one team."""
_OTHER = 3.0
"""Units of scatter from which two groups are two teams."""
_HUE_LEAD = 0.15
"""Difference of blue less red from which a group is the bluer one."""
_COLOURLESS = 1.6
"""Units of scatter from grey: below, a team is white, grey or black."""
_WARM_TEAM = 0.5
_SHADE = 0.25
"""A shadow or a patch of light on the print changes its lightness by less."""
_TINTED = 0.25
"""A thing is of another colour than the print from this difference of its blue and red; shadows stay below 0.16."""
_FEWEST, _SURE_OF = 2, 3
"""Things that make a group; and a group that needs none of those that are only lighter or darker than the print."""
_CLEAR_TINT, _MANY = 0.5, 5
"""Where coloured things stand out by so much, fewer than so many that are only lighter or darker are shadows."""
_NEUTRAL = Colour(0.0, 0.0, 0.0)
_SHOWN_FROM, _SHOWN_WITHIN = 0.12, 0.45
"""A pixel begins to show a team's colour at this share of the way to it, and does so fully this much further on."""


@dataclass(frozen=True)
class TeamColours:
    """The colours of both teams' discs, as measured or as given."""

    blue: Colour
    red: Colour
    warm: bool = False
    """Whether a team is so orange or yellow that its discs have an orange ball's colour."""

    def of(self, team: Team) -> Colour:
        """A team's colour."""
        return self.blue if team == "B" else self.red

    @property
    def apart(self) -> float:
        """How well they are told apart, in units of scatter (see ``vision.colour_space``)."""
        return self.blue.apart_from(self.red)


@dataclass(frozen=True, eq=False)
class Seen:
    """A thing with a disc's shape."""

    place_mm: NDArray[np.float64]
    """(2,) on the plane of the tops."""
    strength: float
    colour: Colour
    """Of its rim."""
    warm: float
    """0..1: how far its rim is of an orange ball's colour."""
    tint: float = 1.0
    """How far its rim's colour is from the print's, without what a shadow or a patch of light does to lightness."""


def things_like_discs(
    view: RectifiedView,
    standing: Standing,
    free: FloatMap,
    warm: FloatMap,
    *,
    shape: DiscShape,
    camera_mm: NDArray[np.float64],
) -> list[Seen]:
    """Whatever differs from the print and has a disc's shape.

    Maps (height, width) 0..1: ``free`` is where to look, ``warm`` where an orange ball's colour is.
    """
    apart = np.asarray(standing.differs * free, np.float32)
    found = coarse_discs(view, {"B": apart}, shape, camera_mm, _ROUGH_PX_PER_MM)
    clear = [candidate for candidate in found if candidate.response > _CLEARLY]
    if not clear:
        return []
    places_mm = np.array([candidate.place_mm for candidate in clear])
    rims = _of_rims(view, (*standing.measures, warm, *standing.over), places_mm, shape)
    return [
        Seen(
            candidate.place_mm,
            candidate.response,
            Colour(*colour),
            warmth,
            math.hypot(blue, red, max(abs(lighter) - _SHADE, 0.0)),
        )
        for candidate, (*colour, warmth, blue, red, lighter) in zip(clear, rims.tolist(), strict=True)
    ]


def learn_colours(things: Sequence[Seen]) -> TeamColours:
    """Two groups of things alike, named; what has no group (a ball, glare, a sleeve) is left out.

    Where two groups are of other colours than the print, what is only darker or lighter than it is none: the edges of a
    patch of sun make things alike as well. With few pieces on the table, a shadow or two are no team either.
    """
    if not things:
        return TeamColours(KIT_COLOURS["B"], KIT_COLOURS["R"])
    tinted = [thing for thing in things if thing.tint >= _TINTED]
    for fewest in (_SURE_OF, _FEWEST):
        told = _two_teams(tinted, fewest)
        if isinstance(told, TeamColours):
            return told
    clear = bool(tinted) and float(np.median([thing.tint for thing in tinted])) >= _CLEAR_TINT
    counted = tinted if clear and len(things) - len(tinted) < _MANY else things
    told = _two_teams(counted, _FEWEST)
    return told if isinstance(told, TeamColours) else _lone(told)


def _two_teams(things: Sequence[Seen], fewest: int) -> TeamColours | Colour:
    """Both teams' colours, of at least so many things each; else the colour of the larger group."""
    if not things:
        return _NEUTRAL
    colours = np.array([thing.colour for thing in things])
    units = scatter_units(colours)
    apart = np.linalg.norm(units[:, None] - units[None], axis=-1)
    capped = np.minimum(apart, _SAME) ** 2
    # Every pair of things may be the middles of the groups: the pair that leaves least is. A reflection's fringe has
    # less of a disc's shape than a disc.
    left = np.minimum(capped[:, None], capped[None]) @ np.array([thing.strength for thing in things])
    first, second = (int(k) for k in np.unravel_index(int(np.argmin(left)), left.shape))
    nearer = np.where(apart[first] <= apart[second], 0, 1)
    within = np.minimum(apart[first], apart[second]) < _SAME
    groups = [colours[within & (nearer == k)] for k in (0, 1)]
    middles = [Colour(*(float(v) for v in np.median(group, axis=0))) for group in groups if len(group)]
    if len(middles) < 2 or min(len(group) for group in groups) < fewest or middles[0].apart_from(middles[1]) < _OTHER:
        return middles[int(np.argmax([len(group) for group in groups if len(group)]))]
    warm = np.array([thing.warm for thing in things])
    orange = max(float(np.median(warm[within & (nearer == k)])) for k in (0, 1)) > _WARM_TEAM
    return replace(_named(middles[0], middles[1]), warm=orange)


def _named(one: Colour, other: Colour) -> TeamColours:
    lead = (one.blue - one.red) - (other.blue - other.red)
    if abs(lead) >= _HUE_LEAD:
        return TeamColours(one, other) if lead > 0 else TeamColours(other, one)
    return TeamColours(one, other) if one.lightness <= other.lightness else TeamColours(other, one)


def _lone(colour: Colour) -> TeamColours:
    """One team alone on the table: it is the one that it resembles."""
    if colour.apart_from(KIT_COLOURS["B"]) <= colour.apart_from(KIT_COLOURS["R"]):
        return TeamColours(colour, KIT_COLOURS["R"])
    return TeamColours(KIT_COLOURS["B"], colour)


def team_maps(standing: Standing, colours: TeamColours, share: FloatMap) -> dict[Team, TeamMaps]:
    """The maps that discs are found and measured in.

    ``share`` (height, width), 0..1: how far each pixel may belong to a disc at all.
    """
    own, red = share.astype(np.float32), standing.step(colours.blue, colours.red)
    # What is done of the way from the one team's colour to the other's is left of the way back.
    off_rival = {"B": np.subtract(np.float32(1.0), red), "R": red}
    return {team: _maps(standing, colours.of(team), off_rival[team], own) for team in TEAMS}


def _maps(standing: Standing, team: Colour, off_rival: FloatMap, share: FloatMap) -> TeamMaps:
    least = np.minimum(standing.share_of(team), off_rival, out=off_rival)
    body = ramp(least, 0.35, 0.5)
    if team.chroma > _COLOURLESS:
        least = np.minimum(least, standing.step(_NEUTRAL, team, by_lightness=False), out=least)
    colour = ramp(least, _SHOWN_FROM, _SHOWN_WITHIN)
    colour *= share
    body *= share
    return TeamMaps(colour, body)


def colour_of_disc(
    view: RectifiedView,
    measures: tuple[FloatMap, FloatMap, FloatMap],
    place_mm: NDArray[np.float64],
    shape: DiscShape,
) -> Colour:
    """Median (blue, red, lightness) of a disc's paint: its face without numeral and chamfer."""
    return Colour(*_of_rims(view, measures, place_mm[None], shape)[0].tolist())


def _of_rims(
    view: RectifiedView, maps: Sequence[FloatMap], places_mm: NDArray[np.float64], shape: DiscShape
) -> NDArray[np.float64]:
    """(N, maps) median of each map (height, width) over the paint of discs at places (N, 2); 0 beyond the view."""
    inner_mm, outer_mm = (share * shape.diameter_mm / 2 for share in RIM_SHARES)
    half = int(outer_mm * view.px_per_mm) + 1
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    radius_mm = np.hypot(x, y) / view.px_per_mm
    rim = (radius_mm > inner_mm) & (radius_mm < outer_mm)
    middles = np.round(view.to_px(places_mm)).astype(int)
    columns, rows = (middles[:, axis, None] + offsets[rim] for axis, offsets in ((0, x), (1, y)))
    height, width = view.inside.shape
    there = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
    at = np.where(there, rows, 0), np.where(there, columns, 0)
    # The median: so short rows are sooner put in order than parted.
    ordered = np.sort([np.where(there, each[at], np.float32(0.0)) for each in maps], axis=2).T
    return np.asarray((ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2, np.float64)
