"""The number reader, on faces whose number is known because they were drawn with it."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.crops import NumberError
from vision.faces import FACE_MARGIN, FACE_SIZE_PX, face_grid
from vision.numbers import ANSWER_AT, CANNOT_READ, NUMBERS, NumberReader
from vision.training.faces import FACE_PX, FaceStyle, draw_face
from vision.training.fonts import BUILT_IN_FONTS
from vision.training.samples import check_faces

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from vision.rectify import Image
    from vision.training.faces import Bgr, Mark

PILLOW_FONT = BUILT_IN_FONTS[0]
BLUE, RED, WHITE, BLACK = (170, 70, 30), (40, 40, 190), (240, 245, 245), (25, 25, 25)


@pytest.fixture(scope="module")
def reader() -> NumberReader:
    return NumberReader()


def printed(number: int | str | None, *, face: Bgr = BLUE, ink: Bgr = WHITE, mark: Mark | None = None) -> Image:
    if mark is None:
        mark = "bar" if number in {6, 9} else "none"
    text = None if number is None else str(number)
    return draw_face(FaceStyle(text, PILLOW_FONT, face, ink, mark=mark, weight=0.03)).image


def seen(
    image: Image, turn_deg: float = 0.0, *, size_px: int = FACE_SIZE_PX, disc_px: float | None = None, blur: float = 0.0
) -> Image:
    """A drawn face on a green table, turned clockwise, as a square picture of ``size_px``."""
    disc_px = disc_px or size_px * (1 - 2 * FACE_MARGIN)
    big = 4 * size_px
    scale = 4 * disc_px / FACE_PX
    middle = (FACE_PX - 1) / 2
    turn = np.asarray(cv2.getRotationMatrix2D((middle, middle), -turn_deg, scale), np.float64)
    turn[:, 2] += (big - 1) / 2 - middle
    picture = np.asarray(cv2.warpAffine(image, turn, (big, big), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    disc = np.zeros((big, big), np.uint8)
    cv2.circle(disc, (big // 2, big // 2), round(2 * disc_px), 255, -1)
    picture[disc == 0] = (70, 120, 60)
    small = cv2.resize(picture, (size_px, size_px), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), blur) if blur else small, np.uint8)


def read_one(reader: NumberReader, face: Image) -> NDArray[np.float64]:
    return np.asarray(reader.read(face[None])[0])


def said(probabilities: NDArray[np.float64]) -> int | None:
    best = int(probabilities.argmax())
    return None if best == CANNOT_READ else NUMBERS[best]


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("turn_deg", [0, 45, 90, 135, 180, 225, 270, 315])
def test_every_number_is_read_in_every_rotation(reader: NumberReader, number: int, turn_deg: float) -> None:
    probabilities = read_one(reader, seen(printed(number), turn_deg, blur=0.7))
    assert said(probabilities) == number
    assert probabilities[number - 1] > 0.5


@pytest.mark.parametrize(
    ("face", "ink"),
    [
        (BLUE, WHITE),
        (RED, WHITE),
        (WHITE, BLACK),
        ((40, 200, 230), BLACK),
        ((60, 140, 50), WHITE),
        (BLACK, (60, 200, 240)),
    ],
)
def test_colours_do_not_matter(reader: NumberReader, face: Bgr, ink: Bgr) -> None:
    faces = np.stack([seen(printed(number, face=face, ink=ink), 30 * number, blur=0.7) for number in NUMBERS])
    assert [said(row) for row in reader.read(faces)] == list(NUMBERS)


@pytest.mark.parametrize("gain", [0.25, 0.5, 1.0])
def test_dim_pictures_are_read(reader: NumberReader, gain: float) -> None:
    faces = np.stack([seen(printed(number), 24 * number) for number in NUMBERS])
    dim = (faces * gain).astype(np.uint8)
    assert [said(row) for row in reader.read(dim)] == list(NUMBERS)


@pytest.mark.parametrize("turn_deg", range(0, 360, 30))
def test_the_bar_tells_six_from_nine(reader: NumberReader, turn_deg: float) -> None:
    six, nine = (read_one(reader, seen(printed(number), turn_deg)) for number in (6, 9))
    assert said(six) == 6
    assert said(nine) == 9


@pytest.mark.parametrize("turn_deg", range(0, 360, 30))
@pytest.mark.parametrize("number", [6, 9])
def test_the_bar_is_seen_on_a_face_that_was_found_beside_its_place(
    reader: NumberReader, number: int, turn_deg: float
) -> None:
    face = seen(printed(number), turn_deg, blur=1.4)
    # More than a millimetre on a disc of 18 mm, so that the bar comes to lie at the edge.
    turn, off_px = np.radians(turn_deg), 2.5
    moved = np.array(((1.0, 0.0, -off_px * np.sin(turn)), (0.0, 1.0, off_px * np.cos(turn))))
    beside = cv2.warpAffine(face, moved, face.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    assert read_one(reader, np.asarray(beside, np.uint8))[number - 1] > 0.9


@pytest.mark.parametrize("turn_deg", [0, 90, 180, 270])
@pytest.mark.parametrize("number", [6, 9])
def test_a_six_or_nine_without_a_bar_is_one_of_the_two_and_no_certain_answer(
    reader: NumberReader, number: int, turn_deg: float
) -> None:
    probabilities = read_one(reader, seen(printed(number, mark="none"), turn_deg))
    assert probabilities.max() < ANSWER_AT
    assert probabilities[[5, 8]].sum() > 0.9


EIGHT_TURNS = range(0, 360, 45)


@pytest.mark.parametrize("letter", "ABCDEFGHJKLMNPQRSTUVWXYZ")
def test_a_letter_is_no_number(reader: NumberReader, letter: str) -> None:
    probabilities = reader.read(np.stack([seen(printed(letter), turn, blur=0.7) for turn in EIGHT_TURNS]))
    assert probabilities[:, :CANNOT_READ].max() < ANSWER_AT


def test_hardly_a_number_above_fifteen_is_taken_for_one_of_a_squad(reader: NumberReader) -> None:
    numbers = range(16, 100)
    faces = np.stack([seen(printed(number), turn, blur=0.7) for number in numbers for turn in EIGHT_TURNS])
    claimed = reader.read(faces)[:, :CANNOT_READ].max(axis=1).reshape(len(numbers), -1) >= ANSWER_AT
    # Of the net that was trained on 1 to 15 alone, 76 of the 84 were claimed in some direction.
    assert np.count_nonzero(claimed.any(axis=1)) <= 2


def blank() -> Image:
    return seen(printed(None))


def table_only() -> Image:
    return np.full((FACE_SIZE_PX, FACE_SIZE_PX, 3), (70, 120, 60), np.uint8)


def glare() -> Image:
    face = seen(printed(8)).copy()
    cv2.circle(face, (20, 20), 15, (255, 255, 255), -1)
    return np.asarray(cv2.GaussianBlur(face, (0, 0), 1.5), np.uint8)


def ball() -> Image:
    face = seen(printed(4)).copy()
    cv2.circle(face, (20, 19), 12, (30, 120, 240), -1)
    cv2.circle(face, (17, 15), 4, (120, 190, 255), -1)
    return np.asarray(cv2.GaussianBlur(face, (0, 0), 0.8), np.uint8)


@pytest.mark.parametrize("make", [blank, table_only, glare, ball])
def test_what_cannot_be_read_is_said_to_be_so(reader: NumberReader, make: Callable[[], Image]) -> None:
    probabilities = read_one(reader, make())
    assert said(probabilities) is None
    assert probabilities[:CANNOT_READ].max() < 0.4


def test_a_batch_says_the_same_as_one_by_one(reader: NumberReader) -> None:
    faces = np.stack([seen(printed(number), 40 * number) for number in NUMBERS])
    together = reader.read(faces)
    assert together.shape == (len(NUMBERS), CANNOT_READ + 1)
    np.testing.assert_allclose(together, np.concatenate([reader.read(face[None]) for face in faces]), atol=1e-4)


def test_the_net_runs_here_as_it_did_where_it_was_trained() -> None:
    record = json.loads(resources.files("vision").joinpath("models/number_net.json").read_text(encoding="utf-8"))
    raw = np.array(record["self_check"])[:, : CANNOT_READ + 1]
    expected = np.exp(raw) / np.exp(raw).sum(axis=1, keepdims=True)
    probabilities, up = NumberReader(sharpness=1.0)._look(check_faces())
    np.testing.assert_allclose(probabilities, expected, atol=1e-3)
    np.testing.assert_allclose(up, np.array(record["self_check"])[:, CANNOT_READ + 1 :], atol=1e-3)


def test_the_record_keeps_training_and_held_out_fonts_apart() -> None:
    record = json.loads(resources.files("vision").joinpath("models/number_net.json").read_text(encoding="utf-8"))
    assert record["held_out_families"]
    assert not set(record["font_families"]) & set(record["held_out_families"])


def test_no_faces_no_answers(reader: NumberReader) -> None:
    assert reader.read(np.zeros((0, FACE_SIZE_PX, FACE_SIZE_PX, 3), np.uint8)).shape == (0, CANNOT_READ + 1)


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**32 - 1), kind=st.sampled_from(["noise", "flat", "black", "white"]))
def test_answers_are_always_probabilities(seed: int, kind: str) -> None:
    rng = np.random.default_rng(seed)
    shape = (2, FACE_SIZE_PX, FACE_SIZE_PX, 3)
    faces = {
        "noise": rng.integers(0, 256, shape, np.uint8),
        "flat": np.full(shape, rng.integers(0, 256), np.uint8),
        "black": np.zeros(shape, np.uint8),
        "white": np.full(shape, 255, np.uint8),
    }[kind]
    probabilities = SHARED_READER.read(faces)
    assert np.isfinite(probabilities).all()
    assert (probabilities >= 0).all()
    np.testing.assert_allclose(probabilities.sum(axis=1), 1.0, atol=1e-9)


SHARED_READER = NumberReader()


@pytest.mark.parametrize(
    "faces",
    [
        np.zeros((FACE_SIZE_PX, FACE_SIZE_PX, 3), np.uint8),
        np.zeros((1, FACE_SIZE_PX, FACE_SIZE_PX), np.uint8),
        np.zeros((1, FACE_SIZE_PX + 1, FACE_SIZE_PX, 3), np.uint8),
        np.zeros((1, FACE_SIZE_PX, FACE_SIZE_PX, 3), np.float64),
    ],
)
def test_other_shapes_are_refused(reader: NumberReader, faces: NDArray[Any]) -> None:
    with pytest.raises(NumberError, match="is needed"):
        reader.read(faces)


@pytest.mark.parametrize("size_px", [30, 60, 120, 400])
@pytest.mark.parametrize("fill", [1.0, 0.85])
def test_a_crop_of_any_size_is_read(reader: NumberReader, size_px: int, fill: float) -> None:
    for number in (2, 6, 9, 13):
        reading = reader.read_crop(seen(printed(number), 70, size_px=size_px, disc_px=size_px * fill))
        assert reading["number"] == number
        assert reading["why"] is None


@pytest.mark.parametrize("turn_deg", range(0, 360, 40))
def test_up_is_where_the_numeral_points(reader: NumberReader, turn_deg: float) -> None:
    for number in (2, 5, 7, 12):
        up_deg = reader.read_crop(seen(printed(number), turn_deg, size_px=80))["up_deg"]
        assert up_deg is not None
        assert abs((up_deg - turn_deg + 180) % 360 - 180) < 25


def test_a_blank_crop_says_why(reader: NumberReader) -> None:
    reading = reader.read_crop(seen(printed(None), size_px=100))
    assert reading["number"] is None
    assert reading["up_deg"] is None
    assert reading["why"] == "no number can be seen"
    assert reading["confidence"] > 0.5


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((0, 0, 3), np.uint8),
        np.zeros((4, 40, 3), np.uint8),
        np.zeros((40, 40), np.uint8),
        np.zeros((40, 40, 4), np.uint8),
        np.zeros((40, 9000, 3), np.uint8),
        np.zeros((40, 40, 3), np.float32),
    ],
)
def test_crops_that_hold_no_face_are_refused(reader: NumberReader, image: NDArray[Any]) -> None:
    with pytest.raises(NumberError, match="is needed"):
        reader.read_crop(image)


def test_the_grid_of_a_face_has_the_disc_in_its_middle() -> None:
    grid = face_grid()
    assert grid.shape == (FACE_SIZE_PX, FACE_SIZE_PX, 2)
    np.testing.assert_allclose(grid.mean(axis=(0, 1)), 0.0, atol=1e-12)
    # The outer edge of the outermost pixels lies beyond the rim by the margin.
    half_pixel = (grid[0, 1, 0] - grid[0, 0, 0]) / 2
    assert grid[0, -1, 0] + half_pixel == pytest.approx(1 / (1 - 2 * FACE_MARGIN))
