"""The process around a command: its streams, its signals, and whatever ends it as an exit code (``referee_tui.exits``).

Hardly anything is imported at the top, so that Ctrl-C is heeded from the first moment on.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (default: the process's own) and return its exit code; no exception escapes."""
    try:
        from referee_tui import exits, streams  # noqa: PLC0415 - Ctrl-C may come while these are loaded
        from referee_tui.command_line import invoke  # noqa: PLC0415 - as above
    except KeyboardInterrupt:
        sys.stderr.write("touchline: interrupted.\n")
        return 2
    try:
        code = invoke(arguments)
        streams.flush()
    except streams.ReaderGoneError:
        # Whoever read our output has seen enough (``| head``).
        return exits.OK
    except KeyboardInterrupt:
        exits.say("interrupted.")
        return exits.INTERRUPTED
    except OSError as error:
        if error.filename is None:
            streams.abandon_stdout()
        return exits.fail(error)
    except Exception as error:  # noqa: BLE001 - the last resort: a player never sees a traceback
        return exits.fail(error, _spoken(sys.argv[1:] if arguments is None else arguments))
    return code


def _spoken(arguments: Sequence[str]) -> str:
    """The language that a command line, or else the settings, ask for; English where they cannot be read."""
    from engine.texts import ENGLISH  # noqa: PLC0415 - of no use to a command that went well
    from referee_tui.config.spoken import spoken  # noqa: PLC0415 - as above

    named = [value for option, value in pairwise(arguments) if option == "--language"]
    named += [each.partition("=")[2] for each in arguments if each.startswith("--language=")]
    try:
        return spoken(named[-1] if named else None)
    except ValueError:
        return ENGLISH


def main() -> None:
    """Entry point of the console script."""
    try:
        from referee_tui import stopping, streams  # noqa: PLC0415 - Ctrl-C may come while these are loaded

        stopping.stop_on_signals()
        streams.hold_standard_descriptors()
        streams.make_printable()
        code = run()
    except KeyboardInterrupt:
        sys.stderr.write("touchline: interrupted.\n")
        code = 2
    sys.exit(code)
