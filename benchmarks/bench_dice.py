"""Dice beside drawn boards: of any colours, lying, touching, leaning, on each other, half under a hand, still rolling.

``python benchmarks/bench_dice.py [--n N] [--seed N] [--failures DIR]``; the same seed draws the same tables. The
camera's pose is the drawn one: what finding the board adds is measured by ``eye.py``. Nothing is asserted.

A die that lies (or touches another one) is to be read; any other is to be named, and to read it is wrong even if the
value happens to be that of its upper face.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from vision.numbers import NumberReader
from vision.read import read_table

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.scenes.wide_dice import STATES, DiceScene, dice_scene, picture_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.observation import Observation
    from tests.scenes.spec import Die
    from vision.rectify import Image

SAME_DIE_MM = 9.0
OUTCOMES = ("right", "unsure", "missed", "wrong", "other team")
DIGIT_SHARE = 0.5
"""Height of a drawn numeral over its die's side."""
LEAST_PX = 10.0
"""Of marks that are to be read: the side of a face with pips, the height of a numeral."""
PALE = 200
"""Level of each channel from which a body is white."""
VALUE_RIGHT = {"right", "other team"}
"""Outcomes in which the value is right."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """A table and its picture."""

    scene: DiceScene
    image: Image


def drawn(seed: int, count: int) -> Iterator[Drawn]:
    """Tables that depend on the seed alone, each on its own number."""
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        scene = dice_scene(rng)
        yield Drawn(scene, np.asarray(picture_of(scene, rng), np.uint8))


@dataclass(frozen=True, eq=False)
class Scored:
    """What became of the dice of one picture."""

    counts: Counter[str]
    """Outcomes, ``phantom`` and how many dice there were (``n``) among them."""
    claims: list[tuple[float, bool]]
    """(confidence, right) of each that was claimed."""
    outcomes: list[tuple[Die, str]]
    """Of each die that was looked for."""


def kinds_of(scene: DiceScene, die: Die) -> tuple[str, ...]:
    """What a die that is to be read is an instance of."""
    camera = scene.spec.camera
    side_px = camera.px_per_mm(die.x_mm, die.y_mm, die.size_mm) * die.size_mm
    marks = "numerals" if die.numerals else "pips"
    shown_px = DIGIT_SHARE * side_px if die.numerals else side_px
    pale = die.body is not None and min(die.body) > PALE
    colour = "in a team's colour" if die.body is None else "white" if pale else "in another colour"
    return (
        f"{marks}, {'10 px and more' if shown_px >= LEAST_PX else 'smaller'}",
        f"{marks}, {colour}",
        f"{marks}, {'touching' if scene.state == 'touching' else 'alone'}",
        f"{len(scene.spec.dice)} dice on the table",
    )


def score(drawn_table: Drawn, seen: Observation) -> Scored:
    """Compares one picture's dice with what was read."""
    scene, counts, claims = drawn_table.scene, Counter[str](), []
    outcomes: list[tuple[Die, str]] = []
    left = list(seen.dice)
    doubted = any(doubt.what == "die" for doubt in seen.unsure)
    # Of dice on each other one is looked for: they stand in one place.
    dice = scene.spec.dice[-1:] if scene.state == "stacked" else scene.spec.dice
    for die in dice:
        near = min(left, key=lambda said: math.hypot(said.x_mm - die.x_mm, said.y_mm - die.y_mm), default=None)
        reach = SAME_DIE_MM if scene.readable else 2.5 * SAME_DIE_MM
        if near is not None and math.hypot(near.x_mm - die.x_mm, near.y_mm - die.y_mm) > reach:
            near = None
        if near is not None:
            left.remove(near)
        if near is None or near.value is None:
            doubt = "unsure" if doubted else "missed"
            outcome = ("right" if doubted else "missed") if not scene.readable else doubt
        else:
            right = scene.readable and near.value == die.value
            claims.append((near.confidence, right))
            outcome = "wrong" if not right else "right" if near.team == die.team else "other team"
        counts[outcome] += 1
        outcomes.append((die, outcome))
    counts["phantom"] += sum(said.value is not None for said in left)
    claims += [(said.confidence, False) for said in left if said.value is not None]
    counts["n"] = len(dice)
    return Scored(counts, claims, outcomes)


def print_dice(console: Console, tables: Iterator[Drawn], failures: Path | None) -> None:
    """The tables of outcomes by state, and of confidence."""
    by_state = {state: Counter[str]() for state in STATES}
    by_kind: dict[str, Counter[str]] = {}
    claims: list[tuple[float, bool]] = []
    numbers = NumberReader()
    for number, table in enumerate(tables):
        spec = table.scene.spec
        seen = read_table(table.image, spec.camera, spec.board, numbers)
        scored = score(table, seen)
        by_state[table.scene.state] += scored.counts
        claims += scored.claims
        for die, outcome in scored.outcomes if table.scene.readable else ():
            for kind in kinds_of(table.scene, die):
                by_kind.setdefault(kind, Counter())[outcome] += 1
        if failures is not None and scored.counts["right"] < scored.counts["n"] + scored.counts["phantom"]:
            _save(failures / f"dice_{number:03d}_{table.scene.state}.png", table, seen)
    result = Table("dice", "n", *OUTCOMES, "phantom", title="dice on drawn tables", title_justify="left")
    for state, counts in by_state.items():
        result.add_row(state, *(str(counts[key]) for key in ("n", *OUTCOMES, "phantom")))
    console.print(result)
    console.print(_kinds_table(by_kind))
    edges = (0.0, 0.9, 0.95, 0.98, 0.99, 0.995, 1.01)
    for low, high in pairwise(edges):
        cell = [right for confidence, right in claims if low <= confidence < high]
        if cell:
            console.print(f"claimed with {low} to {min(high, 1.0)}: {sum(cell)} of {len(cell)} right", highlight=False)


def _kinds_table(by_kind: dict[str, Counter[str]]) -> Table:
    """Of what is to be read: how much is claimed, and how much of that is wrong."""
    table = Table("dice to be read", "n", "claimed", "right", "wrong", title="by kind", title_justify="left")
    for kind, counts in sorted(by_kind.items()):
        right = sum(counts[outcome] for outcome in VALUE_RIGHT)
        table.add_row(kind, *(str(k) for k in (counts.total(), right + counts["wrong"], right, counts["wrong"])))
    return table


def _save(file: Path, table: Drawn, seen: Observation) -> None:
    """The dice's neighbourhood, and what was said of it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    spec = table.scene.spec
    canvas = table.image.copy()
    for die in spec.dice:
        x, y = np.round(spec.camera.project(((die.x_mm, die.y_mm),), die.size_mm + die.foot_mm)[0]).astype(int)
        cv2.putText(canvas, f"{die.team or ''}{die.value}", (x + 14, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 255, 0), 1)
    for said in seen.dice:
        x, y = np.round(spec.camera.project(((said.x_mm, said.y_mm),), 14.0)[0]).astype(int)
        what = f"{said.team or ''}{said.value} {said.confidence:.3f}"
        cv2.putText(canvas, what, (x + 14, y + 16), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 255), 1)
    x, y = np.round(spec.camera.project(((spec.dice[0].x_mm, spec.dice[0].y_mm),), 14.0)[0]).astype(int)
    part = canvas[max(0, y - 80) : y + 80, max(0, x - 120) : x + 120]
    part = cv2.resize(part, None, fx=3, fy=3, interpolation=cv2.INTER_NEAREST)
    for row, doubt in enumerate(doubt for doubt in seen.unsure if doubt.what == "die"):
        cv2.putText(part, doubt.why, (4, 14 + 16 * row), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 255, 255), 1)
    cv2.imwrite(str(file), part)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="benchmarks/bench_dice.py", description="How well dice are read.")
    parser.add_argument("--n", type=int, default=200, help="tables")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--failures", type=Path, help="keep pictures of what went wrong here")
    given = parser.parse_args()
    print_dice(Console(width=110), drawn(given.seed, given.n), given.failures)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
