"""Which views are still missing, and which of those that come are taken."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.lens.collect import curled, moved, repeated, too_similar
from calibration.lens.coverage import CELLS, coverage_of
from calibration.lens.solve import solve_lens
from calibration.lens.verdict import verdict_on
from tests.scenes.targets import Held, all_round, true_lens, view_of

if TYPE_CHECKING:
    from calibration.lens.views import View

LENS = true_lens(centre_off_px=(0, 0))


def view(held: Held, seed: int = 0, *, noise_px: float = 0.05) -> View:
    return view_of(LENS, held, np.random.default_rng(seed), noise_px=noise_px, name=f"{held.at}")


def as_told(wish: str, rng: np.random.Generator) -> Held:
    """How somebody holds the target who does what the sentence says, no more."""
    where = wish.partition("in the ")[2].partition(" of the picture")[0]
    across = {"left": 0.2, "right": 0.8}.get(where.split()[-1] if where else "", 0.5)
    down = {"upper": 0.25, "lower": 0.75}.get(where.split()[0] if where else "", 0.5)
    edge = wish.partition(", its ")[2].partition(" edge")[0]
    lean = {"right": 0.0, "lower": 90.0, "left": 180.0, "upper": 270.0}.get(edge, rng.uniform(0, 360))
    near = "fills a quarter" in wish
    wander = 0.0 if near else 0.06
    return Held(
        at=(across + rng.uniform(-wander, wander), down + rng.uniform(-wander, wander)),
        distance_mm=rng.uniform(230, 260) if near else rng.uniform(330, 480),
        tilt_deg=rng.uniform(18, 35),
        lean_deg=lean + rng.uniform(-25, 25),
        roll_deg=rng.uniform(-20, 20),
    )


@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_whoever_does_as_told_is_soon_done_and_has_a_good_lens(seed: int) -> None:
    rng = np.random.default_rng(seed)
    taken: tuple[View, ...] = ()
    tries = 0
    while not coverage_of(taken).enough:
        tries += 1
        assert tries <= 30, coverage_of(taken).next_wish()
        seen = view(as_told(coverage_of(taken).next_wish(), rng), tries)
        if len(seen.ids) >= 12 and too_similar(seen, taken) is None:
            taken = (*taken, seen)
    solution = solve_lens(taken)
    assert solution
    assert verdict_on(solution).grade == "good", str(verdict_on(solution))


def test_the_map_shows_where_the_target_was() -> None:
    coverage = coverage_of([view(Held(at=(0.2, 0.2), distance_mm=500))])
    assert coverage.cells.shape == (CELLS[1], CELLS[0])
    assert coverage.cells[: CELLS[1] // 2, : CELLS[0] // 2].sum() > 0
    assert coverage.cells[CELLS[1] // 2 :].sum() == 0
    assert "upper left" not in coverage.missing_zones
    assert {"lower right", "middle", "right"} <= set(coverage.missing_zones)
    assert 0 < coverage.share < 0.25


@pytest.mark.parametrize(
    ("lean_deg", "edge"), [(0, "right"), (90, "lower"), (180, "left"), (-90, "upper"), (40, "right"), (-170, "left")]
)
def test_the_nearest_edge_is_no_longer_asked_for(lean_deg: float, edge: str) -> None:
    coverage = coverage_of([view(Held(tilt_deg=30, lean_deg=lean_deg))])
    assert coverage.leans == {edge}
    assert edge not in coverage.missing_leans
    assert len(coverage.missing_leans) == 3


def test_a_target_held_flat_has_no_nearest_edge() -> None:
    assert not coverage_of([view(Held(tilt_deg=5))]).leans


def test_nothing_is_enough_without_views() -> None:
    nothing = coverage_of(())
    assert not nothing.enough
    assert nothing.missing_views > 0
    assert "show it" in nothing.next_wish()


class TestWhatIsTaken:
    def test_a_target_in_motion_is_not(self) -> None:
        here, there = view(Held()), view(Held(at=(0.52, 0.5)))
        refusal = moved(there, here)
        assert refusal is not None
        assert "hold it still" in refusal.reason
        assert moved(here, view(Held(), 1)) is None

    def test_a_chessboard_counted_from_its_other_end_has_not_moved(self) -> None:
        seen = view(Held(tilt_deg=20))
        assert moved(replace(seen, corners_px=seen.corners_px[::-1]), seen) is None

    def test_the_first_look_does_not_tell_whether_it_is_still(self) -> None:
        assert moved(view(Held()), None) is not None

    def test_the_same_picture_twice_is_not(self) -> None:
        refusal = repeated(view(Held(), 1), [view(Held(at=(0.2, 0.2))), replace(view(Held()), name="first")])
        assert refusal is not None
        assert refusal.kind == "similar"
        assert "first" in refusal.reason
        assert repeated(view(Held(tilt_deg=30)), [view(Held())]) is None

    @pytest.mark.parametrize(
        ("held", "similar"),
        [
            (Held(at=(0.51, 0.5), tilt_deg=21, lean_deg=5), True),
            (Held(tilt_deg=33), False),
            (Held(tilt_deg=20, lean_deg=180), False),
            (Held(at=(0.7, 0.5), tilt_deg=20), False),
        ],
        ids=["hardly moved", "tilted more", "tilted otherwise", "elsewhere"],
    )
    def test_one_much_like_another_is_not(self, held: Held, similar: bool) -> None:  # noqa: FBT001
        refusal = too_similar(view(held), [view(Held(tilt_deg=20))])
        assert (refusal is not None) is similar
        if refusal is not None:
            assert "show it" in refusal.reason

    def test_a_curled_one_among_flat_ones_is_not(self) -> None:
        taken = [view(held, number) for number, held in enumerate(all_round(np.random.default_rng(1), 8))]
        held = Held(at=(0.4, 0.5), tilt_deg=28, lean_deg=30, curl_mm=12, distance_mm=320)
        refusal = curled(view(held), taken)
        assert refusal is not None
        assert refusal.kind == "bent"
        assert curled(view(replace(held, curl_mm=0)), taken) is None
        assert curled(view(held), taken[:3]) is None, "too few to tell"
