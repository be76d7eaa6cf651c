"""Letters as outlines: sizes, places and the plain zero."""

import cv2
import numpy as np
import pytest

from calibration.kit.canvas import Canvas
from calibration.kit.letters import lettering

BLACK, WHITE = (0, 0, 0), (255, 255, 255)


def ink(words: str, **how: object) -> np.ndarray:
    """Where a text of 6 mm at (30, 20) has ink, at 10 px/mm: (N, 2) millimetres."""
    canvas = Canvas((60.0, 40.0), 10.0, WHITE)
    canvas.text(words, (30.0, 20.0), 6.0, BLACK, **how)  # type: ignore[arg-type]  # a test's own options
    ys, xs = np.nonzero(canvas.image[..., 0] < 128)
    return (np.column_stack((xs, ys)) + 0.5) / 10.0


@pytest.mark.parametrize(
    ("words", "spare"),
    [("H", 0.15), ("EXIT", 0.15), ("17", 0.15), ("REGISTA", 0.6)],  # round letters reach beyond straight ones
)
@pytest.mark.parametrize("weight", [400, 800])
def test_capitals_and_digits_are_as_high_as_said_and_centred(words: str, spare: float, weight: int) -> None:
    at = ink(words, weight=weight)
    assert np.ptp(at[:, 1]) == pytest.approx(6.0, abs=spare)
    assert (at.min(axis=0) + at.max(axis=0)) / 2 == pytest.approx((30.0, 20.0), abs=0.1)


def test_text_may_be_condensed_turned_and_set_to_a_side() -> None:
    assert np.ptp(ink("15", max_width_mm=4.0)[:, 0]) == pytest.approx(4.0, abs=0.15)
    wide, turned = ink("REGISTA"), ink("REGISTA", turn_deg=90.0)
    assert np.ptp(turned, axis=0) == pytest.approx(np.ptp(wide, axis=0)[::-1], abs=0.2)
    # Clockwise: what was on the right is below.
    assert ink("L.", turn_deg=90.0)[:, 1].max() > 20.0
    assert ink("17", align="west")[:, 0].min() == pytest.approx(30.0, abs=0.1)
    assert ink("17", align="east")[:, 0].max() == pytest.approx(30.0, abs=0.1)


def test_a_clockwise_turn_carries_the_foot_of_a_seven_to_the_left() -> None:
    """The 7's bar is at its top: turned by a quarter it stands on the right."""
    at = ink("7", turn_deg=90.0)
    bar = at[np.abs(at[:, 0] - at[:, 0].max()) < 0.5]
    foot = at[np.abs(at[:, 0] - at[:, 0].min()) < 0.5]
    assert np.ptp(bar[:, 1]) > 2 * np.ptp(foot[:, 1])


@pytest.mark.parametrize("weight", [400, 700, 800])
def test_a_zero_is_plain_and_the_same_from_both_sides(weight: int) -> None:
    zero = lettering("0", weight)
    assert len(zero.contours) == 2
    mask = np.zeros((420, 400), np.uint8)
    cv2.fillPoly(mask, [np.round(contour * 400).astype(np.int32) for contour in zero.contours], 255)
    mask = mask[:, : round(zero.width * 400) + 1]
    assert (mask != mask[:, ::-1]).mean() < 0.02


def test_numbers_keep_their_digits() -> None:
    """A number's outlines are its digits', side by side: holes and all."""
    holes = {"0": 1, "4": 1, "6": 1, "8": 2, "9": 1}
    for number in range(1, 41):
        digits = str(number)
        assert len(lettering(digits, 800).contours) == sum(1 + holes.get(digit, 0) for digit in digits)


def test_nothing_to_write_leaves_no_ink() -> None:
    assert len(ink(" ")) == 0
    assert lettering("", 700).contours == ()
