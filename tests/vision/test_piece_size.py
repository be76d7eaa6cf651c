"""Pieces of another size than the board file says: noticed, and read all the same."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from calibration.finder import finder_for
from engine.board import shipped_board
from engine.observation import Unsure
from tests.scenes import Disc, SceneSpec, draw_scene, make_camera
from vision.board_check import View, check_view
from vision.explain import draw_explanation
from vision.explain.legend import TEAM
from vision.numbers import NumberReader
from vision.still import StillLook, explain_still, look_at_still, read_still, still_json

if TYPE_CHECKING:
    from vision.rectify import Image

BOARD = shipped_board("regista-a2")
SPACES = ("C4", "H6", "M9", "D15", "J18", "H11", "K3", "F20")
CAMERA = make_camera(elevation_deg=58.0)


@cache
def reader() -> NumberReader:
    return NumberReader()


@cache
def table(diameter_mm: float, height_mm: float, pieces: int = len(SPACES)) -> Image:
    """Pieces of both teams; what the board file says is 18 and 5 mm."""
    disc = Disc("B1", 0.0, 0.0, diameter_mm=diameter_mm, height_mm=height_mm)
    discs = [
        replace(
            disc,
            piece=f"{'BR'[k % 2]}{k + 1}",
            x_mm=BOARD.grid.centre_mm(space).x_mm,
            y_mm=BOARD.grid.centre_mm(space).y_mm,
            turned_deg=20.0 * k,
        )
        for k, space in enumerate(SPACES[:pieces])
    ]
    return draw_scene(SceneSpec(CAMERA, BOARD, discs=tuple(discs)), np.random.default_rng(4)).image


def read(image: Image) -> dict[str, Any]:
    answer = read_still(image, finder_for(BOARD), reader())
    assert answer["board"]["found"]
    return answer


def sizes_said(answer: dict[str, Any]) -> list[str]:
    return [doubt["why"] for doubt in answer["unsure"] if doubt["what"] == "pieces"]


@pytest.mark.parametrize(
    ("diameter_mm", "height_mm", "keys"),
    [
        (18.0, 5.0, ()),
        (18.0, 2.0, ()),
        (22.0, 5.0, ("diameter_mm",)),
        (14.5, 5.0, ("diameter_mm",)),
        (18.0, 25.0, ("height_mm",)),
        (22.0, 15.0, ("diameter_mm", "height_mm")),
    ],
)
def test_pieces_are_read_by_the_size_that_they_have(
    diameter_mm: float, height_mm: float, keys: tuple[str, ...]
) -> None:
    answer = read(table(diameter_mm, height_mm))
    said = sizes_said(answer)
    assert len(said) == len(keys)
    assert all(f"({key} under [pieces])" in why for key, why in zip(keys, said, strict=True))
    assert [doubt["what"] for doubt in answer["unsure"][: len(keys)]] == ["pieces"] * len(keys)
    assert all(doubt["cell"] is None for doubt in answer["unsure"][: len(keys)])
    drawn = {f"{'BR'[k % 2]}{k + 1}": space for k, space in enumerate(SPACES)}
    assert {piece["id"]: piece["cell"] for piece in answer["pieces"]} == drawn


def test_the_size_said_is_the_one_that_was_drawn() -> None:
    why = sizes_said(read(table(22.0, 5.0)))[0]
    seen_mm = float(why.removeprefix("they look about ").split(" mm")[0])
    assert seen_mm == pytest.approx(22.0, abs=1.0)
    assert "the board file says 18 mm" in why


def test_the_picture_that_explains_draws_pieces_as_they_look() -> None:
    image = table(22.0, 15.0)
    look = look_at_still(image, finder_for(BOARD), reader())
    drawn = explain_still(image, look).astype(int)
    scale = max(1.0, 1280 / image.shape[1])
    turn = np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False)
    for k, space in enumerate(SPACES):
        rim_mm = BOARD.grid.centre_mm(space) + 11.0 * np.column_stack((np.cos(turn), np.sin(turn)))
        at = np.round(CAMERA.project(rim_mm, 15.0) * scale).astype(int)
        tone = TEAM["BR"[k % 2]][0]
        lined = [(np.abs(drawn[y - 3 : y + 4, x - 3 : x + 4] - tone).max(axis=2) < 12).any() for x, y in at]
        assert np.mean(lined) > 0.9


def test_the_picture_that_explains_names_the_doubts_of_the_answer() -> None:
    image = table(22.0, 15.0)
    look = look_at_still(image, finder_for(BOARD), reader())
    assert isinstance(look, StillLook)
    doubts = tuple(Unsure(said["what"], said["cell"], said["why"]) for said in still_json(BOARD, look)["unsure"])
    assert len(doubts) == 2
    named = draw_explanation(image, look.pose, look.sight.board, replace(look.seen, unsure=doubts))
    np.testing.assert_array_equal(explain_still(image, look), named)


def test_three_pieces_say_nothing_of_a_size() -> None:
    assert sizes_said(read(table(24.0, 5.0, 3))) == []


@pytest.mark.parametrize(("diameter_mm", "named"), [(18.0, 0), (22.0, 1)])
def test_a_match_is_warned_of_the_wrong_size(diameter_mm: float, named: int) -> None:
    view = View((table(diameter_mm, 5.0),), (CAMERA,), (0,))
    found = [finding for finding in check_view(view, finder_for(BOARD), reader()).findings if finding.kind == "pieces"]
    assert len(found) == named
    assert all(finding.severity == "red" and "diameter_mm" in finding.cure for finding in found)
