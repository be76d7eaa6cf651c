"""Where a round ball's centre is, to fractions of a pixel, with the error to expect.

The outline of a ball of known size, resting on the board, is known for every place it may lie in. Across that outline
the picture is sampled in many directions, and each edge that is found pulls the outline to where it belongs. What the
edges disagree by is the measurement's error; lines, discs and shadows beside the ball disagree with the rest and lose
their say. Only the change across the edge counts, so that a white ball on white paper is measured by its shaded rim.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import cv2
import numpy as np

from vision.parallax import elevation
from vision.silhouettes import sphere_outline_mm

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from calibration.pose import BoardPose
    from vision.rectify import Image

_GROWTH_MM = np.arange(-2.6, 4.01, 0.2)
"""How far inside (negative) and outside its outline the ball is looked at."""
_INSIDE_MM, _OUTSIDE_MM = (-1.7, -0.1), (1.8, 3.4)
"""Where the ball's own rim, and where the ground beside it, is looked at."""
_REACH_MM = 1.8
"""An edge further from the outline than this belongs to something else."""
_ROUNDS = 6
_STILL_MM = 0.02
_LEAST_CONTRAST = 7.0
"""Grey levels: less is paper's grain and the camera's noise."""
_OUTLIER_MM = 0.9
"""Edges that miss the fitted outline by this have no say."""
_SIZE_SD_MM = 0.6
"""Balls are so true to their size; blur and shade move all edges alike."""
_LEAST_SHARE = 0.5
"""Share of the outline with an edge in its place without which it is no measurement."""
_SPREAD = 2.0
"""Neighbouring directions see the same pixels, and shade errs to one side: so much more than of independent edges."""
_FLOOR_PX = 0.18
"""Error of the best edges."""
_UNEVEN_PX = 0.4
"""Error where the ball lies half on one colour, half on another: shade and blur move its edges unequally."""
_UNEVEN_LEVELS = 40.0
"""Grey levels that the ground beside the ball has to vary by for that."""


@dataclass(frozen=True, slots=True)
class BallFit:
    """A measured ball."""

    centre_mm: tuple[float, float]
    """The point under its middle, board frame."""
    sd_mm: float
    """Standard deviation along each axis, the worse one, the pose's own error included."""
    share: float
    """Share of its outline where an edge lies in its place, 0..1."""
    off_mm: float
    """RMS distance of these edges from the fitted outline."""
    grown_mm: float
    """By how much it looks larger than it should."""

    def __bool__(self) -> Literal[True]:
        """A fit is a success; see BallUnmeasured."""
        return True


@dataclass(frozen=True, slots=True)
class BallUnmeasured:
    """No measurement, and why. Falsy."""

    reason: str

    def __bool__(self) -> Literal[False]:
        """A failure is a no."""
        return False


def measure_ball(image: Image, pose: BoardPose, near_mm: ArrayLike, radius_mm: float) -> BallFit | BallUnmeasured:
    """Measure a ball on the board that lies within two millimetres of ``near_mm`` (2,), in a picture (h, w, 3) BGR."""
    centre = np.asarray(near_mm, np.float64).reshape(2).copy()
    camera_mm = pose.camera_position_mm()
    for _ in range(_ROUNDS):
        edges = _edges(image, pose, centre, radius_mm, camera_mm)
        if edges is None:
            return BallUnmeasured("the ball lies at the edge of the picture")
        found = _solve(edges)
        if found is None:
            return BallUnmeasured("the ball's outline does not stand out from what it lies on")
        step = np.clip(found.shift_mm, -1.5, 1.5)
        centre += step
        if float(np.abs(step).max()) < _STILL_MM:
            break
    assert found is not None  # noqa: S101 - rounds without one have returned
    assert edges is not None  # noqa: S101 - the same
    if float(np.hypot(*(centre - np.asarray(near_mm, np.float64).reshape(2)))) > 1.5 * radius_mm:
        return BallUnmeasured("the ball's outline leads away from where it was seen")
    return BallFit(
        centre_mm=(float(centre[0]), float(centre[1])),
        sd_mm=_error_mm(found, edges.uneven, pose, centre, radius_mm),
        share=found.share,
        off_mm=found.off_mm,
        grown_mm=found.grown_mm,
    )


@dataclass(frozen=True, eq=False)
class _Edges:
    """One edge a direction."""

    off_mm: NDArray[np.float64]
    """(N,) how far outside the expected outline it lies; meaningless where ``weight`` is 0."""
    weight: NDArray[np.float64]
    """(N,) 0 where no edge was found, else up to 1."""
    outward: NDArray[np.float64]
    """(N, 2) horizontal part of the outline's outward direction in space."""
    uneven: float
    """0..1: by how much the ground beside the ball varies from one side to another."""


def _edges(
    image: Image, pose: BoardPose, centre: NDArray[np.float64], radius_mm: float, camera_mm: NDArray[np.float64]
) -> _Edges | None:
    """Sample the picture across the outline; None where it reaches out of the picture."""
    # On the plane through its middle a larger sphere's outline is the same one, larger.
    outward_mm = (sphere_outline_mm(centre, radius_mm, radius_mm, camera_mm, radius_mm) - centre) / radius_mm
    rings = centre + (radius_mm + _GROWTH_MM)[:, None, None] * outward_mm
    count = rings.shape[1]
    pixels = pose.project(rings.reshape(-1, 2), radius_mm).reshape(len(_GROWTH_MM), count, 2)
    rows, columns = image.shape[:2]
    if (pixels < 0).any() or (pixels > (columns - 1, rows - 1)).any():
        return None
    low = np.floor(pixels.min(axis=(0, 1))).astype(int)
    high = np.ceil(pixels.max(axis=(0, 1))).astype(int) + 1
    patch = image[low[1] : high[1], low[0] : high[0]].astype(np.float32)
    at = (pixels - low).astype(np.float32)
    colours = cv2.remap(patch, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    outside = _between(_OUTSIDE_MM)
    ground = np.asarray(np.median(colours[outside], axis=0), np.float64)
    off, weight = _crossings(np.asarray(colours, np.float64) - ground)
    sine, bearing = elevation(centre, camera_mm, radius_mm)
    angle = np.linspace(0, 2 * np.pi, count, endpoint=False)
    along = np.array((np.cos(bearing), np.sin(bearing)))
    outward = np.cos(angle)[:, None] * sine * along + np.sin(angle)[:, None] * np.array((-along[1], along[0]))
    uneven = min(1.0, float(np.linalg.norm(ground.std(axis=0))) / _UNEVEN_LEVELS)
    return _Edges(off, weight, outward, uneven)


def _between(limits_mm: tuple[float, float]) -> NDArray[np.bool_]:
    """Which of the growths lie within limits."""
    low, high = limits_mm
    return (low <= _GROWTH_MM) & (high >= _GROWTH_MM)


def _crossings(change: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where each direction's profile is half way from the ground's colour to the rim's, from outside; and its weight.

    ``change`` (G, N, 3) is by how much the profiles differ from the ground beside the ball.
    """
    growth = _GROWTH_MM
    rim = change[_between(_INSIDE_MM)]
    best = np.linalg.norm(rim, axis=2).argmax(axis=0)
    directions = np.arange(change.shape[1])
    towards = rim[best, directions]
    contrast = np.linalg.norm(towards, axis=1)
    level = np.einsum("gnc,nc->gn", change, towards) / np.maximum(contrast, 1e-6) ** 2
    near = growth <= _REACH_MM
    above = level[near] >= 0.5
    # The outermost sample that is half way, and the one outside it.
    last = np.where(above.any(axis=0), int(near.sum()) - 1 - above[::-1].argmax(axis=0), 0)
    inner, outer = level[last, directions], level[np.minimum(last + 1, len(growth) - 1), directions]
    part = np.clip((inner - 0.5) / np.maximum(inner - outer, 1e-6), 0.0, 1.0)
    off = growth[last] + part * (growth[1] - growth[0])
    usable = above.any(axis=0) & (contrast > _LEAST_CONTRAST) & (outer < 0.5)
    return off, np.where(usable, np.minimum(contrast / 60.0, 1.0), 0.0)


@dataclass(frozen=True, eq=False)
class _Shift:
    """Where the edges want the outline to be."""

    shift_mm: NDArray[np.float64]
    grown_mm: float
    covariance: NDArray[np.float64]
    """(2, 2) of the shift, for edges that err by one millimetre."""
    off_mm: float
    share: float


def _solve(edges: _Edges) -> _Shift | None:
    """Least squares that stops listening to edges far off; None if too little of the outline is left."""
    design = np.column_stack((edges.outward, np.ones(len(edges.off_mm))))
    prior = np.diag((0.0, 0.0, 1.0 / _SIZE_SD_MM**2))
    weight = edges.weight.copy()
    if (weight > 0).mean() < _LEAST_SHARE:
        return None
    found, missed, tolerance = np.zeros(3), edges.off_mm, 2.5
    for _ in range(8):
        normal = design.T @ (weight[:, None] * design) + prior + 1e-9 * np.eye(3)
        found = np.asarray(np.linalg.solve(normal, design.T @ (weight * edges.off_mm)), np.float64)
        missed = edges.off_mm - design @ found
        weight = edges.weight * np.clip(1.0 - (missed / tolerance) ** 2, 0.0, None) ** 2
        tolerance = max(_OUTLIER_MM, 0.7 * tolerance)
    heard = weight > 0
    if heard.mean() < _LEAST_SHARE:
        return None
    off = float(np.sqrt(np.average(missed[heard] ** 2, weights=weight[heard])))
    covariance = np.linalg.inv(design.T @ (weight[:, None] * design) + prior)
    return _Shift(found[:2], float(found[2]), np.asarray(covariance[:2, :2], np.float64), off, float(heard.mean()))


def _error_mm(found: _Shift, uneven: float, pose: BoardPose, centre: NDArray[np.float64], radius_mm: float) -> float:
    """Edges, pixels, the pose, and a ball of another size, whose middle is not as high as supposed."""
    sine, _ = elevation(centre, pose.camera_position_mm(), radius_mm)
    floor = (_FLOOR_PX + _UNEVEN_PX * uneven) / (pose.px_per_mm(float(centre[0]), float(centre[1]), radius_mm) * sine)
    edges = _SPREAD / found.share**2 * found.off_mm * float(np.sqrt(np.linalg.eigvalsh(found.covariance)[-1]))
    height = 0.5 * max(0.0, abs(found.grown_mm) - 0.5) * float(np.sqrt(1 - sine**2)) / sine
    return float(np.sqrt(edges**2 + floor**2 + height**2 + pose.field_sd_mm**2))
