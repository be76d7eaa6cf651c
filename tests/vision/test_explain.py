"""The picture that explains what was seen: everything is marked where it lies, and words keep off each other."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import shipped_board
from engine.observation import Observation, SeenBall, SeenDie, SeenPiece, Unsure
from tests.scenes import make_camera
from vision.explain import draw_explanation, draw_failure
from vision.explain.canvas import INK, Canvas, text_size
from vision.explain.legend import BALL, DIE, DOUBT, TEAM, WIDTH_PX

BOARD = shipped_board("regista-a2")
TONES = (TEAM["B"][0], INK)


def piece(number: int | None, space: str, confidence: float = 0.999) -> SeenPiece:
    x_mm, y_mm = BOARD.grid.centre_mm(space)
    return SeenPiece("B", number, x_mm, y_mm, space, confidence)


def near(picture: np.ndarray, at_px: np.ndarray, colour: tuple[int, int, int], reach: int) -> bool:
    """Whether a colour shows within some pixels of a point."""
    x, y = np.round(at_px).astype(int)
    part = picture[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach].astype(int)
    return bool((np.abs(part - colour).max(axis=2) < 12).any())


@pytest.mark.parametrize("size_px", [(640, 480), (1280, 720), (1920, 1080)])
def test_everything_is_marked_where_it_lies(size_px: tuple[int, int]) -> None:
    pose = make_camera(size_px, distance_mm=900.0)
    die_mm, cocked_mm = (250.0, 330.0), (60.0, -25.0)
    seen = Observation(
        0.0, 0, (piece(7, "H10"), piece(None, "C4", 0.5)),
        SeenBall(*BOARD.grid.centre_mm("K15"), "K15", None, 0.98, sd_mm=0.7),
        (SeenDie("B", 4, *die_mm, 0.99),),
        (Unsure("piece", "C4", "its number is hidden"), Unsure("die", None, "a die is cocked", cocked_mm)),
    )  # fmt: skip
    image = np.full((size_px[1], size_px[0], 3), 70, np.uint8)
    drawn = draw_explanation(image, pose, BOARD, seen)
    scale = max(1.0, 1280 / size_px[0])
    assert drawn.shape[1] == round(size_px[0] * scale) + WIDTH_PX
    height_mm = BOARD.file.pieces.height_mm
    for what, colour, high in (("H10", TEAM["B"][0], height_mm), ("C4", TEAM["B"][0], height_mm), ("K15", BALL, 0.0)):
        at = pose.project((BOARD.grid.centre_mm(what),), high)[0] * scale
        assert near(drawn, at, colour, round(20 * scale)), what
    assert near(drawn, pose.project((die_mm,), 16.0)[0] * scale, DIE, round(20 * scale))
    for doubt_mm in (BOARD.grid.centre_mm("C4"), cocked_mm):
        assert near(drawn, pose.project((doubt_mm,))[0] * scale, DOUBT, round(45 * scale))
    assert (image == 70).all()


def test_where_no_board_was_found_the_reason_stands_beside_the_picture() -> None:
    image = np.zeros((480, 640, 3), np.uint8)
    short, long = (draw_failure(image, why) for why in ("too dark", "too dark; switch a lamp on " * 8))
    assert short.shape == long.shape == (960, 1280 + WIDTH_PX, 3)
    assert not short[:, :1280].any()
    assert (long[:, 1280:] != short[:, 1280:]).any()


def test_a_long_list_of_doubts_makes_the_picture_taller_and_is_not_cut() -> None:
    pose = make_camera((1280, 720), distance_mm=900.0)
    doubts = tuple(Unsure("piece", "C4", f"reason number {k} of many that are all different") for k in range(60))
    drawn = draw_explanation(np.zeros((720, 1280, 3), np.uint8), pose, BOARD, Observation(0.0, 0, unsure=doubts))
    assert drawn.shape[0] > 60 * 20


@given(
    spots=st.lists(st.tuples(st.integers(150, 1100), st.integers(120, 600)), min_size=1, max_size=12, unique=True),
    text=st.sampled_from(("B7", "R15 98%", "B?")),
)
@settings(deadline=None, max_examples=20)
def test_words_cover_no_words(spots: list[tuple[int, int]], text: str) -> None:
    apart = [spot for k, spot in enumerate(spots) if all(np.hypot(*np.subtract(spot, s)) > 75 for s in spots[:k])]
    canvas = Canvas(np.zeros((720, 1280, 3), np.uint8))
    for spot in apart:
        canvas.label(text, np.array(spot, float), 12.0, 14, TONES)
    overlaps = [a.overlap(b) for k, a in enumerate(canvas.taken) for b in canvas.taken[:k]]
    assert max(overlaps, default=0.0) == 0.0


def test_what_lies_outside_the_picture_is_passed_over() -> None:
    pose = make_camera((640, 480), distance_mm=300.0)
    far = replace(piece(7, "A1"), x_mm=-4000.0, y_mm=9000.0, space=None)
    seen = Observation(0.0, 0, (far,), hidden=frozenset(BOARD.grid.points))
    drawn = draw_explanation(np.zeros((480, 640, 3), np.uint8), pose, BOARD, seen)
    assert drawn.any()


def test_text_is_measured_as_it_is_drawn() -> None:
    canvas = Canvas(np.zeros((60, 400, 3), np.uint8))
    canvas.words("R15 98%", (10, 40), 20, (255, 255, 255), 600)
    _, _, width, _ = cv2.boundingRect((canvas.image.max(axis=2) > 40).astype(np.uint8))
    assert width == pytest.approx(text_size("R15 98%", 20, 600)[0], abs=4)
