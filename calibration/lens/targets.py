"""Flat targets to measure a lens by: chessboards, plain or with markers in their white squares (ChArUco)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np

from calibration.kit.targets import lens_board
from calibration.sentences import measure

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.markers import Grey
    from calibration.pose import FloatArray

MAX_SQUARES = 60
"""Along one side: more cannot be told apart in a picture."""
SEARCH_PX = 900
"""Long side of the picture in which a chessboard is looked for first: finding that there is none is then quick."""


class TargetError(ValueError):
    """A target that cannot exist; the message is one plain sentence."""


@dataclass(frozen=True, eq=False)
class Sighting:
    """Crossings of a target seen in a picture."""

    ids: NDArray[np.int64]
    """(N,) numbers of the crossings, row by row from the target's top left."""
    corners_px: FloatArray
    """(N, 2) where they are."""


class Target(Protocol):
    """A lattice of crossings, where four squares meet."""

    @property
    def name(self) -> str:
        """What it is, in words."""

    @property
    def crossings(self) -> tuple[int, int]:
        """How many crossings there are: columns, rows."""

    @property
    def square_mm(self) -> float:
        """Width of a square."""

    def find(self, grey: Grey, *, thorough: bool = True) -> Sighting:
        """The crossings seen, none if the target is not there; ``thorough`` takes its time over a hard picture."""


def points_mm(target: Target) -> FloatArray:
    """All crossings (columns x rows, 2) in the target's own frame: x right, y down, row by row."""
    columns, rows = target.crossings
    across, down = np.meshgrid(np.arange(columns), np.arange(rows))
    return np.asarray(np.column_stack((across.ravel(), down.ravel())) * target.square_mm, np.float64)


class CharucoTarget:
    """A chessboard with markers: parts of it are enough, and each crossing is known by its neighbours."""

    def __init__(self, board: cv2.aruco.CharucoBoard, name: str) -> None:
        columns, rows = board.getChessboardSize()
        self._crossings, self._square_mm, self._name = (columns - 1, rows - 1), board.getSquareLength(), name
        self._detector = cv2.aruco.CharucoDetector(board)

    @property
    def name(self) -> str:
        """See Target."""
        return self._name

    @property
    def crossings(self) -> tuple[int, int]:
        """See Target."""
        return self._crossings

    @property
    def square_mm(self) -> float:
        """See Target."""
        return self._square_mm

    def find(self, grey: Grey, *, thorough: bool = True) -> Sighting:  # noqa: ARG002 - a quick search is thorough here
        """See Target."""
        corners, ids, _, _ = self._detector.detectBoard(grey)
        if np.ndim(ids) == 0:  # OpenCV hands back no array at all where it sees nothing
            return _nothing()
        return Sighting(np.asarray(ids, np.int64).ravel(), np.asarray(corners, np.float64).reshape(-1, 2))


class ChessTarget:
    """A plain chessboard, which has to be seen whole."""

    def __init__(self, crossings: tuple[int, int], square_mm: float) -> None:
        """``crossings``: inner corners, columns and rows. Raises TargetError."""
        _check("the chessboard", crossings, least=3, most=MAX_SQUARES - 1)
        if not 0 < square_mm < 1000:
            raise TargetError(f"a square of {square_mm:g} mm cannot be; give the width of one square in millimetres")
        self._crossings, self._square_mm = crossings, square_mm

    @property
    def name(self) -> str:
        """See Target."""
        return measure("target.chessboard", columns=self._crossings[0], rows=self._crossings[1])

    @property
    def crossings(self) -> tuple[int, int]:
        """See Target."""
        return self._crossings

    @property
    def square_mm(self) -> float:
        """See Target."""
        return self._square_mm

    def find(self, grey: Grey, *, thorough: bool = True) -> Sighting:
        """See Target."""
        shrink = SEARCH_PX / max(grey.shape)
        if not thorough and shrink < 1:
            small = np.asarray(cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
            found, _ = cv2.findChessboardCornersSB(small, self._crossings)
            if not found:
                return _nothing()
        flags = cv2.CALIB_CB_ACCURACY | (cv2.CALIB_CB_EXHAUSTIVE if thorough else 0)
        found, corners = cv2.findChessboardCornersSB(grey, self._crossings, flags=flags)
        if not found:
            return _nothing()
        return Sighting(np.arange(len(corners)), np.asarray(corners, np.float64).reshape(-1, 2))


def kit_target() -> Target:
    """The one that ``touchline kit`` prints."""
    return CharucoTarget(lens_board(), measure("target.kit"))


def charuco_target(
    squares: tuple[int, int], square_mm: float, marker_mm: float, dictionary: str, *, legacy: bool = False
) -> Target:
    """Any ChArUco board: squares across and down, OpenCV's name of its dictionary (``4x4_50``).

    ``legacy``: printed by OpenCV before 4.6, which began with a marker where the number of rows is even.
    Raises TargetError.
    """
    _check("the ChArUco board", squares, least=3, most=MAX_SQUARES)
    if not 0 < marker_mm < square_mm < 1000:
        raise TargetError(
            f"markers of {marker_mm:g} mm do not fit into squares of {square_mm:g} mm; give both in millimetres"
        )
    known = _dictionaries()
    key = dictionary.upper().removeprefix("DICT_")
    if key not in known:
        raise TargetError(f"{dictionary!r} is not a dictionary of markers; there are {', '.join(sorted(known))}")
    markers = cv2.aruco.getPredefinedDictionary(known[key])
    needed, there = squares[0] * squares[1] // 2, len(markers.bytesList)
    if needed > there:
        raise TargetError(f"{squares[0]} x {squares[1]} squares need {needed} markers, and {key} has {there}")
    board = cv2.aruco.CharucoBoard(squares, square_mm, marker_mm, markers)
    board.setLegacyPattern(legacy)
    return CharucoTarget(board, measure("target.charuco", columns=squares[0], rows=squares[1], dictionary=key))


def read_counts(text: str) -> tuple[int, int]:
    """``8x5`` as two numbers. Raises TargetError."""
    match = re.fullmatch(r"\s*([0-9]{1,3})\s*[xX*]\s*([0-9]{1,3})\s*", text)
    if match is None:
        raise TargetError(f"{text!r} is not a size; it is given as columns x rows, for example 8x5")
    return int(match[1]), int(match[2])


def _dictionaries() -> dict[str, int]:
    names = (name for name in dir(cv2.aruco) if name.startswith("DICT_") and name == name.upper())
    return {name.removeprefix("DICT_"): int(getattr(cv2.aruco, name)) for name in names}


def _check(what: str, counts: tuple[int, int], *, least: int, most: int) -> None:
    if not all(least <= count <= most for count in counts):
        raise TargetError(f"{what} cannot be {counts[0]} x {counts[1]}; each side is between {least} and {most}")


def _nothing() -> Sighting:
    return Sighting(np.empty(0, np.int64), np.empty((0, 2)))
