"""Dice of any two colours, lying, leaning, on top of each other."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.kit.pieces import TEAM_INK
from tests.scenes.easel import FINER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tests.scenes.easel import Easel
    from tests.scenes.spec import Colour, Die

PIP_PLACES = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_FACE_PX = 96


def paint_die(easel: Easel, *, die: Die, owner: int) -> None:
    """A cube: the faces that look at the camera, top last. Opposite faces add up to seven."""
    half = die.size_mm / 2
    east, south, top = die_axes(die)
    centre = np.array((die.x_mm, die.y_mm, die.foot_mm + half * float(np.abs((east[2], south[2], top[2])).sum())))
    beside = [n for n in range(1, 7) if n not in (die.value, 7 - die.value)]
    first, second = beside[0], next(n for n in beside if n not in (beside[0], 7 - beside[0]))
    faces = (
        (-top, -east, south, 7 - die.value, 0.3),
        (east, -south, -top, first, 0.7),
        (-east, south, -top, 7 - first, 0.55),
        (south, east, -top, second, 0.62),
        (-south, -east, -top, 7 - second, 0.5),
        (top, east, south, die.value, 1.0),
    )
    eye = easel.camera.camera_position_mm()
    if die.rounding:
        _paint_outline(easel, die, centre, owner)
    for outward, right, down, value, shade in faces:
        if (eye - (centre + half * outward)) @ outward > 0:
            corners = centre + half * np.array(
                (outward - right - down, outward + right - down, outward + right + down, outward - right + down)
            )
            face = np.round(_face(value, body_of(die), die.ink, numerals=die.numerals) * shade).astype(np.uint8)
            easel.paste(face, _flat_part(die.rounding), easel.project(corners[:, :2], corners[:, 2]), owner)


def _paint_outline(easel: Easel, die: Die, centre: NDArray[np.float64], owner: int) -> None:
    """The whole cube, rounded, in the shade of its edges."""
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
    corners = centre + die.size_mm * (0.5 - die.rounding) * signs @ np.array(die_axes(die))
    around = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    radius_px = die.rounding * die.size_mm * easel.camera.px_per_mm(die.x_mm, die.y_mm, die.size_mm) * FINER
    circle = radius_px * np.column_stack((np.cos(around), np.sin(around)))
    middles = easel.project(corners[:, :2], corners[:, 2])
    outline = cv2.convexHull((middles[:, None] + circle[None]).reshape(-1, 2).astype(np.float32)).reshape(-1, 2)
    easel.fill(np.asarray(outline, np.float64), 0.8 * np.array(body_of(die)), owner)


@lru_cache(maxsize=16)
def _flat_part(rounding: float) -> NDArray[np.uint8]:
    """Coverage of a face: what of its square is not bent into an edge."""
    cover = np.zeros((_FACE_PX, _FACE_PX), np.uint8)
    edge, corner = round(0.4 * rounding * _FACE_PX), round(rounding * _FACE_PX)
    first, last = edge + corner, _FACE_PX - 1 - edge - corner
    cv2.rectangle(cover, (first, first), (last, last), 255, -1)
    if corner:
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * corner + 1, 2 * corner + 1))
        cover = np.asarray(cv2.dilate(cover, disc), np.uint8)
    return cover


def body_of(die: Die) -> Colour:
    """The colour of its faces: its own, or its team's."""
    if die.body is not None or die.team is None:
        return die.body or (60, 60, 60)
    blue, green, red = (int(c) for c in TEAM_INK[die.team])
    return blue, green, red


def die_axes(die: Die) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Unit vectors (x east, y south, height) of its own east, south and up."""
    turn, lean, to = np.deg2rad((die.turned_deg, die.lean_deg, die.lean_to_deg))
    flat = np.array(((np.cos(turn), np.sin(turn), 0.0), (-np.sin(turn), np.cos(turn), 0.0), (0.0, 0.0, 1.0)))
    # The axis it leans about lies in the table, a quarter turn on from where it leans to.
    axis = np.array((-np.sin(to), np.cos(to), 0.0))
    tilt = cv2.Rodrigues(lean * axis)[0]
    east, south, up = (np.asarray(tilt @ direction, np.float64) for direction in flat)
    return east, south, up


@lru_cache(maxsize=64)
def _face(value: int, body: Colour, ink: Colour, *, numerals: bool) -> NDArray[np.uint8]:
    px = _FACE_PX
    face = np.full((px, px, 3), body, np.uint8)
    if numerals:
        (width, height), _ = cv2.getTextSize(str(value), cv2.FONT_HERSHEY_SIMPLEX, 2.2, 9)
        origin = (px - width) // 2, (px + height) // 2
        cv2.putText(face, str(value), origin, cv2.FONT_HERSHEY_SIMPLEX, 2.2, ink, 9, cv2.LINE_AA)
        return face
    for x, y in PIP_PLACES[value]:
        at = (round((px / 2 + x * px * 0.26) * 16), round((px / 2 + y * px * 0.26) * 16))
        cv2.circle(face, at, round(px * 0.1 * 16), ink, -1, cv2.LINE_AA, 4)
    return face
