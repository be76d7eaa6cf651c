"""``touchline demo``: the clip that ships with the program, followed like any other film."""

from datetime import datetime
from importlib import resources
from typing import Annotated

import typer

from referee_tui.commands.watch import Log, watch

CLIP = "regista.mp4"
"""Beside it lies ``regista.json``: what really happened in it."""


def demo(
    screen: Annotated[bool, typer.Option("--screen", help="Show it on the screen instead of as lines.")] = False,
    log: Log = None,
) -> int:
    """Watch the clip that comes with the program: a table of Regista, 75 seconds."""
    from referee_tui.places import new_log_path

    path = log or new_log_path("demo", datetime.now().astimezone())
    with resources.as_file(resources.files("referee_tui") / "demo" / CLIP) as clip:
        return watch(str(clip), log=path, headless=not screen)
