"""The lens out of views whose true lens is known."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.lens.solve import LensFailure, LensSolution, solve_lens
from calibration.lens.verdict import verdict_on
from tests.scenes.targets import Held, all_round, true_lens, view_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.lens.views import View
    from calibration.pose import Lens


def views(lens: Lens, count: int, seed: int, *, noise_px: float = 0.1, curl_mm: float = 0.0) -> list[View]:
    rng = np.random.default_rng(seed)
    held = all_round(rng, count, curl_mm=curl_mm)
    seen = [view_of(lens, each, rng, noise_px=noise_px, name=f"view {number}") for number, each in enumerate(held)]
    return [view for view in seen if len(view.ids) >= 12]


def solved(seen: Sequence[View]) -> LensSolution:
    solution = solve_lens(seen)
    assert solution, getattr(solution, "reason", "")
    assert isinstance(solution, LensSolution)
    return solution


@settings(max_examples=6, deadline=None)
@given(
    focal_px=st.floats(560, 1050), k1=st.floats(-0.3, 0.1), noise_px=st.floats(0.03, 0.4), seed=st.integers(0, 10_000)
)
def test_the_lens_comes_out_within_its_own_spread(focal_px: float, k1: float, noise_px: float, seed: int) -> None:
    lens = true_lens(focal_px=focal_px, terms=(k1, 0.03, 0.0005, -0.0005, 0.0))
    solution = solved(views(lens, 12, seed, noise_px=noise_px))
    off = solution.lens.camera_matrix - lens.camera_matrix
    assert np.abs(off[(0, 1), (0, 1)]).max() < 4 * solution.spread.focal_px
    assert np.abs(off[(0, 1), (2, 2)]).max() < 4 * solution.spread.centre_px
    # Noise in both directions.
    assert solution.rms_px == pytest.approx(noise_px * np.sqrt(2), rel=0.2)


def test_the_spread_is_neither_boast_nor_excuse() -> None:
    lens = true_lens()
    shares = []
    for seed in range(10):
        solution = solved(views(lens, 9, seed, noise_px=0.2))
        off = np.abs(solution.lens.camera_matrix - lens.camera_matrix)[(0, 1), (0, 1)].max()
        shares.append(off / solution.spread.focal_px)
    assert np.mean(np.array(shares) < 2) >= 0.7
    assert np.median(shares) > 0.2


def test_the_fit_is_as_good_as_opencv_s_own() -> None:
    seen = views(true_lens(), 12, 3, noise_px=0.3)
    solid = [np.column_stack((view.points_mm, np.zeros(len(view.ids)))).astype(np.float32) for view in seen]
    pixels = [view.corners_px.astype(np.float32) for view in seen]
    rms, *_ = cv2.calibrateCamera(solid, pixels, seen[0].size_px, np.eye(3), np.zeros(5))
    assert solved(seen).rms_px == pytest.approx(rms, rel=0.05)


@pytest.mark.parametrize(("k3", "used"), [(0.0, False), (0.12, True)])
def test_the_third_term_is_used_where_it_foretells_views(k3: float, used: bool) -> None:  # noqa: FBT001
    lens = true_lens(focal_px=520, terms=(-0.28, 0.1, 0.0, 0.0, k3))
    solution = solved(views(lens, 14, 5))
    assert solution.model.with_k3 is used
    assert bool(solution.lens.distortion[4]) is used
    if used:
        assert solution.lens.distortion[4] == pytest.approx(k3, abs=0.05)


def test_a_view_that_contradicts_the_rest_is_left_out_with_the_reason() -> None:
    lens = true_lens()
    seen = views(lens, 10, 7)
    # Zoomed in: the same camera with another focal length.
    other = view_of(
        true_lens(focal_px=1000), all_round(np.random.default_rng(9), 3)[2], np.random.default_rng(9), name="zoomed"
    )
    solution = solved([*seen, other])
    assert [failure.name for failure in solution.left_out] == ["zoomed"]
    assert solution.left_out[0].kind == "off"
    assert solution.lens.camera_matrix[0, 0] == pytest.approx(lens.camera_matrix[0, 0], rel=0.005)


def test_single_crossings_far_off_are_left_out() -> None:
    seen = views(true_lens(), 10, 8)
    bad = seen[4].corners_px.copy()
    bad[6] += (9.0, -7.0)
    seen[4] = replace(seen[4], corners_px=bad)
    solution = solved(seen)
    assert solution.strays == 1
    assert not solution.left_out
    assert len(solution.used[4].ids) == len(seen[4].ids) - 1


class TestCurledSheets:
    def test_flat_ones_are_not_called_curled(self) -> None:
        for seed in range(2):
            solution = solved(views(true_lens(), 12, seed))
            assert not solution.curled
            assert max(solution.bends.shares) < 0.004

    def test_one_curled_all_along_is_refused(self) -> None:
        answer = solve_lens(views(true_lens(), 12, 1, curl_mm=8))
        assert isinstance(answer, LensFailure)
        assert "curled" in answer.reason
        assert "cardboard" in answer.reason

    def test_curled_views_among_flat_ones_are_left_out(self) -> None:
        flat = views(true_lens(), 10, 2)
        curled = [replace(view, name=f"curled {n}") for n, view in enumerate(views(true_lens(), 3, 4, curl_mm=10))]
        solution = solved([*flat, *curled])
        assert {failure.name for failure in solution.left_out} == {"curled 0", "curled 1", "curled 2"}
        assert solution.lens.camera_matrix[0, 0] == pytest.approx(780, rel=0.01)

    def test_a_slight_curl_is_told_and_allowed_for(self) -> None:
        solution = solved(views(true_lens(), 12, 3, curl_mm=2.5))
        assert solution.curled
        assert "curled" in str(verdict_on(solution))
        assert verdict_on(solution).grade != "good"
        off = abs(solution.lens.camera_matrix[0, 0] - 780)
        assert off < 2 * solution.spread.focal_px
        # Let bend, the sheet gives the lens that the flat fit was misled from.
        assert abs(solution.bends.lens.camera_matrix[0, 0] - 780) < off / 3


@pytest.mark.parametrize("count", [0, 1, 3])
def test_too_few_views_are_said_to_be(count: int) -> None:
    answer = solve_lens(views(true_lens(), 9, 1)[:count])
    assert isinstance(answer, LensFailure)
    assert str(count or "no") in answer.reason


def test_views_all_alike_are_no_lens_or_a_bad_one() -> None:
    rng = np.random.default_rng(1)
    seen = [view_of(true_lens(), Held(), rng, noise_px=0.3, name=str(number)) for number in range(8)]
    answer = solve_lens(seen)
    assert not answer or verdict_on(answer).grade == "not good enough"


class TestVerdicts:
    def test_a_thorough_measurement_is_good(self) -> None:
        verdict = verdict_on(solved(views(true_lens(), 14, 3)))
        assert str(verdict) == "good"

    def test_what_is_missing_is_named_with_the_cure(self) -> None:
        verdict = verdict_on(solved(views(true_lens(), 14, 3)[:5]))
        assert verdict.grade != "good"
        assert any("5 views" in finding for finding in verdict.findings)
        assert all(";" in finding for finding in verdict.findings)

    def test_a_corner_that_was_never_covered_is_named(self) -> None:
        rng = np.random.default_rng(2)
        held = [replace(each, at=(0.35 * each.at[0], each.at[1])) for each in all_round(rng, 14)]
        verdict = verdict_on(solved([view_of(true_lens(), each, rng) for each in held]))
        assert "right" in " ".join(verdict.findings)

    def test_noise_spoils_it(self) -> None:
        assert verdict_on(solved(views(true_lens(), 14, 3, noise_px=1.5))).grade == "not good enough"
