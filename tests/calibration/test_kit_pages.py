"""Tiles, marks and vectors of the printed pages, against the board file and against OpenCV's own eyes."""

from __future__ import annotations

import itertools
import re
import zlib
from functools import cache

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from calibration.kit import assembly, ball, boxes, pages, pieces
from calibration.kit.document import Document, cell_outlines
from calibration.kit.drawing import Drawing, Mosaic
from calibration.kit.sheet import quiet_zones_mm, sheet_drawing
from calibration.kit.targets import draw_lens_target, lens_board, lens_drawing, marker_boxes_mm, marker_drawing
from calibration.kit.tiling import MARGIN_MM, OVERLAP_MM, PAPERS_MM, Tiling, tiling
from calibration.markers import find_markers
from engine.board import MarkersTable, marker_corners_mm, shipped_board, shipped_boards
from engine.game_names import squad_of
from tests.calibration.printed import Page, Recorder

PAPERS = pytest.mark.parametrize("paper", PAPERS_MM)
EACH_BOARD = pytest.mark.parametrize("name", shipped_boards())
PX_PER_MM = 3.0


@cache
def drawn(name: str) -> Drawing:
    return sheet_drawing(shipped_board(name))


def whole_mm(name: str) -> list[tuple[float, float, float, float]]:
    board = shipped_board(name)
    assert board.file.markers is not None
    x, y = board.file.sheet.field_origin_mm
    return [(w + x, n + y, e + x, s + y) for w, n, e, s in quiet_zones_mm(board.file.markers)]


def printed(name: str, paper: str) -> tuple[Tiling, list[Page]]:
    recorder = Recorder()
    spread = pages.print_drawing(recorder, drawn(name), paper, f"board {name}", whole_mm(name))
    return spread, recorder.pages


SIZES = st.tuples(st.floats(60, 1500), st.floats(60, 1500))
BOXES = st.lists(
    st.tuples(st.floats(0, 1400), st.floats(0, 1400), st.floats(5, 40), st.floats(5, 40)).map(
        lambda box: (box[0], box[1], box[0] + box[2], box[1] + box[3])
    ),
    max_size=8,
)


@settings(deadline=None, max_examples=60)
@given(size=SIZES, paper=st.sampled_from(sorted(PAPERS_MM)), keep=BOXES)
def test_tiles_cover_the_drawing_and_overlap(
    size: tuple[float, float], paper: str, keep: list[tuple[float, float, float, float]]
) -> None:
    spread = tiling(size, paper, keep)
    assert sorted(spread.page_mm) == sorted(PAPERS_MM[paper])
    by_place = {(tile.row, tile.column): tile for tile in spread.tiles}
    assert len(by_place) == spread.rows * spread.columns
    for (row, column), tile in by_place.items():
        west, north, east, south = tile.part_mm
        x, y = tile.page_corner_mm
        if not spread.bleeds:
            assert x >= MARGIN_MM - 0.11
            assert y >= MARGIN_MM - 0.11
            assert x + east - west <= spread.page_mm[0] - MARGIN_MM + 0.11
            assert y + south - north <= spread.page_mm[1] - MARGIN_MM + 0.11
        assert (west == 0) == (column == 0)
        assert (north == 0) == (row == 0)
        right, below = by_place.get((row, column + 1)), by_place.get((row + 1, column))
        assert east == pytest.approx(right.part_mm[0] + OVERLAP_MM if right else size[0])
        assert south == pytest.approx(below.part_mm[1] + OVERLAP_MM if below else size[1])


@EACH_BOARD
@PAPERS
def test_no_marker_is_cut_by_a_joint(name: str, paper: str) -> None:
    """What is in sight of a marker in the end lies on one page."""
    spread = tiling(shipped_board(name).file.sheet.size_mm, paper, whole_mm(name))
    for west, north, east, south in whole_mm(name):
        for tile in spread.tiles:
            assert tile.column == 0 or not west < tile.part_mm[0] < east
            assert tile.row == 0 or not north < tile.part_mm[1] < south


@pytest.mark.parametrize(
    ("name", "paper", "count"),
    [("regista-a2", "a2", 1), ("very-much-b3", "a2", 1), ("soccer-fun-a3", "a3", 1), ("soccer-fun-a3", "a2", 1),
     ("regista-a2", "a4", 8), ("regista-a2", "letter", 8), ("regista-a2", "a3", 4), ("soccer-chess", "a2", 4)],
)  # fmt: skip
def test_boards_take_as_few_pages_as_they_can(name: str, paper: str, count: int) -> None:
    assert len(tiling(shipped_board(name).file.sheet.size_mm, paper).tiles) == count


@pytest.mark.parametrize(("name", "paper"), [("regista-a2", "a4"), ("soccer-fun-a3", "letter")])
def test_markers_lie_on_the_pages_where_the_board_file_says(name: str, paper: str) -> None:
    board = shipped_board(name)
    assert board.file.markers is not None
    origin = np.asarray(board.file.sheet.field_origin_mm)
    spread, recorded = printed(name, paper)
    met = set()
    for tile, page in zip(spread.tiles, recorded, strict=True):
        grey = np.asarray(cv2.cvtColor(page.picture(PX_PER_MM), cv2.COLOR_BGR2GRAY), np.uint8)
        found = find_markers(grey, board.file.markers, enough=1).corners_px
        shift = origin + tile.page_corner_mm - np.asarray(tile.part_mm[:2])
        for number, corners in marker_corners_mm(board.file.markers).items():
            if number in found:
                expected_px = (np.asarray(corners) + shift) * PX_PER_MM - 0.5
                assert np.abs(found[number] - expected_px).max() < 0.4
                met.add(number)
    assert met == set(board.file.markers.corner_mm)


def test_neighbours_agree_where_they_overlap() -> None:
    name = "soccer-fun-a3"
    spread, recorded = printed(name, "a4")
    pictures = []
    for tile, page in zip(spread.tiles, recorded, strict=True):
        # Moved so that the sheet's corner is the picture's on every page.
        shift = (tile.part_mm[0] - tile.page_corner_mm[0], tile.part_mm[1] - tile.page_corner_mm[1])
        wide = Page(drawn(name).size_mm, page.parts)
        pictures.append(wide.picture(2.0, shift).astype(int))
    compared = 0
    for (one, a), (two, b) in itertools.combinations(zip(spread.tiles, pictures, strict=True), 2):
        west, north = (max(one.part_mm[k], two.part_mm[k]) + 1.0 for k in (0, 1))
        east, south = (min(one.part_mm[k], two.part_mm[k]) - 1.0 for k in (2, 3))
        if east > west and south > north:
            window = np.s_[round(2 * north) : round(2 * south), round(2 * west) : round(2 * east)]
            # Shapes that begin at other fractions of a pixel differ by a rounding.
            assert np.abs(a[window] - b[window]).max() <= 2
            compared += 1
    assert compared >= len(spread.tiles) - 1


def strokes_mm(page: Page) -> list[tuple[float, float, float, float]]:
    """Boxes of the thin upright lines among a page's marks."""
    boxes_mm = [shape.box_mm for shape in page.marks().shapes if isinstance(shape, Mosaic)]
    return [box for box in boxes_mm if min(box[2] - box[0], box[3] - box[1]) < 2 * pages.MARK_MM]


def has_ruler(page: Page) -> bool:
    """A line of 100 mm with eleven ticks across it, 10 mm apart."""
    thick = pages.MARK_MM
    for axis in (0, 1):
        lines = [((box[axis] + box[axis + 2]) / 2, box[axis + 2] - box[axis]) for box in strokes_mm(page)]
        ticks = [middle for middle, long in lines if long < 2 * thick]
        for start in (middle - 50.0 for middle, long in lines if abs(long - 100.0 - thick) < 1e-6):
            if all(any(abs(tick - start - 10.0 * k) < 1e-6 for tick in ticks) for k in range(11)):
                return True
    return False


@PAPERS
@EACH_BOARD
def test_every_page_has_its_ruler_on_the_paper(name: str, paper: str) -> None:
    board = shipped_board(name)
    recorder = Recorder()
    bare = Drawing(board.file.sheet.size_mm)
    spread = pages.print_drawing(recorder, bare, paper, name, whole_mm(name))
    some = squad_of(board.game)[::5]
    assembly.print_assembly(recorder, board, spread, paper, some)
    pieces.print_discs(recorder, some, board.file.pieces.diameter_mm, paper)
    boxes.print_boxes(recorder, some, board.file.pieces.diameter_mm, board.file.pieces.height_mm, paper)
    ball.print_ball(recorder, board.file.ball, paper)
    boxes.print_tray(recorder, paper)
    for page in recorder.pages:
        assert has_ruler(page)
        width, height = page.size_mm
        for shape in page.marks().shapes:
            west, north, east, south = shape.box_mm
            assert west > 1.5
            assert north > 1.5
            assert east < width - 1.5
            assert south < height - 1.5


@pytest.mark.parametrize("name", ["regista-a2", "soccer-fun-a3"])
def test_a_ruler_on_a_sheet_without_margin_covers_no_marker(name: str) -> None:
    recorder = Recorder()
    bare = Drawing(shipped_board(name).file.sheet.size_mm)
    pages.print_drawing(recorder, bare, "a2" if name == "regista-a2" else "a3", name, whole_mm(name))
    (page,) = recorder.pages
    for west, north, east, south in (shape.box_mm for shape in page.marks().shapes):
        assert not any(west < e and east > w and north < s and south > n for w, n, e, s in whole_mm(name))


def test_pages_are_named_by_row_and_column() -> None:
    spread = tiling((594.0, 420.0), "a4")
    assert [pages.page_name(tile) for tile in spread.tiles] == ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"]


# --- the PDF itself


def streams(content: bytes) -> list[str]:
    """The page contents of a PDF, unpacked."""
    packed = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL)
    return [zlib.decompress(part).decode("latin-1") for part in packed if part[:1] == b"x"]


def corners_mm(stream: str, height_mm: float) -> np.ndarray:
    """(N, 2) corners of the paths of a page, from its upper left corner: PDF counts points from the lower left."""
    number = r"(-?[\d.]+)"
    scale = re.search(rf"{number} 0 0 {number} {number} {number} cm", stream)
    assert scale is not None
    across, down, east, south = map(float, scale.groups())
    at = np.array(re.findall(rf"{number} {number} [ml]\b", stream), float)
    points = np.column_stack((across * at[:, 0] + east, down * at[:, 1] + south))
    return np.asarray(points * 25.4 / 72 * (1, -1) + (0, height_mm), float)


def test_a_pdf_has_pages_of_their_size_and_shapes_at_theirs() -> None:
    document = Document("a test")
    for size in ((210.0, 297.0), (420.0, 297.0)):
        document.new_page(size)
        with document.drawn() as surface:
            surface.rectangle(10, 20, 110, 50, (0, 0, 255))
    content = document.content()
    sheets = [part for part in content.split(b"endobj") if b"/Type /Page\n" in part]
    sizes = [re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", part) for part in sheets]
    mm = [tuple(float(side) * 25.4 / 72 for side in size.groups()) for size in sizes if size is not None]
    assert mm == [pytest.approx((210, 297), abs=0.01), pytest.approx((420, 297), abs=0.01)]
    for stream in streams(content)[:2]:
        assert re.search(r"\b1 0 0 rg", stream)
        at = corners_mm(stream, 297.0)
        assert at.min(axis=0) == pytest.approx((10, 20), abs=0.01)
        assert at.max(axis=0) == pytest.approx((110, 50), abs=0.01)


def test_pdfs_are_vectors_and_always_the_same() -> None:
    def one() -> bytes:
        document = Document("lens target")
        pages.print_drawing(document, lens_drawing(), "a4", "lens target")
        return document.content()

    content = one()
    assert b"/Subtype /Image" not in content
    assert content == one()


@settings(deadline=None, max_examples=40)
@given(arrays.arrays(np.bool_, st.tuples(st.integers(1, 9), st.integers(1, 9))))
def test_outlines_of_cells_fill_those_cells(filled: np.ndarray) -> None:
    outlines = cell_outlines(filled)
    inside = np.zeros(filled.shape, np.bool_)
    for (row, column), _ in np.ndenumerate(filled):
        middle = (column + 0.5, row + 0.5)
        hits = [cv2.pointPolygonTest(line.astype(np.float32), middle, measureDist=False) > 0 for line in outlines]
        inside[row, column] = sum(hits) % 2 == 1
    assert np.array_equal(inside, filled)


# --- what is cut out, folded and rolled


@EACH_BOARD
@PAPERS
def test_pieces_lie_within_the_margins_and_apart(name: str, paper: str) -> None:
    size = shipped_board(name).file.pieces
    side = 2 * boxes.apothem_mm(size.diameter_mm) * np.tan(np.pi / 8)
    for item in ((size.diameter_mm + 4, size.diameter_mm + 4), (8 * side + 3, size.diameter_mm + 3 + size.height_mm)):
        free = pages.free_mm(paper)
        seen = 0
        for page in pages.places(30, item, free):
            for _, west, north in page:
                assert west >= free[0] - 1e-6
                assert west + item[0] <= free[2] + 1e-6
                assert north + item[1] <= free[3] + 1e-6
            assert len({(west, north) for _, west, north in page}) == len(page)
            seen += len(page)
        assert seen == 30


@pytest.mark.parametrize("diameter", [12.0, 18.0])
def test_a_folded_piece_is_as_large_as_a_disc_and_its_wall_goes_round(diameter: float) -> None:
    recorder = Recorder()
    boxes.print_boxes(recorder, ("B7",), diameter, 5.0, "a4")
    ink = pieces.TEAM_INK["B"]
    coloured = [shape for shape in recorder.pages[0].marks().shapes if shape.colour == ink]
    lid, wall = coloured
    assert not isinstance(lid, Mosaic)
    area = cv2.contourArea(lid.contours_mm[0].astype(np.float32))
    assert area == pytest.approx(np.pi * (diameter / 2) ** 2, rel=1e-4)
    west, north, east, south = wall.box_mm
    perimeter = cv2.arcLength(lid.contours_mm[0].astype(np.float32), closed=True)
    assert east - west == pytest.approx(perimeter, rel=1e-4)
    assert south - north == pytest.approx(5.0)
    # It hangs on one of the lid's sides.
    assert north == pytest.approx(lid.box_mm[3])


def test_strips_roll_up_to_a_ball() -> None:
    """Their paper has a ball's volume, each goes on where the one before ends, and the first is as wide as the ball."""
    for diameter in (8.0, 9.5):
        strips = ball.strips_mm(diameter)
        assert strips[0][1] == diameter
        assert strips[-1][2] == pytest.approx(0)
        assert all(one[2] == two[1] for one, two in itertools.pairwise(strips))
        volume = sum(length * (a + b) / 2 * ball.PAPER_MM for length, a, b in strips)
        assert volume == pytest.approx(np.pi / 6 * diameter**3)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "regista-a2",
            ["8 pages, A1 to B4", "disc of ball.pdf", "bead", "tray.pdf", "1 to 15 each", "Two ordinary dice"],
        ),
        (
            "very-much-b3",
            ["6 pages", "disc of ball.pdf", "bead", "1 to 11 each", "Two ordinary dice", "blue and one red"],
        ),
        ("soccer-chess", ["Buy a ball of 16 mm", "16 pages", "1 to 11 each", "Two goals 160 mm wide"]),
        ("soccer-fun-a3", ["wooden discs of 13 mm", "A ball of 8 mm", "1 to 11 each", "Three ordinary dice"]),
    ],
)
def test_the_assembly_sheet_says_what_there_is(name: str, words: list[str]) -> None:
    recorder = Recorder()
    spread = tiling(shipped_board(name).file.sheet.size_mm, "a4")
    assembly.print_assembly(recorder, shipped_board(name), spread, "a4", squad_of(shipped_board(name).game))
    told = " ".join(recorder.pages[0].words)
    for word in words:
        assert word in told
    assert ("tray.pdf" in told) == (name != "soccer-chess")


@pytest.mark.parametrize(("paper", "page"), [("a2", "a4"), ("a3", "a4"), ("a4", "a4"), ("letter", "letter")])
def test_the_steps_are_printed_on_an_ordinary_sheet(paper: str, page: str) -> None:
    recorder = Recorder()
    board = shipped_board("regista-a2")
    assembly.print_assembly(recorder, board, tiling(board.file.sheet.size_mm, paper), paper, squad_of("regista"))
    assert [drawn.size_mm for drawn in recorder.pages] == [PAPERS_MM[page]]
    assert f"Print on {paper.upper() if paper != 'letter' else paper} paper" in " ".join(recorder.pages[0].words)


# --- targets


def test_the_lens_target_is_what_opencv_draws() -> None:
    ours = cv2.cvtColor(draw_lens_target(4.0), cv2.COLOR_BGR2GRAY)
    theirs = lens_board().generateImage((ours.shape[1], ours.shape[0]), None, 0, 1)
    # Away from edges, which lie between pixels.
    inside = cv2.morphologyEx(theirs, cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8)) == 0
    assert np.array_equal(ours[inside] > 127, theirs[inside] > 127)


@PAPERS
def test_the_lens_target_is_one_page(paper: str) -> None:
    assert len(tiling(lens_drawing().size_mm, paper).tiles) == 1


@EACH_BOARD
@PAPERS
def test_loose_markers_are_never_cut(name: str, paper: str) -> None:
    markers = shipped_board(name).file.markers
    assert isinstance(markers, MarkersTable)
    drawing = marker_drawing(markers)
    spread = tiling(drawing.size_mm, paper, marker_boxes_mm(drawing))
    for tile in spread.tiles:
        for west, north, east, south in marker_boxes_mm(drawing):
            assert tile.column == 0 or not west < tile.part_mm[0] < east
            assert tile.row == 0 or not north < tile.part_mm[1] < south
