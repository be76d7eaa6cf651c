"""After the lamp was switched, a camera with a fixed exposure has to measure the light anew, between acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee_tui.eyes import Eyes
    from vision.sources import Frame, Source

AGAIN_S = 30.0
"""A light that the camera cannot make good is not measured over and over."""


class LightKeeper:
    """Has the camera measure the light anew where the table has become too dark or too bright for its exposure."""

    def __init__(self, source: Source, eyes: Eyes) -> None:
        """Nothing has been measured yet."""
        self._source, self._eyes = source, eyes
        self._measured_t = float("-inf")

    def mind(self, frame: Frame) -> str:
        """Look at a table at rest, with no hand in the picture. Returns what there is to be said, mostly nothing."""
        if frame.t - self._measured_t < AGAIN_S:
            return ""
        fault = self._eyes.exposure_fault(frame)
        if not fault or not self._source.remeasure():
            return ""
        self._measured_t = frame.t
        return f"The picture has become too {fault}; the camera measures the light anew"
