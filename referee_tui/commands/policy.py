"""``touchline policy``: what becomes of acts against the rules."""

from pathlib import Path
from typing import Annotated

import typer

from referee_tui import streams


def policy(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="A policy to be checked.")] = None,
) -> int:
    """Print the default policy, to be changed and given to watch --policy; with FILE, check that one."""
    from engine.referee.policy import DEFAULT_TEXT, read_policy

    if file is None:
        streams.out(DEFAULT_TEXT.rstrip())
        return 0
    chosen = read_policy(file)
    for rule, word in sorted(chosen.rules.items()):
        streams.out(f"{rule}: {word}")
    streams.out(f"every other rule: {chosen.otherwise}")
    return 0
