"""``touchline kit``: the printable board and pieces."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from referee_tui import streams
from referee_tui.commands.options import BoardFile, load_rules, own_board
from referee_tui.commands.rosters import Rosters, cards_of, read_rosters, squad_with


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
    roster: Rosters = None,
) -> int:
    """Write the printable board with its markers, the pieces and board.toml."""
    from calibration.kit.write import write_kit

    own = own_board(game, board)
    rosters = read_rosters(load_rules(game, board), roster or ()) if roster else {}
    squad, cards = (squad_with(game, rosters), cards_of(rosters)) if rosters else (None, ())
    for path in write_kit(game, out, board=own, paper=paper.value, png=png, squad=squad, figure_cards=cards):
        streams.out(str(path))
    return 0
