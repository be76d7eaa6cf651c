"""The gate: when the table may be read, judged on drawn scenes by time alone."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.changes import TableRegion, shrink, whole_picture
from vision.gate import STILL_S, Gate, GateState, Mood

WIDTH, HEIGHT = 640, 360
Picture = np.ndarray


def table(discs: tuple[tuple[int, int], ...] = ((200, 150), (400, 220))) -> Picture:
    """A printed sheet on a plain table, with discs."""
    image = np.full((HEIGHT, WIDTH, 3), (70, 90, 110), np.uint8)
    cv2.rectangle(image, (60, 40), (580, 320), (225, 230, 228), -1)
    cv2.rectangle(image, (100, 70), (540, 290), (60, 130, 70), -1)
    for x in range(110, 540, 22):
        cv2.line(image, (x, 70), (x, 290), (110, 170, 120), 1)
    for y in range(80, 290, 22):
        cv2.line(image, (100, y), (540, y), (110, 170, 120), 1)
    for centre in discs:
        cv2.circle(image, centre, 7, (170, 60, 40), -1)
        cv2.circle(image, centre, 3, (240, 240, 240), -1)
    return image


def hand(image: Picture, tip: tuple[int, int]) -> Picture:
    """An arm that reaches in from the south edge."""
    reached = image.copy()
    cv2.line(reached, (tip[0] + 60, HEIGHT + 40), tip, (120, 150, 210), 70)
    return reached


def noisy(sigma: float, seed: int = 3) -> Callable[[Picture], Picture]:
    rng = np.random.default_rng(seed)
    return lambda image: np.clip(image + rng.normal(0, sigma, image.shape), 0, 255).astype(np.uint8)


def board_region() -> TableRegion:
    """The whole picture, with the field where ``table`` draws it."""
    region = whole_picture(shrink(table()))
    field = np.zeros(region.mask.shape, bool)
    field[35:145, 50:270] = True
    return replace(region, field=field)


def bands(t: float) -> np.ndarray:
    """(HEIGHT, 1, 1): 6 % of flicker, running down a rolling shutter."""
    return (1 + 0.06 * np.sin(np.arange(HEIGHT) / 45 + t * 31))[:, None, None]


def watch(gate: Gate, frames: Iterator[tuple[float, Picture]] | list[tuple[float, Picture]]) -> list[GateState]:
    region = board_region()
    return [gate.step(image, t, region) for t, image in frames]


def stretch(image: Picture, start: float, seconds: float, fps: float = 10.0) -> list[tuple[float, Picture]]:
    return [(start + k / fps, image) for k in range(round(seconds * fps))]


def settled_at(states: list[GateState]) -> list[float]:
    return [state.t for state in states if state.settled_new]


def visit(start: float, *, still_s: float = 0.0) -> list[tuple[float, Picture]]:
    """A hand comes, perhaps rests, and goes: a second of motion in all."""
    ways = [(320, 330), (320, 280), (315, 230), (310, 200), (305, 190)]
    coming = [(start + 0.1 * k, hand(table(), tip)) for k, tip in enumerate(ways)]
    resting = stretch(hand(table(), (305, 190)), start + 0.5, still_s)
    going = [(start + 0.5 + still_s + 0.1 * k, hand(table(), tip)) for k, tip in enumerate(reversed(ways))]
    return coming + resting + going


@pytest.mark.parametrize("fps", [5.0, 10.0, 30.0])
def test_a_table_at_rest_is_reported_once_and_in_time_at_any_frame_rate(fps: float) -> None:
    states = watch(Gate(), stretch(table(), 0.0, 2.0, fps))
    (when,) = settled_at(states)
    assert STILL_S <= when <= STILL_S + 1.01 / fps
    assert all(state.mood is Mood.SETTLED for state in states if state.t >= when)
    assert not any(state.readable for state in states if state.t < when)


@given(gaps_ms=st.lists(st.integers(15, 350), min_size=8, max_size=30))
@settings(deadline=None, max_examples=20)
def test_uneven_frames_are_judged_by_their_times(gaps_ms: list[int]) -> None:
    times = np.cumsum([0, *gaps_ms]) / 1000
    states = watch(Gate(), [(float(t), table()) for t in times])
    due = [float(t) for t in times if t - times[0] >= STILL_S - 1e-9]
    assert settled_at(states) == due[:1]


def test_nothing_is_readable_while_a_hand_moves_or_rests_over_the_table() -> None:
    still_s = 3.0
    frames = stretch(table(), 0, 1) + stretch(table(), 1, 1) + visit(2.0, still_s=still_s)
    after = 2.0 + 1.0 + still_s
    states = watch(Gate(), frames + visit(after) + stretch(table(), after + 1.0, 1))
    assert settled_at(states) == [pytest.approx(0.4), pytest.approx(after + 1.0 + 0.4, abs=0.11)]
    resting = [state.mood for state in states if 2.6 <= state.t < 2.4 + still_s]
    assert set(resting) == {Mood.HAND}


def test_a_hand_in_the_first_picture_is_forgotten_soon_after_it_left() -> None:
    first = stretch(hand(table(), (305, 190)), 0.0, 1.0)
    leaving = [(1.0 + 0.1 * k, hand(table(), tip)) for k, tip in enumerate([(310, 230), (320, 290), (320, 340)])]
    states = watch(Gate(), first + leaving + stretch(table(), 1.3, 2.0))
    assert settled_at(states) == [pytest.approx(0.4), pytest.approx(1.3 + 0.8, abs=0.25)]


def test_a_hand_that_comes_right_after_the_first_picture_is_a_hand() -> None:
    frames = stretch(table(), 0, 0.6) + visit(0.6, still_s=2.0)[:25]
    assert settled_at(watch(Gate(), frames)) == [pytest.approx(0.4)]


def test_a_moved_disc_is_a_new_settled_stretch_and_no_hand() -> None:
    before, after = table(), table(((200, 150), (310, 120)))
    states = watch(Gate(), stretch(before, 0, 1) + stretch(after, 1, 1))
    assert settled_at(states) == [pytest.approx(0.4), pytest.approx(1.4)]
    assert Mood.HAND not in {state.mood for state in states}
    assert not any(state.shifted or state.relit for state in states)


def test_a_whole_side_rearranged_at_once_is_no_hand() -> None:
    crowd = tuple((x, y) for x in range(140, 520, 40) for y in range(100, 280, 50))
    states = watch(Gate(), stretch(table(), 0, 1) + visit(1.0) + stretch(table(crowd), 2.0, 1.5))
    assert settled_at(states)[-1] == pytest.approx(2.4)


def test_a_knocked_camera_is_told_from_a_hand() -> None:
    knock = np.float32([[1, 0, 14], [0, 1, -9]])
    moved = cv2.warpAffine(table(), knock, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    states = watch(Gate(), stretch(table(), 0, 1) + stretch(moved, 1, 1))
    (report,) = [state for state in states if state.settled_new and state.t >= 1]
    assert report.shifted
    assert not report.relit


def test_a_lamp_is_told_from_a_hand() -> None:
    glow = 1 + 0.5 * np.linspace(0, 1, WIDTH)[None, :, None] * np.linspace(1, 0.4, HEIGHT)[:, None, None]
    lit = np.clip(table() * 0.6 * glow, 0, 255).astype(np.uint8)
    states = watch(Gate(), stretch((table() * 0.6).astype(np.uint8), 0, 1) + stretch(lit, 1, 1))
    (report,) = [state for state in states if state.settled_new and state.t >= 1]
    assert report.relit
    assert not report.shifted
    assert report.t == pytest.approx(1.4)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("noise", lambda image, _: noisy(12.0)(image)),
        ("noise in the dark", lambda image, t: noisy(25.0, seed=round(t * 1000))((image * 0.45).astype(np.uint8))),
        ("bands", lambda image, t: np.clip(image * bands(t), 0, 255).astype(np.uint8)),
        ("bands in glare", lambda image, t: np.clip(image * 1.25 * bands(t), 0, 255).astype(np.uint8)),
        ("exposure", lambda image, t: np.clip(image * (0.8 + 0.08 * np.sin(t * 37)), 0, 255).astype(np.uint8)),
        ("white balance", lambda image, t: np.clip(image * (0.8 + 0.02 * np.sin((t, t + 2, t + 4))), 0, 255)),
    ],
)
def test_an_unquiet_webcam_does_not_keep_the_table_from_settling(
    name: str, change: Callable[[Picture, float], Picture]
) -> None:
    frames = stretch(table(), 0, 1) + visit(1.0) + stretch(table(), 2, 1)
    states = watch(Gate(), [(t, change(image, t).astype(np.uint8)) for t, image in frames])
    assert len(settled_at(states)) == 2, name
    assert not any(state.readable for state in states if 1.1 <= state.t < 2.0)


def test_without_a_board_it_says_so_but_still_knows_stillness() -> None:
    gate = Gate()
    states = [gate.step(image, t, None) for t, image in stretch(table(), 0, 1)]
    assert {state.mood for state in states} == {Mood.NO_BOARD}
    assert not any(state.settled_new for state in states)
    assert states[-1].still_s == pytest.approx(0.9)


def test_a_thing_left_on_the_table_is_accepted_after_a_while() -> None:
    mug = cv2.circle(table(), (300, 180), 40, (205, 215, 225), -1)
    states = watch(Gate(patience_s=3.0), stretch(table(), 0, 1) + visit(1) + stretch(mug, 2.0, 5.0))
    assert settled_at(states)[-1] == pytest.approx(2.0 + 3.0, abs=0.2)


def test_an_arm_that_rests_for_ten_seconds_is_still_an_arm() -> None:
    states = watch(Gate(), stretch(table(), 0, 2) + visit(2.0, still_s=10.0) + stretch(table(), 13.0, 1.0))
    assert settled_at(states) == [pytest.approx(0.4), pytest.approx(13.4, abs=0.11)]


def test_a_hand_that_the_reader_saw_in_the_first_picture_is_forgotten_as_soon_as_it_moves() -> None:
    gate = Gate()
    watch(gate, stretch(hand(table(), (305, 190)), 0.0, 0.8))
    gate.distrust()
    leaving = [(0.8 + 0.1 * k, hand(table(), tip)) for k, tip in enumerate([(310, 230), (320, 290), (320, 340)])]
    assert settled_at(watch(gate, leaving + stretch(table(), 1.1, 1.0))) == [pytest.approx(1.1 + 0.4)]


def test_a_view_that_was_forgotten_is_no_measure_for_the_new_one() -> None:
    gate = Gate()
    watch(gate, stretch(table(), 0, 1))
    gate.forget()
    (report,) = [state for state in watch(gate, stretch(table()[::-1, ::-1], 1, 1)) if state.settled_new]
    assert report.t == pytest.approx(1.4)
    assert not report.shifted


def test_a_camera_that_changes_its_size_starts_afresh() -> None:
    gate = Gate()
    watch(gate, stretch(table(), 0, 1))
    taller = cv2.resize(table(), (480, 480))
    region = whole_picture(shrink(taller))
    assert gate.step(taller, 1.0, region).mood is Mood.MOVING


def dice_beside(image: Picture, *middles: tuple[int, int]) -> Picture:
    """Large dice near the picture's south edge, each with its shadow."""
    with_dice = image.copy()
    for x, y in middles:
        cv2.ellipse(with_dice, (x - 14, y + 12), (26, 14), 0, 0, 360, (35, 45, 55), -1)
        cv2.rectangle(with_dice, (x - 15, y - 15), (x + 15, y + 15), (40, 40, 200), -1)
    return with_dice


@pytest.mark.parametrize("at", [((330, 344), (375, 344)), ((300, 344), (345, 344), (390, 344))])
def test_dice_thrown_next_to_where_they_lay_hold_nothing_up(at: tuple[tuple[int, int], ...]) -> None:
    before = dice_beside(table(), *at)
    after = dice_beside(table(), *((x + 24, y - 3) for x, y in at))
    states = watch(Gate(), stretch(before, 0.0, 1.0) + stretch(after, 1.0, 2.5))
    assert settled_at(states)[-1] == pytest.approx(1.9, abs=0.2)
    assert states[-1].readable


def test_a_hand_that_rests_on_the_field_is_waited_for() -> None:
    states = watch(Gate(), stretch(table(), 0.0, 1.0) + stretch(hand(table(), (305, 190)), 1.0, 3.0))
    assert states[-1].mood is Mood.HAND
