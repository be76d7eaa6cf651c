"""What is said of a board of one's own, once it is set up or when it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calibration.own.proof import Proof
from calibration.own.template import counts_of

if TYPE_CHECKING:
    from calibration.own.build import OwnBoard
    from calibration.own.reference import Reference
    from engine.board import Board
    from vision.not_empty import LyingOn


_NAMED = 4
"""So many spaces are named."""


def set_up_lines(own: OwnBoard, lying: LyingOn, *, asked_width: bool) -> list[str]:
    """The result of setting up, and what to look at.

    ``lying``: what lies on the board; ``asked_width``: how wide a space is was said by the user.
    """
    found = f"{100 * own.agreement:.0f} % of the printed lines found; error about {own.error_percent:.1f} % of a space."
    lines = [*board_lines(own.board), found, ends_line(own.reference)]
    if lying.anything:
        lines.append(
            f"The board is not empty in this picture ({_things(lying)}): what lies on it is taken for print, and such "
            "things are missed there later. Take them off, take the picture anew and set it up again."
        )
    if own.reference.glare_spaces >= 1:
        lines.append(
            "A lamp is mirrored in the board: take the picture again without it, and the board is found more surely."
        )
    if not asked_width:
        lines.append(f"A space is taken to be {own.board.grid.width_mm:g} mm wide; --width-mm says otherwise.")
    return [*lines, "Look at the overlay: every line must lie on its print, and A1 in its corner."]


def _things(lying: LyingOn) -> str:
    """``pieces on A5, B13 and 3 more; 2 dice``."""
    said = []
    if lying.pieces:
        more = len(lying.pieces) - _NAMED
        named = ", ".join(lying.pieces[:_NAMED]) + (f" and {more} more" if more > 0 else "")
        said.append(f"{'a piece' if len(lying.pieces) == 1 else 'pieces'} on {named}")
    if lying.dice:
        said.append("a die" if lying.dice == 1 else f"{lying.dice} dice")
    return "; ".join(said)


def board_lines(board: Board) -> list[str]:
    """What a board file holds, in three lines."""
    columns, rows = counts_of(board)
    kind = "hexagons" if board.file.grid.kind == "hex" else "squares"
    length, width = board.file.sheet.size_mm
    areas = ", ".join(f"{name} {len(spaces)}" for name, spaces in board.areas.items())
    return [
        f"{board.name}: a board for {board.game}, {columns} columns and {rows} rows of {kind}.",
        f"A space is {board.grid.width_mm:g} mm wide, the sheet {length:.0f} x {width:.0f} mm.",
        f"Spaces in each area: {areas or 'no areas'}.",
    ]


def ends_line(reference: Reference) -> str:
    """Whether the board's print tells its ends apart, and what helps where it does not."""
    if Proof(reference).tells_ends:
        return "Its print tells one end from the other."
    return (
        f"The print of {reference.board.name} looks the same from both ends: stick a mark beside one corner, take the "
        "picture again and set it up anew, or it will not be found."
    )
