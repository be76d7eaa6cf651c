"""Places off the field where something of a team's colour and of a die's size stands out from what is round it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.search import PX_PER_MM, off_field
from vision.illumination import balance

if TYPE_CHECKING:
    from engine.board import Board
    from engine.match import Team
    from vision.rectify import RectifiedView

FloatMap: TypeAlias = NDArray[np.float32]

_BODY_MM, _AROUND_MM = 10.0, 34.0
"""Sides of the squares whose colours are compared: inside a small die, and the die with what surrounds it."""
_DARK = 0.02
"""Light, of white paper, below which a webcam's colours mean little."""
_LEAST = 0.12
"""How much purer than its surroundings a die is, at least: under full glare 0.19, defocused in dim light 0.28."""
_APART_MM = 8.0
"""Between two places that are looked at."""


@dataclass(frozen=True)
class Candidate:
    """A place that may be a die."""

    team: Team
    x_mm: float
    y_mm: float
    contrast: float
    """By how much its colour is purer than what surrounds it, 0 to 1."""


@dataclass(frozen=True, eq=False)
class ColourMap:
    """How purely each team's colour is seen round the table."""

    view: RectifiedView
    contrast: dict[Team, FloatMap]
    """(height, width) of the view."""

    def strongest_at(self, place_mm: NDArray[np.float64]) -> tuple[Team, float]:
        """The team whose colour stands out most at a board point (2,), and by how much."""
        rows, columns = self.view.inside.shape
        x, y = np.round(self.view.to_px(place_mm)[0]).astype(int)
        row, column = int(np.clip(y, 0, rows - 1)), int(np.clip(x, 0, columns - 1))
        blue, red = (float(self.contrast[team][row, column]) for team in ("B", "R"))
        return ("B", blue) if blue >= red else ("R", red)


def colour_map(view: RectifiedView, board: Board) -> ColourMap:
    """What is searched (see ``search``), the lamps' colour taken out."""
    blue, green, red = balance(view, board).light
    pure = {
        "B": (blue - np.maximum(red, green)) / (blue + _DARK),
        "R": (red - np.maximum(blue, green)) / (red + _DARK),
    }
    return ColourMap(view, {"B": _standing_out(pure["B"]), "R": _standing_out(pure["R"])})


def _standing_out(purity: FloatMap) -> FloatMap:
    """How much purer the colour is in a die's square than in the band round it."""
    pure = np.clip(purity, 0.0, 1.0)
    body, around = (round(side * PX_PER_MM) for side in (_BODY_MM, _AROUND_MM))
    inside = cv2.blur(pure, (body, body))
    both = cv2.blur(pure, (around, around))
    share = body**2 / around**2
    return np.asarray((inside - both) / (1.0 - share), np.float32)


def candidates(colours: ColourMap, board: Board) -> tuple[Candidate, ...]:
    """The places that stand out most, best first."""
    searched = off_field(colours.view, board) & colours.view.inside
    reach = 2 * round(_APART_MM * PX_PER_MM) + 1
    found = []
    teams: tuple[Team, ...] = ("B", "R")
    for team in teams:
        contrast = colours.contrast[team]
        highest = cv2.dilate(contrast, np.ones((reach, reach), np.uint8))
        rows, columns = np.nonzero((contrast >= highest) & (contrast > _LEAST) & searched)
        places = colours.view.to_mm(np.column_stack((columns, rows)))
        found += [
            Candidate(team, float(x), float(y), float(value))
            for (x, y), value in zip(places, contrast[rows, columns], strict=True)
        ]
    return tuple(sorted(found, key=lambda candidate: -candidate.contrast))
