"""Whose die it is, by the colour of its body."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.match import TEAMS
from vision.colour_space import Colour, scatter_units
from vision.dice.windows import FINE_WINDOW_PX, WINDOW_MM
from vision.illumination import LINEAR

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.match import Team
    from vision.sight import TableSight

_BODY_MM = 9.0
"""Side of the square, inside any upper face, whose median is the body's colour: pips cover less than half of it."""
_DARK = 0.04
"""As in ``vision.evidence``: below this sum of channels, colour is noise."""
_COLOURED = 1.6
"""Units of scatter from grey: below, a die or a team is white, grey or black."""
_SAME_HUE_DEG = 28.0
"""Dice are seldom moulded in quite the pieces' colour."""
_PURER_OR_PALER = 0.3
"""A die has at least this share of its team's distance from grey."""
_SAME_LIGHTNESS = 2.5
"""Units of scatter: of a team without colour."""


def team_of(window: NDArray[np.uint8], place_mm: NDArray[np.float64], sight: TableSight) -> Team | None:
    """The team whose colour a die has that stands in the middle of a window (see ``windows``); None if neither's."""
    colour = _body(window, sight.lamp_at(place_mm))
    unlike = {team: _unlike(colour, sight.teams.of(team)) for team in TEAMS}
    best = min(TEAMS, key=lambda team: unlike[team])
    return best if unlike[best] < 1.0 else None


def _body(window: NDArray[np.uint8], gain: NDArray[np.float32]) -> Colour:
    """In the measures of ``vision.evidence``, the lamp's colour taken out by a gain (3,)."""
    half = round(_BODY_MM / 2 / WINDOW_MM * FINE_WINDOW_PX)
    middle = slice(FINE_WINDOW_PX // 2 - half, FINE_WINDOW_PX // 2 + half)
    blue, green, red = (float(c) for c in np.median(LINEAR[window[middle, middle]].reshape(-1, 3), axis=0) * gain)
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
    ours, theirs = scatter_units(colour)[:2], scatter_units(team)[:2]
    cosine = float(ours @ theirs) / (colour.chroma * team.chroma)
    return float(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0)))) / _SAME_HUE_DEG
