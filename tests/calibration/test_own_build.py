"""Setting up a board without markers, against boards that were drawn."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.own.build import set_up
from calibration.own.errors import OwnBoardError
from calibration.own.proof import Proof
from calibration.own.template import fitted, template_of
from tests.calibration.own_tables import (
    GREEN,
    SAME_ENDS,
    STYLES,
    camera,
    clicked,
    corner_errors_spaces,
    empty_table,
    own,
    printed,
)
from tests.scenes import SceneSpec, Sensor, draw_scene
from tests.scenes.own_boards import Style


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_clicked_corners_are_put_right_by_the_printed_lattice(style: Style) -> None:
    assert corner_errors_spaces(own(style).pose, empty_table(style)).max() < 0.04
    assert own(style).agreement > 0.85
    assert own(style).error_percent < 3.0


def test_bold_lines_many_pixels_wide_in_a_telephones_picture_are_lines() -> None:
    bold = replace(STYLES["dark lines"], line_mm=2.0)
    board, picture = printed(bold)
    view = camera(bold, elevation_deg=80.0, size_px=(2600, 1462), distance_mm=1.15 * board.grid.field_size_mm[0])
    scene = draw_scene(
        SceneSpec(view, board, sheet_picture=picture, sensor=Sensor(blur_px=2.0)), np.random.default_rng(0)
    )
    made = set_up(scene.image, clicked(scene, 5.0), board.file)
    assert made
    assert corner_errors_spaces(made.pose, scene).max() < 0.04
    assert made.agreement > 0.85


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_the_edge_of_the_printed_sheet_is_found(style: Style) -> None:
    made, true = own(style).board.file.sheet, printed(style)[0].file.sheet
    space_mm = printed(style)[0].grid.width_mm
    assert np.abs(np.subtract(made.size_mm, true.size_mm)).max() < 0.3 * space_mm
    assert np.abs(np.subtract(made.field_origin_mm, true.field_origin_mm)).max() < 0.2 * space_mm
    # Short of it, never beyond: what lies there is table.
    assert all(a <= b + 0.5 for a, b in zip(made.size_mm, true.size_mm, strict=True))


def test_a_border_that_is_given_is_kept() -> None:
    scene = empty_table(GREEN)
    made = set_up(scene.image, clicked(scene), printed(GREEN)[0].file, border=(10.0, 11.0, 12.0, 13.0))
    assert made
    length, width = made.board.grid.field_size_mm
    assert made.board.file.sheet.size_mm == pytest.approx((length + 22, width + 24), abs=0.1)
    assert made.board.file.sheet.field_origin_mm == (10.0, 11.0)


def test_the_first_corner_says_which_end_is_which() -> None:
    scene = empty_table(GREEN)
    made = set_up(scene.image, np.roll(clicked(scene), 2, axis=0), printed(GREEN)[0].file)
    assert made
    turned = np.roll(scene.corners_px, 2, axis=0)
    length, width = made.board.grid.field_size_mm
    assert np.abs(made.pose.project([(0, 0), (length, width)]) - turned[[0, 2]]).max() < 2.0


def test_areas_and_goals_are_the_games_own() -> None:
    made, usual = own(GREEN).board, template_of("regista")
    assert made.areas == usual.areas
    assert made.goals == usual.goals
    assert made.file.markers is None


def test_a_print_that_is_the_same_from_both_ends_is_told() -> None:
    assert Proof(own(GREEN).reference).tells_ends
    assert not Proof(own(SAME_ENDS).reference).tells_ends


def test_wrong_counts_find_no_lattice() -> None:
    scene = empty_table(GREEN)
    refused = set_up(scene.image, clicked(scene), fitted(template_of("regista"), "x", columns=19, rows=13))
    assert not refused
    assert "19 columns and 13 rows" in refused.reason


def test_a_corner_in_a_wrong_place_is_named() -> None:
    scene = empty_table(GREEN)
    corners = clicked(scene, 1.0)
    corners[2] += (35.0, 30.0)
    refused = set_up(scene.image, corners, printed(GREEN)[0].file)
    assert not refused
    assert "corner 3" in refused.reason or "no lattice" in refused.reason


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ((0, 3, 2, 1), "anticlockwise"),
        ((0, 2, 1, 3), "do not go round"),
        ((0, 0, 2, 3), "do not go round"),
    ],
)
def test_corners_in_no_order_are_refused(order: tuple[int, ...], words: str) -> None:
    scene = empty_table(GREEN)
    with pytest.raises(OwnBoardError, match=words):
        set_up(scene.image, scene.corners_px[list(order)], printed(GREEN)[0].file)


@pytest.mark.parametrize("corner", [(np.nan, 3.0), (90000.0, 3.0)])
def test_corners_far_from_the_picture_are_refused(corner: tuple[float, float]) -> None:
    corners = empty_table(GREEN).corners_px.copy()
    corners[1] = corner
    with pytest.raises(OwnBoardError, match="pixels of the picture"):
        set_up(empty_table(GREEN).image, corners, printed(GREEN)[0].file)
