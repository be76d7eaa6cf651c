"""Options that several commands share, and the files behind them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from calibration.pose import Lens
    from engine.record.replay import RulesLoader
    from engine.ruleset import Ruleset

Game = Annotated[str, typer.Option("--game", metavar="GAME", help="regista, very-much, soccer-chess or soccer-fun.")]
BoardFile = Annotated[
    Path | None, typer.Option("--board", metavar="FILE", help="Board file; default: the kit's board of the game.")
]
LensFile = Annotated[
    Path | None, typer.Option("--lens", metavar="FILE", help="Lens file; default: estimated from the board's markers.")
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line on stdout.")]
Images = Annotated[list[Path], typer.Argument(metavar="IMAGE...", help="Pictures (JPEG, PNG, WebP, BMP, TIFF).")]


def load_rules(game: str, board_file: Path | None) -> "Ruleset":
    """The rules of a game on its own or the given board. Raises RulesetError or BoardError."""
    from engine.board import load_board
    from engine.games import load_ruleset

    return load_ruleset(game, board=load_board(board_file) if board_file else None)


def rules_loader(board_file: Path | None) -> "RulesLoader":
    """How a log finds its rules again: by the game and options of its header, on its own or the given board."""
    from engine.board import load_board
    from engine.games import load_ruleset

    board = load_board(board_file) if board_file else None
    return lambda game, options: load_ruleset(game, board=board, options=options)


def load_lens(path: Path | None) -> "Lens | None":
    """A measured lens, or None if none is named. Raises LensError."""
    if path is None:
        return None
    from calibration.lens_file import load_lens as read_lens

    return read_lens(path)
