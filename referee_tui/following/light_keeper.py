"""Light that became another: what is said of it, and when a camera with a fixed exposure and focus measures anew.

That it does between acts, or while there is no board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee_tui.following.sentences import say
from vision.disturbance import Disturbance

if TYPE_CHECKING:
    from referee_tui.following.eyes import Eyes
    from vision.gate import GateState
    from vision.sources import Frame, Source

AGAIN_S = 30.0
"""A light that the camera cannot make good is not measured over and over."""
GONE_S = 5.0
"""Without the board in sight for so long, the camera may have been fixed while it looked at something else."""
RELIT = {
    Disturbance.LAMP: say("light.lamp"),
    Disturbance.CLOUD: say("light.cloud"),
    Disturbance.EXPOSURE: say("light.exposure"),
}
"""What is written down of light that stays as it became; of any other there is less to say."""


class LightKeeper:
    """Has the camera measure anew where the lamp was switched, or where it was fixed for another view."""

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
        return say(f"light.again.{fault}")

    def mind_gone(self, t: float, gone_s: float) -> str:
        """While the board has not been in sight for ``gone_s`` seconds. Returns what there is to be said."""
        if gone_s < GONE_S or t - self._measured_t < AGAIN_S or not self._source.remeasure():
            return ""
        self._measured_t = t
        return say("light.gone")


def relit_words(gate: GateState) -> str:
    """What is to be said of light that came to rest otherwise than it was; empty if it did not."""
    if not gate.relit:
        return ""
    named = RELIT.get(gate.cause) if gate.cause is not None else None
    return named or say("light.other")
