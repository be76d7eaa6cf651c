"""How good a found pose is, measured on printed lines that the measured pose was not fitted to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from calibration.board_pose import as_grey, marker_arrays_mm
from calibration.crossings import SeenCrossings, chosen, seen_crossings
from calibration.findings import Finding, graded
from calibration.lines import find_lines
from calibration.markers import find_marker_near
from calibration.sentences import find
from calibration.solve import solve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calibration.board_pose import Image
    from calibration.findings import Severity
    from calibration.markers import Grey
    from calibration.pose import BoardPose, FloatArray
    from calibration.sighted_board import LinePoints
    from engine.board import Board
    from engine.grid import Grid, Space

BLOCK_SPACES = 3.0
"""The field is split like a chessboard of blocks this wide: one colour is fitted to, the other measured, and again."""
REACH_SPACES = 0.15
"""How far round its place a line is looked for; further off would be read as a neighbour on a fine grid."""
MIN_REACH_PX, MAX_REACH_PX = 2.0, 6.0
MIN_CROSSINGS = 12
"""Fewer say nothing about a board of hundreds."""
NEAR_SPACES = 1.6
"""Crossings within this reach of a space tell its error together: one alone is mostly noise."""
MIN_NEAR = 4

GOOD_SPACES, USABLE_SPACES = 0.04, 0.10
"""Mean error up to which pieces near a border between two spaces are told apart well, and at all."""
GOOD_WORST_SPACES, USABLE_WORST_SPACES = 0.12, 0.25
MIN_AGREEMENT = 0.5
"""Share of the printed lines that must be found near their places; see calibration.board_pose."""
CHANCE_STRAY = 0.35
"""Lines that are not there are found anywhere within reach; those of a board that is a little off stay together."""


@dataclass(frozen=True, eq=False)
class PoseQuality:
    """A pose's error, in widths of a space."""

    off_mm: Mapping[Space, FloatArray]
    """Round each space, (x, y) from where the pose puts the printed lines to where they are seen, board frame.

    The median over neighbouring crossings, where noise cancels out; no entry where few were seen.
    """
    crossings: int
    """How many crossings of printed lines were seen."""
    held_out: bool
    """Whether errors against poses fitted without the lines in question are in the figures; else only the pose's."""
    mean_spaces: float
    """Mean length of ``off_mm``."""
    worst_spaces: float
    """The largest of them."""
    worst_at: str | None
    """Its space; None if too few crossings were seen."""
    stray_spaces: float
    """Median distance of single crossings from what is usual round them: the noise of seeing lines, or chance."""
    agreement: float
    """Share of the printed lines found close to their places, 0 to 1."""
    reach_spaces: float
    """How far from their places lines were looked for."""
    repeatability_spaces: float | None
    """How far the field's corners and middle wander (RMS) from picture to picture; None for a single picture."""
    field_sd_spaces: float
    """Error of the field's least certain corner that the fit itself expects (one standard deviation)."""

    @property
    def measured(self) -> bool:
        """Whether enough crossings were seen to speak of an error."""
        return self.crossings >= MIN_CROSSINGS


def measure_quality(image: Image, pose: BoardPose, board: Board, others: Sequence[BoardPose] = ()) -> PoseQuality:
    """Measure a pose's error on the picture it was found in.

    Args:
        image: (height, width, 3) BGR or (height, width) grey.
        pose: found in that picture; unless its lens was measured, new fits find the lens anew as well.
        board: the printed board.
        others: poses of the same still board from further pictures, for the repeatability.
    """
    grey, grid = as_grey(image), board.grid
    space_px = pose.px_per_mm(*(0.5 * side for side in grid.field_size_mm)) * grid.width_mm
    reach_px = float(np.clip(REACH_SPACES * space_px, MIN_REACH_PX, MAX_REACH_PX))
    seen = find_lines(grey, pose, grid, reach_px)
    crossings = seen_crossings(seen.points, pose, grid)
    unseen = _held_out(grey, pose, board, seen.points)
    # A fit flatters itself on the lines it used, and a new fit would excuse a bad pose: the worse of the two counts.
    offsets = [_local_offsets(each, grid) for each in (crossings, unseen) if each is not None]
    off_mm = max(offsets, key=lambda each: _mean(_lengths(each)))
    errors = {space: length / grid.width_mm for space, length in _lengths(off_mm).items()}
    worst_at = max(errors, key=lambda space: errors[space], default=None)
    return PoseQuality(
        off_mm,
        len(crossings),
        held_out=unseen is not None,
        mean_spaces=_mean(errors),
        worst_spaces=errors[worst_at] if worst_at is not None else 0.0,
        worst_at=worst_at,
        stray_spaces=_stray_mm(crossings, _local_offsets(crossings, grid), grid) / grid.width_mm,
        agreement=seen.agreement,
        reach_spaces=reach_px / space_px,
        repeatability_spaces=repeatability_spaces((pose, *others), board) if others else None,
        field_sd_spaces=pose.field_sd_mm / grid.width_mm,
    )


def repeatability_spaces(poses: Sequence[BoardPose], board: Board) -> float:
    """RMS over poses of how far they move the field's corners and middle from the poses' mean, widths of a space."""
    length, width = board.grid.field_size_mm
    marks = np.array(((0, 0), (length, 0), (length, width), (0, width), (length / 2, width / 2)), np.float64)
    pixels = poses[0].project(marks)
    seen = np.stack([pose.to_board(pixels) for pose in poses])
    away = np.linalg.norm(seen - seen.mean(axis=0), axis=2)
    return float(np.sqrt((away**2).mean())) / board.grid.width_mm


def quality_findings(quality: PoseQuality) -> list[Finding]:
    """What of the pose is not good enough, with cures."""
    if quality.agreement < MIN_AGREEMENT and quality.stray_spaces > CHANCE_STRAY * quality.reach_spaces:
        return [
            Finding(
                "lines", "red", 100 * quality.agreement, 100 * MIN_AGREEMENT, "%",
                find("lines", share=100 * quality.agreement), find("lines.cure"),
            )
        ]  # fmt: skip
    if not quality.measured:
        return [
            Finding(
                "unmeasured", "yellow", quality.crossings, MIN_CROSSINGS, "line crossings",
                find("unmeasured"), find("unmeasured.cure"),
            )
        ]  # fmt: skip
    findings = []
    if grade := graded(quality.mean_spaces, GOOD_SPACES, USABLE_SPACES):
        findings.append(_off("error", grade, quality.mean_spaces))
    if quality.worst_at is not None and (grade := graded(quality.worst_spaces, GOOD_WORST_SPACES, USABLE_WORST_SPACES)):
        at = quality.worst_at
        findings.append(_off("bulge", grade, quality.worst_spaces, at))
    steady = quality.repeatability_spaces
    if steady is not None and (grade := graded(steady, GOOD_SPACES, USABLE_SPACES)):
        findings.append(
            Finding(
                "unsteady", grade[0], 100 * steady, 100 * grade[1], "% of a space",
                find("unsteady", share=100 * steady), find("unsteady.cure"),
            )
        )  # fmt: skip
    return findings


def _off(kind: str, grade: tuple[Severity, float], spaces: float, *where: str) -> Finding:
    return Finding(
        kind, grade[0], 100 * spaces, 100 * grade[1], "% of a space",
        find(kind, share=100 * spaces, space=where[0] if where else ""), find(f"{kind}.cure"), where,
    )  # fmt: skip


def _held_out(grey: Grey, pose: BoardPose, board: Board, lines: LinePoints) -> SeenCrossings | None:
    """Crossings of each half of the field against a pose fitted to the other half; None where that cannot be had."""
    blocks = np.floor(lines.points_mm / (BLOCK_SPACES * board.grid.width_mm)).astype(int)
    odd = blocks.sum(axis=1) % 2 == 1
    corners = _marker_corners(grey, pose, board)
    parts = []
    for fold in (odd, ~odd):
        other = _refitted(corners, chosen(lines, ~fold), pose, board)
        if other is None:
            return None
        parts.append(seen_crossings(chosen(lines, fold), other, board.grid))
    return SeenCrossings(np.vstack([part.at_mm for part in parts]), np.vstack([part.off_mm for part in parts]))


def _marker_corners(grey: Grey, pose: BoardPose, board: Board) -> dict[int, FloatArray]:
    """The markers that the pose rests on, seen again; none for boards that are known by their print."""
    markers = board.file.markers
    if markers is None:
        return {}
    places = marker_arrays_mm(markers)
    looked_for = {n: find_marker_near(grey, markers, n, pose.project(places[n])) for n in pose.markers_used}
    return {number: corners for number, corners in looked_for.items() if corners is not None}


def _refitted(corners: dict[int, FloatArray], lines: LinePoints, pose: BoardPose, board: Board) -> BoardPose | None:
    markers = board.file.markers
    fit = solve(
        corners,
        marker_arrays_mm(markers) if markers is not None else {},
        pose.lens.size_px,
        board.grid.field_size_mm,
        lens=pose.lens if pose.lens.measured else None,
        start=pose,
        lines=lines,
    )
    return fit.pose if fit is not None else None


def _local_offsets(crossings: SeenCrossings, grid: Grid) -> dict[Space, FloatArray]:
    """Median offset (x, y) in millimetres of the crossings round each space; none where few were seen."""
    offsets: dict[Space, FloatArray] = {}
    for space in grid.field_spaces:
        away = np.linalg.norm(crossings.at_mm - np.asarray(grid.centre_mm(space)), axis=1)
        near = away < NEAR_SPACES * grid.width_mm
        if near.sum() >= MIN_NEAR:
            offsets[space] = np.asarray(np.median(crossings.off_mm[near], axis=0), np.float64)
    return offsets


def _stray_mm(crossings: SeenCrossings, usual: Mapping[Space, FloatArray], grid: Grid) -> float:
    """Median distance of crossings from the offset that is usual round the space they touch."""
    near = (usual.get(grid.nearest(*at).space) for at in crossings.at_mm)
    pairs = zip(crossings.off_mm, near, strict=True)
    away = [float(np.hypot(*(off - there))) for off, there in pairs if there is not None]
    return float(np.median(away)) if away else 0.0


def _lengths(offsets: Mapping[Space, FloatArray]) -> dict[Space, float]:
    return {space: float(np.hypot(*off)) for space, off in offsets.items()}


def _mean(errors: Mapping[Space, float]) -> float:
    return float(np.mean(list(errors.values()))) if errors else 0.0
