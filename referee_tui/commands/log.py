"""``touchline log``: verify, show and export a match log."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from referee_tui import exits
from referee_tui.commands.options import BoardFile, rules_loader

app = typer.Typer(help="Verify, show or export a match log.", no_args_is_help=False)

MOST_FAULTS = 20
"""More faults than this are counted, not listed; --json lists all."""

LogFile = Annotated[Path, typer.Argument(metavar="FILE", help="A match log (*.touchline.jsonl).")]


@app.command()
def verify(
    file: LogFile,
    board: BoardFile = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> int:
    """Check the chain of records and play every action again. Exit 1 if anything is wrong."""
    from engine.record.verify import verify as verify_log

    result = verify_log(file, rules_loader(board))
    if json:
        faults = [{"line": fault.line, "what": fault.what} for fault in result.faults]
        _print_json({"sound": bool(result), "lines": result.lines, "actions": result.actions, "faults": faults})
    else:
        for fault in result.faults[:MOST_FAULTS]:
            typer.echo(f"line {fault.line}: {fault.what}")
    if not result:
        count = len(result.faults)
        exits.say(f"{file}: not sound, {count} {'fault' if count == 1 else 'faults'} in {result.lines} records.")
        return exits.REFUSED
    if not json:
        typer.echo(f"{file}: sound; {result.lines} records, {result.actions} actions played again.")
    return exits.OK


@app.command()
def show(file: LogFile) -> int:
    """Show a log's records as plain lines."""
    from engine.record.reader import read_log
    from referee_tui.log_words import record_line
    from referee_tui.words import clock

    log = read_log(file)
    for line in log.lines:
        if line.record is not None:
            typer.echo(record_line(line.t or 0.0, line.record))
        else:
            typer.echo(f"{clock(line.t or 0.0):>7}  line {line.number}: {line.fault}")
    if log.torn:
        exits.say(f"{file}: the last record was cut off in writing; everything before it is whole.")
    return exits.OK


class Format(StrEnum):
    """What a log can be exported to."""

    TXT = "txt"
    JSON = "json"
    CSV = "csv"
    GAME = "game"


@app.command()
def export(
    file: LogFile,
    to: Annotated[
        Format, typer.Option("--to", help="txt: the notation; game: turns, dice, rulings; json, csv: all records.")
    ],
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Where to write; default: stdout.")] = None,
) -> int:
    """Write a log in another form."""
    from referee_tui.export import exported

    if out is not None and out.exists() and out.samefile(file):
        raise exits.CommandError(f"{out}: is the log itself, which is never written over; name another file.")
    text = exported(file, to.value)
    if out is None:
        typer.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8")
    return exits.OK


def _print_json(value: object) -> None:
    import msgspec

    typer.echo(msgspec.json.encode(value).decode())
