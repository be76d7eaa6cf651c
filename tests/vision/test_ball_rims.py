"""A flat ball under a piece, small against its holder, on tables where that is hard to see."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.own.reference import Reference
from engine.board import shipped_board
from tests.scenes import Ball, Disc, Light, SceneSpec, Sensor, draw_scene, make_camera
from tests.scenes.balls import COLOURS
from tests.scenes.own_boards import Style, own_board
from vision.known_colours import NOTHING_KNOWN
from vision.numbers import NumberReader
from vision.printed import printed_of_reference
from vision.read import read_table

if TYPE_CHECKING:
    from engine.board import Board

BOARDS = {name: shipped_board(name) for name in ("regista-a2", "very-much-b3")}
PIECES = (("B2", "C5"), ("R3", "H11"), ("B9", "K8"), ("R8", "M17"), ("B4", "F18"), ("R6", "D14"))


@cache
def reader() -> NumberReader:
    return NumberReader()


def table(board: Board, holder: str, colour: str, *, off_mm: float = 0.0, blur_px: float = 0.6) -> SceneSpec:
    """Six discs, the ball under one of them, which may stand off its middle; the lamp throws shadows over the rim."""
    length, width = board.grid.field_size_mm
    discs = tuple(
        Disc(piece, *board.grid.centre_mm(space), 40.0 * number) for number, (piece, space) in enumerate(PIECES)
    )
    under = next(disc for disc in discs if disc.piece == holder)
    camera = make_camera((1280, 720), elevation_deg=58, distance_mm=1.5 * length, target_mm=(length / 2, width / 2))
    return SceneSpec(
        camera,
        board,
        discs=discs,
        ball=Ball("ring", under.x_mm + off_mm, under.y_mm, holder, COLOURS[colour]),
        light=Light(0.8, 0.3, 150.0, shadow=0.6),
        sensor=Sensor(blur_px, 2.5, 85),
    )


HARD = [
    pytest.param("regista-a2", "R3", "white", 0.0, 0.6, id="on the halfway line"),
    pytest.param("regista-a2", "B9", "orange", 1.8, 0.6, id="its holder stands at the rim's edge"),
    pytest.param("regista-a2", "R8", "orange", 0.0, 1.1, id="orange under red, blurred"),
    pytest.param("very-much-b3", "B4", "white", 0.0, 0.6, id="a narrow rim"),
    pytest.param("very-much-b3", "R6", "orange", 0.0, 0.6, id="a narrow orange rim under red"),
]


@pytest.mark.parametrize(("board_name", "holder", "colour", "off_mm", "blur_px"), HARD)
def test_a_rim_is_seen_under_its_holder(
    board_name: str, holder: str, colour: str, off_mm: float, blur_px: float
) -> None:
    spec = table(BOARDS[board_name], holder, colour, off_mm=off_mm, blur_px=blur_px)
    look = read_table(draw_scene(spec, np.random.default_rng(4)).image, spec.camera, spec.board, reader())
    assert look.ball is not None
    assert look.ball.on_piece == holder
    assert not [doubt for doubt in look.unsure if doubt.what == "ball"]


@pytest.mark.parametrize("colour", ["white", "orange"])
def test_a_rim_is_seen_on_a_field_that_is_not_green(colour: str) -> None:
    sand = Style(
        spaces=((160, 190, 205), (150, 180, 200)), line=(50, 48, 46), chalk=(45, 70, 180), paper=(122, 122, 120)
    )
    board, sheet = own_board(sand, 3)
    small = cv2.resize(sheet, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    printed = printed_of_reference(Reference(board, np.asarray(small, np.uint8), np.ones(small.shape[:2], np.bool_)))
    spec = replace(table(board, "B9", colour), sheet_picture=sheet)
    picture = draw_scene(spec, np.random.default_rng(4)).image
    look = read_table(picture, spec.camera, board, reader(), known=replace(NOTHING_KNOWN, printed=printed))
    assert look.ball is not None
    assert look.ball.on_piece == "B9"
