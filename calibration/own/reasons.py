"""Why a board without markers was not found, in one sentence with the cure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calibration.pose import PoseFailure
from calibration.reasons import BRIGHT_SHARE, MAX_BLUR_PX, blur_px, darkness
from calibration.sentences import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from calibration.markers import Grey
    from engine.board import Board

MIRRORED = PoseFailure(say("mirrored"))


def why_not_found(grey: Grey, board: Board, mirrored: Callable[[], bool]) -> PoseFailure:
    """Name the likeliest cause, most certain first."""
    if (dark := darkness(grey)) is not None:
        return dark
    if float((grey >= 250).mean()) > BRIGHT_SHARE:
        return PoseFailure(say("bright"))
    if mirrored():
        return MIRRORED
    if blur_px(grey) > MAX_BLUR_PX:
        return PoseFailure(say("blurred"))
    return PoseFailure(say("own.unseen", name=board.name))


def cannot_tell_ends(board: Board) -> PoseFailure:
    """A board that looks the same from both ends, or a space further."""
    return PoseFailure(say("own.ends", name=board.name))
