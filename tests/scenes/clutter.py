"""What lies about on tables and is no piece: pens, coins, phones, cards, tokens, paper. Any colour, any place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.random import Generator
    from numpy.typing import NDArray

    from tests.scenes.easel import Easel
    from tests.scenes.spec import Colour

CLUTTER_OWNER = 990
_AROUND = np.linspace(0, 2 * np.pi, 48, endpoint=False)
_CIRCLE = np.column_stack((np.cos(_AROUND), np.sin(_AROUND)))


@dataclass(frozen=True)
class Slab:
    """Anything with a rectangular base: a phone, an eraser, a card, a box of matches, a ruler."""

    x_mm: float
    y_mm: float
    length_mm: float
    width_mm: float
    height_mm: float
    colour: Colour
    turned_deg: float = 0.0

    def paint(self, easel: Easel) -> None:
        """Walls, then the upper face."""
        east, south = _axes(self.turned_deg)
        corners = np.array((self.x_mm, self.y_mm)) + np.array(
            [a * self.length_mm / 2 * east + b * self.width_mm / 2 * south for a, b in _SQUARE]
        )
        _prism(easel, corners, self.height_mm, np.asarray(self.colour, np.float64))


@dataclass(frozen=True)
class Token:
    """A round flat thing without a number: a coin, a poker chip, a draughtsman, a pen's cap stood on end."""

    x_mm: float
    y_mm: float
    diameter_mm: float
    height_mm: float
    colour: Colour
    rim: Colour | None = None
    """A ring of another colour round the middle, as coins and chips have it."""

    def paint(self, easel: Easel) -> None:
        """Wall, upper face and what is stamped on it."""
        centre, radius = np.array((self.x_mm, self.y_mm)), self.diameter_mm / 2
        _prism(easel, centre + radius * _CIRCLE, self.height_mm, np.asarray(self.colour, np.float64))
        for share, colour in ((0.88, self.rim), (0.66, self.colour)):
            if self.rim is not None and colour is not None:
                easel.fill(easel.project(centre + share * radius * _CIRCLE, self.height_mm), colour, CLUTTER_OWNER)


@dataclass(frozen=True)
class Pen:
    """A round stick lying on the table."""

    x_mm: float
    y_mm: float
    colour: Colour
    turned_deg: float = 0.0
    length_mm: float = 140.0
    width_mm: float = 9.0

    def paint(self, easel: Easel) -> None:
        """Its hull as it lies, and a stripe of light along it."""
        along, _ = _axes(self.turned_deg)
        ends = [np.array((self.x_mm, self.y_mm)) + s * self.length_mm / 2 * along for s in (-1, 1)]
        colour, radius = np.asarray(self.colour, np.float64), self.width_mm / 2
        for share, height, shade in ((1.0, radius, 0.75), (0.6, 1.8 * radius, 1.0)):
            rim = np.vstack([end + share * radius * _CIRCLE for end in ends])
            _hull(easel, easel.project(rim, height), np.minimum(shade * colour, 255.0))
        stripe = np.vstack([end + 0.1 * radius * _CIRCLE for end in ends])
        _hull(easel, easel.project(stripe, 2 * radius), 0.4 * colour + 150.0)


@dataclass(frozen=True)
class Crumple:
    """A ball of paper: facets, each lit its own way."""

    x_mm: float
    y_mm: float
    radius_mm: float
    colour: Colour = (232, 236, 238)
    seed: int = 0

    def paint(self, easel: Easel) -> None:
        """Facets from the outside in, so that the upper ones lie over the lower."""
        rng = np.random.default_rng(self.seed)
        centre = np.array((self.x_mm, self.y_mm))
        for share in (1.0, 0.8, 0.6, 0.4):
            height = self.radius_mm * (1.6 - share)
            ragged = centre + share * self.radius_mm * _CIRCLE * rng.uniform(0.8, 1.15, (len(_CIRCLE), 1))
            _hull(easel, easel.project(ragged, height), rng.uniform(0.7, 1.0) * np.asarray(self.colour, np.float64))
            for _ in range(4):
                corner = centre + share * self.radius_mm * rng.uniform(-0.7, 0.7, 2)
                facet = corner + 0.3 * self.radius_mm * rng.uniform(-1.0, 1.0, (3, 2))
                shade = rng.uniform(0.62, 1.0) * np.asarray(self.colour, np.float64)
                _hull(easel, easel.project(facet, height), shade)


Clutter = Slab | Token | Pen | Crumple

_SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_COPPER, _SILVER, _BRASS = (70, 105, 165), (170, 175, 178), (80, 160, 190)


def coin(rng: Generator, x_mm: float, y_mm: float, colour: Colour) -> Token:
    """16 to 27 mm, of copper, brass or silver; the colour is not its own to choose."""
    del colour
    metals: tuple[Colour, ...] = (_COPPER, _BRASS, _SILVER)
    metal = metals[rng.integers(3)]
    rim: Colour = tuple(int(0.8 * channel) for channel in metal)  # type: ignore[assignment]  # three channels stay three
    return Token(x_mm, y_mm, float(rng.uniform(16, 27)), float(rng.uniform(1.5, 2.6)), metal, rim)


def _slab(length: tuple[float, float], width: tuple[float, float], height: tuple[float, float]) -> _Maker:
    def make(rng: Generator, x_mm: float, y_mm: float, colour: Colour) -> Slab:
        sizes = (float(rng.uniform(*span)) for span in (length, width, height))
        return Slab(x_mm, y_mm, *sizes, colour, float(rng.uniform(0, 180)))

    return make


def _token(diameter: tuple[float, float], height: tuple[float, float]) -> _Maker:
    def make(rng: Generator, x_mm: float, y_mm: float, colour: Colour) -> Token:
        return Token(x_mm, y_mm, float(rng.uniform(*diameter)), float(rng.uniform(*height)), colour)

    return make


def _pen(rng: Generator, x_mm: float, y_mm: float, colour: Colour) -> Pen:
    return Pen(x_mm, y_mm, colour, float(rng.uniform(0, 180)), float(rng.uniform(60, 150)), float(rng.uniform(7, 14)))


def _crumple(rng: Generator, x_mm: float, y_mm: float, colour: Colour) -> Crumple:
    del colour
    return Crumple(x_mm, y_mm, float(rng.uniform(10, 30)), seed=int(rng.integers(1 << 30)))


if TYPE_CHECKING:
    _Maker = Callable[[Generator, float, float, Colour], Clutter]

KINDS: dict[str, _Maker] = {
    "pen": _pen,
    "coin": coin,
    "phone": _slab((130, 165), (62, 80), (7, 11)),
    "card": _slab((80, 92), (52, 64), (0.3, 0.6)),
    "eraser": _slab((25, 60), (14, 24), (9, 14)),
    "cube": _slab((9, 16), (9, 16), (9, 16)),
    "scrap of paper": _slab((10, 40), (8, 30), (0.1, 0.3)),
    "cap": _token((9, 14), (20, 45)),
    "poker chip": _token((37, 41), (3, 3.6)),
    "counter": _token((25, 32), (5, 9)),
    "small counter": _token((9, 13), (1.5, 4)),
    "crumpled paper": _crumple,
}
"""What makes one of each kind at a place and of a colour."""


def _axes(turned_deg: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    turn = np.deg2rad(turned_deg)
    return np.array((np.cos(turn), np.sin(turn))), np.array((-np.sin(turn), np.cos(turn)))


def _prism(easel: Easel, base_mm: NDArray[np.float64], height_mm: float, colour: NDArray[np.float64]) -> None:
    walls = np.vstack((easel.project(base_mm), easel.project(base_mm, height_mm)))
    _hull(easel, walls, 0.55 * colour)
    easel.fill(easel.project(base_mm, height_mm), colour, CLUTTER_OWNER)


def _hull(easel: Easel, outline_px: NDArray[np.float64], colour: NDArray[np.float64]) -> None:
    hull = cv2.convexHull(outline_px.astype(np.float32)).reshape(-1, 2)
    easel.fill(np.asarray(hull, np.float64), colour, CLUTTER_OWNER)
