"""The marker dictionaries that a board file may name: those of OpenCV's ArUco module, each with its count."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_CELLS = (4, 5, 6, 7)
_COUNTS = (50, 100, 250, 1000)
_OTHERS = {
    "DICT_ARUCO_ORIGINAL": 1024,
    "DICT_ARUCO_MIP_36h12": 250,
    "DICT_APRILTAG_16h5": 30,
    "DICT_APRILTAG_25h9": 35,
    "DICT_APRILTAG_36h10": 2320,
    "DICT_APRILTAG_36h11": 587,
}

MARKER_COUNTS: Mapping[str, int] = MappingProxyType(
    {f"DICT_{cells}X{cells}_{count}": count for cells in _CELLS for count in _COUNTS} | _OTHERS
)
"""Markers of each dictionary by its name; their ids run from 0."""
