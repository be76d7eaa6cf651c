"""Where the camera stands, whether that is a good place, and which one near by would be better."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.board_pose import marker_arrays_mm
from calibration.findings import Finding, graded
from calibration.sentences import find
from engine.sentences import joined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.pose import BoardPose, FloatArray
    from engine.board import Board
    from engine.grid import Space

GOOD_SPACE_PX, LEAST_SPACE_PX = 18.0, 12.0
"""Widths of a space in the picture from which numbers are read well, and below which they are lost."""
GOOD_ELEVATION_DEG, LEAST_ELEVATION_DEG = 40.0, 25.0
"""Below the first, pieces begin to hide their neighbours and numbers shrink; the second hides whole rows."""
WANTED_ELEVATION_DEG = 50.0
"""What is proposed where the present slant is too shallow."""
MARKERS_OUT = 30.0
"""Percent of the markers outside the picture: of the others hands hide some, and two in sight are the least."""
SMALL_SHARE = 0.4
"""The field should span at least this share of the picture's width or height; less wastes pixels on the table."""
EDGE_SHARE = 0.02
"""A proposed place keeps the whole border this share of the picture away from its edges."""
FULL_HD_PX = (1920, 1080)

_NEARER = tuple(0.4 + 0.05 * step for step in range(29))
"""Distances to try, as shares of the present one."""
_STEEPER_DEG = (0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0)
_DEGREES_COST = 0.02
"""A degree of slant is as much trouble as this share of the distance."""


@dataclass(frozen=True)
class CameraPlace:
    """Where the camera stands as seen from the field's middle, and what it has of the board there."""

    height_mm: float
    """Above the board."""
    away_mm: float
    """From the field's middle, along the table."""
    distance_mm: float
    """From the field's middle, straight."""
    elevation_deg: float
    """How steeply it looks down on the field's middle: 90 from straight above."""
    least_space_px: float
    """Width in the picture of the field's smallest space (square root of its area's scale)."""
    least_at: Space
    span: float
    """Share of the picture's width or height, whichever is more, that the field spans."""
    cut_off: tuple[Space, ...]
    """Field spaces whose centres lie outside the picture."""
    markers_out: tuple[int, ...]
    """Markers that lie wholly or partly outside the picture."""
    cut_sides: tuple[str, ...]
    """Which of the picture's ``left``, ``right``, ``upper``, ``lower`` edges cut the board."""


def camera_place(pose: BoardPose, board: Board) -> CameraPlace:
    """Work out from a pose where the camera stands."""
    grid = board.grid
    centres = np.array([grid.centre_mm(space) for space in grid.field_spaces], np.float64)
    middle = np.array(grid.field_size_mm) / 2
    x, y, height = pose.camera_position_mm()
    away = float(np.hypot(x - middle[0], y - middle[1]))
    sizes = spaces_px(pose, board)
    outside = _outside(pose.project(centres), pose.lens.size_px)
    border = _border_mm(board)
    beyond = pose.project(border)
    return CameraPlace(
        float(height),
        away,
        float(np.hypot(away, height)),
        float(np.degrees(np.arctan2(height, away))),
        float(sizes.min()),
        grid.field_spaces[int(sizes.argmin())],
        _span(pose, board),
        tuple(space for space, out in zip(grid.field_spaces, outside, strict=True) if out),
        _markers_out(pose, board),
        _cut_sides(beyond, pose.lens.size_px),
    )


def spaces_px(pose: BoardPose, board: Board) -> FloatArray:
    """(S,) width in pixels of each field space: the square root of how large it is in the picture."""
    grid = board.grid
    centres = np.array([grid.centre_mm(space) for space in grid.field_spaces], np.float64)
    at, east, south = (pose.project(centres + step) for step in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
    u, v = east - at, south - at
    return np.asarray(np.sqrt(np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0])) * grid.width_mm, np.float64)


def place_findings(pose: BoardPose, board: Board) -> list[Finding]:
    """What about the camera's place could be better, each with a place that would be."""
    place = camera_place(pose, board)
    findings = []
    if place.cut_off or 100 * _share_out(place, board) > MARKERS_OUT:
        findings.append(_cut(place, pose, board))
    if grade := graded(place.least_space_px, GOOD_SPACE_PX, LEAST_SPACE_PX):
        findings.append(
            Finding(
                "few_pixels", grade[0], place.least_space_px, grade[1], "px",
                find("few_pixels", px=place.least_space_px, space=place.least_at),
                _cure_few_pixels(place, pose, board), (place.least_at,),
            )
        )  # fmt: skip
    if grade := graded(place.elevation_deg, GOOD_ELEVATION_DEG, LEAST_ELEVATION_DEG):
        findings.append(
            Finding(
                "shallow", grade[0], place.elevation_deg, grade[1], "degrees",
                find("shallow", angle=place.elevation_deg),
                _cure_shallow(place, pose, board),
            )
        )  # fmt: skip
    # Where spaces are large enough all the same, table round the board costs nothing.
    if place.span < SMALL_SHARE and not any(finding.kind == "few_pixels" for finding in findings):
        better = better_place(pose, board)
        change = place.distance_mm - better.distance_mm if better else 0.0
        nearer = find("nearer", cm=_cm(change)) if better else find("nearer.come")
        findings.append(
            Finding(
                "small", "yellow", 100 * place.span, 100 * SMALL_SHARE, "% of the picture",
                find("small", share=100 * place.span), nearer,
            )
        )  # fmt: skip
    return findings


def better_place(pose: BoardPose, board: Board) -> CameraPlace | None:
    """The nearest place that sees the whole board, large and steeply enough, looking at its middle; None without one.

    The side of the table that the camera stands at and its lens stay as they are; distance and slant are tried out.
    """
    place = camera_place(pose, board)
    needed_deg = GOOD_ELEVATION_DEG if place.elevation_deg >= GOOD_ELEVATION_DEG else WANTED_ELEVATION_DEG - 0.5
    for share, steeper in sorted(product(_NEARER, _STEEPER_DEG), key=_trouble):
        trial = _moved(pose, board, place, share * place.distance_mm, min(place.elevation_deg + steeper, 88.0))
        if _shows_all(trial, board):
            there = camera_place(trial, board)
            steep = there.elevation_deg >= needed_deg
            if steep and there.least_space_px >= GOOD_SPACE_PX and there.span >= SMALL_SHARE:
                return there
    return None


def _trouble(change: tuple[float, float]) -> float:
    """How much trouble it is to go to such a share of the distance, so many degrees steeper."""
    share, steeper_deg = change
    return abs(math.log(share)) + _DEGREES_COST * steeper_deg


def _cut(place: CameraPlace, pose: BoardPose, board: Board) -> Finding:
    what = find("cut", what=_named(place.cut_off, board)) if place.cut_off else _markers_words(place.markers_out)
    better = better_place(pose, board)
    if len(place.cut_sides) == 1:
        cure = find(f"turn.{place.cut_sides[0]}")
    elif better is not None and better.distance_mm > place.distance_mm:
        cure = find("farther", cm=_cm(better.distance_mm - place.distance_mm))
    else:
        cure = find("farther.all")
    if place.cut_off:
        share = 100 * len(place.cut_off) / len(board.grid.field_spaces)
        return Finding("cut_off", "red", share, 0.0, "% of the spaces", what, cure, place.cut_off)
    share = 100 * _share_out(place, board)
    return Finding("cut_off", "yellow", share, MARKERS_OUT, "% of the markers", what, cure)


def _share_out(place: CameraPlace, board: Board) -> float:
    """Share of the board's markers that lie outside the picture."""
    markers = board.file.markers
    return len(place.markers_out) / len(markers.corner_mm) if markers is not None and markers.corner_mm else 0.0


def _cure_few_pixels(place: CameraPlace, pose: BoardPose, board: Board) -> str:
    better = better_place(pose, board)
    larger = _at_size(pose, FULL_HD_PX) if max(pose.lens.size_px) < max(FULL_HD_PX) else None
    enough = larger is not None and camera_place(larger, board).least_space_px >= GOOD_SPACE_PX
    ways: list[str] = []
    if enough:
        ways.append(find("larger", width=FULL_HD_PX[0], height=FULL_HD_PX[1]))
    if better is not None:
        ways.append(_way_there(place, better))
    return joined(find("or"), ways) if ways else find("nearer.largest")


def _cure_shallow(place: CameraPlace, pose: BoardPose, board: Board) -> str:
    better = better_place(pose, board)
    if better is None:
        return find("shallow.cure", angle=WANTED_ELEVATION_DEG)
    return _way_there(place, better)


def _way_there(place: CameraPlace, better: CameraPlace) -> str:
    """``move the camera about 20 cm nearer``, ``raise ... to 60 cm above the table ...``."""
    if better.elevation_deg - place.elevation_deg < 2.5:
        change = place.distance_mm - better.distance_mm
        return find("nearer" if change > 0 else "farther", cm=_cm(abs(change)))
    return find("place", height=_cm(better.height_mm), away=_cm(better.away_mm), angle=better.elevation_deg)


def _moved(pose: BoardPose, board: Board, place: CameraPlace, distance_mm: float, elevation_deg: float) -> BoardPose:
    """The same camera on the same side of the table, looking at the sheet's middle."""
    position = pose.camera_position_mm()
    middle = np.array(board.grid.field_size_mm) / 2
    aside = position[:2] - middle
    # Straight above has no side; the picture's lower edge then says where the viewer sits.
    rotation, _ = cv2.Rodrigues(pose.rvec)
    side = (
        aside / place.away_mm if place.away_mm > 1.0 else rotation[1, :2] / max(float(np.hypot(*rotation[1, :2])), 1e-9)
    )
    slant = np.deg2rad(elevation_deg)
    # Object frame: z down.
    out = np.array((*(np.cos(slant) * side), -np.sin(slant)))
    target = np.array((*_sheet_middle_mm(board), 0.0))
    forward = -out
    right = _across(forward, rotation[0])
    turned = np.stack((right, np.cross(forward, right), forward))
    rvec, _ = cv2.Rodrigues(turned)
    return replace(pose, rvec=np.asarray(rvec, np.float64).ravel(), tvec=-turned @ (target + distance_mm * out))


def _across(forward: FloatArray, right: FloatArray) -> FloatArray:
    """The camera's present right, made perpendicular to where it is to look."""
    level = right - (right @ forward) * forward
    return np.asarray(level / np.linalg.norm(level), np.float64)


def _at_size(pose: BoardPose, size_px: tuple[int, int]) -> BoardPose | None:
    """The same view in larger pictures; of another shape, as wide."""
    width, height = pose.lens.size_px
    same_shape = (size_px[0], round(height * size_px[0] / width))
    lens = pose.lens.at_size(same_shape)
    return replace(pose, lens=lens) if lens is not None else None


def _shows_all(pose: BoardPose, board: Board) -> bool:
    width, height = pose.lens.size_px
    margin = EDGE_SHARE * np.array((width, height))
    seen = pose.project(_border_mm(board))
    return bool((seen > margin).all() and (seen < np.array((width, height)) - 1 - margin).all())


def _border_mm(board: Board) -> FloatArray:
    """Corners of the field and of all markers (N, 2)."""
    length, width = board.grid.field_size_mm
    field = np.array(((0, 0), (length, 0), (length, width), (0, width)), np.float64)
    if board.file.markers is None:
        return field
    return np.vstack((field, *marker_arrays_mm(board.file.markers).values()))


def _sheet_middle_mm(board: Board) -> FloatArray:
    border = _border_mm(board)
    return np.asarray((border.min(axis=0) + border.max(axis=0)) / 2, np.float64)


def _span(pose: BoardPose, board: Board) -> float:
    length, width = board.grid.field_size_mm
    corners = pose.project(((0, 0), (length, 0), (length, width), (0, width)))
    return float((np.ptp(corners, axis=0) / np.array(pose.lens.size_px)).max())


def _outside(pixels: FloatArray, size_px: tuple[int, int]) -> NDArray[np.bool_]:
    return np.asarray(((pixels < -0.5) | (pixels > np.array(size_px) - 0.5)).any(axis=-1), np.bool_)


def _markers_out(pose: BoardPose, board: Board) -> tuple[int, ...]:
    if board.file.markers is None:
        return ()
    corners = marker_arrays_mm(board.file.markers)
    return tuple(n for n, places in corners.items() if _outside(pose.project(places), pose.lens.size_px).any())


def _cut_sides(pixels: FloatArray, size_px: tuple[int, int]) -> tuple[str, ...]:
    width, height = size_px
    x, y = pixels.T
    beyond = {"left": x < -0.5, "right": x > width - 0.5, "upper": y < -0.5, "lower": y > height - 0.5}
    return tuple(side for side, out in beyond.items() if out.any())


def _named(spaces: Sequence[Space], board: Board) -> str:
    """``column 22 is``, ``rows N and O are``, or ``12 spaces (A1 ... C4) are``."""
    grid = board.grid
    lost = set(spaces)
    columns = sorted({int(s[1:]) for s in lost if s[1:].isdigit()})
    rows = [row for row in grid.rows if all(f"{row}{c}" in lost for c in range(1, grid.columns(row) + 1))]
    if rows:
        return find("cut.rows" if len(rows) > 1 else "cut.row", rows=_and(rows))
    whole = [str(c) for c in columns if all(f"{row}{c}" in lost for row in grid.rows if c <= grid.columns(row))]
    if whole:
        return find("cut.columns" if len(whole) > 1 else "cut.column", columns=_and(whole))
    if len(spaces) == 1:
        return find("cut.space", space=spaces[0])
    return find("cut.spaces", count=len(spaces), first=spaces[0], last=spaces[-1])


def _and(words: Sequence[str]) -> str:
    return joined(find("to"), (words[0], words[-1])) if len(words) > 2 else joined(find("and"), words)


def _markers_words(markers: Sequence[int]) -> str:
    return find("cut.markers" if len(markers) > 1 else "cut.marker", count=len(markers))


def _cm(length_mm: float) -> int:
    """Whole steps of 5 cm: without a measured lens, lengths are known to a tenth or two."""
    return max(5, 5 * round(length_mm / 50))
