"""Photographs of printed grids that nobody made for this project: is a grid found where clicked corners say about?

Pieces stand on the boards, so this is harder than what set-up asks for, an empty board. Truth is good to 0.15 of a
space (lens and folds bend the grids): an error below NEAR is as good as right. Tokens with numbers on them go to the
number reader.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from rich.table import Table

from calibration.own.auto import find_field
from calibration.own.board_text import board_text
from calibration.own.build import fit_lattice
from calibration.own.refine import field_corners_mm
from calibration.own.template import fitted, template_of
from calibration.pose import PoseFailure
from engine.board import parse_board
from vision.numbers import NumberReader

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from engine.board import Board
    from vision.rectify import Image

    Photograph = tuple[str, Image, dict[str, Any]]

NEAR = 0.25
"""In spaces: mean distance of the field's corners from the labelled ones below which a grid lies where it is."""
CLICKED_SPACES = 0.15
"""How exactly corners are clicked, standard deviation."""
CROP = 1.15
"""Side of a token's crop over its diameter."""


@dataclass
class _Grids:
    """Of one kind of board."""

    photographs: int = 0
    clicked: list[float] = field(default_factory=list)
    """Errors of what the printed lines make of clicked corners, in spaces."""
    alone: list[float] = field(default_factory=list)
    """The same of fields that were found without a click."""


def print_boards(console: Console, photographs: Iterable[Photograph]) -> None:
    """Tables of grids and of numbered tokens in photographs with labels."""
    kinds: dict[str, _Grids] = {}
    tokens = {"right": 0, "unsure": 0, "wrong": 0}
    faults: list[str] = []
    reader, rng = NumberReader(), np.random.default_rng(1)
    for name, image, truth in photographs:
        if "grid" in truth:
            _grid(kinds.setdefault(name.split("_", maxsplit=1)[0], _Grids()), image, truth, rng)
        for token in truth.get("tokens", ()):
            outcome, number = _token(image, token, reader)
            tokens[outcome] += 1
            faults += [f"{name}: {token['number']} read as {number}"] if outcome == "wrong" else []
    table = Table("board", "photographs", "from clicks: right", "error, spaces", "without: right", "elsewhere")
    for name, grids in kinds.items():
        near, alone = ([error for error in errors if error < NEAR] for errors in (grids.clicked, grids.alone))
        table.add_row(
            name,
            str(grids.photographs),
            f"{len(near)}",
            f"{statistics.mean(near):.3f}" if near else "-",
            f"{len(alone)}",
            f"{len(grids.alone) - len(alone)}",
        )
    console.print(table)
    if total := sum(tokens.values()):
        said = ", ".join(f"{count} ({100 * count / total:.1f} %) {outcome}" for outcome, count in tokens.items())
        console.print(f"round number tokens: {total}, {said}")
        for fault in faults[:10]:
            console.print(f"  {fault}", highlight=False)


def _grid(grids: _Grids, image: Image, truth: dict[str, Any], rng: np.random.Generator) -> None:
    columns, rows = truth["grid"]
    board, corners = _board(columns, rows), np.array(truth["corners"], np.float64)
    space_px = float(np.sqrt(cv2.contourArea(corners.astype(np.float32)) / (columns * rows)))
    grids.photographs += 1
    clicked = corners + rng.normal(0, CLICKED_SPACES * space_px, (4, 2))
    placed = fit_lattice(image, board, clicked, None)
    if not isinstance(placed, PoseFailure):
        grids.clicked.append(_error(placed[0].project(field_corners_mm(board)), corners) / space_px)
    found = find_field(image, board)
    if not isinstance(found, PoseFailure):
        # Which corner comes first no label says.
        turns = [np.roll(found.corners_px, turn, axis=0) for turn in range(4)]
        grids.alone.append(min(_error(turn, corners) for turn in turns) / space_px)


def _board(columns: int, rows: int) -> Board:
    file = fitted(template_of("very-much"), "photographed", columns=columns, rows=rows)
    return parse_board(board_text(file), "photographed")


def _error(seen_px: np.ndarray, true_px: np.ndarray) -> float:
    return float(np.linalg.norm(seen_px - true_px, axis=1).mean())


def _token(image: Image, token: dict[str, Any], reader: NumberReader) -> tuple[str, int | None]:
    """What the number reader makes of a token: right, unsure or wrong, and the number."""
    x, y, half = token["cx"], token["cy"], CROP * token["r"]
    low, high = np.floor((x - half, y - half)).astype(int), np.ceil((x + half, y + half)).astype(int)
    crop = np.ascontiguousarray(image[max(0, low[1]) : high[1] + 1, max(0, low[0]) : high[0] + 1])
    number = reader.read_crop(crop)["number"]
    return ("unsure" if number is None else "right" if number == token["number"] else "wrong"), number
