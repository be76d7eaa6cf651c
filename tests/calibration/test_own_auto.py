"""The field of an own board looked for in a picture."""

import numpy as np
import pytest

from calibration.own.auto import find_field
from calibration.own.outlines import find_outlines
from calibration.own.template import template_of
from calibration.pose import PoseFailure
from tests.calibration.own_tables import STYLES, empty_table


@pytest.mark.parametrize("name", ["dark lines", "checks without lines"])
def test_the_field_is_found_and_begins_upper_left(name: str) -> None:
    style = STYLES[name]
    scene = empty_table(style)
    found = find_field(scene.image, template_of(style.game))
    assert not isinstance(found, PoseFailure), found.reason
    # Seen upright, A1 is the corner that lies upper left.
    assert np.abs(found.corners_px - scene.corners_px).max() < 1.0
    assert np.abs(found.turned()[[2, 3, 0, 1]] - found.corners_px).max() == 0


def test_a_bare_table_has_no_field() -> None:
    image = np.full((480, 640, 3), 120, np.uint8)
    found = find_field(image, template_of("regista"))
    assert isinstance(found, PoseFailure)
    assert "--corners" in found.reason


def test_outlines_go_round_clockwise() -> None:
    image = np.full((480, 640, 3), 60, np.uint8)
    image[100:400, 150:550] = (200, 210, 190)
    (outline,) = find_outlines(image)
    true = np.array(((150, 100), (549, 100), (549, 399), (150, 399)))
    start = int(np.linalg.norm(outline - true[0], axis=1).argmin())
    assert np.abs(np.roll(outline, -start, axis=0) - true).max() < 2.5
