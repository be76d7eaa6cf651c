"""A camera's automatics, fixed at what they have found on this table, and read back.

How a driver says "off" differs from system to system, and so does what it answers when asked. OpenCV (its sources
``cap_v4l.cpp``, ``cap_dshow.cpp``, ``cap_msmf.cpp``) hands both on as they are: V4L2 numbers the modes of exposure (1
manual, 3 or 0 automatic); DirectShow answers with flags (1 automatic, 2 manual) and takes a fixed value for "off" as
well; AVFoundation has no such switches.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

import cv2
import numpy as np

from vision.sentences import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vision.rectify import Image

Automatic = Literal["exposure", "white balance", "focus"]

UNKNOWN = -1.0
"""What OpenCV answers for a property that a camera does not have."""

NO_SWITCH = say("why.no_switch")
IGNORED = say("why.ignored")

ROUNDS = 4
"""Attempts to find the fixed exposure that makes the picture as bright as the automatic one."""
FRAMES_A_ROUND = 4
"""Pictures until a new exposure shows."""
ENOUGH_STOPS = 0.15
"""As near as counts as the same; where exposure goes by whole stops, half a stop is the nearest there is."""
BEARABLE_STOPS = 0.8
"""A picture that is brighter or darker by more is worse than one that the camera goes on adjusting."""
GAMMA = 2.2


class Driver(Protocol):
    """What is needed of ``cv2.VideoCapture``."""

    def get(self, what: int, /) -> float:
        """A property's value."""

    def set(self, what: int, value: float, /) -> bool:
        """Whether the driver took it."""


@dataclass(frozen=True, slots=True)
class Switch:
    """How one automatic is switched in one system's drivers."""

    automatic: int
    """OpenCV's number of the switch."""
    value: int
    """OpenCV's number of the value that the automatic drives."""
    off: float = 0.0
    on: tuple[float, ...] = (1.0,)
    """Values for "on", the usual one first."""
    reads_off: tuple[float, ...] = (0.0,)
    """What the switch may answer while it is off."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """One system's drivers."""

    backend: int
    """OpenCV's number of the way to them."""
    switches: Mapping[Automatic, Switch]
    log_exposure: bool = False
    """Exposure is counted in stops (powers of two), not in units of time."""


_WHITE_BALANCE = Switch(cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE)
_FOCUS = Switch(cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS)

V4L2 = Dialect(
    cv2.CAP_V4L2,
    {
        "exposure": Switch(cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE, 1.0, (3.0, 0.0), (1.0,)),
        "white balance": _WHITE_BALANCE,
        "focus": _FOCUS,
    },
)
DIRECT_SHOW = Dialect(
    cv2.CAP_DSHOW,
    {
        "exposure": Switch(cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE, reads_off=(0.0, 2.0)),
        "white balance": Switch(cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WHITE_BALANCE_BLUE_U, reads_off=(0.0, 2.0)),
        "focus": Switch(cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS, reads_off=(0.0, 2.0)),
    },
    log_exposure=True,
)
AV_FOUNDATION = Dialect(
    cv2.CAP_AVFOUNDATION,
    {
        "exposure": Switch(cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE),
        "white balance": _WHITE_BALANCE,
        "focus": _FOCUS,
    },
)


def dialect_of(platform: str = sys.platform) -> Dialect:
    """The drivers of a system as ``sys.platform`` names it."""
    return {"darwin": AV_FOUNDATION, "win32": DIRECT_SHOW}.get(platform, V4L2)


@dataclass(frozen=True, slots=True)
class Refusal:
    """An automatic that could not be fixed."""

    name: Automatic
    why: str
    """Half a sentence."""


def hold(driver: Driver, switch: Switch) -> str:
    """Switch an automatic off at the value it has found; why it cannot be, or an empty string once it is off."""
    found = driver.get(switch.value)
    taken = driver.set(switch.automatic, switch.off)
    valued = not _is_one_of(found, (UNKNOWN,)) and driver.set(switch.value, found)
    if not taken and not valued:
        return NO_SWITCH
    answer = driver.get(switch.automatic)
    if _is_one_of(answer, switch.reads_off) and taken:
        return ""
    # Some drivers have no word for the switch: there, a value that stays as it was set is a fixed one.
    if _is_one_of(answer, (UNKNOWN,)) and valued and _is_one_of(driver.get(switch.value), (found,)):
        return ""
    return IGNORED if taken else NO_SWITCH


def release(driver: Driver, switch: Switch) -> None:
    """Switch an automatic on again."""
    for on in switch.on:
        if driver.set(switch.automatic, on):
            return


def match_brightness(
    driver: Driver, dialect: Dialect, wanted: float, brightness: Callable[[], float | None]
) -> float | None:
    """Correct a fixed exposure until the picture is as bright as it was by the automatic.

    Some cameras do not tell the exposure that their automatic has found, and hold another one. ``wanted`` is the
    brightness (see ``light_of``) before, ``brightness`` measures it anew. Returns the factor by which the picture is
    brighter in the end, None if the camera was lost.
    """
    value = dialect.switches["exposure"].value
    best: tuple[float, float] | None = None
    exposure = driver.get(value)
    for _ in range(ROUNDS):
        now = brightness()
        if now is None:
            return None
        factor = max(now, 1e-4) / max(wanted, 1e-4)
        if best is None or abs(np.log(factor)) < abs(np.log(best[0])):
            best = factor, exposure
        stops = -float(np.log2(factor))
        step = round(stops) if dialect.log_exposure else stops
        if abs(step) < ENOUGH_STOPS:
            break
        exposure = exposure + step if dialect.log_exposure else max(1.0, round(exposure * 2.0**step))
        if not driver.set(value, exposure):
            break
    if best is None:
        return None
    if driver.get(value) != best[1]:
        driver.set(value, best[1])
    return best[0]


def light_of(image: Image) -> float:
    """Mean light (0 to 1, linear) of a picture (height, width, 3) BGR."""
    levels = cv2.resize(image, (64, 36), interpolation=cv2.INTER_AREA).astype(np.float32) / 255.0
    return float((levels**GAMMA).mean())


def _is_one_of(answer: float, values: tuple[float, ...]) -> bool:
    return any(abs(answer - value) < 1e-3 for value in values)
