"""Draws the printed upper faces of discs: any font, any colours, dark on light and light on dark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import cv2
import numpy as np

from vision.training.fonts import KIT_FONTS, Font, numeral

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

FACE_PX = 96
"""Side of a drawn face; the disc is inscribed."""

Bgr: TypeAlias = tuple[int, int, int]
Mark: TypeAlias = Literal["none", "bar", "dot"]


KIT_SHARE = 0.08
"""How many faces are lettered like the kit's, which most tables will have."""


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """What is printed on a face, upright."""

    number: int | None
    """1 to 15, or None for a blank face."""
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
    if style.number is not None:
        _paste(ink, _marked(style), style.shift)
    printed = ink.copy()
    if style.ring is not None:
        radius, width = (round(share * FACE_PX) for share in style.ring)
        cv2.circle(printed, (FACE_PX // 2, FACE_PX // 2), radius, 255, max(1, width), cv2.LINE_AA)
    share = printed[..., None].astype(np.float32) / 255.0
    image = np.array(style.face_bgr) * (1.0 - share) + np.array(style.ink_bgr) * share
    return Face(image.astype(np.uint8), ink)


def _marked(style: FaceStyle) -> NDArray[np.uint8]:
    """The numeral with its mark at the size in which it is printed."""
    figure = _weighted(numeral(style.font, str(style.number)), style.weight)
    figure_height, figure_width = figure.shape
    if style.mark == "bar":
        gap, thick = (max(1, round(share * figure_height)) for share in (style.mark_gap, style.mark_size))
        reach = round(figure_width * (style.mark_length - 1.0) / 2.0)
        figure = np.pad(figure, ((0, gap + thick), (max(0, reach), max(0, reach))))
        left = max(0, -reach)
        figure[-thick:, left : figure.shape[1] - left] = 255
    elif style.mark == "dot":
        size = max(4, round(style.mark_size * 1.5 * figure_height))
        figure = np.pad(figure, ((0, 0), (0, round(size * 1.6))))
        cv2.circle(figure, (figure.shape[1] - size // 2 - 1, figure_height - size // 2 - 1), size // 2, 255, -1)
    height = style.height * FACE_PX
    width = height * figure.shape[1] / figure.shape[0] * style.width
    # Long numerals shrink until they fit into the disc, as any printer would make them.
    fit = min(1.0, 0.82 * FACE_PX / np.hypot(width, 0.75 * height))
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


def random_style(rng: np.random.Generator, fonts: Sequence[Font], number: int | None) -> FaceStyle:
    """A face as some printer somewhere might have made it."""
    face, ink = _colours(rng)
    return FaceStyle(
        number=number,
        font=_random_font(rng, fonts),
        face_bgr=face,
        ink_bgr=ink,
        height=float(np.clip(rng.normal(0.56, 0.07), 0.40, 0.72)),
        weight=float(rng.uniform(-0.02, 0.06)) if rng.random() < 0.5 else 0.0,
        width=float(rng.uniform(0.88, 1.12)),
        mark=_random_mark(rng, number),
        mark_gap=float(rng.uniform(0.06, 0.20)),
        mark_size=float(rng.uniform(0.07, 0.16)),
        mark_length=float(rng.uniform(0.75, 1.3)),
        ring=(float(rng.uniform(0.39, 0.47)), float(rng.uniform(0.015, 0.05))) if rng.random() < 0.3 else None,
        shift=(float(rng.normal(0.0, 0.012)), float(rng.normal(0.0, 0.012))),
    )


def _random_font(rng: np.random.Generator, fonts: Sequence[Font]) -> Font:
    """A family, then a style of it, mostly bold: a family with twenty styles is no likelier than one with two."""
    families = sorted({font.family for font in fonts})
    kit = [font for font in fonts if font in KIT_FONTS]
    if kit and rng.random() < KIT_SHARE:
        return kit[int(rng.integers(len(kit)))]
    family = families[int(rng.integers(len(families)))]
    styles = [font for font in fonts if font.family == family]
    bold = [font for font in styles if font.bold]
    if bold and rng.random() < 0.7:
        styles = bold
    return styles[int(rng.integers(len(styles)))]


def _random_mark(rng: np.random.Generator, number: int | None) -> Mark:
    if number not in {6, 9}:
        return "none"
    return ("bar", "dot", "none")[int(rng.choice(3, p=(0.72, 0.05, 0.23)))]  # type: ignore[return-value]


def _colours(rng: np.random.Generator) -> tuple[Bgr, Bgr]:
    """Face and ink: mostly two team-like colours with a pale or dark ink, always far enough apart to be read."""
    while True:
        hue, saturation = rng.integers(0, 180), rng.uniform(0.0, 1.0) ** 0.4
        value = rng.uniform(0.15, 1.0)
        face = _hsv(float(hue), saturation, value)
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
