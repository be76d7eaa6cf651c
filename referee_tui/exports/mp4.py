"""The match as an MP4 film (PyAV, H.264)."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import av

from engine.texts import ENGLISH
from referee_tui.exports.film import Projector, frames_of

if TYPE_CHECKING:
    from engine.record.chronicle import Chronicle

WIDTH_PX = 1120
RATE_HZ = 1
"""Pictures a second: nothing moves between two acts, and every player can do with it."""

ENCODER = {"crf": "23", "preset": "veryfast", "tune": "animation"}
"""Of x264: even areas with sharp edges, as good as they look."""


def mp4(told: Chronicle, language: str = ENGLISH) -> bytes:
    """The file; every act is shown for as long as it needs to be read."""
    out = io.BytesIO()
    projector = Projector(told.rules.board, WIDTH_PX)
    with av.open(out, "w", format="mp4") as film:
        stream = film.add_stream("libx264", rate=RATE_HZ, options=ENCODER)
        stream.width, stream.height = projector.size_px
        stream.pix_fmt = "yuv420p"
        for frame in frames_of(told, language=language):
            image = av.VideoFrame.from_image(projector.picture(frame))  # type: ignore[no-untyped-call] # PyAV leaves it open
            for _ in range(max(1, round(frame.seconds * RATE_HZ))):
                film.mux(stream.encode(image))
        film.mux(stream.encode())
    return out.getvalue()
