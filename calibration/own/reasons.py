"""Why a board without markers was not found, in one sentence with the cure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from calibration.pose import PoseFailure
from calibration.reasons import BRIGHT_SHARE, DARK_LEVEL, MAX_BLUR_PX, blur_px

if TYPE_CHECKING:
    from collections.abc import Callable

    from calibration.markers import Grey
    from engine.board import Board

MIRRORED = PoseFailure("the picture is mirrored; switch off the mirror (selfie) view of the camera")


def why_not_found(grey: Grey, board: Board, mirrored: Callable[[], bool]) -> PoseFailure:
    """Name the likeliest cause, most certain first."""
    if float(np.percentile(grey, 95)) < DARK_LEVEL:
        return PoseFailure("the picture is too dark to see the board; switch on a lamp or uncover the camera")
    if float((grey >= 250).mean()) > BRIGHT_SHARE:
        return PoseFailure("the picture is overexposed; turn the lamp away or lower the camera's exposure")
    if mirrored():
        return MIRRORED
    if blur_px(grey) > MAX_BLUR_PX:
        return PoseFailure("the picture is blurred; focus the camera, wipe its lens and hold it still")
    return PoseFailure(
        f"the board {board.name} is not to be seen; show all of it to the camera, uncovered, or name its own board file"
    )


def cannot_tell_ends(board: Board) -> PoseFailure:
    """A board that looks the same from both ends, or a space further."""
    return PoseFailure(
        f"the print of {board.name} looks nearly the same turned round or moved by a space; show its border to the "
        "camera, or stick a mark beside one corner and set it up again with touchline board new"
    )
