"""What is said of one view of a target, against how it was drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.lens.targets import ChessTarget, kit_target
from calibration.lens.views import View, ViewFailure, look
from tests.scenes.targets import Held, Shot, chess_print, draw_view, kit_print, true_lens, view_of

if TYPE_CHECKING:
    from calibration.lens.targets import Target
    from tests.scenes.targets import Print

LENS = true_lens((640, 480), focal_px=525, centre_off_px=(0, 0), terms=(-0.05, 0.0, 0.0, 0.0, 0.0))
KIT, CHESS = (kit_print(), kit_target()), (chess_print((7, 4)), ChessTarget((7, 4), 30))


def seen(held: Held, shot: Shot | None = None, kind_of: tuple[Print, Target] = KIT) -> View | ViewFailure:
    picture = draw_view(kind_of[0], LENS, held, np.random.default_rng(5), shot or Shot())
    return look(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), kind_of[1], "a picture")


@pytest.mark.parametrize(
    ("shot", "blur_px"), [(Shot(blur_px=0.5), 0.65), (Shot(blur_px=1.2), 1.3), (Shot(blur_px=2.0), 2.05)]
)
def test_sharpness_is_the_lens_s_blur(shot: Shot, blur_px: float) -> None:
    # The pixel's own width adds to a small blur; 0.29 px is its standard deviation.
    view = seen(Held(distance_mm=330, tilt_deg=20, lean_deg=45), shot)
    assert view
    assert view.sharpness.blur_px == pytest.approx(blur_px, abs=0.25)


CASES = {
    "not there": (KIT, Held(at=(3.0, 0.5)), Shot(), "none", "not seen"),
    "mostly outside": (KIT, Held(at=(0.0, 0.04), distance_mm=300), Shot(), "few", "crossings are seen"),
    "too far": (KIT, Held(distance_mm=1000), Shot(), "none", "nearer"),
    "half read": (KIT, Held(distance_mm=330), Shot(blur_px=2.5), "blurred", "focus"),
    "too dark": (KIT, Held(distance_mm=330), Shot(light=0.05), "none", "too dark"),
    "out of focus": (KIT, Held(distance_mm=330), Shot(blur_px=4), "blurred", "focus"),
    "edges out of focus": (CHESS, Held(distance_mm=330), Shot(blur_px=3), "blurred", "focus"),
    "far and soft": (CHESS, Held(distance_mm=1000), Shot(blur_px=2), "blurred", "focus"),
    "moved": (KIT, Held(distance_mm=330), Shot(smear_px=3), "moved", "hold"),
    "moved far": (CHESS, Held(distance_mm=600), Shot(smear_px=9), "moved", "hold"),
}


@pytest.mark.parametrize(("kind_of", "held", "shot", "kind", "says"), CASES.values(), ids=CASES.keys())
def test_a_view_of_no_use_is_refused_with_the_reason(
    kind_of: tuple[Print, Target], held: Held, shot: Shot, kind: str, says: str
) -> None:
    answer = seen(held, shot, kind_of)
    assert not answer
    assert isinstance(answer, ViewFailure)
    assert answer.kind == kind
    assert answer.name == "a picture"
    assert says in answer.reason
    assert ";" in answer.reason, "a cure follows the cause"


@pytest.mark.parametrize("blur_px", [3.0, 5.0, 8.0])
def test_a_blurred_target_before_a_room_in_focus_is_said_to_be_blurred(blur_px: float) -> None:
    rng = np.random.default_rng(5)
    grey = cv2.cvtColor(draw_view(KIT[0], LENS, Held(distance_mm=330), rng, Shot(blur_px=blur_px)), cv2.COLOR_BGR2GRAY)
    grey[:40] = np.kron(rng.integers(20, 220, (5, 80)), np.ones((8, 8)))
    answer = look(grey, KIT[1], "a picture")
    assert isinstance(answer, ViewFailure)
    assert answer.kind == "blurred"
    assert "focus on the lens target" in answer.reason


def test_glare_costs_crossings_and_not_their_places() -> None:
    clean = seen(Held(distance_mm=330, tilt_deg=20))
    glared = seen(Held(distance_mm=330, tilt_deg=20), Shot(glare_at=(0.4, 0.5)))
    assert clean
    assert glared
    assert len(glared.ids) < len(clean.ids)
    at = dict(zip(clean.ids.tolist(), clean.corners_px, strict=True))
    off = [np.linalg.norm(at[n] - place) for n, place in zip(glared.ids.tolist(), glared.corners_px, strict=True)]
    assert np.median(off) < 0.3


@pytest.mark.parametrize("lean_deg", [0.0, 90.0, 180.0, 270.0, 35.0])
@pytest.mark.parametrize("tilt_deg", [15.0, 40.0])
def test_tilt_and_the_nearest_edge_are_told(tilt_deg: float, lean_deg: float) -> None:
    view = view_of(LENS, Held(distance_mm=400, tilt_deg=tilt_deg, lean_deg=lean_deg), np.random.default_rng(0))
    assert view.tilt_deg == pytest.approx(tilt_deg, abs=4)
    assert (view.lean_deg - lean_deg + 180) % 360 - 180 == pytest.approx(0, abs=12)


def test_nearer_fills_more() -> None:
    fills = [view_of(LENS, Held(distance_mm=mm), np.random.default_rng(0)).fill for mm in (300, 450, 900)]
    assert fills == sorted(fills, reverse=True)
    # 180 x 90 mm between the outer crossings, at 450 mm, 525 px focal length.
    assert fills[1] == pytest.approx(180 * 90 * (525 / 450) ** 2 / (640 * 480), rel=0.03)
