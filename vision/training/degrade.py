"""What a webcam makes of a disc: oblique view, surroundings, lamps, blur, noise, compression, and rectifying it again.

Light is added up in linear units (1.0 = white paper in full light) and turned into 8 bits at the end, gamma 2.
Everything is drawn ``oversampling`` times finer than the camera's pixels and then averaged down to them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import FACE_MARGIN, FACE_SIZE_PX
from vision.training.faces import FACE_PX, Face

Light: TypeAlias = NDArray[np.float32]
"""(height, width, 3), linear, BGR."""

TILE_SHARE = 0.08
"""How many pieces are tiles: sets of other games, whose numerals ``touchline number`` reads too."""

SCENE_DIAMETERS = 1.8
"""Side of the drawn piece of table, over the disc's diameter."""


@dataclass(frozen=True, slots=True)
class View:
    """How the camera sees one disc."""

    diameter_px: float
    """Along the picture's x axis, where nothing is foreshortened."""
    elevation_deg: float
    """Of the camera above the table: 90 = from straight above."""
    turn_deg: float
    """Clockwise, from the picture's upright to the rectified view's upright."""
    oversampling: int
    wall: float
    """Height of the disc over its diameter."""
    tile: tuple[float, float] | None = None
    """Half width and half height of a rectangular tile, in radii of the disc that it stands for."""

    @property
    def side_px(self) -> int:
        """Side of the drawn scene in fine pixels: a whole number of camera pixels."""
        return round(SCENE_DIAMETERS * self.diameter_px) * self.oversampling

    @property
    def radius_px(self) -> float:
        """Of the disc, in fine pixels."""
        return self.diameter_px * self.oversampling / 2.0

    @property
    def squeeze(self) -> float:
        """Foreshortening along the picture's y axis."""
        return float(np.sin(np.radians(self.elevation_deg)))

    def disc_to_scene(self) -> NDArray[np.float64]:
        """(2, 3): unit disc of the rectified view (x right, y down) -> fine pixels."""
        turn = np.radians(self.turn_deg)
        spin = np.array(((np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))))
        linear = np.diag((self.radius_px, self.radius_px * self.squeeze)) @ spin
        centre = (self.side_px - 1) / 2.0
        return np.column_stack((linear, (centre, centre)))


def random_view(rng: np.random.Generator) -> View:
    """Discs from 12 px (a 640 px picture of the whole table) to 52 px, seen from 36 degrees upwards."""
    diameter = float(np.exp(rng.uniform(np.log(12.0), np.log(52.0))))
    tile = rng.uniform(0.75, 1.3), rng.uniform(0.85, 1.3)
    return View(
        diameter_px=diameter,
        elevation_deg=float(rng.uniform(36.0, 90.0)),
        turn_deg=float(rng.uniform(0.0, 360.0)),
        oversampling=int(np.clip(round(80.0 / diameter), 2, 6)),
        wall=float(rng.uniform(0.1, 0.45)),
        tile=tile if rng.random() < TILE_SHARE else None,
    )


def to_light(bgr: NDArray[np.uint8] | tuple[int, int, int]) -> Light:
    """Linear light of 8-bit values."""
    return np.asarray(np.square(np.asarray(bgr, np.float32) / 255.0), np.float32)


def piece_on_table(rng: np.random.Generator, face: Face, up_deg: float, view: View) -> tuple[Light, Light]:
    """The scene with the piece lying in it, its numeral's up ``up_deg`` clockwise from the rectified view's up.

    Returns the scene and where the piece's upper face is (height, width, 1), 0 to 1.
    """
    scene = _table(rng, view)
    colour = to_light(face.image[2:4, 2:4].mean(axis=(0, 1)).astype(np.uint8))
    if view.tile is None:
        _draw_wall(scene, view, colour * np.float32(rng.uniform(0.3, 0.9)))
    into_scene = face_to_scene(view, up_deg)
    size = (view.side_px, view.side_px)
    printed = cv2.warpAffine(face.image, into_scene, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = _outline(view, up_deg)
    shown = cover[..., None]
    scene[:] = scene * (1.0 - shown) + to_light(np.asarray(printed, np.uint8)) * shown
    if view.tile is None and rng.random() < 0.5:
        # A bevelled rim catches or loses light.
        rim = np.zeros_like(cover)
        width = max(1, round(view.radius_px * rng.uniform(0.04, 0.12)))
        _ellipse(
            rim,
            _centre(view),
            (view.radius_px - width / 2, (view.radius_px - width / 2) * view.squeeze),
            1.0,
            thickness=width,
        )
        scene *= 1.0 + np.float32(rng.uniform(-0.5, 0.6)) * rim[..., None]
    return scene, shown


def _outline(view: View, up_deg: float) -> Light:
    """Where the piece's upper face is (height, width), 0 or 1: a disc, or a tile that is turned with its numeral."""
    cover = np.zeros((view.side_px, view.side_px), np.float32)
    if view.tile is None:
        _ellipse(cover, _centre(view), (view.radius_px, view.radius_px * view.squeeze), 1.0)
        return cover
    up, disc = np.radians(up_deg), view.disc_to_scene()
    spin = np.array(((np.cos(up), -np.sin(up)), (np.sin(up), np.cos(up))))
    corners = np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))) * view.tile @ spin.T
    cv2.fillConvexPoly(cover, np.round(corners @ disc[:, :2].T + disc[:, 2]).astype(np.int32), 1.0)
    return cover


def face_to_scene(view: View, up_deg: float) -> NDArray[np.float64]:
    """(2, 3): pixels of a drawn face -> fine pixels of the scene."""
    up = np.radians(up_deg)
    spin = np.array(((np.cos(up), -np.sin(up)), (np.sin(up), np.cos(up))))
    disc = view.disc_to_scene()
    linear = disc[:, :2] @ spin * (2.0 / FACE_PX)
    offset = disc[:, 2] - linear @ ((FACE_PX - 1) / 2.0, (FACE_PX - 1) / 2.0)
    return np.column_stack((linear, offset))


def _centre(view: View) -> tuple[float, float]:
    return (view.side_px - 1) / 2.0, (view.side_px - 1) / 2.0


def _ellipse(
    target: NDArray[np.float32],
    centre: tuple[float, float],
    axes: tuple[float, float],
    colour: float | tuple[float, ...],
    *,
    thickness: int = -1,
    angle_deg: float = 0.0,
) -> None:
    where = round(centre[0]), round(centre[1])
    half_axes = max(1, round(axes[0])), max(1, round(axes[1]))
    cv2.ellipse(target, where, half_axes, angle_deg, 0, 360, colour, thickness)


def _random_light(rng: np.random.Generator, low: float = 0.0, high: float = 1.0) -> tuple[float, float, float]:
    hue, saturation = rng.integers(0, 180), rng.uniform(0.0, 1.0)
    pixel = np.array([[[hue, saturation * 255, rng.uniform(low, high) * 255]]]).astype(np.uint8)
    b, g, r = to_light(np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0], np.uint8))
    return float(b), float(g), float(r)


def _table(rng: np.random.Generator, view: View) -> Light:
    """Board or table top with printed lines, and perhaps neighbouring discs."""
    side, radius = view.side_px, view.radius_px
    ground = _random_light(rng, 0.15, 0.9)
    if rng.random() < 0.5:
        green = (rng.uniform(0.02, 0.25), rng.uniform(0.08, 0.5), rng.uniform(0.02, 0.3))
        ground = green
    scene: Light = np.full((side, side, 3), ground, np.float32)
    for _ in range(int(rng.integers(0, 4))):
        ends = rng.uniform(-0.2, 1.2, (2, 2)) * side
        colour = _random_light(rng, 0.6, 1.0) if rng.random() < 0.6 else _random_light(rng, 0.0, 0.4)
        thickness = max(1, round(radius * rng.uniform(0.03, 0.2)))
        cv2.line(scene, tuple(ends[0].astype(int).tolist()), tuple(ends[1].astype(int).tolist()), colour, thickness)
    for _ in range(int(rng.choice(3, p=(0.6, 0.3, 0.1)))):
        angle, gap = rng.uniform(0, 2 * np.pi), rng.uniform(2.0, 2.8) * radius
        centre = side / 2 + gap * np.cos(angle), side / 2 + gap * np.sin(angle) * view.squeeze
        _ellipse(scene, centre, (radius, radius * view.squeeze), _random_light(rng, 0.2, 1.0))
    if rng.random() < 0.15:
        # A ball carried as a ring shows all round the disc's foot.
        foot = side / 2, side / 2 + view.wall * 2 * radius * np.sqrt(1 - view.squeeze**2)
        size = radius * rng.uniform(1.15, 1.35)
        _ellipse(scene, foot, (size, size * view.squeeze), _random_light(rng, 0.6, 1.0))
    return scene


def _draw_wall(scene: Light, view: View, colour: Light) -> None:
    """The disc's side, below the upper face in the picture, with a shadow at its foot."""
    drop = view.wall * 2 * view.radius_px * float(np.cos(np.radians(view.elevation_deg)))
    x, y = _centre(view)
    axes = view.radius_px, view.radius_px * view.squeeze
    _ellipse(scene, (x, y + drop * 1.1), (axes[0] * 1.04, axes[1] * 1.04), tuple((scene[0, 0] * 0.4).tolist()))
    for share in np.linspace(1.0, 0.0, max(2, round(drop / 2) + 1)):
        shade = colour * np.float32(1.0 - 0.3 * share)
        _ellipse(scene, (x, y + drop * share), axes, tuple(shade.tolist()))


def cover_with_ball(rng: np.random.Generator, scene: Light, view: View) -> Light:
    """Puts a ball onto the disc, near its middle; returns what it covers (height, width), 0 or 1."""
    ball = np.zeros(scene.shape[:2], np.float32)
    size = view.radius_px * float(rng.uniform(0.45, 0.62))
    x, y = (centre + rng.normal(0.0, 0.12) * view.radius_px for centre in _centre(view))
    y -= size * float(np.cos(np.radians(view.elevation_deg)))
    _ellipse(ball, (x, y), (size, size), 1.0)
    colour = np.array(_random_light(rng, 0.5, 1.0), np.float32)
    rows, columns = np.mgrid[0 : scene.shape[0], 0 : scene.shape[1]].astype(np.float32)
    lit_x, lit_y = x + size * rng.uniform(-0.5, 0.5), y - size * rng.uniform(0.0, 0.6)
    shade = np.exp(-((columns - lit_x) ** 2 + (rows - lit_y) ** 2) / (2 * (0.9 * size) ** 2))
    scene[:] = np.where(ball[..., None] > 0, colour * (0.25 + 0.9 * shade[..., None]), scene)
    return ball


def cover_from_the_side(rng: np.random.Generator, scene: Light, view: View) -> Light:
    """A hand or another object reaches in from one side; returns what it covers (height, width), 0 or 1."""
    angle = rng.uniform(0, 2 * np.pi)
    rows, columns = np.mgrid[0 : scene.shape[0], 0 : scene.shape[1]].astype(np.float32)
    along = (columns - scene.shape[1] / 2) * np.cos(angle) + (rows - scene.shape[0] / 2) * np.sin(angle)
    across = (rows - scene.shape[0] / 2) * np.cos(angle) - (columns - scene.shape[1] / 2) * np.sin(angle)
    bend = across**2 / (view.radius_px * rng.uniform(1.5, 8.0)) * rng.choice((-1.0, 1.0))
    edge = rng.uniform(-1.6, 1.0) * view.radius_px
    covered = np.asarray(along + bend > edge, np.float32)
    skin = rng.uniform((0.15, 0.25, 0.4), (0.5, 0.65, 0.95)).astype(np.float32)
    colour = skin if rng.random() < 0.6 else np.array(_random_light(rng), np.float32)
    shade = 1.0 - 0.35 * np.clip(np.abs(along - edge) / (2 * view.radius_px), 0, 1)
    scene[:] = np.where(covered[..., None] > 0, colour * shade[..., None], scene)
    return covered


def lamps(rng: np.random.Generator, scene: Light, on_face: Light, view: View) -> Light:
    """Lights the scene; returns how much white a gloss adds on the face (height, width)."""
    side = scene.shape[0]
    rows, columns = (np.mgrid[0:side, 0:side].astype(np.float32) - side / 2) / view.radius_px
    angle = rng.uniform(0, 2 * np.pi)
    along = columns * np.float32(np.cos(angle)) + rows * np.float32(np.sin(angle))
    if rng.random() < 0.5:
        scene *= np.maximum(0.05, 1.0 + np.float32(rng.uniform(0.0, 0.45)) * along)[..., None]
    if rng.random() < 0.25:
        # The edge of a lamp's cone or of a shadow runs over the disc.
        edge = 1.0 / (1.0 + np.exp((rng.uniform(-1.2, 1.2) - along) / rng.uniform(0.05, 0.5)))
        scene *= (1.0 - np.float32(rng.uniform(0.2, 0.85)) * edge)[..., None]
    gloss = np.zeros((side, side), np.float32)
    if rng.random() < 0.45:
        gloss += np.float32(rng.uniform(0.0, 0.25)) * np.clip(1.0 + rng.uniform(-0.8, 0.8) * along, 0.0, None)
    if rng.random() < 0.25:
        gloss += _lamp_image(rng, view, side)
    scene += gloss[..., None] * on_face * np.float32(rng.uniform(0.7, 1.0, 3))
    return gloss


def _lamp_image(rng: np.random.Generator, view: View, side: int) -> Light:
    """A lamp or window mirrored in the face: a bright blob with a hard or a soft edge."""
    blob = np.zeros((side, side), np.float32)
    centre = tuple(side / 2 + rng.normal(0.0, 0.6, 2) * view.radius_px)
    size = view.radius_px * np.exp(rng.uniform(np.log(0.1), np.log(0.9), 2))
    strength = float(np.exp(rng.uniform(np.log(0.08), np.log(2.5))))
    _ellipse(blob, (centre[0], centre[1]), (size[0], size[1]), strength, angle_deg=float(rng.uniform(0, 180)))
    soft = float(view.radius_px * rng.uniform(0.02, 0.35))
    return np.asarray(cv2.GaussianBlur(blob, (0, 0), soft), np.float32)


def photograph(rng: np.random.Generator, scene: Light, view: View) -> NDArray[np.uint8]:
    """The camera's picture of the scene: lens, exposure, sensor, in-camera sharpening, compression."""
    light = _blurred(rng, scene, view)
    side = scene.shape[0] // view.oversampling
    sensed = np.asarray(cv2.resize(light, (side, side), interpolation=cv2.INTER_AREA), np.float32)
    cast = rng.uniform(0.6, 1.15, 3).astype(np.float32) if rng.random() < 0.4 else np.ones(3, np.float32)
    exposure = float(np.exp(rng.uniform(np.log(0.3), np.log(2.2))))
    values = np.sqrt(np.clip(sensed * cast * np.float32(exposure), 0.0, 1.0)) * 255.0
    if rng.random() < 0.2:
        values = values * rng.uniform(0.65, 1.0) + rng.uniform(0.0, 50.0)  # flare, low contrast
    noise = rng.normal(0.0, 1.0, values.shape) * rng.uniform(0.0, 1.0) ** 2 * 7.0
    values = np.clip(values + noise, 0, 255).astype(np.float32)
    if rng.random() < 0.5:
        values = cv2.GaussianBlur(values, (0, 0), float(rng.uniform(0.3, 0.7)))  # noise filter
    if rng.random() < 0.5:
        values = values + rng.uniform(0.3, 1.5) * (values - cv2.GaussianBlur(values, (0, 0), 1.0))
    picture = np.clip(values, 0, 255).astype(np.uint8)
    return _compressed(rng, picture) if rng.random() < 0.9 else picture


def _blurred(rng: np.random.Generator, scene: Light, view: View) -> Light:
    fine = view.oversampling
    # In camera pixels; at most what leaves a trace of a numeral this small.
    reach = 0.3 + rng.uniform(0.0, 1.0) ** 3 * 0.075 * view.diameter_px
    light = cv2.GaussianBlur(scene, (0, 0), float(reach * fine))
    if rng.random() < 0.2:
        length = rng.uniform(0.5, 0.18 * view.diameter_px) * fine
        light = cv2.filter2D(light, -1, _streak(float(length), float(rng.uniform(0, np.pi))))
    return np.asarray(light, np.float32)


def _streak(length_px: float, angle: float) -> NDArray[np.float32]:
    """Kernel of a straight motion."""
    size = int(np.ceil(length_px)) | 1
    kernel = np.zeros((size, size), np.float32)
    for step in np.linspace(-0.5, 0.5, 4 * size):
        x, y = step * length_px * np.cos(angle) + size // 2, step * length_px * np.sin(angle) + size // 2
        kernel[min(size - 1, max(0, round(y))), min(size - 1, max(0, round(x)))] += 1.0
    return np.asarray(kernel / kernel.sum(), np.float32)


def _compressed(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """JPEG with its blocks anywhere over the disc."""
    top, left = int(rng.integers(0, 16)), int(rng.integers(0, 16))
    framed = cv2.copyMakeBorder(picture, top, 16, left, 16, cv2.BORDER_REPLICATE)
    quality = int(rng.integers(30, 96))
    _, coded = cv2.imencode(".jpg", framed, (cv2.IMWRITE_JPEG_QUALITY, quality))
    decoded = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return decoded[top : top + picture.shape[0], left : left + picture.shape[1]]


def rectified(rng: np.random.Generator, picture: NDArray[np.uint8], view: View) -> NDArray[np.uint8]:
    """The face as the reader gets it, found a little wrongly: off centre by up to 0.08 diameters, 6 % off in size."""
    off = rng.uniform(0.0, 0.08) * 2.0
    angle = rng.uniform(0.0, 2 * np.pi)
    centre = np.array((off * np.cos(angle), off * np.sin(angle)))
    size = np.exp(rng.normal(0.0, 0.03)) * np.exp(rng.normal(0.0, 0.02, 2))
    return resample(picture, view, centre, size)


def resample(
    picture: NDArray[np.uint8], view: View, centre: NDArray[np.float64], size: NDArray[np.float64]
) -> NDArray[np.uint8]:
    """(FACE_SIZE_PX, FACE_SIZE_PX, 3): the disc's plane, ``centre`` and ``size`` in disc radii."""
    per_pixel = 2.0 / (FACE_SIZE_PX * (1.0 - 2.0 * FACE_MARGIN)) * size
    to_disc = np.column_stack((np.diag(per_pixel), centre - per_pixel * (FACE_SIZE_PX - 1) / 2.0))
    disc = view.disc_to_scene()
    linear = disc[:, :2] @ to_disc[:, :2] / view.oversampling
    # Fine pixel f lies at (f + 0.5) / oversampling - 0.5 among the camera's pixels.
    offset = (disc[:, :2] @ to_disc[:, 2] + disc[:, 2] + 0.5) / view.oversampling - 0.5
    face = cv2.warpAffine(
        picture,
        np.column_stack((linear, offset)),
        (FACE_SIZE_PX, FACE_SIZE_PX),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(face, np.uint8)


def moved(face: NDArray[np.uint8], turn_deg: float, shift_px: NDArray[np.float64], scale: float) -> NDArray[np.uint8]:
    """A face turned clockwise about its middle, enlarged and moved (right, down): another example for little work."""
    middle = (FACE_SIZE_PX - 1) / 2.0
    into = np.asarray(cv2.getRotationMatrix2D((middle, middle), -turn_deg, scale), np.float64)
    into[:, 2] += shift_px
    size = (FACE_SIZE_PX, FACE_SIZE_PX)
    return np.asarray(cv2.warpAffine(face, into, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
