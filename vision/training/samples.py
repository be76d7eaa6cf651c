"""Labelled examples for the number net, and files of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.faces import FACE_SIZE_PX
from vision.numbers import CANNOT_READ, SIX_AND_NINE
from vision.training import degrade
from vision.training.faces import Face, by_family, draw_face, random_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.training.faces import FaceStyle, Families
    from vision.training.fonts import Font

OTHER_SHARE = 0.12
"""How many faces show something else than 1 to 15, which the net must learn to leave alone."""

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""What may stand on a piece instead of a number. Without I and O: in many fonts they are a 1 and a 0."""

PICTURES_OF_A_SCENE = 2
"""Drawing a scene is most of the work, and another blur and lens make another example of it."""


@dataclass(frozen=True, eq=False)
class Example:
    """One rectified face with its truth."""

    image: NDArray[np.uint8]
    """(FACE_SIZE_PX, FACE_SIZE_PX, 3) BGR."""
    label: int
    """0 to 14 for numbers 1 to 15, or CANNOT_READ."""
    up_deg: float
    """Clockwise, where the numeral's up points; NaN without a numeral that has one."""
    either: bool = False
    """A 6 or 9 without a mark: no one can say which, in whatever direction the piece lies."""


@dataclass(frozen=True, eq=False)
class Examples:
    """Many examples, as arrays of equal length."""

    images: NDArray[np.uint8]
    labels: NDArray[np.int64]
    up_deg: NDArray[np.float64]
    either: NDArray[np.bool_]

    def __len__(self) -> int:
        """How many."""
        return len(self.labels)

    def part(self, chosen: slice | NDArray[np.bool_]) -> Examples:
        """Some of them."""
        return Examples(self.images[chosen], self.labels[chosen], self.up_deg[chosen], self.either[chosen])

    @property
    def decided(self) -> Examples:
        """Those that have one right answer."""
        return self.part(~self.either)

    @property
    def truth(self) -> NDArray[np.float64]:
        """(N, 16): the probabilities that a reader who can see everything would give."""
        chances = np.zeros((len(self), CANNOT_READ + 1))
        chances[np.arange(len(self)), self.labels] = 1.0
        chances[np.ix_(np.flatnonzero(self.either), np.array(SIX_AND_NINE))] = 0.5
        return chances


def check_faces() -> NDArray[np.uint8]:
    """(3, S, S, 3): pictures of nothing, the same on every machine, to compare two ways of running a net."""
    return np.random.default_rng(0).integers(0, 256, (3, FACE_SIZE_PX, FACE_SIZE_PX, 3), np.uint8)


def make_examples(seed: int, count: int, fonts: Sequence[Font]) -> Examples:
    """``count`` examples that depend on the seed and the fonts alone."""
    rng = np.random.default_rng(seed)
    families = by_family(fonts)
    made: list[Example] = []
    while len(made) < count:
        made += make_scene(rng, families)
    del made[count:]
    return Examples(
        images=np.stack([example.image for example in made]),
        labels=np.array([example.label for example in made], np.int64),
        up_deg=np.array([example.up_deg for example in made]),
        either=np.array([example.either for example in made]),
    )


def make_scene(rng: np.random.Generator, families: Families) -> list[Example]:
    """Pictures of one face: 6 and 9 twice as often as other numbers, one in six without a number that is read."""
    kind = rng.random()
    if kind < 0.03:
        return _no_number(rng, families)
    if rng.random() < OTHER_SHARE:
        return _something_else(rng, families)
    while True:
        view = degrade.random_view(rng)
        number = int(rng.choice((*range(1, 16), 6, 9)))
        style = random_style(rng, families, str(number))
        either = number in {6, 9} and style.mark == "none"
        up_deg = float(rng.uniform(0.0, 360.0))
        face = draw_face(style)
        scene, on_face = degrade.piece_on_table(rng, face, up_deg, view)
        ink = _ink_in_scene(face, up_deg, view)
        gloss = degrade.lamps(rng, scene, on_face, view)
        hidden = np.asarray(gloss > _drowning(style.ground_bgr, style.ink_bgr), np.float32)
        if kind < 0.06:
            hidden = np.maximum(hidden, degrade.cover_with_ball(rng, scene, view))
        elif kind < 0.11:
            hidden = np.maximum(hidden, degrade.cover_from_the_side(rng, scene, view))
        share = float((ink * hidden).sum() / max(1.0, float(ink.sum())))
        if 0.3 < share < 0.7:
            continue  # half a numeral: neither label would be fair
        pictures = [_found(rng, scene, view) for _ in range(PICTURES_OF_A_SCENE)]
        if share >= 0.7:
            return [Example(picture, CANNOT_READ, float("nan")) for picture in pictures]
        up = float("nan") if either else up_deg
        return [Example(picture, number - 1, up, either) for picture in pictures]


def _found(rng: np.random.Generator, scene: degrade.Light, view: degrade.View) -> NDArray[np.uint8]:
    return degrade.rectified(rng, degrade.photograph(rng, scene, view), view)


def _drowning(ground_bgr: tuple[int, int, int], ink_bgr: tuple[int, int, int]) -> float:
    """Added white light in which ground and ink cannot be told apart any more."""
    contrast = float(np.abs(degrade.to_light(ground_bgr) - degrade.to_light(ink_bgr)).max())
    return 1.0 + contrast


def _ink_in_scene(face: Face, up_deg: float, view: degrade.View) -> NDArray[np.float32]:
    size = (view.side_px, view.side_px)
    ink = cv2.warpAffine(face.ink, degrade.face_to_scene(view, up_deg), size, flags=cv2.INTER_LINEAR)
    return np.asarray(ink, np.float32) / 255.0


def _no_number(rng: np.random.Generator, families: Families) -> list[Example]:
    """A blank face, or no disc at all: a piece of the table, seen beside a disc."""
    view = degrade.random_view(rng)
    blank = rng.random() < 0.6
    scene = _lit(rng, random_style(rng, families, None if blank else str(rng.integers(1, 16))), view)
    if blank:
        return [Example(_found(rng, scene, view), CANNOT_READ, float("nan"))]
    angle = rng.uniform(0.0, 2 * np.pi)
    beside = np.array((np.cos(angle), np.sin(angle))) * rng.uniform(1.9, 2.5)
    picture = degrade.resample(degrade.photograph(rng, scene, view), view, beside, np.ones(2))
    return [Example(picture, CANNOT_READ, float("nan"))]


def _something_else(rng: np.random.Generator, families: Families) -> list[Example]:
    """A face with a letter or two, or with a number that is none of a squad's fifteen."""
    view = degrade.random_view(rng)
    scene = _lit(rng, random_style(rng, families, _other_text(rng)), view)
    return [Example(_found(rng, scene, view), CANNOT_READ, float("nan")) for _ in range(PICTURES_OF_A_SCENE)]


def _other_text(rng: np.random.Generator) -> str:
    kind = rng.random()
    if kind < 0.6:
        return str(rng.integers(16, 100))
    if kind < 0.63:
        return "0"
    letters = "".join(str(letter) for letter in rng.choice(list(LETTERS), 2))
    return letters[0] if kind < 0.95 else letters


def _lit(rng: np.random.Generator, style: FaceStyle, view: degrade.View) -> degrade.Light:
    """A piece of that style on a table, turned anyhow, under random lamps."""
    scene, on_face = degrade.piece_on_table(rng, draw_face(style), float(rng.uniform(0.0, 360.0)), view)
    degrade.lamps(rng, scene, on_face, view)
    return scene
