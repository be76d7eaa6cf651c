"""``touchline judge``: positions and actions in, rulings out, as JSON lines."""

import sys


def judge() -> int:
    """Judge actions: JSON objects from stdin, one a line; one answer a line. Exit 1 if any was refused."""
    from engine.judge import run

    return run(sys.stdin, sys.stdout, sys.stderr)
