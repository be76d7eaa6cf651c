"""Filters over a part of a map, and where it is worth it to look."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.silhouettes import correlate_in, where_above

SIZE = (30, 41)


@pytest.mark.parametrize("beyond", [cv2.BORDER_CONSTANT, cv2.BORDER_REPLICATE])
@pytest.mark.parametrize(
    "part",
    [
        pytest.param((slice(0, 30), slice(0, 41)), id="whole"),
        pytest.param((slice(0, 9), slice(30, 41)), id="corner"),
        pytest.param((slice(12, 14), slice(17, 25)), id="middle"),
    ],
)
def test_a_part_is_what_opencv_filters_of_the_whole(part: tuple[slice, slice], beyond: int) -> None:
    rng = np.random.default_rng(5)
    values, kernel = (rng.normal(size=size).astype(np.float32) for size in (SIZE, (7, 7)))
    whole = cv2.filter2D(values, -1, kernel, borderType=beyond)
    np.testing.assert_allclose(correlate_in(values, kernel, part, beyond), whole[part], atol=1e-4)


def test_no_mean_is_above_a_level_out_of_reach_of_what_is() -> None:
    values = np.zeros(SIZE, np.float32)
    values[10, 20] = values[14, 23] = 9.0
    part = where_above(values, 0.5, 2)
    assert part == (slice(8, 17), slice(18, 26))
    means = cv2.blur(values, (5, 5), borderType=cv2.BORDER_CONSTANT)
    means[part] = 0.0
    assert means.max() <= 1e-5


def test_where_nothing_is_above_a_level_there_is_nothing_to_look_at() -> None:
    assert where_above(np.full(SIZE, 0.5, np.float32), 0.5, 2) is None


def test_reach_ends_at_the_edge() -> None:
    values = np.zeros(SIZE, np.float32)
    values[0, 40] = 1.0
    assert where_above(values, 0.5, 3) == (slice(0, 4), slice(37, 41))
