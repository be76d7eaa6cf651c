"""How a board is found in pictures: one door for boards with markers and boards without."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from calibration.board_pose import find_board_pose
from calibration.drift import track_pose
from calibration.markers import dictionary_of

if TYPE_CHECKING:
    from pathlib import Path

    from calibration.board_pose import Image
    from calibration.drift import PoseCheck
    from calibration.pose import BoardPose, Lens, PoseFailure
    from engine.board import Board


class BoardFinder(Protocol):
    """Finds one board with one camera, and says later whether it still lies there. Pure: nothing is remembered."""

    @property
    def board(self) -> Board:
        """The board it looks for."""

    def find(self, image: Image, previous: BoardPose | None = None) -> BoardPose | PoseFailure:
        """Where the board lies in a picture (height, width, 3) BGR as the camera delivers it, or why it is not found.

        ``previous`` is a pose found before with the same camera: a first guess, and its lens.
        """

    def check(self, image: Image, pose: BoardPose) -> PoseCheck | PoseFailure:
        """How far the board lies from where a pose puts it, within 10 ms or so."""


class MarkerFinder:
    """For boards with printed markers."""

    def __init__(self, board: Board, lens: Lens | None = None) -> None:
        """For one camera that looks at one board. Raises MarkerError for markers that cannot exist."""
        if board.file.markers is not None:
            dictionary_of(board.file.markers)
        self._board, self._lens = board, lens

    @property
    def board(self) -> Board:
        """The board it looks for."""
        return self._board

    def find(self, image: Image, previous: BoardPose | None = None) -> BoardPose | PoseFailure:
        """See BoardFinder."""
        return find_board_pose(image, self._board, self._lens, previous)

    def check(self, image: Image, pose: BoardPose) -> PoseCheck | PoseFailure:
        """See BoardFinder."""
        return track_pose(image, self._board, pose)


def finder_for(board: Board, lens: Lens | None = None, board_file: Path | None = None) -> BoardFinder:
    """The finder that fits a board.

    A board without markers is known by the reference picture beside ``board_file``. Raises MarkerError for markers
    that cannot exist, ReferencePictureError for a reference picture that is missing or cannot be used.
    """
    if board.file.markers is None and board_file is not None:
        # Most boards have markers, and this takes long to import.
        from calibration.own.finder import FeatureFinder  # noqa: PLC0415
        from calibration.own.reference import load_reference  # noqa: PLC0415

        return FeatureFinder(load_reference(board_file, board), lens)
    return MarkerFinder(board, lens)
