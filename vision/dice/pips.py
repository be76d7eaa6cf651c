"""Finding an upper face by its pips, where the outline does not say how the die lies.

A shadow of the die's own colour or a picture printed beneath it spoils the outline, but not the pips: seen on the
plane of the upper face they form one of six layouts, whatever lies around.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.dice.cube import Cube
from vision.dice.faces import FACE_PX, draw_face
from vision.dice.reading import DieLook, FloatArray, best_near, face_picture

if TYPE_CHECKING:
    from calibration.pose import BoardPose
    from vision.dice.candidates import FloatMap

_SIZES_MM = (12.6, 14.0, 15.5)
_TURNS_DEG = tuple(range(0, 90, 10))
_FINE_TURNS_DEG = (-4, 0, 4)
_REACH_MM = 9.0
"""How far from the patch's middle the face's middle may lie."""
_RIM = 4
"""Face pixels left out on each side while searching."""
_BODY_PURITY = 0.13
"""How much purer than the table round it a die's body is; markers, print and wood differ by up to 0.09 from theirs."""
_RING_SIZES = (1.9, 1.3)
"""Outer and inner size of the band round a die, in its own size."""
_MORE_PIPS = 0.025
"""Worth of each further pip explained: half of a six is a fair three, but never the other way round."""
_FIT = 0.85
"""Stands in for the outline's overlap, which is not known."""


@dataclass(frozen=True)
class _Peak:
    score: float
    cube: Cube


def search_face(whiteness: FloatMap, strength: FloatMap, pose: BoardPose, middle_px: FloatArray) -> DieLook | None:
    """The die whose upper face's pips lie within a centimetre of a pixel, or None. ``strength``: its team's purity."""
    peaks: dict[int, _Peak] = {}
    for size_mm in _SIZES_MM:
        x_mm, y_mm = pose.to_board(middle_px, size_mm * 0.75)[0]
        for turn_deg in _TURNS_DEG:
            for value, peak in _peaks(whiteness, pose, Cube(float(x_mm), float(y_mm), size_mm, turn_deg, _FIT)):
                if value not in peaks or peak.score > peaks[value].score:
                    peaks[value] = peak
    evidence = np.full(6, -1.0)
    looks: dict[int, tuple[float, float, Cube]] = {}
    for value, peak in sorted(peaks.items()):
        for turn_deg in _FINE_TURNS_DEG:
            cube = replace(peak.cube, turn_deg=peak.cube.turn_deg + turn_deg)
            face = best_near(whiteness, cube.face_px(pose))
            scores = face.scores + _MORE_PIPS * np.arange(1, 7)
            if scores[value - 1] >= evidence[value - 1] or value not in looks:
                along, down = face.shifts[value - 1]
                moved = cube.moved(float(along), float(down))
                looks[value] = (float(face.scores[value - 1]), float(face.contrasts[value - 1]), moved)
            evidence = np.maximum(evidence, scores)
    score, contrast, cube = looks[int(evidence.argmax()) + 1]
    if not _has_body(strength, pose, cube, int(evidence.argmax()) + 1):
        return None
    return DieLook(cube, score, contrast, tuple((evidence + _FIT).tolist()))


def _peaks(whiteness: FloatMap, pose: BoardPose, start: Cube) -> list[tuple[int, _Peak]]:
    """The best place of each value round a cube's place, for its size and turn."""
    margin = round(_REACH_MM / start.size_mm * FACE_PX)
    wide = face_picture(whiteness, start.face_px(pose), margin)
    found = []
    for value, layout in _searched():
        match = cv2.matchTemplate(wide, layout, cv2.TM_CCOEFF_NORMED)
        _, score, _, (column, row) = cv2.minMaxLoc(match)
        along, down = (np.array((column, row)) - margin - _RIM) / FACE_PX
        found.append((value, _Peak(float(score), start.moved(float(along), float(down)))))
    return found


def _has_body(strength: FloatMap, pose: BoardPose, cube: Cube, value: int) -> bool:
    """Whether nearly all between the pips has the team's colour, and the table round the die much less of it."""
    face = face_picture(strength, cube.face_px(pose))
    pips = np.maximum(draw_face(value), draw_face(value, turned=True))
    body = cv2.dilate(pips, np.ones((5, 5), np.uint8)) < 0.1
    body[:3] = body[-3:] = body[:, :3] = body[:, -3:] = False
    around = max(0.0, float(np.median(_ring(strength, pose, cube))))
    edge = slice(2, 4)
    top, bottom, left, right = (float(np.median(side[edge])) for side in (face, face[::-1], face.T, face.T[::-1]))
    # Blur may take an edge, but not two that face each other, as the table on both sides of a pen does.
    least = min(max(top, bottom), max(left, right)) - around
    whole = least > 0.4 * (float(np.median(face[body])) - around)
    return whole and bool(np.percentile(face[body], 20) - around > _BODY_PURITY)


def _ring(strength: FloatMap, pose: BoardPose, cube: Cube) -> FloatMap:
    """Pixels (n,) of a band a little way round the whole cube."""
    outer, inner = (
        Cube(cube.x_mm, cube.y_mm, cube.size_mm * grown, cube.turn_deg, cube.overlap).outline_px(pose)
        for grown in _RING_SIZES
    )
    height, width = strength.shape
    x, y, across, down = cv2.boundingRect(outer.astype(np.int32))
    west, north, east, south = max(0, x), max(0, y), min(width, x + across), min(height, y + down)
    mask = np.zeros((max(1, south - north), max(1, east - west)), np.uint8)
    cv2.fillConvexPoly(mask, outer.astype(np.int32) - np.array((west, north), np.int32), 1)
    cv2.fillConvexPoly(mask, inner.astype(np.int32) - np.array((west, north), np.int32), 0)
    ring = strength[north:south, west:east][mask[: south - north, : east - west] > 0]
    return ring if ring.size else np.zeros(1, np.float32)


@cache
def _searched() -> tuple[tuple[int, FloatMap], ...]:
    """Every value in both turns, cut to the inner face."""
    inner = slice(_RIM, FACE_PX - _RIM)
    return tuple(
        (value, np.ascontiguousarray(cv2.GaussianBlur(draw_face(value, turned=turned), (0, 0), 2.0)[inner, inner]))
        for value in range(1, 7)
        for turned in ((False, True) if value in (2, 3, 6) else (False,))
    )
