"""``touchline formations``: ready line-ups, drawn."""

from typing import TYPE_CHECKING, Annotated

import typer

from referee_tui import streams

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.regista.formations import Formation


def formations(
    game: Annotated[str, typer.Argument(metavar="GAME", help="regista.")],
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="One of them, such as 4-4-2A; default: all.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object a formation on stdout.")] = False,
) -> int:
    """Draw ready formations: blue as it waits for the kick-off, red with the ball on the Centre Mark."""
    from engine.games import GAMES, GameError
    from engine.games.regista.formations import formation
    from engine.games.regista.formations import formations as known

    if game not in GAMES:
        raise GameError(f"{game!r} is not a game; there are {', '.join(GAMES)}")
    if game != "regista":
        raise GameError(f"{game} has no formations; regista has")
    chosen = [formation(name)] if name else list(known().values())
    _print_json(chosen) if json else _draw(chosen)
    return 0


def _print_json(chosen: "Sequence[Formation]") -> None:
    from json import dumps

    for each in chosen:
        pieces = {f"B{number}": space for number, space in each.spaces.items()}
        streams.out(dumps({"name": each.name, "about": each.about, "counts": dict(each.counts()), "pieces": pieces}))


def _draw(chosen: "Sequence[Formation]") -> None:
    from rich.console import Console
    from rich.text import Text

    from engine.games.regista import formations as data
    from engine.match import Position
    from referee_tui.app.board_view import board_lines

    console = Console(highlight=False)
    for each in chosen:
        pieces = data.line_up(each, each, kicks_off="R")
        counts = " ".join(f"{role} {count}" for role, count in each.counts().items())
        console.print(Text(f"{each.name}  ({counts})", style="bold"))
        console.print(Text(each.about))
        for line in board_lines(Position(pieces=pieces, ball=data.board().centre_mark), data.board()):
            console.print(line, overflow="crop", no_wrap=True)
        console.print()
