"""``--game auto``: which board a picture or a source of pictures shows, and the finder that fits it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calibration.finder import finder_for
from calibration.pose import PoseFailure
from calibration.recognise import recognise_board

if TYPE_CHECKING:
    from collections.abc import Callable

    from calibration.finder import BoardFinder
    from calibration.pose import Lens
    from engine.board import Board
    from vision.rectify import Image
    from vision.sources import Source

LOOK_EVERY_S = 0.5
"""By the source's clock."""
LOOKS = 60
"""Of a recording so many pictures are looked at; a camera may be pointed at the board at leisure."""


def finder_by_picture(lens: Lens | None) -> Callable[[Image], BoardFinder | PoseFailure]:
    """For each picture the finder of the board that it shows, or why none is known."""

    def finder(image: Image) -> BoardFinder | PoseFailure:
        board = recognise_board(image)
        return board if isinstance(board, PoseFailure) else finder_for(board, lens)

    return finder


def board_in_sight(source: Source, say: Callable[[str], None]) -> Board | PoseFailure:
    """The board that a source's first pictures show; for a live one this waits until there is a board.

    ``say`` is told what is in the way, each thing once. Raises SourceError where the source breaks off.
    """
    live = source.duration_s is None
    told: set[str] = set()
    failure = PoseFailure("there is no picture in it")
    looks, due = 0, 0.0
    for frame in source.beats():
        if frame is None or frame.t < due:
            continue
        board = recognise_board(frame.image)
        if not isinstance(board, PoseFailure):
            return board
        failure, looks, due = board, looks + 1, frame.t + LOOK_EVERY_S
        if not live and looks >= LOOKS:
            break
        if live and failure.reason not in told:
            told.add(failure.reason)
            say(f"waiting for a board: {failure.reason}.")
    return failure
