"""``touchline kit``: the printable board and pieces."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from referee_tui import streams
from referee_tui.commands.options import BoardFile, own_board


class Paper(StrEnum):
    """Sizes that the board is tiled to."""

    A4 = "a4"
    A3 = "a3"
    A2 = "a2"
    LETTER = "letter"


def kit(
    game: Annotated[str, typer.Argument(metavar="GAME", help="regista, very-much, soccer-chess or soccer-fun.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder to write to; made if it is not there.")],
    paper: Annotated[Paper, typer.Option("--paper", help="The paper you print on.")] = Paper.A4,
    board: BoardFile = None,
    png: Annotated[bool, typer.Option("--png", help="Also write board.png and pieces/*.png.")] = False,
) -> int:
    """Write the printable board with its markers, the pieces and board.toml."""
    from calibration.kit.write import write_kit

    for path in write_kit(game, out, board=own_board(game, board), paper=paper.value, png=png):
        streams.out(str(path))
    return 0
