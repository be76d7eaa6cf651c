"""Whose die it is, by the colour of its body."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.match import TEAMS
from vision.colour_space import Colour, scatter_units
from vision.dice.windows import FINE_WINDOW_PX, WINDOW_MM
from vision.illumination import LINEAR
from vision.teams import KIT_COLOURS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.match import Team
    from vision.sight import TableSight

_BODY_MM = 9.0
"""Side of the square, inside any upper face, whose median is the body's colour: pips cover less than half of it."""
_TINGED = 0.75
"""The square's median has at most this share of the lightness of its lightest third where that is pips on black: on
drawn black dice with red or blue pips 0.5, on red ones with black pips 0.9."""
_DARK = 0.04
"""As in ``vision.evidence``: below this sum of channels, colour is noise."""
_COLOURED = 1.6
"""Units of scatter from grey: below, a die or a team is white, grey or black."""
_CLEARLY_COLOURED = 2.4
"""The same of a die whose edges are stronger than any shadow's on paper: a lamp's tint left on a white one is less."""
_SAME_HUE_DEG = 28.0
"""Dice are seldom moulded in quite the pieces' colour."""
_KIT_HUE_DEG, _NEAR_HUE_DEG, _FAR_HUE_DEG = 25.0, 45.0, 100.0
"""A die so near to the colour of the kit's is also a team's whose colour is so near, and the other's so far: gloss on
pieces and dice shifts both."""
_PURER_OR_PALER = 0.3
"""A die has at least this share of its team's distance from grey."""
_SAME_LIGHTNESS = 2.5
"""Units of scatter: of a team without colour."""

_OUTSHINES = 1.15
"""Lightness of an upper face, paper being 1, that is a lamp's reflection and no colour of its own."""
_SIDE_MM = (6.5, 12.5), (-6.0, 6.0)
"""Where the side towards the camera shows, down and right of the upper face's middle; of it the most coloured third is
looked at: rims of the upper face, pips and shadows are paler."""
_SIDES_PURER, _SIDES_DARKER = 1.5, 0.6
"""How much more coloured a mirroring die's sides are, units of scatter, and which share of its lightness they have at
most. Of 14 pale dice one has this beside another die, none that outshines paper."""


def team_of(
    window: NDArray[np.uint8], place_mm: NDArray[np.float64], sight: TableSight, *, kit: bool = False
) -> Team | None:
    """The team whose colour a die has that stands in the middle of a window (see ``windows``); None if neither's.

    ``kit``: it looks like one of the kit's.
    """
    colour = _body(window, sight.lamp_at(place_mm))
    unlike = {team: _unlike(colour, sight.teams.of(team)) for team in TEAMS}
    best, other = sorted(TEAMS, key=lambda team: unlike[team])
    if unlike[best] < 1.0:
        return best
    known = KIT_COLOURS[best], sight.teams.of(best), sight.teams.of(other)
    if not kit or min(each.chroma for each in (colour, *known)) < _COLOURED:
        return None
    moulded, ours, theirs = (_hues_apart_deg(colour, each) for each in known)
    return best if moulded < _KIT_HUE_DEG and ours < _NEAR_HUE_DEG and theirs > _FAR_HUE_DEG else None


def team_of_mirroring(window: NDArray[np.uint8], place_mm: NDArray[np.float64], sight: TableSight) -> Team | None:
    """The team in whose colour are the sides of a die whose upper face mirrors a lamp all over; None of other dice."""
    gain = sight.lamp_at(place_mm)
    upper, side = _body(window, gain), _side(window, gain)
    purer = side.chroma > max(_COLOURED, upper.chroma) + _SIDES_PURER
    if upper.lightness < _OUTSHINES or not purer or side.lightness > _SIDES_DARKER * upper.lightness:
        return None
    unlike = {team: _unlike(side, sight.teams.of(team)) for team in TEAMS}
    best = min(TEAMS, key=lambda team: unlike[team])
    return best if unlike[best] < 1.0 else None


def is_coloured(window: NDArray[np.uint8], place_mm: NDArray[np.float64], sight: TableSight) -> bool:
    """Whether the body of a die in the middle of a window is clearly neither white, grey nor black."""
    return _body(window, sight.lamp_at(place_mm)).chroma >= _CLEARLY_COLOURED


def has_colour(team: Team, sight: TableSight) -> bool:
    """Whether a team is neither white, grey nor black."""
    return sight.teams.of(team).chroma >= _COLOURED


def _side(window: NDArray[np.uint8], gain: NDArray[np.float32]) -> Colour:
    """Of the side that the camera sees, as ``_body``."""
    rows, columns = (
        slice(*(FINE_WINDOW_PX // 2 + round(edge / WINDOW_MM * FINE_WINDOW_PX) for edge in edges)) for edges in _SIDE_MM
    )
    light = LINEAR[window[rows, columns]].reshape(-1, 3) * gain
    purity = np.ptp(light, axis=1) / (light.sum(axis=1) + _DARK)
    return _colour(np.median(light[purity >= np.quantile(purity, 2 / 3)], axis=0))


def _body(window: NDArray[np.uint8], gain: NDArray[np.float32]) -> Colour:
    """In the measures of ``vision.evidence``, the lamp's colour taken out by a gain (3,).

    Pips tinge what is black beside them: of a black die it is the colour of what is darkest.
    """
    half = round(_BODY_MM / 2 / WINDOW_MM * FINE_WINDOW_PX)
    middle = slice(FINE_WINDOW_PX // 2 - half, FINE_WINDOW_PX // 2 + half)
    light = LINEAR[window[middle, middle]].reshape(-1, 3) * gain
    usual = _colour(np.median(light, axis=0))
    if usual.chroma < _COLOURED:
        return usual
    total = light.sum(axis=1)
    low, high = np.quantile(total, (1 / 3, 2 / 3))
    darkest, lightest = (_colour(np.median(light[third], axis=0)) for third in (total <= low, total >= high))
    tinged = darkest.chroma < _COLOURED and usual.lightness < _TINGED * lightest.lightness
    return darkest if tinged else usual


def _colour(light: NDArray[np.floating]) -> Colour:
    """Of linear BGR light (3,)."""
    blue, green, red = (float(each) for each in light)
    total = blue + green + red
    lead_blue, lead_red = ((1.5 * each - 0.5 * total) / (total + _DARK) for each in (blue, red))
    return Colour(lead_blue, lead_red, float(np.sqrt(total / 3.0)))


def _unlike(colour: Colour, team: Colour) -> float:
    """0 where a colour is a team's, from 1 on not."""
    if team.chroma < _COLOURED:
        shade = abs(float(scatter_units(colour)[2] - scatter_units(team)[2])) / _SAME_LIGHTNESS
        return max(shade, colour.chroma / (1.5 * _COLOURED))
    if colour.chroma < max(_COLOURED, _PURER_OR_PALER * team.chroma):
        return float("inf")
    return _hues_apart_deg(colour, team) / _SAME_HUE_DEG


def _hues_apart_deg(one: Colour, other: Colour) -> float:
    """Of colours that are not grey."""
    cosine = float(scatter_units(one)[:2] @ scatter_units(other)[:2]) / (one.chroma * other.chroma)
    return float(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))
