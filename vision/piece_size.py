"""Whether the pieces on the table have the size that the board file says.

A piece of another size is not found, or is found elsewhere: the outline that is searched for is the file's, and a tall
piece's upper face appears farther from the camera than it stands. Both sizes are measured from the outlines of what has
a team's colour and stands alone. An upright column is seen as two discs, its foot and its upper face, and all between
them: its width is the nearer disc's, and how much longer than wide it is tells how high it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import cv2
import msgspec
import numpy as np

from calibration.findings import Finding
from calibration.sentences import find
from engine.observation import Unsure
from vision.teams import team_maps

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from engine.board import Board
    from engine.board_file import PiecesTable
    from vision.sight import TableSight

_FEWEST = 4
"""Outlines that have to agree."""
_OUTLINE = 0.5
"""How fully a pixel at an outline shows a team's colour."""
_AREAS_MM2 = (40.0, 4000.0)
"""Smaller things are specks, larger ones no pieces."""
_FILLED = (0.88, 1.12)
"""Share of its area, were it an upright column seen from there: what touches another thing has more or less."""
_CONVEX = 0.9
_BLUR_MM = 0.9
"""On path-traced tables an outline is that much wider than the piece; widths lie within 1.7 mm of it."""
_OFF_MM, _TALLER_MM = 2.2, 3.0
"""Differences that are told. Heights of 5 mm were measured as -0.7 to 6 mm; pieces 4 mm lower than the file says are
read as well."""
_FLAT_VIEW = 3.2
"""Tangent of the elevation from which a piece's height hardly shows."""
_WAYS = {"diameter_mm": "wide", "height_mm": "high"}


class PieceSize(NamedTuple):
    """Medians over the outlines on a table."""

    diameter_mm: float
    height_mm: float | None
    """None: they are seen too steeply for it to show."""


def measured_size(sight: TableSight) -> PieceSize | None:
    """The size of what stands on the table; None with fewer than four clear outlines."""
    seen = np.array(_outlines(sight)).reshape(-1, 3)
    if len(seen) < _FEWEST:
        return None
    diameter_mm, height_mm, steep = np.median(seen, axis=0).tolist()
    return PieceSize(diameter_mm - _BLUR_MM, height_mm if steep < _FLAT_VIEW else None)


class SizeOff(NamedTuple):
    """One of the file's sizes that the pieces clearly do not have."""

    key: str
    """Of the board file's table ``[pieces]``."""
    seen_mm: float
    said_mm: float


def sizes_off(sight: TableSight) -> tuple[SizeOff, ...]:
    """The file's sizes that what stands on the table clearly does not have."""
    file = sight.board.file.pieces
    size = measured_size(sight) if file.form == "disc" else None
    if size is None:
        return ()
    off: list[SizeOff] = []
    if abs(size.diameter_mm - file.diameter_mm) >= _OFF_MM:
        off.append(SizeOff("diameter_mm", size.diameter_mm, file.diameter_mm))
    if size.height_mm is not None and size.height_mm - file.height_mm >= _TALLER_MM:
        off.append(SizeOff("height_mm", size.height_mm, file.height_mm))
    return tuple(off)


def as_measured(board: Board, off: tuple[SizeOff, ...]) -> Board:
    """The board with pieces of the sizes that they look."""
    file = board.file
    pieces: PiecesTable = msgspec.structs.replace(file.pieces, **{each.key: each.seen_mm for each in off})
    return replace(board, file=msgspec.structs.replace(file, pieces=pieces))


def size_doubts(off: tuple[SizeOff, ...]) -> tuple[Unsure, ...]:
    """A doubt, without a space, for each; of a picture that was read by what its pieces look like."""
    return tuple(
        Unsure(
            "pieces",
            None,
            f"they look about {each.seen_mm:.0f} mm {_WAYS[each.key]} and were read as that; "
            f"the board file says {each.said_mm:g} mm ({each.key} under [pieces])",
        )
        for each in off
    )


def size_findings(off: tuple[SizeOff, ...]) -> list[Finding]:
    """What to put right before a match, which goes by the file's sizes."""
    return [
        Finding(
            "pieces", "red", each.seen_mm, each.said_mm, "mm",
            find(f"pieces.{each.key}", seen=each.seen_mm, said=each.said_mm), find("pieces.cure", key=each.key),
        )
        for each in off
    ]  # fmt: skip


def _outlines(sight: TableSight) -> list[tuple[float, float, float]]:
    """(diameter, height, tangent of the elevation) of each thing that may be an upright column."""
    hidden = sight.standing.glare | sight.cover.burnt
    free = np.asarray(1.0 - sight.cover.foreign, np.float32)
    found = []
    for maps in team_maps(sight.standing, sight.teams, free).values():
        shown = ((maps.body > _OUTLINE) & ~hidden).astype(np.uint8)
        for outline in cv2.findContours(shown, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
            column = _column(outline, sight)
            if column is not None:
                found.append(column)
    return found


def _column(outline: ArrayLike, sight: TableSight) -> tuple[float, float, float] | None:
    """What an outline (N, 1, 2; pixels of the view) says if it is an upright column's; else None.

    With k the camera's height over the view's plane and u over the upper face, the column's axis r away from the
    camera's foot, and the camera's height c: the near edge is seen at (r - d/2) k/c, the far one at (r + d/2) k/u, and
    the width is d k/u.
    """
    view, camera_mm = sight.view, sight.camera_mm
    pixel_mm = 1.0 / view.px_per_mm
    outline = np.asarray(outline, np.int32)
    inner_mm2 = cv2.contourArea(outline) * pixel_mm**2
    if not _AREAS_MM2[0] <= inner_mm2 <= _AREAS_MM2[1]:
        return None
    if inner_mm2 < _CONVEX * cv2.contourArea(cv2.convexHull(outline)) * pixel_mm**2:
        return None
    points_mm = view.to_mm(outline.reshape(-1, 2).astype(np.float64)) - camera_mm[:2]
    middle_mm = points_mm.mean(axis=0)
    away_mm = float(np.hypot(*middle_mm))
    along = middle_mm / away_mm if away_mm > 1.0 else np.array((0.0, 1.0))
    lengthwise, across = points_mm @ along, points_mm @ (-along[1], along[0])
    width = float(np.ptp(across)) + pixel_mm
    near, far = float(lengthwise.min()) - pixel_mm / 2, float(lengthwise.max()) + pixel_mm / 2
    # The outline runs through the middles of its pixels.
    area_mm2 = inner_mm2 + cv2.arcLength(outline, closed=True) * pixel_mm**2 / 2
    whole_mm2 = np.pi / 4 * width**2 + width * max(far - near - width, 0.0)
    if not _FILLED[0] < area_mm2 / whole_mm2 < _FILLED[1]:
        return None
    over_top = near * camera_mm[2] / max(far - width, 1e-3)
    diameter = width * over_top / (camera_mm[2] - view.height_mm)
    return diameter, float(camera_mm[2]) - over_top, float(camera_mm[2]) / max(away_mm, 1e-3)
