"""Where a ball's colour is told in a way of its own, and where it is compared with the print."""

from __future__ import annotations

from functools import partial
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
    on_disc = {"B": np.full((ROWS, COLUMNS), 0.5, np.float32), "R": np.full((ROWS, COLUMNS), 0.7, np.float32)}
    colour = np.full(there[around].shape, 0.3, np.float32)
    return Instead(there, around, within, colour, lambda team, part: on_disc[team][part])


def masked(rows: slice, columns: slice, hole: Part | None = None) -> np.ndarray:
    there = np.zeros((ROWS, COLUMNS), np.bool_)
    there[rows, columns] = True
    if hole is not None:
        there[hole] = False
    return there


INNER: Part = (slice(4, 20), slice(6, 28))
HOLE: Part = (slice(8, 12), slice(6, 9))
WHOLE: Part = (slice(0, ROWS), slice(0, COLUMNS))
PARTS: tuple[Part, ...] = (
    WHOLE,
    (slice(6, 14), slice(10, 20)),
    (slice(0, 9), slice(2, 12)),
    (slice(7, 14), slice(4, 10)),
    (slice(21, 24), slice(0, COLUMNS)),
)
CASES = [
    pytest.param(masked(*INNER), INNER, INNER, id="a part"),
    pytest.param(masked(*INNER, HOLE), INNER, (slice(4, 20), slice(9, 28)), id="a part with a hole at its edge"),
    pytest.param(EVERYWHERE, WHOLE, WHOLE, id="everywhere"),
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
    np.testing.assert_allclose(better["white"].colour, np.where(there, 0.3, plain["white"].colour), atol=1e-5)
    for part in PARTS:
        for told, usual, level in (
            (better["white"].on_disc("B", part), plain["white"].on_disc("B", part), 0.5),
            (better["white"].on_disc("R", part), plain["white"].on_disc("R", part), 0.7),
            (better["white"].told(part), plain["white"].told(part), 1.0),
        ):
            np.testing.assert_allclose(told, np.where(there[part], level, usual), atol=1e-5)
        # What the print is made of does not depend on how a ball is told.
        np.testing.assert_allclose(better["white"].bare(part), plain["white"].bare(part), atol=1e-5)
    # Nor does one ball depend on another.
    np.testing.assert_array_equal(better["orange"].colour, plain["orange"].colour)


def test_a_part_of_a_map_is_what_the_whole_has_there() -> None:
    maps = ball_maps(standing(), TEAMS, USUAL, EVERYWHERE, {"white": instead(masked(*INNER, HOLE), INNER, INNER)})
    for each in maps.values():
        for values in (each.told, each.bare, partial(each.on_disc, "B"), partial(each.on_disc, "R")):
            whole = values(WHOLE)
            for part in PARTS:
                np.testing.assert_allclose(values(part), whole[part], atol=1e-5)


def test_a_ball_is_nowhere_but_where_one_may_lie() -> None:
    where = masked(*INNER)
    maps = ball_maps(standing(), TEAMS, USUAL, where, {})
    for each in maps.values():
        assert each.colour[where].max() > 0.0
        for values in (each.colour, each.told(WHOLE), each.bare(WHOLE)):
            assert not values[~where].any()
