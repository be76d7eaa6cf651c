"""Labelled windows for the dice net."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from vision.dice.net import COCKED, NO_DIE, ROLLING, STACKED
from vision.dice.windows import FACE_HEIGHT_MM, FINE_WINDOW_PX, WINDOW_MM, resampled
from vision.training import degrade
from vision.training.dice_cubes import TEXTURE_PX, Die, Make, draw_die, random_make
from vision.training.dice_samples import FAR_MM, NEAR_MM, DiceExamples
from vision.training.dice_scene import Camera, random_ground, turned_square
from vision.training.dice_setting import (
    beside,
    clutter,
    label_of,
    lit_and_covered,
    share_of,
    without_die,
)
from vision.training.fonts import Font, installed_fonts

if TYPE_CHECKING:
    from numpy.typing import NDArray

COCKED_DEG = 11.0, 45.0
"""A die that leans so far is cocked."""
LEVEL_DEG = 2.5
"""A die that leans less lies level: a sheet of paper is never quite flat."""
_GUESS = 0.03, 0.12
"""So much of an upper face covered, its value is a guess."""
_COVERED = 0.12
"""Share of dice that something may lie over."""
_EXPOSURES = 7
"""Places that are averaged into the picture of a die that moves."""
_STREAK = 0.35, 1.8
"""How far it moves meanwhile, in its sides."""
_STACKS_UNTIL_DEG = 76.0
"""From higher up a stack looks like one die."""

_NOWHERE = float("nan"), float("nan")


def make_any_dice_examples(seed: int, count: int) -> DiceExamples:
    """``count`` examples that depend on the seed (and, for numerals, on the installed fonts) alone."""
    rng = np.random.default_rng(seed)
    # Far beyond a shadow's edge its logistic function overflows to exactly the limit that is wanted.
    with np.errstate(over="ignore"):
        made = [_example(rng) for _ in range(count)]
    images, labels, offsets, mirrors = zip(*made, strict=True)
    return DiceExamples(
        np.stack(images), np.array(labels, np.int64), np.array(offsets, np.float32), np.array(mirrors, np.bool_)
    )


class _Made(NamedTuple):
    window: NDArray[np.uint8]
    label: int
    offset: tuple[float, float]
    mirrors: bool


class _Table(NamedTuple):
    """A piece of table that is being drawn."""

    camera: Camera
    scene: degrade.Light


@cache
def _fonts() -> tuple[Font, ...]:
    return installed_fonts()


def _example(rng: np.random.Generator) -> _Made:
    camera = _random_camera(rng)
    table = _Table(camera, random_ground(rng, camera))
    make = random_make(rng, _fonts())
    kind = rng.random()
    if kind < 0.4:
        return _without(rng, table, make)
    if kind < 0.82:
        return _lying(rng, table, make)
    if kind < 0.91:
        return _cocked(rng, table, make)
    if kind < 0.95:
        return _stacked(rng, table, make)
    return _rolling(rng, table, make)


def _lying(rng: np.random.Generator, table: _Table, make: Make) -> _Made:
    """A die at rest, perhaps with other things round it, perhaps partly hidden."""
    camera, scene = table
    if rng.random() < 0.3:
        clutter(rng, scene, camera, beside(rng, 19.0, 30.0))
    lean = float(rng.uniform(0.0, LEVEL_DEG)) if rng.random() < 0.5 else 0.0
    die = Die(make, int(rng.integers(1, 7)), 0.0, 0.0, _turn(rng), lean, _turn(rng))
    neighbour = _neighbour(rng, die) if rng.random() < 0.25 else None
    if neighbour is not None and neighbour.y_mm <= 0:
        draw_die(rng, scene, camera, neighbour)
    upper = draw_die(rng, scene, camera, die)
    if neighbour is not None and neighbour.y_mm > 0:
        before = scene.copy()
        draw_die(rng, scene, camera, neighbour, shadow=False)
        hidden = share_of(upper, np.abs(scene - before).max(axis=2) > 0)
        if hidden > 0.04:
            return _example(rng)
    shown = lit_and_covered(rng, scene, camera, upper, make.size_mm, covered_share=_COVERED)
    label = label_of(die.value, *shown, guess=_GUESS)
    if label is None:
        return _example(rng)
    return _finished(rng, table, make, label, (0.0, 0.0))


def _cocked(rng: np.random.Generator, table: _Table, make: Make) -> _Made:
    """A die that leans on something, or on nothing that shows."""
    camera, scene = table
    lean, to = float(rng.uniform(*COCKED_DEG)), _turn(rng)
    # Mostly over one edge; over a corner where it lies on something small.
    turn = to + 90.0 * float(rng.integers(4)) + float(rng.normal(0, 6)) if rng.random() < 0.6 else _turn(rng)
    die = Die(make, int(rng.integers(1, 7)), 0.0, 0.0, turn, lean, to)
    if rng.random() < 0.7:
        # The upper face leans away from what it leans on.
        back = -np.array((np.cos(np.radians(to)), np.sin(np.radians(to)))) * make.size_mm * rng.uniform(0.8, 1.2)
        if rng.random() < 0.5:
            other = replace(make, size_mm=make.size_mm) if rng.random() < 0.5 else random_make(rng, _fonts())
            draw_die(
                rng, scene, camera, Die(other, int(rng.integers(1, 7)), float(back[0]), float(back[1]), _turn(rng))
            )
        else:
            clutter(rng, scene, camera, back)
    upper = draw_die(rng, scene, camera, die)
    degrade.lamps(rng, scene, upper[..., None], camera.as_view(1.4 * make.size_mm))
    return _finished(rng, table, make, COCKED, (0.0, 0.0))


def _stacked(rng: np.random.Generator, table: _Table, make: Make) -> _Made:
    """A die on another one."""
    camera, scene = table
    if camera.elevation_deg > _STACKS_UNTIL_DEG:
        return _example(rng)
    below = make if rng.random() < 0.6 else random_make(rng, _fonts())
    draw_die(rng, scene, camera, Die(below, int(rng.integers(1, 7)), 0.0, 0.0, _turn(rng)))
    x, y = rng.normal(0, 2.0, 2).tolist()
    above = Die(make, int(rng.integers(1, 7)), x, y, _turn(rng), foot_mm=below.size_mm)
    upper = draw_die(rng, scene, camera, above, shadow=False)
    degrade.lamps(rng, scene, upper[..., None], camera.as_view(1.4 * make.size_mm))
    # The upper die's own face appears further from the camera than it is.
    seen_y = y - (below.size_mm + make.size_mm - FACE_HEIGHT_MM) / np.tan(np.radians(camera.elevation_deg))
    place = (0.0, 0.0) if rng.random() < 0.5 else (x, float(seen_y))
    return _finished(rng, table, make, STACKED, place)


def _rolling(rng: np.random.Generator, table: _Table, make: Make) -> _Made:
    """A die that tumbled or slid while the picture was taken: the table is sharp, the die is not."""
    camera, scene = table
    if rng.random() < 0.3:
        clutter(rng, scene, camera, beside(rng, 19.0, 30.0))
    angle, way = rng.uniform(0, 2 * np.pi), make.size_mm * float(rng.uniform(*_STREAK))
    spin = float(rng.normal(0.0, 30.0))
    die = Die(
        make,
        int(rng.integers(1, 7)),
        0.0,
        0.0,
        _turn(rng),
        float(rng.uniform(0, 45)),
        _turn(rng),
        foot_mm=float(rng.choice((0.0, rng.uniform(0, 15)))),
    )
    drawn_from = int(rng.integers(1 << 31))
    total = np.zeros_like(scene)
    for share in np.linspace(-0.5, 0.5, _EXPOSURES):
        moment = scene.copy()
        x, y = share * way * np.cos(angle), share * way * np.sin(angle)
        moved = replace(die, x_mm=float(x), y_mm=float(y), turn_deg=die.turn_deg + spin * float(share))
        draw_die(np.random.default_rng(drawn_from), moment, camera, moved)
        total += moment
    scene[:] = total / _EXPOSURES
    degrade.lamps(rng, scene, np.zeros((*scene.shape[:2], 1), np.float32), camera.as_view(1.4 * make.size_mm))
    return _finished(rng, table, make, ROLLING, (0.0, 0.0))


def _neighbour(rng: np.random.Generator, die: Die) -> Die:
    """Another die that touches it, or nearly."""
    make = die.make if rng.random() < 0.5 else random_make(rng, _fonts())
    reach = (die.make.size_mm + make.size_mm) / 2
    if rng.random() < 0.5:
        # Side by side.
        turn, slid = np.radians(die.turn_deg + 90.0 * float(rng.integers(4))), float(rng.uniform(-0.5, 0.5)) * reach
        gap = reach + float(rng.choice((0.1, rng.uniform(0.0, 4.0))))
        x, y = (gap * np.cos(turn) - slid * np.sin(turn), gap * np.sin(turn) + slid * np.cos(turn))
        return Die(make, int(rng.integers(1, 7)), float(x), float(y), die.turn_deg)
    x, y = beside(rng, 1.42 * reach, 1.42 * reach + 8.0).tolist()
    return Die(make, int(rng.integers(1, 7)), x, y, _turn(rng))


def _without(rng: np.random.Generator, table: _Table, make: Make) -> _Made:
    """The table alone, something else on it, or a die that is elsewhere, blank, or of no die's size."""
    camera, scene = table
    kind = rng.random()
    if kind < 0.55:
        for _ in range(int(rng.integers(1, 3))):
            clutter(rng, scene, camera, rng.normal(0, 6.0, 2))
    elif kind < 0.8:
        x, y = beside(rng, FAR_MM, 20.0).tolist()
        draw_die(rng, scene, camera, Die(make, int(rng.integers(0, 7)), x, y, _turn(rng)))
        if np.hypot(x, y) > 17.0 and rng.random() < 0.5:
            clutter(rng, scene, camera, rng.normal(0, 2.0, 2))
    elif kind < 0.88:
        # As a picture without a board shows dice that are looked at in the wrong size.
        size = float(rng.choice((rng.uniform(3.0, 7.0), rng.uniform(25.0, 45.0))))
        x, y = rng.normal(0, 0.25 * size, 2).tolist()
        draw_die(rng, scene, camera, Die(replace(make, size_mm=size), int(rng.integers(1, 7)), x, y, _turn(rng)))
    elif kind < 0.94:
        draw_die(rng, scene, camera, Die(make, 0, 0.0, 0.0, _turn(rng)))
    picture = without_die(rng, scene, camera)
    return _Made(_window(rng, picture, camera, np.zeros(2)), NO_DIE, _NOWHERE, mirrors=True)


def _turn(rng: np.random.Generator) -> float:
    return float(rng.uniform(0, 360))


def _finished(rng: np.random.Generator, table: _Table, make: Make, label: int, place_mm: tuple[float, float]) -> _Made:
    """The window round a place near the die."""
    camera, scene = table
    picture = degrade.photograph(rng, scene, camera.as_view(1.5 * make.size_mm))
    away = beside(rng, 0.0, NEAR_MM)
    dx, dy = (-away / WINDOW_MM).tolist() if label != NO_DIE else _NOWHERE
    return _Made(_window(rng, picture, camera, away + place_mm), label, (dx, dy), make.font is None)


def _window(
    rng: np.random.Generator, picture: NDArray[np.uint8], camera: Camera, middle_mm: NDArray[np.float64]
) -> NDArray[np.uint8]:
    """The window round a place, with the pose known a little wrongly, or only guessed."""
    guessed = rng.random() < 0.3
    side = WINDOW_MM * float(np.exp(rng.normal(0, 0.06 if guessed else 0.02)))
    frame = turned_square((0.0, 0.0), side, float(rng.normal(0, 2.0)))
    frame[:, 1] *= float(np.exp(rng.normal(0, 0.08))) if guessed else 1.0
    fine = camera.project(frame + middle_mm, FACE_HEIGHT_MM)
    corners_px = (fine + 0.5) / camera.oversampling - 0.5
    return resampled(picture, corners_px.astype(np.float32), FINE_WINDOW_PX)


def _random_camera(rng: np.random.Generator) -> Camera:
    """0.6 px/mm (a 640 px picture of a whole table) to 2.4 px/mm; from 33 degrees above the table upwards."""
    scale = float(np.exp(rng.uniform(np.log(0.6), np.log(2.4))))
    elevation_deg = float(rng.uniform(33.0, 89.5))
    return Camera(scale, elevation_deg, int(np.clip(round(3.2 / scale), 2, 6)), TEXTURE_PX)
