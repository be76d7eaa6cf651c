"""What the kit prints is what the board file says, and what the finder finds."""

import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from calibration.kit.pieces import draw_face
from calibration.kit.sheet import draw_sheet
from calibration.kit.targets import draw_lens_target, draw_marker_sheet, lens_board
from calibration.kit.write import KitError, board_toml, write_kit
from calibration.markers import MarkerError, find_markers
from engine.board import load_board, marker_corners_mm, parse_board, shipped_board
from engine.marker_names import MARKER_COUNTS

BOARD = shipped_board("regista-a2")


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kit") / "new"
    write_kit("regista", folder, png=True)
    return folder


def test_every_file_of_the_contract_is_there(kit: Path) -> None:
    pieces = {f"pieces/{team}{number}.png" for team in "BR" for number in range(1, 16)}
    names = {path.relative_to(kit).as_posix() for path in kit.rglob("*") if path.is_file()}
    assert {"board.toml", "board.png", "board.pdf", "lens-target.png", "markers.png"} | pieces <= names


@pytest.mark.parametrize(("game", "numbers"), [("very-much", 11), ("soccer-fun", 11), ("soccer-chess", 11)])
def test_each_game_has_the_pieces_of_its_own_squads(game: str, numbers: int, tmp_path: Path) -> None:
    written = write_kit(game, tmp_path, png=True)
    faces = {path.stem for path in written if path.parent.name == "pieces"}
    assert faces == {f"{team}{number}" for team in "BR" for number in range(1, numbers + 1)}


PDFS = {"board", "assembly", "pieces", "pieces-to-fold", "ball", "tray", "lens-target", "markers"}


@pytest.mark.parametrize(("game", "without"), [("soccer-fun", set()), ("soccer-chess", {"ball", "tray"})])
def test_every_game_has_its_kit(game: str, without: set[str], tmp_path: Path) -> None:
    """Soccer Chess is played without dice and with a ball that is bought."""
    written = write_kit(game, tmp_path, paper="a2")
    assert {path.name for path in written} == {f"{name}.pdf" for name in PDFS - without} | {"board.toml"}
    assert all(path.read_bytes()[:5] == b"%PDF-" for path in written if path.suffix == ".pdf")
    assert load_board(tmp_path / "board.toml").game == game


def test_the_board_file_reads_back_equal(kit: Path) -> None:
    assert load_board(kit / "board.toml").file == BOARD.file


def test_board_png_has_six_pixels_a_millimetre(kit: Path) -> None:
    image = cv2.imread(str(kit / "board.png"))
    width_mm, height_mm = load_board(kit / "board.toml").file.sheet.size_mm
    assert image.shape == (round(6 * height_mm), round(6 * width_mm), 3)
    chunk = (kit / "board.png").read_bytes().partition(b"pHYs")[2]
    per_metre = struct.unpack(">I", chunk[:4])[0]
    assert per_metre == pytest.approx(6000, abs=1)


def test_markers_are_detected_where_the_board_file_says(kit: Path) -> None:
    board = load_board(kit / "board.toml")
    grey = cv2.imread(str(kit / "board.png"), cv2.IMREAD_GRAYSCALE)
    found = find_markers(grey, board.file.markers).corners_px
    origin = np.asarray(board.file.sheet.field_origin_mm)
    assert set(found) == set(board.file.markers.corner_mm)
    for number, corners in marker_corners_mm(board.file.markers).items():
        expected_px = (np.asarray(corners) + origin) * 6 - 0.5
        assert np.abs(found[number] - expected_px).max() < 0.3


def test_faces_are_square_with_twenty_pixels_a_millimetre(kit: Path) -> None:
    for face in (kit / "pieces").iterdir():
        assert cv2.imread(str(face)).shape == (360, 360, 3)


def test_spaces_lie_where_the_grid_says() -> None:
    """Halfway between two neighbours runs a pale line; the spaces' middles are green."""
    sheet = draw_sheet(BOARD).astype(int)

    def at(x_mm: float, y_mm: float) -> np.ndarray:
        x, y = (np.array((x_mm, y_mm)) + BOARD.file.sheet.field_origin_mm) * 6 - 0.5
        return sheet[round(y), round(x)]

    for space in ("C7", "L5", "N17", "B3"):
        here, there = BOARD.grid.centre_mm(space), BOARD.grid.centre_mm(BOARD.grid.step(space, "SE"))
        middle, line = at(*here), at((here[0] + there[0]) / 2, (here[1] + there[1]) / 2)
        assert middle[1] - middle[2] > 40
        assert (line - middle).min() > 60


SQUARE = """
format = 1
name = "yard"
game = "regista"
[grid]
kind = "square"
rows = "ABCDEF"
columns = 9
width_mm = 20.0
[goals]
left = ["C0"]
right = ["C10"]
[sheet]
size_mm = [260.0, 200.0]
field_origin_mm = [40.0, 40.0]
[markers]
dictionary = "DICT_5X5_50"
size_mm = 17.3
quiet_zone_mm = 3.0
[markers.corner_mm]
7 = [-33.1, -31.7]
8 = [195.2, 137.9]
"""


def test_a_board_of_squares_with_other_markers_is_drawn_from_its_file() -> None:
    board = parse_board(SQUARE, "yard.toml")
    sheet = draw_sheet(board)
    assert sheet.shape == (1200, 1560, 3)
    found = find_markers(np.asarray(cv2.cvtColor(sheet, cv2.COLOR_BGR2GRAY), np.uint8), board.file.markers).corners_px
    for number, corners in marker_corners_mm(board.file.markers).items():
        assert np.abs(found[number] - ((np.asarray(corners) + 40.0) * 6 - 0.5)).max() < 0.5


@pytest.mark.parametrize("text", [SQUARE, board_toml(BOARD)])
def test_board_toml_round_trips(text: str) -> None:
    board = parse_board(text, "one.toml")
    assert parse_board(board_toml(board), "two.toml").file == board.file


def test_faces_differ_and_their_rim_is_bare_team_colour() -> None:
    faces = {name: draw_face(name, 18.0).astype(int) for name in ("B6", "B9", "R6", "B1", "B7", "B11", "B12")}
    for name, face in faces.items():
        rim = face[180, 6]
        assert (rim[0] - rim[2] > 60) == (name[0] == "B")
        for other, another in faces.items():
            assert name == other or np.abs(face - another).mean() > 3


def test_six_and_nine_stand_on_a_bar_and_are_told_apart_upside_down() -> None:
    six, nine = (draw_face(name, 18.0)[..., 2].astype(int) for name in ("B6", "B9"))
    assert np.abs(six[::-1, ::-1] - nine).mean() > 5


def test_the_lens_target_is_found_by_opencv() -> None:
    grey = cv2.cvtColor(draw_lens_target(4.0), cv2.COLOR_BGR2GRAY)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(lens_board()).detectBoard(grey)
    assert len(ids) == 7 * 4
    assert np.ptp(corners.reshape(-1, 2), axis=0) == pytest.approx((6 * 30 * 4, 3 * 30 * 4), abs=1)


def test_loose_markers_can_be_detected() -> None:
    sheet = cv2.cvtColor(draw_marker_sheet(BOARD.file.markers), cv2.COLOR_BGR2GRAY)
    assert set(find_markers(np.asarray(sheet, np.uint8), BOARD.file.markers).corners_px) == set(range(12))


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("chess", {}, "no kit for 'chess'"),
        ("regista", {"paper": "a7"}, "no paper size"),
    ],
)
def test_what_cannot_be_written_is_said(tmp_path: Path, game: str, options: dict[str, str], words: str) -> None:
    with pytest.raises(KitError, match=words):
        write_kit(game, tmp_path, **options)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("inside", [".", "for-us", "for/us"])
def test_a_file_in_the_way_of_the_folder_is_named(tmp_path: Path, inside: str) -> None:
    blocked = tmp_path / "kit"
    blocked.write_text("a file")
    with pytest.raises(KitError, match=r"kit is a file; name a folder$"):
        write_kit("regista", blocked / inside)
    assert blocked.read_text() == "a file"


def test_a_folder_that_cannot_be_made_is_named() -> None:
    with pytest.raises(KitError, match=r"/proc/kit/board\.toml cannot be written .*; choose another folder"):
        write_kit("regista", Path("/proc/kit"))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [({"dictionary": "DICT_9X9"}, "'DICT_9X9' is no marker dictionary"),
     ({"corner_mm": {50: (-33.1, -31.7)}}, "0 to 49, not 50")],
)  # fmt: skip
def test_markers_that_do_not_exist_are_named(wrong: dict[str, Any], words: str) -> None:
    board = parse_board(SQUARE, "yard.toml")
    assert board.file.markers is not None
    markers = msgspec.structs.replace(board.file.markers, **wrong)
    with pytest.raises(MarkerError, match=words):
        draw_sheet(replace(board, file=msgspec.structs.replace(board.file, markers=markers)))


def test_a_board_file_may_name_the_markers_that_opencv_has() -> None:
    for name, count in MARKER_COUNTS.items():
        dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
        assert len(dictionary.bytesList) == count
    known = {name.lower() for name in dir(cv2.aruco) if name.startswith("DICT_")}
    assert {name.lower() for name in MARKER_COUNTS} == known


def test_a_board_for_another_game_is_refused(tmp_path: Path) -> None:
    other = parse_board(SQUARE.replace('game = "regista"', 'game = "soccer-fun"'), "yard.toml")
    with pytest.raises(KitError, match="for soccer-fun"):
        write_kit("regista", tmp_path, board=other)
