"""Pieces of every form and size are found where they stand, and what lies about is no piece."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest

from calibration.own.board_text import board_text
from engine.board import parse_board, shipped_board
from tests.scenes import Disc, SceneSpec, draw_scene, make_camera
from tests.scenes.clutter import Crumple, Pen, Slab, Token
from vision.numbers import NumberReader
from vision.read import read_table

if TYPE_CHECKING:
    from engine.board import Board
    from engine.observation import Observation
    from tests.scenes.clutter import Clutter

KIT = shipped_board("regista-a2")
STEEP, FLAT = make_camera(elevation_deg=70.0), make_camera(elevation_deg=45.0)
BLUE, RED, COPPER = (150, 62, 28), (44, 34, 186), (70, 105, 165)
SPACES = ("C4", "H6", "M9", "D15", "J18", "H11")


@cache
def reader() -> NumberReader:
    return NumberReader()


def read(spec: SceneSpec) -> Observation:
    scene = draw_scene(spec, np.random.default_rng(1))
    return read_table(scene.image, spec.camera, spec.board, reader())


def with_pieces(**keys: object) -> Board:
    pieces = msgspec.structs.replace(KIT.file.pieces, **keys)
    return parse_board(board_text(msgspec.structs.replace(KIT.file, pieces=pieces)), "drawn")


def team_of_six() -> tuple[Disc, ...]:
    centres = [KIT.grid.centre_mm(space) for space in SPACES]
    return tuple(Disc(f"{'BR'[k % 2]}{k + 2}", c.x_mm + 2.0, c.y_mm - 1.5, 40.0 * k) for k, c in enumerate(centres))


FORMS = {
    "small discs": {"diameter_mm": 13.0, "height_mm": 3.0},
    "draughtsmen": {"diameter_mm": 21.5, "height_mm": 10.0},
    "pawns": {"form": "pawn", "height_mm": 30.0, "foot_mm": 3.0, "body_mm": 12.0},
    "pawns without numbers": {"form": "pawn", "height_mm": 40.0, "body_mm": 8.0, "number": "none"},
}


@pytest.mark.parametrize("camera", [STEEP, FLAT], ids=["steep", "flat"])
@pytest.mark.parametrize("form", FORMS)
def test_pieces_of_other_forms_are_found_where_they_stand(form: str, camera: object) -> None:
    board, discs = with_pieces(**FORMS[form]), team_of_six()
    seen = read(SceneSpec(camera, board, discs=discs))  # type: ignore[arg-type]
    assert sorted((piece.team, piece.space) for piece in seen.pieces) == sorted(
        (disc.piece[0], space) for disc, space in zip(discs, SPACES, strict=True)
    )
    for disc in discs:
        assert min(np.hypot(piece.x_mm - disc.x_mm, piece.y_mm - disc.y_mm) for piece in seen.pieces) < 1.3, disc
    names = {piece.piece for piece in seen.pieces}
    assert names == ({"B?", "R?"} if "without" in form else {disc.piece for disc in discs})


@pytest.mark.parametrize("camera", [STEEP, FLAT], ids=["steep", "flat"])
@pytest.mark.parametrize("change", [{"lean_deg": 5.0, "lean_to_deg": 70.0}, {"octagon": True}, {"gloss": 0.9}])
def test_pieces_that_lean_shine_or_are_folded_are_measured_too(change: dict[str, object], camera: object) -> None:
    discs = tuple(replace(disc, **change) for disc in team_of_six())  # type: ignore[arg-type]
    seen = read(SceneSpec(camera, discs=discs))  # type: ignore[arg-type]
    assert len(seen.pieces) == len(discs)
    for disc in discs:
        # A face that leans is up to 0.8 mm higher than it is taken to be.
        assert min(np.hypot(piece.x_mm - disc.x_mm, piece.y_mm - disc.y_mm) for piece in seen.pieces) < 1.8, disc


THINGS = {
    "blue pen": Pen(250.0, 100.0, BLUE, 30.0),
    "red pen": Pen(250.0, 100.0, RED, 120.0, width_mm=12.0),
    "blue phone": Slab(250.0, 150.0, 150.0, 72.0, 8.0, BLUE, 25.0),
    "red card": Slab(250.0, 150.0, 88.0, 63.0, 0.4, RED, 70.0),
    "copper coin": Token(250.0, 150.0, 24.0, 2.0, COPPER, (56, 84, 132)),
    "red poker chip": Token(250.0, 150.0, 39.0, 3.3, RED),
    "blue draughtsman": Token(250.0, 150.0, 29.0, 8.0, BLUE),
    "red button": Token(250.0, 150.0, 10.0, 2.0, RED),
    "blue pen's cap": Token(250.0, 150.0, 11.0, 40.0, BLUE),
    "crumpled paper": Crumple(250.0, 150.0, 22.0),
}


BLOCKS = {
    "blue eraser": Slab(250.0, 150.0, 45.0, 14.0, 11.0, BLUE, 20.0),
    "red cube": Slab(250.0, 150.0, 16.0, 16.0, 16.0, RED, 20.0),
}
"""As wide as a piece and as high: from above they look much like one that carries no number."""


def among_four_discs(thing: Clutter, beside_mm: float) -> tuple[Observation, set[str]]:
    """What is read with a thing in the middle, or so far south of it; the pieces there are."""
    centres = [KIT.grid.centre_mm(space) for space in ("C3", "M3", "C20", "M20")]
    discs = tuple(Disc(f"{'BR'[k % 2]}{k + 2}", c.x_mm, c.y_mm) for k, c in enumerate(centres))
    clutter = replace(thing, y_mm=thing.y_mm + beside_mm)
    return read(SceneSpec(STEEP, discs=discs, clutter=(clutter,))), {disc.piece for disc in discs}


@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("beside_mm", [0.0, 185.0], ids=["on the field", "beside it"])
def test_what_lies_about_is_no_piece(thing: str, beside_mm: float) -> None:
    seen, pieces = among_four_discs(THINGS[thing], beside_mm)
    assert {piece.piece for piece in seen.pieces} == pieces


@pytest.mark.parametrize("thing", BLOCKS)
@pytest.mark.parametrize("beside_mm", [0.0, 185.0], ids=["on the field", "beside it"])
def test_a_block_of_a_pieces_size_is_no_piece_and_is_asked_about(thing: str, beside_mm: float) -> None:
    seen, pieces = among_four_discs(BLOCKS[thing], beside_mm)
    assert {piece.piece for piece in seen.pieces} == pieces
    doubted = {doubt.space for doubt in seen.unsure if doubt.what == "piece"}
    block = BLOCKS[thing]
    spaces = {KIT.grid.nearest(block.x_mm, block.y_mm).space} if beside_mm == 0.0 else set()
    assert spaces <= doubted
