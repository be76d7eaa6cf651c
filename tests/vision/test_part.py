"""What a coarser map is in a part of a view: what it is there in the whole view."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.part import PartOfView, nearest, stretched

TURNS_OF_A_PIXEL = 32
"""OpenCV places the pixels of a part in so many steps of a coarse one."""


@st.composite
def parts(draw: st.DrawFn) -> PartOfView:
    rows, columns = draw(st.integers(40, 90)), draw(st.integers(40, 90))
    top, left = draw(st.integers(0, rows - 1)), draw(st.integers(0, columns - 1))
    bottom, right = draw(st.integers(top + 1, rows)), draw(st.integers(left + 1, columns))
    return PartOfView((rows, columns), (slice(top, bottom), slice(left, right)))


coarse_shapes = st.tuples(st.integers(3, 30), st.integers(3, 30))


@given(part=parts(), shape=coarse_shapes, seed=st.integers(0, 99))
def test_a_part_of_a_stretched_map_is_that_of_the_whole(part: PartOfView, shape: tuple[int, int], seed: int) -> None:
    coarse = np.random.default_rng(seed).random(shape, np.float32)
    whole = stretched(coarse, PartOfView.whole(part.of))
    # A step of a pixel's share in each direction changes a map of 0 to 1 by no more than this.
    off = 2.0 / TURNS_OF_A_PIXEL
    np.testing.assert_allclose(stretched(coarse, part), whole[part.part], atol=off)
    held = part.at_scale(shape)
    np.testing.assert_allclose(stretched(coarse[held.part], part, held), whole[part.part], atol=off)


@given(part=parts(), shape=coarse_shapes, seed=st.integers(0, 99))
def test_a_part_of_a_mask_is_that_of_the_whole(part: PartOfView, shape: tuple[int, int], seed: int) -> None:
    coarse = np.random.default_rng(seed).random(shape) < 0.5
    whole = nearest(coarse, PartOfView.whole(part.of))
    np.testing.assert_array_equal(nearest(coarse, part), whole[part.part])
    down, across = (few / many for few, many in zip(shape, part.of, strict=True))
    # Where a coarse pixel ends within a fine one, either is as near.
    row, column = part.part[0].start, part.part[1].start
    if (row * down) % 1 > 0.01 and (column * across) % 1 > 0.01:
        assert whole[row, column] == coarse[int(row * down), int(column * across)]
