"""The light check against tables whose light is known, because it was drawn."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from calibration.findings import Finding
from calibration.light import check_light, measure_flicker, measure_light
from calibration.regions import patch_name, patches
from engine.board import shipped_board
from tests.scenes import Ball, Disc, Light, SceneSpec, Sensor, draw_scene, make_camera, random_scene

BOARD = shipped_board("regista-a2")
CAMERA = make_camera((960, 540), elevation_deg=65.0, distance_mm=700.0)
GREY = np.array((0.114, 0.587, 0.299))


@cache
def draw(light: Light = Light(), sensor: Sensor = Sensor()) -> np.ndarray:  # noqa: B008 - both are immutable
    rng = np.random.default_rng(5)
    return draw_scene(replace(random_scene(rng, camera=CAMERA), light=light, sensor=sensor), rng).image


def findings(image: np.ndarray) -> dict[str, Finding]:
    return {finding.kind: finding for finding in check_light(measure_light(image, CAMERA, BOARD), BOARD)}


def test_good_light_has_no_faults() -> None:
    assert findings(draw()) == {}
    measures = measure_light(draw(), CAMERA, BOARD)
    # Paper is 251 to 253 in print, and 0.9 of the light falls on it, a little more or less by the fall-off.
    assert measures.brightness == pytest.approx(0.9 * 252, abs=20)
    assert measures.cast == pytest.approx(1.0, abs=0.1)
    assert measures.glare == ()
    assert measures.seen_spaces == len(BOARD.grid.field_spaces)


@pytest.mark.parametrize(
    ("light", "sensor", "kind", "severity"),
    [
        (Light(0.18), Sensor(), "dark", "yellow"),
        (Light(0.07), Sensor(), "dark", "red"),
        (Light(1.7), Sensor(), "bright", "yellow"),
        (Light(3.0), Sensor(), "bright", "red"),
        (Light(glare_mm=(253.0, 150.0), glare_radius_mm=70.0), Sensor(), "glare", "yellow"),
        (Light(0.8, fall_off=1.2), Sensor(), "uneven", "red"),
        (Light(), Sensor(noise=15.0), "noise", "yellow"),
        (Light(), Sensor(noise=40.0), "noise", "red"),
        (Light(), Sensor(blur_px=1.5), "blur", "yellow"),
        (Light(), Sensor(blur_px=2.1), "blur", "red"),
        (Light(0.25), Sensor(noise=15.0), "faint_lines", "red"),
        (Light(), Sensor(blur_px=1.6), "faint_lines", "yellow"),
        (Light(cast=(0.4, 0.7, 1.0)), Sensor(), "cast", "yellow"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_fault_is_named_with_its_cure(light: Light, sensor: Sensor, kind: str, severity: str) -> None:
    finding = findings(draw(light, sensor))[kind]
    assert finding.severity == severity
    assert finding.cure
    less_is_worse = kind == "dark" or (kind == "faint_lines" and finding.unit == "grey levels")
    assert (finding.value < finding.limit) == less_is_worse


@pytest.mark.parametrize("share", [0.45, 0.6])
def test_a_part_that_is_covered_is_said_in_words(share: float) -> None:
    image = draw().copy()
    length, width = BOARD.grid.field_size_mm
    cover = CAMERA.project(((-50, -50), (share * length, -50), (share * length, width + 50), (-50, width + 50)))
    cv2.fillConvexPoly(image, np.round(cover).astype(np.int32), (0, 0, 0))
    found = findings(image)
    assert "covered" in found["uneven"].what
    assert "times the light" not in found["uneven"].what
    if share > 0.5:
        assert "not to be seen" in found["faint_lines"].what
    (where,) = found["uneven"].where
    assert BOARD.grid.centre_mm(where)[0] < share * length


@pytest.mark.parametrize("radius_mm", [45.0, 80.0])
@pytest.mark.parametrize("at", ["D6", "L15"])
def test_glare_is_where_the_lamp_mirrors(at: str, radius_mm: float) -> None:
    x_mm, y_mm = BOARD.grid.centre_mm(at)
    where = findings(draw(Light(glare_mm=(x_mm, y_mm), glare_radius_mm=radius_mm)))["glare"].where
    centres = np.array([BOARD.grid.centre_mm(space) for space in where])
    assert np.linalg.norm(centres.mean(axis=0) - (x_mm, y_mm)) < 0.7 * BOARD.grid.width_mm
    assert np.linalg.norm(centres - (x_mm, y_mm), axis=1).max() < radius_mm


def test_discs_and_a_white_ball_side_by_side_are_no_glare() -> None:
    spaces = ("H11", *BOARD.grid.neighbours("H11").values())
    discs = tuple(Disc(f"{'BR'[k % 2]}{k + 1}", *BOARD.grid.centre_mm(space)) for k, space in enumerate(spaces))
    ball = Ball("ring", *BOARD.grid.centre_mm("H14"))
    picture = draw_scene(SceneSpec(CAMERA, discs=discs, ball=ball, light=Light(1.0)), np.random.default_rng(0)).image
    assert measure_light(picture, CAMERA, BOARD).glare == ()


def test_sunbeams_are_uneven_light_but_no_glare() -> None:
    # Half of the table has seven times the light of the other; linear light, as beams of it add up.
    level = np.arange(256) / 255
    light = np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)
    dimmed = np.searchsorted(light, light / 7.0).astype(np.uint8)
    image = draw(Light(fall_off=0.0)).copy()
    image[:, :480] = cv2.LUT(image[:, :480], dimmed)
    found = findings(image)
    assert "glare" not in found
    assert found["uneven"].value == pytest.approx(7.0, rel=0.2)


def test_dark_ends_are_named() -> None:
    # The lamp stands in the east.
    finding = findings(draw(Light(0.8, fall_off=1.2, from_deg=0.0)))["uneven"]
    (at,) = finding.where
    assert BOARD.grid.centre_mm(at).x_mm < 0.2 * BOARD.grid.field_size_mm[0]
    assert at in finding.what


@pytest.mark.parametrize(
    ("cast", "colour"), [((1.0, 0.7, 0.4), "blue"), ((0.4, 0.7, 1.0), "red"), ((0.4, 1.0, 0.5), "green")]
)
def test_the_lamp_s_colour_is_named(cast: tuple[float, float, float], colour: str) -> None:
    assert f"very {colour}" in findings(draw(Light(cast=cast)))["cast"].what


def lit(row_gains: np.ndarray) -> np.ndarray:
    """The table in light (540,) that changes from row to row, as shares of linear light."""
    gains = np.asarray(row_gains, np.float64) ** (1 / 2.2)
    return np.clip(np.round(draw() * gains[:, None, None]), 0, 255).astype(np.uint8)


def bands(depth: float, turns: float) -> list[np.ndarray]:
    """Pictures with bands of the mains, their phase wandering: ``depth`` from brightest to darkest."""
    rows = np.arange(540)
    return [
        lit(1 - depth / 2 + depth / 2 * np.cos(2 * np.pi * (turns * rows / 540 + phase)))
        for phase in (0.0, 0.3, 0.55, 0.8)
    ]


@pytest.mark.parametrize("turns", [1.7, 3.3])
def test_bands_of_the_mains_are_measured(turns: float) -> None:
    flicker = measure_flicker(bands(0.3, turns), CAMERA, BOARD)
    assert flicker is not None
    # Bright against dark is 1 to 0.7; against their usual mixture in these pictures a little more or less.
    assert 0.3 < flicker.bands < 0.6
    assert "mains" in flicker_words(flicker)


def flicker_words(flicker: object) -> str:
    found = check_light(measure_light(draw(), CAMERA, BOARD), BOARD, flicker)  # type: ignore[arg-type]
    return " ".join(finding.sentence for finding in found if finding.kind == "flicker")


def test_brightness_that_swings_is_measured() -> None:
    flicker = measure_flicker([lit(np.full(540, gain)) for gain in (1.0, 0.9, 0.8, 0.95)], CAMERA, BOARD)
    assert flicker is not None
    assert flicker.swing == pytest.approx(0.25, abs=0.05)
    assert flicker.bands < 0.03
    assert "from picture to picture" in flicker_words(flicker)


def test_steady_light_and_a_hand_are_no_flicker() -> None:
    hand = draw().copy()
    hand[250:420, 500:480] = (140, 165, 215)
    flicker = measure_flicker([draw(), hand, draw(), draw()], CAMERA, BOARD)
    assert flicker is not None
    assert flicker.swing < 0.02
    assert flicker.bands < 0.05
    assert flicker_words(flicker) == ""


def test_a_lamp_that_is_switched_on_once_is_no_flicker() -> None:
    before, after = draw(Light(0.6, 0.3, 0.0)), draw(Light(0.9, 0.4, 120.0))
    together = measure_flicker([before, before, after, before, after, before, after], CAMERA, BOARD)
    once = measure_flicker([before] * 4 + [after] * 3, CAMERA, BOARD)
    assert together is not None
    assert once is not None
    assert max(together.swing, together.bands) > 0.2
    assert max(once.swing, once.bands) < 0.02
    assert flicker_words(together) != ""
    assert flicker_words(once) == ""


def test_two_pictures_do_not_tell_flicker() -> None:
    assert measure_flicker([draw(), draw()], CAMERA, BOARD) is None


def test_a_board_out_of_the_picture_does_not_break_the_check() -> None:
    away = make_camera(target_mm=(4000.0, 4000.0))
    assert measure_light(np.full((540, 960, 3), 128, np.uint8), away, BOARD).seen_spaces == 0


def test_patches_are_named_from_corner_to_corner() -> None:
    grid = BOARD.grid
    around_h11 = ("H11", *grid.neighbours("H11").values())
    found = patches((*around_h11, "A1"), grid)
    assert [set(patch) for patch in found] == [set(around_h11), {"A1"}]
    assert patch_name(found[1], grid) == "A1"
    first, last = patch_name(found[0], grid).split("-")
    assert (first[0], last[0]) == ("G", "I")
