"""Writes a drawn film as an MP4 with the times that its frames have."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import av

if TYPE_CHECKING:
    from pathlib import Path

    from vision.sources import Source

TIME_BASE = Fraction(1, 1000)


@dataclass(frozen=True)
class Written:
    """What was written."""

    frames: int
    seconds: float
    """Time of the last frame."""


def write_clip(path: Path, film: Source, *, rate_hz: int, quality: int) -> Written:
    """Encode a film; ``quality`` is x264's constant rate factor."""
    count, last_t = 0, 0.0
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=rate_hz, options={"crf": str(quality), "preset": "veryslow"})
        stream.width, stream.height = film.size_px
        stream.pix_fmt = "yuv420p"
        stream.codec_context.time_base = TIME_BASE
        for frame in film:
            picture = av.VideoFrame.from_ndarray(frame.image, format="bgr24")
            picture.pts, picture.time_base = round(frame.t / TIME_BASE), TIME_BASE
            container.mux(stream.encode(picture))
            count, last_t = count + 1, frame.t
        container.mux(stream.encode())
    return Written(count, last_t)
