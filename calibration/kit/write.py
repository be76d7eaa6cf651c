"""Writing the kit of a game into a folder."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec

from calibration.kit import pages, pieces, sheet, targets
from engine.board import Board, shipped_board
from engine.match import TEAMS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

BOARDS = {"regista": "regista-a2"}
"""The shipped board of each game that has a kit."""

NUMBERS = {"regista": range(1, 16)}
"""Each team's numbers (Regista rulebook, teams: fifteen pieces a side)."""


class KitError(ValueError):
    """A kit that cannot be written; the message is one plain sentence."""


def write_kit(game: str, out: Path, *, board: Board | None = None, paper: str = "a4", png: bool = False) -> list[Path]:
    """Write the printable board, pieces, markers, lens target and board file of a game.

    Args:
        game: a game that has a kit, see BOARDS.
        out: the folder to write to; it is made if it is not there.
        board: another board of that game than the shipped one.
        paper: the size of the printed pages, see PAPERS_MM; larger drawings are tiled with cut marks.
        png: also write ``board.png`` (6 px/mm; its size in millimetres is ``sheet.size_mm`` in board.toml),
            ``markers.png``, ``lens-target.png`` and ``pieces/B1.png`` ... (20 px/mm).

    Returns:
        The files written.

    Raises:
        KitError: for an unknown game or paper, or a folder that cannot be written to.
    """
    if game not in BOARDS:
        raise KitError(f"there is no kit for {game!r}; there is one for {', '.join(BOARDS)}")
    if paper not in pages.PAPERS_MM:
        raise KitError(f"{paper!r} is no paper size; there are {', '.join(pages.PAPERS_MM)}")
    chosen = board if board is not None else shipped_board(BOARDS[game])
    if chosen.game != game:
        raise KitError(f"{chosen.name} is a board for {chosen.game}, not for {game}")
    written = []
    for name, content in _files(chosen, game, paper, png=png):
        path = out / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except OSError as error:
            raise KitError(f"{path} cannot be written ({error.strerror or error}); choose another folder") from error
        written.append(path)
    return written


def _files(board: Board, game: str, paper: str, *, png: bool) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file, the quick ones first: a folder that cannot be written to is noticed at once."""
    yield "board.toml", board_toml(board).encode()
    drawn = sheet.draw_sheet(board)
    target = targets.draw_lens_target()
    faces = {
        f"{team}{number}": pieces.draw_face(f"{team}{number}", board.file.pieces.diameter_mm)
        for team in TEAMS
        for number in NUMBERS[game]
    }
    yield "board.pdf", pages.pdf_bytes(pages.tile(drawn, sheet.PX_PER_MM, paper), sheet.PX_PER_MM)
    yield "pieces.pdf", pages.pdf_bytes(pages.arrange(list(faces.values()), pieces.PX_PER_MM, paper), pieces.PX_PER_MM)
    yield "lens-target.pdf", pages.pdf_bytes(pages.tile(target, targets.PX_PER_MM, paper), targets.PX_PER_MM)
    loose = targets.draw_marker_sheet(board.file.markers) if board.file.markers is not None else None
    if loose is not None:
        yield "markers.pdf", pages.pdf_bytes(pages.tile(loose, targets.PX_PER_MM, paper), targets.PX_PER_MM)
    if not png:
        return
    yield "board.png", pages.png_bytes(drawn, sheet.PX_PER_MM)
    yield "lens-target.png", pages.png_bytes(target, targets.PX_PER_MM)
    if loose is not None:
        yield "markers.png", pages.png_bytes(loose, targets.PX_PER_MM)
    for piece, face in faces.items():
        yield f"pieces/{piece}.png", pages.png_bytes(face, pieces.PX_PER_MM)


def board_toml(board: Board) -> str:
    """The board as a board file; parse_board reads the same board from it."""
    table = msgspec.to_builtins(board.file, str_keys=True)
    return f"# {board.name}: lengths in millimetres, origin at the field's north-west corner.\n" + _toml(
        _without_none(table), ()
    )


def _toml(table: Mapping[str, Any], path: tuple[str, ...]) -> str:
    """Plain values first, then each table under its own heading."""
    lines = [f"{_key(key)} = {_value(value)}" for key, value in table.items() if not _is_table(value)]
    text = "\n".join(line for line in lines if line) + "\n"
    for key, value in table.items():
        if value is not None and _is_table(value):
            inner = (*path, key)
            text += f"\n[{'.'.join(_key(part) for part in inner)}]\n{_toml(_without_none(value), inner)}"
    return text


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


def _without_none(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if value is not None}


def _key(key: str) -> str:
    return key if key.replace("_", "").isalnum() and key.isascii() else json.dumps(key)


def _value(value: object) -> str:
    """A TOML value: JSON writes strings, numbers, truth values and lists in a form that TOML reads too."""
    return json.dumps(value, ensure_ascii=False)
