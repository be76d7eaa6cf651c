"""The lamp taken out of a picture: light intensities relative to the sheet's white paper.

The kit's sheet has a wide white margin round the field. Its colour there says what colour the lamps have, also where
two lamps of different colour mix across the table. Brightness is left as it is: it may jump at the edge of a sunbeam,
which no smooth model follows, so everything after this works with ratios of channels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.board import sheet_bounds_mm
from vision.parallax import carry
from vision.part import PartOfView, stretched
from vision.reference_light import PrintPoints, log_brightness, pale

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike

    from engine.board import Board
    from vision.printed import PrintedSheet
    from vision.rectify import RectifiedView

_LEVELS = np.arange(256) / 255.0
LINEAR = np.where(_LEVELS <= 0.04045, _LEVELS / 12.92, ((_LEVELS + 0.055) / 1.055) ** 2.4).astype(np.float32)
"""Light intensity 0..1 of the 256 levels of an sRGB picture (IEC 61966-2-1)."""

_BLOCK_MM = 12.0
_MIN_BLOCKS = 12
_REFERENCE_MM = 4.0
_SATURATED = 250
_BLACK = 8
KNOTS = 16
"""Of the mesh on which the lamps' colour is worked out, each way: it is smooth."""
_MOST_CAST = 1.6
"""Paper whose channels differ by more than exp(1.6), five times, from each other is no white paper under any lamp."""


Planes: TypeAlias = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]
"""Blue, green and red (height, width) each: most of what is done with them is done with each alone."""


def planes(each: Iterable[ArrayLike]) -> Planes:
    """Three maps as they are."""
    blue, green, red = (np.asarray(values, np.float32) for values in each)
    return blue, green, red


@dataclass(frozen=True, eq=False)
class Balanced:
    """A rectified view as light intensities with the lamps' colour taken out."""

    view: RectifiedView
    light: Planes
    """Linear, about 1 for the sheet's white paper where the light is as on most of it."""
    paper: NDArray[np.float32]
    """(3,) BGR: mean linear intensity of white paper before balancing, 0..1."""
    gain: NDArray[np.float32]
    """(KNOTS, KNOTS, 3) by what the light was multiplied, each for its share of the view's rows and columns."""


def balance(
    view: RectifiedView,
    board: Board,
    printed: PrintedSheet | None = None,
    camera_mm: NDArray[np.float64] | None = None,
) -> Balanced:
    """Divide a view by the colour of the white margin, followed over the table as a plane in log colour.

    A board of one's own has no margin that is known to be white: there the whole print is compared with the reference
    picture, whose lamp counts as white: see ``vision.reference_light``. Where nothing can be compared, or the colour is
    no lamp's (a coloured border), the picture is taken as it is.
    """
    levels = cv2.split(view.image)
    light = planes(cv2.LUT(each, LINEAR) for each in levels)
    if printed is not None and printed.photographed and camera_mm is not None:
        points = _print_points(view, light, printed, camera_mm)
        chosen = pale(points)
        points_mm, colours = chosen.points_mm, chosen.ratios
    else:
        points = None
        points_mm, colours = _margin_blocks(view, levels, board)
    if len(colours) < _MIN_BLOCKS:
        return _unbalanced(view, light)
    logs = np.log(np.maximum(colours, 1e-4))
    brightness = float(np.median(logs.mean(axis=1)))
    cast = logs - logs.mean(axis=1, keepdims=True)
    if points is not None:
        brightness = log_brightness(points, np.exp(np.median(cast, axis=0)))
    if np.abs(np.median(cast, axis=0)).max() > _MOST_CAST:
        return _unbalanced(view, light)
    coefficients = _robust_plane(_scaled(points_mm, board), cast)
    mesh = _gain_mesh(view, board, coefficients, brightness)
    _multiply(light, mesh, PartOfView.whole(view.inside.shape))
    paper = np.exp(np.median(logs, axis=0)).astype(np.float32)
    return Balanced(view, light, paper, mesh)


def balanced_by(view: RectifiedView, gain: NDArray[np.float32], at: PartOfView) -> Planes:
    """Light of a view, which is a part of a larger one, by the gain (``Balanced``) that was measured in all of that."""
    light = planes(cv2.LUT(each, LINEAR) for each in cv2.split(view.image))
    _multiply(light, gain, at)
    return light


def _multiply(light: Planes, gain: NDArray[np.float32], at: PartOfView) -> None:
    for each, knots in zip(light, cv2.split(gain), strict=True):
        cv2.multiply(each, stretched(knots, at), dst=each)


def _unbalanced(view: RectifiedView, light: Planes) -> Balanced:
    return Balanced(view, light, np.ones(3, np.float32), np.ones((KNOTS, KNOTS, 3), np.float32))


def _scaled(points_mm: NDArray[np.float64], board: Board) -> NDArray[np.float64]:
    """Design matrix (N, 3): 1 and both coordinates in half field lengths from the middle."""
    length, width = board.grid.field_size_mm
    middle = np.array((length / 2, width / 2))
    return np.column_stack((np.ones(len(points_mm)), (points_mm - middle) / (length / 2)))


def _margin_blocks(
    view: RectifiedView, levels: Sequence[NDArray[Any]], board: Board
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Centres (N, 2) and bright, unsaturated median colours (N, 3) of the blocks of the sheet's margin.

    ``levels`` are the view's channels.
    """
    step = max(2, round(_BLOCK_MM * view.px_per_mm))
    rows, columns = (size // step for size in view.inside.shape)
    ys, xs = np.divmod(np.arange(rows * columns), columns)
    points_mm = view.to_mm(np.column_stack((xs, ys)) * step + (step - 1) / 2)
    margin = _in_margin(points_mm, board)
    ys, xs, points_mm = ys[margin], xs[margin], points_mm[margin]

    def blocks(values: NDArray[Any]) -> NDArray[Any]:
        """The margin's blocks (N, pixels) of a map, every second row to save time."""
        tiles = values[: rows * step, : columns * step].reshape(rows, step, columns, step)
        return tiles[ys, ::2, xs].reshape(len(ys), (step + 1) // 2 * step)

    blue, green, red = levels
    brightest = blocks(np.asarray(cv2.max(cv2.max(blue, green), red)))
    usable = (brightest < _SATURATED) & (brightest > _BLACK)
    good = blocks(view.inside).all(axis=1) & (usable.mean(axis=1) > 0.9)
    # The upper quartile of a block is paper even where print covers half of it.
    colours = [_upper_quartile(blocks(each)[good]) for each in levels]
    return points_mm[good], np.stack(colours, axis=1)


def _upper_quartile(levels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """(N,) of the light of (N, pixels): as it grows with the level, levels are put in order, which is soon done."""
    ordered = np.sort(levels, axis=1, kind="stable")
    place = 0.75 * (levels.shape[1] - 1)
    below, above = (LINEAR[ordered[:, k]].astype(np.float64) for k in (int(place), int(np.ceil(place))))
    return np.asarray(below + (place - int(place)) * (above - below), np.float64)


def _print_points(
    view: RectifiedView, light: Planes, printed: PrintedSheet, camera_mm: NDArray[np.float64]
) -> PrintPoints:
    """The print on a mesh over the view, as it should look and as it does."""
    step = max(2, round(_REFERENCE_MM * view.px_per_mm))
    rows, columns = view.inside.shape
    ys, xs = (each.ravel() for each in np.mgrid[step // 2 : rows : step, step // 2 : columns : step])
    points_mm = view.to_mm(np.column_stack((xs, ys)))
    expected, even = printed.at(carry(points_mm, camera_mm, view.height_mm, 0.0))
    levels = view.image[ys, xs].max(axis=1)
    seen = np.stack([each[ys, xs] for each in light], axis=1).astype(np.float64)
    good = even & view.inside[ys, xs] & (levels < _SATURATED) & (levels > _BLACK)
    return PrintPoints(points_mm, expected.astype(np.float64), seen).of(good)


def _in_margin(points_mm: NDArray[np.float64], board: Board) -> NDArray[np.bool_]:
    """Whether a block round each point lies wholly on the sheet and off the field."""
    reach = _BLOCK_MM * 0.75
    west, north, east, south = sheet_bounds_mm(board)
    length, width = board.grid.field_size_mm
    x, y = points_mm.T
    on_sheet = (x > west + reach) & (x < east - reach) & (y > north + reach) & (y < south - reach)
    on_field = (x > -reach) & (x < length + reach) & (y > -reach) & (y < width + reach)
    return np.asarray(on_sheet & ~on_field, np.bool_)


def _robust_plane(design: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Least squares with ever smaller weights for far values (Cauchy): things lying on the margin do not count."""
    weights = np.ones(len(design))
    solution: NDArray[np.float64] = np.zeros((design.shape[1], values.shape[1]))
    # A weak pull towards "the same everywhere" keeps a margin seen on one side only from extrapolating.
    pull = np.diag((0.0, 1.0, 1.0)) * len(design) * 0.3**2
    for _ in range(6):
        weighted = (design * weights[:, None]).T
        solution = np.asarray(np.linalg.solve(weighted @ design + pull, weighted @ values), np.float64)
        distance = np.linalg.norm(values - design @ solution, axis=1)
        scale = max(0.02, 1.5 * float(np.median(distance)))
        weights = 1.0 / (1.0 + (distance / scale) ** 2)
    return np.asarray(solution, np.float64)


def _gain_mesh(
    view: RectifiedView, board: Board, coefficients: NDArray[np.float64], brightness: float
) -> NDArray[np.float32]:
    """(KNOTS, KNOTS, 3): what to multiply each pixel's channels with."""
    rows, columns = view.inside.shape
    knots = (np.arange(KNOTS) + 0.5) / KNOTS
    xs, ys = knots * columns - 0.5, knots * rows - 0.5  # where cv2.resize takes the knots to be
    mesh = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    cast = _scaled(view.to_mm(mesh), board) @ coefficients
    return np.exp(-cast - brightness).reshape(KNOTS, KNOTS, 3).astype(np.float32)
