"""Where a ball's colour is told in a way of its own, and where it is compared with the print."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.ball_maps import USUAL, Instead, ball_maps
from vision.ground import Standing
from vision.teams import KIT_COLOURS, TeamColours

if TYPE_CHECKING:
    from vision.ground import Part

ROWS, COLUMNS = 24, 32
TEAMS = TeamColours(KIT_COLOURS["B"], KIT_COLOURS["R"])
EVERYWHERE = np.ones((ROWS, COLUMNS), np.bool_)


def standing() -> Standing:
    """A picture in which everything differs from the print in some way."""
    rng = np.random.default_rng(3)
    blue, red = (rng.uniform(-0.5, 0.7, (ROWS, COLUMNS)).astype(np.float32) for _ in range(2))
    light = rng.uniform(0.1, 1.3, (ROWS, COLUMNS)).astype(np.float32)
    over = [rng.uniform(-0.4, 0.4, (ROWS, COLUMNS)).astype(np.float32) for _ in range(3)]
    return Standing((blue, red, light), (over[0], over[1], over[2]), np.zeros((ROWS, COLUMNS), np.bool_))


def instead(there: np.ndarray, around: Part, within: Part) -> Instead:
    shape = there[around].shape
    colour, on_blue, on_red = (np.full(shape, level, np.float32) for level in (0.3, 0.5, 0.7))
    return Instead(there, around, within, colour, {"B": on_blue, "R": on_red})


def masked(rows: slice, columns: slice, hole: Part | None = None) -> np.ndarray:
    there = np.zeros((ROWS, COLUMNS), np.bool_)
    there[rows, columns] = True
    if hole is not None:
        there[hole] = False
    return there


INNER: Part = (slice(4, 20), slice(6, 28))
HOLE: Part = (slice(8, 12), slice(6, 9))
CASES = [
    pytest.param(masked(*INNER), INNER, INNER, id="a part"),
    pytest.param(masked(*INNER, HOLE), INNER, (slice(4, 20), slice(9, 28)), id="a part with a hole at its edge"),
    pytest.param(EVERYWHERE, (slice(0, ROWS), slice(0, COLUMNS)), (slice(0, ROWS), slice(0, COLUMNS)), id="everywhere"),
    pytest.param(masked(*INNER, INNER), INNER, (slice(0, 0), slice(0, 0)), id="nowhere"),
    pytest.param(
        masked(slice(0, 10), slice(0, COLUMNS)),
        (slice(0, 10), slice(0, COLUMNS)),
        (slice(2, 8), slice(0, COLUMNS)),
        id="up to three edges of the view",
    ),
]


@pytest.mark.parametrize(("there", "around", "within"), CASES)
def test_what_is_known_better_holds_where_it_is_known_and_nothing_else_changes(
    there: np.ndarray, around: Part, within: Part
) -> None:
    seen = standing()
    plain = ball_maps(seen, TEAMS, USUAL, EVERYWHERE, {})
    better = ball_maps(seen, TEAMS, USUAL, EVERYWHERE, {"white": instead(there, around, within)})
    for told, usual, level in (
        (better["white"].colour, plain["white"].colour, 0.3),
        (better["white"].on_disc["B"], plain["white"].on_disc["B"], 0.5),
        (better["white"].on_disc["R"], plain["white"].on_disc["R"], 0.7),
        (better["white"].told, plain["white"].told, 1.0),
    ):
        np.testing.assert_allclose(told, np.where(there, level, usual), atol=1e-5)
    # What the print is made of does not depend on how a ball is told, nor one ball on another.
    np.testing.assert_allclose(better["white"].bare, plain["white"].bare, atol=1e-5)
    np.testing.assert_array_equal(better["orange"].colour, plain["orange"].colour)


def test_a_ball_is_nowhere_but_where_one_may_lie() -> None:
    where = masked(*INNER)
    maps = ball_maps(standing(), TEAMS, USUAL, where, {})
    for each in maps.values():
        assert each.colour[where].max() > 0.0
        for values in (each.colour, each.told, each.bare):
            assert not values[~where].any()
