"""How far camera or board have moved between two poses, in numbers and in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import cv2
import numpy as np

from engine.record.records import MovedForm
from referee_tui.following.sentences import say

if TYPE_CHECKING:
    from calibration.pose import BoardPose
    from engine.board import Board

Mover: TypeAlias = Literal["camera", "board", "either"]
"""What moved against the room; ``either`` where the picture does not tell."""

WORTH_A_WORD_SPACES = 0.1
WORTH_A_WORD_DEG = 0.5


@dataclass(frozen=True, slots=True)
class Move:
    """From one pose to another."""

    shift_mm: float
    """How far the field's corners came to lie from their places, on the board: the furthest of them."""
    turn_deg: float
    """Angle (0 to 180) by which the camera turned against the board."""
    field_mm: float
    """Diagonal of the field; a shift beyond it says no more than that the camera stands elsewhere."""
    width_mm: float
    """Of a space."""

    @property
    def worth_a_word(self) -> bool:
        """Smaller ones are followed in silence."""
        return self.shift_mm >= WORTH_A_WORD_SPACES * self.width_mm or self.turn_deg >= WORTH_A_WORD_DEG


def move_between(before: BoardPose, after: BoardPose, board: Board) -> Move:
    """Measure it."""
    length, width = board.grid.field_size_mm
    corners_mm = np.array(((0.0, 0.0), (length, 0.0), (length, width), (0.0, width)))
    shifts = np.hypot(*(after.to_board(before.project(corners_mm)) - corners_mm).T)
    turn, _ = cv2.Rodrigues(cv2.Rodrigues(after.rvec)[0] @ cv2.Rodrigues(before.rvec)[0].T)
    diagonal = float(np.hypot(length, width))
    # Where a corner's old place looks past the board's horizon there is no millimetre for it.
    far = float(np.nan_to_num(shifts.max(), nan=np.inf, posinf=np.inf))
    return Move(min(far, 10 * diagonal), float(np.rad2deg(np.linalg.norm(turn))), diagonal, board.grid.width_mm)


def say_move(move: Move, who: Mover, after_s: float) -> str:
    """One sentence; ``after_s`` is from rest to back in step, seconds."""
    turned = say("move.degrees", turn=move.turn_deg, digits=1 if move.turn_deg < 10 else 0)
    how = say("move.by", shift=move.shift_mm, turned=turned)
    if move.shift_mm > move.field_mm:
        how = say("move.elsewhere", turned=turned)
    return say(f"move.{who}", how=how, after=after_s)


def move_form(move: Move, who: Mover, after_s: float) -> MovedForm:
    """The same for the log."""
    return MovedForm(what=who, mm=round(move.shift_mm, 1), deg=round(move.turn_deg, 2), s=round(after_s, 2))
