"""Dice in a plain picture in which a board lies after all: its pieces and print look much like dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from calibration.board_pose import find_board_pose
from calibration.pose import PoseFailure
from calibration.recognise import recognise_board
from engine.board import sheet_bounds_mm
from vision.dice.photo import read_dice_picture

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.board import Board
    from vision.rectify import Image

_WHY = "it lies on a board, whose pieces and print look much like dice: touchline read tells them apart"
_MARGIN_MM = 8.0
"""An upper face is seen that far beside where its die or piece stands."""


class PlainPicture(NamedTuple):
    """What is read of a picture that is not known to show a board."""

    answer: dict[str, Any]
    """As ``read_dice_picture`` has it."""
    board: Board | None
    """The kit's board that is in it all the same."""


def read_plain_picture(image: Image) -> PlainPicture:
    """Dice in a BGR picture (height, width, 3).

    On the sheet of one of the kit's boards none is claimed but where dice are to lie.
    """
    answer = read_dice_picture(image)
    board = recognise_board(image)
    if isinstance(board, PoseFailure):
        return PlainPicture(answer, None)
    pose = find_board_pose(image, board)
    if isinstance(pose, PoseFailure):
        return PlainPicture(answer, board)
    claimed: list[dict[str, Any]] = []
    refused: list[dict[str, Any]] = []
    for die in answer["dice"]:
        seen_mm = pose.to_board((die["centre_px"],))[0]
        (refused if _may_be_print_or_piece(seen_mm, board) else claimed).append(die)
    doubts = [{"centre_px": die["centre_px"], "why": _WHY} for die in refused]
    return PlainPicture({"dice": claimed, "unsure": [*doubts, *answer["unsure"]]}, board)


def _may_be_print_or_piece(seen_mm: NDArray[np.float64], board: Board) -> bool:
    """Of a point (2,) of the table's plane: whether it is on the sheet, and not where dice are to lie on that."""
    tray = board.file.sheet.dice_area_mm
    in_tray = tray is not None and _within(seen_mm, tray)
    return _within(seen_mm, sheet_bounds_mm(board)) and not in_tray


def _within(place_mm: NDArray[np.float64], bounds_mm: tuple[float, float, float, float]) -> bool:
    west, north, east, south = bounds_mm
    low, high = np.array((west, north)) - _MARGIN_MM, np.array((east, south)) + _MARGIN_MM
    return bool(((place_mm > low) & (place_mm < high)).all())
