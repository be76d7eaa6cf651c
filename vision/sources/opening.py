"""Which kind of source a word on the command line means, and opening it."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

from vision.sentences import say
from vision.sources.base import Source, SourceError
from vision.sources.none import NONE, NoCamera
from vision.sources.pictures import FOLDER_FPS, PICTURE_SUFFIXES, folder_source, picture_source
from vision.sources.video import VideoSource

if TYPE_CHECKING:
    from collections.abc import Callable

_URL = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://")
_SCHEMES = ("rtsp", "rtsps", "http", "https")
_DEVICE = re.compile(r"/dev/video[0-9]+")
_INDEX = re.compile(r"[0-9]{1,3}")


def open_source(
    text: str,
    *,
    clock: Callable[[], float] = time.monotonic,
    fps: float = FOLDER_FPS,
    camera_size_px: tuple[int, int] | None = None,
) -> Source:
    """Open a camera (``0``, ``/dev/video0``), a stream (``rtsp://``, ``http://``), a picture, folder or video file.

    ``none`` is no camera at all. A whole number is a camera; a file of that name is written ``./0``. ``clock`` stamps
    live frames (seconds); ``fps`` is the rate taken for a folder; ``camera_size_px`` (width, height) is asked of a
    camera before the usual sizes.
    Raises SourceError.
    """
    if text == NONE:
        return NoCamera(clock)
    if url := _URL.match(text):
        if url["scheme"].lower() not in _SCHEMES:
            known = ", ".join(f"{scheme}://" for scheme in _SCHEMES)
            raise SourceError(say("fault.scheme", name=text, known=known))
        return _stream(text, clock)
    if _INDEX.fullmatch(text) or _DEVICE.fullmatch(text):
        return _camera(text, clock, camera_size_px)
    return _recorded(text, fps)


def _recorded(text: str, fps: float) -> Source:
    if not text or "\0" in text:
        raise SourceError(say("fault.none"))
    path = Path(text)
    if path.is_dir():
        return folder_source(path, fps)
    if not path.exists():
        raise SourceError(say("fault.missing", name=text))
    if not path.is_file():
        raise SourceError(say("fault.neither", name=text))
    return picture_source(path) if path.suffix.lower() in PICTURE_SUFFIXES else VideoSource(path)


def _camera(text: str, clock: Callable[[], float], size_px: tuple[int, int] | None) -> Source:
    from vision.sources.camera import SIZES_PX, DeviceGrabber  # noqa: PLC0415 - OpenCV is not needed to read a file
    from vision.sources.live import LiveSource  # noqa: PLC0415 - as above

    device = int(text) if text.isdigit() else text
    sizes_px = (size_px, *SIZES_PX) if size_px is not None else SIZES_PX
    return LiveSource(f"camera {text}", lambda: DeviceGrabber(device, sizes_px), clock)


def _stream(text: str, clock: Callable[[], float]) -> Source:
    from vision.sources.camera import StreamGrabber, public_address  # noqa: PLC0415 - as above
    from vision.sources.live import LiveSource  # noqa: PLC0415 - as above

    return LiveSource(public_address(text), lambda: StreamGrabber(text), clock)
