"""How far apart the teams' colours are, on tables whose colours were washed out by a known share."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from engine.board import shipped_board
from engine.observation import SeenPiece
from tests.scenes import Disc, Light, SceneSpec, Sensor, draw_scene, make_camera
from vision.sight import look
from vision.team_contrast import TeamContrast, contrast_findings, team_contrast

BOARD = shipped_board("regista-a2")
CAMERA = make_camera()
DISCS = tuple(Disc(f"{team}{k + 1}", 60.0 + 70 * k, 90.0 if team == "B" else 200.0) for team in "BR" for k in range(6))


@cache
def table() -> np.ndarray:
    return draw_scene(SceneSpec(CAMERA, discs=DISCS, light=Light(), sensor=Sensor()), np.random.default_rng(2)).image


def washed_out(share: float) -> np.ndarray:
    """The table with so much of its colours taken away."""
    grey = cv2.cvtColor(cv2.cvtColor(table(), cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return np.asarray(cv2.addWeighted(table(), 1 - share, grey, share, 0), np.uint8)


def seen(discs: tuple[Disc, ...]) -> list[SeenPiece]:
    return [
        SeenPiece("B" if disc.piece[0] == "B" else "R", int(disc.piece[1:]), disc.x_mm, disc.y_mm, None, 0.99)
        for disc in discs
    ]


def contrast(image: np.ndarray, discs: tuple[Disc, ...] = DISCS) -> TeamContrast | None:
    return team_contrast(look(image, CAMERA, BOARD), seen(discs))


def test_plain_blue_and_red_are_well_apart() -> None:
    found = contrast(table())
    assert found is not None
    assert found.discs == {"B": 6, "R": 6}
    assert found.gap > 8
    assert found.from_board > 5
    assert contrast_findings(found) == []


def test_the_gap_shrinks_with_the_colours_and_is_a_finding_in_the_end() -> None:
    gaps = [found.gap for share in (0.0, 0.4, 0.8, 0.95) if (found := contrast(washed_out(share)))]
    assert gaps == sorted(gaps, reverse=True)
    faded, gone = (contrast_findings(contrast(washed_out(share))) for share in (0.82, 0.95))
    assert {finding.severity for finding in faded} == {"yellow"}
    assert {finding.severity for finding in gone} == {"red"}


def test_pieces_of_the_boards_own_colour_are_a_finding() -> None:
    like_grass = tuple(replace(disc, ink=(84, 150, 76)) if disc.piece[0] == "B" else disc for disc in DISCS)
    spec = SceneSpec(CAMERA, discs=like_grass, light=Light(), sensor=Sensor())
    found = contrast(draw_scene(spec, np.random.default_rng(2)).image, like_grass)
    assert found is not None
    assert [finding.what for finding in contrast_findings(found)] == [
        "one team has nearly the board's own colour in this light"
    ]


def test_discs_of_one_colour_taken_for_two_teams_overlap() -> None:
    blues = seen(DISCS[:6])
    half_called_red = [*blues[:3], *(SeenPiece("R", 1, piece.x_mm, piece.y_mm, None, 0.5) for piece in blues[3:])]
    found = team_contrast(look(table(), CAMERA, BOARD), half_called_red)
    assert found is not None
    assert found.gap < 0.1


@pytest.mark.parametrize("discs", [(), DISCS[:6], (*DISCS[:6], DISCS[6])])
def test_too_few_discs_of_a_team_tell_nothing(discs: tuple[Disc, ...]) -> None:
    assert contrast(table(), discs) is None
    assert contrast_findings(None) == []
