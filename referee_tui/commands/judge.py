"""``touchline judge``: positions and actions in, rulings out, as JSON lines."""

import sys

from referee_tui import exits, streams


def judge() -> int:
    """Judge actions: JSON objects from stdin, one a line; one answer a line. Exit 1 if any was refused."""
    from engine.judge import main

    if sys.stdin is None:
        raise exits.CommandError("standard input is closed; judge reads positions and actions from it.")
    if sys.stdout is None:
        raise streams.OutputError("standard output is closed; there is nowhere to write the answers.")
    try:
        return main()
    except OSError as error:
        streams.abandon_stdout()
        raise streams.OutputError(f"standard output cannot be written ({error.strerror or error}).") from error
