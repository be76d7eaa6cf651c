"""Drivers of every kind: what can be fixed is fixed at what the camera had found, what cannot is said."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import pytest

from vision.sources.camera import DeviceGrabber
from vision.sources.locks import (
    AV_FOUNDATION,
    DIRECT_SHOW,
    GAMMA,
    IGNORED,
    NO_SWITCH,
    V4L2,
    Dialect,
    dialect_of,
)

AUTO_LIGHT = 0.25
"""Mean light of the picture that a camera's automatic strives for."""

EXPOSURE, AUTO_EXPOSURE = cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTO_EXPOSURE


@dataclass
class Webcam:
    """A driver and the camera behind it: its picture is as bright as its exposure makes it."""

    properties: dict[int, float] = field(default_factory=dict)
    """What can be read and set."""
    off: float = 1.0
    """Setting of the exposure switch that means manual."""
    stubborn: bool = False
    """Takes the setting of every switch and does nothing."""
    tells_exposure: bool = True
    """Whether the exposure found by the automatic can be read; else a default is."""
    found: float = 240.0
    """Exposure that the automatic has found."""
    log: bool = False
    """Exposure in stops."""
    value_switches_off: bool = False
    """Setting a value is what ends the automatic."""
    flags: bool = False
    """Switches answer with flags: 1 automatic, 2 manual."""
    numb: bool = False
    """A fixed exposure is always the shortest there is."""
    manual: bool = False
    released: bool = False

    def __call__(self, *_: object) -> Webcam:
        return self

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def release(self) -> None:
        self.released = True

    def get(self, what: int) -> float:
        if what not in self.properties:
            return -1.0
        if what == EXPOSURE and not self.manual and self.tells_exposure:
            return self.found
        if self.flags and what in {AUTO_EXPOSURE, cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_AUTO_WB}:
            return 1.0 if self.properties[what] == 1.0 else 2.0
        return self.properties[what]

    def set(self, what: int, value: float) -> bool:
        if what not in self.properties:
            return what in {cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT}
        if self.stubborn:
            return True
        if what == EXPOSURE:
            if not self.manual and not self.value_switches_off:
                return False
            self.manual = True
        if what == AUTO_EXPOSURE:
            self.manual = value == self.off
        self.properties[what] = value
        return True

    def read(self) -> tuple[bool, np.ndarray]:
        light = AUTO_LIGHT
        if self.manual:
            light = 0.001 if self.numb else AUTO_LIGHT * self._relative(self.properties[EXPOSURE])
        level = round(255 * min(1.0, light) ** (1 / GAMMA))
        return True, np.full((72, 128, 3), level, np.uint8)

    def _relative(self, exposure: float) -> float:
        return 2.0 ** (exposure - self.found) if self.log else exposure / self.found

    @property
    def light(self) -> float:
        """Of its picture now."""
        return float((self.read()[1][0, 0, 0] / 255) ** GAMMA)


def linux(**changes: Any) -> Webcam:  # noqa: ANN401 - fields of Webcam
    switches = {
        AUTO_EXPOSURE: 3.0, EXPOSURE: 157.0, cv2.CAP_PROP_AUTO_WB: 1.0, cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
        cv2.CAP_PROP_AUTOFOCUS: 1.0, cv2.CAP_PROP_FOCUS: 30.0,
    }  # fmt: skip
    without = changes.pop("without", ())
    return Webcam({what: value for what, value in switches.items() if what not in without}, **changes)


def windows(**changes: Any) -> Webcam:  # noqa: ANN401 - fields of Webcam
    switches = {
        EXPOSURE: -5.0, cv2.CAP_PROP_WHITE_BALANCE_BLUE_U: 4600.0, cv2.CAP_PROP_AUTOFOCUS: 1.0,
        cv2.CAP_PROP_FOCUS: 30.0, **changes.pop("switches", {}),
    }  # fmt: skip
    return Webcam(switches, off=0.0, found=-6.0, log=True, value_switches_off=True, flags=True, **changes)


FOCUS = (cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS)


@pytest.mark.parametrize(
    ("camera", "dialect", "refused", "stops_off"),
    [
        pytest.param(linux(), V4L2, {}, 0.1, id="obeys"),
        pytest.param(linux(without=FOCUS), V4L2, {"focus": NO_SWITCH}, 0.1, id="no focus"),
        pytest.param(linux(tells_exposure=False), V4L2, {}, 0.2, id="tells a default exposure"),
        pytest.param(
            linux(stubborn=True),
            V4L2,
            dict.fromkeys(("exposure", "white balance", "focus"), IGNORED),
            0.0,
            id="ignores",
        ),
        pytest.param(linux(numb=True), V4L2, {"exposure": "times as dark"}, 0.0, id="dark once fixed"),
        pytest.param(
            windows(switches={AUTO_EXPOSURE: 1.0, cv2.CAP_PROP_AUTO_WB: 1.0}), DIRECT_SHOW, {}, 0.1, id="flags"
        ),
        pytest.param(windows(tells_exposure=False), DIRECT_SHOW, {}, 0.6, id="fixed by a value, in whole stops"),
        pytest.param(
            Webcam(), AV_FOUNDATION, dict.fromkeys(("exposure", "white balance", "focus"), NO_SWITCH), 0.0, id="none"
        ),
    ],
)
def test_what_can_be_fixed_is_fixed_at_what_was_found_and_the_rest_is_said(
    camera: Webcam, dialect: Dialect, refused: dict[str, str], stops_off: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.sources.camera.cv2.VideoCapture", camera)
    monkeypatch.setattr("vision.sources.camera.dialect_of", lambda: dialect)
    grabber = DeviceGrabber(0)
    said = {refusal.name: refusal.why for refusal in grabber.lock()}
    assert said.keys() == refused.keys()
    assert all(why in said[name] for name, why in refused.items())
    assert camera.manual is ("exposure" not in refused)
    assert abs(np.log2(camera.light / AUTO_LIGHT)) <= stops_off + 0.02
    grabber.unlock()
    assert camera.manual is False or camera.value_switches_off
    grabber.close()
    assert camera.released


def test_a_camera_that_was_left_fixed_measures_first(monkeypatch: pytest.MonkeyPatch) -> None:
    camera = linux()
    camera.set(AUTO_EXPOSURE, 1.0)
    camera.set(EXPOSURE, 8.0)
    monkeypatch.setattr("vision.sources.camera.cv2.VideoCapture", camera)
    monkeypatch.setattr("vision.sources.camera.dialect_of", lambda: V4L2)
    grabber = DeviceGrabber(0)
    assert camera.light == pytest.approx(AUTO_LIGHT, rel=0.02)
    grabber.lock()
    assert camera.light == pytest.approx(AUTO_LIGHT, rel=0.1)
    grabber.close()
    assert not camera.manual


@pytest.mark.parametrize(("platform", "dialect"), [("linux", V4L2), ("win32", DIRECT_SHOW), ("darwin", AV_FOUNDATION)])
def test_each_system_has_its_dialect(platform: str, dialect: Dialect) -> None:
    assert dialect_of(platform) is dialect
