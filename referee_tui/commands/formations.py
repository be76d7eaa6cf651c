"""``touchline formations``: ready line-ups, drawn."""

from typing import TYPE_CHECKING, Annotated

import typer

from referee_tui import exits, streams

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from engine.rules.formations import Formation


def formations(
    game: Annotated[str, typer.Argument(metavar="GAME", help="regista, very-much, soccer-chess or soccer-fun.")],
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="One of them, such as 3-5-2; default: all.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object a formation on stdout.")] = False,
) -> int:
    """Draw ready formations: blue as it waits for the kick-off, red as it takes it."""
    from engine.games import formations_of

    data = formations_of(game)
    chosen = [data.formation(name)] if name else list(data.formations().values())
    _print_json(chosen) if json else _draw(data, chosen)
    return 0


def _counts(formation: "Formation") -> dict[str, int]:
    """Pieces by position, in the game that has positions."""
    counts = getattr(formation, "counts", None)
    return dict(counts()) if counts is not None else {}


def _print_json(chosen: "Sequence[Formation]") -> None:
    from json import dumps

    for each in chosen:
        pieces = {f"B{number}": space for number, space in each.spaces.items()}
        counts = {"counts": _counts(each)} if _counts(each) else {}
        streams.out(dumps({"name": each.name, "about": each.about, **counts, "pieces": pieces}))


def _draw(data: "ModuleType", chosen: "Sequence[Formation]") -> None:
    from rich.console import Console
    from rich.text import Text

    from engine.match import Position
    from referee_tui.app.board_ground import COMPACT, board_size
    from referee_tui.app.board_view import board_lines

    console, board = Console(highlight=False), data.board()
    for each in chosen:
        pieces = data.line_up(each, each, kicks_off="R")
        counts = " ".join(f"{role} {count}" for role, count in _counts(each).items())
        console.print(Text(each.name + (f"  ({counts})" if counts else ""), style="bold"))
        console.print(Text(each.about))
        for line in board_lines(Position(pieces=pieces, ball=data.ball(pieces, kicks_off="R")), board):
            console.print(line, overflow="ignore", no_wrap=True, crop=console.is_terminal)
        console.print()
    columns, _ = board_size(board, COMPACT)
    if console.is_terminal and columns > console.width:
        exits.say(f"the window is too narrow for the whole board, which takes {columns} columns.")
