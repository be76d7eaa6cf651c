"""A table before the match: read once, and held against the line-up."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import resources
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from engine.board import shipped_board
from referee_tui.start.choices import Choices
from referee_tui.start.set_up import Fault, Seen, faults
from referee_tui.start.table import look_at_table
from tests.scenes import Light, Sensor, draw_scene, make_camera, random_scene

if TYPE_CHECKING:
    from pathlib import Path

WANTED = {"B1": "H2", "B7": "H10", "R9": "H11"}


@pytest.mark.parametrize(
    ("seen", "found"),
    [
        (Seen(WANTED), ()),
        (Seen({"B1": "H2", "R9": "H11"}), (Fault("B7", "H10", None),)),
        (Seen(WANTED | {"B7": "C3"}), (Fault("B7", "H10", "C3"),)),
        (Seen(WANTED | {"B8": "C3"}), (Fault("B8", None, "C3"),)),
        # A number that is not read where one is missing is no fault; elsewhere it is.
        (Seen({"B1": "H2", "R9": "H11"}, ("H10",)), ()),
        (Seen(WANTED, ("C3",)), (Fault("", None, "C3"),)),
    ],
)
def test_what_stands_otherwise(seen: Seen, found: tuple[Fault, ...]) -> None:
    assert faults(seen, WANTED) == found


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path)


def test_the_first_picture_of_a_film_is_read() -> None:
    with resources.as_file(resources.files("referee_tui") / "demo" / "soccer-fun.mp4") as film:
        seen = look_at_table(Choices(game="soccer-fun", source=str(film)))
    truth = json.loads((resources.files("referee_tui") / "demo" / "soccer-fun.json").read_text(encoding="utf-8"))
    stands = truth["initial"]["pieces"]
    assert seen.why == ""
    # The ball lies on one of the numbers.
    assert dict(seen.pieces) == {piece: space for piece, space in stands.items() if space not in seen.unread}
    assert len(seen.pieces) >= 21


@pytest.mark.parametrize("source", ["nowhere.mp4", ""])
def test_what_hinders_is_told(source: str) -> None:
    seen = look_at_table(Choices(source=source))
    assert seen.why
    assert not seen.pieces


def test_a_team_in_the_boards_colour_is_told_instead_of_pieces_that_seem_to_miss(tmp_path: Path) -> None:
    board = shipped_board("regista-a2")
    spec = random_scene(np.random.default_rng(500), board, pieces=22, camera=make_camera(distance_mm=780))
    discs = tuple(replace(disc, ink=(60, 140, 40) if disc.piece[0] == "B" else (35, 30, 190)) for disc in spec.discs)
    scene = draw_scene(replace(spec, discs=discs, light=Light(), sensor=Sensor(), dice=()), np.random.default_rng(7))
    cv2.imwrite(str(tmp_path / "table.png"), scene.image)
    seen = look_at_table(Choices(game="regista", source=str(tmp_path / "table.png")))
    assert not seen.pieces
    assert seen.why.startswith("one team has nearly the board's own colour in this light: ")
