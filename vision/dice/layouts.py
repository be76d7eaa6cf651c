"""A second opinion on a die whose place is known: the six layouts of pips laid over its upper face in every turn.

It reads the same windows as the net (see ``windows``), in which an upper face is a level square: the net knows dice
from all else and says which way they lie, the layouts count. Pips may be darker or brighter than the body, of any
colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.faces import LAYOUTS, draw_face, smooth_light
from vision.dice.windows import FINE_WINDOW_PX, WINDOW_MM

if TYPE_CHECKING:
    from collections.abc import Iterator

FloatMap: TypeAlias = NDArray[np.float32]
Layouts: TypeAlias = tuple[NDArray[np.int64], FloatMap]
"""Values (n,), and (pixels, n + 6): unit pictures of them without smooth light, then that light."""

_FACE_PX = 20
"""Side of a face as it is compared: about that of a die in a window."""
_SIZES_MM = (12.0, 13.3, 14.6, 16.0)
_TURNS_DEG = tuple(range(0, 90, 6))
_SLACK_PX = 4
"""Face pixels by which the upper face may lie off its expected place."""
_AWAY = 0.3
"""What it costs in correlation, per side's length."""
MORE_PIPS = 0.02
"""Worth of each further pip explained: half of a six is a fair three, but never the other way round."""
_EVEN = 1.0
"""Squared levels of scatter below which a face is even: it shows nothing."""
_RIM_PX = 2
"""On each edge: bevelled, and mixed with the table behind."""
_SPREADS = (0.22, 0.26)
"""Distance of the outer pips from the middle lines, of the side: differs between makers."""
_BLURS = (0.04, 0.08)
"""Standard deviation of the camera's blur, of the side."""
_BODY_MM = 10.0
"""Side of the square whose colours are looked at."""
_MIDDLE_PX = 11
"""Half the side of the same square in a picture of a die 30 pixels wide."""
_NOTHING = np.empty((0, 0), np.float32)


@dataclass(frozen=True, eq=False)
class LayoutScores:
    """How well each value's pips fit the upper face of a die in a window's middle."""

    scores: NDArray[np.float64]
    """(6,) correlations, -1 to 1, of the values 1 to 6."""
    middles: NDArray[np.float64]
    """(6, 2) where they fit best: how far the face's middle is right and down of the window's, window sides."""


def layout_scores(window: NDArray[np.uint8]) -> LayoutScores:
    """Compares the six layouts with a window (S, S, 3)."""
    shown = _contrast(window)
    wides = np.stack([_wide(shown, into) for into in _turned_squares()])
    roughly = _everywhere(wides, 2, _layouts()).max(axis=1)
    # In the turn and size that suits each value best, its exact place is looked for.
    closer = np.unique(roughly.argmax(axis=0))
    layouts = _layouts()
    matches, values = _everywhere(wides[closer], 1, layouts), layouts[0]
    scores, middles = [], []
    for value in LAYOUTS:
        of_value = matches[:, :, values == value].max(axis=2)
        wide, place = np.unravel_index(int(of_value.argmax()), of_value.shape)
        scores.append(float(of_value[wide, place]) + MORE_PIPS * (value - 1))
        row, column = divmod(int(place), 2 * _SLACK_PX + 1)
        linear = _turned_squares()[closer[wide]][:, :2]
        middles.append(linear @ (column - _SLACK_PX, row - _SLACK_PX) / FINE_WINDOW_PX)
    return LayoutScores(np.array(scores), np.array(middles))


def value_matches(picture: FloatMap, face_maps: NDArray[np.float64], value: int) -> NDArray[np.float64]:
    """(N,) correlations of a value with upper faces that lie anyhow in a picture (height, width, 3).

    ``face_maps`` (N, 2, 3) are affine, from faces whose sides are 1 and whose middles are 0 to pixels.
    """
    column, row = np.round(face_maps[0, :, 2]).astype(int)
    half = _MIDDLE_PX
    shown = _mixed(picture, picture[max(0, row - half) : row + half, max(0, column - half) : column + half])
    here = (_FACE_PX + 2 * _SLACK_PX - 1) / 2
    wides = []
    for face in face_maps:
        linear = face[:, :2] / _FACE_PX
        wides.append(_wide(shown, np.column_stack((linear, face[:, 2] - linear @ (here, here)))))
    return np.asarray(_everywhere(np.stack(wides), 2, _pictures_of(value)).max(axis=(1, 2)), np.float64)


def _wide(shown: FloatMap, into: NDArray[np.float64]) -> FloatMap:
    """A face with the slack round it."""
    side = _FACE_PX + 2 * _SLACK_PX
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(shown, into, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.float32
    )


def _everywhere(wides: FloatMap, step: int, layouts: Layouts) -> FloatMap:
    """(N, places, layouts) correlations of wide faces (N, S, S) with layouts, anywhere in the slack; less its cost."""
    faces = np.lib.stride_tricks.sliding_window_view(wides, (_FACE_PX, _FACE_PX), axis=(1, 2))[:, ::step, ::step]
    inner = faces[..., _RIM_PX:-_RIM_PX, _RIM_PX:-_RIM_PX]
    pixels = np.ascontiguousarray(inner.reshape(-1, (_FACE_PX - 2 * _RIM_PX) ** 2), np.float32)
    values, columns = layouts
    products = np.asarray(cv2.gemm(pixels, columns, 1.0, _NOTHING, 0.0), np.float32)
    matches, light = products[:, : len(values)], products[:, len(values) :]
    # The layouts are free of smooth light already; the picture's own share of it is taken from its length.
    energy = np.einsum("ij,ij->i", pixels, pixels) - np.einsum("ij,ij->i", light, light)
    correlations = np.abs(matches) / np.sqrt(np.maximum(energy, _EVEN * pixels.shape[1]))[:, None]
    return np.asarray(correlations.reshape(len(wides), -1, len(values)) - _costs(step)[:, None], np.float32)


def _contrast(window: NDArray[np.uint8]) -> FloatMap:
    """(FINE_WINDOW_PX, FINE_WINDOW_PX): the mixture of channels in which the middle shows the most."""
    half = round(_BODY_MM / 2 / WINDOW_MM * FINE_WINDOW_PX)
    middle = slice(FINE_WINDOW_PX // 2 - half, FINE_WINDOW_PX // 2 + half)
    return _mixed(window.astype(np.float32), window[middle, middle].astype(np.float32))


def _mixed(picture: FloatMap, middle: FloatMap) -> FloatMap:
    _, axes = np.linalg.eigh(np.cov(middle.reshape(-1, 3).T))
    return np.asarray(cv2.transform(picture, axes[:, -1:].T.astype(np.float32)), np.float32)


@cache
def _turned_squares() -> tuple[NDArray[np.float64], ...]:
    """Affine maps (2, 3) from pixels of a face with its slack to those of a window."""
    return tuple(_into(size_mm, np.radians(turn_deg)) for size_mm in _SIZES_MM for turn_deg in _TURNS_DEG)


def _into(size_mm: float, turn: float) -> NDArray[np.float64]:
    scale = size_mm / WINDOW_MM * FINE_WINDOW_PX / _FACE_PX
    linear = scale * np.array(((np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))))
    here, there = (_FACE_PX + 2 * _SLACK_PX - 1) / 2, (FINE_WINDOW_PX - 1) / 2
    return np.column_stack((linear, there - linear @ (here, here)))


@cache
def _costs(step: int) -> FloatMap:
    """(places,): what each place in the slack costs for lying off the middle."""
    steps = (np.arange(0, 2 * _SLACK_PX + 1, step) - _SLACK_PX) / _FACE_PX
    return np.asarray(_AWAY * np.hypot(*np.meshgrid(steps, steps)).reshape(-1), np.float32)


@cache
def _pictures_of(value: int) -> Layouts:
    """The same of one value alone."""
    values, columns = _layouts()
    wanted = np.concatenate((values == value, np.ones(columns.shape[1] - len(values), np.bool_)))
    return values[values == value], np.ascontiguousarray(columns[:, wanted])


@cache
def _layouts() -> Layouts:
    """Those of all values."""
    values, pictures = zip(*_pictures(), strict=True)
    light = smooth_light(_FACE_PX - 2 * _RIM_PX)
    flat = np.array(pictures)
    flat -= (flat @ light) @ light.T
    flat /= np.linalg.norm(flat, axis=1, keepdims=True)
    return np.array(values), np.ascontiguousarray(np.column_stack((flat.T, light)), np.float32)


def _pictures() -> Iterator[tuple[int, NDArray[np.float64]]]:
    for value in LAYOUTS:
        for turned in (False, True) if value in (2, 3, 6) else (False,):
            for spread in _SPREADS if value > 1 else _SPREADS[:1]:
                sharp = draw_face(value, turned=turned, spread=spread, size=_FACE_PX)
                for blur in _BLURS:
                    soft = cv2.GaussianBlur(sharp, (0, 0), blur * _FACE_PX)
                    yield value, soft[_RIM_PX:-_RIM_PX, _RIM_PX:-_RIM_PX].reshape(-1).astype(np.float64)
