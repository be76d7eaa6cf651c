"""Why no board was found, in one sentence with the cure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.markers import Grey, Markers, find_markers, unread_marker_sides_px
from calibration.pose import PoseFailure
from calibration.sentences import say
from engine.board import marker_corners_mm, shipped_board, shipped_boards

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.board import Board, MarkersTable

DARK_LEVEL = 40.0
"""Grey level below which the brighter parts of the picture (95th percentile) leave markers no contrast."""
BLACK_LEVEL = 12.0
"""Grey level that not even the brightest spots (999 of 1000 are darker) of a capped lens's noise reach."""
BRIGHT_SHARE = 0.5
"""Share of burnt-out pixels above which paper and table are one."""
MAX_BLUR_PX = 3.5
"""Edges in a picture in focus rise within two pixels."""
QUICK_READINGS = 2
"""A mirrored picture is good enough in all else."""
READABLE_PX = 10.0
"""Markers of this width are read nearly always, those of six hardly ever."""
SOFT_READABLE_SIGMAS = 11.0
"""In a soft picture they must be so many times its blur wide: a module is a sixth of them."""
FLAT_MARKERS, MAX_FLAT_ERROR_SIDES = 4, 0.12
"""So many markers on one plane, each to within this share of its width, are no accident; a lens bends them less."""
COPY_MARKERS = 2
"""So many of a board's markers seen twice are another copy of it; one is a loose marker, or a misread thing."""
MANY_UNREAD = 4
"""A letter or a die may look like a marker that is too small; so many of them are markers."""


def why_no_board(grey: Grey, board: Board, seen: Markers) -> PoseFailure:
    """Name the likeliest cause, most certain first."""
    markers = board.file.markers
    if markers is None:
        return no_markers(board)
    trouble = picture_trouble(grey, markers, seen)
    if trouble is not None:  # a failure is falsy
        return trouble
    other = another_sheet(board, seen)
    if other is not None:
        return other
    if len(seen.repeated) >= COPY_MARKERS:
        return PoseFailure(say("two", name=board.name))
    if len(seen.corners_px) >= 3:
        if seem_cropped(markers, seen):
            return PoseFailure(say("cropped", name=board.name))
        return PoseFailure(say("elsewhere", name=board.name))
    for unreadable in (blur_trouble(grey), too_small(grey, markers)):
        if unreadable is not None:
            return unreadable
    if seen.corners_px:
        return PoseFailure(say("few"))
    return PoseFailure(say("none"))


def copies_in_view(image: NDArray[np.uint8], board: Board) -> tuple[int, ...]:
    """Ids of markers that a second copy of the board shows in a picture, BGR or grey; empty without one."""
    markers = board.file.markers
    if markers is None:
        return ()
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8) if image.ndim == 3 else image
    repeated = find_markers(grey, markers, readings=1).repeated
    return repeated if len(repeated) >= COPY_MARKERS else ()


def seem_cropped(markers: MarkersTable, seen: Markers) -> bool:
    """Whether markers that no pose explains lie as on the board all the same, seen by any pinhole whatever.

    Of a picture cut to a part of itself the lens's axis is not near the middle any more.
    """
    numbers = sorted(seen.corners_px)
    if len(numbers) < FLAT_MARKERS:
        return False
    corners_mm = marker_corners_mm(markers)
    flat = np.vstack([np.asarray(corners_mm[number], np.float64) for number in numbers])
    at = np.vstack([seen.corners_px[number] for number in numbers])
    matrix, _ = cv2.findHomography(flat, at, cv2.LMEDS)
    if np.size(matrix) != 9:
        return False
    off_px = np.linalg.norm(cv2.perspectiveTransform(flat[None], matrix)[0] - at, axis=1).reshape(-1, 4).mean(axis=1)
    quads = at.reshape(-1, 4, 2)
    sides_px = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean(axis=1)
    return bool((off_px < MAX_FLAT_ERROR_SIDES * sides_px).all())


def another_sheet(board: Board, seen: Markers) -> PoseFailure | None:
    """That the markers in view are those of another sheet, by its name if it came with the program."""
    for name in shipped_boards():
        theirs = shipped_board(name).file.markers
        if name == board.name or theirs is None:
            continue
        strange = set(seen.foreign) & set(theirs.corner_mm)
        if len(strange) >= 2 and len(strange) > len(seen.corners_px):
            return PoseFailure(say("other", other=name, name=board.name))
    if len(seen.foreign) >= 3 and len(seen.foreign) > len(seen.corners_px):
        return PoseFailure(say("another", name=board.name))
    return None


def picture_trouble(grey: Grey, markers: MarkersTable, seen: Markers) -> PoseFailure | None:
    """What is wrong with the whole picture: too dark, too bright, mirrored; ``seen`` is what was found as it is."""
    if (dark := darkness(grey)) is not None:
        return dark
    if float((grey >= 250).mean()) > BRIGHT_SHARE:
        return PoseFailure(say("bright"))
    mirrored = find_markers(np.ascontiguousarray(grey[:, ::-1]), markers, enough=3, readings=QUICK_READINGS)
    if len(mirrored.corners_px) >= 2 and len(mirrored.corners_px) > 2 * len(seen.corners_px):
        return PoseFailure(say("mirrored"))
    return None


def darkness(grey: Grey) -> PoseFailure | None:
    """That the picture is too dark, or that the camera sees nothing at all."""
    bright, brightest = np.percentile(grey, (95, 99.9))
    if brightest < BLACK_LEVEL:
        return PoseFailure(say("black"))
    return PoseFailure(say("dark")) if bright < DARK_LEVEL else None


def blur_trouble(grey: Grey) -> PoseFailure | None:
    """That the picture is out of focus or shaken, if it is."""
    if blur_px(grey) > MAX_BLUR_PX:
        return PoseFailure(say("blurred"))
    return None


def too_small(grey: Grey, markers: MarkersTable) -> PoseFailure | None:
    """That there are markers in the picture, but too small to be read in it, be it sharp or soft."""
    sides_px = unread_marker_sides_px(grey, markers)
    if len(sides_px) < MANY_UNREAD:
        return None
    side_px = float(np.median(sides_px))
    if side_px < READABLE_PX:
        return PoseFailure(say("small", side=side_px))
    if side_px < SOFT_READABLE_SIGMAS * blur_px(grey):
        return PoseFailure(say("small.soft", side=side_px))
    return None


def no_markers(board: Board) -> PoseFailure:
    """A board that was printed without markers."""
    return PoseFailure(say("no_markers", name=board.name, game=board.game))


def blur_px(grey: Grey) -> float:
    """How wide the picture's sharpest strong edges are, as the sigma of a Gaussian, in pixels.

    The gradient at an edge shrinks by a known ratio when the picture is blurred once more (Zhuo & Sim 2011, "Defocus
    map estimation from a single image"): sigma = added / sqrt(ratio^2 - 1).
    """
    small = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 1.0)
    added = 2.0
    again = cv2.GaussianBlur(small, (0, 0), added)
    first, second = _gradient(np.asarray(small)), _gradient(np.asarray(again))
    strong = first >= max(float(np.percentile(first, 99.5)), 1.0)
    if not strong.any():
        return 0.0
    ratio = np.maximum(first[strong] / np.maximum(second[strong], 1e-6), 1.0 + 1e-6)
    return float(np.percentile(added / np.sqrt(ratio**2 - 1), 25))


def _gradient(image: np.ndarray) -> np.ndarray:
    dx, dy = cv2.Sobel(image, cv2.CV_32F, 1, 0), cv2.Sobel(image, cv2.CV_32F, 0, 1)
    return np.hypot(dx, dy)
