"""What holds for every test."""

import signal


def pytest_configure() -> None:
    """Let Ctrl-C reach the programs that tests start.

    What a shell runs in the background (``make test &``) ignores it, and so does all that is started from there.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
