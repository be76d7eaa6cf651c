"""``touchline watch``: follow a match on a camera or a recording."""

import re
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee_tui import exits
from referee_tui.commands.options import (
    BoardFile,
    Game,
    LensFile,
    Options,
    load_lens,
    load_rules,
    read_options,
    rules_loader,
)

if TYPE_CHECKING:
    from referee_tui.session import Session
    from vision.sources import Source

Log = Annotated[
    Path | None, typer.Option("--log", metavar="FILE", help="The match log; default: a new file in your data folder.")
]


def watch(
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="Camera number or device, video, folder of frames, rtsp/http URL.")
    ],
    game: Game = "regista",
    log: Log = None,
    board: BoardFile = None,
    lens: LensFile = None,
    dice: Annotated[
        str, typer.Option("--dice", metavar="see|ask|FILE", help="Read dice from the table, ask, or take from a file.")
    ] = "see",
    headless: Annotated[bool, typer.Option("--headless", help="No screen: one line a ruling.")] = False,
    option: Options = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the match that the log holds.")] = False,
) -> int:
    """Follow a match: rule on every action, keep the score, write the log."""
    from referee_tui.headless import closing_lines
    from referee_tui.places import new_log_path
    from referee_tui.session import Session
    from vision.sources import open_source

    if resume and log is None:
        raise exits.CommandError("--resume needs --log FILE: the log of the match to go on with.")
    if resume and option:
        raise exits.CommandError("--resume goes on with the options that the log has; leave --option out.")
    rules = load_rules(game, board, read_options(option))
    known_lens = load_lens(lens)
    # A measured lens holds for the size of picture that it was measured in.
    size_px = known_lens.size_px if known_lens is not None else None
    with open_source(source, camera_size_px=size_px) as opened:
        path = log or new_log_path(_name(game, source), datetime.now().astimezone())
        loader = rules_loader(board) if resume else None
        with Session(opened, rules, path, lens=known_lens, dice=dice, resume=loader) as session:
            try:
                return _headless(session, opened) if headless else _on_screen(session, opened, path)
            finally:
                # Also where a film breaks off or the disk is full: what was seen until then stands.
                for line in closing_lines(session.referee.position, path):
                    typer.echo(line)


def _name(game: str, source: str) -> str:
    """A file name's beginning from the game and the source's last part."""
    return f"{game}-{re.sub(r'[^A-Za-z0-9]+', '-', Path(source).stem).strip('-')[:40] or 'match'}"


def _headless(session: "Session", source: "Source") -> int:
    """Follow to the end or to Ctrl-C, which both leave a complete log. REFUSED if a recording showed no match."""
    from referee_tui.headless import follow, progress_bar

    with progress_bar(source.duration_s) as show:
        end = follow(session, typer.echo, show)
    if end.interrupted:
        exits.say("interrupted; the log is complete up to here.")
    elif session.referee.position is None:
        why = end.last.reason if end.last is not None else ""
        exits.say(f"{source.name}: {why or 'the pieces were never seen set up for a match'}.")
        return exits.REFUSED
    return exits.OK


def _on_screen(session: "Session", source: "Source", log: Path) -> int:
    """Show the match until the user leaves."""
    from referee_tui.app.run import show_match

    show_match(session, source, log)
    return exits.OK
