"""A board file and its reference picture from one picture of the empty board and its four corners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import msgspec
import numpy as np

from calibration.board_pose import as_grey
from calibration.own.board_text import board_text
from calibration.own.coarse import onto_lattice, shows_steps
from calibration.own.edges import sheet_bounds
from calibration.own.errors import OwnBoardError
from calibration.own.flat import FlatView, flatten
from calibration.own.reference import Reference
from calibration.own.refine import field_corners_mm, refine_on_lines
from calibration.pose import PoseFailure
from engine.board import SheetTable, parse_board, sheet_bounds_mm

if TYPE_CHECKING:
    from calibration.own.flat import Bounds, Picture
    from calibration.pose import BoardPose, FloatArray, Lens
    from engine.board import Board, BoardFile

MIN_AGREEMENT = 0.45
"""Share of printed lines found where the counted lattice has them (a quarter would be by chance)."""
MAX_CORNER_SPACES = 0.75
"""A corner that the printed lines move further was typed or clicked wrongly."""
MIN_SPACE_PX = 8.0
MAX_REFERENCE_PX_PER_SPACE = 80.0
MAX_REFERENCE_PX = 4000.0
"""Longer side of a reference picture."""


@dataclass(frozen=True, eq=False)
class OwnBoard:
    """A board set up from a picture."""

    board: Board
    reference: Reference
    pose: BoardPose
    """Where it lies in the picture that it was set up from."""
    agreement: float
    """Share of the printed lines found where the board file has them, 0 to 1."""

    @property
    def error_percent(self) -> float:
        """Expected error of the field's least certain corner, in percent of a space."""
        return 100 * self.pose.field_sd_mm / self.board.grid.width_mm


def check_corners(corners_px: FloatArray, size_px: tuple[int, int]) -> None:
    """Refuse corners (4, 2) that no board in a picture (width, height) can have. Raises OwnBoardError."""
    width, height = size_px
    if not np.isfinite(corners_px).all() or (np.abs(corners_px) > 4 * max(size_px)).any():
        raise OwnBoardError(f"the corners must be pixels of the picture, which is {width}x{height}")
    edges = np.roll(corners_px, -1, axis=0) - corners_px
    turns = edges[:, 0] * np.roll(edges, -1, axis=0)[:, 1] - edges[:, 1] * np.roll(edges, -1, axis=0)[:, 0]
    if (turns < 0).all():
        raise OwnBoardError("the corners go round anticlockwise; begin with A1's and go round clockwise as you see it")
    if not (turns > 0).all():
        raise OwnBoardError("the corners do not go round the field; begin with A1's and go round clockwise")
    if float(np.linalg.norm(edges, axis=1).min()) < MIN_SPACE_PX:
        raise OwnBoardError("two of the corners are the same; give each of the four corners once")


def set_up(
    image: Picture, corners_px: FloatArray, file: BoardFile, *, lens: Lens | None = None, border: Bounds | None = None
) -> OwnBoard | PoseFailure:
    """Fit a board's lattice to the printed one between four corners.

    Args:
        image: the empty board as the camera delivers it, (height, width, 3) BGR.
        corners_px: (4, 2) corners of the field, A1's first, clockwise; they need not be exact.
        file: the board as it is counted, without its sheet (see ``template.fitted``).
        lens: the camera's measured lens for pictures of this size, if there is one.
        border: how far the print reaches beyond the field in the west, north, east and south, in millimetres;
            default: as far as its edge is seen.

    Raises OwnBoardError for impossible corners.
    """
    check_corners(corners_px, (image.shape[1], image.shape[0]))
    board = _board(file)
    placed = fit_lattice(image, board, corners_px, lens)
    if isinstance(placed, PoseFailure):
        return placed
    pose, agreement = placed
    off = np.linalg.norm(pose.to_board(corners_px) - field_corners_mm(board), axis=1) / board.grid.width_mm
    if off.max() > MAX_CORNER_SPACES:
        worst = int(off.argmax())
        return PoseFailure(
            f"corner {worst + 1} lies {off[worst]:.1f} spaces from where the printed lines put it; look at it again, "
            "or count the columns and rows again"
        )
    length, width = board.grid.field_size_mm
    west, north, east, south = sheet_bounds(image, pose, board)
    if border is not None:
        west, north, east, south = -border[0], -border[1], length + border[2], width + border[3]
    sheet = SheetTable(
        size_mm=(round(east - west, 1), round(south - north, 1)), field_origin_mm=(round(-west, 1), round(-north, 1))
    )
    board = _board(msgspec.structs.replace(file, sheet=sheet))
    return OwnBoard(board, _reference(image, pose, board), pose, agreement)


def fit_lattice(
    image: Picture, board: Board, corners_px: FloatArray, lens: Lens | None
) -> tuple[BoardPose, float] | PoseFailure:
    """The pose that lays the board's lattice on the printed one near four corners, and the share of lines found."""
    guess, _ = cv2.findHomography(field_corners_mm(board), np.asarray(corners_px, np.float64))
    nothing = PoseFailure(
        f"no lattice of {board.file.grid.columns} columns and {len(board.file.grid.rows)} rows is to be seen between "
        "the corners; count again, give the corners more exactly, or take a sharper picture"
    )
    if np.size(guess) != 9:  # no homography: OpenCV hands back nothing
        return nothing
    rough = onto_lattice(image, board, FlatView(np.asarray(guess, np.float64)), lens)
    if rough is None:
        return nothing
    steps = shows_steps(image, rough, board.grid)
    pose, agreement = refine_on_lines(as_grey(image), board, rough, lens, steps=steps)
    return (pose, agreement) if agreement >= MIN_AGREEMENT else nothing


def _board(file: BoardFile) -> Board:
    return parse_board(board_text(file), "the new board")


def _reference(image: Picture, pose: BoardPose, board: Board) -> Reference:
    """The sheet from above, as fine as the picture shows it where it is nearest."""
    w = board.grid.width_mm
    corners = field_corners_mm(board)
    nearest = max(pose.px_per_mm(*corner) for corner in corners)
    scale = min(nearest, MAX_REFERENCE_PX_PER_SPACE / w, MAX_REFERENCE_PX / max(board.file.sheet.size_mm))
    flat, inside = flatten(image, pose, sheet_bounds_mm(board), scale)
    return Reference(board, flat, inside)
