"""Drawn dice: cubes of any make in any two colours, lying, leaning, lifted.

Frame as in ``dice_scene``: millimetres, x right, y down towards the camera, heights upwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.dice.faces import LAYOUTS
from vision.training.dice_scene import any_colour, cast_shadow, fill, paste, team_colour
from vision.training.fonts import MASK_HEIGHT_PX, numeral

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.training.degrade import Light
    from vision.training.dice_scene import Camera
    from vision.training.fonts import Font

Bgr = tuple[float, float, float]
"""Linear light, 1 = white paper in full light."""

TEXTURE_PX = 64
"""Side of a drawn face."""
_LEAST_CONTRAST = 0.3
"""Between the square roots of the light of body and pips, in the channel that shows it best."""
_SIGNS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
_AROUND = np.linspace(0, 2 * np.pi, 12, endpoint=False)
_CIRCLE = np.column_stack((np.cos(_AROUND), np.sin(_AROUND)))


@dataclass(frozen=True, slots=True)
class Make:
    """What all dice of one maker have in common. Lengths are shares of the side."""

    size_mm: float
    body: Bgr
    ink: Bgr
    spread: float
    """Of the outer pips from the middle lines."""
    radius: float
    """Of a pip."""
    one: float
    """How much larger the lone pip of a one is."""
    rounding: float
    """Radius of edges and corners."""
    mottled: float
    """How uneven the body's colour is."""
    sunk: float
    """How much light and shade the pips' edges have."""
    font: Font | None
    """Numerals in place of pips."""
    numeral_height: float


@dataclass(frozen=True, slots=True)
class Die:
    """A drawn die."""

    make: Make
    value: int
    """On its upper face, 1 to 6; 0 for a cube with nothing on it."""
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    lean_deg: float = 0.0
    """How far its upper face leans, its lowest corner at ``foot_mm``."""
    lean_to_deg: float = 0.0
    """Towards where: 0 = right, clockwise."""
    foot_mm: float = 0.0

    def axes(self) -> NDArray[np.float64]:
        """(3, 3): rows are the die's own right, down and up."""
        turn, lean, to = np.radians((self.turn_deg, self.lean_deg, self.lean_to_deg))
        flat = np.array(((np.cos(turn), np.sin(turn), 0.0), (-np.sin(turn), np.cos(turn), 0.0), (0.0, 0.0, 1.0)))
        about = np.array((-np.sin(to), np.cos(to), 0.0))
        return np.asarray(flat @ cv2.Rodrigues(lean * about)[0].T, np.float64)

    def middle_mm(self) -> NDArray[np.float64]:
        """(3,) of the cube."""
        rise = self.make.size_mm / 2 * float(np.abs(self.axes()[:, 2]).sum())
        return np.array((self.x_mm, self.y_mm, self.foot_mm + rise))

    def corners_mm(self, grown: float = 1.0) -> NDArray[np.float64]:
        """(8, 3) of the cube."""
        return np.asarray(self.middle_mm() + self.make.size_mm / 2 * grown * _SIGNS @ self.axes(), np.float64)

    def top_mm(self) -> NDArray[np.float64]:
        """(4, 3) corners of the upper face."""
        right, down, up = self.axes() * self.make.size_mm / 2
        middle = self.middle_mm() + up
        return np.array([middle + x * right + y * down for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


def random_make(rng: np.random.Generator, fonts: tuple[Font, ...]) -> Make:
    """Of any maker: 11.5 to 17 mm, pips or numerals, sharp or round, any two colours that differ."""
    body, ink = _two_colours(rng)
    numerals = rng.random() < 0.22
    return Make(
        size_mm=float(rng.uniform(11.5, 17.0)),
        body=body,
        ink=ink,
        spread=float(rng.uniform(0.2, 0.29)),
        radius=float(rng.uniform(0.07, 0.125)),
        one=float(rng.choice((1.0, rng.uniform(1.2, 1.9)), p=(0.75, 0.25))),
        rounding=float(rng.choice((0.03, rng.uniform(0.06, 0.22)))),
        mottled=float(rng.choice((0.0, rng.uniform(0.05, 0.4)), p=(0.7, 0.3))),
        sunk=float(rng.choice((0.0, rng.uniform(0.1, 0.7)))),
        font=fonts[int(rng.integers(len(fonts)))] if numerals else None,
        numeral_height=float(rng.uniform(0.42, 0.72)),
    )


def _two_colours(rng: np.random.Generator) -> tuple[Bgr, Bgr]:
    kind = rng.random()
    white = (1.0 - rng.uniform(0.0, 0.3) * rng.random(3)) * rng.uniform(0.65, 1.0)
    dark = rng.uniform(0.0, 0.06, 3)
    if kind < 0.3:
        return team_colour(rng, "BR"[int(rng.integers(2))]), _bgr(white)
    if kind < 0.5:
        return _bgr(white), _bgr(dark)
    if kind < 0.58:
        return _bgr(dark), _bgr(white)
    while True:
        body = any_colour(rng, 0.05, 1.0)
        ink = _bgr(white) if rng.random() < 0.5 else _bgr(dark) if rng.random() < 0.5 else any_colour(rng, 0.0, 1.0)
        if np.abs(np.sqrt(body) - np.sqrt(ink)).max() > _LEAST_CONTRAST:
            return body, ink


def _bgr(values: NDArray[np.float64]) -> Bgr:
    b, g, r = values.tolist()
    return b, g, r


def draw_die(
    rng: np.random.Generator, scene: Light, camera: Camera, die: Die, *, shadow: bool = True
) -> NDArray[np.float32]:
    """Puts a cube into the scene; returns where its upper face is (height, width), 0 or 1."""
    if shadow and rng.random() > 0.12:
        foot = die.corners_mm(1.02)[:, :2]
        cast_shadow(rng, scene, camera, foot, size_mm=die.make.size_mm, body=die.make.body)
    axes, middle, half = die.axes(), die.middle_mm(), die.make.size_mm / 2
    lamp = np.append(rng.normal(0, 0.7, 2), 1.0)
    lamp /= np.linalg.norm(lamp)
    ambient = float(rng.uniform(0.15, 0.7))
    chance = rng.uniform(0.15, 1.1, 6) if rng.random() < 0.25 else None
    sight = np.array((0.0, np.cos(np.radians(camera.elevation_deg)), np.sin(np.radians(camera.elevation_deg))))
    _silhouette(rng, scene, camera, die)
    upper = np.zeros(scene.shape[:2], np.float32)
    for number, (axis, sign, value) in enumerate(_faces(rng, die.value)):
        outward = sign * axes[axis]
        if outward @ sight <= 0.02:
            continue
        lit = ambient + (1.0 - ambient) * max(0.0, float(outward @ lamp)) / max(0.3, float(axes[2] @ lamp))
        shade = lit if chance is None else float(chance[number])
        right, down = (axes[k] for k in range(3) if k != axis)
        corners = np.array(
            [middle + half * (outward + x * right + y * down) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        )
        texture = _face(rng, value, die.make) * np.float32(shade)
        cover = paste(
            scene,
            texture,
            camera.project(corners[:, :2], corners[:, 2]),
            inset=0.5 * die.make.rounding,
            corner=0.6 * die.make.rounding,
        )
        if (axis, sign) == (2, 1):
            upper = cover
    return upper


def _faces(rng: np.random.Generator, value: int) -> list[tuple[int, int, int]]:
    """(axis, side, value) of six faces; opposite ones add up to seven."""
    others = [k for k in range(1, 7) if value and k not in (value, 7 - value)]
    if not others:
        return [(axis, sign, 0) for axis in range(3) for sign in (-1, 1)]
    first = int(rng.choice(others))
    second = int(rng.choice([k for k in others if k not in (first, 7 - first)]))
    return [(2, 1, value), (2, -1, 7 - value), (0, 1, first), (0, -1, 7 - first), (1, 1, second), (1, -1, 7 - second)]


def _silhouette(rng: np.random.Generator, scene: Light, camera: Camera, die: Die) -> None:
    """The rounded cube, in the light that its edges catch."""
    radius = die.make.rounding * die.make.size_mm
    corners = die.corners_mm(1.0 - 2.0 * die.make.rounding)
    middles = camera.project(corners[:, :2], corners[:, 2])
    outline = (middles[:, None] + radius * camera.px_per_mm * camera.oversampling * _CIRCLE[None]).reshape(-1, 2)
    hull = np.asarray(cv2.convexHull(outline.astype(np.float32)), np.float64).reshape(-1, 2)
    edge = np.array(die.make.body) * rng.uniform(0.35, 1.25)
    fill(scene, hull, _bgr(edge))


def _face(rng: np.random.Generator, value: int, make: Make) -> Light:
    """(TEXTURE_PX, TEXTURE_PX, 3) of one face."""
    side = TEXTURE_PX
    face: Light = np.full((side, side, 3), make.body, np.float32)
    if make.mottled:
        spots = rng.normal(0, make.mottled, (int(rng.integers(2, 7)),) * 2).astype(np.float32)
        face *= np.exp(cv2.resize(spots, (side, side), interpolation=cv2.INTER_CUBIC))[..., None]
    if not value:
        return face
    if make.font is not None:
        _put_numeral(rng, face, value, make.font, make)
    else:
        _put_pips(rng, face, value, make)
    return face


def _put_pips(rng: np.random.Generator, face: Light, value: int, make: Make) -> None:
    turned = rng.random() < 0.5
    radius = make.radius * (make.one if value == 1 else 1.0)
    reach = min(make.spread, 0.5 - radius - 0.1 * make.rounding - 0.02)
    lit = rng.normal(0.0, 0.25, 2) * radius
    for place in LAYOUTS[value]:
        x, y = (-place[1], place[0]) if turned else place
        at = np.array((0.5 + reach * x, 0.5 + reach * y))
        if make.sunk:
            edge = np.array(make.body) * (1.0 + make.sunk * rng.uniform(-0.8, 0.5))
            _dot(face, at + lit, radius * 1.1, _bgr(edge))
        _dot(face, at, radius, make.ink)


def _dot(face: Light, at: NDArray[np.float64], radius: float, colour: Bgr) -> None:
    x, y = (round(float(k) * TEXTURE_PX * 8 - 4) for k in at)
    cv2.circle(face, (x, y), round(radius * TEXTURE_PX * 8), colour, -1, cv2.LINE_8, 3)


def _put_numeral(rng: np.random.Generator, face: Light, value: int, font: Font, make: Make) -> None:
    mask = numeral(font, str(value))
    if value == 6 and rng.random() < 0.5:
        bar = np.zeros((MASK_HEIGHT_PX // 4, mask.shape[1]), np.uint8)
        bar[MASK_HEIGHT_PX // 8 :] = 255
        mask = np.vstack((mask, bar))
    height = make.numeral_height * TEXTURE_PX
    width = min(0.8 * TEXTURE_PX, height * mask.shape[1] / mask.shape[0])
    ink = cv2.resize(mask, (max(2, round(width)), max(2, round(height))), interpolation=cv2.INTER_AREA)
    ink = np.rot90(ink, int(rng.integers(4)))
    top, left = ((TEXTURE_PX - size) // 2 for size in ink.shape)
    part = slice(top, top + ink.shape[0]), slice(left, left + ink.shape[1])
    shown = ink[..., None].astype(np.float32) / 255.0
    face[part] = face[part] * (1.0 - shown) + np.array(make.ink, np.float32) * shown
