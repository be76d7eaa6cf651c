"""``touchline log``: verify, show, view, export and count a match log."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee_tui import exits, streams
from referee_tui.commands.options import BoardFile, Language, Theme, rules_loader, settings_with
from referee_tui.commands.sentences import say as tell
from referee_tui.exports.forms import Form

if TYPE_CHECKING:
    from engine.record.reader import LogRead

app = typer.Typer(help="Verify, show, view, export or count a match log.", no_args_is_help=False)

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
        _print_json({
            "sound": bool(result), "lines": result.lines, "actions": result.actions, "ended": result.ended,
            "faults": faults,
        })  # fmt: skip
    else:
        for fault in result.faults[:MOST_FAULTS]:
            streams.out(f"line {fault.line}: {exits.plain(fault.what)}")
    if not result:
        count = len(result.faults)
        exits.say(f"{file}: not sound, {count} {'fault' if count == 1 else 'faults'} in {result.lines} records.")
        return exits.REFUSED
    if not json:
        streams.out(f"{file}: sound; {result.lines} records, {result.actions} actions played again.")
        if not result.ended:
            exits.say(f"{file}: has no end: the match goes on, was stopped by force, or its last records are missing.")
    return exits.OK


@app.command()
def show(file: LogFile) -> int:
    """Show a log's records as plain lines."""
    from referee_tui.log_words import record_line
    from referee_tui.words import clock

    log = _read(file)
    for line in log.lines:
        if line.record is not None:
            streams.out(record_line(line.t or 0.0, line.record))
        else:
            streams.out(f"{clock(line.t or 0.0):>7}  line {line.number}: {exits.plain(line.fault or '')}")
    _warn(file, log)
    return exits.OK


@app.command()
def view(file: LogFile, board: BoardFile = None, theme: Theme = None, language: Language = None) -> int:
    """Go through a log on the screen: every act with its position, its dice, the ruling and why."""
    from referee_tui.commands.terminal import need_terminal

    need_terminal(tell("instead_show"))
    config = settings_with(theme=theme, language=language)
    _read(file)
    from referee_tui.app.replay.run import show_replay

    show_replay(file, rules_loader(board), config)
    return exits.OK


@app.command()
def export(
    file: LogFile,
    to: Annotated[
        Form,
        typer.Option(
            "--to",
            help="txt: the acts; game: turns, dice, rulings; json: all records; csv, spadl: a row an act; svg: one "
            "position; gif, mp4: the match as a film; html, pdf: a report.",
        ),
    ],
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Where to write; default: stdout.")] = None,
    at: Annotated[
        str | None,
        typer.Option("--at", metavar="MOMENT", help="For svg: a record (17) or a turn (4R); default: the end."),
    ] = None,
    board: BoardFile = None,
    language: Language = None,
) -> int:
    """Write a log in another form."""
    from referee_tui.exports.forms import BINARY, Source, exported

    if out is not None and out.exists() and out.samefile(file):
        raise exits.CommandError(f"{out}: is the log itself, which is never written over; name another file.")
    if out is None and to in BINARY and sys.stdout is not None and sys.stdout.isatty():
        raise exits.CommandError(f"--to {to.value}: is nothing for a terminal; name a file with --out.")
    log = _read(file)
    spoken = settings_with(language=language).language
    data = exported(Source(file, log, rules_loader(board), at, spoken), to)
    if out is None:
        streams.out(data, end="")
    else:
        _write(out, data)
    _warn(file, log)
    return exits.OK


@app.command()
def stats(
    file: LogFile,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
    board: BoardFile = None,
    language: Language = None,
) -> int:
    """Count a match: shots and their chances, passes, possession, dice, time, the referee's own part."""
    from engine.record.chronicle import chronicle_of
    from engine.stats.summary import as_json, statistics_of

    log = _read(file)
    told = chronicle_of(str(file), log.lines, rules_loader(board))
    found = statistics_of(told)
    if json:
        _print_json(as_json(found))
    else:
        from referee_tui.stats_words import statistics_lines

        for line in statistics_lines(told, found, settings_with(language=language).language):
            streams.out(line)
    _warn(file, log)
    return exits.OK


def _write(out: Path, data: bytes) -> None:
    try:
        out.write_bytes(data)
    except OSError as error:
        raise exits.CommandError(f"{out}: cannot be written ({error.strerror or error}).") from error


def _read(file: Path) -> "LogRead":
    """A log that has a record in it at least. Raises LogError."""
    from engine.record.errors import LogError
    from engine.record.reader import read_log

    log = read_log(file)
    if not any(line.seq is not None for line in log.lines):
        raise LogError(f"{file}: is not a match log; there is no record in it")
    return log


def _warn(file: Path, log: "LogRead") -> None:
    """Say on stderr that a log is not what was written, if its lines by themselves show it."""
    from engine.record.links import faults_of

    fault = next(iter(faults_of(log.lines)), None)
    if fault is not None:
        exits.say(f"{file}, line {fault.line}: {fault.what}; touchline log verify says whether there is more.")
    elif log.torn:
        exits.say(f"{file}: the last record was cut off in writing; everything before it is whole.")


def _print_json(value: object) -> None:
    import msgspec

    streams.out(msgspec.json.encode(value))
