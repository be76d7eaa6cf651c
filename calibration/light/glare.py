"""Reflections of lamps on the board: where they hide the print.

A reflection adds white light to what the print gives back: the ground gets brighter and its lines stand out less from
it, in proportion. A sunbeam makes ground and lines brighter alike, and is no glare. So no colour of the print has to be
known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.spatial import cKDTree

from calibration.light.samples import linear

if TYPE_CHECKING:
    from calibration.light.samples import BoardSamples
    from calibration.pose import FloatArray
    from engine.grid import Grid, Space

BRIGHTER = 1.8
"""A space under glare gives back so many times the light that is usual on the field, in every colour."""
LEAST_MORE = 0.06
"""... and so much more of it, 1 = white: on dark print every disc is brighter than the ground."""
LOST_CONTRAST = 0.4
"""... and its lines keep at most this share of their usual contrast."""
LEAST_SPACES = 2
"""A white ball on a space of its own hides its lines as well."""
_AROUND_SPACES = 0.75
"""The lines round a space lie half a width from its centre."""


def glare_spaces(samples: BoardSamples, grid: Grid) -> tuple[Space, ...]:
    """Spaces whose print a reflection hides, at least ``LEAST_SPACES`` together; none where the lines are too faint."""
    if len(samples.spaces) < LEAST_SPACES or not len(samples.lines):
        return ()
    light, contrast = space_contrasts(samples, grid)
    usual = float(np.nanmedian(contrast))
    ground = float(np.median(light))
    hidden = (light > max(BRIGHTER * ground, ground + LEAST_MORE)) & (contrast < LOST_CONTRAST * usual)
    found = {space for space, lost in zip(samples.spaces, hidden, strict=True) if lost}
    return tuple(s for s in samples.spaces if s in found and len(found & set(grid.neighbours(s).values())) >= 1)


def space_contrasts(samples: BoardSamples, grid: Grid) -> tuple[FloatArray, FloatArray]:
    """The light (S,) that each space gives back in every colour, and the contrast (S,) of the lines round it.

    A reflection is white and covers a space wholly: its weakest channel counts, and of that the darker quarter of the
    space, so that a coloured disc with a white number is none. The contrast is a line's difference over its ground;
    NaN where fewer than two lines were seen.
    """
    light = linear(np.percentile(samples.ground.min(axis=2), 25, axis=1))
    beside = linear(samples.beside)
    raised = linear(samples.beside + samples.lines) - beside
    sign = np.sign(np.median(raised))
    near = cKDTree(samples.lines_mm).query_ball_point(samples.centres_mm, _AROUND_SPACES * grid.width_mm)
    contrast = [
        float(np.median(sign * raised[lines]) / max(np.median(beside[lines]), 1e-4)) if len(lines) >= 2 else np.nan
        for lines in near
    ]
    return light, np.array(contrast)
