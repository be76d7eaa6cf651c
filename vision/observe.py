"""Everything that lies on the table in one look: pieces and ball on the field, dice beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vision.dice import find_dice
from vision.read import read_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import Observation
    from vision.read import NumberNet
    from vision.rectify import Image


def observe(
    image: Image,
    pose: BoardPose,
    board: Board,
    numbers: NumberNet,
    *,
    t: float = 0.0,
    frame: int = 0,
    expected: Mapping[PieceId, Space] | None = None,
) -> Observation:
    """Read one settled picture (height, width, 3) BGR, dice included; see read_table for ``expected``."""
    seen = read_table(image, pose, board, numbers, t=t, frame=frame, expected=expected)
    dice = find_dice(image, pose, board)
    return replace(seen, dice=dice.dice, unsure=(*seen.unsure, *dice.unsure))
