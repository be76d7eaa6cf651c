"""Fonts for synthetic faces: those installed on this machine, and two that come with the program's libraries.

A numeral is handled as an ink mask, so that a face does not care where its shape came from.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

MASK_HEIGHT_PX = 64
"""Height of a numeral's ink mask."""

HELD_OUT_FAMILIES = (
    "Cabin",
    "Comic Neue",
    "Fira Code",
    "JetBrains Mono",
    "League Spartan",
    "Noto Serif Display",
    "Quicksand",
    "Quicksand Light",
    "Quicksand Medium",
    "URW Bookman",
)
"""Never trained on: the score on these says how the net travels to a print it has not seen."""

FONT_DIRECTORIES = {
    "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
    "win32": ("C:/Windows/Fonts",),
    "linux": ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts"),
}

# Families for symbols, music and other scripts: some draw digits, none that anybody prints on a piece.
_NOT_FOR_NUMBERS = re.compile(
    r"symbol|music|emoji|dingbat|D050000L|math|awesome|icon|material|looped|fallback|Z003|zapf|signwrit|"
    r"Noto (Sans|Serif|Kufi|Naskh|Nastaliq|Rashi|Traditional) (?!Display|Mono)\w",
    re.IGNORECASE,
)
_BOLD = re.compile(r"bold|black|heavy", re.IGNORECASE)
_TOO_THIN = re.compile(r"thin|hairline|light", re.IGNORECASE)

_BUILT_IN = "Pillow built-in"
_STROKED = {"Hershey simplex": cv2.FONT_HERSHEY_SIMPLEX, "Hershey duplex": cv2.FONT_HERSHEY_DUPLEX}


@dataclass(frozen=True, slots=True)
class Font:
    """A font in one style."""

    family: str
    style: str
    path: str = ""
    """Empty for a font that comes with Pillow or OpenCV."""

    @property
    def name(self) -> str:
        """Family and style, for records."""
        return f"{self.family} {self.style}".strip()

    @property
    def bold(self) -> bool:
        """Whether its strokes are thick."""
        return _BOLD.search(self.style) is not None

    @property
    def held_out(self) -> bool:
        """Whether it is kept for validation."""
        return self.family in HELD_OUT_FAMILIES


_KIT = "OpenCV built-in"
_KIT_WEIGHTS = {"Medium": 500, "Bold": 700, "Black": 900}

KIT_FONTS = tuple(Font(_KIT, style) for style in _KIT_WEIGHTS)
"""What the kit's own pieces are printed with."""

BUILT_IN_FONTS = (Font(_BUILT_IN, "Regular"), *(Font(family, "") for family in _STROKED), *KIT_FONTS)
"""Fonts that are there on every machine."""


@cache
def numeral(font: Font, text: str) -> NDArray[np.uint8]:
    """Ink mask of a numeral, cut to its ink and ``MASK_HEIGHT_PX`` high; 255 = ink. Read only: it is cached."""
    if font.family in _STROKED:
        drawn = _stroked(font, text)
    else:
        drawn = _as_the_kit(font, text) if font.family == _KIT else _outlined(font, text)
    rows, columns = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
    if not len(rows):
        raise ValueError(f"{font.name} draws nothing for {text!r}; leave this font out")
    ink = drawn[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    width = max(4, round(ink.shape[1] * MASK_HEIGHT_PX / ink.shape[0]))
    mask = np.asarray(cv2.resize(ink, (width, MASK_HEIGHT_PX), interpolation=cv2.INTER_AREA), np.uint8)
    mask.flags.writeable = False
    return mask


def _outlined(font: Font, text: str) -> NDArray[np.uint8]:
    size = 2 * MASK_HEIGHT_PX
    face = ImageFont.truetype(font.path, size) if font.path else ImageFont.load_default(size)
    sheet = Image.new("L", (size * (len(text) + 2), 3 * size))
    ImageDraw.Draw(sheet).text((size // 2, size // 2), text, font=face, fill=255)
    return np.asarray(sheet, np.uint8)


def _stroked(font: Font, text: str) -> NDArray[np.uint8]:
    sheet = np.zeros((220, 120 * len(text) + 60), np.uint8)
    cv2.putText(sheet, text, (20, 170), _STROKED[font.family], 5.0, 255, 14)
    return sheet


def _as_the_kit(font: Font, text: str) -> NDArray[np.uint8]:
    """The outline font that OpenCV carries, with which the kit prints its pieces."""
    size = 2 * MASK_HEIGHT_PX
    sheet = np.zeros((3 * size, size * (len(text) + 2), 3), np.uint8)
    face = cv2.FontFace("sans")
    cv2.putText(sheet, text, (size // 2, 2 * size), (255, 255, 255), face, size, _KIT_WEIGHTS[font.style])
    return np.ascontiguousarray(sheet[..., 0])


def installed_fonts(directories: Iterable[str] | None = None) -> tuple[Font, ...]:
    """Installed fonts whose digits are worth learning, sorted by name, and the built-in ones.

    Left out: symbols and other scripts, hairline weights, fonts that cannot be opened or that lack a digit, and
    fonts whose digits are those of another one (one family often repeats its Latin digits for every script).
    """
    seen: set[bytes] = set()
    kept = []
    for font in sorted(_candidates(directories), key=lambda font: (len(font.family), font.name, font.path)):
        digits = _fingerprint(font)
        if digits is not None and digits not in seen:
            seen.add(digits)
            kept.append(font)
    return (*BUILT_IN_FONTS, *sorted(kept, key=lambda font: font.name))


def _candidates(directories: Iterable[str] | None) -> Iterator[Font]:
    default = FONT_DIRECTORIES.get(sys.platform, FONT_DIRECTORIES["linux"])
    for directory in directories if directories is not None else default:
        for path in sorted(Path(directory).expanduser().rglob("*")):
            if path.suffix.lower() not in {".ttf", ".otf"}:
                continue
            try:
                family, style = ImageFont.truetype(str(path), 20).getname()
            except OSError:
                continue  # a damaged font file is not this program's business
            if family and not _NOT_FOR_NUMBERS.search(family) and not _TOO_THIN.search(f"{family} {style}"):
                yield Font(family, style or "", str(path))


def _fingerprint(font: Font) -> bytes | None:
    """Small pictures of the ten digits; None if two digits look alike, as missing ones all do."""
    try:
        digits = [_thumbnail(numeral(font, digit)) for digit in "0123456789"]
    except (OSError, ValueError):
        return None
    return b"".join(digits) if len(set(digits)) == len(digits) else None


def _thumbnail(mask: NDArray[np.uint8]) -> bytes:
    small = np.asarray(cv2.resize(mask, (8, 12), interpolation=cv2.INTER_AREA), np.uint8)
    return (small >> 4).tobytes()
