"""The match as an animated GIF (Pillow)."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image

from engine.texts import ENGLISH
from referee_tui.exports.film import Projector, frames_of

if TYPE_CHECKING:
    from engine.record.chronicle import Chronicle

WIDTH_PX = 720
COLOURS = 64
MOST_FRAMES = 600
"""About 10 kB each."""


def gif(told: Chronicle, language: str = ENGLISH) -> bytes:
    """The file; every frame for as long as what it shows needs to be read, over and over."""
    frames = frames_of(told, MOST_FRAMES, language)
    projector = Projector(told.rules.board, WIDTH_PX)
    # One palette for all, from the picture with the most on it: colours do not flicker, and what stays is not stored.
    fullest = max(frames, key=lambda frame: (len(frame.position.pieces), len(frame.strokes)))
    palette = projector.picture(fullest).quantize(COLOURS, dither=Image.Dither.NONE)
    pictures = (projector.picture(frame).quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
    out = io.BytesIO()
    next(pictures).save(
        out, "GIF", save_all=True, append_images=pictures, loop=0,
        duration=[round(frame.seconds * 1000) for frame in frames],
    )  # fmt: skip
    return out.getvalue()
