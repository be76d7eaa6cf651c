"""What lies beside a drawn die, what hides its upper face, and what can then be told of it.

All examples that a seed gives follow from the order in which ``rng`` is asked here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from vision.dice.net import NO_DIE, UNREADABLE
from vision.training import degrade
from vision.training.dice_scene import draw_block, draw_disc, draw_marker

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.training.dice_scene import Camera

DROWNED = 1.2
"""Added white light (paper is about 1) that leaves no contrast between pips and body."""


def beside(rng: np.random.Generator, least_mm: float, most_mm: float) -> NDArray[np.float64]:
    """(2,) a place so far from the middle, in any direction."""
    angle = rng.uniform(0, 2 * np.pi)
    return np.asarray(rng.uniform(least_mm, most_mm) * np.array((np.cos(angle), np.sin(angle))))


def clutter(rng: np.random.Generator, scene: degrade.Light, camera: Camera, at_mm: NDArray[np.float64]) -> None:
    """Puts something that is no die at a place (2,)."""
    kind = rng.random()
    draw = draw_disc if kind < 0.4 else draw_block if kind < 0.65 else draw_marker
    draw(rng, scene, camera, at_mm)


def mirrored_sky(rng: np.random.Generator, scene: degrade.Light, upper: NDArray[np.float32]) -> NDArray[np.float32]:
    """A window or a lampshade mirrored in the whole upper face; returns the white that it adds."""
    gloss = upper * np.float32(np.exp(rng.uniform(np.log(0.1), np.log(4.0))))
    scene += gloss[..., None]
    return np.asarray(gloss, np.float32)


def without_die(rng: np.random.Generator, scene: degrade.Light, camera: Camera) -> NDArray[np.uint8]:
    """The picture of a scene that shows no die to be read, its lamps mirrored anywhere."""
    view = camera.as_view(20.0)
    on_top = np.ones((*scene.shape[:2], 1), np.float32)
    degrade.lamps(rng, scene, on_top * np.float32(rng.uniform(0.0, 1.0)), view)
    return degrade.photograph(rng, scene, view)


def share_of(upper: NDArray[np.float32], part: NDArray[np.bool_]) -> float:
    """0..1: how much of an upper face lies in a part of the scene."""
    return float((part * upper).sum() / max(1.0, float(upper.sum())))


class Shown(NamedTuple):
    """How much of an upper face is lost, shares of it."""

    drowned: float
    """In glare."""
    covered: float
    """By something that lies over it."""


def lit_and_covered(
    rng: np.random.Generator,
    scene: degrade.Light,
    camera: Camera,
    upper: NDArray[np.float32],
    size_mm: float,
    *,
    covered_share: float,
) -> Shown:
    """Lamps, and seldom the sky, mirrored in a die, and over so many of all dice something lies; into ``scene``."""
    gloss = degrade.lamps(rng, scene, upper[..., None], camera.as_view(1.4 * size_mm))
    if rng.random() < 0.1:
        gloss = gloss + mirrored_sky(rng, scene, upper)
    cover = np.zeros_like(upper)
    if rng.random() < covered_share:
        cover = degrade.cover_from_the_side(rng, scene, camera.as_view(size_mm))
    return Shown(share_of(upper, gloss > DROWNED), share_of(upper, cover > 0))


def label_of(value: int, drowned: float, covered: float, *, guess: tuple[float, float]) -> int | None:
    """What an upper face shows of which so much is covered, or drowned in glare.

    None where it would be a guess: ``guess`` is between which shares that are covered.
    """
    if covered > 0.7:
        return NO_DIE
    if guess[0] < covered < guess[1] or 0.2 < drowned < 0.5:
        return None
    return UNREADABLE if drowned > 0.2 or covered > 0.05 else value
