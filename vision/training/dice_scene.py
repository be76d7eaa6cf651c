"""Drawn pieces of table with a die, or with things that are none, in light and as the camera sees them.

Local frame: millimetres round the scene's centre, x right, y down towards the camera, heights upwards. The camera is
far away, so the picture is an affine one: ``u = scale x``, ``v = scale (y sin(elevation) - height cos(elevation))``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.dice.faces import LAYOUTS
from vision.training.degrade import View, to_light

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from vision.training.degrade import Light

SCENE_MM = 50.0
"""Side of the drawn piece of table, seen from above."""
_FACE_PX = 96
"""Side of a drawn face."""
_CORNERS = np.array(((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)))


@dataclass(frozen=True, slots=True)
class Camera:
    """How the camera sees the piece of table."""

    px_per_mm: float
    """Camera pixels along x."""
    elevation_deg: float
    oversampling: int
    """Drawn finer than the camera's pixels by this."""
    texture_px: int = _FACE_PX
    """Side of a drawn print."""

    @property
    def side_px(self) -> int:
        """Of the square scene, fine pixels: a whole number of camera pixels."""
        return round(SCENE_MM * self.px_per_mm) * self.oversampling

    def project(self, points_mm: ArrayLike, height_mm: ArrayLike = 0.0) -> NDArray[np.float64]:
        """Fine pixels (N, 2) of points (N, 2) at a height (one for all, or (N,))."""
        x, y = np.asarray(points_mm, np.float64).reshape(-1, 2).T
        elevation, scale = np.radians(self.elevation_deg), self.px_per_mm * self.oversampling
        v = y * np.sin(elevation) - np.asarray(height_mm, np.float64) * np.cos(elevation)
        return np.column_stack((x, v)) * scale + (self.side_px - 1) / 2.0

    def as_view(self, size_mm: float) -> View:
        """The same camera for what ``degrade`` does with a round thing of that size."""
        return View(size_mm * self.px_per_mm, self.elevation_deg, 0.0, self.oversampling, 0.3)


@dataclass(frozen=True, slots=True)
class Die:
    """A drawn die."""

    value: int
    """1 to 6; 0 for a cube without pips."""
    x_mm: float
    y_mm: float
    size_mm: float
    turn_deg: float
    body: tuple[float, float, float]
    """BGR, linear light."""
    pips: tuple[float, float, float]

    def square_mm(self, grown: float = 1.0) -> NDArray[np.float64]:
        """(4, 2) corners, clockwise seen from above."""
        return turned_square((self.x_mm, self.y_mm), self.size_mm * grown, self.turn_deg)


def turned_square(middle_mm: ArrayLike, side_mm: float, turn_deg: float) -> NDArray[np.float64]:
    """(4, 2) corners of a square, clockwise seen from above; its own upper left comes first."""
    turn = np.radians(turn_deg)
    spin = np.array(((np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))))
    return np.asarray(_CORNERS * side_mm @ spin + np.asarray(middle_mm, np.float64), np.float64)


def random_camera(rng: np.random.Generator) -> Camera:
    """0.5 px/mm (a 640 px picture of a whole table) to 2.2 px/mm; from 28 degrees above the table upwards."""
    scale = float(np.exp(rng.uniform(np.log(0.5), np.log(2.2))))
    return Camera(scale, float(rng.uniform(28.0, 89.0)), int(np.clip(round(4.0 / scale), 2, 8)))


def team_colour(rng: np.random.Generator, team: str) -> tuple[float, float, float]:
    """A red or a blue, BGR linear."""
    hue = rng.normal(116, 5) if team == "B" else rng.normal(178, 4) % 180
    pixel = np.array([[[hue, rng.uniform(150, 255), rng.uniform(90, 245)]]]).astype(np.uint8)
    return _light(np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0], np.uint8))


def any_colour(rng: np.random.Generator, low: float = 0.1, high: float = 0.95) -> tuple[float, float, float]:
    """Of whatever may lie about; pale and dark ones more often than vivid ones."""
    pixel = np.array([[[rng.integers(0, 180), rng.uniform(0, 1) ** 1.5 * 255, rng.uniform(low, high) * 255]]])
    return _light(np.asarray(cv2.cvtColor(pixel.astype(np.uint8), cv2.COLOR_HSV2BGR)[0, 0], np.uint8))


def _light(bgr: NDArray[np.uint8]) -> tuple[float, float, float]:
    b, g, r = to_light(bgr)
    return float(b), float(g), float(r)


def fill(scene: Light, corners_px: NDArray[np.float64], colour: tuple[float, ...]) -> None:
    """A polygon (N, 2), corners to an eighth of a pixel."""
    cv2.fillPoly(scene, [np.round(corners_px * 8).astype(np.int32)], colour, cv2.LINE_8, 3)


def draw_die(rng: np.random.Generator, scene: Light, camera: Camera, die: Die) -> NDArray[np.float32]:
    """Puts a cube on the table; returns where its upper face is (height, width), 0 or 1."""
    foot, size = die.square_mm(), die.size_mm
    if rng.random() >= 0.15:
        cast_shadow(rng, scene, camera, die.square_mm(1.02), size_mm=size, body=die.body)
    shades = rng.uniform(0.15, 1.0, 4)
    spread, radius = float(rng.uniform(0.2, 0.29)), float(rng.uniform(0.075, 0.12))
    others = [k for k in range(1, 7) if k not in (die.value, 7 - die.value)]
    rng.shuffle(others)
    rounding = float(rng.choice((0.04, rng.uniform(0.08, 0.35))))
    for k in range(4):
        ends = foot[[k, (k + 1) % 4]]
        if (ends.mean(axis=0) - (die.x_mm, die.y_mm))[1] > 0:
            texture = _face(others[k] if die.value else 0, die, spread, radius, 0.04) * np.float32(shades[k])
            corners = np.vstack((camera.project(ends[::-1], size), camera.project(ends, 0.0)))
            paste(scene, texture, corners, corner=0.04)
    corners_px = camera.project(foot, size)
    if rounding > 0.08:
        # Between rounded upper corners and the sides lies a bevel that catches light of its own.
        bevel = _face(0, die, spread, radius, 0.0) * np.float32(rng.uniform(0.4, 1.5))
        paste(scene, bevel, corners_px, corner=0.1)
    face = _face(die.value, die, spread, radius, rounding)
    return paste(scene, face, corners_px, corner=rounding)


def cast_shadow(
    rng: np.random.Generator,
    scene: Light,
    camera: Camera,
    foot_mm: NDArray[np.float64],
    *,
    size_mm: float,
    body: tuple[float, float, float],
) -> None:
    """The shadow of a thing of a colour that is as high as ``size_mm`` and stands on the points ``foot_mm`` (N, 2)."""
    angle, length = rng.uniform(0, 2 * np.pi), size_mm * rng.uniform(0.0, 2.0)
    away = length * np.array((np.cos(angle), np.sin(angle)))
    hull = cv2.convexHull(np.vstack((foot_mm, foot_mm + away)).astype(np.float32)).reshape(-1, 2)
    mask = np.zeros(scene.shape[:2], np.float32)
    fill(mask, camera.project(hull), (1.0,))
    soft = camera.px_per_mm * camera.oversampling * rng.uniform(0.2, 2.5)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), float(soft)), np.float32)
    # Light that came through or off it colours its shadow.
    colour = np.array(body, np.float32) * np.float32(rng.uniform(0.0, 0.5)) + np.float32(rng.uniform(0.02, 0.5))
    scene *= 1.0 - mask[..., None] * (1.0 - np.minimum(colour, 1.0))


def _face(value: int, die: Die, spread: float, radius: float, rounding: float) -> Light:
    """(P, P, 3) of one face; the rounder its edges, the further in its pips."""
    side = _FACE_PX
    face: Light = np.full((side, side, 3), die.body, np.float32)
    reach = min(spread, 0.5 - radius - 0.1 * rounding - 0.02)
    for x, y in LAYOUTS[value] if value else ():
        centre = round((0.5 + reach * x) * side * 8), round((0.5 + reach * y) * side * 8)
        cv2.circle(face, centre, round(radius * side * 8), die.pips, -1, cv2.LINE_8, 3)
    return face


def paste(
    scene: Light, texture: Light, corners_px: NDArray[np.float64], inset: float = 0.0, corner: float = 0.0
) -> NDArray[np.float32]:
    """Draws a texture into a quadrangle, a share ``inset`` of it left out on each side, its corners rounded.

    Returns what it covers (height, width), 0 or 1.
    """
    side = texture.shape[0]
    square = (_CORNERS + 0.5).astype(np.float32) * side - np.float32(0.5)
    mask = np.zeros((side, side), np.float32)
    first, round_px = round((inset + corner) * side), round(corner * side)
    cv2.rectangle(mask, (first, first), (side - 1 - first, side - 1 - first), 1.0, -1)
    if round_px:
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round_px + 1, 2 * round_px + 1))
        mask = np.asarray(cv2.dilate(mask, disc), np.float32)
    cover = np.zeros(scene.shape[:2], np.float32)
    upper_left = np.clip(np.floor(corners_px.min(axis=0)), 0, scene.shape[0]).astype(int)
    lower_right = np.clip(np.ceil(corners_px.max(axis=0)) + 1, 0, scene.shape[0]).astype(int)
    width, height = (int(k) for k in lower_right - upper_left)
    if min(width, height) < 1:
        return cover
    part = slice(upper_left[1], lower_right[1]), slice(upper_left[0], lower_right[0])
    transform = cv2.getPerspectiveTransform(square, (corners_px - upper_left).astype(np.float32))
    cover[part] = cv2.warpPerspective(mask, transform, (width, height), flags=cv2.INTER_NEAREST)
    drawn = cv2.warpPerspective(texture, transform, (width, height), borderMode=cv2.BORDER_REPLICATE)
    shown = cover[part][..., None]
    scene[part] = scene[part] * (1.0 - shown) + drawn * shown
    return cover


def random_ground(rng: np.random.Generator, camera: Camera) -> Light:
    """Paper or a table top, with lines, words, patches and patterns of any colour, red and blue ones among them."""
    side = camera.side_px
    paper = rng.random() < 0.5
    base = np.array((1.0, 1.0, 1.0)) * rng.uniform(0.6, 0.9) if paper else np.array(any_colour(rng, 0.1, 0.8))
    scene: Light = np.full((side, side, 3), base, np.float32)
    for _ in range(int(rng.integers(0, 4))):
        _patch(rng, scene, camera)
    if rng.random() < 0.4:
        _word(rng, scene, camera)
    if not paper and rng.random() < 0.5:
        grain = rng.normal(0, 1, (max(2, side // 12), 2 + side // int(rng.choice((12, 40, 80))), 1)).astype(np.float32)
        grain = np.asarray(cv2.resize(grain, (side, side)), np.float32)
        scene *= np.exp(grain * np.float32(rng.uniform(0.03, 0.25)))[..., None]
    return scene


def vivid(rng: np.random.Generator) -> tuple[float, float, float]:
    """A team's colour in half of the cases, any colour otherwise."""
    return team_colour(rng, "BR"[int(rng.integers(2))]) if rng.random() < 0.5 else any_colour(rng)


def _patch(rng: np.random.Generator, scene: Light, camera: Camera) -> None:
    """A line, a polygon or a ring lying on the ground."""
    kind = rng.random()
    if kind < 0.5:
        ends = camera.project(rng.uniform(-40, 40, (2, 2)))
        thickness = max(1, round(camera.px_per_mm * camera.oversampling * float(np.exp(rng.uniform(-1.5, 1.5)))))
        first, last = (tuple(np.round(end).astype(int).tolist()) for end in ends)
        cv2.line(scene, first, last, vivid(rng), thickness)
    elif kind < 0.85:
        count = int(rng.integers(3, 6))
        middle, size = rng.uniform(-30, 30, 2), np.exp(rng.uniform(np.log(4), np.log(40)))
        fill(scene, camera.project(middle + rng.normal(0, size, (count, 2))), vivid(rng))
    else:
        ring_mm = _circle(rng.uniform(-30, 30, 2), float(rng.uniform(3, 30)))
        thickness = max(1, round(camera.px_per_mm * camera.oversampling * float(rng.uniform(0.5, 4.0))))
        cv2.polylines(
            scene,
            [np.round(camera.project(ring_mm)).astype(np.int32)],
            isClosed=True,
            color=vivid(rng),
            thickness=thickness,
        )


def _circle(middle: NDArray[np.float64], radius: float) -> NDArray[np.float64]:
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return np.asarray(middle + radius * np.column_stack((np.cos(angles), np.sin(angles))), np.float64)


def _word(rng: np.random.Generator, scene: Light, camera: Camera) -> None:
    """Letters or digits on the ground, in any direction."""
    fine = 4.0
    side = round(SCENE_MM * fine)
    mask = np.zeros((side, side), np.uint8)
    text = "".join(rng.choice(list("ABDEGILORSTU0123456789"), int(rng.integers(1, 6))))
    height = float(rng.uniform(0.4, 3.0))
    origin = tuple(int(k) for k in rng.uniform(0.1, 0.6, 2) * side)
    font = int(rng.choice((cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)))
    cv2.putText(mask, text, origin, font, height, 255, max(1, round(height * rng.uniform(1.5, 4.5))))
    corners = camera.project(turned_square((0.0, 0.0), SCENE_MM, float(rng.uniform(0, 360))))
    square = (_CORNERS + 0.5).astype(np.float32) * side - np.float32(0.5)
    transform = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    cover = cv2.warpPerspective(mask, transform, (scene.shape[1], scene.shape[0]))
    shown = cover[..., None].astype(np.float32) / 255.0
    scene[:] = scene * (1.0 - shown) + np.array(vivid(rng), np.float32) * shown


def draw_marker(rng: np.random.Generator, scene: Light, camera: Camera, at_mm: NDArray[np.float64]) -> None:
    """A printed pattern: the cells of a marker or a chequered cloth, or rows of spots, mostly black on white."""
    cells = int(rng.integers(3, 9))
    texture: Light = np.full((camera.texture_px, camera.texture_px, 3), rng.uniform(0.4, 0.95), np.float32)
    ink = vivid(rng) if rng.random() < 0.25 else (float(rng.uniform(0.0, 0.15)),) * 3
    inked = rng.random((cells, cells)) < rng.uniform(0.3, 0.7)
    if rng.random() < 0.6:
        inked[[0, -1]] = inked[:, [0, -1]] = True
    step, round_ones = camera.texture_px // cells, rng.random() < 0.25
    for row, column in np.argwhere(inked):
        x, y = int(column) * step, int(row) * step
        if round_ones:
            cv2.circle(texture, (x + step // 2, y + step // 2), step // 3, ink, -1)
        else:
            cv2.rectangle(texture, (x, y), (x + step - 1, y + step - 1), ink, -1)
    turn = float(rng.choice((0.0, rng.uniform(0, 360))))
    frame = turned_square(at_mm, float(rng.uniform(8.0, 34.0)), turn)
    paste(scene, texture[: step * cells, : step * cells], camera.project(frame))


def draw_disc(rng: np.random.Generator, scene: Light, camera: Camera, at_mm: NDArray[np.float64]) -> None:
    """A round piece with a number, a spot, a ring or nothing on it."""
    colour, ink = np.array(vivid(rng)), any_colour(rng, 0.0, 1.0)
    if rng.random() < 0.6:
        ink = (0.85, 0.85, 0.85)
    radius, height = float(rng.uniform(6.0, 12.0)), float(rng.choice((rng.uniform(1, 6), rng.uniform(6, 16))))
    wall = tuple((colour * rng.uniform(0.3, 0.9)).tolist())
    for level in np.linspace(0, height, 12):
        fill(scene, camera.project(_circle(at_mm, radius), level), wall)
    fill(scene, camera.project(_circle(at_mm, radius), height), tuple(colour.tolist()))
    kind = rng.random()
    if kind < 0.2:
        fill(scene, camera.project(_circle(at_mm, radius * float(rng.uniform(0.15, 0.7))), height), ink)
    elif kind < 0.9:
        numeral = np.zeros((camera.texture_px, camera.texture_px), np.uint8)
        text, scale = str(rng.integers(1, 16)), float(rng.uniform(1.0, 1.9))
        thickness = int(rng.integers(3, 11))
        (width, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thickness)
        origin = (camera.texture_px - width) // 2, (camera.texture_px + tall) // 2
        cv2.putText(numeral, text, origin, cv2.FONT_HERSHEY_SIMPLEX, scale, 255, thickness, cv2.LINE_AA)
        shown = numeral[..., None].astype(np.float32) / 255.0
        face = (colour * (1.0 - shown) + np.array(ink) * shown).astype(np.float32)
        side = radius * 2**0.5
        square = turned_square(at_mm, side, float(rng.uniform(0, 360)))
        paste(scene, face, camera.project(square, height))


def draw_block(rng: np.random.Generator, scene: Light, camera: Camera, at_mm: NDArray[np.float64]) -> None:
    """A pen, a box, a book's corner or a cube without pips."""
    width, depth = np.exp(rng.uniform(np.log(6), np.log(60), 2))
    height = float(rng.uniform(2, 25))
    turn = np.radians(rng.uniform(0, 90))
    spin = np.array(((np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))))
    foot = _CORNERS * (width, depth) @ spin + at_mm + rng.uniform(-0.5, 0.5, 2) * (width - 6, depth - 6) @ spin
    colour = np.array(vivid(rng))
    both = np.vstack((camera.project(foot), camera.project(foot, height))).astype(np.float32)
    hull = np.asarray(cv2.convexHull(both), np.float64).reshape(-1, 2)
    fill(scene, hull, tuple((colour * rng.uniform(0.3, 0.9)).tolist()))
    fill(scene, camera.project(foot, height), tuple(colour.tolist()))
    for _ in range(int(rng.integers(0, 3))):
        a, b = np.sort(rng.uniform(-0.5, 0.5, 2))
        stripe = np.array(((-0.5, a), (0.5, a), (0.5, b), (-0.5, b))) * (width, depth) @ spin + foot.mean(axis=0)
        fill(scene, camera.project(stripe, height), vivid(rng))
