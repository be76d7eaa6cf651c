"""Draws the printed upper faces of discs: any font, any colours, dark on light and light on dark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import cv2
import numpy as np

from vision.training.fonts import KIT_FONTS, Font, numeral

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

FACE_PX = 96
"""Side of a drawn face; the disc is inscribed."""

Bgr: TypeAlias = tuple[int, int, int]
Mark: TypeAlias = Literal["none", "bar", "dot"]


MARKED = frozenset({"6", "9", "66", "68", "86", "89", "98", "99"})
"""What is another number when it is turned round, and gets a mark that tells."""

Families: TypeAlias = "Mapping[str, Sequence[Font]]"
"""Fonts by their families."""

_KIT_FAMILY = KIT_FONTS[0].family

KIT_SHARE = 0.12
"""How many faces are lettered like the kit's, which most tables will have."""

OUTLINED_SHARE = 0.05
"""How many faces have their numeral as an outline or with a contour round it."""

PLATE_SHARE = 0.18
"""How many faces have their numeral on a round plate of another colour, inside a rim of the team's."""

WORN_SHARE = 0.12
"""How many faces have lost ink."""


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """What is printed on a face, upright."""

    text: str | None
    """"1" to "15", or something else that the net must not take for one; None for a blank face."""
    font: Font
    face_bgr: Bgr
    ink_bgr: Bgr
    height: float = 0.55
    """Numeral's height (with its mark) over the disc's diameter."""
    weight: float = 0.0
    """Stroke made thicker (positive) or thinner by this share of the numeral's height."""
    width: float = 1.0
    """Numeral stretched sideways."""
    mark: Mark = "none"
    """What tells 6 from 9: a bar under the numeral (the kit's way) or a dot after it."""
    mark_gap: float = 0.12
    """Between numeral and bar, over the numeral's height."""
    mark_size: float = 0.11
    """Thickness of the bar, diameter of the dot, over the numeral's height."""
    mark_length: float = 1.0
    """Length of the bar over the numeral's width."""
    ring: tuple[float, float] | None = None
    """Radius and width of a printed ring, over the disc's diameter."""
    shift: tuple[float, float] = (0.0, 0.0)
    """Print off the disc's centre (right, down), over its diameter."""
    plate: tuple[float, Bgr] | None = None
    """Radius over the disc's diameter and colour of a plate under the numeral; outside it the face's own colour."""
    outline: float = 0.0
    """Thickness of the numeral's outline over its height, the inside left open; 0 for a full numeral."""
    wear: float = 0.0
    """Share of the print that is rubbed off, about."""
    wear_seed: int = 0
    """Which parts of it."""

    @property
    def ground_bgr(self) -> Bgr:
        """What the numeral is printed on."""
        return self.face_bgr if self.plate is None else self.plate[1]


@dataclass(frozen=True, slots=True)
class Face:
    """A drawn face."""

    image: NDArray[np.uint8]
    """(FACE_PX, FACE_PX, 3) BGR; face colour also outside the disc."""
    ink: NDArray[np.uint8]
    """(FACE_PX, FACE_PX): 255 where the numeral is; empty for a blank face."""


def draw_face(style: FaceStyle) -> Face:
    """A face as printed: upright, evenly lit, sharp."""
    ink = np.zeros((FACE_PX, FACE_PX), np.uint8)
    if style.text is not None:
        _paste(ink, _marked(style), style.shift)
    if style.outline:
        ink = _outlined(ink, style.outline * style.height)
    printed = ink.copy()
    if style.ring is not None:
        radius, width = (round(share * FACE_PX) for share in style.ring)
        cv2.circle(printed, (FACE_PX // 2, FACE_PX // 2), radius, 255, max(1, width), cv2.LINE_AA)
    if style.wear:
        printed = _worn(printed, style.wear, style.wear_seed)
    share = printed[..., None].astype(np.float32) / 255.0
    ground = np.full((FACE_PX, FACE_PX, 3), style.face_bgr, np.uint8)
    if style.plate is not None:
        radius = round(style.plate[0] * FACE_PX * 16)
        middle = FACE_PX * 8 - 8
        cv2.circle(ground, (middle, middle), radius, style.plate[1], -1, cv2.LINE_AA, 4)
    image = ground * (1.0 - share) + np.array(style.ink_bgr) * share
    return Face(image.astype(np.uint8), ink)


def _outlined(ink: NDArray[np.uint8], thickness: float) -> NDArray[np.uint8]:
    """The ink's edge alone, ``thickness`` over the disc's diameter wide."""
    side = 2 * max(1, round(thickness * FACE_PX / 2)) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    return np.asarray(cv2.morphologyEx(ink, cv2.MORPH_GRADIENT, kernel), np.uint8)


def _worn(printed: NDArray[np.uint8], share: float, seed: int) -> NDArray[np.uint8]:
    """Print with a share of it rubbed off in patches, and a few scratches through it."""
    rng = np.random.default_rng(seed)
    patches = cv2.resize(rng.random((14, 14), np.float32), (FACE_PX, FACE_PX), interpolation=cv2.INTER_CUBIC)
    kept = np.clip((patches - np.quantile(patches, share)) * 8.0 + 0.5, 0.0, 1.0)
    for _ in range(int(rng.integers(0, 5))):
        ends = rng.integers(0, FACE_PX, (2, 2))
        cv2.line(kept, ends[0].tolist(), ends[1].tolist(), float(rng.uniform(0.0, 0.6)), int(rng.integers(1, 3)))
    return np.asarray(printed * kept, np.uint8)


def _marked(style: FaceStyle) -> NDArray[np.uint8]:
    """The numeral with its mark at the size in which it is printed."""
    figure = _weighted(numeral(style.font, style.text or ""), style.weight)
    figure_height, figure_width = figure.shape
    if style.mark == "bar":
        gap, thick = (max(1, round(share * figure_height)) for share in (style.mark_gap, style.mark_size))
        reach = round(figure_width * (style.mark_length - 1.0) / 2.0)
        figure = np.pad(figure, ((0, gap + thick), (max(0, reach), max(0, reach))))
        left = max(0, -reach)
        figure[-thick:, left : figure.shape[1] - left] = 255
    elif style.mark == "dot":
        size = max(5, round(style.mark_size * 1.3 * figure_height))
        figure = np.pad(figure, ((0, 0), (0, round(size * 1.6))))
        cv2.circle(figure, (figure.shape[1] - size // 2 - 1, figure_height - size // 2 - 1), size // 2, 255, -1)
    height = style.height * FACE_PX
    width = height * figure.shape[1] / figure.shape[0] * style.width
    # Long numerals shrink until they fit into the disc, as any printer would make them.
    room = 0.82 if style.plate is None else 1.85 * style.plate[0]
    fit = min(1.0, room * FACE_PX / np.hypot(width, 0.75 * height))
    size_px = max(3, round(width * fit)), max(3, round(height * fit))
    return np.asarray(cv2.resize(figure, size_px, interpolation=cv2.INTER_AREA), np.uint8)


def _weighted(mask: NDArray[np.uint8], weight: float) -> NDArray[np.uint8]:
    """The mask with thicker or thinner strokes."""
    reach = round(abs(weight) * mask.shape[0])
    if reach == 0:
        return mask
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    if weight > 0:
        return np.asarray(cv2.dilate(np.pad(mask, reach), kernel), np.uint8)
    thinner = cv2.erode(mask, kernel)
    # A stroke that would vanish keeps its weight.
    return np.asarray(thinner, np.uint8) if int(thinner.sum()) > int(mask.sum()) // 3 else mask


def _paste(sheet: NDArray[np.uint8], figure: NDArray[np.uint8], shift: tuple[float, float]) -> None:
    height, width = figure.shape
    top = round((FACE_PX - height) / 2 + shift[1] * FACE_PX)
    left = round((FACE_PX - width) / 2 + shift[0] * FACE_PX)
    top, left = min(max(top, 0), FACE_PX - height), min(max(left, 0), FACE_PX - width)
    sheet[top : top + height, left : left + width] = figure


def random_style(rng: np.random.Generator, families: Families, text: str | None) -> FaceStyle:
    """A face as some printer somewhere might have made it."""
    ground, ink = _colours(rng)
    plate = (float(rng.uniform(0.30, 0.43)), ground) if rng.random() < PLATE_SHARE else None
    ring = (float(rng.uniform(0.39, 0.47)), float(rng.uniform(0.015, 0.05))) if rng.random() < 0.3 else None
    return FaceStyle(
        text=text,
        font=_random_font(rng, families),
        face_bgr=ground if plate is None else _any_colour(rng),
        ink_bgr=ink,
        # On a plate a numeral has the plate's room.
        height=float(np.clip(rng.normal(0.56, 0.07), 0.40, 0.72)) * (1.0 if plate is None else plate[0] / 0.45),
        weight=float(rng.uniform(-0.02, 0.06)) if rng.random() < 0.5 else 0.0,
        width=float(rng.uniform(0.88, 1.12)),
        mark=_random_mark(rng, text),
        mark_gap=float(rng.uniform(0.06, 0.20)),
        mark_size=float(rng.uniform(0.07, 0.16)),
        mark_length=float(rng.uniform(0.75, 1.3)),
        ring=ring if plate is None else None,
        shift=(float(rng.normal(0.0, 0.012)), float(rng.normal(0.0, 0.012))),
        plate=plate,
        outline=float(rng.uniform(0.05, 0.1)) if rng.random() < OUTLINED_SHARE else 0.0,
        wear=float(rng.uniform(0.02, 0.25)) if rng.random() < WORN_SHARE else 0.0,
        wear_seed=int(rng.integers(1 << 31)),
    )


def _any_colour(rng: np.random.Generator) -> Bgr:
    """A team's colour, mostly a strong one."""
    return _hsv(float(rng.integers(0, 180)), float(rng.uniform(0.0, 1.0)) ** 0.4, float(rng.uniform(0.15, 1.0)))


def by_family(fonts: Sequence[Font]) -> Families:
    """Fonts by their families, in the order of the families' names."""
    families: dict[str, list[Font]] = {}
    for font in sorted(fonts, key=lambda font: font.family):
        families.setdefault(font.family, []).append(font)
    return families


def _random_font(rng: np.random.Generator, families: Families) -> Font:
    """A family, then a style of it, mostly bold: a family with twenty styles is no likelier than one with two."""
    if _KIT_FAMILY in families and rng.random() < KIT_SHARE:
        family = _KIT_FAMILY
    else:
        family = list(families)[int(rng.integers(len(families)))]
    styles = families[family]
    bold = [font for font in styles if font.bold]
    if bold and rng.random() < 0.7:
        styles = bold
    return styles[int(rng.integers(len(styles)))]


def _random_mark(rng: np.random.Generator, text: str | None) -> Mark:
    if text not in MARKED:
        return "none"
    return ("bar", "dot", "none")[int(rng.choice(3, p=(0.62, 0.13, 0.25)))]  # type: ignore[return-value]


def _colours(rng: np.random.Generator) -> tuple[Bgr, Bgr]:
    """Ground and ink: mostly two team-like colours with a pale or dark ink, always far enough apart to be read."""
    while True:
        face = _any_colour(rng)
        if rng.random() < 0.85:
            level, tint = (
                rng.uniform(0.0, 0.25) if rng.random() < 0.35 else rng.uniform(0.8, 1.0),
                rng.uniform(0.0, 0.2),
            )
            ink = _hsv(float(rng.integers(0, 180)), tint, level)
        else:
            ink = _hsv(float(rng.integers(0, 180)), rng.uniform(0.3, 1.0), rng.uniform(0.2, 1.0))
        if abs(_luma(face) - _luma(ink)) > 80:
            return face, ink


def _hsv(hue: float, saturation: float, value: float) -> Bgr:
    pixel = np.array([[[hue, saturation * 255.0, value * 255.0]]]).astype(np.uint8)
    b, g, r = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0]
    return int(b), int(g), int(r)


def _luma(bgr: Bgr) -> float:
    return 0.114 * bgr[0] + 0.587 * bgr[1] + 0.299 * bgr[2]
