"""Places off the field where something of a team's colour and of a die's size stands out from what is round it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.changes import SURROUNDINGS_MM
from vision.illumination import balance
from vision.rectify import rectify

if TYPE_CHECKING:
    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.match import Team
    from vision.rectify import Image, RectifiedView

FloatMap: TypeAlias = NDArray[np.float32]

PX_PER_MM = 0.5
"""Of the view that is searched: a die is seven pixels wide in it."""
_HALF_HEIGHT_MM = 7.0
"""Seen on the plane through their middles, dice appear where they stand."""
_BODY_MM, _AROUND_MM = 10.0, 34.0
"""Sides of the squares whose colours are compared: inside a small die, and the die with what surrounds it."""
_DARK = 0.02
"""Light, of white paper, below which a webcam's colours mean little."""
_LEAST = 0.12
"""How much purer than its surroundings a die is, at least: under full glare 0.19, defocused in dim light 0.28."""
_APART_MM = 8.0
"""Between two places that are looked at."""
_MOST = 24
"""Places looked at: bounds the time on a table full of red and blue things."""


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


def colour_map(image: Image, pose: BoardPose, board: Board) -> ColourMap:
    """The sheet and its surroundings, the lamps' colour taken out."""
    sheet, (origin_x, origin_y) = board.file.sheet.size_mm, board.file.sheet.field_origin_mm
    west, north = -origin_x - SURROUNDINGS_MM, -origin_y - SURROUNDINGS_MM
    bounds = (west, north, west + sheet[0] + 2 * SURROUNDINGS_MM, north + sheet[1] + 2 * SURROUNDINGS_MM)
    length_mm, width_mm = board.grid.field_size_mm
    # The view is coarser than the picture: averaged first, so that no pixel's noise stands for its neighbours.
    side = max(1, round(pose.px_per_mm(length_mm / 2, width_mm / 2) / PX_PER_MM)) | 1
    view = rectify(np.asarray(cv2.blur(image, (side, side)), np.uint8), pose, bounds, PX_PER_MM, _HALF_HEIGHT_MM)
    blue, green, red = cv2.split(balance(view, board).light)
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
    searched = _off_field(colours.view, board) & colours.view.inside
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
    return tuple(sorted(found, key=lambda candidate: -candidate.contrast)[:_MOST])


def is_off_field(place_mm: NDArray[np.float64], board: Board) -> bool:
    """Whether a board point (2,) lies where dice count."""
    return not bool(_on_field(place_mm[:1], place_mm[1:], board)[0, 0])


def _off_field(view: RectifiedView, board: Board) -> NDArray[np.bool_]:
    rows, columns = view.inside.shape
    x = view.to_mm(np.column_stack((np.arange(columns), np.zeros(columns))))[:, 0]
    y = view.to_mm(np.column_stack((np.zeros(rows), np.arange(rows))))[:, 1]
    return ~_on_field(x, y, board)


def _on_field(x_mm: NDArray[np.float64], y_mm: NDArray[np.float64], board: Board) -> NDArray[np.bool_]:
    """(len(y), len(x)) for every pair of coordinates."""
    length_mm, width_mm = board.grid.field_size_mm
    across = (x_mm > 0) & (x_mm < length_mm)
    down = (y_mm > 0) & (y_mm < width_mm)
    return np.asarray(down[:, None] & across[None, :], np.bool_)
