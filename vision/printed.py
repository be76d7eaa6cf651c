"""What the empty board looks like: the kit's own drawing, or the reference picture of a board of one's own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.kit.sheet import draw_unlettered
from vision.evidence import chroma, lightness
from vision.illumination import LINEAR, planes
from vision.parallax import carry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cv2.typing import MatLike
    from numpy.typing import NDArray

    from calibration.own.reference import Reference
    from engine.board import Board
    from vision.evidence import FloatMap
    from vision.rectify import RectifiedView

SHEET_PX_PER_MM = 2.0
_SOFT_MM = 0.35
"""About as blurred as ``vision.evidence`` makes pictures."""
_SLACK_MM = 1.1
"""Print may be seen this far from where it should be: pose, lens, paper that does not lie flat, a soft picture."""
_SHADES = 24.0
"""Shades are counted alike within 1/24 of each measure."""
_LAMP_STEP_MM, _LAMP_WIDE_MM = 4.0, 75.0
"""A lamp is told from print by what is the same over a few spaces."""
_VIEWS_KEPT = 2
"""Of 8 MB each."""
_PALEST, _PALEST_IS = 0.004, 0.85
"""Share of a print that is its palest, and how bright that usually is, white paper being 1."""
_NOT_INK, _ALL_INK = 0.6, 0.9
"""Share of the palest print's tint that is the lamp's and the camera's; logarithm of a channel from which it is ink."""
_PERHAPS_WHITE = 1.25
"""Lightness, 1 being what is taken for white, of what may be white where only pale or thin print told it."""
UNKNOWN = 0
FLAT = 0.12
"""Print that changes by more within a millimetre or so (lines, letters) tells nothing of the lamp."""


@dataclass(frozen=True, eq=False)
class PrintedSheet:
    """The empty sheet from straight above, SHEET_PX_PER_MM pixels a millimetre, in the measures of ``Evidence``."""

    west_mm: float
    north_mm: float
    typical: FloatMap
    """(height, width, 3): blue, red and lightness (root of brightness) of the print."""
    least: FloatMap
    """The same: the least that is printed within a millimetre or so."""
    most: FloatMap
    shades: NDArray[np.uint8]
    """(height, width): number of the shade, alike where the print is alike; UNKNOWN where the sheet was not seen."""
    light: FloatMap
    """(height, width, 3) linear BGR, 1 = white paper."""
    photographed: bool
    """Whether it is a picture of a board, with its own lamp, not a drawing."""

    def at(self, points_mm: NDArray[np.float64]) -> tuple[FloatMap, NDArray[np.bool_]]:
        """Light (N, 3) of the print at board points (N, 2), and whether (N,) it is of one shade round each."""
        rows, columns = self.shades.shape
        pixels = np.round((points_mm - (self.west_mm, self.north_mm)) * SHEET_PX_PER_MM - 0.5).astype(int)
        inside = ((pixels >= 0) & (pixels < (columns, rows))).all(axis=1)
        x, y = np.clip(pixels, 0, (columns - 1, rows - 1)).T
        flat = (self.most[y, x] - self.least[y, x]).max(axis=-1) < FLAT
        return self.light[y, x], inside & flat & (self.shades[y, x] != UNKNOWN)

    def seen_in(self, view: RectifiedView, camera_mm: NDArray[np.float64], px_per_mm: float) -> SheetInView:
        """Where a view shows the print, at another scale of the view's own frame.

        ``camera_mm`` (x, y, height): in a view of a higher plane the print is seen further away from the camera.
        """
        x, y, height = camera_mm.tolist()
        rows, columns = view.inside.shape
        frame = _Frame(view.west_mm, view.north_mm, view.px_per_mm, view.height_mm, rows, columns)
        return _seen_in(self, frame, (x, y, height), px_per_mm)


@dataclass(frozen=True, slots=True)
class _Frame:
    """What of a view does not change from picture to picture."""

    west_mm: float
    north_mm: float
    px_per_mm: float
    height_mm: float
    rows: int
    columns: int


@dataclass(frozen=True, eq=False)
class SheetInView:
    """A printed sheet's measures and shades as a view of it would show them; maps are (h, w)."""

    typical: FloatMap
    """(h, w, 3)"""
    least: Sequence[FloatMap]
    """One map a measure."""
    most: Sequence[FloatMap]
    shades: NDArray[np.uint8]
    flat: NDArray[np.bool_]
    """Where it is of one shade all round."""
    paper: float
    """Lightness of white paper, at most: of a print that is known by a picture of it, white is a guess."""


@lru_cache(maxsize=_VIEWS_KEPT)
def _seen_in(
    sheet: PrintedSheet, frame: _Frame, camera_mm: tuple[float, float, float], px_per_mm: float
) -> SheetInView:
    """For a camera that stays where it is."""
    size = round(frame.columns * px_per_mm / frame.px_per_mm), round(frame.rows * px_per_mm / frame.px_per_mm)
    scale = frame.columns / frame.px_per_mm / size[0]
    ends = np.array(((0, 0), (size[0], 0), (0, size[1])), np.float32)
    points_mm = (ends + 0.5) * scale + (frame.west_mm, frame.north_mm)
    on_board = carry(points_mm, camera_mm, frame.height_mm, 0.0) - (sheet.west_mm, sheet.north_mm)
    onto = cv2.getAffineTransform(ends, (on_board * SHEET_PX_PER_MM - 0.5).astype(np.float32))

    def warped(values: NDArray[np.float32] | NDArray[np.uint8], how: int) -> NDArray[np.float32]:
        flags = how | cv2.WARP_INVERSE_MAP
        shown = cv2.warpAffine(values, onto, size, flags=flags, borderMode=cv2.BORDER_CONSTANT)
        # Readers share it from one picture to the next.
        shown.flags.writeable = False
        return np.asarray(shown)

    least, most = warped(sheet.least, cv2.INTER_NEAREST), warped(sheet.most, cv2.INTER_NEAREST)
    return SheetInView(
        warped(sheet.typical, cv2.INTER_LINEAR),
        planes(cv2.split(least)),
        planes(cv2.split(most)),
        np.asarray(warped(sheet.shades, cv2.INTER_NEAREST), np.uint8),
        (most - least).max(axis=-1) < FLAT,
        _PERHAPS_WHITE if sheet.photographed else 1.0,
    )


def printed_by_kit(board: Board) -> PrintedSheet:
    """The sheet as the kit prints it; drawn once for each board."""
    return _drawn(_AsFile(board))


@dataclass(frozen=True, eq=False)
class _AsFile:
    """A board by what its file says, which is all that is drawn."""

    board: Board

    def __hash__(self) -> int:
        return hash((self.board.name, self.board.file.sheet.size_mm))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _AsFile) and self.board.file == other.board.file


@lru_cache(maxsize=4)
def _drawn(wanted: _AsFile) -> PrintedSheet:
    origin_x, origin_y = wanted.board.file.sheet.field_origin_mm
    unlettered, picture = draw_unlettered(wanted.board, SHEET_PX_PER_MM)
    return _sheet(
        picture,
        np.ones(picture.shape[:2], np.bool_),
        (-origin_x, -origin_y),
        SHEET_PX_PER_MM,
        # Kits of other days name less or more on their sheets: bare paper in place of a word is print as well.
        or_else=unlettered,
    )


@lru_cache(maxsize=2)
def printed_of_reference(reference: Reference) -> PrintedSheet:
    """The sheet as a reference picture shows it, without the lamp that shone on it then."""
    west, north, *_ = reference.bounds_mm
    return _sheet(
        reference.flat,
        reference.known,
        (west, north),
        reference.scale,
        lamp_over=reference.board.grid.field_size_mm,
    )


def _sheet(
    picture: NDArray[np.uint8],
    known: NDArray[np.bool_],
    corner_mm: tuple[float, float],
    px_per_mm: float,
    *,
    lamp_over: tuple[float, float] | None = None,
    or_else: NDArray[np.uint8] | None = None,
) -> PrintedSheet:
    """``lamp_over``: size in mm of the field, by which the lamp of a photographed sheet is told; None: it was drawn.

    ``or_else`` (SHEET_PX_PER_MM): what may be printed instead.
    """
    factor = SHEET_PX_PER_MM / px_per_mm
    small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    rows, columns = small.shape[:2]
    there = cv2.resize(known.astype(np.float32), (columns, rows), interpolation=cv2.INTER_AREA) > 0.999
    light = _softened(small)
    if lamp_over is not None:
        light = np.asarray(
            light / np.square(_lamp(lightness(light), there, corner_mm, lamp_over))[..., None], np.float32
        )
        light = np.asarray(light / _white(light[there]), np.float32)
    typical = _measures(light)
    other = typical if or_else is None else _measures(_softened(or_else))
    side = 2 * round(_SLACK_MM * SHEET_PX_PER_MM) + 1
    reach = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    return PrintedSheet(
        *corner_mm,
        typical,
        np.asarray(cv2.erode(np.minimum(typical, other), reach), np.float32),
        np.asarray(cv2.dilate(np.maximum(typical, other), reach), np.float32),
        _shades(typical, there),
        light,
        lamp_over is not None,
    )


def _softened(picture: MatLike) -> FloatMap:
    """(height, width, 3) linear light, about as blurred as a picture of it."""
    return np.asarray(cv2.GaussianBlur(cv2.LUT(picture, LINEAR), (0, 0), _SOFT_MM * SHEET_PX_PER_MM), np.float32)


def _measures(light: FloatMap) -> FloatMap:
    return np.asarray(np.dstack((*chroma(light), lightness(light))), np.float32)


def _white(light: FloatMap) -> FloatMap:
    """(3,) BGR: about how white paper looks in light (N, 3) on a print, told from what is palest there.

    Lamps and cameras tint it and so does ink, but it is seldom far from white.
    """
    if not len(light):
        return np.ones(3, np.float32)
    brightness = light.mean(axis=1)
    palest = np.median(light[brightness >= np.quantile(brightness, 1.0 - _PALEST)], axis=0)
    logs = np.log(np.maximum(palest, 1e-4))
    tint = logs - logs.mean()
    if np.abs(tint).max() > _ALL_INK:
        tint = np.zeros(3)
    return np.asarray(np.exp(_NOT_INK * tint) * (palest.mean() / _PALEST_IS), np.float32)


def _lamp(
    seen: FloatMap, known: NDArray[np.bool_], corner_mm: tuple[float, float], field_mm: tuple[float, float]
) -> FloatMap:
    """(height, width) factor on lightness: what the field has in the median over a few spaces, against all of it.

    Beside the field it is the same as on its edge.
    """
    left, top = (round(-mm * SHEET_PX_PER_MM) for mm in corner_mm)
    right, bottom = left + round(field_mm[0] * SHEET_PX_PER_MM), top + round(field_mm[1] * SHEET_PX_PER_MM)
    step = round(_LAMP_STEP_MM * SHEET_PX_PER_MM)
    field, shown = (values[top:bottom, left:right][::step, ::step] for values in (seen, known))
    middle = float(np.median(field[shown])) if shown.any() else 1.0
    levels = np.clip(np.where(shown, field, middle) / middle * 64.0, 1.0, 255.0).round().astype(np.uint8)
    side = 2 * round(_LAMP_WIDE_MM / _LAMP_STEP_MM / 2) + 1
    local = cv2.GaussianBlur(cv2.medianBlur(levels, side).astype(np.float32) / 64.0, (0, 0), 2.0)
    whole = cv2.resize(local, (right - left, bottom - top), interpolation=cv2.INTER_LINEAR)
    rows, columns = seen.shape
    return np.asarray(np.pad(whole, ((top, rows - bottom), (left, columns - right)), mode="edge"), np.float32)


def _shades(typical: FloatMap, known: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Number the commonest combinations of rounded measures from 1; the rest share the last number."""
    steps = np.round(typical * _SHADES).astype(np.int32) + 128
    codes = (steps[..., 0] * 256 + steps[..., 1]) * 256 + steps[..., 2]
    values, places, counts = np.unique(codes[known], return_inverse=True, return_counts=True)
    rank = np.empty(len(values), np.int32)
    rank[np.argsort(-counts, kind="stable")] = np.arange(len(values))
    shades = np.full(known.shape, UNKNOWN, np.uint8)
    shades[known] = np.minimum(rank[places.ravel()] + 1, 255)
    return shades
