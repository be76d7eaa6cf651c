"""What the light on a board measures, as plain numbers; ``check`` says which of them are bad."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from calibration.board_pose import as_grey
from calibration.light.glare import glare_spaces
from calibration.light.samples import grey_levels, linear, sample_board
from calibration.reasons import blur_px

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.board_pose import Image
    from calibration.light.samples import BoardSamples, Levels
    from calibration.pose import BoardPose, FloatArray
    from engine.board import Board
    from engine.grid import Space

NEIGHBOURHOOD_SPACES = 2.2
"""The ground's brightness is the median over this reach: pieces on it do not count then."""
BURNT_LEVEL = 250.0
"""From here on cameras keep no shades apart."""
_LEAST_PART_PX = 32


@dataclass(frozen=True)
class LightMeasures:
    """One picture's light on the board."""

    brightness: float
    """Grey level, 0 to 255, of the board's brightest print: white paper, where there is any."""
    darkest_at: Space | None
    """The space with the least light; None if no space is in the picture."""
    unevenness: float
    """How many times as much light falls on the brightest parts of the field as on the darkest (5 % left out)."""
    noise: float
    """Standard deviation within plain ground, grey levels."""
    line_contrast: float
    """By how many grey levels the printed lines differ from the ground, in the middle of all lines."""
    faint_share: float
    """Share of the lines that drown in the noise, 0 to 1."""
    blur_px: float
    """Width of the sharpest edges on the board, as the sigma of a Gaussian."""
    space_px: float
    """Width of a space in the middle of the field."""
    cast: float | None
    """How many times as much light the strongest of red, green and blue has as the weakest, on white paper; None
    without white paper."""
    cast_colour: str | None
    """``red``, ``green``, ``blue``: the strongest of them."""
    glare: tuple[Space, ...]
    """Spaces whose print a reflection hides."""
    seen_spaces: int
    """How many of the field's spaces are in the picture."""
    burnt_share: float
    """Share of the ground with a colour channel at its end, 0 to 1: its colour is lost, and so is a ball's on it."""

    @property
    def blur_spaces(self) -> float:
        """Blur in widths of a space."""
        return self.blur_px / max(self.space_px, 1e-6)


def measure_light(image: Image, pose: BoardPose, board: Board) -> LightMeasures:
    """Measure a picture (height, width, 3) BGR in which the board lies at ``pose``."""
    samples = sample_board(image, pose, board)
    grey_ground = grey_levels(samples.ground)
    noise = _noise(grey_ground)
    local = _local_light(samples, board.grid.width_mm)
    cast, colour = _cast(samples.paper)
    contrast = abs(float(np.median(samples.lines))) if len(samples.lines) else 0.0
    sign = np.sign(np.median(samples.lines)) if len(samples.lines) else 1.0
    middle = tuple(0.5 * side for side in board.grid.field_size_mm)
    return LightMeasures(
        brightness=_brightness(samples),
        darkest_at=samples.spaces[int(local.argmin())] if len(local) else None,
        unevenness=_ratio(local),
        noise=noise,
        line_contrast=contrast,
        faint_share=float((sign * samples.lines < noise).mean()) if len(samples.lines) else 1.0,
        blur_px=blur_px(_board_part(as_grey(image), pose, board)),
        space_px=pose.px_per_mm(middle[0], middle[1]) * board.grid.width_mm,
        cast=cast,
        cast_colour=colour,
        glare=glare_spaces(samples, board.grid),
        seen_spaces=len(samples.spaces),
        burnt_share=float((samples.ground.max(axis=2) >= BURNT_LEVEL).mean()) if len(samples.ground) else 0.0,
    )


def _brightness(samples: BoardSamples) -> float:
    ground = grey_levels(samples.ground).ravel()
    print_levels = np.concatenate((ground, samples.beside + samples.lines))
    bright = float(np.percentile(print_levels, 95)) if len(print_levels) else 0.0
    return max(bright, float(np.percentile(grey_levels(samples.paper), 75))) if len(samples.paper) else bright


def _noise(grey_ground: FloatArray) -> float:
    """Median over spaces: those with a piece or a mark in them are the fewer."""
    return float(np.median(grey_ground.std(axis=1))) if len(grey_ground) else 0.0


def _local_light(samples: BoardSamples, width_mm: float) -> FloatArray:
    """(S,) light on the ground round each space, 0 to 1."""
    own = linear(np.median(grey_levels(samples.ground), axis=1)) if len(samples.ground) else np.empty(0)
    away = np.linalg.norm(samples.centres_mm[:, None] - samples.centres_mm[None], axis=2)
    return np.array([np.median(own[row < NEIGHBOURHOOD_SPACES * width_mm]) for row in away])


def _ratio(local: FloatArray) -> float:
    if not len(local):
        return 1.0
    low, high = np.percentile(local, (5, 95))
    return float(high / max(low, 1e-4))


def _cast(paper: Levels) -> tuple[float | None, str | None]:
    if not len(paper):
        return None, None
    light = linear(np.median(paper, axis=0))
    return float(light.max() / max(light.min(), 1e-4)), ("blue", "green", "red")[int(light.argmax())]


def _board_part(grey: Image, pose: BoardPose, board: Board) -> NDArray[np.uint8]:
    """The part of the picture that the field's corners enclose, as an upright rectangle."""
    length, width = board.grid.field_size_mm
    corners = pose.project(((0, 0), (length, 0), (length, width), (0, width)))
    low = np.floor(corners.min(axis=0)).astype(int).clip(0)
    high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 1, grey.shape[::-1])
    part = grey[low[1] : high[1], low[0] : high[0]]
    return part if min(part.shape) >= _LEAST_PART_PX else grey
