"""From a SceneSpec to a picture and its truth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.scenes import things
from tests.scenes.easel import Easel
from tests.scenes.surface import paint_surface

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.random import Generator
    from numpy.typing import NDArray

    from tests.scenes.spec import SceneSpec, Sensor, Spot


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture and what is in it."""

    image: NDArray[np.uint8]
    """(height, width, 3) BGR."""
    spec: SceneSpec
    corners_px: NDArray[np.float64]
    """(4, 2) the field's corners NW NE SE SW."""
    spaces: Mapping[str, str]
    """Space of each piece by id (nearest centre)."""
    tops_mm: Mapping[str, float]
    """Height of each piece's upper face: more where it stands on a ring."""
    visible: Mapping[str, float]
    """Share of each piece's upper face that nothing covers and that lies in the picture."""
    markers: Mapping[int, float]
    """Share of each marker that nothing covers and that lies in the picture."""
    dice_px: tuple[NDArray[np.float64], ...]
    """Centre of each die's upper face."""
    dice_visible: tuple[float, ...] = ()
    """Share of each die's upper face that nothing but another die covers and that lies in the picture."""
    ball_visible: float = 0.0
    """Share of the ball's outline, as the camera sees it, that shows; of a ring, of its upper face."""


def draw_scene(spec: SceneSpec, rng: Generator) -> Scene:
    """Draw it: surface, shadows, things from far to near, a hand, then what the sensor makes of it."""
    easel = Easel(spec.camera)
    paint_surface(easel, spec, rng)
    things.shade_ground(easel, spec)
    tops = things.top_heights_mm(spec)
    for paint in things.far_to_near(spec, tops):
        paint(easel)
    if spec.hand is not None:
        things.paint_hand(easel, spec.hand)
    length, width = spec.board.grid.field_size_mm
    return Scene(
        _expose(easel, spec, rng),
        spec,
        spec.camera.project(((0, 0), (length, 0), (length, width), (0, width))),
        {d.piece: spec.board.grid.nearest(d.x_mm, d.y_mm).space for d in spec.discs},
        tops,
        {d.piece: things.visible_share(easel, spec, d, tops[d.piece]) for d in spec.discs},
        things.markers_visible(easel, spec),
        tuple(spec.camera.project(((d.x_mm, d.y_mm),), d.size_mm)[0] for d in spec.dice),
        tuple(things.die_visible(easel, die) for die in spec.dice),
        things.ball_visible(easel, spec, spec.ball, tops) if spec.ball is not None else 0.0,
    )


def _expose(easel: Easel, spec: SceneSpec, rng: Generator) -> NDArray[np.uint8]:
    """Light, lens blur, noise and compression."""
    light = spec.light
    x_mm, y_mm = easel.ground_mm()
    picture = easel.reduced() * lamp_gain(spec, x_mm, y_mm)
    if light.glare_mm is not None:
        away = np.hypot(x_mm - light.glare_mm[0], y_mm - light.glare_mm[1]) / light.glare_radius_mm
        picture += (230 * np.exp(-0.5 * (2 * away) ** 2))[..., None]
    for spot in light.spots:
        _shine(picture, spec, spot)
    return sensed(picture, spec.sensor, rng)


def _shine(picture: NDArray[np.float32], spec: SceneSpec, spot: Spot) -> None:
    """A reflection with a burnt-out middle and a soft edge, as wide as half of its radius."""
    turn = np.deg2rad(spot.turned_deg)
    along = np.array((np.cos(turn), np.sin(turn)))
    around = np.linspace(0, 2 * np.pi, 48, endpoint=False)[:, None]
    shape = spot.long * np.cos(around) * along + np.sin(around) * np.array((-along[1], along[0]))
    mask = np.zeros(picture.shape[:2], np.float32)
    outline = spec.camera.project(np.array((spot.x_mm, spot.y_mm)) + spot.radius_mm * shape)
    cv2.fillConvexPoly(mask, np.round(outline * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    soft = 0.3 * spot.radius_mm * spec.camera.px_per_mm(spot.x_mm, spot.y_mm)
    picture += 230 * spot.strength * cv2.GaussianBlur(mask, (0, 0), max(0.4, soft))[..., None]


def lamp_gain(spec: SceneSpec, x_mm: NDArray[np.float32], y_mm: NDArray[np.float32]) -> NDArray[np.float32]:
    """(height, width, 3): what the lamp makes of white at every point of the board's plane."""
    light = spec.light
    length, width = spec.board.grid.field_size_mm
    angle = np.deg2rad(light.from_deg)
    towards = ((x_mm - length / 2) * np.cos(angle) + (y_mm - width / 2) * np.sin(angle)) / length
    gain = light.brightness * (1 + light.fall_off * np.clip(towards, -1, 1) - light.fall_off / 2)
    return np.asarray(gain[..., None] * np.asarray(light.cast, np.float32), np.float32)


def sensed(picture: NDArray[np.float32], sensor: Sensor, rng: Generator) -> NDArray[np.uint8]:
    """What a sensor makes of grey levels (height, width, 3): blur, new noise, compression."""
    if sensor.blur_px > 0:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sensor.blur_px), np.float32)
    if sensor.noise > 0:
        picture = picture + rng.standard_normal(picture.shape, np.float32) * np.float32(sensor.noise)
    exposed = np.clip(np.round(picture), 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", exposed, (cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg))
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
