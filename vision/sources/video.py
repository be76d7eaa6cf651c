"""Video files, read with their true presentation timestamps; no frame is lost or made up.

A file is untrusted: it is handed to the decoder as an open stream, only self-contained formats are allowed and no
protocol at all, so that nothing written inside it (a playlist, a reference) opens another file or address.
"""

from __future__ import annotations

from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, BinaryIO

import av
import numpy as np

from vision.sentences import say
from vision.sources.base import Frame, Source, SourceError, beginning_of, check_size

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

    from vision.rectify import Image

_FORMATS = (
    "mov,mp4,m4a,3gp,3g2,mj2",
    "matroska,webm",
    "avi",
    "mpegts",
    "mpeg",
    "flv",
    "ogg",
    "asf",
    "mjpeg",
    "m4v",
    "h264",
    "hevc",
    "ivf",
)
_OPTIONS = {"format_whitelist": ",".join(_FORMATS), "protocol_whitelist": "none"}
_DEFAULT_FPS = 30.0
"""For the rare raw stream that has neither timestamps nor a rate."""
_LAST_S = 1.0
"""However far is skipped, so much of the end is left to be seen."""
_SHORT_S = 1.0
"""A file that ends this much before the length it states was cut off."""


class VideoSource(Source):
    """A video file."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self._path = path
        with ExitStack() as opened:
            self._file = opened.enter_context(_opened(path))
            self._container, self._stream = _video_stream(self.name, self._file)
            opened.callback(self._container.close)
            codec = self._stream.codec_context
            check_size(self.name, codec.width, codec.height)
            self._start_s: float | None = None
            self._frames = self._decoded()
            self._ahead = self._first()
            # All went well: nothing is let go of before ``close``.
            self._opened = opened.pop_all()

    @property
    def size_px(self) -> tuple[int, int]:
        """(width, height) as shown: after the rotation that the file asks for."""
        height, width = self._ahead.image.shape[:2]
        return width, height

    @property
    def duration_s(self) -> float | None:
        """Length that the file states."""
        stream = self._stream
        if stream.duration is not None and stream.time_base is not None:
            return float(stream.duration * stream.time_base)
        return self._container.duration / av.time_base if self._container.duration else None

    def beginning(self) -> str:
        """Of the file."""
        return beginning_of(self._path)

    def skip_to(self, t_s: float) -> float:
        """Go on from the last frame that can be gone to directly, and decode what is before ``t_s`` unseen.

        What number a frame has is told from the rate that the file states then.
        """
        # Formats differ in whether the stated length counts from the first frame or from zero.
        wanted_s = min(t_s, (self.duration_s or 0.0) - max(self._start_s or 0.0, 0.0) - _LAST_S)
        if wanted_s <= self._ahead.t:
            return self._ahead.t
        self._frames.close()
        self._frames = self._decoded(wanted_s)
        self._ahead = self._first()
        return self._ahead.t

    def __iter__(self) -> Iterator[Frame]:
        yield self._ahead
        yield from self._frames

    def close(self) -> None:
        """Close decoder and file."""
        self._frames.close()
        self._opened.close()

    def _seek(self, stamp_s: float) -> None:
        """Go to the last key frame before a time stamp; where that cannot be done, all before it is decoded."""
        base = self._stream.time_base
        if base is not None:
            with suppress(av.error.FFmpegError, OSError):
                self._container.seek(int(stamp_s / base), stream=self._stream)

    def _first(self) -> Frame:
        first = next(self._frames, None)
        if first is None:
            raise SourceError(say("fault.no_frame", name=self.name))
        return first

    def _decoded(self, from_s: float = 0.0) -> Generator[Frame, None, None]:
        rate = float(self._stream.average_rate or _DEFAULT_FPS)
        start, number = self._start_s, 0
        stamp, t = 0.0, 0.0
        try:
            if sought := from_s > 0.0:
                self._seek((start or 0.0) + from_s)
            for picture in self._container.decode(self._stream):
                if sought and picture.pts is not None:
                    number, sought = round((picture.time - (start or 0.0)) * rate), False
                stamp = (start or 0.0) + number / rate if picture.pts is None else picture.time
                start = self._start_s = stamp if start is None else start
                t = max(t, stamp - start)
                if t >= from_s:
                    yield Frame(number, t, _upright(self.name, picture))
                number += 1
        except (av.error.FFmpegError, OSError, ValueError) as error:
            if isinstance(error, SourceError):
                raise
            raise SourceError(say("fault.beyond", name=self.name, t=t, why=_cause(error))) from error
        # Formats differ in whether the stated length counts from the first frame or from zero.
        if self.duration_s is not None and number and max(t, stamp) + max(_SHORT_S, 2.0 / rate) < self.duration_s:
            raise SourceError(say("fault.breaks_off", name=self.name, t=t, length=self.duration_s))


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise SourceError(say("fault.unread", name=path, why=error.strerror or error)) from error


def _video_stream(name: str, file: BinaryIO) -> tuple[av.container.InputContainer, av.VideoStream]:
    try:
        container = av.open(file, mode="r", container_options=dict(_OPTIONS))
    except (av.error.FFmpegError, OSError, ValueError) as error:
        raise SourceError(say("fault.video", name=name, why=_cause(error))) from error
    if not container.streams.video:
        container.close()
        raise SourceError(say("fault.sound", name=name))
    stream = container.streams.video[0]
    stream.thread_type = "AUTO"
    return container, stream


def _cause(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error)


def _upright(name: str, picture: av.VideoFrame) -> Image:
    """BGR pixels, turned as the file asks (phones write films lying on their side)."""
    check_size(name, picture.width, picture.height)
    image = picture.to_ndarray(format="bgr24")
    # The rotation that would lay the picture on its side is given counter-clockwise, in degrees.
    quarter_turns = round(picture.rotation / 90) % 4
    return np.ascontiguousarray(np.rot90(image, quarter_turns))
