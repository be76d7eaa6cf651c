"""Targets to measure a lens by: which there can be, and where their crossings are seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.kit.targets import lens_board
from calibration.lens.targets import ChessTarget, TargetError, charuco_target, kit_target, points_mm, read_counts
from tests.scenes.targets import Held, charuco_print, chess_print, crossings_px, draw_view, kit_print, true_lens

if TYPE_CHECKING:
    from collections.abc import Callable

    from calibration.lens.targets import Target
    from tests.scenes.targets import Print

LENS = true_lens((640, 480), focal_px=560)
HELD = Held(at=(0.52, 0.48), distance_mm=420, tilt_deg=25, lean_deg=200, roll_deg=12)


def legacy_print() -> Print:
    board = cv2.aruco.CharucoBoard((6, 8), 30, 22, cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    board.setLegacyPattern(True)
    return charuco_print(board)


def newer_print() -> Print:
    return charuco_print(
        cv2.aruco.CharucoBoard((6, 8), 30, 22, cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    )


CASES = {
    "kit": (kit_print, kit_target()),
    "charuco": (newer_print, charuco_target((6, 8), 30, 22, "4x4_50")),
    "legacy charuco": (legacy_print, charuco_target((6, 8), 30, 22, "DICT_4X4_50", legacy=True)),
    "chessboard": (lambda: chess_print((8, 5)), ChessTarget((8, 5), 30)),
}


@pytest.mark.parametrize(("printed", "target"), CASES.values(), ids=CASES.keys())
def test_every_crossing_is_found_where_it_is(printed: Callable[[], Print], target: Target) -> None:
    picture = draw_view(printed(), LENS, HELD, np.random.default_rng(1))
    seen = target.find(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    truth = crossings_px(target.crossings, LENS, HELD)
    assert len(seen.ids) == len(truth)
    # A chessboard may be counted from either end.
    errors = [np.linalg.norm(seen.corners_px - order[seen.ids], axis=1) for order in (truth, truth[::-1])]
    assert min(float(error.max()) for error in errors) < 0.4
    if not isinstance(target, ChessTarget):
        assert float(errors[0].max()) < 0.4


def test_a_target_that_is_not_there_is_not_found() -> None:
    picture = draw_view(chess_print((8, 5)), LENS, HELD, np.random.default_rng(1))
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    for target in (kit_target(), ChessTarget((9, 6), 30)):
        assert not len(target.find(grey, thorough=False).ids)


def test_the_kit_s_target_is_that_of_the_kit() -> None:
    target = kit_target()
    expected = np.asarray(lens_board().getChessboardCorners())[:, :2]
    assert np.allclose(points_mm(target) + target.square_mm, expected)


@pytest.mark.parametrize(
    ("squares", "square_mm", "marker_mm", "dictionary", "says"),
    [
        ((2, 8), 30, 22, "4x4_50", "2 x 8"),
        ((6, 90), 30, 22, "4x4_1000", "6 x 90"),
        ((6, 8), 30, 30, "4x4_50", "do not fit"),
        ((6, 8), 30, 0, "4x4_50", "do not fit"),
        ((6, 8), float("nan"), 22, "4x4_50", "do not fit"),
        ((6, 8), 30, 22, "3x3_50", "not a dictionary"),
        ((20, 20), 30, 22, "4x4_50", "need 200 markers"),
    ],
)
def test_a_charuco_board_that_cannot_be(
    squares: tuple[int, int], square_mm: float, marker_mm: float, dictionary: str, says: str
) -> None:
    with pytest.raises(TargetError, match=says):
        charuco_target(squares, square_mm, marker_mm, dictionary)


@pytest.mark.parametrize(
    ("crossings", "square_mm", "says"),
    [((2, 5), 25, "2 x 5"), ((8, 60), 25, "8 x 60"), ((8, 5), 0, "0 mm"), ((8, 5), float("inf"), "inf mm")],
)
def test_a_chessboard_that_cannot_be(crossings: tuple[int, int], square_mm: float, says: str) -> None:
    with pytest.raises(TargetError, match=says):
        ChessTarget(crossings, square_mm)


@pytest.mark.parametrize(("text", "counts"), [("8x5", (8, 5)), (" 10 X 7 ", (10, 7)), ("8*5", (8, 5))])
def test_counts_are_read(text: str, counts: tuple[int, int]) -> None:
    assert read_counts(text) == counts


@pytest.mark.parametrize("text", ["", "8", "8x", "x5", "8x5x2", "-8x5", "8.5x5", "9999x5"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(TargetError, match="8x5"):
        read_counts(text)
