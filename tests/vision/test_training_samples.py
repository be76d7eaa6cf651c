"""Synthetic faces: what they show is what their labels say. Built-in fonts only, no torch."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.faces import FACE_SIZE_PX
from vision.numbers import CANNOT_READ
from vision.training import degrade
from vision.training.faces import FACE_PX, FaceStyle, by_family, draw_face, random_style
from vision.training.fonts import BUILT_IN_FONTS, MASK_HEIGHT_PX, Font, installed_fonts, numeral
from vision.training.samples import make_examples
from vision.training.scores import best_temperature, calibration_error, reliability, score

if TYPE_CHECKING:
    from pathlib import Path

FONT = BUILT_IN_FONTS[0]


@pytest.mark.parametrize("font", BUILT_IN_FONTS, ids=lambda font: font.name)
def test_numerals_fill_their_mask_and_differ(font: Font) -> None:
    masks = {number: numeral(font, str(number)) for number in range(1, 16)}
    for mask in masks.values():
        assert mask.shape[0] == MASK_HEIGHT_PX
        assert all(edge.any() for edge in (mask[0], mask[-1], mask[:, 0], mask[:, -1]))
    assert masks[6].shape != masks[9].shape or not np.array_equal(masks[6], masks[9])
    assert masks[12].shape[1] > masks[2].shape[1]


def test_a_font_that_draws_nothing_is_named() -> None:
    with pytest.raises(ValueError, match=r"Pillow built-in .* draws nothing for ' '"):
        numeral(FONT, " ")


def test_a_directory_without_fonts_leaves_the_built_in_ones(tmp_path: Path) -> None:
    (tmp_path / "broken.ttf").write_bytes(b"no font at all")
    assert installed_fonts([str(tmp_path)]) == BUILT_IN_FONTS


def test_held_out_families_are_known_by_name() -> None:
    assert Font("Comic Neue", "Bold").held_out
    assert not FONT.held_out


def test_a_face_has_its_colours_and_its_numeral_in_the_middle() -> None:
    face = draw_face(FaceStyle("8", FONT, face_bgr=(200, 30, 30), ink_bgr=(250, 250, 250), height=0.5))
    assert face.image[2, 2].tolist() == [200, 30, 30]
    rows, columns = np.nonzero(face.ink > 128)
    assert rows.mean() == pytest.approx((FACE_PX - 1) / 2, abs=2)
    assert columns.mean() == pytest.approx((FACE_PX - 1) / 2, abs=2)
    assert np.ptp(rows) + 1 == pytest.approx(0.5 * FACE_PX, abs=2)
    np.testing.assert_allclose(face.image[face.ink == 255], 250, atol=1)


def test_a_bar_lies_under_the_numeral_and_is_as_wide() -> None:
    plain, barred = (
        np.asarray(draw_face(FaceStyle("6", FONT, (0, 0, 0), (255, 255, 255), mark=mark)).ink) > 128
        for mark in ("none", "bar")
    )
    rows = np.flatnonzero(barred.any(axis=1))
    assert barred[rows[-1]].sum() == pytest.approx(np.count_nonzero(barred.any(axis=0)), abs=2)
    assert len(rows) < rows[-1] - rows[0] + 1, "there is a gap above the bar"
    plain_rows = np.flatnonzero(plain.any(axis=1))
    assert len(plain_rows) == plain_rows[-1] - plain_rows[0] + 1


def test_a_plate_lies_under_the_numeral_inside_a_rim() -> None:
    face = draw_face(FaceStyle("1", FONT, (10, 20, 200), (0, 0, 0), height=0.4, plate=(0.35, (250, 250, 250))))
    middle = FACE_PX // 2
    assert face.image[middle, round(middle + 0.3 * FACE_PX)].tolist() == [250, 250, 250]
    assert face.image[middle, round(middle + 0.4 * FACE_PX)].tolist() == [10, 20, 200]
    assert FaceStyle("1", FONT, (9, 9, 9), (0, 0, 0), plate=(0.35, (250, 250, 250))).ground_bgr == (250, 250, 250)


def test_an_outlined_numeral_is_open_inside() -> None:
    full, outlined = (
        draw_face(FaceStyle("1", FONT, (0, 0, 0), (255, 255, 255), height=0.7, weight=0.06, outline=outline)).ink
        for outline in (0.0, 0.05)
    )
    assert 0 < np.count_nonzero(outlined > 128) < np.count_nonzero(full > 128)


@pytest.mark.parametrize("wear", [0.05, 0.2])
def test_wear_takes_about_its_share_of_the_print(wear: float) -> None:
    whole = FaceStyle("8", FONT, (0, 0, 0), (255, 255, 255), ring=(0.42, 0.05), height=0.7)
    lost = [
        1.0 - draw_face(replace(whole, wear=wear, wear_seed=seed)).image.sum() / draw_face(whole).image.sum()
        for seed in range(20)
    ]
    assert 0.3 * wear < np.mean(lost) < 2.0 * wear + 0.1


def test_a_tile_is_seen_as_a_rectangle_that_turns_with_its_numeral() -> None:
    rng = np.random.default_rng(1)
    face = draw_face(FaceStyle(None, FONT, (255, 255, 255), (0, 0, 0)))
    view = degrade.View(40.0, 90.0, 0.0, oversampling=3, wall=0.2, tile=(0.5, 1.0))
    for up_deg, (wide, tall) in ((0.0, (60, 120)), (90.0, (120, 60))):
        _, on_face = degrade.piece_on_table(rng, face, up_deg, view)
        rows, columns = np.nonzero(on_face[..., 0])
        assert np.ptp(columns) + 1 == pytest.approx(wide, abs=3)
        assert np.ptp(rows) + 1 == pytest.approx(tall, abs=3)


def test_reliability_has_a_row_for_each_tenth() -> None:
    confidence = np.array([0.55, 0.55, 0.95, 0.9999])
    assert reliability(confidence, np.array([True, False, True, True])) == [
        [0.55, 0.5, 2],
        [0.95, 1.0, 1],
        [0.9999, 1.0, 1],
    ]


def test_a_blank_face_has_no_ink() -> None:
    assert not draw_face(FaceStyle(None, FONT, (9, 9, 9), (200, 200, 200))).ink.any()


def test_wide_numerals_stay_on_the_disc() -> None:
    face = draw_face(FaceStyle("14", FONT, (0, 0, 0), (255, 255, 255), height=0.7, width=1.12, weight=0.06))
    rows, columns = np.nonzero(face.ink > 128)
    radius = np.hypot(rows - (FACE_PX - 1) / 2, columns - (FACE_PX - 1) / 2)
    assert radius.max() < FACE_PX / 2


def test_random_faces_can_be_told_from_their_ink() -> None:
    rng, families = np.random.default_rng(5), by_family(BUILT_IN_FONTS)
    for _ in range(50):
        style = random_style(rng, families, str(rng.integers(1, 16)))
        assert np.abs(np.subtract(style.ground_bgr, style.ink_bgr)).max() > 60


@pytest.mark.parametrize("up_deg", [0.0, 90.0, 200.0])
@pytest.mark.parametrize("turn_deg", [0.0, 130.0])
@pytest.mark.parametrize("elevation_deg", [40.0, 90.0])
def test_an_oblique_view_rectifies_to_the_face_turned(up_deg: float, turn_deg: float, elevation_deg: float) -> None:
    rng = np.random.default_rng(1)
    face = draw_face(FaceStyle("7", FONT, (0, 0, 0), (255, 255, 255), height=0.6))
    view = degrade.View(40.0, elevation_deg, turn_deg, oversampling=3, wall=0.2)
    scene, _ = degrade.piece_on_table(rng, face, up_deg, view)
    picture = (255 * np.sqrt(np.clip(scene[1::3, 1::3], 0, 1))).astype(np.uint8)
    rectified = degrade.resample(picture, view, np.zeros(2), np.ones(2))
    # A 7's ink lies mostly above its middle: that is where its up direction must be found.
    inner = np.hypot(*np.mgrid[-19.5:20, -19.5:20]) < 13
    rows, columns = np.nonzero((rectified.mean(axis=2) > 120) & inner)
    right, down = columns.mean() - 19.5, rows.mean() - 19.5
    found = np.degrees(np.arctan2(right, -down)) % 360
    assert abs((found - up_deg + 180) % 360 - 180) < 40


def test_examples_depend_on_the_seed_alone() -> None:
    first, again, other = (make_examples(seed, 6, BUILT_IN_FONTS) for seed in (3, 3, 4))
    assert np.array_equal(first.images, again.images)
    assert np.array_equal(first.labels, again.labels)
    assert not np.array_equal(first.images, other.images)


def test_examples_have_every_answer_and_the_right_form() -> None:
    examples = make_examples(11, 400, BUILT_IN_FONTS)
    assert examples.images.shape == (400, FACE_SIZE_PX, FACE_SIZE_PX, 3)
    assert examples.images.dtype == np.uint8
    assert set(examples.labels.tolist()) == set(range(CANNOT_READ + 1))
    assert np.array_equal(np.isnan(examples.up_deg), (examples.labels == CANNOT_READ) | examples.either)
    up_deg = examples.up_deg[~np.isnan(examples.up_deg)]
    assert ((up_deg >= 0) & (up_deg < 360)).all()


def test_an_unmarked_six_or_nine_is_either_at_even_odds_and_all_else_is_certain() -> None:
    examples = make_examples(12, 300, BUILT_IN_FONTS)
    assert set(examples.labels[examples.either].tolist()) <= {5, 8}
    assert examples.either.any()
    np.testing.assert_allclose(examples.truth.sum(axis=1), 1.0)
    np.testing.assert_allclose(examples.truth[examples.either][:, [5, 8]], 0.5)
    decided = examples.decided
    assert len(decided) == 300 - examples.either.sum()
    np.testing.assert_allclose(decided.truth[np.arange(len(decided)), decided.labels], 1.0)


def test_scores_of_a_known_case() -> None:
    labels = np.array([0, 1, 2, 3])
    probabilities = np.full((4, 16), 0.01)
    probabilities[np.arange(4), [0, 1, 2, 0]] = (0.95, 0.95, 0.6, 0.95)
    scores = score(probabilities, labels)
    assert scores.accuracy == 0.75
    assert scores.claimed == 0.75
    assert scores.claimed_accuracy == pytest.approx(2 / 3)
    assert scores.confusion[3, 0] == 1
    assert scores.confusion.sum() == 4


def test_a_reader_right_as_often_as_it_says_has_no_calibration_error() -> None:
    assert calibration_error(np.full(4, 0.75), np.array([True, True, True, False])) == pytest.approx(0.0)
    assert calibration_error(np.full(4, 1.0), np.array([True, True, True, False])) == pytest.approx(0.25)


def test_temperature_undoes_overconfidence() -> None:
    rng = np.random.default_rng(2)
    logits = rng.normal(0, 2, (4000, 16))
    likelihood = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    labels = np.array([rng.choice(16, p=row) for row in likelihood])
    assert best_temperature(3.0 * logits, labels) == pytest.approx(3.0, rel=0.1)
