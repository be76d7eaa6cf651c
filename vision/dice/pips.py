"""Finding an upper face by its pips, where the outline does not say how the die lies.

A shadow of the die's own colour or a picture printed beneath it spoils the outline, but not the pips: seen on the
plane of the upper face they form one of six layouts, whatever lies around.
"""

from __future__ import annotations

from dataclasses import dataclass
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

_SIZES_MM = (12.5, 14.0, 15.5)
_TURNS_DEG = tuple(range(0, 90, 9))
_REACH_MM = 9.0
"""How far from the patch's middle the face's middle may lie."""
_RIM = 3
"""Face pixels left out on each side while searching."""
_BODY_PURITY = 0.10
"""What lies between the pips must have the team's colour, nearly all of it."""
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
    evidence, looks = np.full(6, -1.0), []
    for value, peak in sorted(peaks.items()):
        scores, contrasts = best_near(whiteness, peak.cube.face_px(pose))
        evidence = np.maximum(evidence, scores + _MORE_PIPS * np.arange(1, 7))
        looks.append((float(scores[value - 1]), float(contrasts[value - 1]), peak.cube))
    score, contrast, cube = looks[int(evidence.argmax())]
    if not _has_body(strength, pose, cube, int(evidence.argmax()) + 1):
        return None
    return DieLook(cube, score, contrast, tuple((evidence + _FIT).tolist()))


def _peaks(whiteness: FloatMap, pose: BoardPose, start: Cube) -> list[tuple[int, _Peak]]:
    """The best place of each value round a cube's place, for its size and turn."""
    margin = round(_REACH_MM / start.size_mm * FACE_PX)
    wide = face_picture(whiteness, start.face_px(pose), margin)
    turn = np.deg2rad(start.turn_deg)
    found = []
    for value, layout in _searched():
        match = cv2.matchTemplate(wide, layout, cv2.TM_CCOEFF_NORMED)
        _, score, _, (column, row) = cv2.minMaxLoc(match)
        along, down = (np.array((column, row)) - margin - _RIM) * start.size_mm / FACE_PX
        x_mm = start.x_mm + along * np.cos(turn) - down * np.sin(turn)
        y_mm = start.y_mm + along * np.sin(turn) + down * np.cos(turn)
        cube = Cube(float(x_mm), float(y_mm), start.size_mm, start.turn_deg, start.overlap)
        found.append((value, _Peak(float(score), cube)))
    return found


def _has_body(strength: FloatMap, pose: BoardPose, cube: Cube, value: int) -> bool:
    face = face_picture(strength, cube.face_px(pose))
    pips = np.maximum(draw_face(value), draw_face(value, turned=True))
    body = cv2.dilate(pips, np.ones((5, 5), np.uint8)) < 0.1
    body[:_RIM] = body[-_RIM:] = body[:, :_RIM] = body[:, -_RIM:] = False
    return bool(np.percentile(face[body], 20) > _BODY_PURITY)


@cache
def _searched() -> tuple[tuple[int, FloatMap], ...]:
    """Every value in both turns, cut to the inner face."""
    inner = slice(_RIM, FACE_PX - _RIM)
    return tuple(
        (value, np.ascontiguousarray(cv2.GaussianBlur(draw_face(value, turned=turned), (0, 0), 2.0)[inner, inner]))
        for value in range(1, 7)
        for turned in ((False, True) if value in (2, 3, 6) else (False,))
    )
