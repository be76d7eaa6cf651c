"""Light that changes from picture to picture: lamps on the mains, and exposure that has not settled.

A lamp on the mains goes bright and dark a hundred times a second (120 in the Americas). A camera that exposes row after
row shows it as bands across the picture, or as pictures of different brightness.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from calibration.light.samples import grey_levels, linear, sample_board

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.board_pose import Image
    from calibration.pose import BoardPose, FloatArray
    from engine.board import Board

BINS = 12
"""The board's height in the picture is looked at in so many strips; bands of the mains are two to four strips wide."""
LEAST_PICTURES = 3
"""Fewer do not tell what is usual from what is not."""
STEADY_SHARE = 0.25
"""Light that changes this much less before and after one moment was switched then; what swings goes on swinging."""
_LEAST_LIGHT = 0.004
"""Ground this dark (1 = white) says nothing about percentages of light."""


@dataclass(frozen=True)
class Flicker:
    """How much the light changed between pictures of one still board."""

    swing: float
    """Brightest picture over the darkest, minus 1: 0.1 = 10 %."""
    bands: float
    """Largest difference between strips of one picture that the others do not have, as a share of the light."""


def measure_flicker(images: Sequence[Image], pose: BoardPose, board: Board) -> Flicker | None:
    """Compare pictures (height, width, 3) of a board that lies still at ``pose``; None for fewer than three.

    What covers a few spaces now and then (a hand) does not count: medians are compared. Nor does a lamp that is
    switched once: then the pictures before and those after it are looked at by themselves.
    """
    if len(images) < LEAST_PICTURES:
        return None
    samples = [sample_board(image, pose, board) for image in images]
    light = np.stack([linear(np.median(grey_levels(each.ground), axis=1)) for each in samples])
    rows = pose.project(samples[0].centres_mm)[:, 1]
    whole = _flicker_of(light, rows)
    if whole is None:
        return None
    return _beside_a_switch(light, rows, whole) or whole


def _beside_a_switch(light: FloatArray, rows: FloatArray, whole: Flicker) -> Flicker | None:
    """The flicker before and after a lamp was switched, or the exposure jumped, just once; None if neither did."""
    for first in range(LEAST_PICTURES, len(light) - LEAST_PICTURES + 1):
        before, after = _flicker_of(light[:first], rows), _flicker_of(light[first:], rows)
        if before is None or after is None:
            continue
        steady = Flicker(max(before.swing, after.swing), max(before.bands, after.bands))
        if max(steady.swing, steady.bands) < STEADY_SHARE * max(whole.swing, whole.bands):
            return steady
    return None


def _flicker_of(light: FloatArray, rows: FloatArray) -> Flicker | None:
    """Of the light (pictures, spaces) on spaces at these rows of the picture; None where it is too dark to say."""
    usual = np.median(light, axis=0)
    lit = usual > _LEAST_LIGHT
    if lit.sum() < BINS:
        return None
    ratio = np.log(np.maximum(light[:, lit], 1e-4) / usual[lit])
    overall = np.median(ratio, axis=1)
    bands = max(_spread(each - level, rows[lit]) for each, level in zip(ratio, overall, strict=True))
    return Flicker(float(np.expm1(np.ptp(overall))), float(np.expm1(bands)))


def _spread(ratio: FloatArray, rows: FloatArray) -> float:
    """Range of the strips' medians, after strips with few spaces are left out."""
    edges = np.linspace(rows.min(), rows.max() + 1e-6, BINS + 1)
    strip = np.digitize(rows, edges) - 1
    least = 0.3 * len(rows) / BINS
    levels = [np.median(ratio[strip == k]) for k in range(BINS) if (strip == k).sum() >= least]
    return float(np.ptp(levels)) if levels else 0.0
