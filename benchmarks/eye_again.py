"""Whether a table read again, with what did not change carried over, is read as in full.

Drawn tables, wide and random, on which play goes on: a piece is moved, with the ball or without, two change places, the
ball rolls, dice are thrown. Each picture is read both ways, and a second time in full with other noise: what differs
between two full readings is not the carrying over.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rich.table import Table

from calibration.finder import finder_for
from vision.changed import compared_size
from vision.known_colours import NOTHING_KNOWN
from vision.numbers import NumberReader
from vision.reader import TableReader
from vision.steady import told

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.scenes import Sensor, draw_scene
from tests.scenes.draw import sensed
from tests.scenes.wide import wide_scene

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.random import Generator
    from rich.console import Console

    from engine.observation import Observation
    from tests.scenes.spec import SceneSpec
    from vision.rectify import Image


@dataclass
class Tally:
    """Counts over some tables."""

    read: Counter[str] = field(default_factory=Counter)
    """Pictures by what happened on the table."""
    carried: Counter[str] = field(default_factory=Counter)
    """Those in which something was carried over."""
    unlike: Counter[str] = field(default_factory=Counter)
    """Of these, those read otherwise than in full."""
    noisy: Counter[str] = field(default_factory=Counter)
    """Pictures of which two full readings differ."""
    words: list[str] = field(default_factory=list)
    """What differs, one line each."""


def print_again(console: Console, tables: int, first: int, seed: int) -> None:
    """Count over some drawn tables."""
    tally, numbers = Tally(), NumberReader()
    for number in range(first, first + tables):
        _play(number, seed, numbers, tally)
    table = Table("what happened", "pictures", "carried over", "read otherwise", "full readings that differ")
    for name in sorted(tally.read):
        table.add_row(name, *(str(count[name]) for count in (tally.read, tally.carried, tally.unlike, tally.noisy)))
    console.print(table)
    for line in tally.words:
        console.print(f"  {line}", highlight=False, markup=False)


def _play(number: int, seed: int, numbers: NumberReader, tally: Tally) -> None:
    rng = np.random.default_rng((seed, number))
    spec = replace(wide_scene(rng).spec, hand=None)
    image = _picture(spec, number, 0)
    pose = finder_for(spec.board).find(image)
    if not pose:
        return
    expected = {disc.piece: spec.board.grid.nearest(disc.x_mm, disc.y_mm).space for disc in spec.discs}

    def read(reader: TableReader, image: Image, *, in_full: bool) -> Observation:
        return reader.read(image, compared_size(image), pose, expected, NOTHING_KNOWN, in_full=in_full)

    for turn, (name, later) in enumerate(_turns(rng, spec)):
        reader = TableReader(spec.board, numbers)
        read(reader, image, in_full=True)
        now = _picture(later, number, 2 * turn + 1)
        again = read(reader, now, in_full=False)
        full, other = (
            read(TableReader(spec.board, numbers), each, in_full=True)
            for each in (now, _picture(later, number, 2 * turn + 2))
        )
        tally.read[name] += 1
        tally.carried[name] += reader.carries
        tally.noisy[name] += told(full) != told(other)
        noisy = " (full readings differ)" if told(full) != told(other) else ""
        if told(again) != told(full):
            tally.unlike[name] += 1
            tally.words += [f"table {number}, {name}{noisy}: {words}" for words in _differences(again, full)]


def _picture(spec: SceneSpec, number: int, noise: int) -> Image:
    """The table as a camera delivers it, with noise of its own in each picture."""
    clean = draw_scene(replace(spec, sensor=Sensor(spec.sensor.blur_px, 0.0, 100)), np.random.default_rng(number))
    sensor = replace(spec.sensor, blur_px=0.0)
    return sensed(clean.image.astype(np.float32), sensor, np.random.default_rng((number, noise)))


def _turns(rng: Generator, spec: SceneSpec) -> Iterator[tuple[str, SceneSpec]]:
    """What may happen next on a table, each from the same position."""
    board = spec.board
    taken = {board.grid.nearest(disc.x_mm, disc.y_mm).space for disc in spec.discs}
    free = [space for space in board.grid.field_spaces if space not in taken]

    def spot() -> tuple[float, float]:
        centre = board.grid.centre_mm(str(rng.choice(free)))
        return centre.x_mm + float(rng.normal(0, 1)), centre.y_mm + float(rng.normal(0, 1))

    yield "nothing", spec
    if spec.discs and free:
        mover = spec.discs[int(rng.integers(len(spec.discs)))]
        yield "a piece is moved", _with(spec, mover.piece, spot())
    holder = spec.ball.on_piece if spec.ball is not None else None
    if spec.ball is not None and holder is not None:
        x, y = spot()
        ball = replace(spec.ball, x_mm=x, y_mm=y)
        yield "a piece is moved with the ball", _with(replace(spec, ball=ball), holder, (x, y))
    elif spec.ball is not None:
        x, y = spot()
        yield "the ball rolls", replace(spec, ball=replace(spec.ball, x_mm=x, y_mm=y))
    if len(spec.discs) > 1:
        one, other = (spec.discs[int(k)] for k in rng.choice(len(spec.discs), 2, replace=False))
        swapped = _with(_with(spec, one.piece, (other.x_mm, other.y_mm)), other.piece, (one.x_mm, one.y_mm))
        yield "two pieces change places", swapped
        yield "a piece is taken away", replace(spec, discs=tuple(disc for disc in spec.discs if disc is not one))
    if spec.dice:
        thrown = (
            replace(die, value=1 + die.value % 6, turned_deg=float(rng.uniform(0, 90)), x_mm=die.x_mm + 4.0)
            for die in spec.dice
        )
        yield "dice are thrown", replace(spec, dice=tuple(thrown))


def _with(spec: SceneSpec, piece: str, to_mm: tuple[float, float]) -> SceneSpec:
    x, y = to_mm
    return replace(spec, discs=tuple(replace(d, x_mm=x, y_mm=y) if d.piece == piece else d for d in spec.discs))


def _differences(again: Observation, full: Observation) -> list[str]:
    names = "pieces", "ball", "dice", "unsure", "hidden", "occluded"
    return [
        f"{name}: {_only(one, other)} in place of {_only(other, one)}"
        for name, one, other in zip(names, told(again), told(full), strict=True)
        if one != other
    ]


def _only(one: object, other: object) -> object:
    """What is in the one and not in the other."""
    if isinstance(one, list) and isinstance(other, list):
        return [each for each in one if each not in other]
    return sorted(one - other) if isinstance(one, frozenset) and isinstance(other, frozenset) else one
