"""The six faces of a die: pip layouts, and reading one from a small upright picture of a face.

A face picture is FACE_PX square, the face filling it, in any of the four turns. Reading is a correlation with each
layout after light that falls off smoothly across the face (a glare spot's skirt, a lamp from one side) is taken out.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

FloatMap: TypeAlias = NDArray[np.float32]

FACE_PX = 32
"""Side of a face picture; dice on a table seen by a webcam are 10 to 40 pixels wide."""
PIP_RADIUS = 0.095
"""Of a face's side, usual for dice (0.08 to 0.11)."""
_RIM = 0.09
"""Of the side on each edge: bevelled, and mixed with the table behind."""
_SPREADS = (0.22, 0.25, 0.28)
"""Distance of the outer pips from the middle lines, of the side: differs between makers."""
_BLURS = (0.03, 0.06, 0.10)
"""Standard deviation of the camera's blur, of the side."""

_NOTHING = np.empty((0, 0), np.float32)
LAYOUTS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (0, 0), (-1, 1), (1, -1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Pips of each value, in units of the spread, in one of the layout's turns (a cube's opposite faces add up to 7)."""


def face_scores(faces: FloatMap) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How well face pictures (n, FACE_PX, FACE_PX), pips bright, show the values 1 to 6: correlations and contrasts.

    Correlation (n, 6), -1 to 1, is the best over the layout's turns, the makers' spreads and the camera's blur.
    Contrast (n, 6) is how much brighter than the body that layout's pips are, in the picture's own units.
    """
    values, lengths, layouts_and_light = _layouts()
    rows, columns = _window()
    pixels = np.asarray(faces, np.float32)[:, rows, columns].reshape(len(faces), -1)
    products = np.asarray(cv2.gemm(pixels, layouts_and_light, 1.0, _NOTHING, 0.0), np.float32)
    layouts, light = products[:, : len(values)], products[:, len(values) :]
    # The layouts are free of smooth light already; the picture's own share of it is taken from its length.
    energy = np.einsum("ij,ij->i", pixels, pixels) - np.einsum("ij,ij->i", light, light)
    matches = layouts / np.sqrt(np.maximum(energy, 1e-6))[:, None]
    firsts = [*np.searchsorted(values, range(1, 7)), len(values)]
    best = np.stack([first + matches[:, first:end].argmax(axis=1) for first, end in pairwise(firsts)], axis=1)
    contrasts = np.take_along_axis(layouts / lengths, best, axis=1)
    return np.take_along_axis(matches, best, axis=1).astype(np.float64), contrasts.astype(np.float64)


def draw_face(value: int, *, turned: bool = False, spread: float = 0.25, size: int = FACE_PX) -> FloatMap:
    """Pips of a value as coverage 0 to 1 on (size, size); ``turned`` is the layout's other turn, where it has one."""
    fine = 8
    side = size * fine
    canvas = np.zeros((side, side), np.float32)
    for across, down in LAYOUTS[value]:
        x, y = (-down, across) if turned else (across, down)
        centre = tuple(round(side * (0.5 + spread * k)) for k in (x, y))
        cv2.circle(canvas, centre, round(side * PIP_RADIUS), 1.0, -1)
    return np.asarray(cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA), np.float32)


@cache
def _window() -> tuple[slice, slice]:
    rim = round(FACE_PX * _RIM)
    return slice(rim, FACE_PX - rim), slice(rim, FACE_PX - rim)


@cache
def _layouts() -> tuple[NDArray[np.int64], FloatMap, FloatMap]:
    """Values (n,) in order, their pictures' lengths (n,), and (pixels, n + 6): unit pictures without light, then it."""
    values, pictures = [], []
    for value in LAYOUTS:
        for turned in (False, True) if value in (2, 3, 6) else (False,):
            for spread in _SPREADS if value != 1 else (0.25,):
                for blur in _BLURS:
                    sharp = draw_face(value, turned=turned, spread=spread)
                    soft = cv2.GaussianBlur(sharp, (0, 0), blur * FACE_PX)
                    values.append(value)
                    pictures.append(np.asarray(soft, np.float64)[_window()].reshape(-1))
    light = smooth_light(_window()[0].stop - _window()[0].start)
    flat = np.array(pictures)
    flat -= (flat @ light) @ light.T
    lengths = np.linalg.norm(flat, axis=1)
    columns = np.column_stack((flat.T / lengths, light))
    return np.array(values), lengths.astype(np.float32), np.ascontiguousarray(columns, np.float32)


@cache
def smooth_light(side_px: int) -> NDArray[np.float64]:
    """Orthonormal basis (pixels, 6) of brightness that varies at most quadratically over a square."""
    y, x = (np.mgrid[0:side_px, 0:side_px].reshape(2, -1) - (side_px - 1) / 2) / side_px
    basis, _ = np.linalg.qr(np.column_stack((np.ones_like(x), x, y, x * x, x * y, y * y)))
    return np.asarray(basis)
