"""Lens targets drawn as a camera with a known lens sees them: flat or curled, sharp, out of focus or smeared."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.kit.targets import LENS_SQUARE_MM, draw_lens_target
from calibration.lens.sharpness import Sharpness
from calibration.lens.views import View, attitude, fill_share
from calibration.pose import Lens

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

PX_PER_MM = 4.0
FINER = 2
"""Each pixel is the mean of so many times so many."""
PAPER, TABLE = 225.0, 120.0


@dataclass(frozen=True, eq=False)
class Print:
    """A printed target with a white border."""

    image: NDArray[np.uint8]
    """(height, width) grey, PX_PER_MM."""
    border_mm: float

    @property
    def size_mm(self) -> tuple[float, float]:
        height, width = self.image.shape
        return width / PX_PER_MM, height / PX_PER_MM


@dataclass(frozen=True)
class Held:
    """How a target is held: where its middle is seen, how far away, how turned."""

    at: tuple[float, float] = (0.5, 0.5)
    """Of its middle in the picture, as shares of width and height (by a lens without distortion)."""
    distance_mm: float = 450.0
    tilt_deg: float = 0.0
    lean_deg: float = 0.0
    """Direction in the picture (0 = right, 90 = down) of the edge that is nearest to the camera."""
    roll_deg: float = 0.0
    curl_mm: float = 0.0
    """How far the middle of a sheet bent along its length rises over its ends."""


@dataclass(frozen=True)
class Shot:
    """How the picture is taken."""

    blur_px: float = 0.7
    smear_px: float = 0.0
    """Length of a movement to the right during the exposure."""
    noise: float = 2.0
    light: float = 1.0
    glare_at: tuple[float, float] | None = field(default=None)


def kit_print(border_mm: float = 20.0) -> Print:
    """The kit's lens target on its sheet."""
    return _bordered(cv2.cvtColor(draw_lens_target(PX_PER_MM), cv2.COLOR_BGR2GRAY), border_mm)


def charuco_print(board: cv2.aruco.CharucoBoard, border_mm: float = 20.0) -> Print:
    size = tuple(round(count * board.getSquareLength() * PX_PER_MM) for count in board.getChessboardSize())
    return _bordered(board.generateImage((size[0], size[1]), None, 0, 1), border_mm)


def chess_print(crossings: tuple[int, int], square_mm: float = LENS_SQUARE_MM, border_mm: float = 20.0) -> Print:
    side = round(square_mm * PX_PER_MM)
    cells = (np.indices((crossings[1] + 1, crossings[0] + 1)).sum(axis=0) % 2 * 255).astype(np.uint8)
    return _bordered(np.kron(cells, np.ones((side, side), np.uint8)), border_mm)


def _bordered(image: NDArray[np.uint8], border_mm: float) -> Print:
    margin = round(border_mm * PX_PER_MM)
    framed = cv2.copyMakeBorder(image, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=255)
    return Print(np.asarray(framed, np.uint8), border_mm)


def draw_view(printed: Print, lens: Lens, held: Held, rng: Generator, shot: Shot = Shot()) -> NDArray[np.uint8]:
    """(height, width, 3) BGR as the camera sees it."""
    rays = _rays(lens.size_px, lens.camera_matrix.tobytes(), lens.distortion.tobytes())
    rotation, middle = _pose(lens, held)
    x_mm, y_mm = _hits(rays, rotation, middle, held.curl_mm, printed.size_mm[0])
    width_mm, height_mm = printed.size_mm
    xy = [
        ((value + size / 2) * PX_PER_MM - 0.5).astype(np.float32)
        for value, size in ((x_mm, width_mm), (y_mm, height_mm))
    ]
    ink = cv2.remap(printed.image, xy[0], xy[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0)
    on = (np.abs(x_mm) < width_mm / 2) & (np.abs(y_mm) < height_mm / 2)
    fine = np.where(on, 18 + np.asarray(ink, np.float32) / 255 * (PAPER - 18), TABLE).astype(np.float32) * shot.light
    picture = cv2.resize(fine, lens.size_px, interpolation=cv2.INTER_AREA)
    return _exposed(np.asarray(picture, np.float32), shot, rng)


def crossings_px(
    crossings: tuple[int, int], lens: Lens, held: Held, square_mm: float = LENS_SQUARE_MM, sheet_mm: float | None = None
) -> NDArray[np.float64]:
    """(columns x rows, 2) where the crossings of a target are seen: the truth.

    ``sheet_mm``: length of the whole sheet, of which a curl is part; default: squares and border of ``kit_print``.
    """
    columns, rows = crossings
    across, down = np.meshgrid(np.arange(columns) - (columns - 1) / 2, np.arange(rows) - (rows - 1) / 2)
    x, y = across.ravel() * square_mm, down.ravel() * square_mm
    length = sheet_mm if sheet_mm is not None else (columns + 1) * square_mm + 40
    rise = -held.curl_mm * (1 - (2 * x / length) ** 2)
    rotation, middle = _pose(lens, held)
    rvec, _ = cv2.Rodrigues(rotation)
    seen, _ = cv2.projectPoints(np.column_stack((x, y, rise)), rvec, middle, lens.camera_matrix, lens.distortion)
    return np.asarray(seen, np.float64).reshape(-1, 2)


def view_of(
    lens: Lens,
    held: Held,
    rng: Generator,
    *,
    crossings: tuple[int, int] = (7, 4),
    noise_px: float = 0.1,
    name: str = "view",
) -> View:
    """What is found of a target without a picture being drawn: its true crossings with some noise."""
    seen = crossings_px(crossings, lens, held) + rng.normal(0, noise_px, (crossings[0] * crossings[1], 2))
    inside = ((seen > 0) & (seen < np.array(lens.size_px) - 1)).all(axis=1)
    across, down = np.meshgrid(np.arange(crossings[0]), np.arange(crossings[1]))
    flat = np.column_stack((across.ravel(), down.ravel())) * LENS_SQUARE_MM
    tilt, lean = attitude(flat[inside], seen[inside], lens.size_px)
    return View(
        name,
        lens.size_px,
        np.flatnonzero(inside),
        flat[inside],
        seen[inside],
        Sharpness(0.8, 0.8),
        tilt,
        lean,
        fill_share(seen[inside], lens.size_px),
    )


def true_lens(
    size_px: tuple[int, int] = (960, 540),
    *,
    focal_px: float = 780.0,
    centre_off_px: tuple[float, float] = (6.0, -5.0),
    terms: tuple[float, float, float, float, float] = (-0.2, 0.05, 0.001, -0.001, 0.0),
) -> Lens:
    """A lens of which everything is known; ``terms`` are k1, k2, p1, p2, k3."""
    centre = (np.array(size_px) - 1) / 2 + centre_off_px
    matrix = np.array(((focal_px, 0, centre[0]), (0, focal_px, centre[1]), (0, 0, 1)))
    return Lens(matrix, np.array(terms), size_px, measured=True)


def all_round(rng: Generator, count: int, *, curl_mm: float = 0.0) -> list[Held]:
    """A target held all over the picture, tilted to all sides, near and far."""
    return [
        Held(
            at=((number % 3 + 0.5 + rng.uniform(-0.2, 0.2)) / 3, (number // 3 % 3 + 0.5 + rng.uniform(-0.2, 0.2)) / 3),
            distance_mm=rng.uniform(320, 560),
            tilt_deg=rng.uniform(15, 38),
            lean_deg=number * 83.0 + rng.uniform(-25, 25),
            roll_deg=rng.uniform(-40, 40),
            curl_mm=curl_mm,
        )
        for number in range(count)
    ]


def _exposed(picture: NDArray[np.float32], shot: Shot, rng: Generator) -> NDArray[np.uint8]:
    if shot.smear_px:
        length = 2 * round(shot.smear_px / 2) + 1
        picture = np.asarray(cv2.blur(picture, (length, 1)), np.float32)
    if shot.blur_px:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), shot.blur_px), np.float32)
    if shot.glare_at is not None:
        y, x = np.indices(picture.shape)
        height, width = picture.shape
        away = np.hypot(x - shot.glare_at[0] * width, y - shot.glare_at[1] * height) / width
        picture = picture + 255 * np.exp(-0.5 * (away / 0.08) ** 2)
    noisy = picture + rng.standard_normal(picture.shape) * shot.noise
    grey = np.clip(np.round(noisy), 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


@lru_cache(maxsize=4)
def _rays(size_px: tuple[int, int], matrix: bytes, distortion: bytes) -> NDArray[np.float64]:
    """(height, width, 2) x and y at depth 1 of every fine pixel."""
    width, height = size_px
    x, y = np.meshgrid(*((np.arange(count * FINER) + 0.5) / FINER - 0.5 for count in (width, height)))
    pixels = np.column_stack((x.ravel(), y.ravel())).reshape(-1, 1, 2)
    exact = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 60, 1e-9)
    camera = np.frombuffer(matrix).reshape(3, 3)
    rays = cv2.undistortPoints(pixels, camera, np.frombuffer(distortion), criteria=exact)
    return np.asarray(rays, np.float64).reshape(*x.shape, 2)


def _pose(lens: Lens, held: Held) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Rotation of the target's frame (x right, y down, z away from the camera) and its middle, camera frame."""
    lean, tilt, roll = np.deg2rad((held.lean_deg, held.tilt_deg, held.roll_deg))
    # Turned about the axis across the lean, so that the edge on that side comes nearer.
    axis = np.array((-np.sin(lean), np.cos(lean), 0.0))
    tilted, _ = cv2.Rodrigues(axis * tilt)
    rolled, _ = cv2.Rodrigues(np.array((0.0, 0.0, roll)))
    matrix, (width, height) = lens.camera_matrix, lens.size_px
    ray = np.array(
        (
            (held.at[0] * (width - 1) - matrix[0, 2]) / matrix[0, 0],
            (held.at[1] * (height - 1) - matrix[1, 2]) / matrix[1, 1],
            1.0,
        )
    )
    return np.asarray(tilted @ rolled), ray * held.distance_mm


def _hits(
    rays: NDArray[np.float64],
    rotation: NDArray[np.float64],
    middle: NDArray[np.float64],
    curl_mm: float,
    width_mm: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where each ray meets the sheet, in the sheet's own millimetres from its middle."""
    solid = np.concatenate((rays, np.ones((*rays.shape[:2], 1))), axis=2) @ rotation
    origin = -rotation.T @ middle
    rise = np.zeros(rays.shape[:2])
    for _ in range(12 if curl_mm else 1):
        depth = (rise - origin[2]) / np.where(np.abs(solid[..., 2]) < 1e-9, 1e-9, solid[..., 2])
        x, y = origin[0] + depth * solid[..., 0], origin[1] + depth * solid[..., 1]
        rise = -curl_mm * (1 - (2 * np.clip(x, -width_mm, width_mm) / width_mm) ** 2)
    away = depth <= 0
    return np.where(away, 1e6, x), np.where(away, 1e6, y)
