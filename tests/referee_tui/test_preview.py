"""The camera's picture in text cells."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from textual.app import App

from calibration.pose import BoardPose, Lens
from engine.board import shipped_board
from engine.match import Position
from referee_tui.app.board_view import Marks
from referee_tui.app.preview import (
    LOWER_HALF,
    SHADES,
    UPPER_HALF,
    fitted,
    from_above,
    greys,
    half_blocks,
    in_cells,
    ink_of,
    outlined,
    shaded,
    spot,
)
from referee_tui.app.state import Look

BOARD = shipped_board("regista-a2")
LENGTH_MM, WIDTH_MM = BOARD.grid.field_size_mm


def lit(*spaces: str) -> Look:
    """A dark table under a camera straight above its middle, with a white disc on each of some spaces."""
    lens = Lens(np.array(((1000.0, 0, 640), (0, 1000.0, 360), (0, 0, 1))), np.zeros(5), (1280, 720))
    pose = BoardPose(lens, np.zeros(3), np.array((-LENGTH_MM / 2, -WIDTH_MM / 2, 600.0)), 0.1)
    image = np.zeros((720, 1280, 3), np.uint8)
    for space in spaces:
        at = BOARD.grid.centre_mm(space)
        x, y = pose.project(np.array(((at.x_mm, at.y_mm),)))[0].round().astype(int)
        cv2.circle(image, (int(x), int(y)), 17, (255, 255, 255), -1)
    return Look(image, pose)


def brightest(image: np.ndarray) -> tuple[float, float]:
    """Where the light is, as shares of width and height."""
    rows, columns = np.nonzero(image.sum(axis=2) > 600)
    return float(columns.mean() + 0.5) / image.shape[1], float(rows.mean() + 0.5) / image.shape[0]


def test_the_upper_pixel_is_the_foreground() -> None:
    image = np.zeros((2, 1, 3), np.uint8)
    image[0, 0] = (0, 0, 255)
    image[1, 0] = (255, 0, 0)
    ((cell,),) = half_blocks(image)
    assert cell.text == UPPER_HALF
    assert cell.style is not None
    assert cell.style.color is not None
    assert cell.style.bgcolor is not None
    assert tuple(cell.style.color.get_truecolor()) == (255, 0, 0)
    assert tuple(cell.style.bgcolor.get_truecolor()) == (0, 0, 255)


def test_colours_are_off_by_no_more_than_their_coarseness() -> None:
    values = np.random.default_rng(1).integers(0, 256, (4, 30, 3), dtype=np.uint8)
    for y, line in enumerate(half_blocks(values)):
        for x, cell in enumerate(line):
            assert cell.style is not None
            assert cell.style.color is not None
            shown = cell.style.color.get_truecolor()
            assert np.abs(np.array(shown)[::-1] - values[2 * y, x].astype(int)).max() <= 8


@pytest.mark.parametrize(("level", "sign"), [(0, SHADES[0]), (255, SHADES[-1])])
def test_shades_run_from_dark_to_light(level: int, sign: str) -> None:
    ((line,),) = shaded(np.full((2, 5, 3), level, np.uint8))
    assert line.text == sign * 5


def test_in_signs_an_edge_within_a_cell_is_half_of_it() -> None:
    image = np.zeros((2, 2, 3), np.uint8)
    image[0, 0] = image[1, 1] = 255
    ((line,),) = shaded(image)
    assert line.text == UPPER_HALF + LOWER_HALF


def test_faint_contrasts_are_drawn_out_in_greys() -> None:
    """Pieces that are a tenth darker than a field which a lamp lights unevenly, beside a white edge."""
    field = np.linspace(110, 130, 80)[None, :] * np.ones((40, 1))
    field[8::8, 8::8] *= 0.9
    field[:3] = 255
    image = np.repeat(field.astype(np.uint8)[..., None], 3, axis=2)
    drawn = greys(image)
    assert (drawn == drawn[..., :1]).all()
    before, after = image[..., 0].astype(int), drawn[..., 0].astype(int)
    for x, y in ((16, 16), (40, 24), (64, 32)):
        assert after[y, x + 1] - after[y, x] > 1.5 * (before[y, x + 1] - before[y, x])


@pytest.mark.parametrize(
    ("term", "no_color", "ink"),
    [
        ("xterm-256color", False, "colour"), ("xterm", False, "colour"), ("xterm-256color", True, "grey"),
        ("xterm", True, "signs"), ("dumb", True, "signs"),
    ],
)  # fmt: skip
def test_a_picture_is_drawn_in_what_the_terminal_has(
    term: str,
    no_color: bool,  # noqa: FBT001 - a case
    ink: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    app: App[None] = App()
    assert ink_of(app) == ink
    ((cell, *_), *_) = in_cells(np.full((4, 4, 3), (250, 5, 5), np.uint8), ink_of(app))
    assert cell.style is not None
    assert cell.style.color is not None
    blue, grey = (5, 5, 250), cell.style.color.get_truecolor()
    if ink == "colour":
        assert np.abs(np.array(grey) - blue).max() <= 8
    else:
        assert len(set(grey)) == 1
    assert (cell.text == UPPER_HALF) is (ink != "signs")


@pytest.mark.parametrize(
    ("size", "cells"), [((720, 1280), (80, 16)), ((720, 1280), (120, 40)), ((640, 480), (10, 100)), ((90, 160), (1, 1))]
)
def test_a_picture_keeps_its_shape_and_its_bounds(size: tuple[int, int], cells: tuple[int, int]) -> None:
    small = fitted(np.zeros((*size, 3), np.uint8), *cells)
    high, wide = small.shape[:2]
    assert high % 2 == 0
    assert wide <= cells[0]
    assert high <= 2 * cells[1]
    if min(cells) > 5:
        assert wide / high == pytest.approx(size[1] / size[0], rel=0.1)


@pytest.mark.parametrize("cells", [(110, 40), (200, 60)])
@pytest.mark.parametrize("space", ["A1", "H11", "O22"])
def test_in_a_small_picture_everything_lies_where_it_lies_in_the_large_one(space: str, cells: tuple[int, int]) -> None:
    look = lit(space)
    assert brightest(fitted(look.image, *cells)) == pytest.approx(brightest(look.image), abs=0.012)


def test_the_fields_edge_is_drawn_in_its_place_whatever_the_size() -> None:
    look = lit()
    assert look.pose is not None
    west, north = look.pose.project(np.zeros((1, 2)))[0] / (1280, 720)
    for size in ((1280, 720), (160, 90)):
        drawn = outlined(np.zeros((size[1], size[0], 3), np.uint8), look.pose, BOARD)
        rows, columns = np.nonzero(drawn.any(axis=2))
        assert columns.min() / size[0] == pytest.approx(west, abs=0.01)
        assert rows.min() / size[1] == pytest.approx(north, abs=0.01)


@pytest.mark.parametrize("space", ["A1", "H11", "O22"])
def test_from_above_everything_lies_where_the_board_has_it(space: str) -> None:
    image = from_above(lit(space), BOARD, (120, 90), Position(pieces={}), Marks())
    at, margin = BOARD.grid.centre_mm(space), 1.5 * BOARD.grid.width_mm
    expected = (at.x_mm + margin) / (LENGTH_MM + 2 * margin), (at.y_mm + margin) / (WIDTH_MM + 2 * margin)
    assert brightest(image) == pytest.approx(expected, abs=0.02)
    assert image.shape[1] <= 120
    assert image.shape[0] <= 90


def test_pieces_are_ringed_and_what_is_in_doubt_is_crossed() -> None:
    dark = lit()
    bare = from_above(dark, BOARD, (120, 90), Position(pieces={}), Marks())
    assert bare.max() == 0
    blue = from_above(dark, BOARD, (120, 90), Position(pieces={"B7": "H11"}), Marks()).sum(axis=(0, 1))
    red = from_above(dark, BOARD, (120, 90), Position(pieces={"R7": "H11"}), Marks()).sum(axis=(0, 1))
    assert blue[0] > blue[2] > 0
    assert red[2] > red[0] > 0
    assert from_above(dark, BOARD, (120, 90), Position(pieces={"B7": "H11"}), Marks(), colour=False).max() == 255
    assert from_above(dark, BOARD, (120, 90), Position(pieces={"R7": "H11"}), Marks(), colour=False).max() == 0
    crossed = from_above(dark, BOARD, (120, 90), Position(pieces={}), Marks(doubtful=frozenset({"H11"})))
    assert crossed[..., 1].max() == 0
    assert crossed[..., 0].max() > 0


def test_a_spot_has_its_space_in_the_middle() -> None:
    image = spot(lit("C5"), BOARD, (60, 40), "C5")
    assert brightest(image) == pytest.approx((0.5, 0.5), abs=0.02)
    assert image.shape[1] <= 60
    assert image.shape[0] <= 40


def test_without_a_pose_there_is_nothing_from_above() -> None:
    with pytest.raises(ValueError, match="not found"):
        spot(Look(np.zeros((9, 9, 3), np.uint8), None), BOARD, (60, 40), "C5")
