"""How surely and how exactly a board is found, on drawn tables whose truth is known.

Errors are distances on the board between where a point is and where the pose found puts it, in widths of a space.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from calibration.board_pose import find_board_pose
from calibration.drift import track_pose
from calibration.pose import BoardPose
from engine.board import shipped_board, shipped_boards
from tests.scenes import Hand, Sensor, draw_scene, random_scene, wide_view
from tests.scenes.troubles import TROUBLES
from tests.scenes.views import field_corners_mm, markers_in_picture

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.random import Generator

    from engine.board import Board
    from tests.scenes import Scene, SceneSpec

ELEVATIONS_DEG = ((35, 50), (50, 65), (65, 80), (80, 90))
SPACES_PX = ((14, 20), (20, 32), (32, 60))
IN_SIGHT = (2, 4, 6, 8, 99)
"""So many markers are left uncovered; 99: all that the picture shows."""
WIDEST_PX = 1500
WHOLE = 0.97
"""A marker of which so much shows counts as in sight."""
OTHER_END_SPACES = 3.0
"""An error beyond this is another end or another place of the board, not a measuring error."""


@dataclass(frozen=True)
class Look:
    """One picture looked at once."""

    board: str
    elevation_deg: float
    space_px: float
    in_sight: int
    whole_field: bool
    lens: bool
    find_ms: float
    check_ms: float | None
    """None: no board was found."""
    corner_errors: tuple[float, ...] = ()
    """Of the field's corners that the picture shows."""
    worst_error: float = 0.0
    """Over corners and the middles of all spaces that the picture shows."""
    sd: float = 0.0
    """What the pose itself expects of its worst point."""
    focal_off_sds: float | None = None
    """Of an estimated lens: the focal length's error in its own standard deviations."""

    @property
    def found(self) -> bool:
        """Whether a pose came out."""
        return self.check_ms is not None


def run(n: int = 60, refusals: int = 3, seed: int = 0) -> None:
    """Draw ``n`` tables and ``refusals`` of each trouble, find the boards in them, and print the tables."""
    console = Console(width=110)
    looks: list[Look] = []
    for number in range(n):
        looks += look_at_random(np.random.default_rng((seed, number)), number)
    _print_finding(console, looks)
    _print_by_place(console, [look for look in looks if not look.lens])
    _print_by_markers(console, looks)
    _print_certainty(console, looks)
    _print_refusals(console, refusals, seed)


def look_at_random(rng: Generator, number: int) -> list[Look]:
    """A random table, looked at without a lens file and with one. ``number`` walks through boards and views evenly."""
    names = ("regista-a2", *shipped_boards())
    board = shipped_board(names[number % len(names)])
    low, high = ELEVATIONS_DEG[number % len(ELEVATIONS_DEG)]
    space_low, space_high = SPACES_PX[number // len(ELEVATIONS_DEG) % len(SPACES_PX)]
    elevation_deg, space_px = float(rng.uniform(low, high)), float(rng.uniform(space_low, space_high))
    # Of the widest boards no usual picture shows the whole field with the largest spaces.
    whole_field = rng.random() < 0.8 and space_px * board.grid.field_size_mm[0] / board.grid.width_mm < WIDEST_PX
    camera = wide_view(rng, board, elevation_deg=elevation_deg, space_px=space_px, whole_field=whole_field)
    scene = draw_scene(_table(rng, board, camera, IN_SIGHT[number // 3 % len(IN_SIGHT)]), rng)
    return [_look(scene, elevation_deg, space_px, whole_field=whole_field, lens=lens) for lens in (False, True)]


def _table(rng: Generator, board: Board, camera: BoardPose, in_sight: int) -> SceneSpec:
    spec = random_scene(rng, board, camera=camera, pieces=int(rng.integers(0, 23)))
    shown = rng.permutation(sorted(markers_in_picture(camera, board)))
    length, width = board.grid.field_size_mm
    hand = Hand(float(rng.uniform(0, length)), float(rng.uniform(0, width)), float(rng.uniform(0, 360)))
    return replace(
        spec,
        sensor=Sensor(float(rng.uniform(0.3, 0.8)), float(rng.uniform(0.5, 4)), int(rng.integers(75, 96))),
        hidden_markers=tuple(int(m) for m in shown[in_sight:]),
        hand=hand if rng.random() < 0.2 else None,
    )


def _look(scene: Scene, elevation_deg: float, space_px: float, *, whole_field: bool, lens: bool) -> Look:
    board, camera = scene.spec.board, scene.spec.camera
    in_sight = sum(scene.markers[m] >= WHOLE for m in markers_in_picture(camera, board))
    began = time.perf_counter()
    pose = find_board_pose(scene.image, board, camera.lens if lens else None)
    look = Look(
        board.name, elevation_deg, space_px, in_sight, whole_field, lens, (time.perf_counter() - began) * 1000, None
    )
    if not isinstance(pose, BoardPose):
        return look
    began = time.perf_counter()
    track_pose(scene.image, board, pose)
    check_ms = (time.perf_counter() - began) * 1000
    corners = field_corners_mm(board)
    middles = np.array([board.grid.centre_mm(space) for space in board.grid.field_spaces])
    errors = [_errors(points[camera.sees(points)], camera, pose, board) for points in (corners, middles)]
    return replace(
        look,
        check_ms=check_ms,
        corner_errors=tuple(errors[0]),
        worst_error=float(np.concatenate(errors).max(initial=0.0)),
        sd=pose.field_sd_mm / board.grid.width_mm,
        focal_off_sds=None if lens else _focal_off_sds(pose, camera),
    )


def _errors(points_mm: np.ndarray, camera: BoardPose, pose: BoardPose, board: Board) -> np.ndarray:
    if not len(points_mm):
        return np.empty(0)
    there = pose.to_board(camera.project(points_mm))
    return np.asarray(np.linalg.norm(there - points_mm, axis=1) / board.grid.width_mm)


def _focal_off_sds(pose: BoardPose, camera: BoardPose) -> float:
    off = pose.lens.camera_matrix[0, 0] - camera.lens.camera_matrix[0, 0]
    return float(abs(off) / max(pose.lens.focal_sd_px, 1e-9))


def _share(looks: Sequence[Look], true: Callable[[Look], bool]) -> str:
    return f"{sum(map(true, looks))} of {len(looks)}" if looks else ""


def _mean_max(errors: Iterable[float]) -> str:
    listed = list(errors)
    return f"{np.mean(listed):.3f} / {max(listed):.3f}" if listed else ""


def _row(looks: Sequence[Look]) -> tuple[str, str, str]:
    found = [look for look in looks if look.found]
    return (
        _share(looks, lambda look: look.found),
        _mean_max(e for look in found for e in look.corner_errors),
        _mean_max(look.worst_error for look in found),
    )


def _table_of(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left")
    for column in columns:
        table.add_column(column, justify="left" if column == columns[0] else "right")
    return table


COLUMNS = ("found", "corner error mean / max", "worst point mean / max")


def _print_finding(console: Console, looks: Sequence[Look]) -> None:
    table = _table_of("Boards with two markers or more in sight, in spaces", "", *COLUMNS, "wrong way round")
    sharp = [look for look in looks if look.in_sight >= 2]
    rows = [
        (f"{'with' if lens else 'without'} a lens file", [k for k in sharp if k.lens is lens]) for lens in (False, True)
    ]
    rows += [(name, [look for look in sharp if look.board == name]) for name in shipped_boards()]
    rows += [("an edge out of view", [look for look in sharp if not look.whole_field])]
    for title, group in rows:
        wrong = sum(look.found and look.worst_error > OTHER_END_SPACES for look in group)
        table.add_row(title, *_row(group), str(wrong))
    console.print(table)
    finds, checks = [k.find_ms for k in looks], [k.check_ms for k in looks if k.check_ms is not None]
    for title, taken in (("finding it", finds), ("checking it", checks)):
        if taken:
            console.print(f"{title}: median {np.median(taken):.0f} ms, 95 % within {np.percentile(taken, 95):.0f} ms")


def _print_by_place(console: Console, looks: Sequence[Look]) -> None:
    columns = (f"{low} to {high} px a space" for low, high in SPACES_PX)
    table = _table_of("Corner error mean / max by the camera's elevation, without a lens file", "", *columns)
    for low, high in ELEVATIONS_DEG:
        cells = []
        for space_low, space_high in SPACES_PX:
            group = [
                look
                for look in looks
                if low <= look.elevation_deg < high and space_low <= look.space_px < space_high and look.in_sight >= 2
            ]
            cells.append(f"{_mean_max(e for look in group for e in look.corner_errors)}  ({len(group)})")
        table.add_row(f"{low} to {high} degrees", *cells)
    console.print(table)


def _print_by_markers(console: Console, looks: Sequence[Look]) -> None:
    table = _table_of("By the number of markers in sight", "", *COLUMNS)
    for low, high in ((0, 0), (1, 1), (2, 2), (3, 4), (5, 6), (7, 8), (9, 12)):
        group = [look for look in looks if low <= look.in_sight <= high]
        if group:
            table.add_row(str(low) if low == high else f"{low} to {high}", *_row(group))
    console.print(table)


def _print_certainty(console: Console, looks: Sequence[Look]) -> None:
    table = _table_of("Does a pose know how exact it is?", "", "1 sd", "2 sd", "3 sd")
    found = [look for look in looks if look.found]
    rows = [
        (
            f"worst point {'with' if lens else 'without'} a lens file",
            [k.worst_error / k.sd for k in found if k.lens is lens],
        )
        for lens in (False, True)
    ]
    rows.append(("estimated focal length", [k.focal_off_sds for k in found if k.focal_off_sds is not None]))
    for title, ratios in rows:
        if ratios:
            table.add_row(f"{title}: within", *(f"{100 * np.mean(np.array(ratios) <= k):.0f} %" for k in (1, 2, 3)))
    console.print(table)


def _print_refusals(console: Console, n: int, seed: int) -> None:
    table = _table_of("Pictures in which no board can be found", "trouble", "refused", "right reason", "other reasons")
    board = shipped_board("regista-a2")
    for row, (trouble, (draw, words)) in enumerate(TROUBLES.items()):
        answers = [find_board_pose(draw(np.random.default_rng((seed, row, k)), board), board) for k in range(n)]
        reasons = [answer.reason for answer in answers if not isinstance(answer, BoardPose)]
        others = [reason.split(";")[0] for reason in reasons if words not in reason]
        table.add_row(
            trouble, f"{len(reasons)} of {n}", str(len(reasons) - len(others)), "\n".join(sorted(set(others)))
        )
    console.print(table)


if __name__ == "__main__":
    cv2.setNumThreads(1)
    run()
