"""The process's own streams: closed, full, read no further or asked to print what is no text, none breaks a command.

Answers go through ``out``; what cannot be written costs a sentence (``OutputError``), and a reader that has seen enough
(``| head``) ends the command quietly (``ReaderGoneError``).
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from typing import TextIO


class OutputError(ValueError):
    """Standard output that cannot be written to; the message is one plain sentence."""


class ReaderGoneError(OutputError):
    """Whoever read standard output has closed it."""


def hold_standard_descriptors() -> None:
    """Open the null device in place of each standard stream that was handed over closed.

    Otherwise the next file opened, such as the match log, takes the stream's number, and what libraries print goes
    into it.
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            # The lowest free number is given out, which is this one: the ones below are in use.
            os.open(os.devnull, os.O_RDONLY if descriptor == 0 else os.O_WRONLY)
    if sys.stderr is None:
        # With nobody to tell, the exit code has to do.
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - open as long as the process


def on_terminal() -> bool:
    """Whether a screen can be shown and a player can answer: input and both outputs are a terminal."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def make_printable() -> None:
    """Print what the streams' encoding lacks as an escape: file names are bytes, and need not be text."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def printable(text: str) -> str:
    """The text with every undecoded byte of a file name as an escape, so that it can be encoded."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def out(text: str | bytes, *, end: str = "\n", to: TextIO | None = None) -> None:
    """Write to standard output and flush; bytes are UTF-8 whatever the terminal's encoding is. Raises OutputError.

    ``to`` is standard output as it was before somebody (a screen) put something else in its place.
    """
    stream: TextIO | None = to or sys.stdout
    if stream is None:
        raise OutputError("standard output is closed; there is nowhere to write the answer.")
    try:
        if isinstance(text, bytes):
            stream.flush()
            stream.buffer.write(text + end.encode())
        else:
            stream.write(text + end)
        stream.flush()
    except OSError as error:
        _give_up(error)


def flush() -> None:
    """Write what others printed and did not flush. Raises OutputError."""
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except OSError as error:
            _give_up(error)


def _give_up(error: OSError) -> NoReturn:
    abandon_stdout()
    if isinstance(error, BrokenPipeError):
        raise ReaderGoneError("nobody reads standard output any more.") from error
    raise OutputError(f"standard output cannot be written ({error.strerror or error}).") from error


def abandon_stdout() -> None:
    """Let what is still to be flushed go nowhere: the interpreter flushes once more at exit, and would complain."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
