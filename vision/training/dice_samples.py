"""Labelled windows for the dice net."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.dice.net import NO_DIE
from vision.dice.windows import FACE_HEIGHT_MM, WINDOW_MM, resampled
from vision.training import degrade
from vision.training.dice_scene import (
    Camera,
    Die,
    draw_die,
    random_camera,
    random_ground,
    team_colour,
    turned_square,
)
from vision.training.dice_setting import (
    beside,
    clutter,
    label_of,
    lit_and_covered,
    without_die,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEAR_MM, FAR_MM = 6.5, 10.0
"""A window shows a die if one stands nearer to its middle than this, and none if all are further than that."""
_GUESS = 0.05, 0.2
"""So much of an upper face covered, its value is a guess."""
_COVERED = 0.08
"""Share of dice that something may lie over."""
_SIZES_MM = (11.5, 17.0)


@dataclass(frozen=True, eq=False)
class DiceExamples:
    """Many windows, as arrays of equal length."""

    images: NDArray[np.uint8]
    """(N, S, S, 3) BGR."""
    labels: NDArray[np.int64]
    """A column of the net's answer: NO_DIE, 1 to 6, UNREADABLE, or how a die lies that is not to be read."""
    offsets: NDArray[np.float32]
    """(N, 2) from the window's middle to the die's, right and down, window sides; NaN without a die."""
    mirrors: NDArray[np.bool_]
    """(N,) whether the mirror image shows the same: pips do, numerals do not."""

    def __len__(self) -> int:
        """How many."""
        return len(self.labels)


def make_dice_examples(seed: int, count: int) -> DiceExamples:
    """``count`` examples that depend on the seed alone."""
    rng = np.random.default_rng(seed)
    # Far beyond a shadow's edge its logistic function overflows to exactly the limit that is wanted.
    with np.errstate(over="ignore"):
        made = [_example(rng) for _ in range(count)]
    images, labels, offsets = zip(*made, strict=True)
    return DiceExamples(
        np.stack(images), np.array(labels, np.int64), np.array(offsets, np.float32), np.ones(count, np.bool_)
    )


def _example(rng: np.random.Generator) -> tuple[NDArray[np.uint8], int, tuple[float, float]]:
    camera = random_camera(rng)
    scene = random_ground(rng, camera)
    if rng.random() < 0.45:
        return _without(rng, camera, scene)
    if rng.random() < 0.3:
        clutter(rng, scene, camera, beside(rng, 19.0, 30.0))
    die = _random_die(rng, (0.0, 0.0), value=int(rng.integers(1, 7)))
    if rng.random() < 0.1:
        x, y = beside(rng, 17.0, 25.0)
        draw_die(rng, scene, camera, _random_die(rng, (float(x), float(y)), value=int(rng.integers(1, 7))))
    upper = draw_die(rng, scene, camera, die)
    shown = lit_and_covered(rng, scene, camera, upper, die.size_mm, covered_share=_COVERED)
    label = label_of(die.value, *shown, guess=_GUESS)
    if label is None:
        return _example(rng)
    picture = degrade.photograph(rng, scene, camera.as_view(1.5 * die.size_mm))
    middle = beside(rng, 0.0, NEAR_MM)
    dx, dy = (-middle / WINDOW_MM).tolist() if label != NO_DIE else (float("nan"), float("nan"))
    return _window(rng, picture, camera, middle), label, (dx, dy)


def _without(
    rng: np.random.Generator, camera: Camera, scene: degrade.Light
) -> tuple[NDArray[np.uint8], int, tuple[float, float]]:
    """The table alone, something else on it, or a die that stands well away from the middle."""
    kind = rng.random()
    if kind < 0.6:
        for _ in range(int(rng.integers(1, 3))):
            clutter(rng, scene, camera, rng.normal(0, 6.0, 2))
    elif kind < 0.85:
        x, y = beside(rng, FAR_MM, 20.0)
        draw_die(rng, scene, camera, _random_die(rng, (float(x), float(y)), value=int(rng.integers(0, 7))))
        if np.hypot(x, y) > 17.0 and rng.random() < 0.5:
            clutter(rng, scene, camera, rng.normal(0, 2.0, 2))
    elif kind < 0.93:
        draw_die(rng, scene, camera, _random_die(rng, (0.0, 0.0), value=0))
    picture = without_die(rng, scene, camera)
    return _window(rng, picture, camera, np.zeros(2)), NO_DIE, (float("nan"), float("nan"))


def _random_die(rng: np.random.Generator, at_mm: tuple[float, float], value: int) -> Die:
    pale = 1.0 - rng.uniform(0.0, 0.35) * np.array((rng.random(), 0.3 * rng.random(), 0.3 * rng.random()))
    b, g, r = pale * rng.uniform(0.7, 1.0)
    body = team_colour(rng, "BR"[int(rng.integers(2))])
    return Die(value, *at_mm, float(rng.uniform(*_SIZES_MM)), float(rng.uniform(0, 360)), body, (b, g, r))


def _window(
    rng: np.random.Generator, picture: NDArray[np.uint8], camera: Camera, middle_mm: NDArray[np.float64]
) -> NDArray[np.uint8]:
    """The window round a place, with the pose known a little wrongly."""
    side = WINDOW_MM * float(np.exp(rng.normal(0, 0.025)))
    frame = turned_square(middle_mm, side, float(rng.normal(0, 2.0)))
    fine = camera.project(frame, FACE_HEIGHT_MM)
    corners_px = (fine + 0.5) / camera.oversampling - 0.5
    return resampled(picture, corners_px.astype(np.float32))
