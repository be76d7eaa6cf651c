"""The ``touchline`` command.

Every command returns an exit code (see ``referee_tui.exits``). Nothing heavy is imported here nor at the top of the
command modules: help, ``judge`` and ``log`` start without OpenCV, NumPy and Textual.
"""

import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Annotated

import typer

from referee_tui import exits
from referee_tui.commands import demo, formations, judge, kit, log, pictures, read, watch

app = typer.Typer(
    name="touchline",
    help="A camera referee for tabletop football: reads the table, rules on every action, keeps score and log.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(demo.demo)
app.command()(watch.watch)
app.command()(read.read)
app.command()(judge.judge)
app.command()(pictures.dice)
app.command()(pictures.number)
app.command()(kit.kit)
app.command()(formations.formations)
app.add_typer(log.app, name="log")


def _show_version(wanted: bool) -> None:  # noqa: FBT001 - the form that Typer calls
    if wanted:
        typer.echo(f"touchline {version('touchline')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def touchline(
    context: typer.Context,
    _version: Annotated[  # noqa: FBT002 - the form in which Typer reads a switch
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """A camera referee for tabletop football: reads the table, rules on every action, keeps score and log."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (default: the process's own) and return its exit code; no exception escapes."""
    try:
        code = app(args=arguments, prog_name="touchline", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        return _bad_usage(error)
    except BrokenPipeError:
        # Whoever read our output has seen enough (``| head``); the interpreter's own flush at exit would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return exits.OK
    except (KeyboardInterrupt, typer.Abort):
        return exits.INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the last resort: a player never sees a traceback
        return exits.fail(error)
    return code if isinstance(code, int) else exits.OK


def _bad_usage(error: typer.TyperException) -> int:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "touchline"
    message = getattr(error, "format_message", lambda: str(error))()
    exits.say(f"{message} ({command} --help says how it is used.)")
    return exits.BAD_INPUT


def main() -> None:
    """Entry point of the console script."""
    sys.exit(run())
