"""Labelled examples for the number net, and files of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.numbers import FACE_SIZE_PX
from vision.training import degrade
from vision.training.faces import Face, draw_face, random_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.training.fonts import Font

CANNOT_READ = 15
"""Class index of a face whose number cannot be seen; number n is class n - 1."""

UPRIGHT_DEG = 25.0
"""Foreign sets without a mark on 6 and 9 mostly lie about upright for the camera."""


@dataclass(frozen=True, eq=False)
class Example:
    """One rectified face with its truth."""

    image: NDArray[np.uint8]
    """(FACE_SIZE_PX, FACE_SIZE_PX, 3) BGR."""
    label: int
    """0 to 14 for numbers 1 to 15, or CANNOT_READ."""
    up_deg: float
    """Clockwise, where the numeral's up points; NaN without a numeral."""


@dataclass(frozen=True, eq=False)
class Examples:
    """Many examples, as arrays of equal length."""

    images: NDArray[np.uint8]
    labels: NDArray[np.int64]
    up_deg: NDArray[np.float64]

    def __len__(self) -> int:
        """How many."""
        return len(self.labels)


def check_faces() -> NDArray[np.uint8]:
    """(3, S, S, 3): pictures of nothing, the same on every machine, to compare two ways of running a net."""
    return np.random.default_rng(0).integers(0, 256, (3, FACE_SIZE_PX, FACE_SIZE_PX, 3), np.uint8)


def make_examples(seed: int, count: int, fonts: Sequence[Font]) -> Examples:
    """``count`` examples that depend on the seed and the fonts alone."""
    rng = np.random.default_rng(seed)
    made = [make_example(rng, fonts) for _ in range(count)]
    return Examples(
        images=np.stack([example.image for example in made]),
        labels=np.array([example.label for example in made], np.int64),
        up_deg=np.array([example.up_deg for example in made]),
    )


def make_example(rng: np.random.Generator, fonts: Sequence[Font]) -> Example:
    """One face: 6 and 9 twice as often as other numbers, one in fourteen without a readable number."""
    kind = rng.random()
    if kind < 0.03:
        return _no_number(rng, fonts)
    while True:
        view = degrade.random_view(rng)
        number = int(rng.choice((*range(1, 16), 6, 9)))
        style = random_style(rng, fonts, number)
        up_deg = _random_up(rng, marked=number not in {6, 9} or style.mark != "none")
        face = draw_face(style)
        scene, on_face = degrade.disc_on_table(rng, face, up_deg, view)
        ink = _ink_in_scene(face, up_deg, view)
        gloss = degrade.lamps(rng, scene, on_face, view)
        hidden = np.asarray(gloss > _drowning(style.face_bgr, style.ink_bgr), np.float32)
        if kind < 0.06:
            hidden = np.maximum(hidden, degrade.cover_with_ball(rng, scene, view))
        elif kind < 0.11:
            hidden = np.maximum(hidden, degrade.cover_from_the_side(rng, scene, view))
        share = float((ink * hidden).sum() / max(1.0, float(ink.sum())))
        if 0.3 < share < 0.7:
            continue  # half a numeral: neither label would be fair
        image = degrade.rectified(rng, degrade.photograph(rng, scene, view), view)
        if share >= 0.7:
            return Example(image, CANNOT_READ, float("nan"))
        return Example(image, number - 1, up_deg)


def _random_up(rng: np.random.Generator, *, marked: bool) -> float:
    """Any direction; without a mark a 6 and a 9 differ only by how they lie, so mostly upright, some upside down."""
    if marked or (kind := rng.random()) < 0.35:
        return float(rng.uniform(0.0, 360.0))
    lean = rng.uniform(-UPRIGHT_DEG, UPRIGHT_DEG)
    return float((lean + (180.0 if kind < 0.5 else 0.0)) % 360.0)


def _drowning(face_bgr: tuple[int, int, int], ink_bgr: tuple[int, int, int]) -> float:
    """Added white light in which face and ink cannot be told apart any more."""
    contrast = float(np.abs(degrade.to_light(face_bgr) - degrade.to_light(ink_bgr)).max())
    return 1.0 + contrast


def _ink_in_scene(face: Face, up_deg: float, view: degrade.View) -> NDArray[np.float32]:
    size = (view.side_px, view.side_px)
    ink = cv2.warpAffine(face.ink, degrade.face_to_scene(view, up_deg), size, flags=cv2.INTER_LINEAR)
    return np.asarray(ink, np.float32) / 255.0


def _no_number(rng: np.random.Generator, fonts: Sequence[Font]) -> Example:
    """A blank face, or no disc at all: a piece of the table, seen beside a disc."""
    view = degrade.random_view(rng)
    blank = rng.random() < 0.6
    number = None if blank else int(rng.integers(1, 16))
    face = draw_face(random_style(rng, fonts, number))
    scene, on_face = degrade.disc_on_table(rng, face, float(rng.uniform(0, 360)), view)
    degrade.lamps(rng, scene, on_face, view)
    picture = degrade.photograph(rng, scene, view)
    if blank:
        return Example(degrade.rectified(rng, picture, view), CANNOT_READ, float("nan"))
    angle = rng.uniform(0.0, 2 * np.pi)
    beside = np.array((np.cos(angle), np.sin(angle))) * rng.uniform(1.9, 2.5)
    return Example(degrade.resample(picture, view, beside, np.ones(2)), CANNOT_READ, float("nan"))
