"""The camera's picture in text cells."""

from __future__ import annotations

import numpy as np
import pytest

from referee_tui.app.preview import SHADES, UPPER_HALF, fitted, half_blocks, shaded


def test_the_upper_pixel_is_the_foreground() -> None:
    image = np.zeros((2, 1, 3), np.uint8)
    image[0, 0] = (0, 0, 255)
    image[1, 0] = (255, 0, 0)
    ((cell,),) = half_blocks(image)
    assert cell.text == UPPER_HALF
    assert cell.style is not None
    assert cell.style.color is not None
    assert cell.style.bgcolor is not None
    assert tuple(cell.style.color.get_truecolor()) == (255, 0, 0)
    assert tuple(cell.style.bgcolor.get_truecolor()) == (0, 0, 255)


def test_colours_are_off_by_no_more_than_their_coarseness() -> None:
    values = np.random.default_rng(1).integers(0, 256, (4, 30, 3), dtype=np.uint8)
    for y, line in enumerate(half_blocks(values)):
        for x, cell in enumerate(line):
            assert cell.style is not None
            assert cell.style.color is not None
            shown = cell.style.color.get_truecolor()
            assert np.abs(np.array(shown)[::-1] - values[2 * y, x].astype(int)).max() <= 8


@pytest.mark.parametrize(("level", "sign"), [(0, SHADES[0]), (255, SHADES[-1])])
def test_shades_run_from_dark_to_light(level: int, sign: str) -> None:
    ((line,),) = shaded(np.full((2, 5, 3), level, np.uint8))
    assert line.text == sign * 5


@pytest.mark.parametrize(
    ("size", "cells"), [((720, 1280), (80, 16)), ((720, 1280), (120, 40)), ((640, 480), (10, 100)), ((90, 160), (1, 1))]
)
def test_a_picture_keeps_its_shape_and_its_bounds(size: tuple[int, int], cells: tuple[int, int]) -> None:
    small = fitted(np.zeros((*size, 3), np.uint8), *cells)
    high, wide = small.shape[:2]
    assert high % 2 == 0
    assert wide <= cells[0]
    assert high <= 2 * cells[1]
    if min(cells) > 5:
        assert wide / high == pytest.approx(size[1] / size[0], rel=0.1)
