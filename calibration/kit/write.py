"""Writing the kit of a game into a folder."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
import tomli_w
from PIL import Image

from calibration.board_tables import board_tables
from calibration.kit import ball, boxes, cards, pages, pieces, sheet, targets
from calibration.kit.assembly import print_assembly
from calibration.kit.document import Document
from calibration.kit.tiling import PAPERS_MM
from engine.board import Board, board_of_game
from engine.game_names import GAMES, LISTED, squad_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from calibration.kit.cards import FigureCard
    from calibration.kit.surface import Box
    from engine.match import PieceId

_MM_PER_INCH = 25.4


class KitError(ValueError):
    """A kit that cannot be written; the message is one plain sentence."""


def write_kit(
    game: str,
    out: Path,
    *,
    board: Board | None = None,
    paper: str = "a4",
    png: bool = False,
    squad: Sequence[PieceId] | None = None,
    figure_cards: Sequence[FigureCard] = (),
) -> list[Path]:
    """Write the printable board, pieces, balls, dice tray, markers, lens target, instructions and board file of a game.

    Args:
        game: any of GAMES.
        out: the folder to write to; it is made if it is not there.
        board: another board of that game than the shipped one.
        paper: the size of the printed pages, see PAPERS_MM; larger drawings are tiled with cut marks.
        png: also write ``board.png`` (6 px/mm; its size in millimetres is ``sheet.size_mm`` in board.toml),
            ``markers.png``, ``lens-target.png`` and ``pieces/B1.png`` ... (20 px/mm).
        squad: other pieces than those that the game has.
        figure_cards: cards of figures to print, in a game that has them.

    Returns:
        The files written.

    Raises:
        KitError: for an unknown game or paper, or a folder that cannot be written to.
    """
    if game not in GAMES:
        raise KitError(f"there is no kit for {game!r}; there is one for {', '.join(GAMES)}")
    if paper not in PAPERS_MM:
        raise KitError(f"{paper!r} is no paper size; there are {', '.join(PAPERS_MM)}")
    chosen = board if board is not None else board_of_game(game)
    if chosen.game != game:
        raise KitError(f"{chosen.name} is a board for {chosen.game}, not for {game}")
    written = []
    pieces_of_it = squad_of(game) if squad is None else tuple(squad)
    for name, content in _files(chosen, paper, pieces_of_it, figure_cards, png=png):
        path = out / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except (FileExistsError, NotADirectoryError) as error:
            blocking = next((place for place in (path.parent, *path.parent.parents) if place.exists()), out)
            raise KitError(f"{blocking} is a file; name a folder") from error
        except OSError as error:
            raise KitError(f"{path} cannot be written ({error.strerror or error}); choose another folder") from error
        written.append(path)
    return written


def _files(
    board: Board, paper: str, squad: Sequence[PieceId], figure_cards: Sequence[FigureCard], *, png: bool
) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file, the quick ones first: a folder that cannot be written to is noticed at once."""
    yield "board.toml", board_toml(board).encode()
    yield from _documents(board, paper, squad, with_cards=bool(figure_cards))
    if figure_cards:
        document = Document(f"Touchline: cards for {board.name}")
        cards.print_cards(document, figure_cards, paper)
        yield "cards.pdf", document.content()
    if png:
        yield from _pictures(board, squad)


def _documents(board: Board, paper: str, squad: Sequence[PieceId], *, with_cards: bool) -> Iterator[tuple[str, bytes]]:
    """The PDFs."""
    size, markers = board.file.pieces, board.file.markers
    document = Document(f"Touchline: board {board.name}")
    spread = pages.print_drawing(document, sheet.sheet_drawing(board), paper, f"board {board.name}", _whole_mm(board))
    yield "board.pdf", document.content()

    document = Document(f"Touchline: how to make the kit of {board.name}")
    print_assembly(document, board, spread, paper, squad, cards=with_cards)
    yield "assembly.pdf", document.content()

    document = Document(f"Touchline: pieces for {board.name}")
    pieces.print_discs(document, squad, size.diameter_mm, paper)
    yield "pieces.pdf", document.content()

    document = Document(f"Touchline: pieces to fold for {board.name}")
    boxes.print_boxes(document, squad, size.diameter_mm, size.height_mm, paper)
    yield "pieces-to-fold.pdf", document.content()

    if ball.has_ball_of_paper(board.file.ball):
        document = Document(f"Touchline: balls for {board.name}")
        ball.print_ball(document, board.file.ball, paper)
        yield "ball.pdf", document.content()

    if LISTED[board.game].dice:
        document = Document("Touchline: dice tray")
        boxes.print_tray(document, paper)
        yield "tray.pdf", document.content()

    document = Document("Touchline: lens target")
    pages.print_drawing(document, targets.lens_drawing(), paper, "lens target")
    yield "lens-target.pdf", document.content()

    if markers is not None:
        loose = targets.marker_drawing(markers)
        document = Document(f"Touchline: markers of {board.name}")
        pages.print_drawing(document, loose, paper, f"markers of {board.name}", targets.marker_boxes_mm(loose))
        yield "markers.pdf", document.content()


def _pictures(board: Board, squad: Sequence[PieceId]) -> Iterator[tuple[str, bytes]]:
    """The PNGs."""
    yield "board.png", png_bytes(sheet.draw_sheet(board), sheet.PX_PER_MM)
    yield "lens-target.png", png_bytes(targets.draw_lens_target(), targets.PX_PER_MM)
    if board.file.markers is not None:
        yield "markers.png", png_bytes(targets.draw_marker_sheet(board.file.markers), targets.PX_PER_MM)
    for piece in squad:
        face = pieces.draw_face(piece, board.file.pieces.diameter_mm)
        yield f"pieces/{piece}.png", png_bytes(face, pieces.PX_PER_MM)


def _whole_mm(board: Board) -> list[Box]:
    """The markers with their quiet zones, on the sheet: no joint between pages may cut them."""
    x, y = board.file.sheet.field_origin_mm
    zones = sheet.quiet_zones_mm(board.file.markers) if board.file.markers is not None else []
    return [(west + x, north + y, east + x, south + y) for west, north, east, south in zones]


def png_bytes(picture: NDArray[np.uint8], px_per_mm: float) -> bytes:
    """PNG of a picture (h, w, 3) BGR that says its true size, so that it prints at 100 %."""
    dpi = px_per_mm * _MM_PER_INCH
    packed = BytesIO()
    Image.fromarray(np.ascontiguousarray(picture[..., ::-1])).save(packed, "PNG", dpi=(dpi, dpi))
    return packed.getvalue()


def board_toml(board: Board) -> str:
    """The board as a board file; parse_board reads the same board from it."""
    table = board_tables(board.file)
    return f"# {board.name}: lengths in millimetres, origin at the field's north-west corner.\n" + tomli_w.dumps(table)
