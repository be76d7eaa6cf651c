"""``touchline replay``: a report of a fault, or a match in a bundle, once more through today's code."""

from pathlib import Path
from typing import Annotated

import typer

from referee_tui import exits, streams
from referee_tui.commands.options import BoardFile, rules_loader


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A report (b on the match screen, or watch --report), or a bundle.")
    ],
    board: BoardFile = None,
) -> int:
    """Read the pictures of a report or bundle and referee its match again; show what was said then and what differs.

    Exit 0 if all is as it was recorded, 1 if something differs.
    """
    from referee_tui.reports.replay import replay_bundle

    replayed = replay_bundle(file, rules_loader(board))
    for line in replayed.lines:
        streams.out(exits.plain(line))
    return exits.OK if replayed.same else exits.REFUSED
