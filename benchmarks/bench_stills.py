"""Stills of tables with known truth: what is read rightly, and how long a look takes."""

from __future__ import annotations

import json
import statistics
import time
from typing import TYPE_CHECKING

import cv2
from rich.console import Console
from rich.table import Table
from scores import StillScores

from calibration.board_pose import find_board_pose
from calibration.finder import finder_for
from engine.board import shipped_board
from vision.numbers import NumberReader
from vision.still import read_still

if TYPE_CHECKING:
    from pathlib import Path

    from vision.rectify import Image

ROWS = (
    ("board found", "boards found", "boards"),
    ("board found where none is", "found where none is", "without a board"),
    ("piece: right space and team", "space and team", "pieces"),
    ("piece: right number too", "number", "pieces"),
    ("piece: claimed, not called unsure", "claimed", "pieces"),
    ("piece: wrong number among the claimed", "claimed wrongly", "claimed"),
    ("phantom pieces, per piece", "phantoms", "pieces"),
    ("ball: right space", "ball space", "balls"),
    ("die: right face", "die face", "dice"),
    ("die: wrong face claimed", "die read wrongly", "dice"),
    ("whole position right", "positions exact", "positions"),
)


def run(folder: Path, board_name: str = "regista-a2") -> None:
    """Read every still of the board in a folder and print the scores."""
    console = Console(width=110)
    board = shipped_board(board_name)
    numbers = NumberReader()
    scores, whole_ms, pose_ms = StillScores(), [], []
    for truth_file in sorted(folder.glob("*.json")):
        truth = json.loads(truth_file.read_text())
        if truth.get("layout") != board_name:
            continue
        image: Image | None = cv2.imread(str(truth_file.with_name(truth["image"])))
        if image is None:
            console.print(f"{truth['image']} cannot be read, left out")
            continue
        began = time.perf_counter()
        answer = read_still(image, finder_for(board), numbers)
        whole_ms.append((time.perf_counter() - began) * 1000)
        began = time.perf_counter()
        find_board_pose(image, board)
        pose_ms.append((time.perf_counter() - began) * 1000)
        scores.add(truth["image"], truth, answer)
    if not whole_ms:
        console.print(f"no stills of {board_name} in {folder}")
        return
    _print(console, folder, scores, whole_ms, pose_ms)


def _print(console: Console, folder: Path, scores: StillScores, whole_ms: list[float], pose_ms: list[float]) -> None:
    table = Table(title=f"{len(whole_ms)} stills of {folder.parent.name}/{folder.name}", title_justify="left")
    table.add_column("what")
    table.add_column("share", justify="right")
    for title, part, whole in ROWS:
        table.add_row(title, scores.share(part, whole))
    if errors := scores.corner_errors_spaces:
        table.add_row("corner error, spaces: mean / worst", f"{statistics.mean(errors):.3f} / {max(errors):.3f}")
    for title, taken in (("a picture read, ms", whole_ms), ("of it finding the board, ms", pose_ms)):
        table.add_row(f"{title}: median / slowest", f"{statistics.median(taken):.0f} / {max(taken):.0f}")
    console.print(table)
    for name, faults in scores.faults:
        console.print(f"  {name}: {'; '.join(faults)}", highlight=False)
