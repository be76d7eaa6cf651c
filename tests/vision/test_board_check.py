"""Pictures put together to views: which belong together, and where those without a board go."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.pose import BoardPose, PoseFailure
from engine.board import Board, shipped_board
from tests.scenes import make_camera
from vision.board_check import MAX_PICTURES, Lost, View, views
from vision.sources import Frame

BOARD = shipped_board("regista-a2")
NO_BOARD = PoseFailure("no marker in view; point the camera at the sheet")
HERE, THERE = make_camera(), make_camera(azimuth_deg=8.0)
TREMBLING = make_camera(target_mm=(253.5, 153.3))
SMALL = make_camera((640, 480))


class Told:
    """A finder that was told what is in the pictures: a picture's first pixel is the answer's place."""

    def __init__(self, *answers: BoardPose | PoseFailure) -> None:
        self._answers = answers

    @property
    def board(self) -> Board:
        return BOARD

    def find(self, image: np.ndarray, previous: BoardPose | None = None) -> BoardPose | PoseFailure:  # noqa: ARG002 - the protocol's
        return self._answers[int(image[0, 0, 0])]

    def check(self, image: np.ndarray, pose: BoardPose) -> PoseFailure:  # noqa: ARG002 - the protocol's
        return NO_BOARD


def looked_at(*answers: BoardPose | PoseFailure, film: bool) -> list[View | Lost]:
    frames = [Frame(k, 0.1 * k, np.full((2, 2, 3), k, np.uint8)) for k in range(len(answers))]
    return list(views(frames, Told(*answers), film=film))


def numbers(found: list[View | Lost]) -> list[tuple[int, ...]]:
    return [(answer.number,) if isinstance(answer, Lost) else answer.numbers for answer in found]


@pytest.mark.parametrize(
    ("answers", "film", "expected"),
    [
        ((HERE, TREMBLING, HERE), True, [(0, 1, 2)]),
        ((HERE, HERE, THERE, THERE), True, [(0, 1), (2, 3)]),
        ((HERE, SMALL), False, [(0,), (1,)]),
        ((HERE, NO_BOARD, HERE), True, [(0, 2)]),
        ((NO_BOARD, HERE), True, [(1,)]),
        ((HERE, NO_BOARD, HERE), False, [(0,), (1,), (2,)]),
        ((NO_BOARD, NO_BOARD), True, [(1,)]),
        ((NO_BOARD, NO_BOARD), False, [(0,), (1,)]),
        ((), True, []),
    ],
)
def test_views(answers: tuple[BoardPose | PoseFailure, ...], film: bool, expected: list[tuple[int, ...]]) -> None:  # noqa: FBT001 - a column of the table
    assert numbers(looked_at(*answers, film=film)) == expected


def test_a_film_s_pictures_without_a_board_are_counted() -> None:
    (view,) = looked_at(NO_BOARD, HERE, NO_BOARD, HERE, film=True)
    assert isinstance(view, View)
    assert len(view.failures) == 2
    assert view.failures[0].reason == NO_BOARD.reason


def test_a_long_view_keeps_its_newest_pictures() -> None:
    (view,) = looked_at(*[HERE] * (MAX_PICTURES + 3), film=True)
    assert isinstance(view, View)
    assert view.numbers[-1] == MAX_PICTURES + 2
    assert len(view.images) == len(view.poses) == MAX_PICTURES


def test_a_turned_board_is_another_view_although_its_middle_stays() -> None:
    rotation, _ = cv2.Rodrigues(HERE.rvec)
    turn, _ = cv2.Rodrigues(np.array((0.0, 0.0, np.pi)))
    middle = np.array((*np.array(BOARD.grid.field_size_mm) / 2, 0.0))
    turned = rotation @ turn
    about = replace(HERE, rvec=cv2.Rodrigues(turned)[0].ravel(), tvec=HERE.tvec + rotation @ middle - turned @ middle)
    assert numbers(looked_at(HERE, about, film=True)) == [(0,), (1,)]
