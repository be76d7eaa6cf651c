"""Other places where a board's lattice fits onto itself: a space further, or turned half round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from calibration.pose import BoardPose, FloatArray
    from engine.board import Board


@dataclass(frozen=True, eq=False)
class Move:
    """A turn about a point of the board and a shift; it maps the lattice's lines onto themselves."""

    turn_deg: float
    matrix: FloatArray
    """(2, 3): x -> R x + t, millimetres, board frame."""

    @property
    def turns(self) -> bool:
        """Whether it turns the board."""
        return self.turn_deg != 0.0


def moves_of(board: Board) -> tuple[Move, ...]:
    """Every way to take the board for one that lies a space beside it or is turned, except leaving it as it is."""
    grid = board.grid
    steps = [_step_mm(board, step) for step in grid.steps.values()]
    shifts = [np.zeros(2), *steps]
    field_mm = np.asarray(grid.field_size_mm)
    middle = grid.nearest(*(field_mm / 2)).space
    centre = np.asarray(grid.centre_mm(middle))
    # The field's own middle comes first: a board is most easily taken for itself the other way round.
    turns = [180.0] if not _is_square(board) else [180.0, 90.0, 270.0]
    moves = [_move(0.0, centre, shift) for shift in shifts[1:]]
    for turn in turns:
        moves += [_move(turn, centre, shift) for shift in shifts]
    return tuple(moves)


def moved(pose: BoardPose, move: Move) -> BoardPose:
    """The pose of a board that lies as the move says: what was seen at x is then called by the name of move(x)."""
    rotation, _ = cv2.Rodrigues(pose.rvec)
    turn = np.eye(3)
    turn[:2, :2] = move.matrix[:, :2]
    shift = np.array((*move.matrix[:, 2], 0.0))
    rvec, _ = cv2.Rodrigues(rotation @ turn)
    return replace(pose, rvec=np.asarray(rvec, np.float64).ravel(), tvec=pose.tvec.ravel() + rotation @ shift)


def _step_mm(board: Board, step: tuple[int, int]) -> FloatArray:
    grid = board.grid
    here = np.asarray(grid.lattice_centre_mm((0, 0)))
    return np.asarray(np.asarray(grid.lattice_centre_mm(step)) - here)


def _is_square(board: Board) -> bool:
    length, width = board.grid.field_size_mm
    return board.file.grid.kind == "square" and abs(length - width) < 0.5 * board.grid.width_mm


def _move(turn_deg: float, centre: FloatArray, shift: FloatArray) -> Move:
    turn = np.deg2rad(turn_deg)
    rotation = np.round(np.array(((np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn)))))
    return Move(turn_deg, np.column_stack((rotation, centre - rotation @ centre + shift)))
