"""Where the board lies in a picture, by its printed markers and then by the lines between its spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lines import find_lines, line_samples_mm
from calibration.markers import Grey, Markers, find_marker_near, find_markers
from calibration.pose import BoardPose, PoseFailure, lens_at
from calibration.reasons import no_markers, why_no_board
from calibration.sentences import say
from calibration.solve import Fit, solve
from engine.board import marker_corners_mm

if TYPE_CHECKING:
    from calibration.pose import FloatArray, Lens
    from calibration.sighted_board import LinePoints
    from engine.board import Board, MarkersTable

Image: TypeAlias = NDArray[np.uint8]
"""(height, width, 3) BGR or (height, width) grey, 8 bits."""

ENOUGH_MARKERS = 6
"""With this many the rest is found quickest by looking where they must be."""
UNSURE_REACH_SIDES = 2.5
"""One or two markers foretell their neighbours' places to within so many widths of a marker."""
SURE_MARKERS = 3
"""Three that fit one pose are no accident; fewer are believed only if the printed lines agree."""
MIN_LINE_AGREEMENT = 0.5
"""Share of printed lines found where they should be (a quarter would be by chance) that proves a board."""
LINE_REACHES_PX = (8.0, 5.0, 3.0, 2.0)
"""Half widths of the strips searched for printed lines, one round of fitting each."""
MIN_LINE_POINTS = 40
STRAY_SIGMAS, MIN_STRAY_PX = 3.5, 0.4
"""Line points further off than so many robust standard deviations, and than so many pixels, belong to other lines."""
MAX_GROWTHS, GROWTH = 6, 1.1
"""With one width of strip the lines are searched again while a tenth more of them have become sure, so many times."""
MAX_MARKER_ERROR_PX = 2.5
"""A marker whose corners lie further off than this, and than four times the usual, was misread."""
MAX_MARKER_ERROR_SIDES = 0.1
"""Markers that are off by more of their own width lie differently than on this board."""
FLAT_LINE_AGREEMENT = 0.6
FLAT_MARKER_ERROR_SIDES, FLAT_MARKER_ERROR_PX = 0.035, 0.8
"""Of a flat sheet either more lines agree or the markers do, to so much of their width and so many pixels."""
MAX_FIELD_SD_SPACES = 0.5
"""A pose less certain than this would put pieces on wrong spaces."""


def find_board_pose(
    image_bgr: Image, board: Board, lens: Lens | None = None, previous: BoardPose | None = None
) -> BoardPose | PoseFailure:
    """Find the board's pose in one picture.

    Args:
        image_bgr: the picture as the camera delivers it (not undistorted).
        board: the printed board; it must have markers.
        lens: the camera's measured lens; without one, focal length and radial distortion are estimated as well.
        previous: a pose found before with the same camera: a first guess, and its lens if ``lens`` is None and
            it was measured.

    Returns:
        The pose, or a failure whose reason names cause and cure.
    """
    markers = board.file.markers
    if markers is None:
        return no_markers(board)
    grey = as_grey(image_bgr)
    size_px = (grey.shape[1], grey.shape[0])
    if lens is None and previous is not None and previous.lens.measured:
        lens = previous.lens
    at_size = lens_at(lens, size_px)
    if isinstance(at_size, PoseFailure):
        return at_size
    lens = at_size
    seen = find_markers(grey, markers, enough=ENOUGH_MARKERS)
    if not seen.corners_px:
        return why_no_board(grey, board, seen)
    found = _best_fit(grey, board, seen, lens)
    if found is None:
        return why_no_board(grey, board, seen)
    fit, agreement = found
    used = len(fit.pose.markers_used)
    if not _markers_lie_right(fit, agreement):
        return why_no_board(grey, board, seen)
    if used < SURE_MARKERS and agreement < MIN_LINE_AGREEMENT:
        return why_no_board(grey, board, seen)
    if fit.field_sd_mm > MAX_FIELD_SD_SPACES * board.grid.width_mm:
        return PoseFailure(say("few.one" if used == 1 else "few.many", count=used, error=fit.field_sd_mm))
    return fit.pose


def as_grey(image: Image) -> Grey:
    """Grey levels of a BGR picture; a grey one as it is."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8) if image.ndim == 3 else image


def _best_fit(grey: Grey, board: Board, seen: Markers, lens: Lens | None) -> tuple[Fit, float] | None:
    """The fit to the seen markers and the share of printed lines that agree with it.

    Of one or two markers one may be a phantom that nothing outvotes: then each alone is tried as well, and the
    printed lines decide.
    """
    subsets: list[dict[int, FloatArray]] = [dict(seen.corners_px)]
    if len(seen.corners_px) == SURE_MARKERS - 1:
        subsets += [{number: corners} for number, corners in seen.corners_px.items()]
    best: tuple[Fit, float] | None = None
    for subset in subsets:
        fit = _fit_markers(grey, board, subset, lens)
        if fit is None:
            continue
        refined, agreement = _refine_on_lines(grey, board, fit, lens)
        if agreement >= MIN_LINE_AGREEMENT:
            return refined, agreement
        if best is None or agreement > best[1]:
            best = fit, agreement
    return best


def _fit_markers(grey: Grey, board: Board, corners_px: dict[int, FloatArray], lens: Lens | None) -> Fit | None:
    """Fit to the markers that agree with one another, then look for the rest where they must be."""
    markers = board.file.markers
    if markers is None:
        return None
    corners_mm = marker_arrays_mm(markers)
    corners_px = _consistent(corners_px, corners_mm, max(grey.shape))
    fit = _trimmed(grey, corners_px, board, lens)
    if fit is not None and len(fit.corners_px) < SURE_MARKERS:
        fit = _grown(grey, board, fit, lens)
    if fit is None or len(fit.corners_px) < SURE_MARKERS:
        return fit
    missing = sorted(set(corners_mm) - set(fit.corners_px))
    looked_for = {n: find_marker_near(grey, markers, n, fit.pose.project(corners_mm[n])) for n in missing}
    found = {number: corners for number, corners in looked_for.items() if corners is not None}
    return (_trimmed(grey, {**fit.corners_px, **found}, board, lens) or fit) if found else fit


def _grown(grey: Grey, board: Board, fit: Fit, lens: Lens | None) -> Fit:
    """From one or two markers to their neighbours, nearest first: the pose gets better with each one found."""
    markers = board.file.markers
    if markers is None:
        return fit
    corners_mm = marker_arrays_mm(markers)
    middles = {number: corners.mean(axis=0) for number, corners in corners_mm.items()}
    known = [middles[number] for number in fit.corners_px]
    missing = sorted(
        set(corners_mm) - set(fit.corners_px), key=lambda n: min(float(np.linalg.norm(middles[n] - m)) for m in known)
    )
    for number in missing:
        place = fit.pose.project(corners_mm[number])
        found = find_marker_near(grey, markers, number, place, reach_sides=UNSURE_REACH_SIDES)
        if found is not None:
            fit = _trimmed(grey, {**fit.corners_px, number: found}, board, lens) or fit
    return fit


def _markers_lie_right(fit: Fit, agreement: float) -> bool:
    """Whether most markers lie where the fit wants them; those of another sheet, or of one that bulges, do not."""
    sides = [float(np.linalg.norm(c - np.roll(c, 1, axis=0), axis=1).mean()) for c in fit.corners_px.values()]
    side_px, error_px = float(np.median(sides)), float(np.median(list(fit.corner_errors_px.values())))
    if agreement < FLAT_LINE_AGREEMENT and error_px > max(FLAT_MARKER_ERROR_SIDES * side_px, FLAT_MARKER_ERROR_PX):
        return False
    return error_px < MAX_MARKER_ERROR_SIDES * side_px


def marker_arrays_mm(markers: MarkersTable) -> dict[int, FloatArray]:
    """Corners (4, 2) of each marker by id, clockwise from its own top-left, board frame."""
    return {number: np.asarray(corners, np.float64) for number, corners in marker_corners_mm(markers).items()}


def _consistent(
    corners_px: dict[int, FloatArray], corners_mm: dict[int, FloatArray], long_side_px: int
) -> dict[int, FloatArray]:
    """The markers that one flat view explains; a phantom among at least three drops out.

    Lens distortion is not in a homography: the tolerance, 1.5 % of the picture, leaves room for it.
    """
    ids = sorted(corners_px)
    if len(ids) < SURE_MARKERS:
        return corners_px
    flat, seen = np.vstack([corners_mm[n] for n in ids]), np.vstack([corners_px[n] for n in ids])
    _, inliers = cv2.findHomography(flat, seen, cv2.USAC_MAGSAC, 0.015 * long_side_px, maxIters=2000, confidence=0.999)
    if np.size(inliers) != len(seen):  # no homography: OpenCV then hands back nothing
        return corners_px
    votes = np.asarray(inliers).reshape(-1, 4).sum(axis=1)
    kept = {n: corners_px[n] for n, vote in zip(ids, votes, strict=True) if vote >= 3}
    return kept or corners_px


def _trimmed(grey: Grey, corners_px: dict[int, FloatArray], board: Board, lens: Lens | None) -> Fit | None:
    """Fit, leave out the worst marker while it lies far from where the others put it, and fit again."""
    markers = board.file.markers
    if markers is None:
        return None
    corners_mm, size_px = marker_arrays_mm(markers), (grey.shape[1], grey.shape[0])
    kept = dict(corners_px)
    while True:
        fit = solve(kept, corners_mm, size_px, board.grid.field_size_mm, lens=lens)
        if fit is None or len(kept) <= SURE_MARKERS:
            return fit
        errors = fit.corner_errors_px
        worst = max(errors, key=lambda number: errors[number])
        if errors[worst] <= max(MAX_MARKER_ERROR_PX, 4.0 * float(np.median(list(errors.values())))):
            return fit
        del kept[worst]


def _refine_on_lines(grey: Grey, board: Board, fit: Fit, lens: Lens | None) -> tuple[Fit, float]:
    """Fit again with the printed lines found around their places, in ever narrower strips.

    Lines whose places are sure come first: from a few markers the fit grows outwards over the board.
    """
    samples_mm, _ = line_samples_mm(board.grid)
    agreement, covered = 0.0, 0
    for reach_px in LINE_REACHES_PX:
        for _ in range(MAX_GROWTHS):
            lines = find_lines(grey, fit.pose, board.grid, reach_px, fit.spread.px(samples_mm))
            if len(lines.points) < MIN_LINE_POINTS:  # small spaces leave no room for a wide strip
                break
            refined = _with_lines(grey, board, fit, lens, lines.points)
            if refined is None:
                return fit, agreement
            fit, agreement, before = refined, lines.agreement, covered
            covered = lines.looked_at
            if covered <= GROWTH * before:
                break
    return fit, agreement


def _with_lines(grey: Grey, board: Board, fit: Fit, lens: Lens | None, lines: LinePoints) -> Fit | None:
    """Fit to markers and lines, then once more without the points that stand out: other lines taken for these.

    The robust fit alone bears strays in the middle of the board, but not at its far end, where a few have leverage.
    """
    markers = board.file.markers
    corners_mm = marker_arrays_mm(markers) if markers is not None else {}
    size_px, field_mm = (grey.shape[1], grey.shape[0]), board.grid.field_size_mm
    refined = solve(fit.corners_px, corners_mm, size_px, field_mm, lens=lens, start=fit.pose, lines=lines)
    if refined is None:
        return None
    off_px = lines.off_px(refined.pose)
    fitting = lines.only(off_px <= max(MIN_STRAY_PX, STRAY_SIGMAS * 1.4826 * float(np.median(off_px))))
    if len(fitting) == len(lines) or len(fitting) < MIN_LINE_POINTS:
        return refined
    return solve(fit.corners_px, corners_mm, size_px, field_mm, lens=lens, start=refined.pose, lines=fitting)
