"""Dice in a plain picture, seen nearly from above: compact patches whose square holds one of the layouts of pips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.dice.faces import FACE_PX, face_scores
from vision.dice.pictured import PicturedDie

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.rectify import Image

_LEVELS = tuple(range(40, 241, 20))
_LEAST_SIDE_PX = 12.0
_LARGEST = 0.2
"""Of the picture's area."""
_SQUARE = 1.4
"""Longer side over shorter of what may be an upper face."""
_SOLID = 0.85
_SURE_SCORE, _SURE_MARGIN = 0.80, 0.08
_SURE_ONE = 0.9
"""A lone pip, or any round spot, is a poor one."""
_DIE_SCORE = 0.65
_LEAST_CONTRAST = 40.0
"""Grey levels between pips and body."""
_TOP = np.array(((0, 0), (FACE_PX, 0), (FACE_PX, FACE_PX), (0, FACE_PX)), np.float32) - np.float32(0.5)


@dataclass(frozen=True, eq=False)
class _Square:
    corners_px: NDArray[np.float64]
    value: int
    score: float
    margin: float

    @property
    def centre_px(self) -> NDArray[np.float64]:
        return np.asarray(self.corners_px.mean(axis=0))

    @property
    def side_px(self) -> float:
        return float(np.linalg.norm(self.corners_px[0] - self.corners_px[1]))


def square_dice(image: Image) -> list[PicturedDie]:
    """All of them in a picture (height, width, 3) BGR, those that match a layout best first."""
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    colourful = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2HSV)[..., 1], (3, 3), 0)
    # A coloured die may be as bright as the table, a white one as pale.
    found = _squares(np.asarray(grey, np.uint8)) + _squares(np.asarray(colourful, np.uint8))
    return [_told(square, image) for square in _distinct(found)]


def _is_sure(square: _Square) -> bool:
    least = _SURE_ONE if square.value == 1 else _SURE_SCORE
    return square.score >= least and square.margin >= _SURE_MARGIN


def _squares(grey: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> list[_Square]:
    found = []
    pixels = grey.astype(np.float32)
    for level in _LEVELS:
        for kind in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV):
            _, mask = cv2.threshold(grey, level, 255, kind)
            contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            for contour in contours:
                box = cv2.minAreaRect(contour)
                sides, area = box[1], cv2.contourArea(contour)
                if min(sides) < _LEAST_SIDE_PX or max(sides) > _SQUARE * min(sides):
                    continue
                if area > _LARGEST * grey.size or area < _SOLID * cv2.contourArea(cv2.convexHull(contour)):
                    continue
                if (square := _read(pixels, np.asarray(cv2.boxPoints(box), np.float64))) is not None:
                    found.append(square)
    return found


def _read(pixels: np.ndarray[tuple[int, ...], np.dtype[np.float32]], corners_px: NDArray[np.float64]) -> _Square | None:
    """The layout on a square, pips brighter or darker than the body."""
    face = _face_picture(pixels, corners_px)
    scores, contrasts = face_scores(np.stack((face, -face)))
    way, best = np.unravel_index(int(scores.argmax()), scores.shape)
    if scores[way, best] < _DIE_SCORE or contrasts[way, best] < _LEAST_CONTRAST:
        return None
    second = np.sort(scores[way])[-2]
    return _Square(corners_px, int(best) + 1, float(scores[way, best]), float(scores[way, best] - second))


def _face_picture(
    pixels: np.ndarray[tuple[int, ...], np.dtype[np.float32]], corners_px: NDArray[np.float64]
) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """The square with these corners (4, 2), corner by corner as given, FACE_PX wide."""
    # Picture coordinates are pixel centres, the face's corners are its edges: half a pixel apart.
    transform = cv2.getPerspectiveTransform(corners_px.astype(np.float32), _TOP)
    face = cv2.warpPerspective(pixels, transform, (FACE_PX, FACE_PX), flags=cv2.INTER_LINEAR)
    return np.asarray(face, np.float32)


def _distinct(squares: list[_Square]) -> list[_Square]:
    kept: list[_Square] = []
    for square in sorted(squares, key=lambda square: -square.score):
        near = (np.linalg.norm(square.centre_px - other.centre_px) < 0.7 * other.side_px for other in kept)
        if not any(near):
            kept.append(square)
    return kept


def _told(square: _Square, image: Image) -> PicturedDie:
    inner = np.stack([_face_picture(image[..., k].astype(np.float32), square.corners_px) for k in range(3)], axis=-1)
    rim = FACE_PX // 8
    body = np.median(inner[rim:-rim, rim:-rim].reshape(-1, 3), axis=0)
    return PicturedDie(
        centre_px=square.centre_px,
        side_px=square.side_px,
        value=square.value,
        confidence=1.0 - 0.5 * float(np.exp(-square.margin / 0.05)),
        body_bgr=np.asarray(body, np.float64),
        why="" if _is_sure(square) else "the pips do not clearly make one face, or the die is tilted",
    )
