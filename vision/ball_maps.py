"""Where in a view a ball's colour is seen, compared with the empty print and with the teams' discs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.match import TEAMS
from vision.colour_space import CHROMA_SD, Colour
from vision.evidence import ramp

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from engine.match import Team
    from vision.evidence import FloatMap
    from vision.ground import Standing
    from vision.rectify import RectifiedView
    from vision.teams import TeamColours

BALL_COLOURS: Mapping[str, Colour] = {
    "white": Colour(0.0, 0.0, 0.95),
    "orange": Colour(-0.46, 0.62, 0.62),
    "yellow": Colour(-0.42, 0.35, 0.75),
    "red": Colour(-0.35, 0.75, 0.4),
    "pink": Colour(-0.05, 0.4, 0.6),
    "blue": Colour(0.5, -0.35, 0.4),
    "green": Colour(-0.2, -0.25, 0.5),
    "black": Colour(0.0, 0.0, 0.15),
}
"""Balls in an ordinary light (see ``vision.colour_space``)."""
USUAL: Mapping[str, Colour] = {name: BALL_COLOURS[name] for name in ("white", "orange")}
"""What is looked for where nobody has said more."""

_SHOWN_FROM, _SHOWN_WITHIN = 0.3, 0.35
"""A pixel begins to show the ball's colour at this share of the way to it, and does so fully this much further on."""
_ASIDE = (2.5, 2.5)
"""Units of scatter off the way from ground to ball: up to the first it is the ball's, that much further not."""
_TOLD = (0.5, 0.6)
"""Units of scatter between ground and ball from which they begin to be told apart, and until they surely are."""
_BARE = (1.8, 1.5)
"""The same for print that clearly is of another colour, as no line is for a white ball."""
_DARKER = (0.03, 0.17)
"""How much darker than its paper a white ball's lower side and the shade beside it are."""
_PALE = 0.75
"""Lightness of print that a white ball is lost on."""


@dataclass(frozen=True, eq=False)
class BallMap:
    """Where one ball's colour is seen, (height, width) each."""

    colour: FloatMap
    """0..1: how much each pixel has the colour, compared with the print there and with the discs."""
    on_disc: Mapping[Team, FloatMap]
    """0..1: the same compared with what discs of each team look like."""
    told: FloatMap
    """0..1: whether the colour could be told from what is seen of the print there."""
    bare: FloatMap
    """0..1: whether the print there is of another colour; lines are not, for a ball of theirs."""


def ball_maps(
    standing: Standing, teams: TeamColours, colours: Mapping[str, Colour], where: NDArray[np.bool_]
) -> dict[str, BallMap]:
    """One map for each colour; ``where`` (height, width) is what a ball may lie on."""
    plain = np.asarray(standing.dull * where, np.float32)
    return {name: _map(standing, teams, colour, where, plain) for name, colour in colours.items()}


def _map(standing: Standing, teams: TeamColours, colour: Colour, where: NDArray[np.bool_], plain: FloatMap) -> BallMap:
    on_disc = {
        team: np.asarray(ramp(standing.step(teams.of(team), colour), 0.25, 0.5) * plain, np.float32) for team in TEAMS
    }
    share, aside, apart = _on_the_way(standing, colour)
    told = _ramp(apart, _TOLD)
    told *= where
    shown = 1.0 - _ramp(aside, _ASIDE)
    for each in (ramp(share, _SHOWN_FROM, _SHOWN_WITHIN), np.minimum(on_disc["B"], on_disc["R"]), plain, told):
        shown *= each
    bare = _ramp(apart, _BARE)
    bare *= where
    return BallMap(np.asarray(shown, np.float32), on_disc, told, bare)


def _on_the_way(standing: Standing, colour: Colour) -> tuple[FloatMap, FloatMap, FloatMap]:
    """Share of the way from each pixel's print to a colour, how far off it is and how long it is, in scatter."""
    length2, along = standing.way_to(colour)
    np.maximum(length2, np.float32(0.0), out=length2)  # rounding may leave it a little below
    share = np.maximum(length2, np.float32(1.0))
    np.divide(along, share, out=share)
    along *= share
    aside2 = np.subtract(standing.over2, along, out=along)
    np.maximum(aside2, np.float32(0.0), out=aside2)
    return share, np.sqrt(aside2, out=aside2), np.sqrt(length2, out=length2)


def shade_on_paper(standing: Standing, where: NDArray[np.bool_]) -> FloatMap:
    """(height, width) 0..1: how much darker than the pale print below a place is, without being of any colour."""
    darker = _ramp(-standing.over[2], _DARKER)
    blue, red, _ = standing.over
    chroma2 = blue * blue
    chroma2 += red * red
    chroma2 += blue * red
    plain = 1.0 - _ramp(np.sqrt(2 * chroma2) / np.float32(CHROMA_SD), _ASIDE)
    pale = (standing.measures[2] - standing.over[2]) > _PALE
    return np.asarray(darker * plain * pale * where, np.float32)


def _ramp(values: FloatMap, limits: tuple[float, float]) -> FloatMap:
    """0 up to the first limit, 1 from that much beyond it."""
    return ramp(values, *limits)


def in_outline(view: RectifiedView, corners_mm: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(height, width): what of a view lies inside a convex outline (N, 2) on its plane, and in the picture."""
    canvas = np.zeros(view.inside.shape, np.uint8)
    cv2.fillConvexPoly(canvas, np.round(view.to_px(corners_mm)).astype(np.int32), 1)
    return (canvas > 0) & view.inside
