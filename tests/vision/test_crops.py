"""Crops as faces: whatever the piece fills of them, and wherever in them the numeral stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.crops import framings
from vision.faces import FACE_MARGIN, FACE_SIZE_PX

if TYPE_CHECKING:
    from vision.rectify import Image

CREAM, BLACK = (200, 225, 235), (25, 25, 25)


def tile(width: int, height: int, ink_at: tuple[int, int], ink_px: tuple[int, int]) -> Image:
    """A plain tile with a block of ink (width, height) at its middle ``ink_at`` (x, y)."""
    picture = np.full((height, width, 3), CREAM, np.uint8)
    (x, y), (wide, tall) = ink_at, ink_px
    picture[y - tall // 2 : y + tall // 2, x - wide // 2 : x + wide // 2] = BLACK
    return picture


def ink_of(face: Image) -> tuple[float, float, float]:
    """Middle (x, y) and height of what is dark, in pixels of a face."""
    rows, columns = np.nonzero(face.mean(axis=2) < 120)
    return float(columns.mean()), float(rows.mean()), float(np.ptp(rows) + 1)


@settings(deadline=None, max_examples=30)
@given(st.integers(40, 300), st.integers(40, 300))
def test_a_plain_crop_has_four_framings_and_the_disc_fills_less_and_less(width: int, height: int) -> None:
    picture = np.full((height, width, 3), CREAM, np.uint8)
    faces, trust = framings(picture)
    assert trust.shape == (4,)
    assert faces.shape == (4, FACE_SIZE_PX, FACE_SIZE_PX, 3)
    assert faces.dtype == np.uint8


def test_a_disc_that_fills_the_crop_is_inscribed_in_its_first_face() -> None:
    picture = np.full((200, 200, 3), BLACK, np.uint8)
    cv2.circle(picture, (100, 100), 100, CREAM, -1)
    # Beyond the crop its edge goes on: the disc's width is told a quarter up, where black is left of and right of it.
    face = framings(picture).faces[0].mean(axis=2)
    radius = FACE_SIZE_PX * (1 - 2 * FACE_MARGIN) / 2
    row = round((FACE_SIZE_PX - 1) / 2 - 0.8 * radius)
    assert np.count_nonzero(face[row] > 120) == pytest.approx(2 * 0.6 * radius, abs=2.5)


@pytest.mark.parametrize("ink_at", [(60, 60), (45, 60), (60, 40), (75, 72)])
def test_a_numeral_anywhere_on_its_tile_comes_into_the_middle(ink_at: tuple[int, int]) -> None:
    middle = (FACE_SIZE_PX - 1) / 2
    near, far = (ink_of(face) for face in framings(tile(120, 120, ink_at, (16, 30))).faces[4:])
    assert near[:2] == pytest.approx((middle, middle), abs=1.0)
    assert far[:2] == pytest.approx((middle, middle), abs=1.0)
    assert near[2] > far[2] > 0.3 * FACE_SIZE_PX


def test_an_edge_or_a_neighbour_is_no_numeral() -> None:
    picture = tile(120, 120, (60, 50), (16, 30))
    picture[:, 108:] = BLACK
    picture[100:] = BLACK
    middle = (FACE_SIZE_PX - 1) / 2
    assert ink_of(framings(picture).faces[4])[:2] == pytest.approx((middle, middle), abs=1.0)


def test_a_numeral_that_fills_the_crop_is_not_taken_for_its_part() -> None:
    picture = tile(120, 120, (52, 60), (12, 60))
    picture[5:115, 66:78] = BLACK
    assert len(framings(picture).faces) == 4
