"""Cameras through OpenCV and network streams through PyAV, opened for LiveSource."""

from __future__ import annotations

from typing import TYPE_CHECKING

import av
import cv2
import numpy as np

from vision.sentences import say
from vision.sources.base import MAX_PIXELS, SourceError
from vision.sources.identity import others_words
from vision.sources.locks import (
    BEARABLE_STOPS,
    FRAMES_A_ROUND,
    Refusal,
    dialect_of,
    hold,
    light_of,
    match_brightness,
    release,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.rectify import Image

SIZES_PX = ((1920, 1080), (1280, 720))
"""Sizes of picture (width, height) that a camera is asked for, best first."""
_TIMEOUT_S = (8.0, 5.0)
"""To open a network stream, and between two of its packets."""
_PROTOCOLS = "http,https,tls,tcp,udp,rtp,srtp,rtsp,rtsps,crypto"
"""No ``file``: what a stream's playlist names is fetched from the network or not at all."""


class DeviceGrabber:
    """A camera of this machine, by index or device path."""

    def __init__(self, device: int | str, sizes_px: Sequence[tuple[int, int]] = SIZES_PX) -> None:
        """Open it; the first of the sizes (width, height) that it has is taken. Raises SourceError."""
        # OpenCV prints its own account of every attempt; the sentence below says it better.
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
        self._dialect = dialect_of()
        self._capture = cv2.VideoCapture(device, self._dialect.backend)
        if not self._capture.isOpened():
            others = others_words(str(device))
            raise SourceError(
                say("fault.camera.others", device=device, others=others)
                if others
                else say("fault.camera", device=device)
            )
        self._take_size(sizes_px)
        # A queue of old frames in the driver would make the newest frame a late one.
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        # What an earlier program fixed stays fixed in many cameras, for a light that is long gone.
        self._release_all()

    def _take_size(self, sizes_px: Sequence[tuple[int, int]]) -> None:
        """Left alone, most cameras deliver 640x480, too little for numbers on discs."""
        # Uncompressed, a webcam's cable carries a few large pictures a second only.
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        for width, height in sizes_px:
            self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
            self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
            if self._size_px() == (width, height):
                return

    def _size_px(self) -> tuple[int, int]:
        get = self._capture.get
        return int(get(cv2.CAP_PROP_FRAME_WIDTH)), int(get(cv2.CAP_PROP_FRAME_HEIGHT))

    def read(self) -> Image | None:
        """The next picture, or None once the camera is lost."""
        found, image = self._capture.read()
        if not found or image.shape[0] * image.shape[1] > MAX_PIXELS:
            return None
        return np.asarray(image, np.uint8)

    def lock(self) -> tuple[Refusal, ...]:
        """Switch the automatics off at the values they have found, and read back whether the camera obeyed.

        Takes some pictures meanwhile: those say whether the fixed exposure is the one that the automatic had found.
        """
        before = self._light()
        refused = {name: hold(self._capture, switch) for name, switch in self._dialect.switches.items()}
        if before is not None and not refused["exposure"]:
            refused["exposure"] = self._keep_brightness(before)
        return tuple(Refusal(name, why) for name, why in refused.items() if why)

    def _keep_brightness(self, wanted: float) -> str:
        factor = match_brightness(self._capture, self._dialect, wanted, self._light)
        if factor is None or abs(np.log2(factor)) <= BEARABLE_STOPS:
            return ""
        release(self._capture, self._dialect.switches["exposure"])
        return say("why.brighter", times=factor) if factor > 1 else say("why.darker", times=1 / factor)

    def _light(self) -> float | None:
        image = None
        for _ in range(FRAMES_A_ROUND):
            image = self.read()
            if image is None:
                return None
        return light_of(image) if image is not None else None

    def unlock(self) -> None:
        """Switch the automatics on again."""
        self._release_all()

    def _release_all(self) -> None:
        for switch in self._dialect.switches.values():
            release(self._capture, switch)

    def close(self) -> None:
        """Let go of the camera, its automatics on again for the next program."""
        self._release_all()
        self._capture.release()


class StreamGrabber:
    """A camera in the network (RTSP or HTTP)."""

    def __init__(self, url: str) -> None:
        options = {"protocol_whitelist": _PROTOCOLS, "fflags": "nobuffer"}
        if url.lower().startswith("rtsp"):
            options["rtsp_transport"] = "tcp"
        try:
            self._container = av.open(url, mode="r", timeout=_TIMEOUT_S, container_options=options)
        except (av.error.FFmpegError, ValueError, OSError) as error:
            cause = getattr(error, "strerror", None) or error
            raise SourceError(say("fault.address", name=public_address(url), why=cause)) from error
        if not self._container.streams.video:
            self._container.close()
            raise SourceError(say("fault.no_video", name=public_address(url)))
        self._frames = self._container.decode(self._container.streams.video[0])

    def read(self) -> Image | None:
        """The next picture, or None at the stream's end or after a fault."""
        try:
            picture = next(self._frames, None)
            if picture is None or picture.width * picture.height > MAX_PIXELS:
                return None
            return np.asarray(picture.to_ndarray(format="bgr24"), np.uint8)
        except (av.error.FFmpegError, ValueError):
            return None

    def lock(self) -> tuple[Refusal, ...]:
        """A stream has no switches."""
        why = say("why.network")
        return Refusal("exposure", why), Refusal("white balance", why), Refusal("focus", why)

    def unlock(self) -> None:
        """There is nothing to let go of."""

    def close(self) -> None:
        """Hang up."""
        self._container.close()


def public_address(url: str) -> str:
    """The address without a user's name and password: messages end up in logs."""
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path}"
