"""What covers the table without belonging to it: hands, sleeves and other large things; and glare that burns out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from skimage.measure import label
from skimage.morphology import remove_small_objects

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.evidence import Evidence, FloatMap
    from vision.rectify import RectifiedView

_STEP = 4
"""The masks are looked at with one pixel in four each way: hands are large."""
_THICK = 1.5
"""Anything in which a circle of this many diameters of a disc fits is no disc, side wall included."""
_LARGE_MM2 = 900.0
_BURNT_OUT = 247
"""All channels at this level: nothing can be told of what lies there."""
_NEARLY_BURNT = 235
"""Green and red at this level are a lamp's reflection; skin and cloth stay below."""
_COLOURS = 3
"""A hand, its shaded side and a sleeve."""
_SKIN = 0.12
"""Red measure (see Evidence) of the palest skin in the brightest light; paper stays below half of it."""
_NO_PRINT = 0.7
"""How surely something other than print has to be seen."""
_ALIKE = 0.1
"""Distance of colour measures up to which something that touches the hand belongs to it: fingers."""


@dataclass(frozen=True, eq=False)
class Cover:
    """Masks (height, width) of the view."""

    foreign: NDArray[np.bool_]
    """Large things on the sheet that are neither print nor disc nor glare."""
    burnt: NDArray[np.bool_]
    """Glare on the field in which all channels are at their end."""

    @property
    def occluded(self) -> bool:
        """Whether a hand or another large thing lies over the sheet."""
        return bool(self.foreign.any())


def find_cover(
    view: RectifiedView,
    evidence: Evidence,
    field: NDArray[np.bool_],
    *,
    grass: float,
    paper: FloatMap,
    disc_mm: float,
    differs: FloatMap | None = None,
    unlit: NDArray[np.bool_] | None = None,
) -> Cover:
    """Look for large patches that have lost the print's colour: the field's green, the margin's white.

    ``disc_mm`` is a disc's diameter, ``grass`` the field's median green measure, ``paper`` (height, width) how bright
    paper would be in each place: glare takes the green too, but it is as bright as paper or brighter, which neither
    skin nor cloth is. On boards that are not green, ``differs`` (height, width) says where the print cannot be seen.
    ``unlit`` (height, width): too dark to tell.
    """
    part = (slice(None, None, _STEP), slice(None, None, _STEP))
    told = view.inside[part] if unlit is None else view.inside[part] & ~unlit[part]
    small = _Small(
        colours=np.stack((evidence.blue[part], evidence.red[part], 2.0 * evidence.warm[part]), axis=-1),
        neutral=evidence.neutral[part],
        glare=(evidence.brightness[part] > 0.9 * paper[part])
        & (evidence.neutral[part] > 0.5)
        & (evidence.red[part] < _SKIN)
        | (np.minimum(view.image[..., 1][part], view.image[..., 2][part]) >= _NEARLY_BURNT),
        field=field[part],
        inside=told,
        differs=None if differs is None else differs[part] > _NO_PRINT,
    )
    foreign = _foreign(small, grass, view.px_per_mm / _STEP, _THICK * disc_mm)
    size = (view.inside.shape[1], view.inside.shape[0])
    full = cv2.resize(foreign.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST).astype(bool)
    return Cover(full, burnt_out(view, field))


def burnt_out(view: RectifiedView, field: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """See ``Cover.burnt``; ``field`` (height, width)."""
    return np.asarray((_weakest_channel(view.image) >= _BURNT_OUT) & field, np.bool_)


@dataclass(frozen=True, eq=False)
class _Small:
    """Measures at a low resolution (h, w)."""

    colours: NDArray[np.float32]
    """(h, w, 3): blue, red, twice warm."""
    neutral: NDArray[np.float32]
    glare: NDArray[np.bool_]
    field: NDArray[np.bool_]
    inside: NDArray[np.bool_]
    differs: NDArray[np.bool_] | None


def _foreign(small: _Small, grass: float, px_per_mm: float, thick_mm: float) -> NDArray[np.bool_]:
    lost = (small.differs if small.differs is not None else _lost_green(small, grass)) & small.inside
    solid = (lost & ~small.glare).astype(np.uint8)
    side = max(3, round(thick_mm * px_per_mm) | 1)
    circle = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    thick = cv2.morphologyEx(solid, cv2.MORPH_OPEN, circle)
    smallest_px = int(_LARGE_MM2 * px_per_mm**2)
    core = np.asarray(remove_small_objects(thick.astype(bool), max_size=smallest_px, connectivity=2), np.bool_)
    return core | _fingers(core, lost, small.colours) if core.any() else core


def _lost_green(small: _Small, grass: float) -> NDArray[np.bool_]:
    green = -(small.colours[..., 0] + small.colours[..., 1])
    return np.where(small.field, green < 0.45 * grass, (small.neutral < 0.6) | (small.colours[..., 1] > _SKIN))


def _fingers(core: NDArray[np.bool_], lost: NDArray[np.bool_], colours: NDArray[np.float32]) -> NDArray[np.bool_]:
    """What touches the core and has one of its colours."""
    samples = np.ascontiguousarray(colours[core][:: max(1, int(core.sum()) // 500)])
    clusters = min(_COLOURS, len(samples))
    # Begun from thirds by redness, so that the same picture is always read the same way (cv2 would draw lots).
    thirds = np.argsort(np.argsort(samples[:, 1])) * clusters // len(samples)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 10, 0.01)
    start = cv2.KMEANS_USE_INITIAL_LABELS
    _, _, palette = cv2.kmeans(samples, clusters, thirds.astype(np.int32), criteria, 1, start)
    distance = np.min([np.linalg.norm(colours - colour, axis=-1) for colour in palette], axis=0)
    alike = core | (lost & (distance < _ALIKE))
    labels = label(alike, connectivity=2)  # type: ignore[no-untyped-call]  # scikit-image has no types
    return np.asarray(np.isin(labels, np.unique(labels[core])) & alike, np.bool_)


def _weakest_channel(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    blue, green, red = cv2.split(image)
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)
