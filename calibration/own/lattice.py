"""How many columns and rows of spaces a picture shows between four corners.

Seen from straight above a lattice is periodic: its spectrum has peaks at so many periods along and across the field.
They propose counts, and how many printed lines each explains decides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.board_pose import as_grey
from calibration.lines import find_lines
from calibration.own.board_text import board_text
from calibration.own.build import fit_lattice
from calibration.own.coarse import onto_lattice, shows_steps
from calibration.own.errors import OwnBoardError
from calibration.own.flat import FlatView
from calibration.own.refine import field_corners_mm
from calibration.own.template import MAX_ROWS, counts_of, fitted
from engine.board import BoardError, parse_board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calibration.own.flat import Picture
    from calibration.pose import FloatArray, Lens
    from engine.board import Board

SIDE_PX = 960
"""The field is laid out on a square of this size, whatever its shape."""
FEWEST, MOST_COLUMNS = 4, 60
MOST = 120
"""Periods that the spectrum is looked at for."""
PROPOSALS = 6
MOST_TRIED = 16
MOST_EXACT = 4
FITTING_SHARE = 0.85
REACH_SPACES = 0.3
"""Half width of the strips searched for lines: the lattice lies on them to a quarter of that."""
SURE_AGREEMENT = 0.6
"""Share of printed lines found; chance finds a quarter."""
LEAST_AGREEMENT = 0.5


@dataclass(frozen=True)
class Count:
    """Counts that a picture shows."""

    columns: int
    rows: int
    short_first: bool
    """Whether the first row is a short one (hexagons)."""
    agreement: float
    """Share of the printed lines that such a lattice explains, 0 to 1."""


def count_spaces(
    image: Picture,
    corners_px: FloatArray,
    template: Board,
    lens: Lens | None = None,
    *,
    columns: int | None = None,
    rows: int | None = None,
    usual_only: bool = False,
) -> Count | None:
    """Count the spaces between four corners (4, 2), A1's first, clockwise; None where no lattice is to be seen.

    ``columns`` and ``rows`` are kept where they are given. The template's own counts are tried first; nothing else with
    ``usual_only``.
    """
    hexagons = template.file.grid.kind == "hex"
    usual = counts_of(template)

    def tried(counts: tuple[int, int]) -> Iterator[Count]:
        for short_first in (False, True) if hexagons else (False,):
            agreement = _agreement(image, corners_px, template, counts, lens, short_first=short_first)
            yield Count(*counts, short_first, agreement)

    best = max(tried((columns or usual[0], rows or usual[1])), key=lambda count: count.agreement)
    if usual_only or best.agreement > SURE_AGREEMENT:
        return best if best.agreement > LEAST_AGREEMENT else None
    proposed = [(columns or x, rows or y) for x, y in _proposed(image, corners_px, hexagons=hexagons)]
    found = [count for counts in dict.fromkeys(proposed) for count in tried(counts)]
    most = max(count.agreement for count in found)
    if most <= LEAST_AGREEMENT:
        return None
    # A lattice twice as coarse finds all its lines as well: of those that fit, the finest is the printed one.
    fitting = sorted(
        (count for count in found if count.agreement > FITTING_SHARE * most),
        key=lambda count: -count.columns * count.rows,
    )
    exact = [_exactly(image, corners_px, template, count, lens) for count in fitting[:MOST_EXACT]]
    most = max(count.agreement for count in exact)
    return next(count for count in exact if count.agreement >= FITTING_SHARE * most)


def _exactly(image: Picture, corners_px: FloatArray, template: Board, count: Count, lens: Lens | None) -> Count:
    """The same with its agreement measured on the exact fit."""
    board = _counted_board(template, (count.columns, count.rows), short_first=count.short_first)
    found = fit_lattice(image, board, corners_px, lens) if board is not None else None
    return replace(count, agreement=found[1] if isinstance(found, tuple) else 0.0)


def _counted_board(template: Board, counts: tuple[int, int], *, short_first: bool) -> Board | None:
    """The template with other counts; None if its game cannot be played on so many spaces."""
    try:
        file = fitted(template, "counted", columns=counts[0], rows=counts[1], short_first=short_first)
        return parse_board(board_text(file), "counted")
    except (OwnBoardError, BoardError):
        return None


def _agreement(
    image: Picture,
    corners_px: FloatArray,
    template: Board,
    counts: tuple[int, int],
    lens: Lens | None,
    *,
    short_first: bool,
) -> float:
    board = _counted_board(template, counts, short_first=short_first)
    if board is None:
        return 0.0
    matrix = cv2.getPerspectiveTransform(field_corners_mm(board).astype(np.float32), corners_px.astype(np.float32))
    pose = onto_lattice(image, board, FlatView(np.asarray(matrix, np.float64)), lens)
    if pose is None:
        return 0.0
    length, width = board.grid.field_size_mm
    reach_px = REACH_SPACES * board.grid.width_mm * pose.px_per_mm(length / 2, width / 2)
    steps = shows_steps(image, pose, board.grid)
    return find_lines(as_grey(image), pose, board.grid, reach_px, steps=steps).agreement


def _proposed(image: Picture, corners_px: FloatArray, *, hexagons: bool) -> list[tuple[int, int]]:
    """Columns and rows, the likeliest first."""
    corners = np.array(((0, 0), (SIDE_PX, 0), (SIDE_PX, SIDE_PX), (0, SIDE_PX)), np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(np.asarray(corners_px, np.float32), corners.astype(np.float32))
    flat = cv2.warpPerspective(image, matrix, (SIDE_PX, SIDE_PX), flags=cv2.INTER_AREA)
    spectrum = _spectrum(np.asarray(flat, np.uint8))
    every = [(columns, rows) for columns in range(FEWEST, MOST_COLUMNS + 1) for rows in range(FEWEST, MAX_ROWS + 1)]
    scores = np.array([_score(spectrum, *counts, hexagons=hexagons) for counts in every])
    best = [every[k] for k in np.argsort(-scores)[:PROPOSALS]]
    # Peaks at twice or three times as many periods may be the strongest.
    divided = [(columns / i, rows / j) for columns, rows in best for i in (1, 2, 3) for j in (1, 2, 3)]
    whole = [(int(x), int(y)) for x, y in divided if x == int(x) >= FEWEST and y == int(y) >= FEWEST]
    return list(dict.fromkeys(whole))[:MOST_TRIED]


def _score(spectrum: FloatArray, columns: int, rows: int, *, hexagons: bool) -> float:
    """How strong the periods of such a lattice are on the whole; one that is missing speaks against it."""
    if hexagons:
        # Every column, and every second row by half a column; the field ends at the outer hexagons' corners, which
        # makes rows + 1/3 rows of it.
        half = (rows + 1 / 3) / 2
        periods = [(columns, half), (2 * columns, 0), (0, 2 * half), (3 * columns, half), (columns, 3 * half)]
    else:
        periods = [(columns, 0), (0, rows), (2 * columns, 0), (0, 2 * rows), (3 * columns, 0), (0, 3 * rows)]
    inside = [(round(x), round(y)) for x, y in periods if x <= MOST and y <= MOST]
    return float(np.mean([spectrum[y, x] for x, y in inside]))


def _spectrum(flat: Picture) -> FloatArray:
    """(MOST + 1, MOST + 1) logarithm of the strength of so many periods across (rows) and along (columns) the field."""
    grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = cv2.GaussianBlur(grey, (0, 0), 1.2)
    ridge = fine - cv2.GaussianBlur(grey, (0, 0), 6.0)
    edge = np.hypot(cv2.Sobel(fine, cv2.CV_32F, 1, 0), cv2.Sobel(fine, cv2.CV_32F, 0, 1))
    total = np.zeros((MOST + 1, MOST + 1))
    window = np.outer(np.hanning(SIDE_PX), np.hanning(SIDE_PX))
    for channel in (np.asarray(ridge), np.asarray(edge - cv2.GaussianBlur(edge, (0, 0), 6.0))):
        spread = np.sqrt(cv2.GaussianBlur(channel**2, (0, 0), 40.0)) + 0.5
        power = np.abs(np.fft.fft2(np.clip(channel / spread, -2, 2) * window))
        up, down = power[: MOST + 1, : MOST + 1], power[-np.arange(MOST + 1), : MOST + 1]
        # Corners that are a little off spread a peak over its neighbours.
        both = cv2.dilate(np.minimum(up, down), np.ones((3, 3), np.uint8))
        total = np.maximum(total, np.log(np.maximum(both / max(float(np.median(power)), 1e-9), 1.0)))
    return total
