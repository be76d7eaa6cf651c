"""One view of a target: what of it is seen, how sharp, how tilted, how near; or why the picture is of no use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import cv2
import numpy as np

from calibration.lens.sharpness import edge_sharpness
from calibration.lens.targets import points_mm
from calibration.reasons import DARK_LEVEL, blur_px
from calibration.sentences import measure
from calibration.sighted_board import FOCAL_PER_LONG_SIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.lens.sharpness import Sharpness
    from calibration.lens.targets import Sighting, Target
    from calibration.markers import Grey
    from calibration.pose import FloatArray

MIN_CROSSINGS = 8
"""A view has six unknowns of its own and is there to say something about the lens besides."""
MAX_BLUR_PX = 2.5
"""Crossings stay exact to a tenth of a pixel up to about here."""
MAX_BLUR_SQUARES = 0.12
"""The same for small targets: beyond, an edge runs into the next one."""
SMEAR = 2.0
"""Edges so many times as wide in one direction as in the other, and wider than in focus: something moved."""
SMEAR_PX = 1.5

PARTS, PART_CONTRAST = 8, 60.0
"""A picture's long side is cut into so many parts; those with so many grey levels between dark and light have edges."""
SOFT_SHARE = 0.3
"""Of the parts with edges so many are blurred where the target is."""

Kind: TypeAlias = Literal["none", "few", "blurred", "moved", "similar", "size", "bent", "off", "still"]
"""Why a view is refused, in one word."""


@dataclass(frozen=True)
class ViewFailure:
    """A view that is of no use. Falsy; see PoseFailure."""

    name: str
    kind: Kind
    reason: str
    """Part of a sentence: what is wrong; and what to do."""

    def __bool__(self) -> Literal[False]:
        """A failure is a no."""
        return False


@dataclass(frozen=True, eq=False)
class View:
    """A target seen in one picture."""

    name: str
    """The picture's file name, or its number."""
    size_px: tuple[int, int]
    """(width, height) of the picture."""
    ids: NDArray[np.int64]
    """(N,) of the crossings seen."""
    points_mm: FloatArray
    """(N, 2) where they lie on the target."""
    corners_px: FloatArray
    """(N, 2) where they are in the picture."""
    sharpness: Sharpness
    tilt_deg: float
    """Between the target and the picture plane, 0 to 90; by a usual lens, so right to some degrees only."""
    lean_deg: float
    """Which way it leans: direction in the picture (0 = right, 90 = down) of its edge that is nearest to the camera."""
    fill: float
    """Share of the picture that the crossings span, 0 to 1: how near the target is."""

    def __bool__(self) -> Literal[True]:
        """A view is a success; see ViewFailure."""
        return True

    @property
    def solid_mm(self) -> FloatArray:
        """(N, 3) the crossings on the target, z = 0."""
        return np.column_stack((self.points_mm, np.zeros(len(self.points_mm))))

    @property
    def centre_px(self) -> FloatArray:
        """(2,) middle of what is seen."""
        return np.asarray(self.corners_px.mean(axis=0))


def look(grey: Grey, target: Target, name: str, *, thorough: bool = True) -> View | ViewFailure:
    """Find the target in a grey picture (height, width) and judge the view by itself."""
    seen = target.find(grey, thorough=thorough)
    columns, _ = target.crossings
    if len(seen.ids) < MIN_CROSSINGS or _in_few_lines(seen, columns):
        return _why_not_seen(grey, target, len(seen.ids), name)
    sharpness = edge_sharpness(grey, seen, columns)
    square_px = _square_px(seen, columns)
    blur = sharpness.blur_px
    if blur > SMEAR_PX and blur > SMEAR * sharpness.other_px:
        return ViewFailure(name, "moved", measure("smeared", px=blur))
    if blur > MAX_BLUR_PX or (blur > SMEAR_PX / 2 and blur > MAX_BLUR_SQUARES * square_px):
        return ViewFailure(name, "blurred", measure("blurred", px=blur))
    return _view(seen, target, name, (grey.shape[1], grey.shape[0]), sharpness)


def _why_not_seen(grey: Grey, target: Target, count: int, name: str) -> ViewFailure:
    if float(np.percentile(grey, 95)) < DARK_LEVEL:
        return ViewFailure(name, "none", measure("dark"))
    blur = blur_px(grey)
    if blur > MAX_BLUR_PX:
        return ViewFailure(name, "blurred", measure("blurred.all", px=blur))
    soft = _soft_edges_px(grey)
    if soft is not None:
        return ViewFailure(name, "blurred", measure("blurred.part", px=soft, target=target.name))
    if not count:
        return ViewFailure(name, "none", measure("unseen", target=target.name))
    columns, rows = target.crossings
    return ViewFailure(name, "few", measure("few", count=count, all=columns * rows))


def _soft_edges_px(grey: Grey) -> float | None:
    """How wide edges are in the parts of a picture that are out of focus, None if few are.

    A target held before a room that is in focus may be blurred all by itself.
    """
    side = max(grey.shape) // PARTS
    parts = [
        part
        for top in range(0, grey.shape[0] - side + 1, side)
        for left in range(0, grey.shape[1] - side + 1, side)
        if np.ptp(np.percentile(part := grey[top : top + side, left : left + side], (5, 95))) >= PART_CONTRAST
    ]
    widths = [blur_px(part) for part in parts]
    soft = [width for width in widths if width > MAX_BLUR_PX]
    return float(np.median(soft)) if len(soft) > SOFT_SHARE * len(parts) else None


def _view(seen: Sighting, target: Target, name: str, size_px: tuple[int, int], sharpness: Sharpness) -> View:
    flat = points_mm(target)[seen.ids]
    tilt, lean = attitude(flat, seen.corners_px, size_px)
    fill = fill_share(seen.corners_px, size_px)
    return View(name, size_px, seen.ids, flat, seen.corners_px, sharpness, tilt, lean, fill)


def fill_share(corners_px: FloatArray, size_px: tuple[int, int]) -> float:
    """Share of the picture that points (N, 2) span, 0 to 1."""
    hull = cv2.convexHull(corners_px.astype(np.float32))
    return float(cv2.contourArea(hull)) / (size_px[0] * size_px[1])


def _in_few_lines(seen: Sighting, columns: int) -> bool:
    return min(len(np.unique(seen.ids % columns)), len(np.unique(seen.ids // columns))) < 2


def _square_px(seen: Sighting, columns: int) -> float:
    """Width of a square in the picture, along its shorter side."""
    at = dict(zip(seen.ids.tolist(), seen.corners_px, strict=True))
    sides = [
        [float(np.linalg.norm(at[n + step] - at[n])) for n in at if n + step in at and (step != 1 or (n + 1) % columns)]
        for step in (1, columns)
    ]
    return min((float(np.median(lengths)) for lengths in sides if lengths), default=0.0)


def attitude(flat_mm: FloatArray, corners_px: FloatArray, size_px: tuple[int, int]) -> tuple[float, float]:
    """Tilt and lean (see View) in degrees, seen through a usual lens."""
    focal = FOCAL_PER_LONG_SIDE * max(size_px)
    matrix = np.array(((focal, 0, (size_px[0] - 1) / 2), (0, focal, (size_px[1] - 1) / 2), (0, 0, 1)))
    solid = np.column_stack((flat_mm - flat_mm.mean(axis=0), np.zeros(len(flat_mm))))
    found, rvec, _ = cv2.solvePnP(solid, corners_px, matrix, np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
    if not found:
        return 0.0, 0.0
    rotation, _ = cv2.Rodrigues(rvec)
    # The normal that points at the camera; the part of the target on its side in the picture is the far one.
    normal = rotation[:, 2] * -np.sign(rotation[2, 2])
    tilt = float(np.degrees(np.arccos(np.clip(-normal[2], 0, 1))))
    return tilt, float(np.degrees(np.arctan2(-normal[1], -normal[0])))
