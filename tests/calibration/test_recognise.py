"""Which board lies on a drawn table, told from its markers."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import cv2
import msgspec
import numpy as np
import pytest

from calibration.board_pose import marker_arrays_mm
from calibration.pose import PoseFailure
from calibration.recognise import recognise_board
from engine.board import Board, shipped_board, shipped_boards
from tests.scenes import Light, Scene, Sensor, draw_scene, make_camera, random_scene

if TYPE_CHECKING:
    from collections.abc import Callable

LIGHT, SENSOR = Light(), Sensor()


@cache
def table(name: str, *, sheet: bool = True) -> Scene:
    """A table with a board and pieces."""
    board = shipped_board(name)
    rng = np.random.default_rng(3)
    length, width = board.grid.field_size_mm
    camera = make_camera(
        distance_mm=1.35 * length, target_mm=(length / 2, width / 2), size_px=(960, 600), focal_px=720.0
    )
    return draw_scene(
        replace(random_scene(rng, board, pieces=6, camera=camera), light=LIGHT, sensor=SENSOR, sheet=sheet), rng
    )


def showing(name: str, places: tuple[int, ...]) -> np.ndarray:
    """The same with a slip of paper over all markers but those at some places of the board file's order."""
    scene = table(name)
    image = scene.image.copy()
    markers = scene.spec.board.file.markers
    assert markers is not None
    for place, corners in enumerate(marker_arrays_mm(markers).values()):
        if place not in places:
            cv2.fillConvexPoly(image, np.round(scene.spec.camera.project(corners)).astype(np.int32), (225, 228, 230))
    return image


@pytest.mark.parametrize("name", shipped_boards())
def test_each_board_is_known(name: str) -> None:
    board = recognise_board(table(name).image)
    assert isinstance(board, Board)
    assert board.name == name


@pytest.mark.parametrize(
    ("name", "places"),
    [("regista-a2", (0, 1)), ("very-much-b3", (5, 11)), ("soccer-chess", (3, 4)), ("soccer-fun-a3", (7, 9))],
)
def test_two_markers_are_enough(name: str, places: tuple[int, ...]) -> None:
    board = recognise_board(showing(name, places))
    assert isinstance(board, Board)
    assert board.name == name


def test_one_marker_is_believed_where_the_printed_lines_agree() -> None:
    board = recognise_board(showing("regista-a2", (4,)))
    assert isinstance(board, Board)
    assert board.name == "regista-a2"


SPOILT: dict[str, tuple[Callable[[], np.ndarray], str]] = {
    "bare table": (lambda: table("regista-a2", sheet=False).image, "no board in view that its markers tell"),
    "dark": (lambda: np.full((480, 640, 3), 12, np.uint8), "too dark"),
    "bright": (lambda: np.full((480, 640, 3), 255, np.uint8), "overexposed"),
    "mirrored": (lambda: np.ascontiguousarray(table("very-much-b3").image[:, ::-1]), "mirrored"),
    "blurred": (lambda: cv2.GaussianBlur(table("very-much-b3").image, (0, 0), 12.0), "blurred"),
    "two boards": (
        lambda: cv2.resize(np.hstack([table("regista-a2").image, table("soccer-fun-a3").image]), None, fx=1.2, fy=1.2),
        r"more than one board in view \(regista-a2 and soccer-fun-a3\)",
    ),
}


@pytest.mark.parametrize("case", SPOILT)
def test_why_no_board_is_known(case: str) -> None:
    image, words = SPOILT[case]
    failure = recognise_board(np.asarray(image(), np.uint8))
    assert isinstance(failure, PoseFailure)
    assert re.search(words, failure.reason)


def test_only_the_boards_handed_in_are_looked_for() -> None:
    scene = table("very-much-b3")
    boards = [shipped_board("regista-a2"), shipped_board("soccer-fun-a3")]
    assert not recognise_board(scene.image, boards)
    assert recognise_board(scene.image, [*boards, scene.spec.board]) is scene.spec.board


def test_boards_that_share_markers_are_told_apart_by_where_these_lie() -> None:
    scene = table("regista-a2")
    markers = scene.spec.board.file.markers
    assert markers is not None
    swapped = msgspec.structs.replace(markers, corner_mm={11 - n: corner for n, corner in markers.corner_mm.items()})
    other = replace(
        scene.spec.board, name="other", file=msgspec.structs.replace(scene.spec.board.file, markers=swapped)
    )
    board = recognise_board(scene.image, [other, scene.spec.board])
    assert isinstance(board, Board)
    assert board.name == "regista-a2"


def test_boards_without_markers_cannot_be_recognised() -> None:
    board = shipped_board("regista-a2")
    bare = replace(board, file=msgspec.structs.replace(board.file, markers=None))
    failure = recognise_board(table("regista-a2").image, [bare])
    assert isinstance(failure, PoseFailure)
    assert "name the game" in failure.reason
