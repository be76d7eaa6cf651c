"""Numbered pieces: discs that lie flat or lean, folded octagons, pawns on a round foot."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.kit.boxes import SIDES, apothem_mm
from calibration.kit.pieces import TEAM_INK
from tests.scenes.prints import FACE_PX_PER_MM, printed_face

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tests.scenes.easel import Easel
    from tests.scenes.prints import Print
    from tests.scenes.spec import Colour, Disc, SceneSpec

_WALL = 0.55
"""A side wall is that much darker than a face that looks up."""
_STEPS = 48


def size_mm(spec: SceneSpec, disc: Disc) -> tuple[float, float]:
    """Diameter and height: the disc's own, else what the board file says."""
    pieces = spec.board.file.pieces
    return disc.diameter_mm or pieces.diameter_mm, disc.height_mm or pieces.height_mm


def top_mm(spec: SceneSpec, disc: Disc, base_mm: float) -> float:
    """Height of the middle of the upper face; one edge of a disc that leans stays down."""
    diameter, height = size_mm(spec, disc)
    lean = np.deg2rad(disc.lean_deg)
    return base_mm + float(diameter / 2 * np.sin(lean) + height * np.cos(lean))


def face_mm(spec: SceneSpec, disc: Disc) -> float:
    """Diameter of the upper face."""
    diameter, _ = size_mm(spec, disc)
    pieces = spec.board.file.pieces
    return diameter if pieces.form == "disc" else pieces.body_diameter_mm


def paint_piece(easel: Easel, *, spec: SceneSpec, disc: Disc, base_mm: float, owner: int) -> None:
    """Side wall, then the face turned as it lies."""
    if spec.board.file.pieces.form == "pawn":
        _paint_pawn(easel, spec, disc, base_mm, owner)
        return
    diameter, height = size_mm(spec, disc)
    solid = _Solid(disc, diameter, top_mm(spec, disc, base_mm))
    colour = np.asarray(disc.ink or TEAM_INK[disc.piece[0]], np.float64)
    _hull(easel, np.vstack((solid.rim(), solid.rim(-height))), _WALL * colour, owner)
    _fill(easel, solid.rim(), colour, owner)
    _lay_face(easel, disc, solid, owner)


class _Solid:
    """A face somewhere in space: its middle, two directions along it and the one it looks to."""

    def __init__(self, disc: Disc, diameter_mm: float, face_mm: float) -> None:
        lean, to = np.deg2rad(disc.lean_deg), np.deg2rad(disc.lean_to_deg)
        downhill = np.array((np.cos(to), np.sin(to), 0.0))
        self._along = np.cos(lean) * downhill - np.sin(lean) * np.array((0.0, 0.0, 1.0))
        self._across = np.array((-np.sin(to), np.cos(to), 0.0))
        self._up = np.sin(lean) * downhill + np.cos(lean) * np.array((0.0, 0.0, 1.0))
        self._middle = np.array((disc.x_mm, disc.y_mm, face_mm))
        self._turn = np.deg2rad(disc.turned_deg) - to
        self._octagon = disc.octagon
        self.radius_mm = diameter_mm / 2

    def at(self, offsets_mm: NDArray[np.float64], up_mm: float = 0.0) -> NDArray[np.float64]:
        """(N, 3) of points (N, 2) of the face, east and south as its numeral stands."""
        east = np.cos(self._turn) * self._along + np.sin(self._turn) * self._across
        south = np.cos(self._turn) * self._across - np.sin(self._turn) * self._along
        return self._middle + offsets_mm[:, :1] * east + offsets_mm[:, 1:] * south + up_mm * self._up

    def rim(self, up_mm: float = 0.0) -> NDArray[np.float64]:
        """(N, 3) round the face, or so far above it."""
        return self.at(_outline(2 * self.radius_mm, octagon=self._octagon), up_mm)


def _outline(diameter_mm: float, *, octagon: bool) -> NDArray[np.float64]:
    """(N, 2) a circle, or the octagon that is as large and stands on a side."""
    if octagon:
        angles = 2 * np.pi * (np.arange(SIDES) + 0.5) / SIDES
        radius = apothem_mm(diameter_mm) / np.cos(np.pi / SIDES)
    else:
        angles, radius = np.linspace(0, 2 * np.pi, _STEPS, endpoint=False), diameter_mm / 2
    return np.asarray(radius * np.column_stack((np.cos(angles), np.sin(angles))), np.float64)


@lru_cache(maxsize=64)
def _face(
    piece: str, diameter_mm: float, style: Print, ink: Colour | None, *, octagon: bool
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    picture = printed_face(piece, diameter_mm, style, ink)
    coverage = np.zeros(picture.shape[:2], np.uint8)
    middle = (picture.shape[0] - 1) / 2
    if octagon:  # only what its inscribed circle shows: beyond it is bare colour anyway
        diameter_mm = 2 * apothem_mm(diameter_mm) - 0.2
    radius = diameter_mm / 2 * FACE_PX_PER_MM
    cv2.circle(coverage, (round(middle * 16), round(middle * 16)), round(radius * 16), 255, -1, cv2.LINE_AA, 4)
    return picture, coverage


@lru_cache(maxsize=1)
def _shine() -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A lamp's soft reflection (64, 64): white, and how much of it there is, 0 to 1."""
    across = np.hypot(*np.mgrid[-1:1:64j, -1:1:64j])
    return np.full((64, 64, 3), 255, np.uint8), np.clip(1.0 - across, 0.0, 1.0).astype(np.float32) ** 0.7


def _lay_face(easel: Easel, disc: Disc, solid: _Solid, owner: int) -> None:
    radius = solid.radius_mm
    square = np.array(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)))
    picture, coverage = _face(disc.piece, 2 * radius, disc.print, disc.ink, octagon=disc.octagon)
    easel.paste(picture, coverage, _px(easel, solid.at(radius * square)), owner)
    if disc.gloss > 0:
        white, share = _shine()
        spot = 0.45 * radius * square + 0.35 * radius * np.array((0.6, -0.8))
        easel.paste(white, np.round(255 * disc.gloss * share).astype(np.uint8), _px(easel, solid.at(spot)), owner)


def _paint_pawn(easel: Easel, spec: SceneSpec, disc: Disc, base_mm: float, owner: int) -> None:
    """A flat round foot and a narrower body on it that ends in a round top."""
    pieces = spec.board.file.pieces
    diameter, height = size_mm(spec, disc)
    body = pieces.body_diameter_mm
    colour = np.asarray(disc.ink or TEAM_INK[disc.piece[0]], np.float64)
    foot = _Solid(disc, diameter, base_mm + pieces.place_mm)
    _hull(easel, np.vstack((foot.rim(), foot.rim(-pieces.place_mm))), _WALL * colour, owner)
    _fill(easel, foot.rim(), colour, owner)
    top = _Solid(disc, body, base_mm + height)
    _hull(easel, np.vstack((top.rim(), top.rim(pieces.place_mm - height))), 0.8 * colour, owner)
    _fill(easel, top.rim(), colour, owner)
    if pieces.number == "top":
        _lay_face(easel, disc, top, owner)


def _px(easel: Easel, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    return easel.project(points_mm[:, :2], points_mm[:, 2])


def _fill(easel: Easel, points_mm: NDArray[np.float64], colour: NDArray[np.float64], owner: int) -> None:
    easel.fill(_px(easel, points_mm), colour, owner)


def _hull(easel: Easel, points_mm: NDArray[np.float64], colour: NDArray[np.float64], owner: int) -> None:
    hull = cv2.convexHull(_px(easel, points_mm).astype(np.float32)).reshape(-1, 2)
    easel.fill(np.asarray(hull, np.float64), colour, owner)
