"""Which board is in a picture: no two that come with the program share a marker."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import msgspec

from calibration.board_pose import as_grey, find_board_pose
from calibration.markers import Markers, find_markers
from calibration.pose import PoseFailure
from calibration.reasons import blur_trouble, picture_trouble
from engine.board import shipped_board, shipped_boards

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calibration.board_pose import Image
    from calibration.markers import Grey
    from engine.board import Board, MarkersTable

ENOUGH = 6
"""With this many markers no harder look is needed."""
SURE = 2
"""So many markers of one board, and at most one stray of another, are that board; fewer are believed if they fit."""


def recognise_board(image_bgr: Image, boards: Sequence[Board] | None = None) -> Board | PoseFailure:
    """Which of some boards (default: those that come with the program) lies in a picture, by its markers' ids.

    Args:
        image_bgr: the picture (height, width, 3) BGR or (height, width) grey.
        boards: where two share ids, only one that the markers fit is named.

    Returns:
        The board, or a failure whose reason names cause and cure: none in sight, or more than one.
    """
    candidates = [board for board in boards or _shipped() if board.file.markers is not None]
    if not candidates:
        return PoseFailure("none of the boards has markers by which it could be told from the others; name the game")
    grey = as_grey(image_bgr)
    found = _find(grey, candidates)
    seen = _in_sight(candidates, found)
    if seen and seen[0][1] >= SURE and all(count < SURE for _, count in seen[1:]):
        return seen[0][0]
    fitting = _surely_there(seen) or [board for board, _ in seen if find_board_pose(image_bgr, board)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        names = " and ".join(sorted(board.name for board in fitting))
        return PoseFailure(f"there is more than one board in view ({names}); clear one away, or name the game")
    return _why_none(grey, candidates, found)


def _shipped() -> tuple[Board, ...]:
    return tuple(shipped_board(name) for name in shipped_boards())


def _find(grey: Grey, boards: Sequence[Board]) -> dict[str, Markers]:
    """The boards' markers in sight, by their dictionary."""
    return {
        dictionary: find_markers(grey, _together(boards, dictionary), enough=ENOUGH)
        for dictionary in dict.fromkeys(_table(board).dictionary for board in boards)
    }


def _in_sight(boards: Sequence[Board], found: Mapping[str, Markers]) -> list[tuple[Board, int]]:
    """Boards of which markers are in sight, with how many, most first."""
    counts = [len(_table(board).corner_mm.keys() & found[_table(board).dictionary].corners_px) for board in boards]
    seen = [(board, count) for board, count in zip(boards, counts, strict=True) if count]
    return sorted(seen, key=lambda pair: -pair[1])


def _surely_there(seen: Sequence[tuple[Board, int]]) -> list[Board]:
    """Boards that share no marker and have more of them in sight than chance would show; empty if only one is."""
    many = [board for board, count in seen if count > SURE]
    apart = all(
        _table(a).dictionary != _table(b).dictionary or not _table(a).corner_mm.keys() & _table(b).corner_mm.keys()
        for a, b in combinations(many, 2)
    )
    return many if len(many) > 1 and apart else []


def _together(boards: Sequence[Board], dictionary: str) -> MarkersTable:
    """The markers of all boards that use a dictionary; their places do not matter."""
    tables = [_table(board) for board in boards if _table(board).dictionary == dictionary]
    corners = {number: corner for table in tables for number, corner in table.corner_mm.items()}
    return msgspec.structs.replace(tables[0], corner_mm=corners)


def _why_none(grey: Grey, boards: Sequence[Board], found: Mapping[str, Markers]) -> PoseFailure:
    """Name the likeliest cause, most certain first."""
    for dictionary, seen in found.items():
        trouble = picture_trouble(grey, _together(boards, dictionary), seen)
        if trouble is not None:
            return trouble
    trouble = blur_trouble(grey)
    if trouble is not None:
        return trouble
    # One marker that fits nothing may be a phantom: the same is said as where there is none.
    return PoseFailure(
        "no board in view that its markers tell; point the camera at the whole sheet, border included; "
        "a board without markers is named with --board"
    )


def _table(board: Board) -> MarkersTable:
    if board.file.markers is None:
        raise ValueError(f"{board.name} has no markers")
    return board.file.markers
