"""Onto the printed lattice from a guess that is off by up to nearly half a space.

Single lines are mistaken for their neighbours when a guess is poor. A whole patch of lattice is not: patches of a
few spaces each are matched against the drawn lattice, and the shifts they vote for move the pose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.lines import line_samples_mm
from calibration.own.flat import Bounds, FlatView, View, flatten, px_per_mm, to_flat_px, to_mm
from calibration.own.refine import field_corners_mm, pose_of_corners, pose_of_points

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.own.flat import Picture
    from calibration.pose import BoardPose, FloatArray, Lens
    from engine.board import Board
    from engine.grid import Grid

PX_PER_SPACE = 16
PATCH_SPACES = 4.0
REACH_SPACES = 0.45
"""Half a space further on, the lattice looks the same again."""
MIN_LIKENESS = 0.2
"""Correlation of a patch with the drawn lattice below which its vote is noise."""
MIN_PATCHES = 6
ROUNDS = 3


def onto_lattice(image: Picture, board: Board, guess: View, lens: Lens | None) -> BoardPose | None:
    """The pose that lays the board's lattice on the printed one, near a guess; None where none is to be seen."""
    w, size_px = board.grid.width_mm, (image.shape[1], image.shape[0])
    view = guess
    places_mm = seen_px = np.empty((0, 2))
    for _ in range(ROUNDS):
        places_mm, seen_mm = _votes(image, board.grid, view)
        if len(places_mm) < MIN_PATCHES:
            return None
        seen_px = view.project(seen_mm)
        # Lens distortion is not in a homography; the tolerance leaves room for it.
        matrix, _ = cv2.findHomography(
            places_mm, seen_px, cv2.USAC_MAGSAC, 0.12 * w * px_per_mm(view, *places_mm.mean(axis=0)), maxIters=2000
        )
        if np.size(matrix) != 9:  # no homography: OpenCV hands back nothing
            return None
        moved = float(np.median(np.linalg.norm(seen_mm - places_mm, axis=1)))
        view = FlatView(np.asarray(matrix, np.float64))
        if moved < 0.04 * w:
            break
    corners_mm = field_corners_mm(board)
    start = pose_of_corners(view.project(corners_mm), corners_mm, size_px, lens)
    return pose_of_points(places_mm, seen_px, board, start, lens) if start is not None else None


def shows_steps(image: Picture, view: View, grid: Grid) -> bool:
    """Whether spaces are told apart by their shade alone: edges fit the lattice better than lines do."""
    w = grid.width_mm
    length, width = grid.field_size_mm
    scale, bounds = PX_PER_SPACE / w, (-w, -w, length + w, width + w)
    flat, inside = flatten(image, view, bounds, scale)
    drawn = _lattice(grid, bounds, scale)[inside]
    light, dark, edge = (
        float(channel[inside] @ drawn / np.linalg.norm(channel[inside])) for channel in _channels(flat)
    )
    return edge > max(light, dark)


def _votes(image: Picture, grid: Grid, view: View) -> tuple[FloatArray, FloatArray]:
    """Middles of patches of the lattice (N, 2), and where each seems to lie by this view, both in millimetres."""
    w = grid.width_mm
    length, width = grid.field_size_mm
    scale, bounds = PX_PER_SPACE / w, (-w, -w, length + w, width + w)
    flat, inside = flatten(image, view, bounds, scale)
    drawn = _lattice(grid, bounds, scale)
    best: tuple[float, list[tuple[FloatArray, FloatArray]]] = (0.0, [])
    for channel in _channels(flat):
        votes = [_vote(channel, drawn, inside, box) for box in _patches(grid, bounds, scale)]
        good = [(middle, shift, like) for middle, shift, like in votes if like > MIN_LIKENESS]
        total = sum(like for *_, like in good)
        if total > best[0]:
            best = total, [(middle, shift) for middle, shift, _ in good]
    middles = np.array([middle for middle, _ in best[1]]).reshape(-1, 2)
    shifts = np.array([shift for _, shift in best[1]]).reshape(-1, 2)
    return to_mm(middles, bounds, scale), to_mm(middles + shifts, bounds, scale)


def _channels(flat: Picture) -> tuple[NDArray[np.float32], ...]:
    """What may be a line: lighter than both sides, darker, or an edge between two shades."""
    grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = cv2.GaussianBlur(grey, (0, 0), 1.0)
    ridge = fine - cv2.GaussianBlur(grey, (0, 0), 0.2 * PX_PER_SPACE)
    edge = np.hypot(cv2.Sobel(fine, cv2.CV_32F, 1, 0), cv2.Sobel(fine, cv2.CV_32F, 0, 1))
    edge -= cv2.GaussianBlur(edge, (0, 0), 0.2 * PX_PER_SPACE)
    return tuple(_even(np.asarray(channel, np.float32)) for channel in (ridge, -ridge, edge))


def _even(channel: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same strength everywhere, and no spot that outweighs a patch (a chalk line, the rim of a disc)."""
    spread = np.sqrt(cv2.GaussianBlur(channel**2, (0, 0), 1.5 * PX_PER_SPACE)) + 0.5
    return np.asarray(np.clip(channel / spread, -2.0, 2.0), np.float32)


def _lattice(grid: Grid, bounds: Bounds, scale: float) -> NDArray[np.float32]:
    """The lines between the spaces, drawn as a ridge."""
    points, _ = line_samples_mm(grid)
    first, last = points[0::3], points[2::3]
    ends = np.stack((first - (last - first) / 2, last + (last - first) / 2), axis=1).reshape(-1, 2)
    segments = np.round(to_flat_px(ends, bounds, scale) * 16).astype(np.int32).reshape(-1, 2, 2)
    west, north, east, south = bounds
    drawn = np.zeros((round((south - north) * scale), round((east - west) * scale)), np.uint8)
    cv2.polylines(drawn, list(segments), isClosed=False, color=255, thickness=1, lineType=cv2.LINE_AA, shift=4)
    fine = cv2.GaussianBlur(drawn.astype(np.float32), (0, 0), 1.0)
    return np.asarray(fine - cv2.GaussianBlur(fine, (0, 0), 0.2 * PX_PER_SPACE), np.float32)


def _patches(grid: Grid, bounds: Bounds, scale: float) -> list[tuple[int, int, int, int]]:
    """Boxes (x0, y0, x1, y1) that overlap by half and cover the field."""
    length, width = grid.field_size_mm
    (x0, y0), (x1, y1) = to_flat_px(np.array(((0.0, 0.0), (length, width))), bounds, scale)
    size = PATCH_SPACES * PX_PER_SPACE
    columns, rows = (max(round(2 * (end - start) / size) - 1, 1) for start, end in ((x0, x1), (y0, y1)))
    lefts, tops = np.linspace(x0, max(x1 - size, x0), columns), np.linspace(y0, max(y1 - size, y0), rows)
    return [(round(x), round(y), round(min(x + size, x1)), round(min(y + size, y1))) for y in tops for x in lefts]


def _vote(
    seen: NDArray[np.float32], drawn: NDArray[np.float32], inside: NDArray[np.bool_], box: tuple[int, int, int, int]
) -> tuple[FloatArray, FloatArray, float]:
    """A patch's middle, the shift (x, y) at which the seen is most like the drawn, and how like it is."""
    x0, y0, x1, y1 = box
    middle, nothing = np.array(((x0 + x1 - 1) / 2, (y0 + y1 - 1) / 2)), np.zeros(2)
    reach = round(REACH_SPACES * PX_PER_SPACE)
    window = np.s_[y0 - reach : y1 + reach, x0 - reach : x1 + reach]
    if y0 < reach or x0 < reach or inside[window].mean() < 0.9:
        return middle, nothing, 0.0
    likeness = cv2.matchTemplate(seen[window], drawn[y0:y1, x0:x1], cv2.TM_CCORR_NORMED)
    _, value, _, (column, row) = cv2.minMaxLoc(likeness)
    return middle, np.array((column - reach, row - reach), np.float64), float(value)
