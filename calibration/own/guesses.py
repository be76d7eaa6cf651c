"""Rough places of a known board in a picture: by spots of its print, and by outlines."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.board_pose import as_grey
from calibration.own.features import (
    Channels,
    Spots,
    colour_spots_of_picture,
    colours_of,
    flat_view,
    joined,
    pair,
    slanted_spots,
    spots_of_picture,
)
from calibration.own.flat import FlatView, to_mm
from calibration.own.outlines import find_outlines
from calibration.own.refine import field_corners_mm, pose_of_corners
from calibration.pose import Lens
from calibration.sighted_board import FOCAL_PER_LONG_SIDE, K1_MEAN
from engine.board import sheet_bounds_mm

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calibration.markers import Grey
    from calibration.own.flat import Picture
    from calibration.own.reference import Reference
    from calibration.pose import FloatArray
    from engine.board import Board

FINE_SPACE_PX = 40
"""The reference's spots are taken at this many pixels a space, or at what it has if that is less."""
FOCALS = (0.65, FOCAL_PER_LONG_SIDE, 1.03)
"""Of webcams, from wide to long, as shares of the picture's long side."""
MAX_OUTLINES = 6
MAX_MISFIT_SHARE = 0.03
"""A board's outline fits a picture's but for so much of the picture's long side; a rough lens is allowed for."""


class Known:
    """What a picture is searched for; worked out from the reference, parts of it when they are first needed."""

    def __init__(self, reference: Reference) -> None:
        self._reference = reference
        self._apart_mm = reference.board.grid.width_mm / 2

    def guesses(self, image: Picture, grey: Grey) -> Iterator[FlatView]:
        """One after the other, the quickest first; each may be wrong."""
        seen = spots_of_picture(grey)
        above = pair(seen, self._from_above, self._apart_mm)
        by_spots = flat_view((above,), max(grey.shape))
        if by_spots is not None:
            yield by_spots
        slanted = pair(seen, self._from_slants, self._apart_mm)
        in_colour = [
            pair(spots, known, self._apart_mm)
            for spots, known in zip(colour_spots_of_picture(image), self._by_colour, strict=True)
        ]
        by_all_spots = flat_view((above, slanted, *in_colour), max(grey.shape))
        if by_all_spots is not None:
            yield by_all_spots
        yield from guess_by_outlines(image, self._reference.board)

    def guess_from_above(self, grey: Grey) -> FlatView | None:
        """By the spots of the board as seen from above alone."""
        return flat_view((pair(spots_of_picture(grey), self._from_above, self._apart_mm),), max(grey.shape))

    @cached_property
    def _scale(self) -> float:
        """Pixels a millimetre at which spots are taken."""
        return min(self._reference.scale, FINE_SPACE_PX / self._reference.board.grid.width_mm)

    @cached_property
    def _small(self) -> Picture:
        shrink = self._scale / self._reference.scale
        return np.asarray(
            cv2.resize(self._reference.flat, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
        )

    @cached_property
    def _from_above(self) -> Spots:
        return self._on_board(spots_of_picture(as_grey(self._small)))

    @cached_property
    def _from_slants(self) -> Spots:
        return self._on_board(slanted_spots(as_grey(self._small)))

    @cached_property
    def _by_colour(self) -> Channels:
        channels = []
        for plane in cv2.split(colours_of(self._small)):
            grey = np.ascontiguousarray(plane, np.uint8)
            both = joined((spots_of_picture(grey), slanted_spots(grey)))
            channels.append(self._on_board(Spots(2 * both.places + 0.5, both.looks)))
        return tuple(channels)

    def _on_board(self, spots: Spots) -> Spots:
        """The same in millimetres, without those whose surroundings were not seen and so are made up."""
        size_px = self._small.shape[1::-1]
        known = cv2.resize(self._reference.known.astype(np.uint8), size_px, interpolation=cv2.INTER_NEAREST)
        sure = cv2.erode(known, np.ones((9, 9), np.uint8)) > 0
        x, y = np.round(spots.places).astype(int).T
        kept = sure[y.clip(0, size_px[1] - 1), x.clip(0, size_px[0] - 1)]
        return Spots(to_mm(spots.places[kept], self._reference.bounds_mm, self._scale), spots.looks[kept])


def guess_by_outlines(image: Picture, board: Board) -> Iterator[FlatView]:
    """Quadrilaterals taken for the board's edge or its field's; which end is which is left open."""
    west, north, east, south = sheet_bounds_mm(board)
    sheet = np.array(((west, north), (east, north), (east, south), (west, south)))
    fits: list[tuple[float, FlatView]] = []
    for quad in find_outlines(image):
        for rectangle in (field_corners_mm(board), sheet):
            misfit, view = min((_fit(image, rectangle, np.roll(quad, k, axis=0)) for k in range(4)), key=_misfit)
            if misfit < MAX_MISFIT_SHARE * max(image.shape[:2]):
                fits.append((misfit, view))
    fits.sort(key=_misfit)
    yield from (view for _, view in fits[:MAX_OUTLINES])


def likeliest_turn(image: Picture, rectangle_mm: FloatArray, quad_px: FloatArray) -> FloatArray:
    """The quadrilateral's corners (4, 2) rolled so that a rectangle's (4, 2) fit them best; its ends may be swapped."""
    return np.roll(
        quad_px, min(range(4), key=lambda k: _fit(image, rectangle_mm, np.roll(quad_px, k, axis=0))[0]), axis=0
    )


def _misfit(fit: tuple[float, FlatView]) -> float:
    return fit[0]


def _fit(image: Picture, rectangle_mm: FloatArray, quad_px: FloatArray) -> tuple[float, FlatView]:
    """How far (pixels) a rectangle seen by an ordinary camera lies from a quadrilateral, and the view between them."""
    matrix, _ = cv2.findHomography(rectangle_mm, quad_px)
    if np.size(matrix) != 9:
        return float("inf"), FlatView(np.eye(3))
    size_px = (image.shape[1], image.shape[0])
    poses = (pose_of_corners(quad_px, rectangle_mm, size_px, _lens(size_px, focal)) for focal in FOCALS)
    misfits = [
        np.linalg.norm(pose.project(rectangle_mm) - quad_px, axis=1).mean() for pose in poses if pose is not None
    ]
    return float(min(misfits, default=float("inf"))), FlatView(np.asarray(matrix, np.float64))


def _lens(size_px: tuple[int, int], focal_per_long_side: float) -> Lens:
    """An ordinary lens: left free, it would explain any quadrilateral."""
    width, height = size_px
    focal = focal_per_long_side * max(size_px)
    matrix = np.array(((focal, 0, (width - 1) / 2), (0, focal, (height - 1) / 2), (0, 0, 1)))
    return Lens(matrix, np.array((K1_MEAN, 0.0, 0.0, 0.0, 0.0)), size_px)
