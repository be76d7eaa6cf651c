"""Boards without markers: set up from one picture of the empty board, then found in others."""

from __future__ import annotations

import json
import statistics
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from calibration.own.build import set_up
from calibration.own.finder import FeatureFinder
from calibration.own.refine import field_corners_mm
from calibration.own.template import fitted, template_of

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.scenes import Hand, SceneSpec, Sensor, draw_scene, random_camera, random_scene, wide_view
from tests.scenes.own_boards import STYLES, own_board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.random import Generator
    from numpy.typing import NDArray

    from calibration.board_pose import Image
    from calibration.own.build import OwnBoard
    from calibration.pose import BoardPose
    from engine.board import Board

PICTURES = 8
"""Of each style, unless asked otherwise."""
CLICKED_SD_PX = 3.0
"""How exactly people click corners."""
ELEVATIONS_DEG = (35, 50, 65, 90)
SPACES_PX = (14, 24, 40, 60)


@dataclass
class Score:
    """Of a group of pictures."""

    pictures: int = 0
    errors: list[float] = field(default_factory=list)
    """Mean error of the four field corners of each board found, in spaces."""
    worst: list[float] = field(default_factory=list)
    wrong: int = 0
    """Found, but turned or moved by a space."""

    def add(self, true_px: NDArray[np.float64], pose: BoardPose | None, board: Board) -> None:
        """Count one picture; corners (4, 2) in its pixels."""
        self.pictures += 1
        if pose is None:
            return
        off = np.linalg.norm(pose.project(field_corners_mm(board)) - true_px, axis=1)
        sides = np.linalg.norm(true_px - np.roll(true_px, -1, axis=0), axis=1)
        length, width = board.grid.field_size_mm
        space_px = (sides[0] + sides[2]) / 2 / (length / board.grid.width_mm)
        space_px = min(space_px, (sides[1] + sides[3]) / 2 / (width / board.grid.width_mm))
        if off.mean() > 0.5 * space_px:
            self.wrong += 1
            return
        self.errors.append(float(off.mean() / space_px))
        self.worst.append(float(off.max() / space_px))

    def row(self, *heads: str) -> tuple[str, ...]:
        """Cells: found, error, worst, wrong."""
        errors = f"{statistics.mean(self.errors):.3f}" if self.errors else "-"
        worst = f"{max(self.worst):.3f}" if self.worst else "-"
        share = f"{100 * len(self.errors) / max(self.pictures, 1):.1f} %"
        return (*heads, f"{len(self.errors)} of {self.pictures}", share, errors, worst, str(self.wrong))


def run(pictures: int = PICTURES, tables: Path | None = None) -> None:
    """Draw boards, set them up and find them; the stills of boards without markers in a folder as well."""
    console = Console(width=110)
    _drawn(console, pictures)
    if tables is not None and (tables / "boards").is_dir():
        _stills(console, tables)


def _table(title: str, *heads: str) -> Table:
    table = Table(title=title, title_justify="left")
    for head in heads:
        table.add_column(head)
    for head in ("found", "share", "error, spaces", "worst corner", "wrong place"):
        table.add_column(head, justify="right")
    return table


def _drawn(console: Console, pictures: int) -> None:
    by_style: dict[str, Score] = {}
    by_view: dict[tuple[int, int], Score] = {}
    find_ms, check_ms, failures = [], [], []
    for number, (name, style) in enumerate(STYLES.items()):
        rng = np.random.default_rng(100 + number)
        board, print_ = own_board(style, seed=number)
        own = _set_up_drawn(board, print_, rng)
        finder = FeatureFinder(own.reference)
        score = by_style.setdefault(name, Score())
        for k in range(pictures):
            scene = draw_scene(_scene(rng, board, print_, k), rng)
            began = time.perf_counter()
            pose = finder.find(scene.image)
            find_ms.append((time.perf_counter() - began) * 1000)
            view = by_view.setdefault(_view(scene.spec), Score())
            for group in (score, view):
                group.add(scene.corners_px, pose or None, own.board)
            if not pose:
                failures.append(f"{name} {k}: {pose.reason}")
                continue
            began = time.perf_counter()
            finder.check(scene.image, pose)
            check_ms.append((time.perf_counter() - began) * 1000)
    table = _table(f"{pictures} drawn pictures each of {len(STYLES)} boards without markers", "board")
    for name, score in by_style.items():
        table.add_row(*score.row(name))
    console.print(table)
    table = _table("the same by how steeply the camera looks down and pixels a space", "degrees", "pixels")
    for (up, px), score in sorted(by_view.items()):
        table.add_row(*score.row(f"{up}-{_next(ELEVATIONS_DEG, up)}", f"{px}-{_next(SPACES_PX, px)}"))
    console.print(table)
    console.print(
        f"finding one takes {statistics.median(find_ms):.0f} ms, checking {statistics.median(check_ms):.1f} ms"
    )
    for failure in failures:
        console.print(f"  {failure}", highlight=False)


def _next(steps: tuple[int, ...], step: int) -> int:
    return steps[steps.index(step) + 1]


def _view(spec: SceneSpec) -> tuple[int, int]:
    """Lower ends of the ranges that a scene's elevation and pixels a space fall into."""
    length, width = spec.board.grid.field_size_mm
    x, y, height = spec.camera.camera_position_mm()
    up = float(np.rad2deg(np.arctan2(height, np.hypot(x - length / 2, y - width / 2))))
    px = spec.camera.px_per_mm(length / 2, width / 2) * spec.board.grid.width_mm
    return max(e for e in ELEVATIONS_DEG[:-1] if e <= max(up, 35)), max(s for s in SPACES_PX[:-1] if s <= max(px, 14))


def _set_up_drawn(board: Board, print_: Image, rng: Generator) -> OwnBoard:
    spec = SceneSpec(random_camera(rng, board, (1280, 720)), board, sheet_picture=print_, sensor=Sensor())
    scene = draw_scene(spec, rng)
    clicked = scene.corners_px + rng.normal(0, CLICKED_SD_PX, (4, 2))
    own = set_up(scene.image, clicked, board.file)
    if not own:
        raise RuntimeError(own.reason)
    return own


def _scene(rng: Generator, board: Board, print_: Image, k: int) -> SceneSpec:
    """A game on the table, seen from anywhere; in every fourth picture with a hand."""
    spec = replace(random_scene(rng, board, camera=wide_view(rng, board)), sheet_picture=print_)
    if k % 4 == 3:
        length, width = board.grid.field_size_mm
        at = float(rng.uniform(0.1, 0.9) * length), float(rng.uniform(0.1, 0.9) * width)
        spec = replace(spec, hand=Hand(*at, from_deg=float(rng.uniform(0, 360))))
    return spec


def _stills(console: Console, tables: Path) -> None:
    """Boards of ``boards/*.json`` that have no markers, set up from an empty still, found in the others."""
    table = _table(f"stills of boards without markers in {tables.name}", "board")
    for layout_file in sorted((tables / "boards").glob("*.json")):
        layout = json.loads(layout_file.read_text())
        if layout["markers"]:
            continue
        stills = list(_stills_of(tables / "stills", layout["name"]))
        empty = next((truth for truth in stills if truth["flags"]["empty"] and truth["board"]["found"]), None)
        if empty is None:
            continue
        file = fitted(template_of(layout["game"]), layout["name"], width_mm=layout["w_mm"])
        own = set_up(empty["picture"], np.array(empty["board"]["corners_px"]), file)
        if not own:
            console.print(f"{layout['name']}: {own.reason}")
            continue
        finder, score, phantoms = FeatureFinder(own.reference), Score(), 0
        for truth in stills:
            pose = finder.find(truth["picture"])
            if truth["board"]["found"]:
                score.add(np.array(truth["board"]["corners_px"]), pose or None, own.board)
            else:
                phantoms += bool(pose)
        table.add_row(*score.row(layout["name"] + (f" ({phantoms} phantoms)" if phantoms else "")))
    console.print(table)


def _stills_of(folder: Path, layout: str) -> Iterator[dict[str, Any]]:
    for truth_file in sorted(folder.glob("*.json")):
        truth = json.loads(truth_file.read_text())
        if truth.get("layout") == layout:
            picture = cv2.imread(str(truth_file.with_name(truth["image"])))
            if picture is not None:
                yield {**truth, "picture": picture}


if __name__ == "__main__":
    run(int(sys.argv[1]) if len(sys.argv) > 1 else PICTURES, Path(sys.argv[2]) if len(sys.argv) > 2 else None)
