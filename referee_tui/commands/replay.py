"""``touchline replay``: a report of a fault once more, through today's code."""

from pathlib import Path
from typing import Annotated

import typer

from referee_tui import exits, streams


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="REPORT", help="A report (b on the match screen, or watch --report).")
    ],
) -> int:
    """Read the pictures of a report and referee its match again; show what was said then and what differs now.

    Exit 0 if all is as it was recorded, 1 if something differs.
    """
    from referee_tui.reports.replay import replay_report

    replayed = replay_report(file)
    for line in replayed.lines:
        streams.out(exits.plain(line))
    return exits.OK if replayed.same else exits.REFUSED
