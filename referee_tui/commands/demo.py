"""``touchline demo``: the clip that ships with the program, followed like any other film."""

from importlib import resources
from typing import Annotated

import typer

from referee_tui.commands.options import load_rules
from referee_tui.commands.watch import Following, Log, follow_match, log_path, need_terminal

CLIP = "regista.mp4"
"""Beside it lies ``regista.json``: what really happened in it."""


def demo(
    screen: Annotated[bool, typer.Option("--screen", help="Show it on the screen instead of as lines.")] = False,
    log: Log = None,
) -> int:
    """Watch the clip that comes with the program: a table of Regista, 75 seconds."""
    from vision.sources import open_source

    if screen:
        need_terminal("leave --screen out to have it as lines")
    rules = load_rules("regista", None)
    with (
        resources.as_file(resources.files("referee_tui") / "demo" / CLIP) as clip,
        open_source(str(clip)) as source,
        log_path(log, "demo") as path,
    ):
        return follow_match(source, rules, path, Following(headless=not screen))
