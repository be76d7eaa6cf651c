"""The ``touchline`` command: all its commands, and what of a command line cannot be understood.

Every command returns an exit code (see ``referee_tui.exits``). Nothing heavy is imported here nor at the top of the
command modules: help, ``judge`` and ``log`` start without OpenCV, NumPy and Textual.
"""

from collections.abc import Sequence
from typing import Annotated

import typer

from referee_tui import exits, streams
from referee_tui.commands import (
    board,
    bundle,
    calibrate,
    config,
    demo,
    formations,
    judge,
    kit,
    log,
    pictures,
    policy,
    profiles,
    read,
    replay,
    resume,
    start,
    watch,
)
from referee_tui.commands.options import Language

_TYPER_STOPPED = 130
"""What Typer makes of KeyboardInterrupt; no command of ours returns it."""

app = typer.Typer(
    name="touchline",
    help="A camera referee for tabletop football: reads the table, rules on every action, keeps score and log.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(demo.demo)
app.command()(start.start)
app.command()(watch.watch)
app.command()(resume.resume)
app.command()(read.read)
app.command()(judge.judge)
app.command()(pictures.dice)
app.command()(pictures.number)
app.command()(kit.kit)
app.command()(formations.formations)
app.command()(bundle.bundle)
app.command()(bundle.unbundle)
app.command()(replay.replay)
app.command()(policy.policy)
app.add_typer(calibrate.app, name="calibrate")
app.add_typer(board.app, name="board")
app.add_typer(config.app, name="config")
app.add_typer(log.app, name="log")
app.add_typer(profiles.app, name="profiles")


def _show_version(wanted: bool) -> None:  # noqa: FBT001 - the form that Typer calls
    if wanted:
        from importlib.metadata import version  # noqa: PLC0415 - slow, and seldom asked for

        typer.echo(f"touchline {version('touchline')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def touchline(
    context: typer.Context,
    _version: Annotated[  # noqa: FBT002 - the form in which Typer reads a switch
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    language: Language = None,
) -> None:
    """A camera referee for tabletop football: reads the table, rules on every action, keeps score and log."""
    if context.invoked_subcommand is not None:
        if language is not None:
            named = f"touchline {context.invoked_subcommand}"
            raise exits.CommandError(f"--language stands behind the command's name: {named} --language {language}.")
    else:
        if streams.on_terminal():
            context.exit(start.start(language))
        typer.echo(context.get_help())


def invoke(arguments: Sequence[str] | None) -> int:
    """Run one command line (default: the process's own) and return its exit code.

    Raises what the command raises; KeyboardInterrupt when it was stopped.
    """
    try:
        code = app(args=arguments, prog_name="touchline", standalone_mode=False)
    except typer.TyperException as error:
        return _bad_usage(error)
    except typer.Abort as stop:
        raise KeyboardInterrupt from stop
    except SystemExit as closed:
        # Typer's own way to end where its help text finds standard output closed.
        streams.abandon_stdout()
        raise streams.ReaderGoneError from closed
    if code == _TYPER_STOPPED:
        raise KeyboardInterrupt
    return code if isinstance(code, int) else exits.OK


def _bad_usage(error: typer.TyperException) -> int:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "touchline"
    message = getattr(error, "format_message", lambda: str(error))().replace(": Value error, ", ": ")
    exits.say(f"{message} ({command} --help says how it is used.)")
    return exits.BAD_INPUT
