"""``touchline judge``: positions and actions in, rulings out, as JSON lines."""


def judge() -> int:
    """Judge actions: JSON objects from stdin, one a line; one answer a line. Exit 1 if any was refused."""
    from engine.judge import main

    return main()
