"""How many columns and rows of spaces a picture shows between four corners.

Seen from straight above a lattice is periodic: its spectrum has peaks at so many periods along and across the field.
They propose counts, and how many printed lines each explains decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.own.board_text import board_text
from calibration.own.build import fit_lattice
from calibration.own.errors import OwnBoardError
from calibration.own.template import MAX_ROWS, counts_of, fitted
from engine.board import BoardError, parse_board

if TYPE_CHECKING:
    from calibration.own.flat import Picture
    from calibration.pose import FloatArray, Lens
    from engine.board import Board

SIDE_PX = 960
"""The field is laid out on a square of this size, whatever its shape."""
FEWEST, MOST_COLUMNS = 4, 60
MOST = 120
"""Periods that the spectrum is looked at for."""
PROPOSALS = 8
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
    best: Count | None = None
    usual = counts_of(template)
    tried: set[tuple[int, int]] = set()
    hexagons = template.file.grid.kind == "hex"
    proposed = [] if usual_only else _proposed(image, corners_px, hexagons=hexagons)
    for seen_columns, seen_rows in (usual, *proposed):
        counts = columns or seen_columns, rows or seen_rows
        if counts in tried:
            continue
        tried.add(counts)
        for short_first in (False, True) if hexagons else (False,):
            agreement = _agreement(image, corners_px, template, counts, lens, short_first=short_first)
            if best is None or agreement > best.agreement:
                best = Count(*counts, short_first, agreement)
            if best.agreement > SURE_AGREEMENT:
                break
        if best is not None and best.agreement > SURE_AGREEMENT:
            break
    return best if best is not None and best.agreement > LEAST_AGREEMENT else None


def _agreement(
    image: Picture,
    corners_px: FloatArray,
    template: Board,
    counts: tuple[int, int],
    lens: Lens | None,
    *,
    short_first: bool,
) -> float:
    try:
        file = fitted(template, "counted", columns=counts[0], rows=counts[1], short_first=short_first)
        board = parse_board(board_text(file), "counted")
    except (OwnBoardError, BoardError):  # counts that this game cannot be played on
        return 0.0
    found = fit_lattice(image, board, corners_px, lens)
    return found[1] if isinstance(found, tuple) else 0.0


def _proposed(image: Picture, corners_px: FloatArray, *, hexagons: bool) -> list[tuple[int, int]]:
    """Columns and rows, the likeliest first."""
    corners = np.array(((0, 0), (SIDE_PX, 0), (SIDE_PX, SIDE_PX), (0, SIDE_PX)), np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(np.asarray(corners_px, np.float32), corners.astype(np.float32))
    flat = cv2.warpPerspective(image, matrix, (SIDE_PX, SIDE_PX), flags=cv2.INTER_AREA)
    spectrum = _spectrum(np.asarray(flat, np.uint8))
    every = [(columns, rows) for columns in range(FEWEST, MOST_COLUMNS + 1) for rows in range(FEWEST, MAX_ROWS + 1)]
    scores = np.array([_score(spectrum, *counts, hexagons=hexagons) for counts in every])
    return [every[k] for k in np.argsort(-scores)[:PROPOSALS]]


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
        total = np.maximum(total, np.log(np.maximum(both / float(np.median(power)), 1.0)))
    return total
