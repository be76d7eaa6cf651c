"""Whether a die lies level: a cube is laid over it, level and leaning, and it is asked which fits better.

A level die shows its upper face as a level square, and so much of its sides as the camera's direction says; the faces
of one that leans do not fit that. What is compared are the cube's edges with the edges in the picture, and the pips of
its upper face. What shows a number may be a piece as well: its rim is round. Larger cubes, laid over it in the
same way, tell a die of another size.

Cubes are seen from far away: a point (x, y, height) mm from the middle of an upper face lies at ``view @ point`` pixels
of a patch, an upright piece of the picture in which a millimetre is ``PX_PER_MM`` pixels wide.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.layouts import value_matches

if TYPE_CHECKING:
    from cv2.typing import MatLike

    from calibration.pose import BoardPose
    from engine.board_file import PiecesTable
    from vision.rectify import Image

Floats: TypeAlias = NDArray[np.float64]
FloatMap: TypeAlias = NDArray[np.float32]

PX_PER_MM = 2.2
"""Of a patch: a die of 14 mm is as wide as 31 of its pixels."""
_SIDE = 105
"""Of a patch, pixels."""
_MIDDLE_MM, _TOP_MM = 7.0, 14.0
"""Heights of a usual die's middle and of its upper face."""
_REACH_MM = 4.0
"""Over so much the camera's view of the place is measured."""
_PIPS_PX = 9
"""Side of the median that takes pips out of a patch and leaves the edges of faces."""
_ROUGH_PX, _FINE_PX = 1.8, 1.0
"""Blur of a patch for the first search, and after it."""
_AMONG_MM, _STRONG, _LEAST = 13.0, 92.0, 2.0
"""An edge counts half that is half as strong as this percentile of all within so far of the middle, and levels at
least."""
_ACROSS = 0.5
"""What changes along an edge counts so much against it."""
_SAMPLES = np.linspace(-0.75, 0.75, 4).astype(np.float32)
"""Along an edge, half its length being 1: corners are round."""
_VISIBLE = 0.04
"""Cosine between a face's normal and the line of sight from which its edges show."""
_SIZES_MM = (11.5, 17.0)
_FIRST_SIZES_MM = (12.5, 14.0, 15.5)
_LEANS_DEG = (11.0, 48.0)
_FIRST_LEANS_DEG = (14.0, 24.0, 36.0)
_PIPS = 0.3
"""Weight of the pips' correlation against that of the edges."""
_KEPT = 8
"""Cubes that are looked at further."""
_PLACES = 64
"""Places and turns, of 441, at which all sizes are tried where the middle is not well known."""
_TRIES = 9
"""Cubes drawn near each of those."""
_DISC_OFF_MM = 8.0
"""A disc's middle may lie so far from where a die's would."""
_AROUND = np.linspace(0, 2 * np.pi, 32, endpoint=False)
_RIM = np.column_stack((np.cos(_AROUND), np.sin(_AROUND)))
_SEED = 5
"""The search draws at random, the same for every die."""
_LARGER = 1.6
"""A patch in which everything is so much smaller holds dice of 18.4 to 27 mm as a usual one holds usual dice."""
_LARGER_FITS = 0.06
"""How much more of a larger cube's edges is seen where a die is larger. Of 58 on shared and path-traced tables none
that is read has more than 0.04; of 33 drawn ones of 19 mm and more, three have less than this."""

_SIGNS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_EDGES = np.array([(k, (k + 1) % 3, (k + 2) % 3, one, two) for k in range(3) for one, two in _SIGNS])
"""(12, 5): the axis along which an edge runs, the other two axes, and on which side of each it lies."""

X, Y, SIZE, TURN, LEAN, TOWARDS = range(6)
"""Columns of cubes (N, 6): patch pixels by which the middle of the upper face is off the expected place; mm; degrees,
the direction in which it leans counted from its turn."""


@dataclass(frozen=True, eq=False)
class _Patch:
    """A die's surroundings."""

    picture: FloatMap
    """(_SIDE, _SIDE, 3) BGR."""
    view: Floats
    """(2, 3) see the module."""
    sight: Floats
    """(3,) unit vector towards the camera: x, y, height."""
    top_px: Floats
    """(2,) where the middle of the upper face is expected."""


@dataclass(frozen=True, eq=False)
class _Edges:
    """How much the picture changes in which direction."""

    tensors: tuple[FloatMap, FloatMap, FloatMap]
    """(pixels,) each: xx, xy, yy, of which what changes along the edge is taken off already."""
    usual: float
    """Change that counts half."""


def leans_rather(image: Image, pose: BoardPose, place_mm: Floats, value: int) -> float:
    """How much better a leaning cube fits a die at a board point (2,) than a level one, its upper face showing a value.

    Of 80 level dice, drawn and path-traced, none had more than 0.08.
    """
    patch = _patch_of(image, pose, place_mm)
    rough, fine = _rough_and_fine(patch)
    chance = np.random.default_rng(_SEED)
    best = []
    for cubes in (_level_cubes(), _leaning_cubes()):
        likely = _likeliest(patch, rough, fine, cubes, chance)
        pips = value_matches(patch.picture, _face_maps(patch, likely), value)
        best.append(float((_edge_scores(patch, fine, likely) + _PIPS * pips).max()))
    return best[1] - best[0]


@dataclass(frozen=True, slots=True)
class Outlines:
    """How much of each outline is seen round a place, 0 to 1."""

    level: float
    """Of a cube that lies level."""
    leaning: float
    """Of one that leans."""
    disc: float
    """Of a piece's upper face."""


def outlines(image: Image, pose: BoardPose, place_mm: Floats, piece: PiecesTable) -> Outlines:
    """What a thing at a board point (2,) looks like of which the marks do not say that it is a die."""
    patch = _patch_of(image, pose, place_mm)
    rough, fine = _rough_and_fine(patch)
    chance = np.random.default_rng(_SEED)
    level, leaning = (
        float(_edge_scores(patch, fine, _likeliest(patch, rough, fine, cubes, chance)).max())
        for cubes in (_level_cubes(), _leaning_cubes())
    )
    return Outlines(level, leaning, _disc_score(patch, fine, piece))


def level_edges(image: Image, pose: BoardPose, place_mm: Floats) -> float:
    """How much of the edges of a level cube at a board point (2,) is seen, 0 to 1."""
    patch = _patch_of(image, pose, place_mm)
    rough, fine = _rough_and_fine(patch)
    cubes = _likeliest(patch, rough, fine, _level_cubes(), np.random.default_rng(_SEED))
    return float(_edge_scores(patch, fine, cubes).max())


def larger_mm(image: Image, pose: BoardPose, place_mm: Floats) -> float | None:
    """The side of a die at a board point (2,), or near it, that is plainly larger than dice usually are; else None.

    Sides of 18.4 to 27 mm are told apart. The point is what seems the middle of a usual die: of a larger one, that may
    be the middle of a side face.
    """
    best = []
    for size in (1.0, _LARGER):
        patch = _patch_of(image, pose, place_mm, size)
        rough, fine = _rough_and_fine(patch)
        cubes = _likeliest(patch, rough, fine, _of_all_sizes(patch, rough), np.random.default_rng(_SEED))
        seen = _edge_scores(patch, fine, cubes)
        best.append((float(seen.max()), size * float(cubes[seen.argmax(), SIZE])))
    (usual, _), (larger, side_mm) = best
    return side_mm if larger - usual > _LARGER_FITS else None


def _of_all_sizes(patch: _Patch, rough: _Edges) -> Floats:
    """(N, 6) level cubes of several sizes, where the edges of one of middle size are seen best."""
    cubes = _far_off_cubes()
    there = cubes[np.argsort(-_edge_scores(patch, rough, cubes))[:_PLACES]]
    sized = np.repeat(there, len(_FIRST_SIZES_MM), axis=0)
    sized[:, SIZE] = np.tile(_FIRST_SIZES_MM, len(there))
    return sized


def _rough_and_fine(patch: _Patch) -> tuple[_Edges, _Edges]:
    """The edges of faces, without those of pips: for the first search, and after it."""
    plain = cv2.medianBlur(patch.picture.astype(np.uint8), _PIPS_PX).astype(np.float32)
    rough, fine = (_edges(cv2.GaussianBlur(plain, (0, 0), blur_px)) for blur_px in (_ROUGH_PX, _FINE_PX))
    return rough, fine


def _likeliest(patch: _Patch, rough: _Edges, fine: _Edges, cubes: Floats, chance: np.random.Generator) -> Floats:
    """(_KEPT, 6) of some cubes, and of others near them, those whose edges are seen best."""
    likely = cubes[np.argsort(-_edge_scores(patch, rough, cubes))[:_KEPT]]
    for spread in (1.0, 0.5):
        likely = _improved(patch, fine, likely, spread, chance)
    return likely


def _disc_score(patch: _Patch, edges: _Edges, piece: PiecesTable) -> float:
    """How much of the outline of a piece's upper face is seen, wherever near the middle it fits best."""
    middle = patch.top_px + (piece.height_mm - _TOP_MM) * patch.view[:, 2]
    steps = np.arange(-_DISC_OFF_MM, _DISC_OFF_MM + 0.5)
    middles = middle + np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) @ patch.view[:, :2].T
    rim = piece.diameter_mm / 2 * _RIM @ patch.view[:, :2].T
    along = np.roll(rim, -1, axis=0) - np.roll(rim, 1, axis=0)
    across_x, across_y = np.stack((-along[:, 1], along[:, 0])) / np.hypot(along[:, 0], along[:, 1])
    points = middles[:, None] + rim
    columns, rows = np.clip(np.rint(points), 0, _SIDE - 1).astype(np.int32).transpose(2, 0, 1)
    xx, xy, yy = (tensor[rows * _SIDE + columns] for tensor in edges.tensors)
    change = np.sqrt(np.maximum(xx * across_x**2 + 2 * xy * across_x * across_y + yy * across_y**2, 0.0))
    return float((change / (change + edges.usual)).mean(axis=1).max())


def _patch_of(image: Image, pose: BoardPose, place_mm: Floats, size: float = 1.0) -> _Patch:
    """A patch in which everything is ``size`` times smaller: its millimetres are so much longer."""
    top_mm = size * _TOP_MM
    steps = _REACH_MM * np.array(((1, 0), (-1, 0), (0, 1), (0, -1)))
    round_it = pose.project(place_mm + steps, size * _MIDDLE_MM)
    foot, top = (pose.project(place_mm[None], height)[0] for height in (0.0, top_mm))
    view = np.column_stack((round_it[0] - round_it[1], round_it[2] - round_it[3], top - foot))
    view /= (2 * _REACH_MM, 2 * _REACH_MM, top_mm)
    scale = PX_PER_MM / size / float(np.linalg.norm(view, 2))
    shift = (_SIDE - 1) / 2 - scale * (foot + top) / 2
    whole = np.column_stack((scale * np.eye(2), shift))
    picture = cv2.warpAffine(image, whole, (_SIDE, _SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    sight = np.cross(view[0], view[1])
    sight *= np.sign(sight[2]) / np.linalg.norm(sight)
    return _Patch(np.asarray(picture, np.float32), size * scale * view, sight, scale * top + shift)


def _edges(smooth: MatLike) -> _Edges:
    """Of a patch (_SIDE, _SIDE, 3) without pips."""
    right, down = (cv2.Sobel(smooth, cv2.CV_32F, dx, 1 - dx, scale=1 / 8) for dx in (1, 0))
    xx, xy, yy = (_summed(one * two) for one, two in ((right, right), (right, down), (down, down)))
    strong = float(np.percentile(np.sqrt(xx + yy)[_near_middle()], _STRONG))
    tensors = (xx - _ACROSS * yy).ravel(), ((1 + _ACROSS) * xy).ravel(), (yy - _ACROSS * xx).ravel()
    return _Edges(tensors, max(_LEAST, strong / 2))


def _summed(channels: MatLike) -> FloatMap:
    """(height, width) of (height, width, 3)."""
    return np.asarray(cv2.transform(channels, np.ones((1, 3), np.float32)), np.float32)


@cache
def _near_middle() -> NDArray[np.bool_]:
    y, x = np.mgrid[:_SIDE, :_SIDE] - (_SIDE - 1) / 2
    return np.asarray(np.hypot(x, y) < _AMONG_MM * PX_PER_MM, np.bool_)


def _edge_scores(patch: _Patch, edges: _Edges, cubes: Floats) -> Floats:
    """(N,) how much of the visible edges of cubes is seen, 0 to 1."""
    axes = _axes(cubes)
    half = cubes[:, SIZE, None, None] / 2 * (axes @ patch.view.T)
    middles = patch.top_px + cubes[:, :SIZE] - half[:, 2]
    along, one, two, side_one, side_two = _EDGES.T
    edge_middles = middles[:, None] + side_one[:, None] * half[:, one] + side_two[:, None] * half[:, two]
    right, down = half[:, along].astype(np.float32).transpose(2, 0, 1)
    lengths = np.hypot(right, down) + np.float32(1e-6)
    columns, rows = (
        np.clip(np.rint(middle[..., None] + _SAMPLES * half_edge[..., None]), 0, _SIDE - 1).astype(np.int32)
        for middle, half_edge in zip(edge_middles.astype(np.float32).transpose(2, 0, 1), (right, down), strict=True)
    )
    xx, xy, yy = (tensor.take(rows * _SIDE + columns) for tensor in edges.tensors)
    across_x, across_y = (-down / lengths)[..., None], (right / lengths)[..., None]
    change2 = xx * across_x**2 + 2 * xy * across_x * across_y + yy * across_y**2
    change = np.sqrt(np.maximum(change2, np.float32(0.0)))
    share = change / (change + np.float32(edges.usual))
    seen = share.sum(axis=2) / np.float32(len(_SAMPLES))
    facing = axes @ patch.sight
    shows = (side_one * facing[:, one] > _VISIBLE) | (side_two * facing[:, two] > _VISIBLE)
    weights = np.where(shows, lengths, np.float32(0.0))
    return np.asarray((seen * weights).sum(axis=1) / weights.sum(axis=1), np.float64)


def _axes(cubes: Floats) -> Floats:
    """(N, 3, 3): rows are the cubes' own right, down and up."""
    turn, lean, towards = np.radians((cubes[:, TURN], cubes[:, LEAN], cubes[:, TURN] + cubes[:, TOWARDS]))
    flat = np.zeros((len(cubes), 3, 3))
    flat[:, 0, 0], flat[:, 0, 1] = np.cos(turn), np.sin(turn)
    flat[:, 1, 0], flat[:, 1, 1] = -np.sin(turn), np.cos(turn)
    flat[:, 2, 2] = 1.0
    # Turned about a line in the table, a quarter turn on from where it leans to.
    x, y, cosine, sine = -np.sin(towards), np.cos(towards), np.cos(lean), np.sin(lean)
    rest = 1 - cosine
    tilt = np.empty_like(flat)
    tilt[:, 0, 0], tilt[:, 1, 1], tilt[:, 2, 2] = cosine + x * x * rest, cosine + y * y * rest, cosine
    tilt[:, 0, 1] = tilt[:, 1, 0] = x * y * rest
    tilt[:, 2, 0], tilt[:, 2, 1] = y * sine, -x * sine
    tilt[:, 0, 2], tilt[:, 1, 2] = -tilt[:, 2, 0], -tilt[:, 2, 1]
    return flat @ tilt


def _face_maps(patch: _Patch, cubes: Floats) -> Floats:
    """(N, 2, 3): affine maps from upper faces, whose sides are 1 and whose middles are 0, to the patch."""
    sides = cubes[:, SIZE, None, None] * (_axes(cubes)[:, :2] @ patch.view.T)
    places = patch.top_px + cubes[:, :SIZE]
    return np.concatenate((sides.transpose(0, 2, 1), places[:, :, None]), axis=2)


def _improved(patch: _Patch, edges: _Edges, cubes: Floats, spread: float, chance: np.random.Generator) -> Floats:
    """(_KEPT, 6) the best of some cubes and of others near them."""
    leaning = float(cubes[:, LEAN].max() > 0)
    steps = spread * np.array((1.0, 1.0, 0.5, 4.0, 4.0 * leaning, 0.0))
    near = np.repeat(cubes, _TRIES, axis=0)
    near += chance.normal(size=near.shape) * steps
    near[:, SIZE] = np.clip(near[:, SIZE], *_SIZES_MM)
    near[:, LEAN] = np.clip(near[:, LEAN], *_LEANS_DEG) if leaning else 0.0
    both = np.concatenate((cubes, near))
    return both[np.argsort(-_edge_scores(patch, edges, both))[:_KEPT]]


@cache
def _level_cubes() -> Floats:
    steps = (-1.0, 1.0)
    return _every(steps, steps, _FIRST_SIZES_MM, range(0, 90, 10), (0.0,), (0.0,))


@cache
def _far_off_cubes() -> Floats:
    """Level ones of middle size whose middles are not well known."""
    steps = np.arange(-12.0, 12.5, 4.0)
    return _every(steps, steps, _FIRST_SIZES_MM[1:2], range(0, 90, 10), (0.0,), (0.0,))


@cache
def _leaning_cubes() -> Floats:
    return _every((0.0,), (0.0,), (12.7, 15.0), range(0, 90, 15), _FIRST_LEANS_DEG, range(0, 360, 90))


def _every(*values: object) -> Floats:
    """(N, 6): all combinations."""
    grids = np.meshgrid(*[np.array(each, np.float64) for each in values], indexing="ij")
    return np.stack([grid.reshape(-1) for grid in grids], axis=1)
